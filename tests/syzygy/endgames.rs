//! Endings with built-in knowledge, against the tables.

use ox88::board::Position;
use ox88::eval::{Evaluation, Network, Nnue, PieceSquares, Score, endgame};
use rand::prelude::*;
use shakmaty::{Board, CastlingMode, Chess, Color, FromSetup, Setup, Square};
use shakmaty_syzygy::{Tablebase, Wdl};

use super::values::oracle;
use super::{folder, scattered, twins};

/// King and pawn against king: the FEN and shakmaty's position, if it is legal.
fn pawn_ending(hunter: Color, pieces: [Square; 3], turn: Color) -> Option<(String, Chess)> {
    let [king, pawn, bare] = pieces;
    let mut setup = Setup::empty();
    let mut board = Board::empty();
    board.set_piece_at(king, hunter.king());
    board.set_piece_at(pawn, hunter.pawn());
    board.set_piece_at(bare, (!hunter).king());
    setup.board = board;
    setup.turn = turn;
    let fen = shakmaty::fen::Fen::try_from_setup(setup.clone())
        .ok()?
        .to_string();
    let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
    Some((fen, position))
}

/// For the side to move.
fn result(tables: &Tablebase<Chess>, position: &Chess) -> i32 {
    match tables.probe_wdl_after_zeroing(position).unwrap() {
        Wdl::Win => 1,
        Wdl::Loss => -1,
        _ => 0,
    }
}

/// The result that a score stands for.
#[track_caller]
fn told(known: Option<Score>) -> Option<i32> {
    known.map(|score| {
        assert!(score == Score::DRAW || score.is_known() && !score.is_decided());
        score.get().signum()
    })
}

#[test]
fn every_king_and_pawn_ending() {
    let Some(folder) = folder() else { return };
    let theirs = oracle(&folder);
    let (mut wins, mut draws) = (0, 0);
    for hunter in Color::ALL {
        for pawn in Square::ALL.into_iter().skip(8).take(48) {
            for king in Square::ALL {
                for bare in Square::ALL {
                    if king == pawn || king == bare || pawn == bare {
                        continue;
                    }
                    for turn in Color::ALL {
                        let pieces = [king, pawn, bare];
                        let Some((fen, chess)) = pawn_ending(hunter, pieces, turn) else {
                            continue;
                        };
                        let position = Position::from_fen(&fen).unwrap();
                        let known = endgame::known(&position);
                        let result = result(&theirs, &chess);
                        assert_eq!(told(known), Some(result), "{fen}");
                        assert_eq!(endgame::is_drawn(&position), result == 0, "{fen}");
                        match result {
                            0 => draws += 1,
                            _ => wins += 1,
                        }
                    }
                }
            }
        }
    }
    println!("{wins} won, {draws} drawn");
    assert!(
        wins > 300_000 && draws > 100_000,
        "{wins} won, {draws} drawn"
    );
}

/// Endings that count as won, from quiet positions in which no piece is lost at once, and
/// those that do not.
#[test]
fn bare_kings() {
    let Some(folder) = folder() else { return };
    let theirs = oracle(&folder);
    let mut random = StdRng::seed_from_u64(88);
    for pieces in [
        "KQk", "KRk", "KBBk", "KBNk", "KNNk", "KBk", "KNk", "Kkq", "Kkbn", "KQPk", "KRNk",
    ] {
        let (mut known, mut agreed) = (0, 0);
        while known < 500 {
            let fen = scattered(pieces, &mut random);
            let Some((ours, chess)) = twins(&fen) else {
                continue;
            };
            if ours.in_check() {
                continue;
            }
            known += 1;
            agreed += u32::from(told(endgame::known(&ours)) == Some(result(&theirs, &chess)));
        }
        // The rest: a piece that is captured at once, or forked.
        assert!(agreed >= 400, "{pieces}: {agreed} of {known}");
        println!("{pieces}: {agreed} of {known}");
    }
}

#[test]
fn all_evaluators_know_them() {
    for (fen, expected) in [
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", Some(0)),
        ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", Some(-1)),
        ("8/8/8/3k4/8/8/8/BN2K3 w - - 0 1", Some(1)),
        ("k7/2Q5/8/8/8/8/8/4K3 b - - 0 1", Some(0)),
        ("8/4k3/8/4K3/4PP2/8/8/8 w - - 0 1", None),
        ("8/4kp2/8/4K3/4P3/8/8/8 w - - 0 1", None),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let known = endgame::known(&position);
        assert_eq!(told(known), expected, "{fen}");
        let values = [
            value(PieceSquares::default(), &position),
            value(Nnue::new(Network::embedded()), &position),
        ];
        for value in values {
            assert_eq!(value, known.unwrap_or(value), "{fen}");
            assert!(known.is_some() || !value.is_known(), "{fen}");
        }
    }
}

fn value(mut evaluation: impl Evaluation, position: &Position) -> Score {
    evaluation.reset(position);
    evaluation.evaluate(position)
}
