//! Printing the best lines of a position.

use crate::analysis::{Study, StudyProgress, of_white};
use crate::board::{Color, Outcome, Position};
use crate::eval::WinModel;
use crate::knowledge::openings;
use crate::shell::terminal::print_line;
use crate::shell::text::laid_out;
use crate::text::counted;

/// Plies of a line, at most.
const MOST_PLIES: usize = 24;

fn show_position(name: &str, position: &Position) {
    if !name.is_empty() {
        print_line(name);
    }
    print_line(position.fen());
    if let Some(opening) = openings::name_of(position) {
        print_line(opening);
    }
}

/// Prints that there is nothing to search.
pub fn show_over(name: &str, position: &Position, outcome: Outcome) {
    show_position(name, position);
    print_line(format_args!("the game is over: {outcome}"));
}

/// Prints the best lines.
pub fn show(name: &str, position: &Position, study: &Study) {
    show_position(name, position);
    let Some(best) = study.lines.first() else {
        return;
    };
    print_line(format_args!(
        "depth {}, {}, {:.3} s\n",
        best.depth,
        counted(study.nodes as usize, "node"),
        study.time.as_secs_f64()
    ));
    print_line(" #    score   win  draw  loss %  line");
    let model = WinModel::of(position);
    for (index, line) in study.lines.iter().enumerate() {
        let side = position.side_to_move();
        let chances = model.chances(line.score);
        let (win, loss) = match side {
            Color::White => (chances.win, chances.loss),
            Color::Black => (chances.loss, chances.win),
        };
        let percent = |chance: u16| f64::from(chance) / 10.0;
        let start = format!(
            "{:>2}  {:>7} {:>5.1} {:>5.1} {:>5.1}    ",
            index + 1,
            of_white(line.score, side).in_pawns(),
            percent(win),
            percent(chances.draw),
            percent(loss)
        );
        let moves = &line.moves[..line.moves.len().min(MOST_PLIES)];
        print_line(laid_out(&start, position.numbered_san(moves)));
    }
}

/// The progress of a search, for a terminal.
pub fn live(position: &Position, progress: &StudyProgress) -> String {
    let mut text = format!("depth {}", progress.depth);
    if let Some((mv, number)) = progress.current {
        let count = position.legal_moves().len();
        text += &format!(", {} ({number} of {count})", position.san(mv));
    }
    for (index, line) in progress.lines.iter().enumerate() {
        let score = of_white(line.score, position.side_to_move()).in_pawns();
        let start = format!("{:>2}  {score:>7}  ", index + 1);
        let moves = laid_out(&start, position.numbered_san(&line.moves));
        // One line each, so that the height of what is redrawn stays the same.
        text += &format!("\n{}", moves.lines().next().unwrap_or_default());
    }
    text
}
