//! Mating a bare king: which pieces can force mate, and a bonus that grows on the way to it. Nearly
//! every move keeps such a win, and the values of a network do not show which one makes progress.
//! <https://www.chessprogramming.org/KBNK_Endgame>,
//! <https://www.chessprogramming.org/Mop-up_Evaluation>

use crate::board::{Color, PieceType, Position, Square};
use crate::eval::material;

/// Centipawns per step of the bare king from the centre (0 to 6).
const EDGE: i32 = 20;
/// Centipawns per step by which the kings are nearer than seven.
const NEAR: i32 = 8;
/// Centipawns per step of the bare king from the long diagonal of the other colour, towards a corner
/// of the bishop's (0 to 7).
const CORNER: i32 = 50;

/// Returns the progress towards mate in centipawns, the strong side's pieces included; `None` where
/// they, without the pawns, cannot force mate. A piece that hangs is left to the search.
pub fn progress(position: &Position, strong: Color) -> Option<i32> {
    let count = |piece_type| position.count(strong, piece_type);
    let majors = count(PieceType::Queen) + count(PieceType::Rook);
    let knights = count(PieceType::Knight);
    let bishops = position.pieces_of(strong, PieceType::Bishop);
    let light = bishops.filter(|&id| position.square_of(strong, id).is_light()).count();
    let dark = bishops.len() as usize - light;
    let can_mate =
        majors > 0 || (dark > 0 && light > 0) || (dark + light > 0 && knights > 0) || knights > 2;
    if !can_mate {
        return None;
    }
    let (bare, king) = (position.king(!strong), position.king(strong));
    // Bishops of one colour and a knight mate in a corner of the bishops' colour.
    let needs_corner = majors == 0 && knights < 3;
    let corner = match (dark > 0, light > 0) {
        (true, false) if needs_corner => CORNER * from_light_diagonal(bare),
        (false, true) if needs_corner => CORNER * from_light_diagonal(bare.mirror()),
        _ => 0,
    };
    let slope = corner + EDGE * from_centre(bare) + NEAR * (7 - i32::from(bare.distance(king)));
    Some(material::of(position, strong) + slope)
}

/// Returns whether the strong side has two knights alone, which can mate but cannot force it.
pub fn is_two_knights(position: &Position, strong: Color) -> bool {
    let knights = position.count(strong, PieceType::Knight);
    knights == 2 && position.pieces(strong).len() == 3
}

/// Returns the distance from the centre, in steps along rank and file.
fn from_centre(square: Square) -> i32 {
    let steps = |line: u8| i32::from(if line < 4 { 3 - line } else { line - 4 });
    steps(square.file()) + steps(square.rank())
}

/// Returns the number of steps along rank and file from the long light diagonal.
fn from_light_diagonal(square: Square) -> i32 {
    (7 - i32::from(square.file()) - i32::from(square.rank())).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white(fen: &str) -> Option<i32> {
        progress(&Position::from_fen(fen).unwrap(), Color::White)
    }

    #[test]
    fn the_corner_and_the_near_king_are_best() {
        let centre = white("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
        let edge = white("8/8/8/8/k7/8/8/R3K3 b - - 0 1");
        let corner = white("k7/8/8/8/8/8/8/R3K3 b - - 0 1");
        let helped = white("k7/8/1K6/8/8/8/8/7R w - - 0 1");
        assert!(centre < edge && edge < corner && corner < helped);
    }

    #[test]
    fn the_bishops_corner_is_the_right_one() {
        for way in [
            // A bishop on dark squares: from a8 to a1.
            [
                "k7/8/8/8/8/8/8/2B1KN2 b - - 0 1",
                "8/k7/8/8/8/8/8/2B1KN2 b - - 0 1",
                "8/8/8/k7/8/8/8/2B1KN2 b - - 0 1",
                "8/8/8/8/8/8/8/k1B1KN2 b - - 0 1",
            ],
            // One on light squares: from h8 to h1.
            [
                "7k/8/8/8/8/8/8/2N1KB2 b - - 0 1",
                "8/7k/8/8/8/8/8/2N1KB2 b - - 0 1",
                "8/8/8/7k/8/8/8/2N1KB2 b - - 0 1",
                "8/8/8/8/8/8/8/2N1KB1k b - - 0 1",
            ],
        ] {
            assert!(way.map(white).is_sorted_by(|a, b| a < b), "{way:?}");
        }
    }

    #[test]
    fn some_pieces_cannot_force_it() {
        for (fen, can) in [
            ("8/8/8/3k4/8/8/8/N3K3 w - - 0 1", false),
            ("8/8/8/3k4/8/8/8/NN2K3 w - - 0 1", false),
            ("8/8/8/3k4/8/8/8/NNN1K3 w - - 0 1", true),
            ("8/8/8/3k4/8/8/8/B3K3 w - - 0 1", false),
            ("8/8/8/3k4/8/8/8/B1B1K3 w - - 0 1", false),
            ("8/8/8/3k4/8/8/8/BB2K3 w - - 0 1", true),
            ("8/8/8/3k4/8/8/8/BN2K3 w - - 0 1", true),
            ("8/8/8/3k4/8/8/PPPPPPPP/B3K3 w - - 0 1", false),
            ("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", true),
            ("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", true),
        ] {
            assert_eq!(white(fen).is_some(), can, "{fen}");
        }
    }
}
