//! Endings with built-in knowledge, against the tables.

use ox88::board::Position;
use ox88::eval::{Evaluation, Network, Nnue, PieceSquares, Score, endgame};
use rand::prelude::*;
use shakmaty::{Board, CastlingMode, Chess, Color, File, FromSetup, Piece, Rank, Setup, Square};
use shakmaty_syzygy::{Tablebase, Wdl};

use super::values::oracle;
use super::{folder, scattered, twins};
use crate::work::in_parallel;

/// Returns the FEN and shakmaty's position, if it is legal.
fn set_up(pieces: &[(Square, Piece)], turn: Color) -> Option<(String, Chess)> {
    let mut setup = Setup::empty();
    let mut board = Board::empty();
    for &(square, piece) in pieces {
        board.set_piece_at(square, piece);
    }
    setup.board = board;
    setup.turn = turn;
    let position = Chess::from_setup(setup.clone(), CastlingMode::Standard).ok()?;
    let fen = shakmaty::fen::Fen::try_from_setup(setup).ok()?;
    Some((fen.to_string(), position))
}

/// Returns the result by the tables for the side to move.
fn result(tables: &Tablebase<Chess>, position: &Chess) -> i32 {
    match tables.probe_wdl_after_zeroing(position).unwrap() {
        Wdl::Win => 1,
        Wdl::Loss => -1,
        _ => 0,
    }
}

/// Returns the result that a score stands for.
#[track_caller]
fn known_result(known: Option<Score>) -> Option<i32> {
    known.map(|score| {
        assert!(score == Score::DRAW || score.is_known_win_or_loss() && !score.is_decided());
        score.get().signum()
    })
}

#[test]
fn every_king_and_pawn_ending() {
    let Some(folder) = folder() else { return };
    let theirs = oracle(&folder);
    let pawns = Square::ALL.into_iter().skip(8).take(48);
    let jobs = pawns.flat_map(|pawn| Color::ALL.map(|strong| (strong, pawn)));
    let counts = in_parallel(jobs, |(strong, pawn): (Color, Square)| {
        let (mut wins, mut draws) = (0u32, 0u32);
        for king in Square::ALL {
            for bare in Square::ALL {
                if king == pawn || king == bare || pawn == bare {
                    continue;
                }
                for turn in Color::ALL {
                    let pieces =
                        [(king, strong.king()), (pawn, strong.pawn()), (bare, (!strong).king())];
                    let Some((fen, chess)) = set_up(&pieces, turn) else {
                        continue;
                    };
                    let position = Position::from_fen(&fen).unwrap();
                    let known = endgame::known(&position);
                    let result = result(&theirs, &chess);
                    assert_eq!(known_result(known), Some(result), "{fen}");
                    assert_eq!(endgame::is_drawn(&position), result == 0, "{fen}");
                    match result {
                        0 => draws += 1,
                        _ => wins += 1,
                    }
                }
            }
        }
        [wins, draws]
    });
    let [wins, draws] = [0, 1].map(|place| counts.iter().map(|count| count[place]).sum::<u32>());
    assert!(wins > 300_000 && draws > 100_000, "{wins} won, {draws} drawn");
}

/// A bare king stands in a corner or next to it, against two pawns on the corner's file, or one
/// pawn and a bishop that cannot attack the corner.
#[test]
fn every_held_corner() {
    let Some(folder) = folder() else { return };
    let theirs = oracle(&folder);
    let ranks = || Rank::ALL.into_iter().skip(1).take(6);
    let corners =
        Color::ALL.into_iter().flat_map(|strong| [File::A, File::H].map(|file| (strong, file)));
    let jobs = corners.flat_map(|(strong, file)| ranks().map(move |rank| (strong, file, rank)));
    let counts = in_parallel(jobs, |(strong, file, rank): (Color, File, Rank)| {
        let mut count = 0u32;
        let pawn = Square::from_coords(file, rank);
        let corner = Square::from_coords(file, strong.relative_rank(Rank::Eighth));
        let is_wrong = |square: &Square| square.is_light() != corner.is_light();
        let pawns = ranks().map(|rank| Square::from_coords(file, rank));
        let bishops = Square::ALL.into_iter().filter(is_wrong);
        let mut others: Vec<(Square, Piece)> = Vec::new();
        others.extend(bishops.map(|square| (square, strong.bishop())));
        others.extend(pawns.map(|square| (square, strong.pawn())));
        let near = |square: &Square| square.distance(corner) <= 1;
        let bares: Vec<Square> = Square::ALL.into_iter().filter(near).collect();
        for &(other, piece) in &others {
            for king in Square::ALL {
                for &bare in &bares {
                    let squares = [pawn, other, king, bare];
                    if (1..4).any(|n| squares[..n].contains(&squares[n])) {
                        continue;
                    }
                    let pieces = [
                        (pawn, strong.pawn()),
                        (other, piece),
                        (king, strong.king()),
                        (bare, (!strong).king()),
                    ];
                    for turn in Color::ALL {
                        let Some((fen, chess)) = set_up(&pieces, turn) else {
                            continue;
                        };
                        let Ok(position) = Position::from_fen(&fen) else {
                            continue;
                        };
                        assert_eq!(result(&theirs, &chess), 0, "{fen}");
                        assert_eq!(known_result(endgame::known(&position)), Some(0), "{fen}");
                        assert!(endgame::is_drawn(&position), "{fen}");
                        count += 1;
                    }
                }
            }
        }
        count
    });
    let count: u32 = counts.into_iter().sum();
    assert!(count > 250_000, "{count}");
}

/// Nothing is said to be known of pawns and a piece that the tables deny.
#[test]
fn pawns_with_a_piece() {
    let Some(folder) = folder() else { return };
    let theirs = oracle(&folder);
    let mut random = StdRng::seed_from_u64(88);
    let (mut legal, mut known_count, mut drawn) = (0, 0, 0);
    for pieces in ["KBPk", "KPPk", "KNPk", "Kkbp"] {
        for _ in 0..5000 {
            let Some((ours, chess)) = twins(&scattered(pieces, &mut random)) else {
                continue;
            };
            let result = result(&theirs, &chess);
            let known = known_result(endgame::known(&ours));
            assert!(known.is_none_or(|known| known == result), "{}", ours.fen());
            let is_drawn = endgame::is_drawn(&ours);
            assert!(!is_drawn || result == 0, "{}", ours.fen());
            legal += 1;
            known_count += u32::from(known.is_some());
            drawn += u32::from(is_drawn);
        }
    }
    assert!(known_count > 0 && drawn > 0, "{known_count} known and {drawn} drawn of {legal}");
}

/// Endings that count as won, from quiet positions in which no piece is lost at once, and
/// those that do not.
#[test]
fn bare_kings() {
    let Some(folder) = folder() else { return };
    let theirs = oracle(&folder);
    let mut random = StdRng::seed_from_u64(88);
    for pieces in
        ["KQk", "KRk", "KBBk", "KBNk", "KNNk", "KBk", "KNk", "Kkq", "Kkbn", "KQPk", "KRNk"]
    {
        let (mut count, mut agreed) = (0, 0);
        while count < 500 {
            let fen = scattered(pieces, &mut random);
            let Some((ours, chess)) = twins(&fen) else {
                continue;
            };
            if ours.in_check() {
                continue;
            }
            count += 1;
            let known = known_result(endgame::known(&ours));
            agreed += u32::from(known == Some(result(&theirs, &chess)));
        }
        // The rest: a piece that is captured at once, or forked.
        assert!(agreed >= 400, "{pieces}: {agreed} of {count}");
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
        // Rook pawns and a bishop of the wrong colour; without it; doubled pawns; Black's.
        ("7k/8/5K1P/3B4/8/8/8/8 w - - 0 1", Some(0)),
        ("7k/8/5K1P/8/7P/8/8/8 w - - 0 1", Some(0)),
        ("8/6k1/4K3/3B3P/7P/8/8/8 b - - 0 1", Some(0)),
        ("8/8/8/3b4/8/p1k5/8/1K6 b - - 0 1", Some(0)),
        // The right bishop, a knight, another pawn; and a king that comes too late.
        ("7k/8/5K1P/8/3B4/8/8/8 w - - 0 1", None),
        ("7k/8/5K1P/3N4/8/8/8/8 w - - 0 1", None),
        ("7k/8/5K1P/3B2P1/8/8/8/8 w - - 0 1", None),
        ("8/8/5k2/7P/4B3/5K2/8/8 w - - 0 1", None),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let known = endgame::known(&position);
        assert_eq!(known_result(known), expected, "{fen}");
        let values = [
            value(PieceSquares::default(), &position),
            value(Nnue::new(Network::embedded()), &position),
        ];
        for value in values {
            assert_eq!(value, known.unwrap_or(value), "{fen}");
            assert!(known.is_some() || !value.is_known_win_or_loss(), "{fen}");
        }
    }
}

fn value(mut evaluation: impl Evaluation, position: &Position) -> Score {
    evaluation.reset(position);
    evaluation.evaluate(position)
}
