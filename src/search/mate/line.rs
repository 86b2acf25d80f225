//! The line of a mate that was proven.

use super::hunt::{Hunt, Stopped};
use super::replies::Replies;
use crate::board::Move;

impl Hunt<'_> {
    /// The line that begins with the move `first`, which was proven to mate in
    /// no fewer than `moves`; as much of it as the watch leaves time for.
    pub fn line(&mut self, first: Move, moves: u8) -> Vec<Move> {
        let mut line = vec![first];
        // Stopped or not, what is found is right.
        let _ = self.follow(&mut line, moves);
        line
    }

    fn follow(&mut self, line: &mut Vec<Move>, moves: u8) -> Result<(), Stopped> {
        self.play(line[0])?;
        for left in (1..moves).rev() {
            let Some(reply) = self.longest_defence(left)? else {
                break;
            };
            self.play(reply)?;
            line.push(reply);
            // A move from the table is another position's in one of 2⁶⁴ cases.
            let Some((_, mv)) = self.attack(left)?.filter(|&(_, mv)| self.is_legal(mv)) else {
                break;
            };
            self.play(mv)?;
            line.push(mv);
        }
        Ok(())
    }

    /// Defender to move, mated within `left` more moves but no sooner: a reply
    /// that makes it last so long.
    fn longest_defence(&mut self, left: u8) -> Result<Option<Move>, Stopped> {
        let mut replies = Replies::new(self, left, Move::NONE);
        if left == 1 {
            return Ok(replies.next());
        }
        self.refutation(replies, left - 1)
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.position.is_legal(mv, self.position.checks())
    }
}
