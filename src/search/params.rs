//! Every number of the search that could as well be another, in one place.

/// Half width of the first aspiration window, in centipawns.
pub const ASPIRATION_WINDOW: i32 = 20;
/// First iteration that uses an aspiration window, in plies.
pub const ASPIRATION_DEPTH: i32 = 4;

/// Least depth at which the turn is passed to see if that is still too good.
pub const NULL_MOVE_DEPTH: i32 = 3;
/// Plies by which a null move's search is shorter, at least.
pub const NULL_MOVE_BASE: i32 = 3;
/// One more ply for each so many plies of depth.
pub const NULL_MOVE_DEPTH_DIVISOR: i32 = 4;
/// One more ply for each so many centipawns above beta …
pub const NULL_MOVE_EVAL_DIVISOR: i32 = 200;
/// … up to this many.
pub const NULL_MOVE_EVAL_MAX: i32 = 3;

/// Greatest depth for reverse futility pruning, in plies.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// What a ply may bring down, in centipawns.
pub const REVERSE_FUTILITY_MARGIN: i32 = 75;

/// Least depth at which a node without table move is searched less deeply.
pub const ITERATIVE_REDUCTION_DEPTH: i32 = 4;

/// Greatest depth for late move pruning, in plies.
pub const LATE_MOVE_DEPTH: i32 = 8;
/// Moves looked at are `BASE + depth²`, half of it when things get worse.
pub const LATE_MOVE_BASE: i32 = 4;
/// Greatest depth for futility pruning, in plies.
pub const FUTILITY_DEPTH: i32 = 8;
/// What a quiet move may bring in, in centipawns …
pub const FUTILITY_BASE: i32 = 90;
/// … and with each ply that it is searched.
pub const FUTILITY_MARGIN: i32 = 90;
/// Greatest depth for pruning by history, in plies.
pub const HISTORY_PRUNING_DEPTH: i32 = 4;
/// History below which a move is passed over, per ply.
pub const HISTORY_PRUNING: i32 = 4000;
/// Greatest depth for pruning by static exchange, in plies.
pub const SEE_PRUNING_DEPTH: i32 = 8;
/// What a capture may lose, per ply, in centipawns.
pub const SEE_PRUNING_NOISY: i32 = 90;
/// What a quiet move may lose, per square of the plies, in centipawns.
pub const SEE_PRUNING_QUIET: i32 = 25;

/// Least depth at which late moves are searched less deeply.
pub const REDUCTION_DEPTH: i32 = 3;
/// Moves that are never reduced, at a node on the principal variation.
pub const REDUCTION_FREE_MOVES_PV: usize = 4;
/// Moves that are never reduced elsewhere.
pub const REDUCTION_FREE_MOVES: usize = 2;
/// Reduction in plies is `BASE + ln(depth) ln(number) / DIVISOR`.
pub const REDUCTION_BASE: f64 = 0.5;
/// See [`REDUCTION_BASE`].
pub const REDUCTION_DIVISOR: f64 = 2.25;
/// One ply less for each so much history.
pub const REDUCTION_HISTORY_DIVISOR: i32 = 8192;

/// History values stay within plus and minus this.
pub const HISTORY_MAX: i32 = 16_384;
/// Credit for a cutoff, per ply of depth …
pub const HISTORY_BONUS: i32 = 150;
/// … up to this much.
pub const HISTORY_BONUS_MAX: i32 = 2000;

/// Share of the remaining time for one move where no move count is known.
pub const TIME_MOVES_LEFT: u32 = 24;
/// Share of the increment that is spent, in per cent.
pub const TIME_INCREMENT_SHARE: u32 = 75;
/// A new iteration begins only within this share of the soft limit, in per
/// cent: a later one would hardly finish.
pub const TIME_SOFT_SHARE: u32 = 60;
/// Hard limit as a multiple of the soft one.
pub const TIME_HARD_FACTOR: u32 = 5;
/// No move takes more than this share of the clock, in per cent.
pub const TIME_HARD_SHARE: u32 = 30;
