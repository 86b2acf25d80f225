//! Hints and answers to draw offers by the full engine.

use std::sync::Arc;

use super::super::seat::{Choice, Machine};
use super::{PlaySession, Question};
use crate::board::Outcome;
use crate::eval::EvaluationKind;
use crate::players::{Algorithm, NamedPlayer, Specification};
use crate::search::Effort;

/// Nodes of a search for a hint or a draw offer.
const ADVICE_NODES: u64 = 100_000;

/// In centipawns: the engine accepts a draw if its score is this or less.
const MOST_FOR_DRAW: i32 = -40;
/// The same from [`LATE`] on.
const MOST_FOR_LATE_DRAW: i32 = 20;
/// The first move of a game that counts as late.
const LATE: u32 = 40;

impl PlaySession {
    /// What the full engine would play; `None` without a legal move.
    ///
    /// # Errors
    /// Where there is no memory for the engine.
    fn advice(&mut self) -> Result<Option<Choice>, String> {
        if self.adviser.is_none() {
            let specification = Specification {
                algorithm: Algorithm::Ox88,
                evaluation: EvaluationKind::Network,
                network: None,
                effort: Effort {
                    nodes: Some(ADVICE_NODES),
                    ..Effort::default()
                },
                seed: None,
            };
            let player = NamedPlayer {
                name: String::new(),
                specification,
            };
            self.adviser = Some(Machine::new(player, false).map_err(|error| error.to_string())?);
        }
        Ok(self.adviser.as_mut().and_then(|adviser| {
            // The same advice again for the same position.
            adviser.begin_game(0);
            adviser.choose(self.game.position(), None, Arc::default())
        }))
    }

    /// Suggests a move, with its score.
    pub(super) fn hint(&mut self) {
        let choice = match self.advice() {
            Ok(Some(choice)) => choice,
            Ok(None) => return self.say("There is nothing to play."),
            Err(error) => return self.say(error),
        };
        let score = choice.thought.and_then(|thought| thought.score);
        let note = score.map_or(String::new(), |score| format!(" ({})", score.in_pawns()));
        let san = self.game.position().san(choice.mv);
        self.say(format_args!("Try {san}{note}."));
    }

    /// Offers a draw to the other side, which answers at once if it is a machine.
    pub(super) fn offer_draw(&mut self) {
        let side = self.side();
        if self.seats[(!side).index()].is_person() {
            self.say(format_args!(
                "{side} offers a draw. {}, do you accept?",
                !side
            ));
            self.question = Some(Question::Draw);
            return;
        }
        let advice = match self.advice() {
            Ok(advice) => advice,
            Err(error) => return self.say(error),
        };
        let own = advice
            .and_then(|choice| choice.thought?.score)
            .map_or(0, |score| -score.get());
        let most = match self.game.position().fullmove_number() {
            LATE.. => MOST_FOR_LATE_DRAW,
            _ => MOST_FOR_DRAW,
        };
        if own <= most {
            self.game.conclude(Outcome::Agreement);
        } else {
            self.say(format_args!("{} declines the draw.", !side));
        }
    }
}
