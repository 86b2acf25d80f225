//! The game on the board: moves, clocks, end.

use std::time::{Duration, Instant, SystemTime};

use super::clock::{Clocks, TimeControl};
use crate::board::{Color, GameResult, Move, Outcome, Position};
use crate::knowledge::pgn::PgnGame;

/// A game that is played, or was.
pub struct GameInPlay {
    date: SystemTime,
    control: Option<TimeControl>,
    start: Position,
    position: Position,
    moves: Vec<PlayedMove>,
    /// The clocks as they were when the turn began, or when the game ended.
    clocks: Option<Clocks>,
    turn_began: Instant,
    outcome: Option<Outcome>,
}

struct PlayedMove {
    mv: Move,
    /// The comment on the move in PGN; it may be empty.
    comment: String,
    /// The clocks before the move, which are restored when it is taken back.
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
            turn_began: Instant::now(),
        }
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the clocks at this moment, if the game has any.
    pub fn clocks(&self) -> Option<Clocks> {
        let clocks = self.clocks?;
        Some(if self.outcome.is_some() {
            clocks
        } else {
            clocks.after(self.position.side_to_move(), self.turn_began.elapsed())
        })
    }

    /// Returns how long the side to move may think on, if a clock runs.
    pub fn time_left(&self) -> Option<Duration> {
        let clocks = self.clocks().filter(|_| self.outcome.is_none())?;
        Some(clocks.left(self.position.side_to_move()))
    }

    /// Returns how the game has ended, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
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

    /// Returns the moves of this game, without the moves that led to its start.
    pub fn moves(&self) -> Vec<Move> {
        self.moves.iter().map(|played| played.mv).collect()
    }

    /// Returns a legal move with its number: `12... Nf6`.
    pub fn written(&self, mv: Move) -> String {
        self.position.numbered_san(&[mv]).concat()
    }

    /// Ends the game where the side to move has no time left.
    pub fn look_at_clock(&mut self) {
        if self.time_left() == Some(Duration::ZERO) {
            let side = self.position.side_to_move();
            self.conclude(Outcome::of_clock(&self.position, side));
        }
    }

    /// Plays a legal move; returns whether it came in time.
    pub fn play(&mut self, mv: Move, comment: String) -> bool {
        self.look_at_clock();
        if self.outcome.is_some() {
            return false;
        }
        let side = self.position.side_to_move();
        let clocks_before = self.clocks;
        let mut comment = comment;
        if let Some(clocks) = &mut self.clocks {
            clocks.count_move(side, self.turn_began.elapsed());
            comment = format!("{} {comment}", clocks.in_pgn(side));
        }
        self.moves.push(PlayedMove { mv, comment: comment.trim_end().to_string(), clocks_before });
        self.turn_began = Instant::now();
        self.position.make(mv);
        self.outcome = self.position.outcome();
        true
    }

    /// Ends the game, whatever the position; the clocks stop.
    pub fn conclude(&mut self, outcome: Outcome) {
        self.clocks = self.clocks();
        self.outcome = Some(outcome);
    }

    /// Continues a game that ended by resignation or agreement; returns false for other games.
    pub fn reopen(&mut self) -> bool {
        let is_declared =
            matches!(self.outcome, Some(Outcome::Resignation(_) | Outcome::Agreement));
        if is_declared {
            self.outcome = None;
            self.turn_began = Instant::now();
        }
        is_declared
    }

    /// Takes moves back, up to the last one of a side for which `is_meant` returns true; returns
    /// false if there is none.
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
        self.turn_began = Instant::now();
        true
    }

    /// Returns the game as PGN. The names are White's and Black's.
    pub fn pgn(&self, names: [String; 2], round: u64) -> PgnGame {
        let mut pgn = PgnGame::new(&self.start);
        for played in &self.moves {
            pgn.moves.push(played.mv);
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
                pgn.result = Some(outcome.result(self.position.side_to_move()));
                pgn.comment(outcome.to_string());
                outcome.pgn_termination()
            }
            None => "unterminated",
        };
        pgn.set_tag("Termination", termination);
        pgn.name_opening();
        pgn
    }
}
