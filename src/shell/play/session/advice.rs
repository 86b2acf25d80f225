//! Hints and answers to draw offers by the full engine.

use super::super::seat::{Machine, MachineMove};
use super::{PlaySession, Question};
use crate::board::Outcome;
use crate::eval::{Score, WinModel};
use crate::players::{Conditions, Specification};

/// The nodes of a search for a hint or a draw offer.
const ADVICE_NODES: u64 = 100_000;

/// The engine accepts a draw with this score, in centipawns, or less.
const MOST_FOR_DRAW: i32 = -40;
/// The engine accepts a draw with this score, in centipawns, or less from move [`LATE`] on.
const MOST_FOR_LATE_DRAW: i32 = 20;
/// The first move of a game that counts as late.
const LATE: u32 = 40;
/// The number of pieces, kings and pawns included, up to which the engine accepts a draw in a
/// position that it would hardly win.
const FEW_PIECES: u32 = 12;
/// The chance of a win, in per mille, up to which the engine accepts a draw with few pieces.
const HARDLY: u16 = 50;

impl PlaySession<'_> {
    /// Returns what the full engine would play; `None` without a legal move.
    ///
    /// # Errors
    /// Where there is no memory for the engine.
    fn advice(&self) -> Result<Option<MachineMove>, String> {
        let engine: Specification = format!("ox88:nodes={ADVICE_NODES}").parse()?;
        let mut adviser = Machine::new(&engine, false)?;
        // The seed is fixed, so that the same position gets the same advice.
        adviser.begin_game(0);
        Ok(adviser.choose(self.game.position(), &Conditions::default()))
    }

    /// Suggests a move, with its score.
    pub(super) fn hint(&self) {
        if self.game.is_over() {
            return self.say("The game is over.");
        }
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
            self.say(format_args!("{side} offers a draw. {}, do you accept?", !side));
            self.question = Some(Question::Draw);
            return;
        }
        let advice = match self.advice() {
            Ok(advice) => advice,
            Err(error) => return self.say(error),
        };
        let score = advice.and_then(|choice| choice.thought?.score);
        if self.is_draw_welcome(-score.unwrap_or(Score::DRAW)) {
            self.game.conclude(Outcome::Agreement);
        } else {
            self.say(format_args!("{} declines the draw.", !side));
        }
    }

    /// Returns whether the engine accepts a draw in a position with this score for it.
    fn is_draw_welcome(&self, score: Score) -> bool {
        let position = self.game.position();
        let most = match position.fullmove_number() {
            LATE.. => MOST_FOR_LATE_DRAW,
            _ => MOST_FOR_DRAW,
        };
        let has_few_pieces = position.piece_count() <= FEW_PIECES;
        let chances = WinModel::of(position).chances(score);
        score.get() <= most || has_few_pieces && chances.win <= HARDLY
    }
}
