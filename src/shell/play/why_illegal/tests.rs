//! A table of reasons; `tests/rules` checks in random games that every illegal move has one.

use super::{SanReason, why_illegal, why_not_san};
use crate::board::{PieceType, Position, Square};

fn said(fen: &str, before: &[&str], text: &str) -> String {
    let mut position = Position::from_fen(fen).unwrap();
    for name in before {
        position.make(position.parse_san(name).unwrap());
    }
    let square = |at: usize| -> Square { text[at..at + 2].parse().unwrap() };
    let promotion = text[4..].chars().next().and_then(PieceType::from_letter);
    let reason = why_illegal(&position, square(0), square(2), promotion);
    reason.map_or("legal".to_string(), |reason| reason.to_string())
}

const START: &str = crate::board::START_FEN;

#[test]
fn wrong_moves_are_explained() {
    for (fen, text, expected) in [
        (START, "e2e4", "legal"),
        (START, "e5e6", "there is no piece on e5"),
        (START, "e7e5", "that is Black's pawn"),
        (START, "b1b1", "a move goes to another square"),
        (START, "b1b3", "a knight does not move like that"),
        (START, "b1d2", "your own pawn is on d2"),
        (START, "c1f4", "the bishop on c1 is blocked by the pawn on d2"),
        (START, "a1a8", "the rook on a1 is blocked by the pawn on a2"),
        (START, "e2d3", "pawns take diagonally, and there is nothing on d3 to take"),
        (START, "e2e5", "a pawn does not move like that"),
        (START, "e2e1", "a pawn does not go backwards"),
        (START, "e2f2", "a pawn does not move like that"),
        (START, "e2e4q", "only a pawn that reaches the last rank promotes"),
        (START, "e1f2", "your own pawn is on f2"),
        (START, "e1g1", "you may not castle: the bishop on f1 is in the way"),
        (START, "e1h1", "you may not castle: the bishop on f1 is in the way"),
        (
            "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
            "e3e5",
            "a pawn goes two squares only from where it started",
        ),
        (
            "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1",
            "e3e4",
            "the pawn on e3 is blocked by the pawn on e4",
        ),
        (
            "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1",
            "e2e4",
            "the pawn on e2 is blocked by the knight on e3",
        ),
        (
            "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
            "e2c3",
            "this would leave your king in check by the rook on e8",
        ),
        ("4k3/8/8/8/1b6/8/8/4K2R w - - 0 1", "h1h2", "your king is in check from the bishop on b4"),
        (
            "4k3/8/8/8/1b6/8/8/4K2R w - - 0 1",
            "e1d2",
            "on d2 your king would be in check by the bishop on b4",
        ),
        (
            "8/8/8/4k3/8/4K3/8/8 w - - 0 1",
            "e3e4",
            "on e4 your king would be in check by the king on e5",
        ),
        // The king does not shield the square behind it.
        (
            "4k3/8/8/8/r3K3/8/8/8 w - - 0 1",
            "e4f4",
            "on f4 your king would be in check by the rook on a4",
        ),
        // Both pawns leave the rank at once, or it is too late.
        (
            "4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1",
            "e5d6",
            "this would leave your king in check by the rook on a5",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            "e5d6",
            "the pawn on d5 could be taken en passant only right after its step of two squares",
        ),
        (
            "8/4P3/8/8/8/8/k7/4K3 w - - 0 1",
            "e7e8",
            "a pawn on the last rank becomes a queen, a rook, a bishop or a knight: say which",
        ),
        ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8k", "a pawn cannot become a king"),
        ("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8n", "legal"),
        (
            "4k3/8/8/8/1b6/8/8/4K2R w K - 0 1",
            "e1g1",
            "the king may not castle out of check: the bishop on b4 attacks it",
        ),
        (
            "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1g1",
            "the king may not castle through check: the rook on f8 attacks f1",
        ),
        (
            "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
            "e1g1",
            "the king may not castle into check: the rook on g8 would attack it on g1",
        ),
        ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1c1", "you may not castle there in this game"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "legal"),
        // The rook shielded its king.
        (
            "4k3/8/8/8/8/8/8/rR2K3 w B - 0 1",
            "e1b1",
            "the king may not castle into check: the rook on a1 would attack it on c1",
        ),
        ("7k/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "legal"),
    ] {
        assert_eq!(said(fen, &[], text), expected, "{text} in {fen}");
    }
}

#[test]
fn lost_castling_rights_are_explained() {
    let open = "r3k2r/8/8/8/8/8/6B1/R3K2R w KQkq - 0 1";
    for (before, text, expected) in [
        (&["Kf1", "Ra7", "Ke1", "Ra8"][..], "e1g1", "you may not castle: your king has moved"),
        (
            &["Rg1", "Ra7", "Rh1", "Ra6"],
            "e1g1",
            "you may not castle there: the rook of h1 has moved",
        ),
        (&["Rg1", "Ra7", "Rh1", "Ra6"], "e1c1", "legal"),
        (&["Bxa8"], "e8c8", "you may not castle there: the rook of a8 was taken"),
        (&["Bxa8"], "e8g8", "legal"),
    ] {
        assert_eq!(said(open, before, text), expected, "{text} after {before:?}");
    }
}

#[test]
fn null_moves_do_not_take_the_rook_of_a1() {
    let mut position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    position.make_null();
    for name in ["Kf7", "Rb1", "Kf6", "Ra1", "Kf7"] {
        position.make(position.parse_san(name).unwrap());
    }
    let [e1, c1] = ["e1", "c1"].map(|name| name.parse().unwrap());
    let reason = why_illegal(&position, e1, c1, None).unwrap().to_string();
    let expected = "you may not castle there: the rook of a1 has moved";
    assert_eq!(reason, expected);
}

#[test]
fn en_passant_is_for_the_next_move_only() {
    let fen = "4k3/p2p4/8/4P3/8/8/P7/4K3 b - - 0 1";
    assert_eq!(said(fen, &["d5"], "e5d6"), "legal");
    let late = "the pawn on d5 could be taken en passant only right after its step of two squares";
    assert_eq!(said(fen, &["d5", "a3", "a6"], "e5d6"), late);
}

#[test]
fn short_notation_is_objected_to() {
    let ambiguous = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    for (fen, text, expected) in [
        (START, "Nf3", "legal"),
        (START, "joho", "'joho' is not a move"),
        (START, "Nd2", "your own pawn is on d2"),
        (START, "Nd4", "none of your knights can go to d4"),
        (START, "Bc4", "the bishop on f1 is blocked by the pawn on e2"),
        (START, "e5", "none of your pawns can go to e5"),
        (START, "exd3", "pawns take diagonally, and there is nothing on d3 to take"),
        (START, "O-O", "you may not castle: the bishop on f1 is in the way"),
        (START, "Qd3", "the queen on d1 is blocked by the pawn on d2"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", "legal"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kh1", "your own rook is on h1"),
        (ambiguous, "Nd2", "'Nd2' is ambiguous: b1 or f3"),
        (ambiguous, "Nbd2", "legal"),
        (ambiguous, "Nhd2", "White has no such knight"),
        (ambiguous, "Qd2", "White has no such queen"),
        ("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e3", "the pawn on e2 is blocked by the pawn on e3"),
    ] {
        let reason = why_not_san(&Position::from_fen(fen).unwrap(), text);
        let said = reason.map_or("legal".to_string(), |reason| reason.to_string());
        assert_eq!(said, expected, "{text} in {fen}");
    }
    // Of the pieces that are named; the others could go there.
    for (fen, text) in [
        ("4k3/8/2p5/1P2P3/4P3/8/8/4K3 w - - 0 1", "exc6"),
        ("4k3/8/8/N7/8/N4N2/8/4K3 w - - 0 1", "Nad2"),
    ] {
        let reason = why_not_san(&Position::from_fen(fen).unwrap(), text);
        assert!(matches!(reason, Some(SanReason::Illegal(..))), "{reason:?}");
    }
    // Text from outside is cut.
    let long = format!("Nd2{}", "!".repeat(1000));
    let reason = why_not_san(&Position::from_fen(ambiguous).unwrap(), &long);
    assert!(reason.unwrap().to_string().len() < 120);
}
