//! Proving the shortest mate: an exhaustive search for `go mate`.
//!
//! Alpha-beta over scores proves a mate too, but spends its time on telling
//! positions apart that all are no mate. Here the only question is "mate in so
//! many moves, or not?": an AND/OR tree, in which a move of the attacker has to
//! hold against every reply, and one reply refutes it. It is searched depth
//! first for mates in 1, 2, 3, … moves, so that the first mate found is the
//! shortest.
//! <https://www.chessprogramming.org/Mate_Search>,
//! <https://www.chessprogramming.org/And-Or_Tree>
//!
//! # Draws
//!
//! Whoever must say of a *position* whether it is mate in `n` may remember it
//! in a table; draws by repetition seem to make that a question of the way that
//! led there. They do not:
//!
//! - *Repetition within the line* is ignored. Let the attacker always play a
//!   move of the shortest mate. Then the moves left to mate grow fewer with
//!   each of his moves, whatever the reply, so no position comes twice: a mate
//!   that exists can be had without repeating. And forbidding repetitions never
//!   makes a mate where there was none. Only the root's position may come
//!   again, if the caller allows not all of its moves; as it has then stood
//!   twice, that is no draw either, unless it had stood before the root.
//! - *Positions that stood twice before the root, or once and at it,* are draws
//!   when they come again. That is a fixed set, the same along all lines.
//! - *The fifty-move rule* cannot be met while clock and moves left are few
//!   enough together. Where they are not, the clock becomes part of the key.
//!   (A repetition comes with a higher clock, which makes no mate shorter, so
//!   that what is said above holds as well.)
//! - *Insufficient material* is a matter of the position alone.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use crate::board::{All, Key, Move, MoveKind, MoveList, Position};
use crate::eval::MAX_PLY;

/// The most moves within which a mate can be asked for; the line must fit in
/// [`MAX_PLY`] plies.
pub const MOST_MOVES: u32 = MAX_PLY as u32 / 2;

/// How many nodes pass between two looks at the watch.
const POLL_INTERVAL: u64 = 1024;

/// Buckets of the table: 16 MB in all.
const BUCKETS: usize = 1 << 18;

/// Order values of the attacker's moves, the lower, the earlier: a mate; what
/// the table says; how many replies a move leaves, and so many more if it gives
/// no check.
const MATES: i16 = -2;
const HINT: i16 = -1;
const QUIET: i16 = 8;

/// What a check and a capture are worth each as replies, more than any number
/// of refutations.
const FORCING: u32 = 1 << 24;

/// What is remembered of a position: sixteen bytes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, bytemuck::Zeroable)]
#[repr(C)]
struct Entry {
    /// The whole key, see [`Hunt::table_key`].
    key: u64,
    /// Nodes that went into it, to tell what is worth keeping.
    effort: u32,
    /// [`Move::bits`] of the mating move, or of what to try first: the move that
    /// was hardest to refute, the reply that refuted.
    hint: u16,
    /// There is no mate within so many moves.
    refuted: u8,
    /// There is one within so many, unless it is zero.
    mate: u8,
}

/// What may be asked of the table, by the side to move: of the attacker how
/// many moves it takes to mate, of the defender how many the attacker has left.
struct Table(Vec<[Entry; 4]>);

impl Table {
    /// An empty table. Without memory for it the search is slower, no worse.
    fn new() -> Table {
        Table(bytemuck::allocation::try_zeroed_vec(BUCKETS).unwrap_or_default())
    }

    fn index(&self, key: Key) -> usize {
        ((u128::from(key.0) * self.0.len() as u128) >> 64) as usize
    }

    /// What is known; an entry that says nothing, if nothing is.
    fn probe(&self, key: Key) -> Entry {
        let bucket = self.0.get(self.index(key));
        let found = bucket.and_then(|bucket| bucket.iter().find(|entry| entry.key == key.0));
        found.copied().unwrap_or_default()
    }

    /// Keeps an entry, in the place of the one of its position or of the one
    /// that took the least effort.
    fn store(&mut self, entry: Entry) {
        let index = self.index(Key(entry.key));
        let Some(bucket) = self.0.get_mut(index) else {
            return;
        };
        let worth = |old: &Entry| {
            if old.key == entry.key {
                0
            } else {
                u64::from(old.effort) + 1
            }
        };
        if let Some(place) = bucket.iter_mut().min_by_key(|old| worth(old)) {
            let effort = if place.key == entry.key {
                place.effort
            } else {
                0
            };
            *place = Entry {
                effort: entry.effort.saturating_add(effort),
                ..entry
            };
        }
    }
}

/// Told how a search goes on, and asked whether it may.
pub trait Watch {
    /// Whether to stop now, after so many nodes. Asked at the start and then
    /// about every thousand nodes.
    fn should_stop(&mut self, nodes: u64) -> bool;
    /// There is no mate within so many moves; to find that out took so many
    /// nodes.
    fn refuted(&mut self, _moves: u32, _nodes: u64) {}
}

impl<F: FnMut(u64) -> bool> Watch for F {
    fn should_stop(&mut self, nodes: u64) -> bool {
        self(nodes)
    }
}

/// What a search for a mate found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a mate, and none is shorter.
    Mate {
        /// Moves of the attacker until mate, from 1.
        moves: u32,
        /// The line: shortest mate, longest defence, `2 * moves - 1` plies. Only
        /// if the watch stopped the search when the mate was proven, but its
        /// line not yet at hand, is it shorter; it has one move at least.
        line: Vec<Move>,
    },
    /// There is no mate within the moves asked for.
    NoMate,
    /// Stopped before the answer was found.
    Stopped,
}

/// The answer of [`find_mate`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateAnswer {
    /// What was found out.
    pub verdict: Verdict,
    /// Moves made.
    pub nodes: u64,
}

/// Looks for the shortest mate that the side to move can force in at most
/// `most_moves` moves (at most `MOST_MOVES`), beginning with one of
/// `root_moves`, which must be legal.
///
/// ```
/// use ox88::board::Position;
/// use ox88::search::{Verdict, find_mate};
/// let position = Position::from_fen("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1").unwrap();
/// let answer = find_mate(&position, &position.legal_moves(), 3, &mut |_| false);
/// let Verdict::Mate { moves, line } = answer.verdict else { panic!() };
/// assert_eq!((moves, line.len()), (2, 3));
/// ```
pub fn find_mate(
    position: &Position,
    root_moves: &[Move],
    most_moves: u32,
    watch: &mut dyn Watch,
) -> MateAnswer {
    let mut hunt = Hunt::new(position, watch);
    let verdict = hunt.run(root_moves, most_moves.min(MOST_MOVES) as u8);
    MateAnswer {
        verdict: verdict.unwrap_or(Verdict::Stopped),
        nodes: hunt.nodes,
    }
}

/// The watch wants no more: what is under way is void.
struct Stopped;

/// A move of the attacker. Small, since each ply has a list of them on the
/// stack.
#[derive(Copy, Clone)]
struct Candidate {
    mv: Move,
    /// Less is earlier.
    order: i16,
    /// Nodes that the last try took.
    effort: u32,
}

/// The moves of the attacker that do not give stalemate.
type Candidates = ArrayVec<Candidate, 256>;

/// One search. The side to move at the root is the attacker.
struct Hunt<'a> {
    position: Position,
    watch: &'a mut dyn Watch,
    nodes: u64,
    table: Table,
    /// Positions that are drawn when they come again.
    stood_twice: Vec<Key>,
    /// By the attacker's moves left: the replies that refuted last.
    killers: Vec<[Move; 2]>,
    /// By [`Move::squares_index`]: how often a reply refuted.
    history: Vec<u32>,
}

impl<'a> Hunt<'a> {
    fn new(position: &Position, watch: &'a mut dyn Watch) -> Hunt<'a> {
        Hunt {
            position: position.clone(),
            watch,
            nodes: 0,
            table: Table::new(),
            stood_twice: stood_twice(position),
            killers: vec![[Move::NONE; 2]; MOST_MOVES as usize + 1],
            history: vec![0; 1 << 12],
        }
    }

    fn run(&mut self, root_moves: &[Move], most: u8) -> Result<Verdict, Stopped> {
        if self.watch.should_stop(0) {
            return Err(Stopped);
        }
        let mut candidates = self.candidates(root_moves, Move::NONE)?;
        for moves in 1..=most {
            if let Some(first) = self.mating_move(&mut candidates, moves)? {
                return Ok(Verdict::Mate {
                    moves: u32::from(moves),
                    line: self.line(first, moves),
                });
            }
            self.watch.refuted(u32::from(moves), self.nodes);
        }
        Ok(Verdict::NoMate)
    }

    /// Attacker to move: a move that mates as fast as possible, within `most`
    /// moves, and how many it takes.
    fn attack(&mut self, most: u8) -> Result<Option<(u8, Move)>, Stopped> {
        if self.is_drawn() || self.is_attacker_bare() {
            return Ok(None);
        }
        if most == 1 {
            return Ok(self.mate_in_one()?.map(|mv| (1, mv)));
        }
        let key = self.table_key(2 * u32::from(most) - 1);
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
        let hint = found
            .map(|(_, mv)| mv)
            .or(candidates.first().map(|best| best.mv));
        self.table.store(Entry {
            key: key.0,
            effort: effort(self.nodes - before),
            hint: hint.map_or(0, Move::bits),
            refuted: found.map_or(most, |(moves, _)| moves - 1),
            mate: found.map_or(0, |(moves, _)| moves),
        });
        Ok(found)
    }

    /// The first of the candidates that mates within `moves`. If none does they
    /// are ordered for the next try: what was hardest to refute comes first.
    fn mating_move(
        &mut self,
        candidates: &mut Candidates,
        moves: u8,
    ) -> Result<Option<Move>, Stopped> {
        if moves == 1 {
            let mate = candidates.first().filter(|first| first.order == MATES);
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

    /// Defender to move: whether every reply is mated within `left` more moves.
    fn is_lost(&mut self, left: u8) -> Result<bool, Stopped> {
        let key = self.table_key(2 * u32::from(left));
        let known = self.table.probe(key);
        if known.mate != 0 && known.mate <= left {
            return Ok(true);
        }
        if known.refuted >= left {
            return Ok(false);
        }
        let before = self.nodes;
        let replies = Replies::new(self, left, Move::from_bits(known.hint));
        if replies.is_empty() {
            return Ok(self.position.in_check());
        }
        if self.is_drawn() {
            return Ok(false);
        }
        let refutation = self.refutation(replies, left)?;
        self.table.store(Entry {
            key: key.0,
            effort: effort(self.nodes - before),
            hint: refutation.map_or(0, Move::bits),
            refuted: refutation.map_or(known.refuted, |_| left),
            mate: refutation.map_or(left, |_| known.mate),
        });
        Ok(refutation.is_none())
    }

    /// The first of the replies after which there is no mate within `left`
    /// moves.
    fn refutation(&mut self, replies: Replies, left: u8) -> Result<Option<Move>, Stopped> {
        for reply in replies {
            self.play(reply)?;
            let mate = self.attack(left)?;
            self.position.unmake();
            if mate.is_none() {
                self.remember_refutation(reply, left);
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// The line that begins with the move `first`, which was proven to mate in
    /// no fewer than `moves`; as much of it as the watch leaves time for.
    fn line(&mut self, first: Move, moves: u8) -> Vec<Move> {
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

    /// Attacker to move: a move that mates at once.
    fn mate_in_one(&mut self) -> Result<Option<Move>, Stopped> {
        let mut moves = MoveList::new();
        let checks = self.position.checks();
        self.position.generate::<All>(checks, &mut moves);
        for mv in moves {
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

    /// Whether a move gives check, or is of a kind of which the board does not
    /// say so.
    fn may_give_check(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Quiet | MoveKind::DoublePush | MoveKind::Capture => {
                self.position.gives_check(mv)
            }
            _ => true,
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.position.is_legal(mv, self.position.checks())
    }

    fn is_mate(&self) -> bool {
        self.position.in_check() && !self.position.has_legal_move()
    }

    /// The game is drawn, unless it is mate.
    fn is_drawn(&self) -> bool {
        let position = &self.position;
        position.halfmove_clock() >= 100
            || !self.stood_twice.is_empty() && self.stood_twice.contains(&position.key())
            || position.is_insufficient_material()
    }

    /// The attacker, to move, has nothing but a king, which gives no check.
    fn is_attacker_bare(&self) -> bool {
        self.position.men(self.position.side_to_move()).len() == 1
    }

    /// The moves of the attacker, those first that leave the fewest replies.
    /// If one mates it is the first.
    fn candidates(&mut self, moves: &[Move], hint: Move) -> Result<Candidates, Stopped> {
        let mut candidates = Candidates::new();
        for &mv in moves.iter().take(candidates.capacity()) {
            self.play(mv)?;
            let replies = self.position.count_legal_moves() as i16;
            let in_check = self.position.in_check();
            self.position.unmake();
            let order = match (replies, in_check) {
                (0, true) => MATES,
                (0, false) => continue,
                _ if mv == hint => HINT,
                (_, true) => replies,
                (_, false) => QUIET + replies,
            };
            candidates.push(Candidate {
                mv,
                order,
                effort: 0,
            });
        }
        candidates.sort_by_key(|candidate| candidate.order);
        Ok(candidates)
    }

    fn remember_refutation(&mut self, reply: Move, left: u8) {
        let killers = &mut self.killers[usize::from(left)];
        if killers[0] != reply {
            *killers = [reply, killers[0]];
        }
        let count = &mut self.history[reply.squares_index()];
        *count = (*count + 1).min(FORCING - 1);
    }

    /// Makes a move, which counts as a node.
    fn play(&mut self, mv: Move) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) && self.watch.should_stop(self.nodes) {
            return Err(Stopped);
        }
        self.position.make(mv);
        Ok(())
    }

    /// By what the table knows the position if a mate would come after so many
    /// plies. The position before the mating move must not be drawn by the
    /// fifty-move rule; if it may be, the clock has a part in the key.
    fn table_key(&self, plies: u32) -> Key {
        let key = self.position.key();
        let clock = self.position.halfmove_clock();
        if clock + plies <= 100 {
            return key;
        }
        Key(key.0 ^ u64::from(clock + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

/// The replies of the defender, the likeliest to refute first: what refuted
/// here before, what refuted elsewhere last, checks and captures, and all by
/// how often they refuted.
struct Replies {
    moves: MoveList,
    /// Of each move; the higher, the earlier.
    order: ArrayVec<u32, 256>,
    next: usize,
}

impl Replies {
    fn new(hunt: &Hunt, left: u8, hint: Move) -> Replies {
        let killers = hunt.killers[usize::from(left)];
        let position = &hunt.position;
        let moves = position.legal_moves();
        let order = |&mv: &Move| match mv {
            _ if mv == hint => u32::MAX,
            _ if mv == killers[0] => u32::MAX - 1,
            _ if mv == killers[1] => u32::MAX - 2,
            _ => {
                let forcing = u32::from(mv.is_capture()) + u32::from(position.gives_check(mv));
                FORCING * forcing + hunt.history[mv.squares_index()]
            }
        };
        Replies {
            order: moves.iter().map(order).collect(),
            moves,
            next: 0,
        }
    }

    fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

impl Iterator for Replies {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let rest = &self.order[self.next..];
        let order = rest.iter().copied().max()?;
        let best = self.next + rest.iter().position(|&other| other == order)?;
        self.moves.swap(self.next, best);
        self.order.swap(self.next, best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }
}

/// Nodes as an [`Entry`] keeps them.
fn effort(nodes: u64) -> u32 {
    u32::try_from(nodes).unwrap_or(u32::MAX)
}

/// The positions that have stood twice, the present one counted, and can come
/// again.
fn stood_twice(position: &Position) -> Vec<Key> {
    let mut earlier = position.clone();
    let mut keys = vec![earlier.key()];
    while earlier.halfmove_clock() > 0 && earlier.plies_made() > 0 {
        earlier.unmake();
        keys.push(earlier.key());
    }
    keys.sort_by_key(|key| key.0);
    let mut twice: Vec<Key> = keys
        .windows(2)
        .filter(|pair| pair[0] == pair[1])
        .map(|pair| pair[0])
        .collect();
    twice.dedup();
    twice
}

#[cfg(test)]
mod tests;
