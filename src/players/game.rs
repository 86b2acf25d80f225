//! One game between two players.

use std::time::SystemTime;

use super::{Player, Thought};
use crate::board::{Color, GameResult, Outcome, Position};
use crate::eval::Score;
use crate::knowledge::pgn::PgnGame;

/// A game that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// When it began.
    pub date: SystemTime,
    /// Where it began.
    pub start: Position,
    /// What the players found at each ply, with the moves of the game.
    pub thoughts: Vec<Thought>,
    /// Who won.
    pub result: GameResult,
    /// Why it is over.
    pub outcome: Outcome,
}

impl Game {
    /// The game as PGN, with scores as comments and without the players' names.
    pub fn pgn(&self) -> PgnGame {
        let mut pgn = PgnGame::new(&self.start);
        for thought in &self.thoughts {
            pgn.push(thought.best);
            pgn.comment(thought.comment());
        }
        pgn.comment(self.outcome.to_string());
        pgn.termination = self.result.into();
        pgn.set_date(self.date);
        pgn.set_tag("TimeControl", "-");
        pgn.set_tag("Termination", self.outcome.pgn_termination());
        pgn
    }
}

impl Thought {
    /// Score and depth as a PGN comment; empty where the player has no score.
    pub fn comment(&self) -> String {
        let written = |score: Score| format!("{}/{}", score.in_pawns(), self.depth);
        self.score.map_or(String::new(), written)
    }
}

/// Lets two players play until the game is over, or a draw after so many plies.
///
/// ```
/// use ox88::board::{Outcome, Position};
/// use ox88::players::{Specification, play};
/// let player = |text: &str| text.parse::<Specification>().unwrap().player().unwrap();
/// let start = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
/// let game = play(&mut *player("minimax:depth=1"), &mut *player("random"), &start, 100);
/// assert_eq!(game.outcome, Outcome::Checkmate);
/// assert_eq!(game.thoughts.len(), 1);
/// ```
pub fn play(
    white: &mut dyn Player,
    black: &mut dyn Player,
    start: &Position,
    most_plies: usize,
) -> Game {
    let date = SystemTime::now();
    let mut position = start.clone();
    let mut thoughts = Vec::new();
    let outcome = loop {
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        if thoughts.len() >= most_plies {
            break Outcome::TooLong;
        }
        let thought = match position.side_to_move() {
            Color::White => white.think(&position, None),
            Color::Black => black.think(&position, None),
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
