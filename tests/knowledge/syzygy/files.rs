//! Files that are missing, cut off, damaged, or something else.

use std::fs;
use std::path::Path;

use ox88::board::Position;
use ox88::knowledge::syzygy::{Fault, LoadProblem, Tables, Wdl};
use rand::prelude::*;

use super::{bundled, folder, load, scattered, wdl};
use crate::temporary::fresh_folder;

fn copy(from: &Path, to: &Path, names: &[&str]) {
    for name in names {
        fs::write(to.join(name), fs::read(from.join(name)).unwrap()).unwrap();
    }
}

const QUEEN: &str = "8/8/8/8/8/2k5/8/KQ6 w - - 0 1";
const ROOK: &str = "8/8/8/8/8/2k5/8/KR6 w - - 0 1";

#[test]
fn folders_without_tables() {
    let empty = fresh_folder("syzygy-empty");
    fs::write(empty.join("KQvK.txt"), "nothing").unwrap();
    let missing = empty.join("missing");
    let (tables, problems) = Tables::load([&empty, &missing]);
    assert_eq!((tables.max_pieces(), tables.counts()), (0, [0, 0]));
    assert!(matches!(&problems[..], [LoadProblem::Empty(_), LoadProblem::Directory(..)]));
    assert_eq!(wdl(&tables, QUEEN), None);
}

#[test]
fn what_is_missing_is_not_known() {
    let Some(folder) = folder() else { return };
    let some = fresh_folder("syzygy-some");
    copy(&folder, &some, &["KQvK.rtbw", "KRvK.rtbw", "KRvK.rtbz"]);
    let tables = load(&some);
    assert_eq!((tables.max_pieces(), tables.counts()), (3, [2, 1]));
    assert_eq!(wdl(&tables, QUEEN), Some(Wdl::Win));
    let mut queen = Position::from_fen(QUEEN).unwrap();
    assert_eq!(tables.dtz(&mut queen), None);
    let mut rook = Position::from_fen(ROOK).unwrap();
    assert!(tables.dtz(&mut rook).is_some_and(|dtz| dtz.0 > 10));
    assert_eq!(wdl(&tables, "8/8/8/8/8/2k5/8/K1N5 w - - 0 1"), None);
}

#[test]
fn several_folders() {
    let folder = bundled::folder();
    let [first, second] = ["syzygy-first", "syzygy-second"].map(fresh_folder);
    copy(&folder, &first, &["KQvK.rtbw"]);
    copy(&folder, &second, &["KRvK.rtbw", "KQvK.rtbw"]);
    let (tables, problems) = Tables::load([&first, &second]);
    assert!(problems.is_empty());
    assert_eq!(tables.counts(), [2, 0]);
    assert_eq!(wdl(&tables, QUEEN), Some(Wdl::Win));
    assert_eq!(wdl(&tables, ROOK), Some(Wdl::Win));
}

/// Loads a folder with a sound table and one of these bytes; returns the problem, if any.
fn load_beside(folder: &Path, name: &str, bytes: &[u8]) -> (Tables, Option<Fault>) {
    fs::write(folder.join(name), bytes).unwrap();
    let (tables, problems) = Tables::load([folder]);
    let mut problems = problems.into_iter();
    let fault = problems.next().map(|problem| match problem {
        LoadProblem::File(path, fault) if path.ends_with(name) => fault,
        other => panic!("{other}"),
    });
    assert!(problems.next().is_none());
    assert_eq!(wdl(&tables, QUEEN), Some(Wdl::Win), "{name}");
    (tables, fault)
}

#[test]
fn truncated_files_are_left_out() {
    let Some(source) = folder() else { return };
    let folder = fresh_folder("syzygy-truncated");
    copy(&source, &folder, &["KQvK.rtbw"]);
    for name in ["KRvK.rtbw", "KRvK.rtbz", "KPvKP.rtbw", "KBvK.rtbw"] {
        let whole = fs::read(source.join(name)).unwrap();
        let mut lengths: Vec<usize> = (0..whole.len().min(200)).collect();
        lengths.extend((200..whole.len()).step_by(97));
        // Also where the length alone is right.
        lengths.extend((16..whole.len()).step_by(64 * 11));
        for length in lengths {
            let (tables, fault) = load_beside(&folder, name, &whole[..length]);
            assert!(fault.is_some(), "{name}: {length}");
            if name == "KRvK.rtbw" {
                assert_eq!(wdl(&tables, ROOK), None);
            }
        }
        let longer = [&whole[..], &[0; 64]].concat();
        let (_, fault) = load_beside(&folder, name, &longer);
        assert!(matches!(fault, Some(Fault::Length { .. })));
        assert!(load_beside(&folder, name, &whole).1.is_none());
        fs::remove_file(folder.join(name)).unwrap();
    }
}

#[test]
fn something_else_is_left_out() {
    let Some(source) = folder() else { return };
    let folder = fresh_folder("syzygy-else");
    copy(&source, &folder, &["KQvK.rtbw"]);
    let read = |name: &str| fs::read(source.join(name)).unwrap();
    for (name, bytes) in [
        ("KRvK.rtbw", vec![0; 208]),
        ("KRvK.rtbw", read("KRvK.rtbz")),
        ("KRvK.rtbz", read("KRvK.rtbw")),
        ("KRvK.rtbw", read("KBvK.rtbw")),
        ("KRvK.rtbw", read("KQvKR.rtbw")),
        ("KRvK.rtbw", b"version https://git-lfs.github.com/spec/v1\n".to_vec()),
    ] {
        let (tables, fault) = load_beside(&folder, name, &bytes);
        assert!(fault.is_some(), "{name}");
        assert_eq!(wdl(&tables, ROOK), None);
        fs::remove_file(folder.join(name)).unwrap();
    }
    fs::create_dir(folder.join("KRvK.rtbw")).unwrap();
    let (tables, problems) = Tables::load([&folder]);
    assert_eq!((problems.len(), tables.counts()), (1, [1, 0]));
}

/// A pipe is not opened: that would wait for its other end.
#[test]
#[cfg(unix)]
fn a_pipe_is_left_out() {
    let folder = fresh_folder("syzygy-pipe");
    let path = folder.join("KRvK.rtbw");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    if !made.is_ok_and(|status| status.success()) {
        return println!("skipped: no pipe can be made here");
    }
    let (tables, problems) = Tables::load([&folder]);
    assert_eq!(tables.counts(), [0, 0]);
    assert!(matches!(&problems[..], [LoadProblem::File(_, Fault::Io(_))]), "{problems:?}");
    fs::remove_file(&path).unwrap();
}

/// With the same pieces on both sides no flag may make the tables probe each other in turn.
#[test]
fn a_wrong_side_to_move_is_not_followed() {
    let Some(source) = folder() else { return };
    let folder = fresh_folder("syzygy-side");
    copy(&source, &folder, &["KQvK.rtbw", "KPvK.rtbw", "KPvKP.rtbw"]);
    let mut bytes = fs::read(source.join("KPvKP.rtbz")).unwrap();
    bytes[30] ^= 1;
    let (tables, fault) = load_beside(&folder, "KPvKP.rtbz", &bytes);
    assert!(fault.is_none());
    let mut position = Position::from_fen("8/8/2K5/p7/P7/8/8/7k w - - 0 1").unwrap();
    assert!(tables.dtz(&mut position).is_some_and(|dtz| dtz.0 > 0));
}

/// Wrong bytes give at worst a wrong value, or none and a reason.
#[test]
fn damaged_files_do_no_harm() {
    let Some(source) = folder() else { return };
    let folder = fresh_folder("syzygy-damaged");
    copy(&source, &folder, &["KQvK.rtbw", "KQvK.rtbz"]);
    let mut random = StdRng::seed_from_u64(88);
    let mut noticed = 0;
    for (name, pieces) in [
        ("KRvK.rtbz", "KRk"),
        ("KPvK.rtbw", "KPk"),
        ("KPvKP.rtbz", "KPkp"),
        ("KPvKP.rtbw", "KPkp"),
        ("KBNvK.rtbw", "KBNk"),
        ("KQvKR.rtbz", "KQkr"),
    ] {
        // DTZ tables need the WDL table of the same pieces.
        let result = name.replace("rtbz", "rtbw");
        copy(&source, &folder, &[&result]);
        let whole = fs::read(source.join(name)).unwrap();
        for round in 0..300 {
            let mut bytes = whole.clone();
            let within = if round % 3 == 0 { bytes.len() } else { 200 };
            for _ in 0..=round % 4 {
                let at = random.random_range(5..within);
                bytes[at] ^= 1 << random.random_range(0..8);
            }
            let (tables, fault) = load_beside(&folder, name, &bytes);
            for _ in 0..30 {
                if let Ok(mut position) = Position::from_fen(&scattered(pieces, &mut random)) {
                    tables.wdl(&mut position);
                    tables.dtz(&mut position);
                }
            }
            let problems = tables.take_problems();
            assert!(problems.len() <= 1, "{problems:?}");
            assert!(tables.take_problems().is_empty());
            noticed += u32::from(fault.is_some() || !problems.is_empty());
        }
        fs::remove_file(folder.join(name)).unwrap();
        let _ = fs::remove_file(folder.join(&result));
    }
    assert!(noticed > 500, "{noticed}");
}

#[test]
fn a_file_that_could_not_be_read_is_tried_again() {
    let source = bundled::folder();
    let folder = fresh_folder("syzygy-away");
    copy(&source, &folder, &["KRvK.rtbw"]);
    let tables = load(&folder);
    fs::remove_file(folder.join("KRvK.rtbw")).unwrap();
    for _ in 0..3 {
        assert_eq!(wdl(&tables, ROOK), None);
    }
    let problems = tables.take_problems();
    assert!(matches!(&problems[..], [LoadProblem::File(_, Fault::Io(_))]), "{problems:?}");
    copy(&source, &folder, &["KRvK.rtbw"]);
    assert_eq!(wdl(&tables, ROOK), None);
    tables.retry();
    assert_eq!(wdl(&tables, ROOK), Some(Wdl::Win));
    assert!(tables.take_problems().is_empty());
}

#[test]
fn a_file_that_goes_bad_is_left_out_once() {
    let source = bundled::folder();
    let folder = fresh_folder("syzygy-later");
    copy(&source, &folder, &["KQvK.rtbw", "KRvK.rtbw"]);
    let tables = load(&folder);
    fs::write(folder.join("KRvK.rtbw"), "too late").unwrap();
    for _ in 0..3 {
        assert_eq!(wdl(&tables, ROOK), None);
        assert_eq!(wdl(&tables, QUEEN), Some(Wdl::Win));
    }
    assert_eq!(tables.take_problems().len(), 1);
    assert!(tables.take_problems().is_empty());
}
