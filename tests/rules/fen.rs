//! FENs.
//!
//! Truth: the FEN standard (Edwards, 1994) with the castling letters of X-FEN and
//! Shredder-FEN on texts worked out by hand; shakmaty for random texts.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use ox88::board::{FenError, Move, Position, START_FEN};
use ox88::perft::perft;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

use crate::games::{keys, sample};
use crate::oracle::translate;
use crate::work::in_parallel;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{error}: {fen}"))
}

fn assert_round_trips(position: &Position) {
    for text in [position.fen(), position.shredder_fen()] {
        let again = Position::from_fen(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert!(again == *position, "{again:?} from {text}");
    }
}

#[test]
fn positions_of_games_round_trip() {
    let positions = sample(400, 10);
    assert!(positions.len() > 6_000);
    in_parallel(positions, |twins| {
        let fresh = position(&twins.ours.fen());
        assert_round_trips(&fresh);
        // A position is the same whether played or set up.
        assert_eq!(fresh.fen(), twins.ours.fen());
        assert_eq!(fresh.shredder_fen(), twins.ours.shredder_fen());
        assert_eq!(keys(&fresh), keys(&twins.ours), "{fresh:?}");
    });
}

#[test]
fn equal_keys_mean_equal_positions() {
    let positions = sample(400, 10);
    let facts = |fen: String| -> String {
        // Without the counters.
        fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
    };
    let texts: BTreeSet<String> = positions.iter().map(|twins| facts(twins.fen())).collect();
    let keys: BTreeSet<u64> = positions.iter().map(|twins| twins.ours.key().0).collect();
    assert_eq!(keys.len(), texts.len());
}

#[test]
fn fields_that_say_nothing_may_be_left_out() {
    let full = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(position("4k3/8/8/8/8/8/8/4K2R w K -") == full);
    assert!(position("4k3/8/8/8/8/8/8/4K2R w K - 0") == full);
    assert!(position("  4k3/8/8/8/8/8/8/4K2R \t w K - 0  1\n") == full);
    let later = position("4k3/8/8/8/8/8/8/4K2R w K - 12");
    assert_eq!((later.halfmove_clock(), later.fullmove_number()), (12, 1));
    // Some programs count moves from 0.
    assert!(position("4k3/8/8/8/8/8/8/4K2R w K - 0 0") == full);
}

#[test]
fn castling_letters() {
    // Board and side; castling as read, in X-FEN, and in Shredder-FEN.
    let fields = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w", "KQkq", "KQkq", "HAha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w", "HAha", "KQkq", "HAha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w", "qkQK", "KQkq", "HAha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w", "Kq", "Kq", "Ha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w", "-", "-", "-"),
        ("1r1k1r2/8/8/8/8/8/8/2RK2R1 w", "KQkq", "KQkq", "GCfb"),
        // Only the inner rook needs its file.
        ("4k3/8/8/8/8/8/8/RR2K3 w", "B", "B", "B"),
        ("4k3/8/8/8/8/8/8/RR2K3 w", "Q", "Q", "A"),
        ("4krr1/8/8/8/8/8/8/4K3 w", "f", "f", "f"),
        ("4krr1/8/8/8/8/8/8/4K3 w", "k", "k", "g"),
        ("1r2k3/8/8/8/8/8/8/1R2KR1R w", "FBb", "FQq", "FBb"),
    ];
    for (board, read, xfen, shredder) in fields {
        let position = position(&format!("{board} {read} - 0 1"));
        assert_eq!(position.fen(), format!("{board} {xfen} - 0 1"));
        assert_eq!(position.shredder_fen(), format!("{board} {shredder} - 0 1"));
        assert_round_trips(&position);
    }
}

#[test]
fn en_passant_is_kept_only_where_a_pawn_can_take() {
    let boards = [
        // No pawn beside; a pawn beside; the same for Black.
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3", "-"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", "e3"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "d6"),
        // The capturing pawn is pinned on a file, and on the rank that both pawns leave.
        ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3", "-"),
        ("4K3/8/8/8/k2pP2R/8/8/8 b - e3", "-"),
        // The capture uncovers a bishop behind the captured pawn.
        ("8/8/4k3/8/2pP4/8/B5K1/8 b - d3", "-"),
        // A check that the capture does not end, and one that it ends.
        ("4k3/8/8/8/3pP3/8/8/4RK2 b - e3", "e3"),
        ("3k4/8/8/8/4Pp2/8/8/3R1K2 b - e3", "-"),
        ("8/8/8/5k2/3pP3/8/8/4K3 b - e3", "e3"),
    ];
    for (fields, kept) in boards {
        let position = position(fields);
        let (board, _) = fields.rsplit_once(' ').unwrap();
        assert_eq!(position.fen(), format!("{board} {kept} 0 1"), "{fields}");
    }
}

#[test]
fn every_error_says_what_is_wrong() {
    let cases = [
        ("", "FEN has 0 fields instead of 4 to 6"),
        ("startpos", "FEN has 1 field instead of 4 to 6"),
        ("4k3/8/8/8/8/8/8/4K3 w -", "FEN has 3 fields instead of 4 to 6"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "FEN has 7 fields instead of 4 to 6"),
        ("4k3/8/8/8/8/8/4K3 w - -", "FEN board has 7 ranks instead of 8"),
        ("4k3/8/8/8/8/8/8/4K3/8 w - -", "FEN board has 9 ranks instead of 8"),
        ("4k3/8/8/7/8/8/8/4K3 w - -", "rank 5 of the FEN board ('7') does not describe 8 squares"),
        (
            "4k3/8/8/8/8/8/8/4K4 w - -",
            "rank 1 of the FEN board ('4K4') does not describe 8 squares",
        ),
        (
            "4k3/8/8/8/8/8/8P/4K3 w - -",
            "rank 2 of the FEN board ('8P') does not describe 8 squares",
        ),
        ("4k3/8/8/8//8/8/4K3 w - -", "rank 4 of the FEN board ('') does not describe 8 squares"),
        ("4k3/8/8/3x4/8/8/8/4K3 w - -", "'x' in the FEN board is not a piece"),
        ("4k3/9/8/8/8/8/8/4K3 w - -", "'9' in the FEN board is not a piece"),
        ("4k3/8/8/08/8/8/8/4K3 w - -", "'0' in the FEN board is not a piece"),
        ("4♚3/8/8/8/8/8/8/4K3 w - -", "'♚' in the FEN board is not a piece"),
        ("4k3/8/8/8/\u{1b}8/8/8/4K3 w - -", "'\\u{1b}' in the FEN board is not a piece"),
        ("8/8/8/8/8/8/8/4K3 w - -", "Black has 0 kings instead of one"),
        ("4k3/8/8/8/8/8/8/3KK3 w - -", "White has 2 kings instead of one"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -", "White has more pieces than a game can give"),
        ("4k2q/pppppppp/8/8/8/8/8/q3K3 w - -", "Black has more pieces than a game can give"),
        ("4k2P/8/8/8/8/8/8/4K3 w - -", "a pawn stands on h8"),
        ("4k3/8/8/8/8/8/8/p3K3 w - -", "a pawn stands on a1"),
        ("4k3/8/8/8/8/8/8/4K3 x - -", "side to move is 'x' instead of w or b"),
        ("4k3/8/8/8/8/8/8/4K3 white - -", "side to move is 'white' instead of w or b"),
        // No rook; the king away from its rank; an unknown letter; a right given twice;
        // the wrong side's rook; a rook on the king's own file.
        ("4k3/8/8/8/8/8/8/4K3 w K -", "castling 'K' does not fit the kings and rooks"),
        ("4k3/8/8/8/8/8/4K3/7R w K -", "castling 'K' does not fit the kings and rooks"),
        ("4k3/8/8/8/8/8/8/4K2R w X -", "castling 'X' does not fit the kings and rooks"),
        ("4k3/8/8/8/8/8/8/4K2R w KK -", "castling 'KK' does not fit the kings and rooks"),
        ("4k3/8/8/8/8/8/8/4K1RR w HG -", "castling 'HG' does not fit the kings and rooks"),
        ("4k3/8/8/8/8/8/8/4K2r b H -", "castling 'H' does not fit the kings and rooks"),
        ("4k3/8/8/8/8/8/8/4K2R w E -", "castling 'E' does not fit the kings and rooks"),
        ("4k3/8/8/8/8/8/8/4K2R w K- -", "castling 'K-' does not fit the kings and rooks"),
        // No square; the wrong rank for the side; no pawn before it; a piece on it; a
        // piece on the pawn's origin; the own pawn.
        ("4k3/8/8/8/3pP3/8/8/4K3 b - x9", "en passant square 'x9' does not fit the pawns"),
        ("4k3/8/8/8/3pP3/8/8/4K3 w - e3", "en passant square 'e3' does not fit the pawns"),
        ("4k3/8/8/8/3p4/8/8/4K3 b - e3", "en passant square 'e3' does not fit the pawns"),
        ("4k3/8/8/8/3pP3/4N3/8/4K3 b - e3", "en passant square 'e3' does not fit the pawns"),
        ("4k3/8/8/8/3pP3/8/4N3/4K3 b - e3", "en passant square 'e3' does not fit the pawns"),
        ("4k3/8/8/8/3pp3/8/8/4K3 b - e3", "en passant square 'e3' does not fit the pawns"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "move counter 'x' is not a number from 0 to 9999"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 10000",
            "move counter '10000' is not a number from 0 to 9999",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "move counter '-1' is not a number from 0 to 9999"),
        ("4k2R/8/8/8/8/8/8/4K3 w - -", "Black is in check but not to move"),
        ("4k3/8/8/8/8/3n1n2/8/r3K3 w - -", "White is in check from more than two pieces"),
        // Kings that touch.
        ("8/8/8/8/8/8/4k3/4K3 w - -", "Black is in check but not to move"),
    ];
    for (fen, message) in cases {
        assert_eq!(Position::from_fen(fen).expect_err(fen).to_string(), message, "{fen}");
    }
}

/// The sum of squares could overflow a byte.
#[test]
fn a_rank_of_many_empty_squares_is_too_long() {
    for eights in [2, 31, 32, 33, 65, 1_000] {
        let rank = "8".repeat(eights);
        let fen = format!("4k3/{rank}/8/8/8/8/8/4K3 w - -");
        let error = FenError::RankLength { rank: 7, text: rank };
        assert_eq!(Position::from_fen(&fen), Err(error), "{eights} eights");
    }
}

#[test]
fn counters_beyond_those_that_are_read_are_not_written() {
    let mut position = position("4k3/8/8/8/8/8/8/4K2R b K - 9999 9999");
    for text in ["e8d8", "h1h2", "d8e8", "h2h1"] {
        position.make(position.parse_move(text).unwrap());
    }
    assert_eq!(position.fullmove_number(), 10_001);
    assert!(position.fen().ends_with(" 9999 9999"));
    assert!(Position::from_fen(&position.shredder_fen()).is_ok());
}

#[test]
fn as_many_pieces_as_a_game_can_give() {
    let boards = [
        // Nine queens; ten knights; and the most moves that a position can have.
        ("k7/8/8/8/8/8/1QQQQQ2/1QQQQK2 w - - 0 1", 74),
        ("4k3/8/8/8/8/8/NNNNN3/NNNNNK2 w - - 0 1", 32),
        ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),
    ];
    for (fen, moves) in boards {
        let position = position(fen);
        assert_eq!(position.legal_moves().len(), moves, "{fen}");
        assert_round_trips(&position);
    }
}

const REAL: [&str; 10] = [
    START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "rnbqkbnr/pppp1ppp/8/8/3PpP2/8/PPP1P1PP/RNBQKBNR b KQkq d3 0 3",
    "4k3/8/8/8/8/8/8/RR2K3 w B -",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 99 9999",
];

/// The letters of FENs, and some others.
const LETTERS: &str = "12345678/pnbrqkPNBRQKwbKQkqABCDEFGHabcdefgh-36 019é\t";

/// A real FEN with a few letters changed, inserted or deleted. Empty squares are written
/// one by one, so that many of the texts remain boards.
fn mutated_fen() -> impl Strategy<Value = String> {
    let letters: Vec<char> = LETTERS.chars().collect();
    let pieces: Vec<char> = "1PNBRQKpnbrqk".chars().collect();
    let letter = prop_oneof![
        9 => prop::sample::select(pieces),
        1 => prop::sample::select(letters),
    ];
    let edit = (any::<prop::sample::Index>(), letter, 0..20);
    let edits = prop::collection::vec(edit, 1..5);
    (prop::sample::select(&REAL[..]), edits).prop_map(|(fen, edits)| {
        let mut text: Vec<char> = with_single_squares(fen).chars().collect();
        for (index, letter, how) in edits {
            let at = index.index(text.len());
            match how {
                0 => text.insert(at, letter),
                1 => drop(text.remove(at)),
                _ => text[at] = letter,
            }
        }
        text.into_iter().collect()
    })
}

/// Writes empty squares one by one: `111` for `3`, and so on.
fn with_single_squares(fen: &str) -> String {
    let (board, fields) = fen.split_once(' ').unwrap();
    let ones = |letter: char| match letter.to_digit(10) {
        Some(count) => "1".repeat(count as usize),
        None => letter.to_string(),
    };
    let board: String = board.chars().map(ones).collect();
    format!("{board} {fields}")
}

/// Returns FENs of random pieces and fields, some of which the board accepts.
fn thrown_fen() -> impl Strategy<Value = String> {
    let piece = (prop::sample::select(&b"PNBRQpnbrqRr"[..]), 0..64_usize);
    let pieces = prop::collection::vec(piece, 0..24);
    let kings = prop_oneof![
        3 => (0..64_usize, 0..64_usize),
        // On the back rank, where they may castle.
        1 => (56..64_usize, 0..8_usize),
    ];
    let side = prop::sample::select(&["w", "b"][..]);
    let castling = prop_oneof![
        3 => Just(String::from("-")),
        1 => "K?Q?k?q?",
        1 => "[A-H]{0,2}[a-h]{0,2}",
    ];
    let en_passant = prop_oneof![3 => Just(String::from("-")), 1 => "[a-h][36]"];
    (pieces, kings, side, castling, en_passant).prop_map(
        |(pieces, kings, side, castling, en_passant)| {
            let mut board = [b'.'; 64];
            for (letter, place) in pieces {
                // Pawns on the edge ranks are moved.
                let on_edge = !(8..56).contains(&place);
                let place = match letter {
                    b'P' | b'p' if on_edge => (place + 16) % 64,
                    _ => place,
                };
                board[place] = letter;
            }
            board[kings.0] = b'K';
            board[kings.1] = b'k';
            let ranks: Vec<String> = board
                .chunks(8)
                .map(|rank| String::from_utf8_lossy(rank).replace('.', "1"))
                .collect();
            let castling = if castling.is_empty() { "-" } else { &castling };
            format!("{} {side} {castling} {en_passant} 0 1", ranks.join("/"))
        },
    )
}

/// Compares the moves with shakmaty's, where it accepts the position too.
fn assert_playable(mut position: Position) {
    let before = position.clone();
    let moves = position.legal_moves();
    let bits: BTreeSet<u16> = moves.iter().map(|mv| mv.bits()).collect();
    let checks = position.checks();
    let legal = (0..=u16::MAX).filter(|&bits| position.is_legal(Move::from_bits(bits), checks));
    assert!(legal.eq(bits.iter().copied()), "{position:?}");

    for mv in moves {
        let san = position.san(mv);
        assert_eq!(position.parse_san(&san), Ok(mv), "{san} in {position:?}");
        position.make(mv);
        let set_up = Position::from_fen(&position.shredder_fen()).unwrap();
        assert_eq!(position.key(), set_up.key(), "{mv:?} in {before:?}");
        position.unmake();
        assert!(position == before, "{mv:?} in {before:?}");
    }
    let leaves = perft(&mut position, 2);
    assert!(position == before);
    assert_round_trips(&position);

    if let Some(theirs) = shakmatys(&position.fen()) {
        let translated = |mv| translate(mv).bits();
        let their_bits: BTreeSet<u16> = theirs.legal_moves().into_iter().map(translated).collect();
        assert_eq!(bits, their_bits, "{position:?}");
        assert_eq!(leaves, shakmaty::perft(&theirs, 2), "{position:?}");
    }
}

fn shakmatys(fen: &str) -> Option<Chess> {
    let fen: Fen = fen.parse().ok()?;
    fen.into_position(CastlingMode::Chess960).ok()
}

/// Checks that FENs are refused or playable. At least `least` of them must be accepted, or the test
/// would be hollow.
fn throw_at_the_door(cases: u32, least: usize, fens: impl Strategy<Value = String>) {
    let config = ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(0x88),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let accepted = AtomicUsize::new(0);
    proptest!(config, |(fen in fens)| {
        if let Ok(position) = Position::from_fen(&fen) {
            accepted.fetch_add(1, Ordering::Relaxed);
            assert_playable(position);
        }
    });
    let accepted = accepted.into_inner();
    println!("{accepted} of {cases} accepted");
    assert!(accepted >= least, "only {accepted} of {cases} accepted");
}

#[test]
fn any_text_is_read_or_refused() {
    throw_at_the_door(5_000, 0, any::<String>());
    let letters: Vec<char> = LETTERS.chars().collect();
    let noise = prop::collection::vec(prop::sample::select(letters), 0..60);
    throw_at_the_door(5_000, 0, noise.prop_map(String::from_iter));
}

#[test]
fn mutated_fens_are_fit_for_play_or_refused() {
    throw_at_the_door(20_000, 2_000, mutated_fen());
}

#[test]
fn thrown_boards_are_fit_for_play_or_refused() {
    throw_at_the_door(20_000, 3_000, thrown_fen());
}
