//! Keys of Polyglot books, against python-chess and shakmaty.

use ox88::board::Position;
use ox88::knowledge::polyglot::{BookKey, EntryMove};
use rand::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

/// From `chess.polyglot.zobrist_hash` of python-chess 1.11: pinned pawns beside a double push, and
/// Chess960.
const KEYS: &[(&str, u64)] = &[
    ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", 0xecba_303c_d610_b817),
    ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", 0x7ddd_0eef_bfc8_435a),
    (
        "1rq1nk1r/1pppp1P1/1b5p/2nb1p2/p1PNP3/QP1B4/P2P1PP1/R3NKBR b HAh - 0 15",
        0x69cc_77e3_d6d0_325a,
    ),
    ("1n2kr1n/1qr5/pp2p3/4pppp/PpP1P2P/3B2bQ/1B1PN1P1/3R3K w f - 0 33", 0xc07e_9787_ec9b_2750),
    ("1b2r1br/5kp1/3pppnp/pp2PPQ1/1pP5/5KBP/P3P1P1/NBR2NR1 b - c3 0 20", 0x42e6_2e84_8bb9_e775),
    ("r3kb1r/1bq1p2p/p1n4n/1pPp1ppP/6P1/P1PP4/3KPP1R/BNRQ1BN1 w h g6 0 15", 0x1578_5968_41f2_758a),
    ("b1kb2Rq/2pp2pp/2n5/pQ2P3/P1pP4/R1r5/1PN1P2P/BRKN1B2 b B d3 0 17", 0x6312_d2b4_42f6_746d),
    ("r1krbb1n/p6q/2p4p/npPp1pp1/7P/PP3P1Q/R2PP1P1/1NKRBB1N w Dda d6 0 14", 0x1a54_8502_8400_9a0f),
];

#[test]
fn keys_are_those_of_python_chess() {
    for &(fen, key) in KEYS {
        let position = Position::from_fen(fen).expect(fen);
        assert_eq!(BookKey::of(&position), BookKey(key), "{fen}");
    }
}

#[test]
fn keys_are_those_of_shakmaty() {
    let mut random = StdRng::seed_from_u64(88);
    let mut positions = 0;
    for number in 0..120 {
        let mut ours = Position::chess960(if number % 2 == 0 { 518 } else { 8 * number });
        let fen: Fen = ours.shredder_fen().parse().unwrap();
        let mut theirs: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
        for _ in 0..80 {
            let expected: Zobrist64 = theirs.zobrist_hash(EnPassantMode::PseudoLegal);
            assert_eq!(BookKey::of(&ours), BookKey(expected.0), "{ours:?}");
            positions += 1;
            let Some(&mv) = theirs.legal_moves().choose(&mut random) else {
                break;
            };
            let text = mv.to_uci(CastlingMode::Chess960).to_string();
            let our_move = ours.parse_move(&text).unwrap();
            assert_eq!(EntryMove::of(our_move).legal_in(&ours), Some(our_move));
            theirs.play_unchecked(mv);
            ours.make(our_move);
        }
    }
    assert!(positions > 5000, "{positions}");
}
