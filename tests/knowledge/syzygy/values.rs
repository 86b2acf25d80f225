//! WDL and DTZ values, compared with shakmaty-syzygy.

use ox88::board::Position;
use ox88::knowledge::syzygy::{Dtz, Tables, Wdl};
use rand::prelude::*;
use shakmaty::Chess;
use shakmaty_syzygy::Tablebase;

use super::{folder, load, scattered, twins, wdl};

/// All of three and four pieces, as the tables are named, and some with colours exchanged.
const PIECES: [&str; 44] = [
    "KQk", "KRk", "KBk", "KNk", "KPk", "Kkq", "Kkp", "KQQk", "KQRk", "KQBk", "KQNk", "KQPk",
    "KRRk", "KRBk", "KRNk", "KRPk", "KBBk", "KBNk", "KBPk", "KNNk", "KNPk", "KPPk", "KQkq", "KQkr",
    "KQkb", "KQkn", "KQkp", "KRkr", "KRkb", "KRkn", "KRkp", "KBkb", "KBkn", "KBkp", "KNkn", "KNkp",
    "KPkp", "KPkq", "KPkr", "Kkbn", "Kkpp", "Kkqp", "KNkr", "KBkq",
];

#[test]
fn known_positions() {
    let Some(folder) = folder() else { return };
    let tables = load(&folder);
    assert_eq!(tables.max_pieces(), 4);
    assert_eq!(tables.counts(), [35, 35]);
    for (fen, expected) in [
        ("8/8/8/8/8/2k5/8/KQ6 w - - 0 1", Wdl::Win),
        ("8/8/8/8/8/2k5/8/KQ6 b - - 0 1", Wdl::Loss),
        // The queen is lost at once.
        ("8/8/8/8/8/1k6/1Q6/7K b - - 0 1", Wdl::Draw),
        // King and pawn: on the sixth rank; without and with the opposition.
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Wdl::Win),
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", Wdl::Draw),
        ("4k3/8/8/8/4K3/4P3/8/8 b - - 0 1", Wdl::Loss),
        ("k7/8/8/8/P7/8/8/K7 w - - 0 1", Wdl::Draw),
        ("8/8/8/8/8/8/1k1K4/1r6 w - - 0 1", Wdl::Loss),
        // Two knights.
        ("8/8/8/8/8/8/8/KNNk4 w - - 0 1", Wdl::Draw),
        // Bare kings need no table.
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", Wdl::Draw),
    ] {
        assert_eq!(wdl(&tables, fen), Some(expected), "{fen}");
    }
    assert_eq!(wdl(&tables, "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1"), None);
    assert_eq!(wdl(&tables, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None);
}

#[test]
fn mates_and_stalemates() {
    let Some(folder) = folder() else { return };
    let tables = load(&folder);
    let both = |fen: &str| {
        let mut position = Position::from_fen(fen).unwrap();
        (tables.wdl(&mut position), tables.dtz(&mut position))
    };
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(both(mated), (Some(Wdl::Loss), Some(Dtz(-1))));
    let stalemated = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(both(stalemated), (Some(Wdl::Draw), Some(Dtz(0))));
    let mate_in_one = "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1";
    assert_eq!(both(mate_in_one), (Some(Wdl::Win), Some(Dtz(1))));
}

/// Checks that WDL and DTZ agree with shakmaty's, and that the position stays unchanged.
#[track_caller]
pub fn assert_agreed(tables: &Tables, theirs: &Tablebase<Chess>, fen: &str) -> Option<Wdl> {
    let (mut position, chess) = twins(fen)?;
    let before = position.clone();
    let wdl = tables.wdl(&mut position);
    let dtz = tables.dtz(&mut position);
    assert!(position == before, "{fen}");
    let expected = theirs.probe_wdl_after_zeroing(&chess).unwrap();
    assert_eq!(wdl.map(|wdl| wdl as i32), Some(expected.into()), "{fen}");
    let expected = theirs.probe_dtz(&chess).unwrap().ignore_rounding();
    // A finished game has no DTZ for us, but one in shakmaty.
    if position.has_legal_move() {
        assert_eq!(dtz.map(|dtz| dtz.0), Some(expected.into()), "{fen}");
    }
    wdl
}

pub fn oracle(folder: &std::path::Path) -> Tablebase<Chess> {
    let mut theirs = Tablebase::new();
    assert_eq!(theirs.add_directory(folder).unwrap(), 70);
    theirs
}

#[test]
fn random_positions() {
    let Some(folder) = folder() else { return };
    let (tables, theirs) = (load(&folder), oracle(&folder));
    let mut random = StdRng::seed_from_u64(88);
    let mut counts = [0; 5];
    for pieces in PIECES {
        for _ in 0..250 {
            let fen = scattered(pieces, &mut random);
            if let Some(wdl) = assert_agreed(&tables, &theirs, &fen) {
                counts[(wdl as i32 + 2) as usize] += 1;
            }
        }
    }
    assert!(counts.iter().sum::<u32>() > 4000, "{counts:?}");
    assert!([0, 2, 4].iter().all(|&n| counts[n] > 500), "{counts:?}");
}

#[test]
fn taking_in_passing() {
    let Some(folder) = folder() else { return };
    let (tables, theirs) = (load(&folder), oracle(&folder));
    let mut random = StdRng::seed_from_u64(88);
    let mut count = 0;
    // Pawns side by side, one after a double push.
    for file in 0..7 {
        for turned in [false, true] {
            for _ in 0..150 {
                let fen = scattered("Kk", &mut random);
                let mut ranks: Vec<&str> = fen.split([' ', '/']).take(8).collect();
                let (taker, mover) = if turned { ("p", "P") } else { ("P", "p") };
                let row = if turned { 4 } else { 3 };
                let middle = format!("{file}{taker}{mover}{}", 6 - file).replace('0', "");
                if ranks[row] != "8" {
                    continue;
                }
                ranks[row] = &middle;
                let target = char::from(b'b' + file);
                let (side, rank) = if turned { ('b', 3) } else { ('w', 6) };
                let fen = format!("{} {side} - {target}{rank} 0 1", ranks.join("/"));
                count += u32::from(assert_agreed(&tables, &theirs, &fen).is_some());
            }
        }
    }
    assert!(count > 200, "{count}");
}

#[test]
fn several_threads() {
    let Some(folder) = folder() else { return };
    let tables = load(&folder);
    let answers = |seed: u64| -> Vec<Option<(Option<Wdl>, Option<Dtz>)>> {
        let mut random = StdRng::seed_from_u64(seed);
        PIECES
            .iter()
            .cycle()
            .take(1000)
            .map(|pieces| {
                let mut position = Position::from_fen(&scattered(pieces, &mut random)).ok()?;
                Some((tables.wdl(&mut position), tables.dtz(&mut position)))
            })
            .collect()
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(|| answers(7))).collect();
        let all: Vec<_> = workers.into_iter().map(|worker| worker.join().unwrap()).collect();
        assert!(all.iter().all(|answers| *answers == all[0]));
        assert!(all[0].iter().flatten().count() > 400);
    });
}
