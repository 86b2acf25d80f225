//! The plot of `ox88 compare`.

use plotters::prelude::*;

use crate::players::{LADDER, RungResult};

/// Width and height, in pixels.
const SIZE: (u32, u32) = (800, 560);

/// The colours of the rungs from the lowest up: Okabe and Ito's, for the colour-blind.
const COLORS: [RGBColor; LADDER.len()] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(0, 114, 178),
    RGBColor(204, 121, 167),
];

/// The distance of lines with the same nodes, which are drawn side by side, in plies.
const GAP: f64 = 0.05;

/// Draws the nodes of each rung by depth, on a logarithmic scale, as SVG.
pub fn nodes_by_depth(title: &str, rows: &[RungResult]) -> Result<String, String> {
    let mut text = String::new();
    draw(&mut text, title, rows).map_err(|error| format!("no plot: {error}"))?;
    Ok(text)
}

fn draw(
    text: &mut String,
    title: &str,
    rows: &[RungResult],
) -> Result<(), DrawingAreaErrorKind<impl std::error::Error + Send + Sync>> {
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let deepest = rows.iter().map(|row| row.depth).max().unwrap_or(1);
    let nodes = rows.iter().map(|row| row.nodes().max(1) as f64);
    let (least, most) =
        nodes.fold((f64::MAX, 1.0_f64), |(least, most), nodes| (least.min(nodes), most.max(nodes)));
    let range = least.min(most) / 1.6..most * 1.6;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 20))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(80)
        .build_cartesian_2d(0.75..f64::from(deepest) + 0.25, range.log_scale())?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(deepest as usize)
        .x_label_formatter(&|depth| format!("{depth:.0}"))
        .y_label_formatter(&|&nodes| readable(nodes))
        .label_style(("sans-serif", 14))
        .x_desc("depth in plies")
        .y_desc("nodes")
        .draw()?;
    let middle = (LADDER.len() - 1) as f64 / 2.0;
    for (place, (algorithm, color)) in LADDER.into_iter().zip(COLORS).enumerate() {
        let aside = GAP * (place as f64 - middle);
        let points: Vec<(f64, f64)> = rows
            .iter()
            .filter(|row| row.algorithm == algorithm)
            .map(|row| (f64::from(row.depth) + aside, row.nodes().max(1) as f64))
            .collect();
        let dots = points.iter().map(|&point| Circle::new(point, 4, color.filled()));
        chart.draw_series(dots)?;
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(algorithm.name())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.4))
        .label_font(("sans-serif", 14))
        .draw()?;
    area.present()
}

/// Returns a count in a short form: `200`, `10 k`, `1.5 M`.
fn readable(nodes: f64) -> String {
    let (unit, name) = match nodes {
        1e9.. => (1e9, " G"),
        1e6.. => (1e6, " M"),
        1e3.. => (1e3, " k"),
        _ => (1.0, ""),
    };
    format!("{}{name}", (100.0 * nodes / unit).round() / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (nodes, text) in [
            (1.0, "1"),
            (200.0, "200"),
            (1_000.0, "1 k"),
            (10_000_000.0, "10 M"),
            (1_500_000.0, "1.5 M"),
            (2e9, "2 G"),
        ] {
            assert_eq!(readable(nodes), text);
        }
    }
}
