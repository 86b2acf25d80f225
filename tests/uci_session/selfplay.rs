//! Self-play and its files, from the shell.

use std::path::Path;

use super::command::{complaint, file, fresh, printed};

fn datagen(path: &Path, games: &str, more: &[&str]) -> Vec<u8> {
    let path_text = path.to_str().unwrap();
    let arguments = [
        "datagen", "--nodes", "60", "--games", games, "-o", path_text,
    ];
    printed(&[&arguments[..], more].concat());
    std::fs::read(path).unwrap()
}

#[test]
fn games_are_played_gone_on_with_checked_and_sifted() {
    let path = fresh("games.vf");
    let six = datagen(&path, "6", &["--threads", "2"]);
    // Cut off in a game, and gone on with.
    std::fs::write(&path, &six[..six.len() * 2 / 3]).unwrap();
    assert_eq!(datagen(&path, "6", &["--resume"]), six);
    // One more than there were.
    let seven = datagen(&path, "7", &["--resume"]);
    assert_eq!(&seven[..six.len()], six);

    let text = path.to_str().unwrap();
    let checked = printed(&["data", "check", text]);
    assert!(checked.contains("games      7"), "{checked}");
    let samples: usize = checked
        .lines()
        .find_map(|line| line.strip_prefix("to train"))
        .and_then(|count| count.trim().parse().ok())
        .unwrap();
    let shown = printed(&["data", "show", text, "--games", "2"]);
    assert_eq!(shown.lines().count(), 6, "{shown}");

    let out = fresh("samples.bin");
    printed(&["data", "filter", text, text, "-o", out.to_str().unwrap()]);
    assert_eq!(std::fs::read(&out).unwrap().len(), 2 * 32 * samples);
}

#[test]
fn other_starts_are_options() {
    for (name, options) in [
        ("chess960.vf", &["--chess960"][..]),
        ("classical.vf", &["--classical", "--random-plies", "3"]),
    ] {
        let path = fresh(name);
        datagen(&path, "2", options);
        printed(&["data", "check", path.to_str().unwrap()]);
    }
    let openings = file("book.epd", "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - -\n");
    let path = fresh("book.vf");
    datagen(
        &path,
        "1",
        &["--openings", &openings, "--random-plies", "0"],
    );
    let shown = printed(&["data", "show", path.to_str().unwrap()]);
    assert!(
        shown.contains("/pppp4/") || shown.contains("4k3"),
        "{shown}"
    );
}

#[test]
fn nothing_is_lost_by_mistake() {
    let path = fresh("mistakes.vf");
    let text = path.to_str().unwrap();
    let first = datagen(&path, "1", &[]);
    let again = ["datagen", "--games", "1", "--nodes", "60", "-o", text];
    assert!(complaint(&again).contains("--resume"));
    let other_seed = [&again[..], &["--resume", "--seed", "2"]].concat();
    assert!(complaint(&other_seed).contains("other settings"));
    assert_eq!(std::fs::read(&path).unwrap(), first);

    for task in ["filter", "rescore"] {
        assert!(complaint(&["data", task, text, "-o", text]).contains("another file"));
        assert_eq!(std::fs::read(&path).unwrap(), first, "{task}");
    }
    let note = file("note.txt", "something else");
    let over = ["datagen", "--games", "1", "-o", &note, "--resume"];
    assert!(complaint(&over).contains("note.txt: too short"));
    assert_eq!(std::fs::read(&note).unwrap(), b"something else");

    std::fs::write(&path, &first[..first.len() - 2]).unwrap();
    assert!(complaint(&["data", "check", text]).contains("ends within a game"));
    std::fs::write(&path, [255; 100]).unwrap();
    let out = fresh("mistakes.bin");
    let out = ["-o", out.to_str().unwrap()];
    for (task, more) in [
        ("check", &[][..]),
        ("show", &[]),
        ("filter", &out),
        ("rescore", &out),
    ] {
        let complaint = complaint(&[&["data", task, text], more].concat());
        assert!(complaint.contains("mistakes.vf: game 1: "), "{complaint}");
    }
    assert!(complaint(&["data", "check", "no/such/file"]).contains("no/such/file"));
    for wrong in [
        &["datagen", "--games", "1"][..],
        &["datagen", "--games", "1", "-o", text, "--threads", "0"],
        &["datagen", "--games", "1", "-o", text, "--book", "no/such"],
        &[
            "datagen",
            "--games",
            "1",
            "-o",
            text,
            "--eval-file",
            "Cargo.toml",
        ],
        &["data"],
        &["data", "filter", text],
    ] {
        complaint(wrong);
    }
}
