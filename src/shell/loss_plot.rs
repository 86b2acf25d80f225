//! The plot of `ox88 train`.

use plotters::prelude::*;

use crate::training::Losses;

/// Width and height, in pixels.
const SIZE: (u32, u32) = (800, 480);

/// Okabe and Ito's colours, for the colour-blind.
const COLORS: [RGBColor; 2] = [RGBColor(0, 114, 178), RGBColor(213, 94, 0)];

/// Draws the mean losses by millions of samples, as SVG.
pub fn losses_by_samples(title: &str, losses: &[Losses]) -> Result<String, String> {
    let mut text = String::new();
    draw(&mut text, title, losses).map_err(|error| format!("no plot: {error}"))?;
    Ok(text)
}

fn draw(
    text: &mut String,
    title: &str,
    losses: &[Losses],
) -> Result<(), DrawingAreaErrorKind<impl std::error::Error + Send + Sync>> {
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let curves: [(&str, Vec<(f64, f64)>); 2] = [
        ("trained on", curve(losses, |losses| losses.trained)),
        ("held out", curve(losses, |losses| losses.held_out)),
    ];
    let values = || curves.iter().flat_map(|curve| curve.1.iter().map(|point| point.1));
    let low = values().fold(f64::INFINITY, f64::min).min(1.0);
    // The first losses are those of random weights and would flatten the rest.
    let high = curves.iter().filter_map(|curve| curve.1.get(curve.1.len() / 20));
    let high = high.map(|point| point.1).fold(low * 1.01, f64::max);
    let most = losses.last().map_or(1.0, |losses| losses.samples as f64 / 1e6);
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 20))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(80)
        .build_cartesian_2d(0.0..most, low - 0.05 * (high - low)..high)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .y_label_formatter(&|error| format!("{error:.5}"))
        .x_desc("millions of samples")
        .y_desc("error")
        .draw()?;
    for ((name, points), color) in curves.into_iter().zip(COLORS) {
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.4))
        .label_font(("sans-serif", 14))
        .draw()?;
    area.present()
}

fn curve(losses: &[Losses], error: impl Fn(&Losses) -> f64) -> Vec<(f64, f64)> {
    let points = losses.iter().map(|l| (l.samples as f64 / 1e6, error(l)));
    // 0 where no samples are held out.
    let is_known = |point: &(f64, f64)| point.1.is_finite() && point.1 > 0.0;
    points.filter(is_known).collect()
}
