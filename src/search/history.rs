//! Histories, by which moves are ordered, pruned and reduced. Quiet moves have the piece-to
//! history (by move and threats), the continuation histories (by earlier moves too) and the pawn
//! history; captures have the capture history. `updates.rs` gives the bonuses and maluses.
//! <https://www.chessprogramming.org/History_Heuristic>

use super::params;
use crate::board::{Key, Move, PlacedPiece, Position, Square, SquareSet};
use crate::sync::LargeBox;

/// A piece and its target square.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct PieceTo(u16);

impl PieceTo {
    /// Stands for no move, as before the first of a game, and for a null move.
    pub const NONE: PieceTo = PieceTo(0);

    pub const COUNT: usize = 1024;

    pub fn new(piece: PlacedPiece, to: Square) -> PieceTo {
        PieceTo((piece.piece_index() as u16) << 6 | u16::from(to.dense()))
    }

    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0) % PieceTo::COUNT
    }
}

/// The distances of the continuation histories, in plies.
pub const DISTANCES: [usize; 4] = [1, 2, 4, 6];

/// The greatest distance of the continuation histories.
pub const FARTHEST: usize = DISTANCES[DISTANCES.len() - 1];

/// The keys of the histories in a node.
#[derive(Copy, Clone, Default, Debug)]
pub struct Context {
    /// The squares that the opponent attacks.
    pub threats: SquareSet,
    /// The moves before this node at each of [`DISTANCES`].
    pub before: [PieceTo; 4],
    pub pawns: Key,
    pub in_check: bool,
}

pub type QuietMove = (Move, PieceTo);

/// The number of pawn keys that the pawn history tells apart.
const PAWN_HISTORY_SIZE: usize = 512;

/// The greatest magnitude of a value in the histories.
const HISTORY_MAX: i32 = 16_384;

/// The greatest magnitude of the TT move history.
pub const TT_MOVE_HISTORY_MAX: i32 = 8192;

/// The histories of one thread.
#[derive(bytemuck::Zeroable)]
pub struct History {
    /// The piece-to history, by whether the piece leaves and enters an attacked square, and by piece
    /// and target.
    pieces_to: [[i16; PieceTo::COUNT]; 4],
    /// The continuation histories, by the earlier move and the move; one table serves all
    /// distances.
    continuations: [[i16; PieceTo::COUNT]; PieceTo::COUNT],
    /// The pawn history, by pawn key and move.
    pawns: [[i16; PieceTo::COUNT]; PAWN_HISTORY_SIZE],
    /// The capture history, by move and captured piece type.
    captures: [[i16; 8]; PieceTo::COUNT],
}

impl History {
    pub fn new() -> Option<LargeBox<History>> {
        LargeBox::zeroed()
    }

    /// Scales the piece-to history down before the next search of a game: what was learnt far from
    /// its root counts less. The others stay: most of them belong to certain earlier moves or pawn
    /// structures.
    pub fn age(&mut self) {
        let kept = params::piece_to_history_kept();
        for value in self.pieces_to.as_flattened_mut() {
            *value = (i32::from(*value) * kept / 8) as i16;
        }
    }

    pub fn clear(&mut self) {
        bytemuck::write_zeroes(self);
    }

    #[inline(always)]
    fn piece_to(&self, context: &Context, (mv, piece_to): QuietMove) -> i32 {
        i32::from(self.pieces_to[threat_bucket(context, mv)][piece_to.index()])
    }

    /// Returns the continuation history for the distance at this index of [`DISTANCES`].
    #[inline(always)]
    fn continuation(&self, context: &Context, piece_to: PieceTo, index: usize) -> i32 {
        i32::from(self.continuations[context.before[index].index()][piece_to.index()])
    }

    #[inline(always)]
    fn pawns(&self, context: &Context, piece_to: PieceTo) -> i32 {
        i32::from(self.pawns[context.pawns.0 as usize % PAWN_HISTORY_SIZE][piece_to.index()])
    }

    /// Returns the history of a quiet move for move ordering (`movepick.rs`).
    #[inline(always)]
    pub fn order(&self, context: &Context, quiet: QuietMove) -> i32 {
        let (_, piece_to) = quiet;
        let continuation = |index| self.continuation(context, piece_to, index);
        let sum = params::order_piece_to() * self.piece_to(context, quiet)
            + params::order_pawn() * self.pawns(context, piece_to)
            + params::order_continuation_1() * continuation(0)
            + params::order_continuation_2() * continuation(1)
            + params::order_continuation_4() * continuation(2)
            + params::order_continuation_6() * continuation(3);
        sum / 1024
    }

    /// Returns the history of a quiet move for pruning and reductions.
    #[inline(always)]
    pub fn quiet(&self, context: &Context, quiet: QuietMove) -> i32 {
        let (_, piece_to) = quiet;
        let sum = params::quiet_piece_to() * self.piece_to(context, quiet)
            + params::quiet_pawn() * self.pawns(context, piece_to)
            + params::quiet_continuation_1() * self.continuation(context, piece_to, 0)
            + params::quiet_continuation_2() * self.continuation(context, piece_to, 1);
        sum / 1024
    }

    #[inline(always)]
    pub fn noisy(&self, position: &Position, mv: Move) -> i32 {
        let (piece_to, victim) = capture(position, mv);
        i32::from(self.captures[piece_to.index()][victim])
    }

    pub fn add_quiet(&mut self, context: &Context, quiet: QuietMove, bonus: i32) {
        self.add_piece_to(context, quiet, bonus);
        let (_, piece_to) = quiet;
        let structure = &mut self.pawns[context.pawns.0 as usize % PAWN_HISTORY_SIZE];
        add_bonus(&mut structure[piece_to.index()], bonus, HISTORY_MAX);
        self.add_continuation(context, piece_to, bonus);
    }

    /// Adds a bonus or malus to the piece-to history alone.
    pub fn add_piece_to(&mut self, context: &Context, (mv, piece_to): QuietMove, bonus: i32) {
        let value = &mut self.pieces_to[threat_bucket(context, mv)][piece_to.index()];
        add_bonus(value, bonus, HISTORY_MAX);
    }

    /// Adds a bonus or malus to the continuation histories alone: one amount for all, scaled down
    /// as their weighted sum grows. In check, where most moves are forced, only the last two moves
    /// learn.
    pub fn add_continuation(&mut self, context: &Context, piece_to: PieceTo, bonus: i32) {
        let value = |index| self.continuation(context, piece_to, index);
        let near = value(0) + value(1);
        let (sum, count) = if context.in_check {
            (params::continuation_gravity_check() * near, 2)
        } else {
            let far = params::continuation_gravity_far() * (value(2) + value(3));
            (params::continuation_gravity_near() * near + far, DISTANCES.len())
        };
        let change = bonus - sum / 4 * bonus.abs() / HISTORY_MAX;
        for before in &context.before[..count] {
            let value = &mut self.continuations[before.index()][piece_to.index()];
            *value = (i32::from(*value) + change).clamp(-HISTORY_MAX, HISTORY_MAX) as i16;
        }
    }

    pub fn add_noisy(&mut self, position: &Position, mv: Move, bonus: i32) {
        let (piece_to, victim) = capture(position, mv);
        let value = &mut self.captures[piece_to.index()][victim];
        add_bonus(value, bonus, HISTORY_MAX);
    }
}

/// Returns the bucket of the piece-to history: 1 if the move leaves an attacked square, plus 2 if
/// it enters one.
#[inline(always)]
fn threat_bucket(context: &Context, mv: Move) -> usize {
    let attacked = |square| usize::from(context.threats.contains(square));
    attacked(mv.from()) | attacked(mv.to()) << 1
}

#[inline(always)]
fn capture(position: &Position, mv: Move) -> (PieceTo, usize) {
    let piece_to = PieceTo::new(position.piece_on(mv.from()), mv.to());
    (piece_to, position.piece_on(mv.to()).type_index())
}

/// Adds a bonus or malus, scaled down as the value comes near `max` ("gravity"): old bonuses fade.
#[inline(always)]
pub fn add_bonus(value: &mut i16, bonus: i32, max: i32) {
    let (now, bonus) = (i32::from(*value), bonus.clamp(-max, max));
    *value = (now + bonus - now * bonus.abs() / max) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_their_bounds_and_fade() {
        let (mut value, max) = (0, HISTORY_MAX);
        for _ in 0..1000 {
            add_bonus(&mut value, params::history_bonus_max(), max);
            assert!(i32::from(value) <= max);
        }
        let highest = value;
        add_bonus(&mut value, -100, max);
        assert!(value < highest - 100);
    }

    #[test]
    fn learns_by_move_and_context_and_forgets() {
        let position = Position::startpos();
        let [good, other] = ["e2e4", "d2d4"].map(|text| position.parse_move(text).unwrap());
        let quiet = |mv: Move| (mv, PieceTo::new(position.piece_on(mv.from()), mv.to()));
        let context = Context::default();
        let mut history = History::new().unwrap();
        history.add_quiet(&context, quiet(good), 500);
        assert!(history.order(&context, quiet(good)) > 500);
        assert_eq!(history.order(&context, quiet(other)), 0);
        let attacked = Context { threats: SquareSet::of(good.to()), ..context };
        assert!(history.quiet(&attacked, quiet(good)) < history.quiet(&context, quiet(good)));
        history.clear();
        assert_eq!(history.order(&context, quiet(good)), 0);
    }
}
