//! What the search knows of a node: its type, its window, what was found out
//! before its moves are searched.
//!
//! <https://www.chessprogramming.org/Node_Types>

use super::transposition::TtEntry;
use crate::board::{Move, Position};
use crate::eval::{Score, endgame};

/// What a node is expected to be; a type, so that each gets code of its own.
pub trait NodeType {
    /// On the principal variation: searched with an open window.
    const PV: bool;
    /// The position that was asked about.
    const ROOT: bool;
    /// Whether lines may be pruned, reduced and extended, the table may give
    /// scores, and the horizon is followed by quiescence search. Only tests search
    /// all lines to the same depth.
    const SELECTIVE: bool = true;
    /// A node below, on the principal variation.
    type Pv: NodeType;
    /// A node below, with a null window.
    type NonPv: NodeType;
}

/// The position that was asked about.
pub struct Root;
/// Another node of the principal variation.
pub struct Pv;
/// A node searched with a null window.
pub struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Pv = Pv;
    type NonPv = NonPv;
}
impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Pv = Pv;
    type NonPv = NonPv;
}
impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Pv = Pv;
    type NonPv = NonPv;
}

/// A node once it is evaluated, before its moves are tried.
#[derive(Copy, Clone)]
pub struct Node {
    /// Plies below the root.
    pub ply: usize,
    /// Plies to search.
    pub depth: i32,
    /// The upper bound of the window.
    pub beta: Score,
    /// Whether it is expected to fail high.
    pub cut_node: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether it is or was on a principal variation.
    pub tt_pv: bool,
    /// The entry of the transposition table.
    pub tt_entry: Option<TtEntry>,
    /// The entry's score, or [`Score::NONE`].
    pub tt_score: Score,
    /// The entry's move, or [`Move::NONE`].
    pub tt_move: Move,
    /// The static evaluation as computed, or [`Score::NONE`] in check.
    pub raw_eval: Score,
    /// What the correction histories add to it, in centipawns.
    pub correction: i32,
    /// The sum of both.
    pub static_eval: Score,
    /// The same, replaced by the entry's score where that is more accurate.
    pub eval: Score,
    /// Whether the static evaluation is better than two plies before.
    pub improving: bool,
}

/// The window in which the moves of a node are searched, and the best result so far.
pub struct Window {
    /// The lower bound: what a move must exceed.
    pub alpha: Score,
    /// The upper bound: a score that reaches it is a cutoff.
    pub beta: Score,
    /// The best value, which may be less than alpha (fail-soft).
    pub best: Score,
    /// The move that raised alpha last, or [`Move::NONE`].
    pub best_move: Move,
}

impl Position {
    /// Whether the game is drawn here, `ply` plies below the root, by the rules
    /// that need no look at the moves, or by what is known of king and pawn.
    /// Mate on the hundredth ply is still mate.
    pub(super) fn is_drawn(&self, ply: usize) -> bool {
        if self.halfmove_clock() >= 100 && (!self.in_check() || self.has_legal_move()) {
            return true;
        }
        self.is_repetition(ply) || self.is_insufficient_material() || endgame::is_drawn(self)
    }
}
