//! Printing the review of a game.

use anstyle::{AnsiColor, Style};

use crate::analysis::{Grade, Review, ReviewedMove};
use crate::board::{Color, Position};
use crate::knowledge::openings;
use crate::knowledge::pgn::PgnGame;
use crate::shell::screen::Screen;
use crate::shell::terminal::print_line;
use crate::shell::text::{laid_out, width};
use crate::text::short;

/// The least width, in columns, at which the row of a move is complete.
const WIDE: usize = 60;

/// Returns players and result: `A - B 1-0`.
pub fn title(game: &PgnGame) -> String {
    let name = |tag| short(game.tag(tag).unwrap_or("?"));
    let players = format!("{} - {}", name("White"), name("Black"));
    match game.result {
        Some(result) => format!("{players} {result}"),
        None => players,
    }
}

/// Prints the game's moves with their scores, its mistakes, and how well each side played, below
/// the name of the game, its players and its place.
pub fn show(name: &str, game: &PgnGame, review: &Review, screen: Screen) {
    let title = format!("{name}: {}", title(game));
    let known = |tag: &&str| game.tag(tag).filter(|value| !value.starts_with('?'));
    let place = ["Event", "Date"].iter().filter_map(known).map(short);
    let title: Vec<String> = [title].into_iter().chain(place).collect();
    print_line(laid_out("", title.join(", ").split(' ')));

    if let Some(opening) = openings::name_of(&game.last_position()) {
        let opening = format!("Opening: {opening}");
        print_line(laid_out("", opening.split(' ')));
    }
    if game.moves.is_empty() {
        return print_line("no moves");
    }
    if review.moves.is_empty() {
        return;
    }
    print_line(if width() < WIDE {
        "\nmove           before  after lost"
    } else {
        "\nmove              before    after   lost  accuracy  better"
    });
    for (position, reviewed) in review.positions() {
        print_line(row(&position, reviewed, screen));
    }
    show_mistakes(review, screen);
    show_summary(review);
}

/// Returns the style of a bad move; the colours are those of the plot, as far as a terminal has
/// them.
fn style(grade: Option<Grade>) -> Style {
    let color = match grade {
        None => return Style::new(),
        Some(Grade::Inaccuracy) => AnsiColor::Cyan,
        Some(Grade::Mistake) => AnsiColor::Yellow,
        Some(Grade::Blunder) => AnsiColor::Red,
    };
    Style::new().fg_color(Some(color.into())).bold()
}

/// The style of a better line.
const BETTER: Style = AnsiColor::Green.on_default();

fn row(position: &Position, reviewed: &ReviewedMove, screen: Screen) -> String {
    // Black's moves are aligned to the right of White's.
    let name = reviewed.text(position);
    let name = match reviewed.side {
        Color::White => name,
        Color::Black => name.replace("... ", "...  "),
    };
    let (before, after) = (reviewed.before.in_pawns(), reviewed.after.in_pawns());
    let lost = reviewed.points_lost;
    let styled = |name: String| screen.styled(style(reviewed.grade), &name);
    if width() < WIDE {
        let name = styled(format!("{name:14}"));
        return format!("{name} {before:>6} {after:>6} {lost:4.2}");
    }
    let name = styled(format!("{name:16}"));
    let accuracy = reviewed.accuracy().map(|accuracy| format!("{accuracy:.0}")).unwrap_or_default();
    let row = format!("{name} {before:>7}  {after:>7}  {lost:5.2}  {accuracy:>8}");
    if lost > 0.0 {
        let better = position.san(reviewed.best.first());
        format!("{row}  {}", screen.styled(BETTER, &better))
    } else {
        row
    }
}

fn show_mistakes(review: &Review, screen: Screen) {
    let mut gap = "\n";
    for (position, reviewed) in review.positions() {
        let Some(grade) = reviewed.grade else { continue };
        let text = format!(
            "{}  {grade}, {} to {}, {:.2} points lost. Better:",
            reviewed.text(&position),
            reviewed.before.in_pawns(),
            reviewed.after.in_pawns(),
            reviewed.points_lost
        );
        let text = laid_out("", text.split(' '));
        print_line(format_args!("{gap}{}", screen.styled(style(reviewed.grade), &text)));
        let line = laid_out("    ", reviewed.best_line(&position));
        print_line(screen.styled(BETTER, &line));
        gap = "";
    }
}

fn show_summary(review: &Review) {
    let summaries = Color::ALL.map(|color| review.summary(color));
    print_line(format_args!("\n{:24}{:>8}{:>8}", "", "White", "Black"));
    let row = |name: &str, [white, black]: [String; 2]| {
        print_line(format_args!("{name:24}{white:>8}{black:>8}"));
    };
    row("moves", summaries.map(|side| side.moves.to_string()));
    for (index, name) in ["inaccuracies", "mistakes", "blunders"].iter().enumerate() {
        row(name, summaries.map(|side| side.grades[index].to_string()));
    }
    row("accuracy %", summaries.map(|side| format!("{:.1}", side.accuracy)));
    row("average centipawn loss", summaries.map(|side| format!("{:.0}", side.mean_centipawn_loss)));
    row("points lost a move", summaries.map(|side| format!("{:.3}", side.mean_points_lost)));
}
