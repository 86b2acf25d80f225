//! Driving a bare king to the edge, and the own king after it: the gradient
//! that piece-square tables lack once nothing but the mate is left to find.
//!
//! <https://www.chessprogramming.org/Mop-up_Evaluation>

use crate::board::{Color, Position, Square};

/// Centipawns for each step of the bare king from the centre, 0 to 6 of them.
const EDGE: i32 = 20;
/// Centipawns for each step by which the kings are nearer than seven.
const NEAR: i32 = 8;

/// What White gains by the kings' places where one side has only its king
/// left, in centipawns; 0 where both or neither have.
pub(super) fn mop_up(position: &Position) -> i32 {
    let is_bare = |color| position.men(color).len() == 1;
    let (sign, bare) = match (is_bare(Color::White), is_bare(Color::Black)) {
        (false, true) => (1, Color::Black),
        (true, false) => (-1, Color::White),
        _ => return 0,
    };
    let (hunted, hunter) = (position.king(bare), position.king(!bare));
    sign * (EDGE * from_centre(hunted) + NEAR * (7 - distance(hunted, hunter)))
}

/// King's steps along rank and file to the nearest of the four central squares.
fn from_centre(square: Square) -> i32 {
    let steps = |line: u8| i32::from(if line < 4 { 3 - line } else { line - 4 });
    steps(square.file()) + steps(square.rank())
}

fn distance(a: Square, b: Square) -> i32 {
    i32::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corner_and_the_near_king_are_best() {
        let value = |fen: &str| mop_up(&Position::from_fen(fen).unwrap());
        let centre = value("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
        let edge = value("8/8/8/8/k7/8/8/R3K3 b - - 0 1");
        let corner = value("k7/8/8/8/8/8/8/R3K3 b - - 0 1");
        let helped = value("k7/8/1K6/8/8/8/8/7R w - - 0 1");
        assert!(centre < edge && edge < corner && corner < helped);
        assert_eq!(helped, -value("7r/8/8/8/8/1k6/8/K7 b - - 0 1"));
        assert_eq!(value("k7/7p/1K6/8/8/8/8/7R w - - 0 1"), 0);
    }
}
