//! Ending games whose result is clear.

use crate::board::{Color, GameResult, Position};
use crate::eval::Score;

/// In centipawns: at least this for [`WIN_PLIES`] plies in a row is a win. So few games end
/// otherwise that a higher score would spend plies on games that are over.
const WIN_SCORE: i32 = 750;
const WIN_PLIES: u32 = 4;
/// In centipawns, for either side: at most this for [`DRAW_PLIES`] plies in a row is a draw, at
/// [`DRAW_FROM`] plies of the game at the earliest.
const DRAW_SCORE: i32 = 8;
const DRAW_PLIES: u32 = 14;
const DRAW_FROM: usize = 70;
/// In plies; then the game is a draw.
const MAX_PLIES: usize = 500;

/// The scores of a game so far, as far as they can end it.
#[derive(Default)]
pub struct Adjudicator {
    /// Plies of the game.
    plies: usize,
    /// By side: plies in a row with a winning score.
    winning: [u32; 2],
    /// Plies in a row with a drawish score.
    drawish: u32,
}

impl Adjudicator {
    /// Takes a move's score from White's point of view; returns the result once it is clear. A mate
    /// score is a win at once.
    pub fn judge(&mut self, score: Score) -> Option<GameResult> {
        self.plies += 1;
        let value = score.get();
        let count = |is_so: bool, count: u32| if is_so { count + 1 } else { 0 };
        self.winning[0] = count(value >= WIN_SCORE, self.winning[0]);
        self.winning[1] = count(value <= -WIN_SCORE, self.winning[1]);
        self.drawish = count(value.abs() <= DRAW_SCORE, self.drawish);
        for color in Color::ALL {
            let is_mating = score.is_mate() && (value > 0) == (color == Color::White);
            if is_mating || self.winning[color.index()] >= WIN_PLIES {
                return Some(GameResult::win_of(color));
            }
        }
        let is_drawish = self.drawish >= DRAW_PLIES && self.plies >= DRAW_FROM;
        (is_drawish || self.plies >= MAX_PLIES).then_some(GameResult::Draw)
    }
}

/// Of a game that is over by the rules.
pub fn result(position: &Position) -> Option<GameResult> {
    let outcome = position.outcome()?;
    Some(outcome.result(position.side_to_move()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result for a constant score, and the plies until then.
    fn after(score: Score) -> (usize, GameResult) {
        let mut adjudicator = Adjudicator::default();
        (1..)
            .find_map(|n| Some((n, adjudicator.judge(score)?)))
            .unwrap()
    }

    #[test]
    fn clear_results_end_the_game() {
        let cp = Score::centipawns;
        assert_eq!(after(cp(1200)), (4, GameResult::WhiteWins));
        assert_eq!(after(cp(-1200)), (4, GameResult::BlackWins));
        assert_eq!(after(Score::mate_in(9)), (1, GameResult::WhiteWins));
        assert_eq!(after(Score::mated_in(9)), (1, GameResult::BlackWins));
        assert_eq!(after(cp(3)), (70, GameResult::Draw));
        assert_eq!(after(cp(100)), (500, GameResult::Draw));
    }

    #[test]
    fn an_interruption_counts_anew() {
        let mut adjudicator = Adjudicator::default();
        for _ in 0..20 {
            for _ in 0..3 {
                assert_eq!(adjudicator.judge(Score::centipawns(1200)), None);
            }
            assert_eq!(adjudicator.judge(Score::centipawns(700)), None);
        }
    }
}
