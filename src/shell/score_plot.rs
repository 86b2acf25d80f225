//! The plot of `ox88 analyse`.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::analysis::{Grade, Review};
use crate::board::{self, Position};

/// Width and height, in pixels.
const SIZE: (u32, u32) = (900, 420);

/// The most labels of the axis of moves: more would overlap.
const MOST_LABELS: usize = 20;

/// The place of the legend, in pixels: from the left edge to its first mark, from mark to mark, and
/// from the marks to the lower edge.
const LEGEND: (i32, i32, i32) = (96, 110, 24);

/// The distance from the upper or lower edge within which a name has no room beyond the curve, in
/// per cent.
const EDGE: f64 = 10.0;

/// The share of the game after which points have their names on the left.
const LAST: f64 = 0.85;

/// Returns the colour of a grade: Okabe and Ito's, for the colour-blind.
const fn color(grade: Grade) -> RGBColor {
    match grade {
        Grade::Inaccuracy => RGBColor(86, 180, 233),
        Grade::Mistake => RGBColor(230, 159, 0),
        Grade::Blunder => RGBColor(213, 94, 0),
    }
}

/// Draws White's expected points by move, in per cent, as SVG; bad moves are marked, and blunders
/// named.
pub fn expectation_by_move(title: &str, review: &Review) -> Result<String, String> {
    let mut text = String::new();
    draw(&mut text, title, review).map_err(|error| format!("no plot: {error}"))?;
    Ok(text)
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

fn draw(
    text: &mut String,
    title: &str,
    review: &Review,
) -> Result<(), DrawingAreaErrorKind<impl std::error::Error + Send + Sync>> {
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let plies = review.moves.len();
    let (first, last) = (place(&review.start, 0), place(&review.start, plies.max(1)));
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 20))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(first..last, 0.0..100.0)?;

    let line: Vec<(f64, f64)> = (0..)
        .zip(&review.expectations)
        .map(|(plies, share)| (place(&review.start, plies), 100.0 * share))
        .collect();
    let mut under = vec![(first, 0.0)];
    under.extend(&line);
    under.extend(line.last().map(|&(x, _)| (x, 0.0)));
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
        let dots = marked.map(|(_, &point)| Circle::new(point, 5, color(grade).filled()));
        chart.draw_series(dots)?;
        // The legend is below the axis, where no curve runs.
        let (left, step, below) = LEGEND;
        let (x, y) = (left + step * index, SIZE.1 as i32 - below);
        area.draw(&Circle::new((x, y), 5, color(grade).filled()))?;
        let font = ("sans-serif", 14);
        area.draw(&Text::new(grade.to_string(), (x + 12, y - 6), font))?;
    }
    for ((position, reviewed), &(x, y)) in review.positions().zip(line.iter().skip(1)) {
        if reviewed.grade == Some(Grade::Blunder) {
            let is_at_end = (x - first) / (last - first) > LAST;
            let (offset, corner) = beside(reviewed.side, y, is_at_end);
            let style = ("sans-serif", 13).into_text_style(&SIZE).pos(corner);
            let name = Text::new(reviewed.text(&position), offset, style);
            chart.draw_series([EmptyElement::at((x, y)) + name])?;
        }
    }
    area.present()
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
