//! The small tables in the repository, against shakmaty-syzygy.

use std::path::{Path, PathBuf};

use ox88::board::Position;
use ox88::knowledge::syzygy::Wdl;
use rand::prelude::*;
use shakmaty_syzygy::Tablebase;

use super::values::assert_agreed;
use super::{load, scattered, twins};

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/knowledge/syzygy/tables")
}

#[test]
fn results_and_distances() {
    let tables = load(&folder());
    assert_eq!((tables.max_pieces(), tables.counts()), (3, [4, 3]));
    let mut theirs = Tablebase::new();
    assert_eq!(theirs.add_directory(folder()).unwrap(), 7);
    let mut random = StdRng::seed_from_u64(88);
    let mut counts = [0; 5];
    // The DTZ table of rooks is larger and left out.
    for pieces in ["KQk", "Kkq", "KBk", "Kkb", "KNk", "Kkn"] {
        for _ in 0..1000 {
            let fen = scattered(pieces, &mut random);
            if let Some(wdl) = assert_agreed(&tables, &theirs, &fen) {
                counts[(wdl as i32 + 2) as usize] += 1;
            }
        }
    }
    assert!([0, 2, 4].iter().all(|&n| counts[n] > 300), "{counts:?}");
}

#[test]
fn results_alone() {
    let tables = load(&folder());
    let mut theirs = Tablebase::new();
    theirs.add_directory(folder()).unwrap();
    let mut random = StdRng::seed_from_u64(88);
    let mut wins = 0;
    for _ in 0..1000 {
        let fen = scattered("KRk", &mut random);
        let Some((mut ours, chess)) = twins(&fen) else {
            continue;
        };
        let wdl = tables.wdl(&mut ours).unwrap();
        let expected = theirs.probe_wdl_after_zeroing(&chess).unwrap();
        assert_eq!(wdl as i32, i32::from(expected), "{fen}");
        wins += u32::from(wdl == Wdl::Win);
    }
    assert!(wins > 300, "{wins}");
    let mut rook = Position::from_fen("8/8/8/8/8/2k5/8/KR6 w - - 0 1").unwrap();
    assert_eq!(tables.dtz(&mut rook), None);
}
