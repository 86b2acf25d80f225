//! One game between two players, and what ends it early: a draw by scores or by length, a win by
//! scores ([`Adjudication`]).

use std::time::SystemTime;

use super::{Conditions, Player, Thought};
use crate::board::{Color, GameResult, Outcome, Position};
use crate::eval::Score;
use crate::knowledge::pgn::PgnGame;

impl Thought {
    /// Returns score and depth as a PGN comment; it is empty if the player has no score.
    pub fn comment(&self) -> String {
        let written = |score: Score| format!("{}/{}", score.in_pawns(), self.depth);
        self.score.map_or(String::new(), written)
    }
}

/// The conditions under which a match ends a game that the rules do not end.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// A game of this many plies is drawn.
    pub most_plies: usize,
    /// A game is won by scores of both players of 6 pawns or more for three moves, and drawn by
    /// scores within a tenth of a pawn for eight moves, from the 40th move on.
    pub by_scores: bool,
}

/// Scores of this many centipawns or more win a game, see [`Adjudication::by_scores`].
const WIN_SCORE: i32 = 600;
const WIN_PLIES: usize = 6;
/// Scores within this many centipawns of zero draw a game, see [`Adjudication::by_scores`].
const DRAW_SCORE: i32 = 10;
const DRAW_PLIES: usize = 16;
/// The number of the first move at which scores can draw a game.
const DRAW_MOVE: u32 = 40;

impl Adjudication {
    /// Returns the result of a game that ends at this position; `None` if it goes on. The scores
    /// are White's at each ply, in centipawns.
    fn judge(self, position: &Position, scores: &[Option<i32>]) -> Option<GameResult> {
        if scores.len() >= self.most_plies {
            return Some(GameResult::Draw);
        }
        let agree = |plies: usize, is_so: fn(i32) -> bool| {
            let last = scores.len().checked_sub(plies).map(|first| &scores[first..]);
            last.is_some_and(|last| last.iter().all(|score| score.is_some_and(is_so)))
        };
        if !self.by_scores {
            None
        } else if agree(WIN_PLIES, |score| score >= WIN_SCORE) {
            Some(GameResult::WhiteWins)
        } else if agree(WIN_PLIES, |score| score <= -WIN_SCORE) {
            Some(GameResult::BlackWins)
        } else if position.fullmove_number() >= DRAW_MOVE
            && agree(DRAW_PLIES, |score| score.abs() <= DRAW_SCORE)
        {
            Some(GameResult::Draw)
        } else {
            None
        }
    }
}

/// Lets two players play until the game is over. Returns the result, and the game with scores as
/// comments and without the players' names.
///
/// ```
/// use ox88::board::{GameResult, Position};
/// use ox88::players::{Adjudication, Specification, play};
/// let player = |text: &str| text.parse::<Specification>().unwrap().player().unwrap();
/// let start = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
/// let [mut white, mut black] = ["minimax:depth=1", "random"].map(player);
/// let adjudication = Adjudication { most_plies: 100, by_scores: false };
/// let (result, pgn) = play(&mut *white, &mut *black, &start, adjudication);
/// assert_eq!(result, GameResult::WhiteWins);
/// assert_eq!(pgn.moves.len(), 1);
/// ```
pub fn play(
    white: &mut dyn Player,
    black: &mut dyn Player,
    start: &Position,
    adjudication: Adjudication,
) -> (GameResult, PgnGame) {
    let mut pgn = PgnGame::new(start);
    pgn.set_date(SystemTime::now());
    let mut position = start.clone();
    let mut scores = Vec::new();
    let conditions = Conditions::default();
    let outcome = loop {
        let outcome = position
            .outcome()
            .or_else(|| adjudication.judge(&position, &scores).map(Outcome::Adjudicated));
        if let Some(outcome) = outcome {
            break outcome;
        }
        let side = position.side_to_move();
        let thought = match side {
            Color::White => white.think(&position, &conditions),
            Color::Black => black.think(&position, &conditions),
        };
        // There is a legal move, so every player has one.
        let Some(thought) = thought else {
            break Outcome::Adjudicated(GameResult::Draw);
        };
        scores.push(thought.score.map(|score| score.of_white(side).get()));
        pgn.moves.push(thought.best);
        pgn.comment(thought.comment());
        position.make(thought.best);
    };
    let result = outcome.result(position.side_to_move());
    pgn.comment(outcome.to_string());
    pgn.result = Some(result);
    pgn.set_tag("TimeControl", "-");
    pgn.set_tag("Termination", outcome.pgn_termination());
    (result, pgn)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Judges a game whose last plies had these scores from White's view; White made the last of
    /// them.
    fn judged(scores: &[i32], move_number: u32) -> Option<GameResult> {
        let fen = format!("4k3/8/8/8/8/8/8/R3K3 b - - 0 {move_number}");
        let position = Position::from_fen(&fen).unwrap();
        let scores: Vec<Option<i32>> = scores.iter().map(|&score| Some(score)).collect();
        let adjudication = Adjudication { most_plies: 100, by_scores: true };
        let only_by_rules = Adjudication { by_scores: false, ..adjudication };
        assert_eq!(only_by_rules.judge(&position, &scores), None);
        adjudication.judge(&position, &scores)
    }

    #[test]
    fn a_game_ends_when_both_players_agree() {
        assert_eq!(judged(&[600; 6], 20), Some(GameResult::WhiteWins));
        assert_eq!(judged(&[-600; 6], 20), Some(GameResult::BlackWins));
        assert_eq!(judged(&[600; 5], 20), None);
        assert_eq!(judged(&[600, 600, 599, 600, 600, 600, 600], 20), None);
        assert_eq!(judged(&[599, 600, 600, 600, 600, 600, 600], 20), Some(GameResult::WhiteWins));
        assert_eq!(judged(&[10; 16], 40), Some(GameResult::Draw));
        assert_eq!(judged(&[10; 16], 39), None);
        assert_eq!(judged(&[10; 15], 40), None);
    }
}
