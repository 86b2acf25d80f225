//! The ends of games: by the rules, by the clock, by the players.

use std::fmt;

use super::piece::Color;
use super::position::Position;

/// The reason for which a game is over: a rule of chess, the clock, the players' will, or a match.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can ever mate.
    InsufficientMaterial,
    /// Each side has made fifty moves without a capture or a pawn move.
    FiftyMoves,
    /// The position has occurred for the third time.
    Threefold,
    /// This side resigns.
    Resignation(Color),
    /// This side has lost on time.
    TimeForfeit(Color),
    /// This side has no time left, but the other could never mate: a draw.
    TimeForfeitInVain(Color),
    /// The players agree on a draw.
    Agreement,
    /// A match ends the game with this result, by the players' scores or by its length.
    Adjudicated(GameResult),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Outcome::Checkmate => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::InsufficientMaterial => "neither side can mate",
            Outcome::FiftyMoves => "fifty moves without capture or pawn move",
            Outcome::Threefold => "threefold repetition",
            Outcome::Resignation(loser) => return write!(f, "{loser} resigns"),
            Outcome::TimeForfeit(loser) => return write!(f, "{loser}'s time is up"),
            Outcome::TimeForfeitInVain(loser) => {
                return write!(f, "{loser}'s time is up, but {} could never mate", !*loser);
            }
            Outcome::Agreement => "draw agreed",
            Outcome::Adjudicated(_) => "adjudication",
        })
    }
}

impl Outcome {
    /// Returns how the game ends when this side's time is up.
    pub fn of_clock(position: &Position, loser: Color) -> Outcome {
        if position.has_insufficient_material(!loser) {
            Outcome::TimeForfeitInVain(loser)
        } else {
            Outcome::TimeForfeit(loser)
        }
    }

    /// Returns the result of a game that ends so, with this side to move.
    ///
    /// ```
    /// use ox88::board::{Color, GameResult, Outcome};
    /// assert_eq!(Outcome::Checkmate.result(Color::White), GameResult::BlackWins);
    /// assert_eq!(Outcome::Stalemate.result(Color::White), GameResult::Draw);
    /// assert_eq!(Outcome::Resignation(Color::Black).result(Color::White), GameResult::WhiteWins);
    /// ```
    pub fn result(self, side_to_move: Color) -> GameResult {
        match self {
            Outcome::Checkmate => GameResult::win_of(!side_to_move),
            Outcome::Resignation(loser) | Outcome::TimeForfeit(loser) => GameResult::win_of(!loser),
            Outcome::Adjudicated(result) => result,
            _ => GameResult::Draw,
        }
    }

    /// Returns the value of the PGN tag `Termination`.
    pub fn pgn_termination(self) -> &'static str {
        match self {
            Outcome::TimeForfeit(_) | Outcome::TimeForfeitInVain(_) => "time forfeit",
            Outcome::Adjudicated(_) => "adjudication",
            _ => "normal",
        }
    }
}

/// The result of a game.
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
    /// All results, the best for Black first.
    pub const ALL: [GameResult; 3] =
        [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins];

    /// Returns a win of this side.
    pub const fn win_of(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::WhiteWins,
            Color::Black => GameResult::BlackWins,
        }
    }

    /// Returns the points of this side, in halves.
    ///
    /// ```
    /// use ox88::board::{Color, GameResult};
    /// assert_eq!(GameResult::WhiteWins.half_points(Color::White), 2);
    /// assert_eq!(GameResult::WhiteWins.half_points(Color::Black), 0);
    /// assert_eq!(GameResult::Draw.half_points(Color::Black), 1);
    /// ```
    pub fn half_points(self, side: Color) -> u8 {
        match self {
            GameResult::Draw => 1,
            _ if self == GameResult::win_of(side) => 2,
            _ => 0,
        }
    }

    /// Returns the marker that ends a game in PGN.
    pub const fn marker(self) -> &'static str {
        match self {
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::WhiteWins => "1-0",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.marker())
    }
}

impl Position {
    /// The halfmove clock at which the fifty-move rule ends the game, in plies.
    pub const FIFTY_MOVES: u32 = 100;

    /// Returns the rule by which the game is over, if it is: mate and stalemate before any other
    /// draw.
    ///
    /// ```
    /// use ox88::board::{Outcome, Position};
    /// assert_eq!(Position::startpos().outcome(), None);
    /// let mate = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
    /// assert_eq!(mate.outcome(), Some(Outcome::Checkmate));
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.in_check() { Outcome::Checkmate } else { Outcome::Stalemate });
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
