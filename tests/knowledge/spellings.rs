//! Games and positions as people and programs write them beside the standards. The positions and
//! moves are those of python-chess for the same game or line in plain notation.

use ox88::board::{CastlingNotation, GameResult};
use ox88::knowledge::epd;
use ox88::knowledge::pgn::Games;

/// Last positions, and games that end there with their results.
type Examples = &'static [(&'static str, &'static [(&'static str, &'static str)])];

const GAMES: Examples = &[
    (
        "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -",
        &[
            ("[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 0-0", "*"),
            ("[Result \"1/2-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 1/2-0", "*"),
        ],
    ),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", &[("[Result \"0-0\"]\n\n0-0", "*")]),
    (
        "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq -",
        &[
            ("[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *", "*"),
            ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 1-0", "1-0"),
            ("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 0-0. 1-0", "1-0"),
        ],
    ),
    (
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -",
        &[
            ("1. e4 e5 2. 1/2", "1/2-1/2"),
            ("[FEN \"\"]\n\n1. e4 e5 *", "*"),
            ("[Variant \"Regular\"]\n\n1. e4 e5 *", "*"),
            ("[Variant \"Standard \"]\n\n1. e4 e5 *", "*"),
            ("[FEN \"startpos\"]\n\n1. e4 e5 *", "*"),
        ],
    ),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        &[("[Result \"0-1\"]\n\n1. 0-1", "0-1"), ("[White \"A\"]\n[Result \"1-0\"]\n", "1-0")],
    ),
    (
        "2kr3r/p6p/8/8/8/8/P6P/R4RK1 w - -",
        &[
            ("[FEN \"r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1\"]\n\n1. 0-0 0-0-0 *", "*"),
            ("[FEN \"r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1\"]\n\n1.0-0, ... 0-0-0. 1-0", "1-0"),
            ("[FEN \"r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1\"]\n\n1. O-0 o-O-O 0-1", "0-1"),
            ("[FEN \"r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1\"]\n\n1. OO OOO! *", "*"),
            // As in Russian texts.
            (
                "[FEN \"r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1\"]\n\n\
                 1. \u{41e}-\u{41e} \u{41e}-\u{41e}-\u{41e}+ *",
                "*",
            ),
        ],
    ),
    (
        "r4rk1/p6p/8/8/8/8/P6P/2KR3R w - -",
        &[("[FEN \"r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1\"]\n\n1.0-0-0 0-0 0-1", "0-1")],
    ),
    (
        "r1bqkbnr/pppp1Qpp/2n5/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq -",
        &[("1. e2e4 e7e5 2. d1h5 b8c6 3. h5f7+ *", "*")],
    ),
    (
        "2kr1bnr/ppp1pppp/2n5/3q4/6b1/5N2/PPPPBPPP/RNBQ1RK1 w - -",
        &[("1. e2-e4 d7-d5 2. e4xd5 d8xd5 3. g1-f3 c8-g4 4. f1-e2 b8-c6 5. e1-g1 e8-c8 *", "*")],
    ),
    (
        "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq -",
        &[("1. e4! e5 2. f1c4 b8c6 3. d1h5?! g8f6?? 4. h5f7# 1-0", "1-0")],
    ),
    (
        "1Q6/P3k3/8/8/8/8/4K3/1r5n w - -",
        &[(
            "[FEN \"8/PP2k3/8/8/8/8/1p5p/4K3 w - - 0 1\"]\n\n1. b7b8q+! b2-b1=R+ 2. Ke1e2 h2h1N *",
            "*",
        )],
    ),
    (
        "rnbqkbnr/pppppppp/8/8/2BPP3/2P2N2/PP3PPP/RNBQ1RK1 w kq -",
        &[("1. e4 -- 2. d4 Z0 3. Nf3 0000 4. Bc4 @@@@ 5. O-O null 6. c3 pass *", "*")],
    ),
    ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR b KQkq -", &[("1. -- e5 2. --", "*")]),
    (
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -",
        &[("1. \u{200b}e4 \u{202a}e5\u{202c} 2. \u{feff}Nf3 Nc6\u{2060} *", "*")],
    ),
    (
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -",
        &[("[White \"A\"]\r\r1. e4 {so} e5\r2. Nf3 *\r", "*"), ("1. e4 e5. 2. Nf3 *", "*")],
    ),
    ("rnbqkb1r/pppppppp/5n2/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq -", &[("1. e4 Nf6ch 2. e5 *", "*")]),
    (
        "rnbqkb1r/ppp1pppp/3P1n2/8/8/8/PPPP1PPP/RNBQKBNR b KQkq -",
        &[("1. e4 Nf6 2. e5 d5 3. e5xd6 ep+ *", "*"), ("1. e4 Nf6 2. e5 d5 3. ed6e.p.! *", "*")],
    ),
    (
        "rnbqkbnr/ppppp1pp/8/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq -",
        &[("1. e4 f5 2. Qh5dis.ch. *", "*"), ("1. e4 f5 2. Qd1-h5 check *", "*")],
    ),
];

/// Positions with their best moves, and their names.
const POSITIONS: &[(&str, &str, &str)] = &[
    (
        r#"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm e1-g1; id "say \"hi\"; am Kd1; x";"#,
        "e1g1",
        r#"say "hi"; am Kd1; x"#,
    ),
    (
        r#"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm 0-0-0, e1g1!; id "C:\\chess";"#,
        "e1c1 e1g1",
        r"C:\chess",
    ),
    (
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm h5f7#; id \"mate\";",
        "h5f7",
        "mate",
    ),
    (
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm 4. Qh5xf7+; id \"mate\";",
        "h5f7",
        "mate",
    ),
    ("8/8/8/3pP3/8/8/k7/4K3 w - d6 bm e5xd6 e.p.; id pawn;", "e5d6", "pawn"),
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra1-a8 mate; id word;", "a1a8", "word"),
];

/// Lines among the positions that hold no position.
const OTHERS: [&str; 4] = ["# comment", "", "// comment", "8/8 w - - bm Ke2;"];

#[test]
fn games_are_read_as_they_are_meant() {
    let mut wrong = Vec::new();
    for (last, examples) in GAMES {
        for (text, result) in *examples {
            let file = format!("{text}\n");
            let found: Vec<String> = Games::new(file.as_bytes())
                .map(|game| match game.unwrap() {
                    Ok(game) => {
                        format!(
                            "{} {}",
                            game.last_position().fen(),
                            game.result.map_or("*", GameResult::marker)
                        )
                    }
                    Err(error) => error.to_string(),
                })
                .collect();
            let is_meant =
                matches!(&found[..], [game] if game.starts_with(last) && game.ends_with(result));
            if !is_meant {
                wrong.push(format!("{text}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn positions_are_read_as_they_are_meant() {
    let mut lines: Vec<&str> = POSITIONS.iter().map(|(line, ..)| *line).collect();
    for (at, other) in OTHERS.iter().enumerate() {
        lines.insert(at, other);
    }
    let text = lines.join("\r");
    let mut wrong = Vec::new();
    let read = epd::read(text.as_bytes(), |_, epd| Ok(epd), |error| wrong.push(error)).unwrap();
    assert_eq!((read.len(), wrong.len()), (POSITIONS.len(), 1));
    for (epd, (text, best, name)) in read.into_iter().zip(POSITIONS) {
        let moves = epd.moves("bm").expect(text);
        let moves: Vec<_> = moves.iter().map(|mv| mv.uci(CastlingNotation::Standard)).collect();
        assert_eq!((moves.join(" ").as_str(), epd.id().as_deref()), (*best, Some(*name)), "{text}");
    }
}
