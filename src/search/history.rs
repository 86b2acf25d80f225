//! Histories: what has cut off before. Quiet moves on their own (butterfly
//! history), as answers to the moves before them (continuation history), and in
//! this pawn structure; and captures. Below the tables stand their updates by
//! what a node has found.
//!
//! <https://www.chessprogramming.org/History_Heuristic>

use arrayvec::ArrayVec;

use super::node::Node;
use super::params;
use super::transposition::Bound;
use super::worker::Worker;
use crate::board::{Color, Key, Move, PlacedPiece, Position, Square, SquareSet};
use crate::eval::{Evaluation, Score};
use crate::sync::LargeBox;

/// A piece and its target square: a move as the histories index it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PieceTo(u16);

impl PieceTo {
    /// No move, as before the root or after a null move: an index of its own.
    pub const NONE: PieceTo = PieceTo(0);

    /// Number of the indices.
    pub const COUNT: usize = 1024;

    /// This piece going to this square.
    pub fn new(piece: PlacedPiece, to: Square) -> PieceTo {
        PieceTo((piece.piece_index() as u16) << 6 | u16::from(to.dense()))
    }

    /// A number below [`PieceTo::COUNT`].
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0) % PieceTo::COUNT
    }
}

/// How many plies back the moves are that the continuation histories are indexed by.
pub const DISTANCES: [usize; 4] = [1, 2, 4, 6];

/// The keys of the histories in a node.
#[derive(Copy, Clone, Debug)]
pub struct Context {
    /// The side to move.
    pub side: Color,
    /// The squares that the opponent attacks.
    pub threats: SquareSet,
    /// The moves before, at [`DISTANCES`].
    pub before: [PieceTo; 4],
    /// The pawn key.
    pub pawns: Key,
    /// Whether the side to move is in check.
    pub in_check: bool,
}

impl Default for Context {
    fn default() -> Context {
        Context {
            side: Color::White,
            threats: SquareSet::EMPTY,
            before: [PieceTo::NONE; 4],
            pawns: Key::default(),
            in_check: false,
        }
    }
}

/// A quiet move, also as a piece on its target square.
pub type QuietMove = (Move, PieceTo);

/// Entries of the pawn history, by pawn key.
const STRUCTURES: usize = 512;

/// Values of moves; each table has its own bound.
#[derive(bytemuck::Zeroable)]
pub struct History {
    /// By side, whether the piece leaves and enters an attacked square, and pair
    /// of squares.
    butterfly: [[[i16; 4096]; 4]; 2],
    /// By an earlier move and the move; one table for all distances.
    continuations: [[i16; PieceTo::COUNT]; PieceTo::COUNT],
    /// By pawn key and move.
    pawns: [[i16; PieceTo::COUNT]; STRUCTURES],
    /// By move and captured piece type.
    captures: [[i16; 8]; PieceTo::COUNT],
}

impl History {
    /// All zero; `None` where there is no memory for it.
    pub fn new() -> Option<LargeBox<History>> {
        LargeBox::zeroed()
    }

    /// Sets all values to zero.
    pub fn clear(&mut self) {
        let squares = self.butterfly.as_flattened_mut().as_flattened_mut();
        squares.fill(0);
        for row in self.continuations.iter_mut().chain(&mut self.pawns) {
            row.fill(0);
        }
        self.captures.as_flattened_mut().fill(0);
    }

    #[inline(always)]
    fn butterfly(&self, context: &Context, mv: Move) -> i32 {
        let squares = &self.butterfly[context.side.index()][danger(context, mv)];
        i32::from(squares[mv.squares_index()])
    }

    #[inline(always)]
    fn continuation(&self, context: &Context, piece_to: PieceTo, distance: usize) -> i32 {
        i32::from(self.continuations[context.before[distance].index()][piece_to.index()])
    }

    #[inline(always)]
    fn pawns(&self, context: &Context, piece_to: PieceTo) -> i32 {
        i32::from(self.pawns[context.pawns.0 as usize % STRUCTURES][piece_to.index()])
    }

    /// The score by which quiet moves are ordered.
    #[inline(always)]
    pub fn order(&self, context: &Context, (mv, piece_to): QuietMove) -> i32 {
        let continuation = |distance| self.continuation(context, piece_to, distance);
        let sum = params::order_butterfly() * self.butterfly(context, mv)
            + params::order_pawn() * self.pawns(context, piece_to)
            + params::order_continuation_1() * continuation(0)
            + params::order_continuation_2() * continuation(1)
            + params::order_continuation_4() * continuation(2)
            + params::order_continuation_6() * continuation(3);
        sum / 1024
    }

    /// The score by which quiet moves are pruned and reduced.
    #[inline(always)]
    pub fn quiet(&self, context: &Context, (mv, piece_to): QuietMove) -> i32 {
        let sum = params::quiet_butterfly() * self.butterfly(context, mv)
            + params::quiet_pawn() * self.pawns(context, piece_to)
            + params::quiet_continuation_1() * self.continuation(context, piece_to, 0)
            + params::quiet_continuation_2() * self.continuation(context, piece_to, 1);
        sum / 1024
    }

    /// The score of a capture or promotion.
    #[inline(always)]
    pub fn noisy(&self, position: &Position, mv: Move) -> i32 {
        let (piece_to, victim) = capture(position, mv);
        i32::from(self.captures[piece_to.index()][victim])
    }

    /// Adds a bonus or malus to a quiet move in all tables.
    pub fn add_quiet(&mut self, context: &Context, (mv, piece_to): QuietMove, bonus: i32) {
        self.add_butterfly(context, mv, bonus);
        let structure = &mut self.pawns[context.pawns.0 as usize % STRUCTURES];
        add_bonus(
            &mut structure[piece_to.index()],
            bonus,
            params::pawn_history_max(),
        );
        self.add_continuation(context, piece_to, bonus);
    }

    /// The same in the butterfly history alone.
    pub fn add_butterfly(&mut self, context: &Context, mv: Move, bonus: i32) {
        let squares = &mut self.butterfly[context.side.index()][danger(context, mv)];
        add_bonus(
            &mut squares[mv.squares_index()],
            bonus,
            params::butterfly_history_max(),
        );
    }

    /// The same in the continuation histories alone: all by the same amount, which is
    /// scaled down as their sum comes near the bound. In check, where most moves
    /// are forced, only the last two moves are answered.
    pub fn add_continuation(&mut self, context: &Context, piece_to: PieceTo, bonus: i32) {
        let value = |distance| self.continuation(context, piece_to, distance);
        let sum = (2 * value(0) + 2 * value(1) + value(2) + value(3)) / 4;
        let max = params::continuation_history_max();
        let change = bonus - sum * bonus.abs() / max;
        let count = if context.in_check { 2 } else { DISTANCES.len() };
        for before in &context.before[..count] {
            let value = &mut self.continuations[before.index()][piece_to.index()];
            *value = (i32::from(*value) + change).clamp(-max, max) as i16;
        }
    }

    /// Adds a bonus or malus to a capture or promotion of this position.
    pub fn add_noisy(&mut self, position: &Position, mv: Move, bonus: i32) {
        let (piece_to, victim) = capture(position, mv);
        add_bonus(
            &mut self.captures[piece_to.index()][victim],
            bonus,
            params::capture_history_max(),
        );
    }
}

/// Whether a move leaves (1) and enters (2) an attacked square.
#[inline(always)]
fn danger(context: &Context, mv: Move) -> usize {
    let attacked = |square| usize::from(context.threats.contains(square));
    attacked(mv.from()) | attacked(mv.to()) << 1
}

#[inline(always)]
fn capture(position: &Position, mv: Move) -> (PieceTo, usize) {
    let piece_to = PieceTo::new(position.placed_at(mv.from()), mv.to());
    (piece_to, position.placed_at(mv.to()).piece_index() & 7)
}

/// Adds a bonus or malus to a value of a history, scaled down as the value comes
/// near `max`: it never exceeds that, and old experience fades ("gravity").
#[inline(always)]
pub fn add_bonus(value: &mut i16, bonus: i32, max: i32) {
    let now = i32::from(*value);
    *value = (now + bonus - now * bonus.abs() / max) as i16;
}

/// Moves of a node that were searched and were not the best: at most 32 quiet
/// ones and 32 captures and promotions.
#[derive(Default)]
pub struct SearchedMoves {
    quiets: ArrayVec<QuietMove, 32>,
    captures: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    /// Adds a move; does nothing where there is no room.
    #[inline(always)]
    pub fn add(&mut self, mv: Move, piece_to: PieceTo) {
        if mv.is_noisy() {
            let _ = self.captures.try_push(mv);
        } else {
            let _ = self.quiets.try_push((mv, piece_to));
        }
    }
}

impl<E: Evaluation> Worker<'_, E> {
    /// Bonus for the best move, malus for those searched before it: for quiet ones
    /// only where the best is quiet.
    pub fn update_histories(
        &mut self,
        ply: usize,
        best: Move,
        depth: i32,
        searched: &SearchedMoves,
    ) {
        let context = self.stack[ply].context;
        let (bonus, malus) = (bonus(depth), malus(depth));
        if best.is_noisy() {
            self.history.add_noisy(self.position, best, bonus);
        } else {
            let piece_to = self.piece_to(best);
            self.history.add_quiet(&context, (best, piece_to), bonus);
            for (index, &quiet) in searched.quiets.iter().enumerate() {
                let share =
                    params::history_malus_first() - params::history_malus_step() * index as i32;
                let malus = malus * share.max(params::history_malus_least()) / 64;
                self.history.add_quiet(&context, quiet, -malus);
            }
        }
        for &mv in &searched.captures {
            self.history.add_noisy(self.position, mv, -malus);
        }
    }

    /// Bonus for the table's move, if quiet, where its score cuts the node off.
    pub fn update_tt_move(&mut self, ply: usize, mv: Move, depth: i32) {
        if mv.is_none() || mv.is_noisy() {
            return;
        }
        let (context, piece_to) = (self.context(ply), self.piece_to(mv));
        self.history
            .add_quiet(&context, (mv, piece_to), bonus(depth));
    }

    /// Bonus or malus in the continuation histories for a quiet move that was
    /// searched again after its reduced search failed high.
    pub fn update_after_research(&mut self, node: &Node, piece_to: PieceTo, fails_high: bool) {
        let context = self.stack[node.ply].context;
        let bonus = if fails_high {
            bonus(node.depth)
        } else {
            -malus(node.depth)
        };
        self.history.add_continuation(&context, piece_to, bonus);
    }

    /// Bonus for the opponent's last move, if quiet, where no move refutes it: `best`
    /// is below alpha. The more unlikely that seemed, the larger.
    pub fn update_prior_move(&mut self, ply: usize, depth: i32, best: Score) {
        let last = &self.stack[ply - 1];
        if last.mv.is_none() || last.mv.is_noisy() {
            return;
        }
        let now = self.stack[ply].static_eval;
        let is_below =
            |eval: Score, margin: i32| eval != Score::NONE && best.get() <= eval.get() - margin;
        let before = match last.static_eval {
            Score::NONE => Score::NONE,
            eval => -eval,
        };
        let surprises = i32::from(is_below(now, params::prior_move_margin()))
            + i32::from(is_below(before, params::prior_move_margin_before()));
        let share = params::prior_move_bonus()
            + params::prior_move_count() * last.move_count.min(12)
            + params::prior_move_surprise() * surprises;
        let (context, mv, piece_to) = (last.context, last.mv, last.piece_to);
        self.history
            .add_quiet(&context, (mv, piece_to), bonus(depth) * share / 64);
    }

    /// Bonus of the quiet move that led here, by how much it changed the static
    /// evaluation, as it appears from both sides.
    pub fn update_prior_eval_difference(&mut self, ply: usize, static_eval: Score) {
        let last = &self.stack[ply - 1];
        if last.mv.is_none() || last.mv.is_noisy() || last.static_eval == Score::NONE {
            return;
        }
        let most = params::hindsight_bonus_max();
        let cost = last.static_eval.get() + static_eval.get();
        let bonus = (-params::hindsight_bonus() * cost).clamp(-most, most);
        let context = last.context;
        self.history.add_butterfly(&context, last.mv, bonus);
    }

    /// Updates the correction histories by how far off the static evaluation was,
    /// where the bound shows it, no capture explains it, and neither of the two is
    /// known by other means than estimation.
    #[inline(always)]
    pub fn update_corrections(&mut self, node: &Node, best: Score, bound: Bound, best_move: Move) {
        let static_eval = node.static_eval;
        if !node.in_check
            && !best_move.is_noisy()
            && bound.tells_more_than(static_eval, best)
            && !best.is_known()
            && !static_eval.is_known()
        {
            let features = self.features(node.ply);
            self.corrections
                .update(&features, best.get() - static_eval.get(), node.depth);
        }
    }
}

/// Bonus for a move that was best at this depth.
fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth - params::history_bonus_base())
        .min(params::history_bonus_max())
}

/// Malus for a move that was not.
fn malus(depth: i32) -> i32 {
    (params::history_malus() * depth).min(params::history_malus_max())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_their_bounds_and_fade() {
        let (mut value, max) = (0, params::butterfly_history_max());
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
        let quiet = |mv: Move| (mv, PieceTo::new(position.placed_at(mv.from()), mv.to()));
        let context = Context::default();
        let mut history = History::new().unwrap();
        history.add_quiet(&context, quiet(good), 500);
        assert!(history.order(&context, quiet(good)) > 500);
        assert_eq!(history.order(&context, quiet(other)), 0);
        // The other side has learned nothing of the move on its own.
        let black = Context {
            side: Color::Black,
            ..context
        };
        assert!(history.quiet(&black, quiet(good)) < history.quiet(&context, quiet(good)));
        history.clear();
        assert_eq!(history.order(&context, quiet(good)), 0);
    }
}
