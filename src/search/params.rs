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

    /// Most the corrections' entries may say, each.
    correction_limit = 1024 in 512..=2048;
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

    /// Null move: what static evaluation must be above beta, less what each
    /// ply of depth forgives, in centipawns.
    null_move_base = 158 in 0..=400;
    /// See [`null_move_base`].
    null_move_depth = 25 in 0..=60;
    /// Plies by which a null move's search is shorter, at least.
    null_move_reduction = 5 in 2..=6;
    /// One more ply for each so many centipawns above beta.
    null_move_eval_divisor = 209 in 80..=400;
    /// Depth from which a null move is verified, in plies.
    null_move_verification_depth = 14 in 8..=30;

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
    /// History below which a quiet move is passed over, per ply.
    history_pruning = 4424 in 1000..=10000;
    /// What a capture may lose, per ply, in centipawns.
    see_pruning_noisy = 90 in 20..=250;
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
    /// The moves before it were refuted at once.
    reduction_cutoffs = 857 in 0..=2048;
    /// One ply less for each so much history.
    reduction_history_divisor = 8412 in 3000..=20000;
    /// A reduced move that is so much better is searched deeper, in centipawns.
    deeper_margin = 41 in 10..=150;

    /// History values stay within plus and minus this.
    history_max = 16384 in 8192..=16384;
    /// Order of quiet moves: what a killer gains, in units of history.
    killer_bonus = 32_000 in 0..=64000;
    /// What a queen gains by leaving where a lesser piece takes it, and loses by
    /// going there.
    danger_queen = 24_000 in 0..=64000;
    /// The same of a rook.
    danger_rook = 16_000 in 0..=64000;
    /// The same of a minor piece.
    danger_minor = 12_000 in 0..=64000;
    /// Order of captures: weight of a centipawn, in units of history.
    gain_weight = 16 in 1..=64;

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
    /// … less for each iteration that confirmed it, up to eight.
    time_stability_step = 6 in 0..=12;
    /// More time for each centipawn that the score has dropped, in 1000ths.
    time_trend = 8 in 0..=25;
}
