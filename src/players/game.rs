//! One game between two players, and what ends it early: a draw by scores or by length, a win by
//! scores ([`Adjudication`]).

use std::time::SystemTime;

use super::{Conditions, Player, Thought};
use crate::board::{Color, GameResult, Outcome, Position};
use crate::eval::Score;
use crate::knowledge::pgn::PgnGame;

/// A game that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// The time when it began.
    pub date: SystemTime,
    /// The position from which it was played.
    pub start: Position,
    /// What the players found at each ply, with the moves of the game.
    pub thoughts: Vec<Thought>,
    /// The result.
    pub result: GameResult,
    /// How it ended.
    pub outcome: Outcome,
}

impl Game {
    /// Returns the game as PGN, with scores as comments and without the players' names.
    pub fn pgn(&self) -> PgnGame {
        let mut pgn = PgnGame::new(&self.start);
        for thought in &self.thoughts {
            pgn.moves.push(thought.best);
            pgn.comment(thought.comment());
        }
        pgn.comment(self.outcome.to_string());
        pgn.result = Some(self.result);
        pgn.set_date(self.date);
        pgn.set_tag("TimeControl", "-");
        pgn.set_tag("Termination", self.outcome.pgn_termination());
        pgn
    }
}

impl Thought {
    /// Returns score and depth as a PGN comment; it is empty if the player has no score.
    pub fn comment(&self) -> String {
        let written = |score: Score| format!("{}/{}", score.in_pawns(), self.depth);
        self.score.map_or(String::new(), written)
    }
}

/// The conditions under which a game ends that the rules do not end.
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
    /// Returns how a game ends in which these thoughts led to this position.
    fn judge(self, position: &Position, thoughts: &[Thought]) -> Option<Outcome> {
        if thoughts.len() >= self.most_plies {
            return Some(Outcome::TooLong);
        }
        if !self.by_scores {
            return None;
        }
        // The last score is that of the side that has just moved.
        let mut is_white = position.side_to_move() == Color::Black;
        let mut scores = Vec::with_capacity(DRAW_PLIES);
        for thought in thoughts.iter().rev().take(DRAW_PLIES) {
            let score = thought.score?.get();
            scores.push(if is_white { score } else { -score });
            is_white = !is_white;
        }
        let agree = |plies: usize, is_so: &dyn Fn(i32) -> bool| {
            scores.len() >= plies && scores[..plies].iter().all(|&score| is_so(score))
        };
        if agree(WIN_PLIES, &|score| score >= WIN_SCORE) {
            Some(Outcome::Resignation(Color::Black))
        } else if agree(WIN_PLIES, &|score| score <= -WIN_SCORE) {
            Some(Outcome::Resignation(Color::White))
        } else if position.fullmove_number() >= DRAW_MOVE
            && agree(DRAW_PLIES, &|score| score.abs() <= DRAW_SCORE)
        {
            Some(Outcome::Agreement)
        } else {
            None
        }
    }
}

/// Lets two players play until the game is over.
///
/// ```
/// use ox88::board::{Outcome, Position};
/// use ox88::players::{Adjudication, Specification, play};
/// let player = |text: &str| text.parse::<Specification>().unwrap().player().unwrap();
/// let start = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
/// let [mut white, mut black] = ["minimax:depth=1", "random"].map(player);
/// let adjudication = Adjudication { most_plies: 100, by_scores: false };
/// let game = play(&mut *white, &mut *black, &start, adjudication);
/// assert_eq!(game.outcome, Outcome::Checkmate);
/// assert_eq!(game.thoughts.len(), 1);
/// ```
pub fn play(
    white: &mut dyn Player,
    black: &mut dyn Player,
    start: &Position,
    adjudication: Adjudication,
) -> Game {
    let date = SystemTime::now();
    let mut position = start.clone();
    let mut thoughts = Vec::new();
    let conditions = Conditions::default();
    let outcome = loop {
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        if let Some(outcome) = adjudication.judge(&position, &thoughts) {
            break outcome;
        }
        let thought = match position.side_to_move() {
            Color::White => white.think(&position, &conditions),
            Color::Black => black.think(&position, &conditions),
        };
        // There is a legal move, so every player has one.
        let Some(thought) = thought else {
            break Outcome::TooLong;
        };
        position.make(thought.best);
        thoughts.push(thought);
    };
    Game {
        date,
        start: start.clone(),
        thoughts,
        result: outcome.result(position.side_to_move()),
        outcome,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::board::Move;

    /// Judges a game whose last plies had these scores from White's view; White made the last of
    /// them.
    fn judged(scores: &[i32], move_number: u32) -> Option<GameResult> {
        let fen = format!("4k3/8/8/8/8/8/8/R3K3 b - - 0 {move_number}");
        let position = Position::from_fen(&fen).unwrap();
        let thoughts = scores.iter().rev().enumerate().map(|(i, &score)| {
            let score = Score::centipawns(if i % 2 == 0 { score } else { -score });
            let (best, score, time) = (Move::NONE, Some(score), Duration::ZERO);
            Thought { best, score, depth: 1, nodes: 1, time }
        });
        let mut thoughts: Vec<Thought> = thoughts.collect();
        thoughts.reverse();
        let adjudication = Adjudication { most_plies: 100, by_scores: true };
        let only_by_rules = Adjudication { by_scores: false, ..adjudication };
        assert_eq!(only_by_rules.judge(&position, &thoughts), None);
        let judged = adjudication.judge(&position, &thoughts);
        judged.map(|outcome| outcome.result(position.side_to_move()))
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
