//! How a game ends.

use std::fmt;

use super::piece::Color;
use super::position::Position;

/// Why the game is over.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can ever mate.
    InsufficientMaterial,
    /// Fifty moves by each side without capture or pawn move.
    FiftyMoves,
    /// The position stands for the third time.
    Threefold,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Outcome::Checkmate => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::InsufficientMaterial => "neither side can mate",
            Outcome::FiftyMoves => "fifty moves without capture or pawn move",
            Outcome::Threefold => "threefold repetition",
        })
    }
}

impl Outcome {
    /// The result of a game that ends so, with this side to move.
    ///
    /// ```
    /// use ox88::board::{Color, GameResult, Outcome};
    /// assert_eq!(Outcome::Checkmate.result(Color::White), GameResult::BlackWins);
    /// assert_eq!(Outcome::Stalemate.result(Color::White), GameResult::Draw);
    /// ```
    pub fn result(self, side_to_move: Color) -> GameResult {
        match self {
            Outcome::Checkmate => GameResult::win_of(!side_to_move),
            _ => GameResult::Draw,
        }
    }
}

/// Who won a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// Black won.
    BlackWins,
    /// A draw.
    Draw,
    /// White won.
    WhiteWins,
}

impl GameResult {
    /// All of them, the best for Black first.
    pub const ALL: [GameResult; 3] = [
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::WhiteWins,
    ];

    /// A win of this side.
    pub const fn win_of(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::WhiteWins,
            Color::Black => GameResult::BlackWins,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::WhiteWins => "1-0",
        })
    }
}

impl Position {
    /// The halfmove clock at which the fifty-move rule ends the game, in plies.
    pub const FIFTY_MOVES: u32 = 100;

    /// Whether and how the game is over. Mate comes before draws that a player has to claim.
    ///
    /// ```
    /// use ox88::board::{Outcome, Position};
    /// assert_eq!(Position::startpos().outcome(), None);
    /// let mate = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
    /// assert_eq!(mate.outcome(), Some(Outcome::Checkmate));
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.in_check() {
                Outcome::Checkmate
            } else {
                Outcome::Stalemate
            });
        }
        if self.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if self.halfmove_clock() >= Position::FIFTY_MOVES {
            Some(Outcome::FiftyMoves)
        } else if self.repetitions() >= 2 {
            Some(Outcome::Threefold)
        } else {
            None
        }
    }
}
