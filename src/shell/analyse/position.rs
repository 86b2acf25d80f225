//! Printing the best lines of a position.

use anstyle::{AnsiColor, Style};

use crate::analysis::{AnalysisProgress, PositionAnalysis};
use crate::board::Position;
use crate::eval::{Chances, WinModel};
use crate::knowledge::openings;
use crate::search::Line;
use crate::shell::screen::Screen;
use crate::shell::terminal::print_line;
use crate::shell::text::laid_out;
use crate::text::counted;

/// The most plies of a line that are shown.
pub const MOST_PLIES: usize = 24;

/// The style of the best line.
const BEST: Style = AnsiColor::Green.on_default();

/// Returns the chances of a line, White's win first.
pub fn chances_of_white(position: &Position, line: &Line) -> Chances {
    if line.is_drawn {
        return Chances::DRAWN;
    }
    let score = line.score.of_white(position.side_to_move());
    WinModel::of(position).chances(score)
}

/// Prints a position and its best lines, or how the game is over there.
pub fn show(name: &str, position: &Position, analysis: Option<&PositionAnalysis>, screen: Screen) {
    if !name.is_empty() {
        print_line(name);
    }
    print_line(position.fen());
    if let Some(opening) = openings::name_of(position) {
        print_line(opening);
    }
    if let Some(outcome) = position.outcome() {
        print_line(format_args!("the game is over: {outcome}"));
    }
    if let Some(analysis) = analysis {
        show_lines(position, analysis, screen);
    }
}

fn show_lines(position: &Position, analysis: &PositionAnalysis, screen: Screen) {
    let Some(best) = analysis.lines.first() else {
        return;
    };
    print_line(format_args!(
        "depth {}, {}, {:.3} s\n",
        best.depth,
        counted(analysis.nodes as usize, "node"),
        analysis.time.as_secs_f64()
    ));
    print_line(laid_out(" #    score win %  draw  loss  depth  ", ["line"]));
    for (index, line) in analysis.lines.iter().enumerate() {
        let chances = chances_of_white(position, line);
        let percent = |chance: u16| f64::from(chance) / 10.0;
        let start = format!(
            "{:>2}  {:>7} {:>5.1} {:>5.1} {:>5.1}  {:>5}  ",
            index + 1,
            line.score.of_white(position.side_to_move()).in_pawns(),
            percent(chances.win),
            percent(chances.draw),
            percent(chances.loss),
            line.depth
        );
        let moves = &line.moves[..line.moves.len().min(MOST_PLIES)];
        let text = laid_out(&start, position.numbered_san(moves));
        print_line(if index == 0 && analysis.lines.len() > 1 {
            screen.styled(BEST, &text)
        } else {
            text
        });
    }
}

/// Returns the progress of a search, for a terminal.
pub fn live(position: &Position, progress: &AnalysisProgress) -> String {
    let mut text = format!("depth {}", progress.depth);
    if let Some((mv, number)) = progress.current {
        let count = position.legal_moves().len();
        text += &format!(", {} ({number} of {count})", position.san(mv));
    }
    for (index, line) in progress.lines.iter().enumerate() {
        let score = line.score.of_white(position.side_to_move()).in_pawns();
        let start = format!("{:>2}  {score:>7}  ", index + 1);
        let moves = laid_out(&start, position.numbered_san(&line.moves));
        // One line each, so that the height of what is redrawn stays the same.
        text += &format!("\n{}", moves.lines().next().unwrap_or_default());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;

    /// The model gives an even score some chance of a win.
    #[test]
    fn a_known_draw_is_a_draw_for_sure() {
        let chances = |is_drawn| {
            let line = Line { moves: Vec::new(), score: Score::DRAW, is_drawn, depth: 1 };
            chances_of_white(&Position::startpos(), &line)
        };
        assert_eq!(chances(true), Chances::DRAWN);
        assert_ne!(chances(false), Chances::DRAWN);
    }
}
