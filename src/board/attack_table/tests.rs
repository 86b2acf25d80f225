//! Every table that this build can run, against slow reference code.

use std::any::type_name;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::board::moves::{Move, MoveKind};
use crate::board::piece::{Piece, PieceType};
use crate::board::step::Step;

fn attacks(position: &Position, from: Square, to: Square) -> bool {
    let Some(piece) = position.piece_on(from).piece() else {
        return false;
    };
    let pawn_steps = piece.color.pawn_captures();
    let (steps, reach): (&[Step], _) = match piece.piece_type {
        PieceType::Pawn => (&pawn_steps, 1),
        PieceType::Knight | PieceType::King => (piece.piece_type.steps(), 1),
        _ => (piece.piece_type.steps(), 7),
    };
    steps.iter().any(|&step| {
        let mut square = from;
        for _ in 0..reach {
            match square.step(step) {
                None => return false,
                Some(next) if next == to => return true,
                Some(next) if position.piece_on(next).piece().is_some() => return false,
                Some(next) => square = next,
            }
        }
        false
    })
}

#[track_caller]
pub fn assert_right<T: AttackTable>(table: &T, position: &Position) {
    let name = type_name::<T>();
    for color in Color::ALL {
        let mut attacked = SquareSet::EMPTY;
        let mut targets = [SquareSet::EMPTY; 16];
        for to in Square::all() {
            let mut attackers = PieceSet::EMPTY;
            for id in position.pieces(color) {
                if attacks(position, position.square_of(color, id), to) {
                    attackers.toggle(id);
                    targets[id.index()].insert(to);
                    attacked.insert(to);
                }
            }
            let found = table.attackers(color, to);
            assert_eq!(found, attackers, "{name}: {color} on {to} in {position:?}");
        }
        assert_eq!(table.attacked(color), attacked, "{name}: {color} in {position:?}");
        for id in PieceSet::ALL {
            let found = table.attacks_from(color, id);
            assert_eq!(found, targets[id.index()], "{name}: {color} {id:?} in {position:?}");
        }
        for pieces in [
            PieceSet::ALL,
            PieceSet::EMPTY,
            position.sliders(color),
            position.pieces_of(color, PieceType::Pawn),
        ] {
            let expected =
                pieces.into_iter().fold(SquareSet::EMPTY, |union, id| union | targets[id.index()]);
            let found = table.attacked_by(color, pieces);
            assert_eq!(found, expected, "{name}: {color} in {position:?}");
        }
        for (pieces, over) in [
            (PieceSet::ALL, SquareSet::ALL),
            (position.pieces(color), position.empty_squares()),
            (position.pieces_of(color, PieceType::Pawn), position.occupied_by(!color)),
        ] {
            let pairs = |id: PieceId| (targets[id.index()] & over).len();
            let expected: u32 = pieces.into_iter().map(pairs).sum();
            let found = table.count(color, pieces, over);
            assert_eq!(found, expected, "{name}: {color} in {position:?}");
        }
    }
}

/// Counts the moves of each kind, the null moves and the unmade moves of random games.
#[derive(Default)]
struct MoveTally {
    kinds: [u32; 16],
    nulls: u32,
    unmade: u32,
}

/// Compares tables with the reference: after each move one that is updated from the one before, and
/// often the position's own.
fn play<T: AttackTable>(fen: &str, seed: u64, tally: &mut MoveTally) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::from_fen(fen).unwrap();
    let mut tables = vec![T::default()];
    position.compute_table(&tables[0]);
    assert_right(&tables[0], &position);
    for _ in 0..120 {
        let moves = position.legal_moves();
        let rare: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|mv| mv.is_castle() || mv.is_en_passant() || mv.is_promotion())
            .collect();
        let choice = rare.choose(&mut random).or(moves.choose(&mut random));
        let Some(&mv) = choice else { break };
        if random.random_ratio(1, 4) && !position.in_check() {
            position.make_null();
            assert_right(position.attack_table(), &position);
            position.unmake();
            tally.nulls += 1;
        }
        position.make(mv);
        let table = T::default();
        position.update_table(&table, tables.last().unwrap());
        assert_right(&table, &position);
        tables.push(table);
        tally.kinds[mv.kind() as usize] += 1;
        if random.random_ratio(1, 2) {
            assert_right(position.attack_table(), &position);
        }
        if random.random_ratio(1, 4) {
            position.unmake();
            tables.pop();
            assert_right(tables.last().unwrap(), &position);
            assert_right(position.attack_table(), &position);
            tally.unmade += 1;
        }
    }
}

const STARTS: [&str; 7] = [
    crate::board::START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/PPPk2pp/8/2pP2Pp/2p1Pp2/8/PP4pp/3K4 w - - 0 1",
    // Chess960: king and rook change places, stay, and jump.
    "1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1",
    "5krb/pppppppp/8/8/8/8/PPPPPPPP/R4KRB w GAg - 0 1",
    "rk4r1/8/2q2b2/8/8/2B2Q2/8/RK4R1 w GAga - 0 1",
    "qbbrkrnn/pppppppp/8/8/8/8/PPPPPPPP/QBBRKRNN w FDfd - 0 1",
];

fn random_games<T: AttackTable>() {
    let mut tally = MoveTally::default();
    for (number, fen) in STARTS.into_iter().enumerate() {
        for seed in 0..20 {
            play::<T>(fen, 100 * number as u64 + seed, &mut tally);
        }
    }
    let [quiet, double, castle, _, capture, en_passant, ..] = tally.kinds;
    let promotions: u32 = tally.kinds[MoveKind::PromoteKnight as usize..].iter().sum();
    for (what, count) in [
        ("quiet", quiet),
        ("double push", double),
        ("castling", castle),
        ("capture", capture),
        ("en passant", en_passant),
        ("promotion", promotions),
    ] {
        assert!(count > 20, "{what}: {count}");
    }
    assert!(tally.nulls > 100 && tally.unmade > 100);
}

fn every_square<T: AttackTable>(scattered: &[(u8, bool)]) {
    for origin in Square::all() {
        for piece_type in PieceType::ALL {
            let mut position = Position::empty();
            position.place(Piece { color: Color::White, piece_type }, PieceId::KING, origin);
            for &(number, black) in scattered {
                let square = Square::from_dense(number);
                let color = if black { Color::Black } else { Color::White };
                let free = position.pieces(color).first_free();
                if let (None, Some(id)) = (position.piece_on(square).piece(), free) {
                    let piece_type = PieceType::ALL[(number % 5) as usize];
                    position.place(Piece { color, piece_type }, id, square);
                }
            }
            let table = T::default();
            position.compute_table(&table);
            assert_right(&table, &position);
        }
    }
}

/// Calls a function with every table that the build can run.
macro_rules! for_each_table {
    ($function:ident($($argument:expr)?)) => {
        $function::<portable::PortableTable>($($argument)?);
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        $function::<avx2::Avx2Table>($($argument)?);
        #[cfg(all(
            target_arch = "x86_64",
            target_feature = "avx512f",
            target_feature = "avx512bw",
            target_feature = "avx512vbmi",
            target_feature = "avx512vpopcntdq"
        ))]
        $function::<avx512::Avx512Table>($($argument)?);
    };
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4,
        rng_seed: RngSeed::Fixed(0x88),
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn tables_are_right_from_every_square(
        pieces in prop::collection::vec((0..64u8, any::<bool>()), 0..24)
    ) {
        for_each_table!(every_square(&pieces));
    }
}

#[test]
fn tables_follow_random_games() {
    for_each_table!(random_games());
}
