//! Hints and answers to draw offers by the full engine.

use std::sync::Arc;

use super::super::conclusion::Conclusion;
use super::super::seat::{Choice, Machine};
use super::{PlaySession, Question};
use crate::players::{Algorithm, Effort, EvaluationKind, NamedPlayer, Specification};

/// Nodes of a search for a hint or a draw offer.
const ADVICE_NODES: u64 = 100_000;

/// In centipawns: the engine accepts a draw if its score is this or less.
const GLAD: i32 = -40;
/// From this move on it also accepts if it is better by at most so many centipawns.
const CONTENT: (u32, i32) = (40, 20);

impl PlaySession {
    fn advice(&mut self) -> Option<Choice> {
        if self.adviser.is_none() {
            let specification = Specification {
                algorithm: Algorithm::Ox88,
                evaluation: EvaluationKind::Network,
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
            match Machine::new(player, false) {
                Ok(machine) => self.adviser = Some(machine),
                Err(error) => self.say(error),
            }
        }
        let adviser = self.adviser.as_mut()?;
        // The same advice again for the same position.
        adviser.begin_game(0);
        adviser.choose(self.game.position(), None, Arc::default())
    }

    pub(super) fn hint(&mut self) {
        let Some(choice) = self.advice() else {
            return self.say("There is nothing to play.");
        };
        let score = choice.thought.and_then(|thought| thought.score);
        let note = score.map_or(String::new(), |score| format!(" ({})", score.in_pawns()));
        let san = self.game.position().san(choice.mv);
        self.say(format_args!("Try {san}{note}."));
    }

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
        let advice = self.advice().and_then(|choice| choice.thought);
        let own = advice
            .and_then(|thought| thought.score)
            .map_or(0, |score| -score.get());
        let is_late = self.game.position().fullmove_number() >= CONTENT.0;
        if own <= GLAD || is_late && own <= CONTENT.1 {
            self.game.conclude(Conclusion::Agreed);
        } else {
            self.say(format_args!("{} declines the draw.", !side));
        }
    }
}
