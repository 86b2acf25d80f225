//! Castling: who may, and where king and rook end.
//!
//! Truth: the Laws of Chess (FIDE, article 3.8 and the guideline on Chess960) on
//! positions worked out by hand, many of which occur in no perft file.

use ox88::board::Position;

use crate::oracle::Twins;

/// Checks the white back rank after castling on each side; `-` stands for castling that is illegal.
fn assert_castlings(fen: &str, short: &str, long: &str) {
    let twins = Twins::from_fen(fen);
    for (san, expected) in [("O-O", short), ("O-O-O", long)] {
        let position = &twins.ours;
        let after = position.parse_san(san).ok().map(|mv| {
            let mut after = position.clone();
            after.make(mv);
            back_rank(&after)
        });
        assert_eq!(after.as_deref().unwrap_or("-"), expected, "{san} in {fen}");
    }
    let castlings = twins.moves().iter().filter(|(mv, _)| mv.is_castle()).count();
    let expected = [short, long].iter().filter(|rank| **rank != "-").count();
    assert_eq!(castlings, expected, "{fen}");
}

fn back_rank(position: &Position) -> String {
    let fen = position.fen();
    let board = fen.split(' ').next().unwrap();
    board.rsplit('/').next().unwrap().to_string()
}

#[test]
fn standard_chess() {
    let cases = [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "R4RK1", "2KR3R"),
        // Without the right; blocked; out of check.
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "-", "-"),
        ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "R4RK1", "-"),
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "RN3RK1", "-"),
        ("4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", "-", "2KR2NR"),
        ("3kr3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "-", "-"),
        // Through check and into check.
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "-", "2KR3R"),
        ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "-", "2KR3R"),
        ("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "R4RK1", "-"),
        ("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "R4RK1", "-"),
        ("4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", "-", "2KR3R"),
        // An attack on the rook, or on a square that only the rook crosses, does not matter.
        ("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "R4RK1", "2KR3R"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "R4RK1", "2KR3R"),
    ];
    for (fen, short, long) in cases {
        assert_castlings(fen, short, long);
    }
}

#[test]
fn chess960() {
    let cases = [
        // The king stays, the rook stays, both change places.
        ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "-", "2KR4"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "5RK1", "-"),
        ("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "-", "2KR4"),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "5RK1", "-"),
        ("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "-", "2KR4"),
        // From one side of the board to the other.
        ("4k3/8/8/8/8/8/8/1KR5 w C - 0 1", "5RK1", "-"),
        ("4k3/8/8/8/8/8/8/5RK1 w F - 0 1", "-", "2KR4"),
        ("k3r3/8/8/8/8/8/8/1KR5 w C - 0 1", "-", "-"),
        // The king steps away from the rook, which jumps over it.
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "-", "2KR4"),
        ("4k3/8/8/8/8/8/8/RK1N4 w A - 0 1", "-", "-"),
        ("4k3/8/8/8/8/8/8/RKN5 w A - 0 1", "-", "-"),
        // The rook opens a line on which the king would be in check: it stays, it comes
        // from afar, it jumps over the rook. No check if another piece stays in between
        // or the piece behind moves otherwise.
        ("4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "-", "-"),
        ("4k3/8/8/8/8/8/8/bRK5 w B - 0 1", "-", "b1KR4"),
        ("4k3/8/8/8/8/8/8/qR3K2 w B - 0 1", "-", "-"),
        ("4k3/8/8/8/8/8/8/q2RK3 w D - 0 1", "-", "-"),
        ("4k3/8/8/8/8/8/8/qN1RK3 w D - 0 1", "-", "qNKR4"),
        // The inner rook is in the outer one's way, not the reverse.
        ("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "-", "R1KR4"),
        ("4k3/8/8/8/8/8/8/RR2K3 w A - 0 1", "-", "-"),
    ];
    for (fen, short, long) in cases {
        assert_castlings(fen, short, long);
    }
}

#[test]
fn rights_end_with_the_king_the_rook_and_its_capture() {
    let cases = [
        ("e1e2", "kq"),
        ("a1a2", "Kkq"),
        ("h1h2", "Qkq"),
        ("a1a8", "Kk"),
        ("h1h8", "Qq"),
        ("e1g1", "kq"),
        ("e1c1", "kq"),
        ("b3b4", "KQkq"),
        ("c3a2", "KQkq"),
        // Rooks that come back.
        ("h1h2 a8a7 h2h1 a7a8", "Qk"),
    ];
    for (moves, left) in cases {
        let mut position = Position::from_fen("r3k2r/8/8/8/8/1PN5/8/R3K2R w KQkq - 0 1").unwrap();
        for uci in moves.split(' ') {
            position.make(position.parse_move(uci).unwrap());
        }
        let fen = position.fen();
        assert_eq!(fen.split(' ').nth(2), Some(left), "{moves}");
    }
}
