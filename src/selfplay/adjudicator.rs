//! Ending games whose result is clear.

use crate::board::{Color, GameResult, Position};
use crate::eval::Score;

/// A game is won after this many plies in a row with a winning score.
const WIN_PLIES: u32 = 4;
/// A game is drawn after [`DRAW_PLIES`] plies in a row whose scores, in centipawns, are not beyond
/// this for either side, but not before ply [`DRAW_FROM`].
const DRAW_SCORE: i32 = 8;
const DRAW_PLIES: u32 = 14;
const DRAW_FROM: usize = 70;
/// A game of this many plies is drawn.
const MAX_PLIES: usize = 500;
/// A game with at most this many pieces on the board may be ended by a search, which is made every
/// [`ENDGAME_PLIES`] plies.
const ENDGAME_PIECES: u32 = 7;
const ENDGAME_PLIES: usize = 6;
/// A game is won if that search has a score of [`ENDGAME_WIN`] centipawns or more, and drawn if it
/// has [`ENDGAME_DRAW`] or less.
const ENDGAME_WIN: i32 = 300;
const ENDGAME_DRAW: i32 = 60;

/// Decides from the scores of a game when its result is clear.
pub struct Adjudicator {
    /// The winning score, in centipawns.
    win_score: i32,
    /// The number of plies so far.
    plies: usize,
    /// The number of plies in a row with a winning score, by side.
    winning: [u32; 2],
    /// The number of plies in a row with a drawish score.
    drawish: u32,
}

impl Adjudicator {
    /// Creates an adjudicator for a new game, which is won with this score in centipawns.
    pub fn new(win_score: i32) -> Adjudicator {
        Adjudicator { win_score, plies: 0, winning: [0; 2], drawish: 0 }
    }

    /// Takes a move's score from White's point of view; returns the result once it is clear. A mate
    /// score is a win at once.
    pub fn judge(&mut self, score: Score) -> Option<GameResult> {
        self.plies += 1;
        let value = score.get();
        let count = |is_so: bool, count: u32| if is_so { count + 1 } else { 0 };
        self.winning[0] = count(value >= self.win_score, self.winning[0]);
        self.winning[1] = count(value <= -self.win_score, self.winning[1]);
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

    /// Returns true if the position after the last move is an endgame whose result a longer search
    /// may make clear.
    pub fn is_due_for_endgame_search(&self, position: &Position) -> bool {
        position.piece_count() <= ENDGAME_PIECES
            && self.plies.is_multiple_of(ENDGAME_PLIES)
            && result(position).is_none()
    }

    /// Returns the result of an endgame, if the score of a search for it makes the result clear.
    /// The score is from White's point of view.
    pub fn judge_endgame(score: Score) -> Option<GameResult> {
        let value = score.get();
        if value.abs() >= ENDGAME_WIN {
            let winner = if value > 0 { Color::White } else { Color::Black };
            Some(GameResult::win_of(winner))
        } else {
            (value.abs() <= ENDGAME_DRAW).then_some(GameResult::Draw)
        }
    }
}

/// Returns the result of a game that is over by the rules.
pub fn result(position: &Position) -> Option<GameResult> {
    let outcome = position.outcome()?;
    Some(outcome.result(position.side_to_move()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the result for a constant score, and the plies until then.
    fn after(score: Score) -> (usize, GameResult) {
        let mut adjudicator = Adjudicator::new(600);
        (1..).find_map(|n| Some((n, adjudicator.judge(score)?))).unwrap()
    }

    #[test]
    fn clear_results_end_the_game() {
        let cp = Score::centipawns;
        assert_eq!(after(cp(600)), (4, GameResult::WhiteWins));
        assert_eq!(after(cp(599)), (500, GameResult::Draw));
        assert_eq!(after(cp(1200)), (4, GameResult::WhiteWins));
        assert_eq!(after(cp(-1200)), (4, GameResult::BlackWins));
        assert_eq!(after(Score::mate_in(9)), (1, GameResult::WhiteWins));
        assert_eq!(after(Score::mated_in(9)), (1, GameResult::BlackWins));
        assert_eq!(after(cp(3)), (70, GameResult::Draw));
        assert_eq!(after(cp(100)), (500, GameResult::Draw));
    }

    #[test]
    fn a_search_ends_an_endgame_whose_result_is_clear() {
        let judged = |value| Adjudicator::judge_endgame(Score::centipawns(value));
        for (value, result) in [
            (300, Some(GameResult::WhiteWins)),
            (299, None),
            (61, None),
            (60, Some(GameResult::Draw)),
            (-60, Some(GameResult::Draw)),
            (-61, None),
            (-300, Some(GameResult::BlackWins)),
        ] {
            assert_eq!(judged(value), result, "{value}");
        }
        let endgame = Position::from_fen("4k3/pppp4/8/8/8/8/8/4K2R w - - 0 1").unwrap();
        let mut adjudicator = Adjudicator::new(600);
        let due = (0..13).filter(|_| {
            let is_due = adjudicator.is_due_for_endgame_search(&endgame);
            adjudicator.judge(Score::centipawns(100));
            is_due
        });
        assert_eq!(due.count(), 3);
        let adjudicator = Adjudicator::new(600);
        assert!(!adjudicator.is_due_for_endgame_search(&Position::startpos()));
    }

    #[test]
    fn an_interruption_counts_anew() {
        let mut adjudicator = Adjudicator::new(750);
        for _ in 0..20 {
            for _ in 0..3 {
                assert_eq!(adjudicator.judge(Score::centipawns(1200)), None);
            }
            assert_eq!(adjudicator.judge(Score::centipawns(700)), None);
        }
    }
}
