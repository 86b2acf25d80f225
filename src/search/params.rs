//! Every number of the search that could as well be another, in one place.

use super::tunable::tunable;

tunable! {
    /// Half width of the first aspiration window, in centipawns.
    aspiration_window = 14 in 5..=60;
    /// The window also widens with the square of the last score, divided by
    /// this.
    aspiration_score_divisor = 14_298 in 2000..=50000;
    /// What a window grows by when it fails, in per cent.
    aspiration_growth = 42 in 10..=200;
    /// Least depth of an iteration with a narrow window, in plies.
    aspiration_depth = 4 in 1..=8;
    /// A window of more than this half width, in centipawns, is opened.
    aspiration_max = 1000 in 200..=2000;
    /// Most plies by which an iteration is shallower after failing high.
    aspiration_reduction_max = 3 in 0..=6;

    /// Values of the corrections by pawn structure stay within plus and minus
    /// this.
    correction_pawns_max = 1024 in 512..=2048;
    /// The same of those by each side's other pieces.
    correction_others_max = 1024 in 512..=2048;
    /// The same of those by minor pieces.
    correction_minors_max = 1024 in 512..=2048;
    /// The same of those by the last two moves.
    correction_moves_max = 1024 in 512..=2048;
    /// Greatest bonus of a correction.
    correction_bonus_max = 256 in 64..=512;
    /// The bonus is the error times the depth, divided by this.
    correction_bonus_divisor = 8 in 2..=32;
    /// The evaluation fades with the fifty-move clock: by its plies, of so many.
    fading = 220 in 150..=1000;
    /// Weight of the correction by pawn structure, in 2048ths.
    correction_pawns = 194 in 0..=400;
    /// Weight of the correction by each side's other pieces.
    correction_others = 137 in 0..=400;
    /// Weight of the correction by minor pieces.
    correction_minors = 66 in 0..=400;
    /// Weight of the correction by the last two moves.
    correction_moves = 163 in 0..=400;

    /// Centipawns that a reduced move must have cost to be searched even less
    /// deeply.
    hindsight_cost = 134 in 0..=400;
    /// Reduction, in 1024ths of a ply, from which a node is searched deeper …
    hindsight_deeper = 3072 in 1024..=6144;
    /// … and less deeply …
    hindsight_shallower = 2048 in 1024..=6144;
    /// … if it is at least so deep, in plies.
    hindsight_depth = 2 in 1..=6;

    /// Credit for a quiet move by what it cost the opponent's evaluation, per
    /// centipawn …
    hindsight_bonus = 6 in 0..=20;
    /// … up to this much, and down.
    hindsight_bonus_max = 900 in 200..=4000;

    /// Razoring: eval this far below alpha …
    razor_base = 253 in 50..=800;
    /// … and this much further for the square of the depth, in centipawns.
    razor_depth = 162 in 50..=500;

    /// Greatest depth for reverse futility pruning, in plies.
    reverse_futility_depth = 9 in 4..=14;
    /// What a ply may bring down, in centipawns.
    reverse_futility_margin = 89 in 20..=150;
    /// Less, in all, when things get better.
    reverse_futility_improving = 50 in 0..=150;
    /// The least margin, in centipawns.
    reverse_futility_margin_min = 20 in 0..=100;
    /// Weight of beta in the score, beside the evaluation's weight of one.
    reverse_futility_beta_weight = 2 in 0..=8;

    /// Null move: what static evaluation must be above beta, less what each
    /// ply of depth forgives, in centipawns.
    null_move_base = 158 in 0..=400;
    /// See [`null_move_base`].
    null_move_depth = 25 in 0..=60;
    /// Plies by which a null move's search is shorter, at least.
    null_move_reduction = 5 in 2..=6;
    /// One more ply for each so many centipawns above beta.
    null_move_eval_divisor = 209 in 80..=400;
    /// But not more of these plies.
    null_move_eval_max = 3 in 1..=6;
    /// One more ply for each so many plies of depth.
    null_move_depth_divisor = 3 in 2..=6;
    /// Depth from which a null move is verified, in plies.
    null_move_verification_depth = 14 in 8..=30;
    /// Part of the depth in which its verification tries no null move, in quarters.
    null_move_verification_part = 3 in 1..=4;

    /// Internal iterative reduction: least depth, in plies.
    internal_reduction_depth = 4 in 2..=10;

    /// ProbCut: least depth, in plies.
    probcut_depth = 5 in 3..=8;
    /// Plies by which the search that confirms a capture is shorter.
    probcut_reduction = 4 in 2..=6;
    /// How far above beta a capture must be, in centipawns …
    probcut_margin = 187 in 80..=400;
    /// … less when things get better.
    probcut_improving = 44 in 0..=120;

    /// Least depth of singular extensions, in plies.
    singular_depth = 7 in 4..=10;
    /// How much worse all other moves must be, in 64ths of a centipawn per ply.
    singular_margin = 58 in 16..=200;
    /// By how many plies the table's entry may be shallower.
    singular_tt_lag = 3 in 1..=6;
    /// Below that by so many centipawns: extended twice.
    double_extension_margin = 20 in 0..=100;
    /// By so many: three times.
    triple_extension_margin = 91 in 20..=300;
    /// By so many more each, on the principal variation.
    extension_margin_pv = 200 in 0..=500;
    /// How often a line may be extended by more than a ply at a time.
    most_double_extensions = 8 in 2..=20;
    /// No singular search deeper below the root than this many times the iteration.
    singular_ply_factor = 2 in 1..=4;
    /// Plies taken from a move that is not singular where the table's score beats
    /// beta, one less on the principal variation …
    negative_extension = 3 in 0..=4;
    /// … and in other nodes expected to fail high.
    negative_extension_cut_node = 2 in 0..=4;

    /// Late move pruning: moves looked at are `base + depth²`, half of it when
    /// things get worse.
    late_move_base = 4 in 1..=10;
    /// Greatest depth for futility pruning, in plies.
    futility_depth = 9 in 4..=14;
    /// What a quiet move may bring in, in centipawns …
    futility_base = 42 in 20..=300;
    /// … and with each ply that it is searched …
    futility_margin = 85 in 30..=200;
    /// … and for so much history, one more centipawn.
    futility_history_divisor = 176 in 50..=1000;
    /// Greatest depth for futility pruning of captures, in plies.
    noisy_futility_depth = 7 in 3..=14;
    /// What a capture may bring in beside the victim, in centipawns.
    noisy_futility_base = 184 in 50..=500;
    /// And with each ply that it is searched.
    noisy_futility_margin = 139 in 50..=400;
    /// And for so much history, one more centipawn.
    noisy_futility_history_divisor = 64 in 16..=400;
    /// History below which a quiet move is passed over, per ply.
    history_pruning = 4424 in 1000..=10000;
    /// What a capture may lose, per ply, in centipawns.
    see_pruning_noisy = 90 in 20..=250;
    /// And for so much history, one more centipawn.
    see_pruning_noisy_history_divisor = 64 in 16..=400;
    /// What a quiet move may lose, per square of the plies, in centipawns.
    see_pruning_quiet = 20 in 5..=60;

    /// Reduction is `base + ln(depth) ln(number) · factor`, in 1024ths of a
    /// ply; of quiet moves …
    reduction_base = 673 in 0..=2000;
    /// See [`reduction_base`].
    reduction_factor = 495 in 200..=800;
    /// … and of noisy ones.
    reduction_noisy_base = 21 in -1000..=1500;
    /// See [`reduction_noisy_base`].
    reduction_noisy_factor = 293 in 100..=800;
    /// Changes of the reduction, in 1024ths of a ply: things get worse.
    reduction_worsening = 764 in 0..=2048;
    /// The node is expected to fail high.
    reduction_cut_node = 1858 in 0..=4096;
    /// It is, or was, on a principal variation: less.
    reduction_pv = 778 in 0..=2048;
    /// The table's move is a capture.
    reduction_noisy_tt_move = 878 in 0..=2048;
    /// The move gives check: less.
    reduction_check = 2000 in 0..=4096;
    /// Its replies fail high often …
    reduction_cutoffs = 857 in 0..=2048;
    /// … that is, more than this many of them.
    reduction_cutoffs_min = 2 in 0..=8;
    /// The evaluation was corrected: less, for each centipawn.
    reduction_correction = 7 in 0..=32;
    /// One ply less for each so much history.
    reduction_history_divisor = 8412 in 3000..=20000;
    /// Least depth of a reduction, in plies.
    reduction_depth = 2 in 1..=5;
    /// The first move of a node off the principal variation is searched one ply less
    /// deeply from this reduction on …
    first_move_reduction = 3072 in 1024..=6144;
    /// … and two from this …
    first_move_reduction_twice = 4608 in 2048..=8192;
    /// … to which so much is added where the table has no move.
    first_move_reduction_no_tt_move = 1024 in 0..=3072;
    /// A reduced move that is so much better is searched deeper, in centipawns.
    deeper_margin = 41 in 10..=150;

    /// A node that fails low counts as on a principal variation, as the node above
    /// does, from more than this depth, in plies.
    tt_pv_depth = 3 in 0..=8;

    /// Values of the butterfly history stay within plus and minus this.
    butterfly_history_max = 16384 in 8192..=16384;
    /// The same of the continuation histories.
    continuation_history_max = 16384 in 8192..=16384;
    /// The same of the pawn history.
    pawn_history_max = 16384 in 8192..=16384;
    /// The same of the capture history.
    capture_history_max = 16384 in 8192..=16384;

    /// Weights of the histories in the order of quiet moves, in 1024ths.
    order_butterfly = 2048 in 0..=4096;
    /// See [`order_butterfly`].
    order_pawn = 2048 in 0..=4096;
    /// See [`order_butterfly`]: the continuation history one ply back …
    order_continuation_1 = 2048 in 0..=4096;
    /// … two plies back …
    order_continuation_2 = 2048 in 0..=4096;
    /// … four …
    order_continuation_4 = 1024 in 0..=4096;
    /// … and six.
    order_continuation_6 = 1024 in 0..=4096;
    /// Weights of the histories by which quiet moves are pruned and reduced, in
    /// 1024ths.
    quiet_butterfly = 1024 in 0..=4096;
    /// See [`quiet_butterfly`].
    quiet_pawn = 1024 in 0..=4096;
    /// See [`quiet_butterfly`]: the continuation history one ply back …
    quiet_continuation_1 = 1024 in 0..=4096;
    /// … and two plies back.
    quiet_continuation_2 = 1024 in 0..=4096;
    /// Order of quiet moves: what a killer gains, in units of history.
    killer_bonus = 32_000 in 0..=64000;
    /// What a check gains …
    quiet_check_bonus = 8_000 in 0..=64000;
    /// … that loses at most so many centipawns by SEE.
    quiet_check_loss = 60 in 0..=200;
    /// What a queen gains by leaving where a lesser piece takes it, and loses by
    /// going there.
    danger_queen = 24_000 in 0..=64000;
    /// The same of a rook.
    danger_rook = 16_000 in 0..=64000;
    /// The same of a minor piece.
    danger_minor = 12_000 in 0..=64000;
    /// Order of captures: weight of a centipawn, in units of history.
    gain_weight = 16 in 1..=64;
    /// A good capture may lose its order, divided by this, by SEE, in centipawns.
    good_capture_divisor = 32 in 8..=200;

    /// Credit for a cutoff, per ply of depth …
    history_bonus = 173 in 50..=400;
    /// … less this …
    history_bonus_base = 67 in 0..=300;
    /// … up to this much.
    history_bonus_max = 1897 in 500..=4000;
    /// Debit of the moves tried before, per ply of depth …
    history_malus = 174 in 50..=400;
    /// … up to this much.
    history_malus_max = 1595 in 500..=4000;
    /// Share of that malus for the quiet move that was tried first, in 64ths …
    history_malus_first = 75 in 32..=128;
    /// … less for each that was tried before it …
    history_malus_step = 3 in 0..=8;
    /// … down to this.
    history_malus_least = 27 in 0..=64;
    /// Share of the bonus that the move before gets where no move refutes it, in
    /// 64ths …
    prior_move_bonus = 20 in 0..=128;
    /// … more for each move that was tried before it, up to the twelfth …
    prior_move_count = 3 in 0..=12;
    /// … and where the evaluation had promised more: of this position, by so many
    /// centipawns …
    prior_move_margin = 40 in 0..=200;
    /// … or of the one before, by so many …
    prior_move_margin_before = 30 in 0..=200;
    /// … by so much for each of the two.
    prior_move_surprise = 24 in 0..=64;

    /// Transposition table: an entry of this search that is more than so many plies
    /// deeper is not replaced by a bound on the same position.
    tt_keep_depth = 3 in 0..=8;
    /// Plies that having been on a principal variation is worth to an entry.
    tt_pv_worth = 2 in 0..=8;
    /// Plies that an entry loses with each search since.
    tt_age_cost = 8 in 1..=16;

    /// Quiescence: what a capture may bring in beside the victim, in
    /// centipawns.
    quiescence_futility = 124 in 50..=400;

    /// Time: share of the clock for one move where no move count is known, in
    /// 1000ths.
    time_share = 46 in 20..=80;
    /// Share of the increment that is spent, in per cent.
    time_increment_share = 80 in 40..=100;
    /// Hard limit as a multiple of the soft one, in per cent.
    time_hard_factor = 500 in 200..=800;
    /// No move takes more than this share of the clock, in per cent.
    time_hard_share = 30 in 15..=50;
    /// Scale of the soft limit, in per cent, less …
    time_nodes_base = 215 in 120..=320;
    /// … so much times the share of nodes spent on the best move.
    time_nodes_factor = 160 in 60..=250;
    /// Scale of the soft limit while the best move changes, in per cent …
    time_stability_base = 125 in 100..=180;
    /// … less for each iteration that confirmed it …
    time_stability_step = 6 in 0..=12;
    /// … up to so many.
    time_stability_max = 8 in 2..=16;
    /// More time for each centipawn that the score has dropped, in 1000ths.
    time_trend = 8 in 0..=25;
    /// Scale of the soft limit by the trend of the score, at least, in per cent …
    time_trend_min = 80 in 50..=100;
    /// … and at most.
    time_trend_max = 150 in 100..=250;
    /// Scale of the soft limit by nodes, at least, in per cent.
    time_nodes_min = 20 in 5..=100;

    /// Thread vote: what every thread's score counts above the worst, in
    /// centipawns.
    vote_score_offset = 10 in 1..=50;
}
