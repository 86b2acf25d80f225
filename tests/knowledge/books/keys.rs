//! Keys of Polyglot books, against python-chess and shakmaty.

use ox88::board::Position;
use ox88::knowledge::polyglot::{BookKey, EntryMove};
use rand::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

/// From `chess.polyglot.zobrist_hash` of python-chess 1.11.
const KEYS: &[(&str, u64)] = &[
    ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", 0xecba_303c_d610_b817),
    ("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2", 0x7ddd_0eef_bfc8_435a),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
    ("1n6/1p6/1bknNp2/3p3p/r7/PBPPp3/2K3PP/2R3BQ b - - 8 32", 0x1cf7_171b_226a_5fa4),
    ("b1Nk3r/3p1qpp/1pp3n1/1p2p2P/2P5/1P2P1P1/P2P1P1N/BQKnR3 b - - 2 21", 0xd6b1_ed0d_c665_9524),
    ("1br1b1r1/p1ppppkn/1p6/6pp/1P1Nq2P/4P3/P1PP1PPK/QBRNB2R w - - 1 10", 0x234c_3ceb_8c2f_16fa),
    ("4b2k/5r2/p1p1pp2/2pB2pp/P2B4/3P4/4n1P1/2NRNK1R w - - 0 42", 0x93b0_f9b5_0201_2cfd),
    ("r1b3nr/5k2/pp5p/4Ppp1/p3NN1P/1nP1P3/R1K2qP1/b7 w - - 4 36", 0x5632_f2c9_776e_d6f0),
    ("2qrk1rb/1ppb1ppp/2Bpp1n1/p3P3/3P4/N5PP/PPPN1P2/Q1BRK1R1 w GDgd - 1 9", 0x6df4_812a_80d8_0a8a),
    (
        "1rb2bnr/pp1q2p1/2n1pk2/1N1p1p1p/N2P1Q2/2p3P1/PPP1PPBP/R1B1K1R1 w Q - 0 14",
        0x6bb0_5636_475e_60be,
    ),
    ("rnbqkbnr/ppppp3/6p1/5p1p/8/BP2PP2/P1PP2PP/RN1QKBNR b KQkq - 0 4", 0xcb97_2830_007e_7faf),
    ("bbr1kn2/1p3pr1/P2pN2R/2p2p2/P1PNp1p1/8/1q1P1P2/3RK1QR w HD - 2 30", 0x273e_5619_8a39_c0bd),
    (
        "1rq1nk1r/1pppp1P1/1b5p/2nb1p2/p1PNP3/QP1B4/P2P1PP1/R3NKBR b HAh - 0 15",
        0x69cc_77e3_d6d0_325a,
    ),
    ("rq2k2r/p2b2p1/1pp5/1B1npnbP/PP2PP2/2N4P/R1PP2R1/2B1K3 w k - 1 22", 0x5429_b21b_c177_251c),
    ("1n2kr1n/1qr5/pp2p3/4pppp/PpP1P2P/3B2bQ/1B1PN1P1/3R3K w f - 0 33", 0xc07e_9787_ec9b_2750),
    ("1rb1kbnr/1ppp2p1/p6p/1P2np2/PP2p2P/2BP2PN/4PP2/RN1QKB1R b KQk - 3 13", 0xea0f_6eed_84ba_4b18),
    ("rnn1k2r/2p5/p2p1ppb/1p2qbNp/2P2PP1/4PQ2/PP4KP/RNB2BR1 b kq - 3 19", 0x75df_d65e_5f76_d795),
    ("rn1k1bqr/5pn1/1p5p/2ppp1p1/b5P1/P3P2P/1P1PBP2/RNB1K1QR w ha - 0 16", 0x626f_94d9_2ee1_d14f),
    ("rnbqkb1r/1p1pppp1/5n2/2p4p/pP1P2P1/P4P2/2P1PK1P/RNBQ1BNR b kq d3 0 6", 0x6f40_98b6_0737_5acd),
    ("4qk1r/2Nr3p/p5Pb/2P1p3/3nP3/1P4PN/PB5R/RQ1nK3 b Q - 4 30", 0x942d_30ad_5cfc_f079),
    ("4rbnr/p1pq1kpp/3pp3/np6/3Pp1bP/PPP1B1PB/4NP2/RN1QK1R1 b Q - 9 15", 0xa5d5_7841_ff44_5a2a),
    ("qrnbnk1r/ppppp1pp/8/5p2/P6P/5P2/1PPP1PPB/QRNBNK1R b HBhb - 0 4", 0x6d24_807f_f398_3aed),
    (
        "r1b1k1nr/pp1pqpp1/B1n1pb2/2p4p/3P4/4PNP1/PPP2P1P/RNBQK2R w KQkq - 1 9",
        0x9d0b_3a5b_02c5_3427,
    ),
    (
        "r2k1bnr/ppp1p1p1/1n3p2/3p1b1p/3P4/P1P1Qq1N/1P2PPPP/RNB1KBR1 w Q - 1 12",
        0x29b0_3e99_6f69_c606,
    ),
    ("1n1rk1r1/2q5/1nppp3/2P3pp/p2bPP1P/BPR2p2/P1NKb3/N4Q1R b gd - 3 24", 0x38e3_eaa9_6f82_e38f),
    ("1nrbqkrn/p1pppp1p/8/1p3Pp1/8/P7/1PPPP1KP/BNRBQ1RN b gc - 0 4", 0x37f3_a6d6_d89e_2dc6),
    ("1bnqknbr/6rp/3p4/pppPppp1/P3PP2/1PP1B1P1/2Q1K2P/RBN2N1R w h - 2 15", 0x618f_2463_942a_0d6f),
    ("2q1r1kr/1pp1nb2/p2pP3/5pbP/6P1/n2P1p2/1P3R2/R2NBBK1 b h - 0 29", 0x3651_2cbe_1246_5844),
    ("rqkr1nb1/1p1p1p2/2p1Qbp1/pn5P/P1P5/3KNB1P/2NPPP2/R2R2B1 b a - 0 19", 0xa492_f05f_a217_5f3f),
    ("qb1rkrnn/ppp1p1pp/5p2/3p4/1P3Pb1/6P1/P1PPP2P/QBBRKRNN b FDfd - 0 4", 0x3070_aeb0_2362_c530),
    ("1b2r1br/5kp1/3pppnp/pp2PPQ1/1pP5/5KBP/P3P1P1/NBR2NR1 b - c3 0 20", 0x42e6_2e84_8bb9_e775),
    ("5BrN/k2p4/3n4/7r/1pP3Q1/8/3Kb3/2R4N b - c3 0 48", 0xafa1_7e7a_2a46_f4c9),
    ("2rq4/1bpN1kp1/3b1N2/1p2p1Pr/1pP1PPnp/7B/P3n2P/1RBQKR2 b - c3 0 23", 0x4c11_1193_c6c9_3cc9),
    ("r3kb1r/1bq1p2p/p1n4n/1pPp1ppP/6P1/P1PP4/3KPP1R/BNRQ1BN1 w h g6 0 15", 0x1578_5968_41f2_758a),
    ("r3qn1r/pp3p2/1k5p/n2pb3/1PpPb3/P1P1PPPP/3K3R/R1B3NB b - b3 0 29", 0x29b3_895a_10db_7237),
    ("b1kb2Rq/2pp2pp/2n5/pQ2P3/P1pP4/R1r5/1PN1P2P/BRKN1B2 b B d3 0 17", 0x6312_d2b4_42f6_746d),
    ("r1b4r/3pk1qp/p1p5/3P1pPR/5P2/4p2Q/P2NP1P1/R1bK1B2 w - f6 0 25", 0x2226_2467_277b_aaa3),
    ("nrb1kbqr/ppppp1pp/4n3/8/P3B1pP/8/1PPPPP2/NRBNK1QR b HBhb h3 0 5", 0x4135_1fe6_bc8e_5765),
    ("r1krbb1n/p6q/2p4p/npPp1pp1/7P/PP3P1Q/R2PP1P1/1NKRBB1N w Dda d6 0 14", 0x1a54_8502_8400_9a0f),
    ("1n2k1N1/2q1pp2/rppp3n/p4br1/P3P1Pp/7P/1PPbB3/RNB1QKNR b - g3 0 18", 0x1d05_1fec_4fbd_ea37),
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
