//! Moves as text. Truth: shakmaty, and texts known to players.

use ox88::board::{CastlingNotation, Move, MoveError, MoveKind, Position};
use shakmaty::CastlingMode;
use shakmaty::san::SanPlus;

use crate::games::sample;
use crate::oracle::Twins;
use crate::work::in_parallel;

/// Runs a check on every legal move of some thousand random positions; returns the number
/// of castlings.
fn for_random_moves(check: impl Fn(&Twins, Move, shakmaty::Move) + Clone + Send) -> usize {
    let positions = sample(500, 25);
    assert!(positions.len() > 2_000);
    let check_position = move |twins: Twins| {
        let moves = twins.moves();
        for (ours, theirs) in &moves {
            check(&twins, *ours, *theirs);
        }
        moves.iter().filter(|(ours, _)| ours.is_castle()).count()
    };
    in_parallel(positions, check_position).iter().sum()
}

#[test]
fn san_is_what_shakmaty_writes() {
    let castlings = for_random_moves(|twins, ours, theirs| {
        let position = &twins.ours;
        let text = SanPlus::from_move(twins.theirs.clone(), theirs).to_string();
        assert_eq!(position.san(ours), text, "{ours:?} in {position:?}");
        assert_eq!(position.parse_san(&text), Ok(ours), "{position:?}");
        let sloppy = text.replace(['x', '=', '+', '#'], "").replace('O', "0");
        let read = position.parse_san(&sloppy);
        assert_eq!(read, Ok(ours), "'{sloppy}' in {position:?}");
    });
    assert!(castlings > 200, "only {castlings} castlings");
}

#[test]
fn uci_is_what_shakmaty_writes() {
    let castlings = for_random_moves(|twins, ours, theirs| {
        let position = &twins.ours;

        let text = theirs.to_uci(CastlingMode::Chess960).to_string();
        assert_eq!(ours.uci(CastlingNotation::Chess960), text);
        assert_eq!(position.parse_move(&text), Ok(ours), "{position:?}");

        let text = theirs.to_uci(CastlingMode::Standard).to_string();
        assert_eq!(ours.uci(CastlingNotation::Standard), text);
        let names_another =
            |other: &Move| *other != ours && other.uci(CastlingNotation::Chess960) == text;
        let expected = position.legal_moves().into_iter().find(names_another).unwrap_or(ours);
        assert_eq!(position.parse_move(&text), Ok(expected), "{position:?}");
    });
    assert!(castlings > 200, "only {castlings} castlings");
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

#[test]
fn castling_written_as_a_kings_move() {
    let open = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let beside = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
    for (fen, san, expected) in [
        (open, "Kg1", "e1h1"),
        (open, "Ke1g1", "e1h1"),
        (open, "Kc1", "e1a1"),
        // A king's step has priority over castling.
        (beside, "Kg1", "f1g1"),
        ("4k3/8/8/8/8/8/8/RK3R2 w FA - 0 1", "Kc1", "b1c1"),
    ] {
        let mv = position(fen).parse_san(san);
        let written = mv.map(|mv| mv.uci(CastlingNotation::Chess960));
        assert_eq!(written.as_deref(), Ok(expected), "{san} in {fen}");
    }
    let blocked = "4k3/8/8/8/8/8/8/4KB1R w K - 0 1";
    for (fen, san) in [
        (blocked, "Kg1"),
        (blocked, "Kh1"),
        // A king that takes its rook is UCI's notation for Chess960.
        (open, "Kh1"),
        (open, "Kxa1"),
        (beside, "Kh1"),
        ("4k3/8/8/8/8/8/8/RKR5 w CA - 0 1", "Kc1"),
        ("4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", "Kg1"),
        ("4k3/8/8/8/8/8/8/R1K5 w A - 0 1", "Kc1"),
    ] {
        let read = position(fen).parse_san(san);
        assert_eq!(read, Err(MoveError::Illegal(san.to_string())), "{san} in {fen}");
    }
}

#[test]
fn a_text_that_could_be_castling_or_a_kings_step_is_the_step() {
    let position = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert_eq!(position.parse_move("f1g1").unwrap().kind(), MoveKind::Quiet);
    assert_eq!(position.parse_move("f1h1").unwrap().kind(), MoveKind::Castle);
}

#[test]
fn no_more_is_said_of_the_origin_than_needed() {
    let written = [
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "a1b3", "Nb3"),
        // The file, even where the rank would do too.
        ("4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1", "a1b3", "Nab3"),
        ("4k3/8/8/N7/8/8/8/2N1K3 w - - 0 1", "a5b3", "Nab3"),
        // The rank where the file is shared.
        ("4k3/8/8/N7/8/8/8/N3K3 w - - 0 1", "a5b3", "N5b3"),
        // Both where three could go.
        ("4k3/8/8/N7/8/8/8/N1N1K3 w - - 0 1", "a1b3", "Na1b3"),
        // A pinned rival does not count.
        ("4r1k1/8/8/8/8/8/4N3/4K1N1 w - - 0 1", "g1f3", "Nf3"),
        // Nor does another kind of piece, nor one of the other side.
        ("4k3/8/8/2n5/2B5/8/8/N3K3 w - - 0 1", "a1b3", "Nb3"),
        // A pawn that takes always names its file.
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8r", "exd8=R+"),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"),
    ];
    for (fen, uci, san) in written {
        let position = position(fen);
        let mv = position.parse_move(uci).unwrap();
        assert_eq!(position.san(mv), san, "{fen}");
        assert_eq!(position.parse_san(san), Ok(mv), "{fen}");
    }
}

#[test]
fn san_forgives_what_leaves_no_doubt() {
    let position = position("r3k2r/1P6/8/3pP3/3N4/8/8/R3K2R w KQkq d6 0 1");
    let texts = [
        ("b7a8q", ["bxa8=Q+", "bxa8Q", "ba8=Q!", "b7xa8=Q"]),
        ("b7a8q", ["bxa8(Q)", "bxa8/Q+", "bxa8=♕", "ba8♛!"]),
        ("e5d6", ["exd6", "ed6", "e5xd6", "e5d6?!"]),
        ("e5e6", ["e6", "ee6", "exe6", "e5xe6"]),
        ("e5d6", ["exd6e.p.", "exd6ep", "exd6e.p.!", "exd6!e.p."]),
        ("e5d6", ["exd6 e.p.", "exd6 ep", "exd6ep.", "exd6 e.p.+"]),
        ("d4f3", ["Nf3", "Ndf3", "Nd4f3", "N4f3!!"]),
        ("d4f3", ["♘f3", "♞f3", "♘df3", "♘d4f3!"]),
        ("d4e2", ["Ne2", "Nd4-e2", "Nde2??", "Ne2!?"]),
        ("e1g1", ["O-O", "0-0", "o-o", "O-O!"]),
        ("e1c1", ["O-O-O", "0-0-0", "o-o-o", "0-0-0+"]),
    ];
    for (uci, sans) in texts {
        let mv = position.parse_move(uci).unwrap();
        for san in sans {
            assert_eq!(position.parse_san(san), Ok(mv), "{san}");
        }
    }
}

#[test]
fn both_squares_may_stand_in_place_of_san() {
    let start = Position::startpos();
    for (uci, texts) in [
        ("g1f3", ["g1f3", "g1-f3", "G1F3", "G1-F3!"]),
        ("e2e4", ["e2e4", "e2-e4", "E2E4", "E2-E4"]),
    ] {
        for text in texts {
            assert_eq!(start.parse_san_or_uci(text), start.parse_move(uci), "{text}");
        }
    }
    // A bishop's move, which is not that of the knight on b1.
    let bishop = start.parse_san_or_uci("B1c3");
    assert_eq!(bishop, Err(MoveError::Illegal("B1c3".to_string())));
}

#[test]
fn what_is_no_move_is_told_from_what_is_not_legal() {
    let position = position("4k3/P7/8/8/8/8/8/N1N1K3 w - - 0 1");
    let syntax = |text: &str| Err(MoveError::Syntax(text.to_string()));
    let illegal = |text: &str| Err(MoveError::Illegal(text.to_string()));

    for text in
        ["", "e", "e1", "e1e", "e1e9", "i1e1", "e1e2x", "e1e2qq", "é1e2", "----", "0000", "E1E2"]
    {
        assert_eq!(position.parse_move(text), syntax(text));
    }
    for text in ["a1a2", "e1e3", "e8e7", "a7a8", "a7a8k", "a7a8p", "e1d1q", "e1g1", "d4d5"] {
        assert_eq!(position.parse_move(text), illegal(text));
    }

    for text in [
        "", "N", "Nb", "b9", "Nxyb3", "Na1c3b3", "hello", "♞", "+", "x=", "e.p.", "a8()", "a8(5)",
        "(Q)", "eee4", "2ee4", "N88b3", "N1ab3",
    ] {
        assert_eq!(position.parse_san(text), syntax(text));
    }
    for text in ["Nh8", "O-O", "O-O-O", "e4", "a8", "a8=K", "Nbb3", "Qa1", "Kxe2=Q"] {
        assert_eq!(position.parse_san(text), illegal(text));
    }
    let two_knights = position.parse_san("Nb3");
    assert_eq!(two_knights, Err(MoveError::Ambiguous("Nb3".to_string())));
}

#[test]
fn errors_say_what_is_wrong() {
    let position = Position::startpos();
    let message = |error: MoveError| error.to_string();
    assert_eq!(
        position.parse_move("castle").map_err(message),
        Err("'castle' is not a move".to_string())
    );
    assert_eq!(
        position.parse_move("e2e5").map_err(message),
        Err("'e2e5' is not legal here".to_string())
    );
    let two_rooks = Position::from_fen("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").unwrap();
    assert_eq!(
        two_rooks.parse_san("Rd1").map_err(message),
        Err("'Rd1' could be more than one move".to_string())
    );
}

#[test]
fn no_move_is_written_as_zeros() {
    assert_eq!(Move::NONE.uci(CastlingNotation::Standard), "0000");
    assert_eq!(Move::NONE.uci(CastlingNotation::Chess960), "0000");
}

#[test]
fn readers_never_panic() {
    let position = position("r3k2r/pP4P1/8/3pP3/8/8/8/RN2K1NR w KQkq d6 0 1");
    let letters = "abhNBRQKPOo0-x=+#189♔é \t";
    let alphabet: Vec<char> = letters.chars().collect();
    let mut texts = vec![String::new()];
    for length in 0..4 {
        let longer: Vec<String> = texts
            .iter()
            .filter(|text| text.chars().count() == length)
            .flat_map(|text| alphabet.iter().map(move |letter| format!("{text}{letter}")))
            .collect();
        texts.extend(longer);
    }
    assert!(texts.len() > 300_000);
    in_parallel(&texts, move |text| {
        for mv in [position.parse_san(text), position.parse_move(text)] {
            assert!(mv.is_err() || position.legal_moves().contains(&mv.unwrap()));
        }
    });
}
