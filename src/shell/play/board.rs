//! Drawing the board.

use anstyle::{Ansi256Color, AnsiColor, Color as Ink, Reset, Style};

use crate::board::{CastlingNotation, Color, Piece, PieceType, Position, Square};
use crate::shell::screen::{Colors, Screen};

/// What a square is marked for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Mark {
    None,
    LastMove,
    Check,
}

/// The inks of a board. Each piece is readable on each square.
struct Palette {
    /// White's and Black's pieces.
    pieces: [Ink; 2],
    /// Dark and light squares.
    squares: [Ink; 2],
    /// Dark and light squares of the last move.
    last_move: [Ink; 2],
    /// The square of a king in check.
    check: Ink,
}

/// The 256 colours of xterm.
const MANY: Palette = Palette {
    pieces: [many(231), many(16)],
    squares: [many(61), many(67)],
    last_move: [many(94), many(136)],
    check: many(160),
};

/// The eight colours of ANSI, with bold letters. Black letters cannot be read on most of these
/// colours, so that the pieces of Black are yellow.
const BASIC: Palette = Palette {
    pieces: [basic(AnsiColor::White), basic(AnsiColor::Yellow)],
    squares: [basic(AnsiColor::Black), basic(AnsiColor::Blue)],
    last_move: [basic(AnsiColor::Magenta), basic(AnsiColor::Magenta)],
    check: basic(AnsiColor::Red),
};

const fn many(number: u8) -> Ink {
    Ink::Ansi256(Ansi256Color(number))
}

const fn basic(color: AnsiColor) -> Ink {
    Ink::Ansi(color)
}

/// Draws the board with its ranks and files. The squares of the last move and a king in check are
/// marked: by colours, or else as `[P]` and `(k)`.
pub fn draw(position: &Position, seen_from: Color, screen: Screen) -> String {
    // The ranks and files as they are seen from this side.
    let turned = |index: u8| match seen_from {
        Color::White => index,
        Color::Black => 7 - index,
    };
    let mut text = String::new();
    for rank in (0..8).rev().map(turned) {
        text.push_str(&format!(" {} ", rank + 1));
        for file in (0..8).map(turned) {
            text.push_str(&cell(position, Square::at(file, rank), screen));
        }
        text.push('\n');
    }
    text.push_str("   ");
    for file in (0..8).map(turned) {
        text.push_str(&format!(" {} ", char::from(b'a' + file)));
    }
    text.trim_end().to_string()
}

/// Draws a square, three columns wide.
fn cell(position: &Position, square: Square, screen: Screen) -> String {
    let piece = position.piece_on(square).piece();
    let mark = mark(position, square);
    let palette = match screen.colors {
        Colors::None => return plain(piece, mark),
        Colors::Basic => BASIC,
        Colors::Many => MANY,
    };
    let sign = match piece {
        None => ' ',
        Some(piece) if screen.has_chess_symbols => symbol(piece),
        Some(piece) => piece.letter(),
    };
    let shade = usize::from(square.is_light());
    let background = match mark {
        Mark::None => palette.squares[shade],
        Mark::LastMove => palette.last_move[shade],
        Mark::Check => palette.check,
    };
    let ink = palette.pieces[piece.map_or(Color::White, |piece| piece.color).index()];
    let style = Style::new().bg_color(Some(background)).fg_color(Some(ink)).bold();
    format!("{style} {sign} {Reset}")
}

/// Draws a square without colours; White's letters are upper case.
fn plain(piece: Option<Piece>, mark: Mark) -> String {
    let sign = piece.map_or('.', |piece| piece.letter());
    match mark {
        Mark::None => format!(" {sign} "),
        Mark::LastMove => format!("[{sign}]"),
        Mark::Check => format!("({sign})"),
    }
}

fn mark(position: &Position, square: Square) -> Mark {
    let last = position.last_move();
    let (from, to) = last.written_squares(CastlingNotation::Standard);
    if position.in_check() && square == position.king(position.side_to_move()) {
        Mark::Check
    } else if !last.is_none() && (square == from || square == to) {
        Mark::LastMove
    } else {
        Mark::None
    }
}

/// Returns the symbol of a piece. It is the filled one, which is clearer; the colour shows the side.
fn symbol(piece: Piece) -> char {
    match piece.piece_type {
        PieceType::Pawn => '♟',
        PieceType::Knight => '♞',
        PieceType::Bishop => '♝',
        PieceType::Rook => '♜',
        PieceType::Queen => '♛',
        PieceType::King => '♚',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Screen = Screen { colors: Colors::None, has_chess_symbols: true };

    #[test]
    fn the_plain_board_marks_the_last_move_and_can_be_turned() {
        let mut position = Position::startpos();
        position.make(position.parse_move("e2e4").unwrap());
        let expected = [
            " 8  r  n  b  q  k  b  n  r ",
            " 7  p  p  p  p  p  p  p  p ",
            " 6  .  .  .  .  .  .  .  . ",
            " 5  .  .  .  .  .  .  .  . ",
            " 4  .  .  .  . [P] .  .  . ",
            " 3  .  .  .  .  .  .  .  . ",
            " 2  P  P  P  P [.] P  P  P ",
            " 1  R  N  B  Q  K  B  N  R ",
            "    a  b  c  d  e  f  g  h",
        ]
        .join("\n");
        assert_eq!(draw(&position, Color::White, PLAIN), expected);
        let turned = draw(&position, Color::Black, PLAIN);
        assert!(turned.starts_with(" 1  R  N  B  K  Q  B  N  R \n"), "{turned}");
        assert!(turned.contains("\n 4  .  .  . [P] .  .  .  . \n"));
        assert!(turned.ends_with("\n    h  g  f  e  d  c  b  a"));
    }

    #[test]
    fn a_king_in_check_is_marked() {
        let check = "4k3/8/8/8/8/8/8/4RK2 b - - 0 1";
        let position = Position::from_fen(check).unwrap();
        let plain = draw(&position, Color::White, PLAIN);
        assert!(plain.starts_with(" 8  .  .  .  . (k) .  .  . \n"), "{plain}");
        let many = Screen { colors: Colors::Many, has_chess_symbols: false };
        let red = format!("{}", Style::new().bg_color(Some(MANY.check)).render());
        let red = red.trim_start_matches("\u{1b}[").trim_end_matches('m').to_string();
        let text = draw(&position, Color::White, many);
        assert_eq!(text.matches(&red).count(), 1, "{text:?}");
    }

    #[test]
    fn colours_are_set_and_reset_on_every_square() {
        for (colors, has_chess_symbols, pawn) in
            [(Colors::Many, true, '♟'), (Colors::Basic, true, '♟'), (Colors::Basic, false, 'P')]
        {
            let screen = Screen { colors, has_chess_symbols };
            let text = draw(&Position::startpos(), Color::White, screen);
            assert_eq!(text.matches("\u{1b}[0m").count(), 64);
            let pawns = if has_chess_symbols { 16 } else { 8 };
            assert_eq!(text.matches(pawn).count(), pawns);
        }
    }

    /// Returns the relative luminance of WCAG 2.
    fn luminance(rgb: [u8; 3]) -> f64 {
        let linear = rgb.map(|byte| {
            let share = f64::from(byte) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// Returns the colour as the console of Linux shows it, where ink is bold, and as xterm does.
    fn rgb(ink: Ink, is_bold: bool) -> [u8; 3] {
        let level = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
        match ink {
            Ink::Ansi256(Ansi256Color(number)) => {
                let cube = number - 16;
                [cube / 36, cube / 6 % 6, cube % 6].map(level)
            }
            Ink::Ansi(color) => {
                let (on, off) = if is_bold { (255, 85) } else { (170, 0) };
                let bit = |mask: u8| if color as u8 & mask != 0 { on } else { off };
                [bit(1), bit(2), bit(4)]
            }
            Ink::Rgb(_) => unreachable!("no terminal needs it"),
        }
    }

    /// WCAG 2 asks for a contrast of 3 in large or bold text.
    #[test]
    fn every_piece_can_be_read_on_every_square() {
        for palette in [MANY, BASIC] {
            let [dark, light] = palette.squares;
            let [last_dark, last_light] = palette.last_move;
            for square in [dark, light, last_dark, last_light, palette.check] {
                for ink in palette.pieces {
                    let [a, b] = [rgb(ink, true), rgb(square, false)].map(luminance);
                    let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                    assert!(contrast > 3.2, "{ink:?} on {square:?}: {contrast:.2}");
                }
            }
        }
    }
}
