//! Plots as SVG: of `ox88 train`, `ox88 compare` and `ox88 analyse`.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::analysis::{Grade, Review};
use crate::board::{self, Position};
use crate::players::{LADDER, RungResult};
use crate::training::Losses;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn Error>>;

/// Okabe and Ito's colours, for the colour-blind.
const BLUE: RGBColor = RGBColor(0, 114, 178);
const SKY: RGBColor = RGBColor(86, 180, 233);
const ORANGE: RGBColor = RGBColor(230, 159, 0);
const VERMILION: RGBColor = RGBColor(213, 94, 0);
const GREEN: RGBColor = RGBColor(0, 158, 115);
const PURPLE: RGBColor = RGBColor(204, 121, 167);

/// The colours of the rungs from the lowest up.
const RUNG_COLORS: [RGBColor; LADDER.len()] = [BLACK, VERMILION, ORANGE, GREEN, BLUE, PURPLE];

/// The distance of lines with the same nodes, which are drawn side by side, in plies.
const GAP: f64 = 0.05;

/// The width and height of the plot of a game, in pixels.
const GAME_SIZE: (u32, u32) = (900, 420);

/// The most labels of the axis of moves: more would overlap.
const MOST_LABELS: usize = 20;

/// The place of the legend of a game, in pixels: from the left edge to its first mark, from mark to
/// mark, and from the marks to the lower edge.
const LEGEND: (i32, i32, i32) = (96, 110, 24);

/// The distance from the upper or lower edge within which a name has no room beyond the curve, in
/// per cent.
const EDGE: f64 = 10.0;

/// The share of the game after which points have their names on the left.
const LAST: f64 = 0.85;

/// Draws the mean losses by millions of samples.
pub fn losses_by_samples(title: &str, losses: &[Losses]) -> Result<String, String> {
    let curves = [
        ("trained on", curve(losses, |losses| Some(losses.trained)), BLUE),
        ("held out", curve(losses, |losses| losses.held_out), VERMILION),
    ];
    let values = || curves.iter().flat_map(|curve| curve.1.iter().map(|point| point.1));
    let low = values().fold(f64::INFINITY, f64::min).min(1.0);
    // The first losses are those of random weights and would flatten the rest.
    let high = curves.iter().filter_map(|curve| curve.1.get(curve.1.len() / 20));
    let high = high.map(|point| point.1).fold(low * 1.01, f64::max);
    let most = losses.last().map_or(1.0, |losses| losses.samples as f64 / 1e6);
    svg((800, 480), |area| {
        let mut chart = builder(area, title, 80)
            .build_cartesian_2d(0.0..most, low - 0.05 * (high - low)..high)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .y_label_formatter(&|error| format!("{error:.5}"))
            .x_desc("millions of samples")
            .y_desc("error")
            .draw()?;
        let known = curves.into_iter().filter(|curve| !curve.1.is_empty());
        for (name, points, color) in known {
            draw_curve(&mut chart, name, points, color)?;
        }
        draw_legend(&mut chart, SeriesLabelPosition::UpperRight)
    })
}

fn curve(losses: &[Losses], error: impl Fn(&Losses) -> Option<f64>) -> Vec<(f64, f64)> {
    let points = losses.iter().filter_map(|l| Some((l.samples as f64 / 1e6, error(l)?)));
    points.filter(|point| point.1.is_finite()).collect()
}

/// Draws the nodes of each rung by depth, on a logarithmic scale.
pub fn nodes_by_depth(title: &str, rows: &[RungResult]) -> Result<String, String> {
    let deepest = rows.iter().map(|row| row.depth).max().unwrap_or(1);
    let nodes = rows.iter().map(|row| row.nodes().max(1) as f64);
    let (least, most) =
        nodes.fold((f64::MAX, 1.0_f64), |(least, most), nodes| (least.min(nodes), most.max(nodes)));
    let range = least.min(most) / 1.6..most * 1.6;
    svg((800, 560), |area| {
        let mut chart = builder(area, title, 80)
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
        for (place, (algorithm, color)) in LADDER.into_iter().zip(RUNG_COLORS).enumerate() {
            let aside = GAP * (place as f64 - middle);
            let points: Vec<(f64, f64)> = rows
                .iter()
                .filter(|row| row.algorithm == algorithm)
                .map(|row| (f64::from(row.depth) + aside, row.nodes().max(1) as f64))
                .collect();
            let dots = points.iter().map(|&point| Circle::new(point, 4, color.filled()));
            chart.draw_series(dots)?;
            draw_curve(&mut chart, algorithm.name(), points, color)?;
        }
        draw_legend(&mut chart, SeriesLabelPosition::UpperLeft)
    })
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

/// Draws White's expected points by move, in per cent; bad moves are marked, and blunders named.
pub fn expectation_by_move(title: &str, review: &Review) -> Result<String, String> {
    let plies = review.moves.len();
    let (first, last) = (place(&review.start, 0), place(&review.start, plies.max(1)));
    let line: Vec<(f64, f64)> = (0..)
        .zip(&review.expectations)
        .map(|(plies, share)| (place(&review.start, plies), 100.0 * share))
        .collect();
    let mut under = vec![(first, 0.0)];
    under.extend(&line);
    under.extend(line.last().map(|&(x, _)| (x, 0.0)));
    svg(GAME_SIZE, |area| {
        let mut chart = builder(area, title, 64).build_cartesian_2d(first..last, 0.0..100.0)?;
        chart.draw_series([Polygon::new(under, BLACK.mix(0.08))])?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_labels((plies / 2 + 1).min(MOST_LABELS))
            .x_label_formatter(&|x| {
                if (x - x.round()).abs() < 0.1 { format!("{x:.0}") } else { String::new() }
            })
            .y_label_formatter(&|y| format!("{y:.0}"))
            .x_desc("move")
            .y_desc("points White can expect, %")
            .draw()?;
        chart.draw_series(LineSeries::new([(first, 50.0), (last, 50.0)], BLACK.mix(0.5)))?;
        chart.draw_series(LineSeries::new(line.clone(), BLACK.stroke_width(2)))?;

        for (index, grade) in (0..).zip(Grade::ALL) {
            let marked = review.moves.iter().zip(line.iter().skip(1));
            let marked = marked.filter(|(reviewed, _)| reviewed.grade == Some(grade));
            let color = grade_color(grade).filled();
            chart.draw_series(marked.map(|(_, &point)| Circle::new(point, 5, color)))?;
            // The legend is below the axis, where no curve runs.
            let (left, step, below) = LEGEND;
            let (x, y) = (left + step * index, GAME_SIZE.1 as i32 - below);
            area.draw(&Circle::new((x, y), 5, color))?;
            area.draw(&Text::new(grade.to_string(), (x + 12, y - 6), ("sans-serif", 14)))?;
        }
        for ((position, reviewed), &(x, y)) in review.positions().zip(line.iter().skip(1)) {
            if reviewed.grade == Some(Grade::Blunder) {
                let is_at_end = (x - first) / (last - first) > LAST;
                let (offset, corner) = beside(reviewed.side, y, is_at_end);
                let style = ("sans-serif", 13).into_text_style(&GAME_SIZE).pos(corner);
                let name = Text::new(reviewed.text(&position), offset, style);
                chart.draw_series([EmptyElement::at((x, y)) + name])?;
            }
        }
        Ok(())
    })
}

/// Returns the x coordinate of a position: White's twelfth move is 12, Black's 12.5.
fn place(start: &Position, plies: usize) -> f64 {
    let first = f64::from(start.fullmove_number());
    let offset = match start.side_to_move() {
        board::Color::White => -0.5,
        board::Color::Black => 0.0,
    };
    first + offset + 0.5 * plies as f64
}

const fn grade_color(grade: Grade) -> RGBColor {
    match grade {
        Grade::Inaccuracy => SKY,
        Grade::Mistake => ORANGE,
        Grade::Blunder => VERMILION,
    }
}

/// Returns where the name of a blunder stands beside its point: the offset in pixels, and the
/// corner of the name that is there. White's blunders make valleys and Black's make peaks, so that
/// there is room below a valley and above a peak, unless the edge is there.
fn beside(side: board::Color, height: f64, is_at_end: bool) -> ((i32, i32), Pos) {
    let is_above = match side {
        board::Color::White => height < EDGE,
        board::Color::Black => height < 100.0 - EDGE,
    };
    let (vertical, down) = if is_above { (VPos::Bottom, -8) } else { (VPos::Top, 8) };
    let (horizontal, aside) = if is_at_end { (HPos::Right, -6) } else { (HPos::Left, 6) };
    ((aside, down), Pos::new(horizontal, vertical))
}

/// Returns the SVG of what `draw` draws on white, with this width and height in pixels.
fn svg(size: (u32, u32), draw: impl FnOnce(&Area) -> Drawn) -> Result<String, String> {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
    let filled = area.fill(&WHITE).map_err(Box::from);
    let drawn = filled.and_then(|()| draw(&area)).and_then(|()| Ok(area.present()?));
    drop(area);
    drawn.map_err(|error| format!("no plot: {error}"))?;
    Ok(text)
}

/// Begins a chart with a title, and so many pixels for the labels on the left.
fn builder<'a, 'b>(
    area: &'a Area<'b>,
    title: &str,
    left: u32,
) -> ChartBuilder<'a, 'b, SVGBackend<'b>> {
    let mut builder = ChartBuilder::on(area);
    builder.caption(title, ("sans-serif", 20)).margin(16);
    builder.x_label_area_size(44).y_label_area_size(left);
    builder
}

/// Draws a curve, which the legend names.
fn draw_curve<X: Ranged<ValueType = f64>, Y: Ranged<ValueType = f64>>(
    chart: &mut ChartContext<SVGBackend, Cartesian2d<X, Y>>,
    name: &str,
    points: Vec<(f64, f64)>,
    color: RGBColor,
) -> Drawn {
    chart
        .draw_series(LineSeries::new(points, color.stroke_width(2)))?
        .label(name)
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    Ok(())
}

fn draw_legend<'a, X: Ranged, Y: Ranged>(
    chart: &mut ChartContext<'a, SVGBackend<'a>, Cartesian2d<X, Y>>,
    position: SeriesLabelPosition,
) -> Drawn {
    chart
        .configure_series_labels()
        .position(position)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.4))
        .label_font(("sans-serif", 14))
        .draw()?;
    Ok(())
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
