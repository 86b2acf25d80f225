//! Drawing the board.

use anstyle::{Ansi256Color, Reset, Style};

use crate::board::{CastlingNotation, Color, Piece, PieceType, Position, Square};

/// How pieces and squares are drawn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Look {
    /// In ASCII; White's letters are upper case.
    Plain,
    /// Letters on coloured squares.
    ColoredLetters,
    /// Chess figures on coloured squares.
    ColoredFigures,
}

/// Dark and light squares, and those of the last move: pieces of both colours stand out on all.
const SQUARES: [Ansi256Color; 2] = [Ansi256Color(24), Ansi256Color(67)];
const LAST_MOVE: [Ansi256Color; 2] = [Ansi256Color(94), Ansi256Color(136)];
/// The pieces.
const WHITE: Ansi256Color = Ansi256Color(231);
const BLACK: Ansi256Color = Ansi256Color(16);

/// The board with its ranks and files; the squares of the last move are marked.
pub fn draw(position: &Position, seen_from: Color, look: Look) -> String {
    let line = |numbers: &dyn Fn(u8) -> u8| -> Vec<u8> { (0..8).map(numbers).collect() };
    let (up, down) = (line(&|number| number), line(&|number| 7 - number));
    let (ranks, files) = match seen_from {
        Color::White => (down, up),
        Color::Black => (up, down),
    };
    let mut text = String::new();
    for rank in ranks {
        text.push_str(&format!(" {} ", rank + 1));
        for &file in &files {
            text.push_str(&cell(position, Square::at(file, rank), look));
        }
        text.push('\n');
    }
    text.push_str("   ");
    for file in files {
        text.push_str(&format!(" {} ", char::from(b'a' + file)));
    }
    text.trim_end().to_string()
}

/// A square, three columns wide.
fn cell(position: &Position, square: Square, look: Look) -> String {
    let last = position.last_move();
    let (from, to) = last.written_squares(CastlingNotation::Standard);
    let is_last = !last.is_none() && (square == from || square == to);
    let piece = position.piece_on(square).piece();
    let sign = match look {
        Look::ColoredFigures => piece.map_or(' ', figure),
        Look::ColoredLetters => piece.map_or(' ', |piece| piece.letter()),
        Look::Plain => piece.map_or('.', |piece| piece.letter()),
    };
    if look == Look::Plain {
        return if is_last {
            format!("[{sign}]")
        } else {
            format!(" {sign} ")
        };
    }
    let shade = usize::from(square.is_light());
    let background = if is_last { LAST_MOVE } else { SQUARES }[shade];
    let ink = match piece {
        Some(piece) if piece.color == Color::White => WHITE,
        _ => BLACK,
    };
    let style = Style::new()
        .bg_color(Some(background.into()))
        .fg_color(Some(ink.into()))
        .bold();
    format!("{style} {sign} {Reset}")
}

/// The figure of a piece: always the filled one, which is clearer; the colour shows the side.
fn figure(piece: Piece) -> char {
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
        assert_eq!(draw(&position, Color::White, Look::Plain), expected);
        let turned = draw(&position, Color::Black, Look::Plain);
        assert!(
            turned.starts_with(" 1  R  N  B  K  Q  B  N  R \n"),
            "{turned}"
        );
        assert!(turned.contains("\n 4  .  .  . [P] .  .  .  . \n"));
        assert!(turned.ends_with("\n    h  g  f  e  d  c  b  a"));
    }

    #[test]
    fn colours_are_set_and_reset_on_every_square() {
        let text = draw(&Position::startpos(), Color::White, Look::ColoredFigures);
        assert_eq!(text.matches("\u{1b}[0m").count(), 64);
        assert_eq!(text.matches('♟').count(), 16);
        assert!(!text.contains('P'));
    }
}
