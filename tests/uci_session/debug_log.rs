//! The option `Debug Log File`.

use super::client::{Client, program_with_room};
use super::command::{fresh, no_such_file, system_message};
use super::lines::{START, assert_sound};
use std::fs;

/// Returns the lines of a log without their times, which go back if the system's clock is set back.
fn lines_of(path: &str) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| line.split_once(' ').unwrap());
    let (times, lines): (Vec<&str>, Vec<&str>) = lines.unzip();
    assert!(times.iter().all(|time| time.starts_with("20") && time.ends_with('Z')));
    lines.into_iter().map(String::from).collect()
}

fn set(path: &str) -> String {
    format!("setoption name Debug Log File value {path}")
}

#[test]
fn all_lines_are_logged_in_their_order() {
    let path = fresh("session.log");
    let mut client = Client::start();
    client.send(&set(&path));
    let mut written = client.ask("isready\n  joho  \nposition startpos moves e2e4\ngo depth 6");
    client.send("uci");
    written.extend(client.wait_for(|line| line == "uciok"));
    client.send(&set("<empty>"));
    client.ready();

    let lines = lines_of(&path);
    let logged = |mark: &str| -> Vec<String> {
        let marked = lines.iter().filter_map(|line| line.strip_prefix(mark));
        marked.map(String::from).collect()
    };
    assert_eq!(logged("<< "), written);
    let read =
        ["isready", "  joho", "position startpos moves e2e4", "go depth 6", "uci", &set("<empty>")];
    assert_eq!(logged(">> "), read);
    let at = |wanted: &str| lines.iter().position(|line| line.starts_with(wanted));
    assert!(at(">> go") < at("<< bestmove") && at("<< bestmove") < at(">> uci"));

    // Another session appends.
    let mut client = Client::start();
    client.send(&set(&path));
    client.ready();
    client.quit();
    let expected = [&lines[..], &[">> isready", "<< readyok", ">> quit"].map(String::from)];
    assert_eq!(lines_of(&path), expected.concat());
}

#[test]
fn a_file_that_cannot_be_opened_leaves_the_one_before() {
    let path = fresh("kept.log");
    let mut client = Client::start();
    client.send(&set(&path));
    let directory = system_message(std::fs::File::options().append(true).open("src"));
    for (wrong, reason) in [("no/such/folder/log", no_such_file()), ("src", directory)] {
        client.send(&set(wrong));
        let notes = client.ready();
        assert_eq!(notes.len(), 1, "{notes:?}");
        let start = format!("info string Debug Log File '{wrong}': ");
        assert!(notes[0].starts_with(&start) && notes[0].contains(&reason), "{notes:?}");
        assert!(!notes[0].contains("os error"), "{notes:?}");
    }
    client.quit();
    assert_eq!(lines_of(&path).last().map(String::as_str), Some(">> quit"));
}

#[test]
fn a_full_disk_stops_no_game() {
    // The room is less than the lines of the options need.
    let Some(mut program) = program_with_room(1) else {
        return;
    };
    let path = fresh("full.log");
    let mut client = Client::of(&mut program);
    client.send(&format!("{}\nuci", set(&path)));
    client.wait_for(|line| line == "uciok");
    assert_sound(&client.ask("position startpos\ngo depth 5"), START);
    let ending = client.quit();
    assert_eq!(ending.status, Some(0));
    // The missing lines are told once.
    assert_eq!(ending.errors.matches("Debug Log File: lines are missing: ").count(), 1);
    assert_eq!(ending.errors.lines().count(), 1, "{}", ending.errors);
    assert!(fs::metadata(&path).unwrap().len() <= 512);
}
