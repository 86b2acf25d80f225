//! Ends of games, repetitions and null moves.
//!
//! Truth: the Laws of Chess (FIDE, articles 5 and 9) on positions worked out by hand; shakmaty
//! for little material; for upcoming repetitions, trying all moves.

use ox88::board::{Color, Move, Outcome, PieceType, Position};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use crate::games::Game;
use crate::oracle::Twins;
use crate::work::in_parallel;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap();
        position.make(mv);
    }
}

const KNIGHTS_OUT_AND_BACK: &str = "g1f3 g8f6 f3g1 f6g8";

#[test]
fn the_third_time_ends_the_game() {
    let mut game = Position::startpos();
    for times in 1..=2 {
        for (ply, text) in KNIGHTS_OUT_AND_BACK.split_whitespace().enumerate() {
            assert_eq!(game.outcome(), None);
            play(&mut game, text);
            // The first knight move repeats only in the second round.
            let expected = if ply == 3 { times } else { times - 1 };
            assert_eq!(game.repetitions(), expected, "ply {ply} of round {times}");
        }
    }
    assert_eq!(game.outcome(), Some(Outcome::Threefold));
    game.unmake();
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_search_takes_its_own_repetitions_for_draws_at_once() {
    let mut game = Position::startpos();
    play(&mut game, KNIGHTS_OUT_AND_BACK);
    // The position stood four plies ago: at the root or before it.
    for (searched, expected) in [(0, false), (3, false), (4, true), (100, true)] {
        assert_eq!(game.is_repetition(searched), expected, "{searched}");
    }
    play(&mut game, KNIGHTS_OUT_AND_BACK);
    assert!(game.is_repetition(0), "it stands for the third time");
    play(&mut game, "e2e4");
    assert!(!game.is_repetition(100));
}

#[test]
fn a_position_may_come_back_on_other_ways() {
    let mut game = Position::startpos();
    // Out with one knight each, back in four moves.
    play(&mut game, "g1f3 g8f6 f3d4 f6d5 d4f3 d5f6");
    assert_eq!(game.repetitions(), 1);
    play(&mut game, "f3g5 f6g4 g5f3 g4f6");
    assert_eq!(game.outcome(), Some(Outcome::Threefold));
}

#[test]
fn the_right_to_take_en_passant_makes_a_difference() {
    // Black could take on e3 only the first time.
    let mut game = position("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    play(&mut game, "e2e4");
    assert!(game.en_passant().is_some());
    play(&mut game, "e8d8 e1d1 d8e8 d1e1");
    assert_eq!(game.repetitions(), 0);
    play(&mut game, "e8d8 e1d1 d8e8 d1e1");
    assert_eq!(game.repetitions(), 1);

    // No pawn can capture: the double push makes no difference.
    let mut game = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    play(&mut game, "e2e4");
    play(&mut game, "e8d8 e1d1 d8e8 d1e1");
    assert_eq!(game.repetitions(), 1);

    // The pawn beside is pinned: the same.
    let mut game = position("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1");
    play(&mut game, "e2e4");
    assert_eq!(game.en_passant(), None);
    play(&mut game, "d8e8 e1f1 e8d8 f1e1");
    assert_eq!(game.repetitions(), 1);
}

#[test]
fn castling_rights_make_a_difference() {
    let mut game = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let there_and_back = "a1b1 a8b8 b1a1 b8a8";
    play(&mut game, there_and_back);
    assert_eq!(game.repetitions(), 0, "both sides have lost a right");
    play(&mut game, there_and_back);
    assert_eq!(game.repetitions(), 1);
}

#[test]
fn the_side_to_move_makes_a_difference() {
    let mut game = position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    // White loses a tempo: the same squares, but Black is to move.
    play(&mut game, "a1a3 e8d8 a3a2 d8e8 a2a1");
    assert_eq!(game.repetitions(), 0);
}

#[test]
fn a_capture_or_pawn_move_ends_all_repetition() {
    let mut game = Position::startpos();
    play(&mut game, KNIGHTS_OUT_AND_BACK);
    play(&mut game, "e2e4 e7e5");
    play(&mut game, KNIGHTS_OUT_AND_BACK);
    assert_eq!(game.repetitions(), 1);
}

#[test]
fn positions_before_a_fen_are_not_known() {
    let mut game = position("4k3/8/8/8/8/8/8/R3K3 w - - 60 90");
    assert_eq!(game.repetitions(), 0);
    play(&mut game, "a1a2 e8d8 a2a1 d8e8");
    assert_eq!(game.repetitions(), 1);
}

#[test]
fn fifty_moves_without_progress_end_the_game() {
    let mut game = position("4k3/8/8/8/8/8/4P3/R3K3 w - - 99 90");
    assert_eq!(game.outcome(), None);
    for (mv, outcome) in [("a1a2", Some(Outcome::FiftyMoves)), ("e2e3", None)] {
        play(&mut game, mv);
        assert_eq!(game.outcome(), outcome, "{mv}");
        game.unmake();
    }
    // A capture is progress too.
    let mut game = position("4k3/8/8/8/8/p7/8/R3K3 w - - 99 90");
    play(&mut game, "a1a3");
    assert_eq!((game.halfmove_clock(), game.outcome()), (0, None));
}

#[test]
fn mate_on_the_hundredth_ply_is_mate() {
    let mut game = position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90");
    play(&mut game, "a1a8");
    assert_eq!(game.halfmove_clock(), 100);
    assert_eq!(game.outcome(), Some(Outcome::Checkmate));
}

#[test]
fn mates_and_stalemates() {
    let outcomes = [
        // Fool's mate, a smothered one, one on the back rank, and the end of Réti -
        // Tartakower, Vienna 1910.
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Outcome::Checkmate),
        ("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", Outcome::Checkmate),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Outcome::Checkmate),
        ("rnbB1b1r/ppk2ppp/2p2n2/4q3/4N3/8/PPP2PPP/2KR1BNR b - - 3 11", Outcome::Checkmate),
        // Stalemate by the king alone, with a blocked pawn, with a pinned piece.
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Outcome::Stalemate),
        ("7k/5K2/5N2/7p/7P/8/8/8 b - - 0 1", Outcome::Stalemate),
        ("kb5R/8/1K6/8/8/8/8/8 b - - 0 1", Outcome::Stalemate),
    ];
    for (fen, outcome) in outcomes {
        let position = position(fen);
        assert_eq!(position.outcome(), Some(outcome), "{fen}");
        assert!(!position.has_legal_move(), "{fen}");
        assert!(position.legal_moves().is_empty(), "{fen}");
    }
}

#[test]
fn taking_en_passant_may_be_the_only_way_out() {
    // The pawn that has just gone to f4 gives check; all else is guarded.
    let position = position("4BB2/8/8/5pkN/4pP2/6K1/6P1/8 b - f3 0 1");
    let way_out = position.parse_move("e4f3").unwrap();
    assert_eq!(position.legal_moves().as_slice(), [way_out]);
    assert_eq!(position.outcome(), None);

    let too_late = Position::from_fen("4BB2/8/8/5pkN/4pP2/6K1/6P1/8 b - - 0 1").unwrap();
    assert_eq!(too_late.outcome(), Some(Outcome::Checkmate));
}

#[test]
fn insufficient_material() {
    // b1, d1 and c8 are light squares, c1, e1 and d8 dark ones.
    let drawn = [
        "4k3/8/8/8/8/8/8/6K1 w - - 0 1",
        "4k3/8/8/8/8/8/8/1N4K1 w - - 0 1",
        "4k1n1/8/8/8/8/8/8/6K1 w - - 0 1",
        "4k3/8/8/8/8/8/8/1B4K1 w - - 0 1",
        "4k3/b7/8/8/8/8/8/7K w - - 0 1",
        // Bishops of either side, all on one colour.
        "2b1k3/8/8/8/8/8/8/1B4K1 w - - 0 1",
        "3bk3/8/8/8/8/8/8/2B3K1 w - - 0 1",
        "2b1k3/1b6/8/8/8/8/8/1B1B2K1 w - - 0 1",
    ];
    let playable = [
        // A helpmate exists.
        "2b1k3/8/8/8/8/8/8/2B3K1 w - - 0 1",
        "4k3/8/8/8/8/8/8/1BB3K1 w - - 0 1",
        "4k3/8/8/8/8/8/8/1BN3K1 w - - 0 1",
        "4k3/8/8/8/8/8/8/1NN3K1 w - - 0 1",
        "4k1n1/8/8/8/8/8/8/1N4K1 w - - 0 1",
        "4k1n1/8/8/8/8/8/8/1B4K1 w - - 0 1",
        // A single piece that can mate, or become one that can.
        "4k3/8/8/8/8/8/P7/6K1 w - - 0 1",
        "4k3/p7/8/8/8/8/8/6K1 w - - 0 1",
        "4k3/8/8/8/8/8/R7/6K1 w - - 0 1",
        "4k3/q7/8/8/8/8/8/7K w - - 0 1",
    ];
    for (fens, expected) in [(&drawn[..], true), (&playable[..], false)] {
        for fen in fens {
            let position = position(fen);
            assert_eq!(position.is_insufficient_material(), expected, "{fen}");
            let outcome = expected.then_some(Outcome::InsufficientMaterial);
            assert_eq!(position.outcome(), outcome, "{fen}");
        }
    }
}

/// Random games hardly ever reach such positions.
#[test]
fn little_material_is_judged_as_by_shakmaty() {
    for pieces in [
        "kK", "kKN", "kKNN", "kKB", "kKBB", "kKNq", "kKNr", "kKNn", "kKNb", "kKNp", "kKBq", "kKBr",
        "kKBn", "kKBp", "kKBb", "kKBN", "kKP", "kKNqq", "kKNNq", "kKR", "kKQ", "kKBBq",
    ] {
        let mut looked_at = 0;
        for places in [[0, 63, 18, 20, 34], [0, 63, 18, 21, 34], [0, 63, 19, 28, 45]] {
            let mut board = ['1'; 64];
            for (letter, place) in pieces.chars().zip(places) {
                board[place] = letter;
            }
            let ranks: Vec<String> = board.chunks(8).map(String::from_iter).collect();
            let ranks = ranks.join("/");
            for side in ["w", "b"] {
                let fen = format!("{ranks} {side} - - 0 1");
                if Position::from_fen(&fen).is_ok() {
                    Twins::from_fen(&fen).compare_material();
                    looked_at += 1;
                }
            }
        }
        assert!(looked_at > 0, "{pieces}");
    }
}

const QUIET_POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 7",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/8/8/4k3/8/8/4P3/4K3 b - - 99 120",
];

#[test]
fn a_null_move_passes_the_turn_and_nothing_else() {
    for fen in QUIET_POSITIONS {
        let mut position = position(fen);
        let before = position.clone();
        position.make_null();

        let mover = before.side_to_move();
        assert_eq!(position.side_to_move(), !mover, "{fen}");
        assert_eq!(position.en_passant(), None, "{fen}");
        assert_eq!(position.last_move(), Move::NONE, "{fen}");
        assert_eq!(position.castling(), before.castling(), "{fen}");
        assert!(position.all_pieces().eq(before.all_pieces()), "{fen}");
        assert_eq!(position.plies_made(), 1, "{fen}");

        assert_eq!(position.pawn_key(), before.pawn_key(), "{fen}");
        for color in Color::ALL {
            assert_eq!(position.non_pawn_key(color), before.non_pawn_key(color));
        }
        let set_up = Position::from_fen(&position.fen()).unwrap();
        assert_eq!(position.key(), set_up.key(), "{fen}");

        position.unmake();
        assert!(position == before, "{fen}");
    }
}

#[test]
fn null_moves_and_moves_unmake_in_turn() {
    let mut position = position(QUIET_POSITIONS[1]);
    let mut history = Vec::new();
    for round in 0..6 {
        history.push(position.clone());
        // A null move needs a side that is not in check.
        let gives_no_check = |mv: &Move| {
            let mut after = position.clone();
            after.make(*mv);
            !after.in_check()
        };
        if round % 2 == 0 {
            position.make_null();
        } else {
            let moves = position.legal_moves();
            let mv = moves.into_iter().find(gives_no_check).unwrap();
            position.make(mv);
        }
    }
    while let Some(before) = history.pop() {
        position.unmake();
        assert!(position == before);
    }
}

#[test]
fn nothing_repeats_across_a_null_move() {
    let mut game = Position::startpos();
    play(&mut game, "g1f3");
    game.make_null();
    play(&mut game, "f3g1");
    game.make_null();
    // All pieces are home again and White is to move, but only by a null move.
    assert_eq!(game.key(), Position::startpos().key());
    assert_eq!(game.repetitions(), 0);
    play(&mut game, KNIGHTS_OUT_AND_BACK);
    assert_eq!(game.repetitions(), 1, "the null move itself is the limit");
}

/// Returns the least search depth at which a repetition is found, if any: by the board, and by
/// trying all moves.
fn upcoming(position: &Position) -> (Option<usize>, Option<usize>) {
    let searches = 0..=position.plies_made();
    let foreseen = searches.clone().find(|&searched| position.has_upcoming_repetition(searched));
    let mut tried = position.clone();
    let nearest = position.legal_moves().into_iter().filter_map(|mv| {
        tried.make(mv);
        // Most positions are new, so that none of the many searches need be tried.
        let is_new = tried.repetitions() == 0;
        let mut searches = searches.clone().filter(|_| !is_new);
        let least = searches.find(|&searched| tried.is_repetition(searched + 1));
        tried.unmake();
        let piece = tried.piece_on(mv.from()).piece();
        let is_pawn = piece.is_some_and(|piece| piece.piece_type == PieceType::Pawn);
        let is_reversible = !is_pawn && !mv.is_capture() && !mv.is_castle();
        assert!(least.is_none() || is_reversible, "{mv:?} in {position:?}");
        least
    });
    (foreseen, nearest.min())
}

#[test]
fn a_repetition_is_seen_a_move_ahead() {
    const START: &str = QUIET_POSITIONS[0];
    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const EN_PASSANT: &str = "e2e4 e8d8 e1d1 d8e8";
    const ROUND: &str = "e8d8 a1b1 d8d7 b1b3 d7e7 b3a3 e7e8";
    const LOST_MOVE: &str = "4k3/8/8/8/8/8/8/R5K1 b - - 0 1";
    let cases = [
        // Black's knight can go home, to where the game began.
        (START, "g1f3 g8f6 f3g1", Some(3)),
        (START, "g1f3 g8f6", None),
        // Home for the third time.
        (START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1", Some(0)),
        // The pawn's move cannot be taken back.
        (START, "g1f3 e7e5 f3g1", None),
        // Nor can a rook's move that loses castling rights, but the second time there are
        // none to lose.
        (CASTLING, "a1b1 a8b8 b1a1", None),
        (CASTLING, "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1", Some(3)),
        // Nor the right to take en passant.
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", EN_PASSANT, None),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", EN_PASSANT, Some(3)),
        // The rook went round; the straight way back is blocked by a pawn.
        ("4k3/8/8/8/8/8/P7/R3K3 b - - 0 1", ROUND, None),
        ("4k3/8/8/8/8/8/7P/R3K3 b - - 0 1", ROUND, Some(7)),
        // Black has lost a tempo: only Black's king could repeat.
        (LOST_MOVE, "e8d7 g1h1 d7e7 h1g1 e7d8", None),
        // Positions before the one set up are not known.
        ("4k3/8/8/8/8/8/8/R3K3 w - - 60 90", "a1a2", None),
    ];
    for (fen, moves, expected) in cases {
        let mut game = position(fen);
        play(&mut game, moves);
        assert_eq!(upcoming(&game), (expected, expected), "{fen} {moves}");
    }
}

#[test]
fn a_null_move_bounds_what_is_seen_ahead() {
    let mut game = Position::startpos();
    play(&mut game, "g1f3");
    game.make_null();
    play(&mut game, "f3g1");
    assert_eq!(upcoming(&game), (None, None));

    let mut game = Position::startpos();
    play(&mut game, "g1f3 g8f6");
    game.make_null();
    play(&mut game, "f6g8 f3g1 g8f6");
    assert_eq!(upcoming(&game), (Some(3), Some(3)), "back to behind it");
}

/// Positions with few pieces, open lines, checks and pins, in which games repeat often.
const OPEN_POSITIONS: [&str; 4] = [
    "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
    "3qk3/4r3/8/b7/7B/8/4R3/3QK3 w - - 0 1",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1",
    "1n2k1b1/4p3/8/3p4/4P3/8/3P4/1N2K1B1 w - - 0 1",
];

#[test]
fn what_is_seen_ahead_is_what_trying_all_moves_finds() {
    /// Counts of positions without an upcoming repetition, with one that only deep searches find,
    /// with one that all find, and with a null move shortly before.
    type Tally = [usize; 4];
    let walk = |number: u64| {
        let Game { twins, mut rng, .. } = Game::new(number);
        let mut game = match OPEN_POSITIONS.get(number as usize % 8) {
            Some(fen) => position(fen),
            None => twins.ours,
        };
        let mut tally = Tally::default();
        let mut played = vec![Move::NONE; 2];
        for _ in 0..200 {
            let (foreseen, tried) = upcoming(&game);
            assert_eq!(foreseen, tried, "{game:?} after {played:?}");
            tally[foreseen.map_or(0, |least| if least > 0 { 1 } else { 2 })] += 1;
            if game.halfmove_clock() >= 3 && played.iter().rev().take(3).any(|mv| mv.is_none()) {
                tally[3] += 1;
            }
            if !game.in_check() && rng.random_ratio(1, 60) {
                game.make_null();
                played.push(Move::NONE);
            } else if let Some(mv) = often_reversed_move(&game, &played, &mut rng) {
                game.make(mv);
                played.push(mv);
            } else {
                break;
            }
        }
        tally
    };
    let mut sum = Tally::default();
    for tally in in_parallel(0..160, walk) {
        for (sum, count) in sum.iter_mut().zip(tally) {
            *sum += count;
        }
    }
    println!("{sum:?}");
    assert!(sum.into_iter().all(|count| count > 500), "{sum:?}");
}

/// Returns a legal move: often the last one taken back, seldom an irreversible one.
fn often_reversed_move(
    game: &Position,
    played: &[Move],
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Move> {
    let moves = game.legal_moves();
    let last = played[played.len() - 2];
    let back = moves.iter().find(|mv| (mv.from(), mv.to()) == (last.to(), last.from()));
    if let Some(&back) = back
        && rng.random_ratio(1, 2)
    {
        return Some(back);
    }
    let weight = |mv: &Move| {
        let piece = game.piece_on(mv.from()).piece();
        let is_pawn = piece.is_some_and(|piece| piece.piece_type == PieceType::Pawn);
        if is_pawn || mv.is_capture() { 1 } else { 20 }
    };
    moves.choose_weighted(rng, weight).ok().copied()
}

#[test]
fn unmaking_at_the_start_does_nothing() {
    let mut game = Position::startpos();
    game.unmake();
    assert!(game == Position::startpos());
}
