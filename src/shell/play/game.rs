//! The game on the board: moves, clocks, end.

use std::time::{Duration, SystemTime};

use super::clock::{Clocks, TimeControl};
use crate::board::{Color, GameResult, Move, Outcome, Position};
use crate::knowledge::openings;
use crate::knowledge::pgn::PgnGame;

/// A game that is played, or was.
pub struct GameInPlay {
    date: SystemTime,
    control: Option<TimeControl>,
    start: Position,
    position: Position,
    moves: Vec<PlayedMove>,
    clocks: Option<Clocks>,
    outcome: Option<Outcome>,
}

struct PlayedMove {
    mv: Move,
    /// For PGN; may be empty.
    comment: String,
    /// To which the clocks return where the move is taken back.
    clocks_before: Option<Clocks>,
}

impl GameInPlay {
    pub fn new(start: Position, control: Option<TimeControl>) -> GameInPlay {
        GameInPlay {
            date: SystemTime::now(),
            control,
            outcome: start.outcome(),
            position: start.clone(),
            start,
            moves: Vec::new(),
            clocks: control.map(Clocks::new),
        }
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    pub fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Returns who has won and why, in words, if the game is over.
    pub fn verdict(&self) -> Option<String> {
        let outcome = self.outcome?;
        let result = match outcome.result(self.position.side_to_move()) {
            GameResult::WhiteWins => "White wins",
            GameResult::BlackWins => "Black wins",
            GameResult::Draw => "The game is drawn",
        };
        Some(format!("{result}: {outcome}."))
    }

    pub fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// A legal move with its number: `12... Nf6`.
    pub fn written(&self, mv: Move) -> String {
        self.position.numbered_san(&[mv]).concat()
    }

    /// Ends the game where the side to move, after so much thought, has no time left.
    pub fn look_at_clock(&mut self, thought: Duration) {
        let side = self.position.side_to_move();
        let is_up = self
            .clocks
            .is_some_and(|clocks| clocks.is_up(side, thought));
        if is_up && self.outcome.is_none() {
            self.outcome = Some(Outcome::of_clock(&self.position, side));
        }
    }

    /// Plays a legal move; returns whether it came in time.
    pub fn play(&mut self, mv: Move, comment: String, thought: Duration) -> bool {
        self.look_at_clock(thought);
        if self.outcome.is_some() {
            return false;
        }
        let side = self.position.side_to_move();
        self.moves.push(PlayedMove {
            mv,
            comment,
            clocks_before: self.clocks,
        });
        if let Some(clocks) = &mut self.clocks {
            clocks.count_move(side, thought);
        }
        self.position.make(mv);
        self.outcome = self.position.outcome();
        true
    }

    /// Ends the game, whatever the position.
    pub fn conclude(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    /// Continues a game that ended by resignation or agreement; false if it did not.
    pub fn reopen(&mut self) -> bool {
        let is_declared = matches!(
            self.outcome,
            Some(Outcome::Resignation(_) | Outcome::Agreement)
        );
        if is_declared {
            self.outcome = None;
        }
        is_declared
    }

    /// Takes back up to the last move of a side for which `is_meant` holds; false without one.
    pub fn undo(&mut self, is_meant: impl Fn(Color) -> bool) -> bool {
        let first = self.start.side_to_move();
        let side_of = |ply: usize| if ply.is_multiple_of(2) { first } else { !first };
        let Some(last) = (0..self.moves.len()).rfind(|&ply| is_meant(side_of(ply))) else {
            return false;
        };
        self.clocks = self.moves[last].clocks_before;
        for _ in self.moves.drain(last..) {
            self.position.unmake();
        }
        self.outcome = None;
        true
    }

    /// The game as PGN. `names` are White's and Black's.
    pub fn pgn(&self, names: [String; 2], round: u64) -> PgnGame {
        let mut pgn = PgnGame::new(&self.start);
        for played in &self.moves {
            pgn.push(played.mv);
            pgn.comment(played.comment.clone());
        }
        pgn.set_tag("Event", "Ox88 play");
        pgn.set_tag("Round", round.to_string());
        let [white, black] = names;
        pgn.set_tag("White", white);
        pgn.set_tag("Black", black);
        pgn.set_date(self.date);
        let control = self.control.map(|control| control.in_seconds());
        pgn.set_tag("TimeControl", control.unwrap_or("-".to_string()));
        let termination = match self.outcome {
            Some(outcome) => {
                pgn.termination = outcome.result(self.position.side_to_move()).into();
                pgn.comment(outcome.to_string());
                outcome.pgn_termination()
            }
            None => "unterminated",
        };
        pgn.set_tag("Termination", termination);
        if let Some(opening) = openings::name_of(&self.position) {
            for (name, value) in opening.tags() {
                pgn.set_tag(name, value);
            }
        }
        pgn
    }
}
