//! Endgame tables.

use ox88::board::Position;
use ox88::knowledge::syzygy::{Fault, LoadProblem, Tables};

/// Names of tables, with positions of that material.
const MATERIALS: [(&str, [&str; 3]); 5] = [
    ("KRvK", ["8/8/8/8/8/2k5/8/KR6", "R7/8/4K3/8/8/8/6k1/8", "8/3r4/8/8/4k3/8/8/K7"]),
    ("KPvK", ["4k3/8/8/8/8/8/4P3/4K3", "8/P7/8/8/8/8/k7/7K", "8/8/8/2k5/2p5/8/8/2K5"]),
    ("KQvKQ", ["8/8/8/3q4/8/2k5/8/KQ6", "q7/8/4K3/8/8/8/6k1/7Q", "8/3Q4/8/8/4k3/8/8/Kq6"]),
    ("KPvKP", ["4k3/4p3/8/8/8/8/4P3/4K3", "8/P7/8/8/1p6/8/k7/7K", "8/8/8/2k5/2p5/8/3P4/2K5"]),
    ("KBNvK", ["8/8/8/8/3NB3/2k5/8/K7", "8/B7/8/8/N7/8/k7/7K", "k7/8/8/8/8/8/5n2/5b1K"]),
];
const MAGIC: [[u8; 4]; 2] = [[0x71, 0xe8, 0x23, 0x5d], [0xd7, 0x66, 0x0c, 0xa5]];
const EXTENSIONS: [&str; 2] = ["rtbw", "rtbz"];
/// The length in bytes beyond which files are skipped.
const LONGEST: usize = 1 << 16;

/// A byte chooses the material, two the offset of the second file; then the two files
/// without their magic numbers.
pub fn check(bytes: &[u8]) {
    let &[choice, low, high, ref rest @ ..] = bytes else {
        return;
    };
    let (name, boards) = MATERIALS[usize::from(choice) % MATERIALS.len()];
    let middle = usize::from(u16::from_le_bytes([low, high])).min(rest.len());
    let (wdl, dtz) = rest.split_at(middle);
    let folder = tempfile::tempdir().unwrap();
    for (kind, content) in [wdl, dtz].into_iter().enumerate() {
        let file = format!("{name}.{}", EXTENSIONS[kind]);
        let path = folder.path().join(file);
        std::fs::write(path, [&MAGIC[kind], content].concat()).unwrap();
    }
    let (mut tables, problems) = Tables::load([folder.path()]);
    // Files of a wrong length are made to fit.
    for problem in &problems {
        if let LoadProblem::File(path, Fault::Length { expected, .. }) = problem
            && let Ok(length @ ..LONGEST) = usize::try_from(*expected)
        {
            let mut content = std::fs::read(path).unwrap();
            content.resize(length, 0x5a);
            std::fs::write(path, content).unwrap();
        }
    }
    if !problems.is_empty() {
        tables = Tables::load([folder.path()]).0;
    }
    for fen in
        boards.into_iter().flat_map(|board| [format!("{board} w - -"), format!("{board} b - -")])
    {
        if let Ok(mut position) = Position::from_fen(&fen) {
            let before = position.clone();
            tables.wdl(&mut position);
            tables.dtz(&mut position);
            assert!(position == before, "{fen}");
        }
    }
    assert!(tables.take_problems().len() <= 2);
}
