//! All numbers of the search that games may tune, in the order in which a search uses them. Unless
//! a number says otherwise, distances between scores are in centipawns, depths in plies, and
//! bonuses and maluses in the unit of the history that they change, whose values go up to
//! `HISTORY_MAX`, `TT_MOVE_HISTORY_MAX` or `CORRECTION_MAX`.

use super::tunable::tunable;

tunable! {
    // Iterative deepening.

    /// The half width of the first aspiration window.
    aspiration_window = 14 in 5..=60;
    /// The square of the last score, divided by this, widens the first window.
    aspiration_score_divisor = 14_298 in 2000..=50000;
    /// The growth of a failed window, in per cent.
    aspiration_growth = 42 in 10..=200;
    /// The least depth of an iteration with an aspiration window.
    aspiration_depth = 4 in 1..=8;
    /// The half width from which the window is opened.
    aspiration_max = 1000 in 200..=2000;
    /// The most plies by which an iteration is shallower after failing high.
    aspiration_reduction_max = 3 in 0..=6;
    /// What evaluations gain for the side that is far ahead at the root.
    optimism = 28 in 0..=100;
    /// The score at the root from which a side gets half of `optimism`.
    optimism_half = 42 in 10..=300;

    // Steps 3 and 4: the transposition table and endgame tables.

    /// An entry of this search that is deeper by more than this is not replaced by a bound for the
    /// same position.
    tt_keep_depth = 3 in 0..=8;
    /// An entry without a bound replaces entries that are worth less than this.
    tt_evaluation_worth = -4 in -32..=8;
    /// The plies that `tt_pv` adds to an entry's worth.
    tt_pv_worth = 2 in 0..=8;
    /// The plies that each search since an entry was stored takes from its worth.
    tt_age_cost = 8 in 1..=16;
    /// The result of an endgame table is stored as if a search had found it that was this many
    /// plies deeper.
    tablebase_depth_bonus = 6 in 0..=12;

    // Step 5: the static evaluation.

    /// The evaluation shrinks as the fifty-move clock runs, and would be nothing at this many
    /// plies. The clock counts as 100 at most, where 220 leaves 55 %.
    fading = 220 in 150..=1000;
    /// The weight of the pawn correction history, in 2048ths.
    correction_pawns = 126 in 0..=400;
    /// The weight of the correction histories of each side's pieces, in 2048ths.
    correction_non_pawns = 135 in 0..=400;
    /// The weight of the minor piece correction history, in 2048ths.
    correction_minors = 65 in 0..=400;
    /// The weight of the continuation correction history, in 2048ths.
    correction_moves = 144 in 0..=400;
    /// A static evaluation that has fallen by less than this still counts as improving.
    improving_margin = 9 in 0..=60;

    // Step 6: hindsight.

    /// A quiet move that loses this much gets neither bonus nor malus, as each side's evaluation
    /// includes its own tempo.
    eval_difference_tempo = 22 in 0..=60;
    /// The bonus of a quiet move for each centipawn that the evaluation gained.
    eval_difference_bonus = 6 in 0..=20;
    /// The greatest bonus or malus by the evaluation's difference.
    eval_difference_bonus_max = 882 in 200..=4000;
    /// The reduction, in 1024ths of a ply, from which hindsight adds a ply.
    hindsight_deeper = 3072 in 1024..=6144;
    /// The reduction, in 1024ths of a ply, from which hindsight takes a ply.
    hindsight_shallower = 2048 in 1024..=6144;
    /// The least depth at which hindsight takes a ply.
    hindsight_depth = 2 in 2..=6;
    /// The loss of a reduced move from which hindsight takes a ply.
    hindsight_cost = 134 in 0..=400;

    // Step 7: razoring.

    /// Razoring needs an evaluation this far below alpha at depth 0.
    razor_base = 184 in 50..=800;
    /// The square of the depth, times this, is added to the margin of razoring.
    razor_depth = 162 in 50..=500;

    // Step 8: reverse futility pruning.

    /// The greatest depth for reverse futility pruning.
    reverse_futility_depth = 8 in 4..=14;
    /// The margin of reverse futility pruning per ply.
    reverse_futility_margin = 57 in 20..=150;
    /// The margin of reverse futility pruning per squared ply.
    reverse_futility_square = 5 in 0..=20;
    /// The margin of reverse futility pruning is less by this when improving.
    reverse_futility_improving = 57 in 0..=150;
    /// The least margin of reverse futility pruning.
    reverse_futility_margin_min = 20 in 0..=100;
    /// The weight of beta in the score of reverse futility pruning, where the evaluation has
    /// weight one.
    reverse_futility_beta_weight = 2 in 0..=8;

    // Step 9: null move pruning.

    /// A null move needs a static evaluation this far above beta at depth 0.
    null_move_base = 183 in 0..=400;
    /// The margin of a null move is less by this per ply of depth.
    null_move_depth = 22 in 0..=60;
    /// The margin of a null move is greater by this where the node is or was on a principal
    /// variation.
    null_move_tt_pv = 40 in 0..=200;
    /// The least reduction of a null move search.
    null_move_reduction = 5 in 2..=6;
    /// The number of centipawns above beta for which a null move search is a ply shallower.
    null_move_eval_divisor = 225 in 80..=400;
    /// The number of plies of depth for which a null move search is a ply shallower.
    null_move_depth_divisor = 3 in 2..=6;
    /// The depth from which a null move cutoff is verified.
    null_move_verification_depth = 14 in 8..=30;
    /// The part of the verification's depth without null moves, in quarters.
    null_move_verification_part = 3 in 1..=4;

    // Step 10: internal iterative reduction.

    /// The least depth for internal iterative reduction.
    internal_reduction_depth = 3 in 2..=10;

    // Step 11: ProbCut.

    /// The least depth for ProbCut. Quiescence search alone confirms a capture where the reduction
    /// leaves nothing.
    probcut_depth = 4 in 3..=8;
    /// The reduction of the search that confirms a capture, which is one more when improving.
    probcut_reduction = 4 in 2..=6;
    /// A capture must beat beta by this much in ProbCut.
    probcut_margin = 184 in 80..=400;
    /// The margin of ProbCut is less by this when improving.
    probcut_improving = 44 in 0..=120;

    // Step 12: move ordering.

    /// The weight of the piece-to history in the order of quiet moves, in 1024ths.
    order_piece_to = 2048 in 0..=4096;
    /// The weight of the pawn history in the order of quiet moves, in 1024ths.
    order_pawn = 1660 in 0..=4096;
    /// The weight of the 1-ply continuation history in the order of quiet moves, in 1024ths.
    order_continuation_1 = 2409 in 0..=4096;
    /// The weight of the 2-ply continuation history in the order of quiet moves, in 1024ths.
    order_continuation_2 = 2090 in 0..=4096;
    /// The weight of the 4-ply continuation history in the order of quiet moves, in 1024ths.
    order_continuation_4 = 1024 in 0..=4096;
    /// The weight of the 6-ply continuation history in the order of quiet moves, in 1024ths.
    order_continuation_6 = 850 in 0..=4096;
    /// The bonus of the killer in the order of quiet moves, in units of history.
    killer_bonus = 32_000 in 0..=64000;
    /// The bonus of a check in the order of quiet moves, in units of history.
    quiet_check_bonus = 16_000 in 0..=64000;
    /// A quiet check that loses more than this by SEE gets no bonus.
    quiet_check_loss = 60 in 0..=200;
    /// The bonus of a queen for leaving a square attacked by a lesser piece, and the malus for
    /// entering one, in units of history.
    danger_queen = 21_500 in 0..=64000;
    /// The bonus of a rook for leaving a square attacked by a lesser piece, and the malus for
    /// entering one, in units of history.
    danger_rook = 14_300 in 0..=64000;
    /// The bonus of a bishop or knight for leaving a square attacked by a lesser piece, and the
    /// malus for entering one, in units of history.
    danger_minor = 10_700 in 0..=64000;
    /// The weight of a centipawn of material in the order of captures, in units of history.
    gain_weight = 13 in 1..=64;
    /// A good capture may lose its sort value divided by this, by SEE.
    good_capture_divisor = 37 in 8..=200;

    // Step 13: pruning of moves.

    /// The weight of the piece-to history in pruning and reducing quiet moves, in 1024ths.
    quiet_piece_to = 1027 in 0..=4096;
    /// The weight of the pawn history in pruning and reducing quiet moves, in 1024ths.
    quiet_pawn = 488 in 0..=4096;
    /// The weight of the 1-ply continuation history in pruning and reducing, in 1024ths.
    quiet_continuation_1 = 732 in 0..=4096;
    /// The weight of the 2-ply continuation history in pruning and reducing, in 1024ths.
    quiet_continuation_2 = 804 in 0..=4096;
    /// Quiet moves are skipped after this number of moves plus the square of the depth; unless
    /// improving, after half as many.
    late_move_base = 5 in 1..=10;
    /// This is added to `late_move_base` where the node is or was on a principal variation.
    late_move_tt_pv = 3 in 0..=10;
    /// The history for which a quiet move counts as a ply deeper in pruning.
    pruning_history_divisor = 16_824 in 4000..=64000;
    /// A quiet move is pruned if its history is below minus this per ply of depth.
    history_pruning = 4668 in 1000..=10000;
    /// The depth of a quiet move from which there is no futility pruning.
    futility_depth = 9 in 4..=14;
    /// The futility margin of a quiet move at depth 0.
    futility_base = 29 in 20..=300;
    /// The futility margin of a quiet move per ply of its depth.
    futility_margin = 86 in 30..=200;
    /// The history for which the futility margin of a quiet move is greater by one.
    futility_history_divisor = 121 in 50..=1000;
    /// The depth of a capture from which there is no futility pruning.
    noisy_futility_depth = 7 in 3..=14;
    /// The futility margin of a capture at depth 0, to which its victim is added.
    noisy_futility_base = 197 in 50..=500;
    /// The futility margin of a capture per ply of its depth.
    noisy_futility_margin = 154 in 50..=400;
    /// A capture may lose this much by SEE per ply of depth.
    see_pruning_noisy = 108 in 20..=250;
    /// The history for which a capture may lose a centipawn more by SEE.
    see_pruning_noisy_history_divisor = 64 in 16..=400;
    /// A quiet move may lose this much by SEE per squared ply of its depth.
    see_pruning_quiet = 25 in 5..=60;

    // Step 14: extensions.

    /// The least depth of singular extensions; a ply more where the node is or was on a principal
    /// variation.
    singular_depth = 7 in 4..=10;
    /// All other moves must be worse than the TT move by this, in 64ths of a centipawn per ply.
    singular_margin = 67 in 16..=200;
    /// The part of the node's depth, less a ply, that the search without the TT move has, in 64ths.
    singular_depth_part = 32 in 24..=48;
    /// The plies by which the TT entry of a singular move may be shallower than the node.
    singular_tt_lag = 4 in 1..=6;
    /// All other moves must be below the singular window by this for a double extension in PV nodes.
    extension_margin_pv = 171 in 0..=500;
    /// The margin of double extensions is greater by this where TT moves have always been best of
    /// late, and less by this where they never were.
    extension_margin_tt_history = 24 in 0..=100;
    /// The bonus of the TT move history where the TT move is best.
    tt_move_bonus = 800 in 100..=2000;
    /// The malus of the TT move history where another move is best.
    tt_move_malus = 850 in 100..=2000;
    /// The most double extensions of a line.
    most_double_extensions = 7 in 2..=20;
    /// There are no extensions beyond this multiple of the iteration's depth.
    extension_ply_factor = 2 in 1..=4;
    /// The reduction, in plies, of a TT move that is not singular and whose score beats beta; one
    /// less in PV nodes.
    negative_extension = 3 in 0..=4;
    /// The reduction, in plies, of another TT move that is not singular, in cut nodes.
    negative_extension_cut_node = 2 in 0..=4;
    /// Below the depth of singular extensions the TT move is extended where the static evaluation
    /// is at least this far below alpha.
    low_depth_extension_margin = 25 in 0..=150;
    /// A multi-cut updates the correction histories as of this depth, in 64ths of its search's.
    multicut_correction = 96 in 0..=256;

    // Steps 15 and 16: reductions, in 1024ths of a ply.

    /// The least depth of late move reductions.
    reduction_depth = 2 in 2..=5;
    /// The reduction of a quiet move without the part that depends on the logarithms.
    reduction_base = 687 in 0..=2000;
    /// The reduction of a quiet move per product of the logarithms of depth and move count.
    reduction_factor = 549 in 200..=800;
    /// The reduction of a capture without the part that depends on the logarithms.
    reduction_noisy_base = -18 in -1000..=1500;
    /// The reduction of a capture per product of the logarithms of depth and move count.
    reduction_noisy_factor = 339 in 100..=800;
    /// The reduction is greater by this unless improving.
    reduction_worsening = 798 in 0..=2048;
    /// The reduction is greater by this for each centipawn that the evaluation has fallen.
    reduction_worsening_slope = 2 in 0..=8;
    /// The most that a fallen evaluation adds to the reduction.
    reduction_worsening_max = 1300 in 0..=3000;
    /// The reduction is greater by this in a cut node.
    reduction_cut_node = 1920 in 0..=4096;
    /// The reduction is less by this where the node is or was on a principal variation, and once
    /// more where it is.
    reduction_pv = 874 in 0..=2048;
    /// The reduction is less by this where the node is or was on a principal variation and its TT
    /// entry is as deep as the node.
    reduction_deep_tt_pv = 663 in 0..=2048;
    /// The reduction of a quiet move is greater by this where the TT move is a capture.
    reduction_noisy_tt_move = 837 in 0..=2048;
    /// The reduction of a check is less by this.
    reduction_check = 1806 in 0..=4096;
    /// The reduction is greater by this where nodes at the child's ply have often failed high.
    reduction_cutoffs = 788 in 0..=2048;
    /// The number of fail highs beyond which they count as often.
    reduction_cutoffs_min = 2 in 0..=8;
    /// The reduction is less by this per centipawn of correction.
    reduction_correction = 8 in 0..=32;
    /// The reduction is greater by this where the TT score is below beta, except in PV nodes.
    reduction_tt_low = 780 in 0..=2048;
    /// The history for which the reduction is a ply less.
    reduction_history_divisor = 10486 in 3000..=20000;
    /// The history that a centipawn of a capture's gain counts as.
    reduction_gain_weight = 17 in 0..=64;
    /// The reduction of a quiet move is greater by this for each centipawn by which the evaluation
    /// is below alpha.
    reduction_below_alpha = 5 in 0..=20;
    /// The evaluation counts as at most this far below alpha.
    reduction_below_alpha_max = 48 in 0..=200;
    /// The evaluation counts as at most this far above alpha.
    reduction_above_alpha_max = 37 in 0..=200;
    /// A re-search is deeper if the reduced search gained this much.
    deeper_margin = 41 in 10..=150;
    /// A re-search, and the search with an open window, is shallower if the reduced search gained
    /// less than this over the best score.
    shallower_margin = 5 in 0..=60;
    /// A null-window search without late move reductions is a ply shallower beyond this reduction.
    first_move_reduction = 2892 in 1024..=6144;
    /// `first_move_reduction` is lower by this where there is no TT move.
    first_move_reduction_no_tt_move = 1024 in 0..=3072;

    // Step 19: histories, and `tt_pv`.

    /// The bonus of a history per ply of depth.
    history_bonus = 201 in 50..=400;
    /// The bonus of a history is less by this.
    history_bonus_base = 67 in 0..=300;
    /// The greatest bonus of a history.
    history_bonus_max = 1897 in 500..=4000;
    /// The malus of a history per ply of depth.
    history_malus = 204 in 50..=400;
    /// The greatest malus of a history.
    history_malus_max = 1595 in 500..=4000;
    /// The share of the malus for the first quiet move, in 64ths.
    history_malus_first = 75 in 32..=128;
    /// The share of the malus is less by this for each quiet move before, in 64ths, down to nothing.
    history_malus_step = 3 in 0..=8;
    /// The weight of the 1-ply and 2-ply values in the gravity of the continuation histories in
    /// check, in quarters.
    continuation_gravity_check = 3 in 0..=4;
    /// The weight of the 1-ply and 2-ply values in the gravity of the continuation histories, in
    /// quarters.
    continuation_gravity_near = 2 in 0..=4;
    /// The weight of the 4-ply and 6-ply values in the gravity of the continuation histories, in
    /// quarters.
    continuation_gravity_far = 1 in 0..=4;
    /// The share of the bonus for the prior move where all moves fail low, in 64ths.
    prior_move_bonus = 20 in 0..=128;
    /// The share of the prior move's bonus is greater by this times its move count.
    prior_move_count = 3 in 0..=12;
    /// The greatest move count of the prior move that counts.
    prior_move_count_max = 12 in 1..=40;
    /// The prior move is a surprise where the evaluation after it is this far above the score.
    prior_move_margin = 40 in 0..=200;
    /// The prior move is a surprise where the evaluation before it was this far above the score.
    prior_move_margin_before = 30 in 0..=200;
    /// The share of the prior move's bonus is greater by this for each of the two surprises.
    prior_move_surprise = 24 in 0..=64;
    /// The share of the malus for a quiet prior move that the TT refutes, in 64ths.
    refuted_move_malus = 38 in 0..=128;
    /// The greatest move count of a prior move that gets this malus.
    refuted_move_count = 3 in 1..=8;
    /// The share of the piece-to history that the next search begins with, in eighths.
    piece_to_history_kept = 6 in 0..=8;
    /// A node that fails low inherits its parent's `tt_pv` above this depth.
    tt_pv_depth = 5 in 0..=8;

    // Step 20: correction histories.

    /// The bonus of a correction history is the error times the depth, divided by this.
    correction_bonus_divisor = 8 in 2..=32;
    /// The greatest bonus of a correction history.
    correction_bonus_max = 256 in 64..=512;

    // Quiescence search.

    /// The weight of beta in the score of a stand pat that fails high, where the score itself has
    /// weight one.
    quiescence_beta_weight = 1 in 0..=4;
    /// The futility margin of a capture in quiescence search, to which its victim is added.
    quiescence_futility = 131 in 50..=400;
    /// The number of moves after which only captures on the square to which the last move went,
    /// promotions and checks are searched.
    quiescence_moves = 2 in 1..=10;

    // Time management.

    /// The share of the clock that is kept in reserve on a short one, in per cent.
    time_reserve_share = 75 in 25..=90;
    /// The most time on a clock that is kept in reserve, as the machine may be busy, in
    /// milliseconds.
    time_reserve_max = 50 in 20..=200;
    /// The share of the clock for one move without a move count, in 1000ths.
    time_share = 52 in 20..=80;
    /// The share of the increment that is spent, in per cent.
    time_increment_share = 80 in 40..=100;
    /// The clock, less the reserve, at which half of the increment's share is spent, in
    /// milliseconds.
    time_half_spent = 100 in 10..=500;
    /// The hard limit, in per cent of the soft one.
    time_hard_factor = 500 in 200..=800;
    /// The largest share of the clock for one move, in per cent, before the last moves of a time
    /// control.
    time_hard_share = 30 in 15..=50;
    /// The largest share of the clock for the last move of a time control, in per cent.
    time_last_move_share = 90 in 50..=95;
    /// The last moves of a time control may take this much of an equal share each, in per cent.
    time_last_moves_factor = 150 in 100..=250;
    /// The largest share of the clock for one of the last moves of a time control except the last,
    /// in per cent.
    time_last_moves_share = 70 in 40..=90;
    /// The scale of the soft limit where the best move has no nodes, in per cent.
    time_nodes_base = 215 in 120..=320;
    /// The scale is less by this times the best move's share of the nodes, in per cent.
    time_nodes_factor = 160 in 60..=250;
    /// The least scale by nodes, in per cent.
    time_nodes_min = 20 in 5..=100;
    /// The scale where the best move has just changed, in per cent.
    time_stability_base = 125 in 100..=180;
    /// The scale is less by this for each iteration that confirmed the best move, in per cent.
    time_stability_step = 6 in 0..=12;
    /// The most iterations that count as confirming the best move.
    time_stability_max = 8 in 2..=16;
    /// The scale where the best move did not change within iterations, in per cent.
    time_changes_base = 88 in 50..=100;
    /// The scale is greater by this for each change of the best move within the iteration, by half
    /// of this for each change in the iteration before, and so on, in per cent.
    time_changes = 40 in 0..=200;
    /// The most changes of the best move that count.
    time_changes_max = 4 in 1..=10;
    /// The scale where the score stays, in per cent.
    time_trend_base = 88 in 50..=100;
    /// The scale is greater by this for each centipawn that the score fell, in 1000ths.
    time_trend = 40 in 0..=100;
    /// The least scale by the score's trend, in per cent.
    time_trend_min = 80 in 50..=100;
    /// The greatest scale by the score's trend, in per cent.
    time_trend_max = 150 in 100..=250;

    // The vote of the threads.

    /// This is added to each thread's lead over the worst score, so that the worst has a vote too.
    vote_score_offset = 10 in 1..=50;
}
