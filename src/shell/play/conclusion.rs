//! How a game at the terminal ends.

use std::fmt;

use crate::board::{Color, GameResult, Outcome, Position};

/// The end of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// By this side.
    Checkmate(Color),
    /// A draw by the rules; never [`Outcome::Checkmate`].
    Drawn(Outcome),
    /// This side resigns.
    Resigned(Color),
    /// This side has lost on time.
    TimeUp(Color),
    /// This side has no time left, but the other cannot mate: a draw.
    TimeUpInVain(Color),
    /// A draw that the players have agreed on.
    Agreed,
}

impl Conclusion {
    /// The end of the game by the rules.
    pub fn of(position: &Position) -> Option<Conclusion> {
        Some(match position.outcome()? {
            Outcome::Checkmate => Conclusion::Checkmate(!position.side_to_move()),
            outcome => Conclusion::Drawn(outcome),
        })
    }

    /// The end by the clock of this side.
    pub fn time_up(position: &Position, loser: Color) -> Conclusion {
        if position.has_insufficient_material(!loser) {
            Conclusion::TimeUpInVain(loser)
        } else {
            Conclusion::TimeUp(loser)
        }
    }

    /// Who won.
    pub fn result(self) -> GameResult {
        match self {
            Conclusion::Checkmate(winner) => GameResult::win_of(winner),
            Conclusion::Resigned(loser) | Conclusion::TimeUp(loser) => GameResult::win_of(!loser),
            Conclusion::Drawn(_) | Conclusion::TimeUpInVain(_) | Conclusion::Agreed => {
                GameResult::Draw
            }
        }
    }

    /// The tag `Termination` of PGN.
    pub fn termination(self) -> &'static str {
        match self {
            Conclusion::TimeUp(_) | Conclusion::TimeUpInVain(_) => "time forfeit",
            _ => "normal",
        }
    }

    /// Whether the players ended the game, not the rules or the clock.
    pub fn is_declared(self) -> bool {
        matches!(self, Conclusion::Resigned(_) | Conclusion::Agreed)
    }

    /// How it ended, in words.
    pub fn reason(self) -> String {
        match self {
            Conclusion::Checkmate(_) => Outcome::Checkmate.to_string(),
            Conclusion::Drawn(outcome) => outcome.to_string(),
            Conclusion::Resigned(loser) => format!("{loser} resigns"),
            Conclusion::TimeUp(loser) => format!("{loser}'s time is up"),
            Conclusion::TimeUpInVain(loser) => {
                format!("{loser}'s time is up, but {} could never mate", !loser)
            }
            Conclusion::Agreed => "draw agreed".into(),
        }
    }
}

impl fmt::Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let result = match self.result() {
            GameResult::WhiteWins => "White wins",
            GameResult::BlackWins => "Black wins",
            GameResult::Draw => "The game is drawn",
        };
        write!(f, "{result}: {}.", self.reason())
    }
}
