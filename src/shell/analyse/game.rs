//! Printing the review of a game.

use crate::analysis::{Judged, Review};
use crate::board::{Color, Position};
use crate::knowledge::openings;
use crate::knowledge::pgn::{PgnGame, Termination};
use crate::shell::terminal::print_line;
use crate::shell::text::{laid_out, short};

/// Players and result: `A - B 1-0`.
pub fn title(game: &PgnGame) -> String {
    let name = |tag| short(game.tag(tag).unwrap_or("?"));
    let players = format!("{} - {}", name("White"), name("Black"));
    match game.termination {
        Termination::Unknown => players,
        known => format!("{players} {}", known.marker()),
    }
}

/// Prints the game's moves with their scores, its mistakes, and how well each side played.
pub fn show(number: u64, game: &PgnGame, review: &Review) {
    let title = format!("Game {number}: {}", title(game));
    let known = |tag: &&str| game.tag(tag).filter(|value| !value.starts_with('?'));
    let place = ["Event", "Date"].iter().filter_map(known).map(short);
    let title: Vec<String> = [title].into_iter().chain(place).collect();
    print_line(laid_out("", title.join(", ").split(' ')));

    let last = walk(review, |_, _| ());
    if let Some(opening) = openings::name_of(&last) {
        print_line(format_args!("Opening: {opening}"));
    }
    if review.moves.is_empty() {
        return print_line("no moves");
    }
    print_line("\nmove              before    after   lost %  better");
    walk(review, |position, judged| {
        print_line(row(position, judged).trim_end());
    });
    show_mistakes(review);
    show_conduct(review);
}

/// Visits each move with the position before it, and returns the last position.
fn walk(review: &Review, mut visit: impl FnMut(&Position, &Judged)) -> Position {
    let mut position = review.start.clone();
    for judged in &review.moves {
        visit(&position, judged);
        position.make(judged.mv);
    }
    position
}

fn row(position: &Position, judged: &Judged) -> String {
    // Black's moves are aligned to the right of White's.
    let name = judged.text(position);
    let name = match judged.side {
        Color::White => name,
        Color::Black => name.replace("... ", "...  "),
    };
    let better = if judged.lost > 0.0 {
        position.san(judged.best.first())
    } else {
        String::new()
    };
    format!(
        "{name:16} {:>7}  {:>7}   {:>6.1}  {better}",
        judged.before.in_pawns(),
        judged.after.in_pawns(),
        100.0 * judged.lost
    )
}

fn show_mistakes(review: &Review) {
    let mut gap = "\n";
    walk(review, |position, judged| {
        let Some(grade) = judged.grade() else { return };
        print_line(format_args!(
            "{gap}{}  {grade}, {} to {}, {:.1} % lost. Better:",
            judged.text(position),
            judged.before.in_pawns(),
            judged.after.in_pawns(),
            100.0 * judged.lost
        ));
        print_line(laid_out("    ", judged.best_line(position)));
        gap = "";
    });
}

fn show_conduct(review: &Review) {
    let conduct = Color::ALL.map(|color| review.conduct(color));
    print_line(format_args!("\n{:14}{:>8}{:>8}", "", "White", "Black"));
    let counts = |name: &str, [white, black]: [u32; 2]| {
        print_line(format_args!("{name:14}{white:>8}{black:>8}"));
    };
    counts("moves", conduct.map(|side| side.moves));
    for (index, name) in ["inaccuracies", "mistakes", "blunders"].iter().enumerate() {
        counts(name, conduct.map(|side| side.grades[index]));
    }
    let [white, black] = conduct.map(|side| 100.0 * side.mean_lost);
    print_line(format_args!(
        "{:14}{white:>8.1}{black:>8.1}",
        "% lost a move"
    ));
}
