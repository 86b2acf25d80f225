//! The AND/OR tree, and the line of a proven mate.

use std::cmp::Reverse;

use super::moves::{Candidate, Candidates, Refutations, Replies};
use super::table::{MateEntry, MateTable, effort, table_key};
use super::{MOST_MOVES, Mate, Watch};
use crate::board::{Key, Move, Position};

/// The nodes between two calls of [`Watch::should_stop`].
pub const POLL_INTERVAL: u64 = 64;

/// The error of a search that the watch has stopped: partial results are void.
#[derive(PartialEq, Eq, Debug)]
pub struct Stopped;

/// The search for a mate by the attacker, who is to move at the root.
pub struct MateSearch<'a> {
    position: Position,
    watch: &'a mut dyn Watch,
    pub nodes: u64,
    table: MateTable,
    /// The positions that are drawn when they come again.
    stood_twice: Vec<Key>,
    refutations: Refutations,
}

impl<'a> MateSearch<'a> {
    pub fn new(position: &Position, watch: &'a mut dyn Watch, megabytes: usize) -> MateSearch<'a> {
        MateSearch {
            position: position.clone(),
            watch,
            nodes: 0,
            table: MateTable::new(megabytes),
            stood_twice: position.repeated_keys(),
            refutations: Refutations::new(),
        }
    }

    /// Finds the shortest mate within `most` moves (at most [`MOST_MOVES`]), if there is one,
    /// beginning with one of `root_moves`, which must be legal.
    pub fn run(&mut self, root_moves: &[Move], most: u32) -> Result<Option<Mate>, Stopped> {
        if self.watch.should_stop(0) {
            return Err(Stopped);
        }
        // Without moves there is no mate in any number of moves.
        if root_moves.is_empty() {
            return Ok(None);
        }
        let mut candidates = self.candidates(root_moves, Move::NONE)?;
        for moves in 1..=most.min(MOST_MOVES) as u8 {
            if let Some(first) = self.mating_move(&mut candidates, moves)? {
                let mut line = vec![first];
                // If stopped, what is found is still right.
                let _ = self.follow(&mut line, moves);
                return Ok(Some(Mate { moves: u32::from(moves), line }));
            }
            self.watch.refuted(u32::from(moves), self.nodes);
        }
        Ok(None)
    }

    /// Returns the fastest mate within `most` moves, and its length, where the attacker is to move.
    fn attack(&mut self, most: u8) -> Result<Option<(u8, Move)>, Stopped> {
        // A bare king gives no check.
        if self.is_drawn() || self.position.is_bare(self.position.side_to_move()) {
            return Ok(None);
        }
        if most == 1 {
            return Ok(self.mate_in_one()?.map(|mv| (1, mv)));
        }
        let key = table_key(&self.position, 2 * u32::from(most) - 1);
        let known = self.table.probe(key);
        let hint = Move::from_bits(known.hint);
        if known.mate != 0 {
            return Ok((known.mate <= most).then_some((known.mate, hint)));
        }
        if known.refuted >= most {
            return Ok(None);
        }
        let before = self.nodes;
        let legal = self.position.legal_moves();
        let mut candidates = self.candidates(&legal, hint)?;
        let mut found = None;
        for moves in known.refuted + 1..=most {
            if let Some(mv) = self.mating_move(&mut candidates, moves)? {
                found = Some((moves, mv));
                break;
            }
        }
        let hint = found.map(|(_, mv)| mv).or(candidates.first().map(|best| best.mv));
        self.table.store(MateEntry {
            key: key.0,
            effort: effort(self.nodes - before),
            hint: hint.map_or(0, Move::bits),
            refuted: found.map_or(most, |(moves, _)| moves - 1),
            mate: found.map_or(0, |(moves, _)| moves),
        });
        Ok(found)
    }

    /// Returns the candidates. A mate comes first, then the candidates with the fewest replies.
    fn candidates(&mut self, moves: &[Move], hint: Move) -> Result<Candidates, Stopped> {
        let mut candidates = Candidates::new();
        for &mv in moves {
            self.play(mv)?;
            candidates.extend(Candidate::new(mv, hint, &self.position));
            self.position.unmake();
        }
        candidates.sort_by_key(|candidate| candidate.order);
        Ok(candidates)
    }

    fn mate_in_one(&mut self) -> Result<Option<Move>, Stopped> {
        for mv in self.position.legal_moves() {
            if self.may_give_check(mv) {
                self.play(mv)?;
                let is_mate = self.is_mate();
                self.position.unmake();
                if is_mate {
                    return Ok(Some(mv));
                }
            }
        }
        Ok(None)
    }

    /// Returns whether a move gives check, or [`Position::gives_check`] cannot tell.
    fn may_give_check(&self, mv: Move) -> bool {
        !mv.is_plain() || self.position.gives_check(mv)
    }

    fn is_mate(&self) -> bool {
        self.position.in_check() && !self.position.has_legal_move()
    }

    /// Returns the first candidate that mates; without one, sorts them by how hard they were to
    /// refute.
    fn mating_move(
        &mut self,
        candidates: &mut Candidates,
        moves: u8,
    ) -> Result<Option<Move>, Stopped> {
        if moves == 1 {
            let mate = candidates.first().filter(|first| first.mates());
            return Ok(mate.map(|mate| mate.mv));
        }
        for candidate in candidates.iter_mut() {
            let before = self.nodes;
            self.play(candidate.mv)?;
            let is_lost = self.is_lost(moves - 1)?;
            self.position.unmake();
            candidate.effort = effort(self.nodes - before);
            if is_lost {
                return Ok(Some(candidate.mv));
            }
        }
        candidates.sort_by_key(|candidate| Reverse(candidate.effort));
        Ok(None)
    }

    /// Returns whether every reply of the defender, who is to move, is mated within `left` more
    /// moves.
    fn is_lost(&mut self, left: u8) -> Result<bool, Stopped> {
        let key = table_key(&self.position, 2 * u32::from(left));
        let known = self.table.probe(key);
        if known.mate != 0 && known.mate <= left {
            return Ok(true);
        }
        if known.refuted >= left {
            return Ok(false);
        }
        let before = self.nodes;
        let hint = Move::from_bits(known.hint);
        let replies = Replies::new(&self.position, &self.refutations, left, hint);
        if replies.is_empty() {
            return Ok(self.position.in_check());
        }
        if self.is_drawn() {
            return Ok(false);
        }
        let refutation = self.refutation(replies, left)?;
        self.table.store(MateEntry {
            key: key.0,
            effort: effort(self.nodes - before),
            hint: refutation.map_or(0, Move::bits),
            refuted: refutation.map_or(known.refuted, |_| left),
            mate: refutation.map_or(left, |_| known.mate),
        });
        Ok(refutation.is_none())
    }

    fn refutation(&mut self, replies: Replies, left: u8) -> Result<Option<Move>, Stopped> {
        for reply in replies {
            self.play(reply)?;
            let mate = self.attack(left)?;
            self.position.unmake();
            if mate.is_none() {
                self.refutations.add(reply, left);
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    fn is_drawn(&self) -> bool {
        let position = &self.position;
        position.halfmove_clock() >= Position::FIFTY_MOVES
            || !self.stood_twice.is_empty() && self.stood_twice.contains(&position.key())
            || position.is_insufficient_material()
    }

    fn play(&mut self, mv: Move) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) && self.watch.should_stop(self.nodes) {
            return Err(Stopped);
        }
        self.position.make(mv);
        Ok(())
    }

    /// Completes the line of a first move, which mates in `moves` and no fewer.
    fn follow(&mut self, line: &mut Vec<Move>, moves: u8) -> Result<(), Stopped> {
        self.play(line[0])?;
        for left in (1..moves).rev() {
            let Some(reply) = self.longest_defence(left)? else {
                break;
            };
            self.play(reply)?;
            line.push(reply);
            // A key may collide.
            let Some((_, mv)) = self.attack(left)?.filter(|&(_, mv)| self.is_legal(mv)) else {
                break;
            };
            self.play(mv)?;
            line.push(mv);
        }
        Ok(())
    }

    /// Returns the reply that takes longest, where the defender is to move and mated in exactly
    /// `left` more moves.
    fn longest_defence(&mut self, left: u8) -> Result<Option<Move>, Stopped> {
        let mut replies = Replies::new(&self.position, &self.refutations, left, Move::NONE);
        if left == 1 {
            return Ok(replies.next());
        }
        self.refutation(replies, left - 1)
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.position.is_legal(mv, self.position.checks())
    }
}
