//! All numbers of the search that games may tune.

use super::tunable::tunable;

tunable! {
    /// Half width of the first aspiration window, in centipawns.
    aspiration_window = 14 in 5..=60;
    /// The square of the last score, divided by this, widens the window.
    aspiration_score_divisor = 14_298 in 2000..=50000;
    /// Growth of a failed window, in per cent.
    aspiration_growth = 42 in 10..=200;
    /// Least depth of an iteration with an aspiration window, in plies.
    aspiration_depth = 4 in 1..=8;
    /// Half width from which the window is opened, in centipawns.
    aspiration_max = 1000 in 200..=2000;
    /// Most plies by which an iteration is shallower after failing high.
    aspiration_reduction_max = 3 in 0..=6;

    /// Bounds of the correction histories.
    /// Depth of a multi-cut for the correction histories, in 64ths of its search's.
    multicut_correction = 96 in 0..=256;
    /// Greatest bonus of a correction history.
    correction_bonus_max = 256 in 64..=512;
    /// The bonus is error times depth, divided by this.
    correction_bonus_divisor = 8 in 2..=32;
    /// Optimism: what evaluations gain for the side that is far ahead at the root, in centipawns …
    optimism = 28 in 0..=100;
    /// … and half of it at this score.
    optimism_half = 42 in 10..=300;
    /// The evaluation fades with the fifty-move clock over this many plies.
    fading = 220 in 150..=1000;
    /// Weights of the correction histories, in 2048ths.
    correction_pawns = 126 in 0..=400;
    correction_others = 135 in 0..=400;
    correction_minors = 65 in 0..=400;
    correction_moves = 144 in 0..=400;

    /// Loss of a reduced move, in centipawns, from which its depth is reduced again.
    hindsight_cost = 134 in 0..=400;
    /// Reduction, in 1024ths of a ply, from which hindsight adds a ply …
    hindsight_deeper = 3072 in 1024..=6144;
    /// … and from which it takes one …
    hindsight_shallower = 2048 in 1024..=6144;
    /// … at this depth or more, in plies.
    hindsight_depth = 2 in 1..=6;

    /// Loss of a quiet move that changes nothing, in centipawns: each side counts its own tempo.
    eval_difference_tempo = 22 in 0..=60;
    /// Bonus of a quiet move by its gain in evaluation, per centipawn …
    eval_difference_bonus = 6 in 0..=20;
    /// … bounded by plus and minus this.
    eval_difference_bonus_max = 882 in 200..=4000;

    /// A static evaluation worse by less than this still improves, in centipawns.
    improving_margin = 9 in 0..=60;

    /// Razoring: eval this far below alpha …
    razor_base = 184 in 50..=800;
    /// … plus this times the square of the depth, in centipawns.
    razor_depth = 162 in 50..=500;

    /// Greatest depth for reverse futility pruning, in plies.
    reverse_futility_depth = 8 in 4..=14;
    /// Margin per ply of depth, in centipawns.
    reverse_futility_margin = 57 in 20..=150;
    /// Margin per squared ply, in centipawns.
    reverse_futility_square = 5 in 0..=20;
    /// Subtracted when improving.
    reverse_futility_improving = 57 in 0..=150;
    /// The least margin, in centipawns.
    reverse_futility_margin_min = 20 in 0..=100;
    /// Weight of beta in the returned score; the evaluation has weight one.
    reverse_futility_beta_weight = 2 in 0..=8;

    /// Null move: static evaluation above beta by this, less the next per ply of depth,
    /// in centipawns.
    null_move_base = 183 in 0..=400;
    null_move_depth = 22 in 0..=60;
    /// Added where the node is or was on a principal variation.
    null_move_tt_pv = 40 in 0..=200;
    /// Least reduction of a null move search, in plies.
    null_move_reduction = 5 in 2..=6;
    /// One more ply for each so many centipawns above beta …
    null_move_eval_divisor = 225 in 80..=400;
    /// … up to this many plies.
    null_move_eval_max = 3 in 1..=6;
    /// One more ply for each so many plies of depth.
    null_move_depth_divisor = 3 in 2..=6;
    /// Depth from which a null move cutoff is verified, in plies.
    null_move_verification_depth = 14 in 8..=30;
    /// Part of the verification's depth without null moves, in quarters.
    null_move_verification_part = 3 in 1..=4;

    /// Internal iterative reduction: least depth, in plies.
    internal_reduction_depth = 3 in 2..=10;

    /// ProbCut: least depth, in plies; quiescence alone confirms a capture where the reduction
    /// leaves nothing.
    probcut_depth = 4 in 3..=8;
    /// Reduction of the search that confirms a capture, in plies; one more when improving.
    probcut_reduction = 4 in 2..=6;
    /// Margin of a capture above beta, in centipawns …
    probcut_margin = 184 in 80..=400;
    /// … less this when improving.
    probcut_improving = 44 in 0..=120;

    /// Small ProbCut: margin of the table's score above beta, in centipawns.
    small_probcut_margin = 190 in 80..=800;
    /// Plies by which the table's entry may be shallower.
    small_probcut_tt_lag = 4 in 2..=6;

    /// Least depth of singular extensions, in plies; a ply more where the node is or was on a
    /// principal variation.
    singular_depth = 7 in 4..=10;
    /// How much worse all other moves must be, in 64ths of a centipawn per ply.
    singular_margin = 67 in 16..=200;
    /// Plies by which the table's entry may be shallower.
    singular_tt_lag = 4 in 1..=6;
    /// Centipawns below the singular window for a double extension.
    double_extension_margin = 11 in 0..=100;
    /// The same for a triple extension.
    triple_extension_margin = 91 in 20..=300;
    /// Added to both on the principal variation.
    extension_margin_pv = 171 in 0..=500;
    /// Taken from both where the singular move is quiet.
    extension_margin_quiet = 10 in 0..=200;
    /// Added to both where the best move has always been the table's lately, in non-PV nodes that
    /// had one and raised alpha, and taken from both where it never was.
    extension_margin_tt_history = 24 in 0..=100;
    /// Bonus of the history of table moves for a best one …
    tt_move_bonus = 800 in 100..=2000;
    /// … and malus for another.
    tt_move_malus = 850 in 100..=2000;
    /// Most multiple extensions of a line.
    most_double_extensions = 7 in 2..=20;
    /// No extensions beyond this multiple of the iteration's depth.
    extension_ply_factor = 2 in 1..=4;
    /// Reduction of a move that is not singular, if its score beats beta (one less in PV
    /// nodes), in plies …
    negative_extension = 3 in 0..=4;
    /// … and in other cut nodes.
    negative_extension_cut_node = 2 in 0..=4;
    /// Below the depth of singular extensions the table's move is extended where the static
    /// evaluation is at least so many centipawns below alpha.
    low_depth_extension_margin = 25 in 0..=150;

    /// No quiet moves after the move whose number (from 1) is above `base + depth²`, half of that
    /// unless improving …
    late_move_base = 5 in 1..=10;
    /// … to which this is added where the node is or was on a principal variation.
    late_move_tt_pv = 3 in 0..=10;
    /// Futility and SEE pruning of a quiet move: one ply deeper for each so much history.
    pruning_history_divisor = 16_824 in 4000..=64000;
    /// Greatest depth for futility pruning, in plies.
    futility_depth = 9 in 4..=14;
    /// Margin of a quiet move, in centipawns …
    futility_base = 29 in 20..=300;
    /// … plus this per ply of its depth …
    futility_margin = 86 in 30..=200;
    /// … plus one for each so much history.
    futility_history_divisor = 121 in 50..=1000;
    /// Greatest depth for futility pruning of captures, in plies.
    noisy_futility_depth = 7 in 3..=14;
    /// Margin of a capture beside its victim, in centipawns …
    noisy_futility_base = 197 in 50..=500;
    /// … plus this per ply of its depth …
    noisy_futility_margin = 154 in 50..=400;
    /// … plus one for each so much history.
    noisy_futility_history_divisor = 64 in 16..=400;
    /// A quiet move is pruned whose history is below minus this, per ply of depth.
    history_pruning = 4668 in 1000..=10000;
    /// SEE loss allowed to a capture, per ply, in centipawns …
    see_pruning_noisy = 108 in 20..=250;
    /// … plus one for each so much history.
    see_pruning_noisy_history_divisor = 64 in 16..=400;
    /// SEE loss allowed to a quiet move, per squared ply, in centipawns.
    see_pruning_quiet = 25 in 5..=60;

    /// Reduction of quiet moves: `base + ln(depth) ln(move count) · factor`, in 1024ths of a ply.
    reduction_base = 687 in 0..=2000;
    reduction_factor = 549 in 200..=800;
    /// The same of noisy moves.
    reduction_noisy_base = -18 in -1000..=1500;
    reduction_noisy_factor = 339 in 100..=800;
    /// Adjustments of the reduction, in 1024ths of a ply: not improving.
    reduction_worsening = 798 in 0..=2048;
    /// For each centipawn by which the evaluation has become worse …
    reduction_worsening_slope = 2 in 0..=8;
    /// … up to this.
    reduction_worsening_max = 1300 in 0..=3000;
    /// In a cut node.
    reduction_cut_node = 1920 in 0..=4096;
    /// Of a quiet move, for each centipawn by which the evaluation is below alpha …
    reduction_below_alpha = 5 in 0..=20;
    /// … of at most so many below …
    reduction_below_alpha_max = 48 in 0..=200;
    /// … and so many above it.
    reduction_above_alpha_max = 37 in 0..=200;
    /// Subtracted where the node is or was on a principal variation, and once more where it is.
    reduction_pv = 874 in 0..=2048;
    /// Subtracted where it is or was, and the table's entry is as deep as the node.
    reduction_deep_tt_pv = 663 in 0..=2048;
    /// Added for quiet moves where the table's move is a capture.
    reduction_noisy_tt_move = 837 in 0..=2048;
    /// Added where the table's score is below beta, but not in PV nodes.
    reduction_tt_low = 780 in 0..=2048;
    /// History that a capture's gain counts as, per centipawn.
    reduction_gain_weight = 17 in 0..=64;
    /// Subtracted for a check.
    reduction_check = 1806 in 0..=4096;
    /// Nodes at the child's ply have often failed high …
    reduction_cutoffs = 788 in 0..=2048;
    /// … more often than this.
    reduction_cutoffs_min = 2 in 0..=8;
    /// Subtracted per centipawn of correction.
    reduction_correction = 8 in 0..=32;
    /// One ply less for each so much history.
    reduction_history_divisor = 10486 in 3000..=20000;
    /// Least depth of a reduction, in plies.
    reduction_depth = 2 in 2..=5;
    /// Reduction from which a move that late move reductions leave out is searched a ply shallower
    /// with a null window …
    first_move_reduction = 2892 in 1024..=6144;
    /// … and by two …
    first_move_reduction_twice = 4608 in 2048..=8192;
    /// … both lower by this without a table move.
    first_move_reduction_no_tt_move = 1024 in 0..=3072;
    /// Gain of a reduced move, in centipawns, from which its re-search is deeper.
    deeper_margin = 41 in 10..=150;
    /// A re-search, and the search with an open window, is shallower where the reduced one gained
    /// less than this over the best score, in centipawns.
    shallower_margin = 5 in 0..=60;

    /// Depth above which a node that fails low inherits its parent's `tt_pv`, in plies.
    tt_pv_depth = 5 in 0..=8;

    /// Eighths of the butterfly history that the next search begins with.
    butterfly_history_kept = 6 in 0..=8;

    /// Weights of the histories in the order of quiet moves, in 1024ths.
    order_butterfly = 2048 in 0..=4096;
    order_pawn = 1660 in 0..=4096;
    order_continuation_1 = 2409 in 0..=4096;
    order_continuation_2 = 2090 in 0..=4096;
    order_continuation_4 = 1024 in 0..=4096;
    order_continuation_6 = 850 in 0..=4096;
    /// Weights of the histories for pruning and reducing quiet moves, in 1024ths.
    quiet_butterfly = 1027 in 0..=4096;
    quiet_pawn = 488 in 0..=4096;
    quiet_continuation_1 = 732 in 0..=4096;
    quiet_continuation_2 = 804 in 0..=4096;
    /// Order of quiet moves: bonus of the killer, in units of history.
    killer_bonus = 32_000 in 0..=64000;
    /// Bonus of a check …
    quiet_check_bonus = 16_000 in 0..=64000;
    /// … that loses at most this by SEE, in centipawns.
    quiet_check_loss = 60 in 0..=200;
    /// Bonus of a queen for leaving a square attacked by a lesser piece; malus for entering one.
    danger_queen = 21_500 in 0..=64000;
    danger_rook = 14_300 in 0..=64000;
    danger_minor = 10_700 in 0..=64000;
    /// Order of captures: weight of a centipawn, in units of history.
    gain_weight = 13 in 1..=64;
    /// SEE loss allowed to a good capture: its order divided by this, in centipawns.
    good_capture_divisor = 37 in 8..=200;

    /// History bonus of a cutoff, per ply of depth …
    history_bonus = 201 in 50..=400;
    /// … less this …
    history_bonus_base = 67 in 0..=300;
    /// … up to this.
    history_bonus_max = 1897 in 500..=4000;
    /// History malus of the other moves searched, per ply of depth …
    history_malus = 204 in 50..=400;
    /// … up to this.
    history_malus_max = 1595 in 500..=4000;
    /// Share of the malus for the first quiet move, in 64ths …
    history_malus_first = 75 in 32..=128;
    /// … less this for each move before …
    history_malus_step = 3 in 0..=8;
    /// … down to this.
    history_malus_least = 27 in 0..=64;
    /// Share of the bonus for the prior move when all moves fail low, in 64ths …
    prior_move_bonus = 20 in 0..=128;
    /// … plus this times its number in the order of moves, up to twelve …
    prior_move_count = 3 in 0..=12;
    /// … and where the evaluation promised more: here, by this many centipawns …
    prior_move_margin = 40 in 0..=200;
    /// … or before the move, by this many …
    prior_move_margin_before = 30 in 0..=200;
    /// … plus this for each of the two.
    prior_move_surprise = 24 in 0..=64;
    /// Share of the malus for a quiet move that the table refutes, in 64ths …
    refuted_move_malus = 38 in 0..=128;
    /// … if no later than this in its node.
    refuted_move_count = 3 in 1..=8;

    /// An entry of this search deeper by more plies than this is not replaced by a bound
    /// for the same position.
    tt_keep_depth = 3 in 0..=8;
    /// A mere evaluation replaces entries of less worth than this.
    tt_evaluation_worth = -4 in -32..=8;
    /// Plies that `tt_pv` adds to an entry's worth.
    tt_pv_worth = 2 in 0..=8;
    /// Plies that each search since takes from it.
    tt_age_cost = 8 in 1..=16;

    /// Quiescence futility: margin of a capture beside its victim, in centipawns.
    quiescence_futility = 131 in 50..=400;
    /// Captures searched before only those of the piece that moved last, promotions and checks are.
    quiescence_moves = 2 in 1..=10;

    /// Share of the clock for one move without a move count, in 1000ths.
    time_share = 52 in 20..=80;
    /// Share of the increment that is spent, in per cent.
    time_increment_share = 80 in 40..=100;
    /// Hard limit in per cent of the soft one.
    time_hard_factor = 500 in 200..=800;
    /// The largest share of the clock for one move, in per cent, but for the last moves before a
    /// time control.
    time_hard_share = 30 in 15..=50;
    /// Scale of the soft limit, in per cent, less …
    time_nodes_base = 215 in 120..=320;
    /// … this times the share of nodes of the best move …
    time_nodes_factor = 160 in 60..=250;
    /// Scale while the best move changes, in per cent …
    time_stability_base = 125 in 100..=180;
    /// … less this for each iteration that confirmed it …
    time_stability_step = 6 in 0..=12;
    /// … up to so many.
    time_stability_max = 8 in 2..=16;
    /// Scale by best moves that changed within iterations, in per cent: while none did …
    time_changes_base = 88 in 50..=100;
    /// … and more for each, for half of each in the iteration before, and so on …
    time_changes = 40 in 0..=200;
    /// … up to this many.
    time_changes_max = 4 in 1..=10;
    /// Scale by the score trend, in per cent: of a score that stays …
    time_trend_base = 88 in 50..=100;
    /// … and more for each centipawn that it dropped, in 1000ths.
    time_trend = 40 in 0..=100;
    /// Least scale by the score trend, in per cent.
    time_trend_min = 80 in 50..=100;
    /// Greatest scale by the score trend, in per cent.
    time_trend_max = 150 in 100..=250;
    /// Least scale by nodes, in per cent.
    time_nodes_min = 20 in 5..=100;

    /// Thread vote: added to each score above the worst, in centipawns.
    vote_score_offset = 10 in 1..=50;
}
