//! Choosing and explaining the evaluation.

use super::client::Client;
use super::command::{binary_file, no_such_file};
use super::lines::{START, assert_sound};
use ox88::eval::nnue::{QuantisedNetwork, Shape};

/// Returns the last line of `eval`.
fn verdict(client: &mut Client) -> String {
    client.send("eval");
    let lines = client.wait_for(|line| line.starts_with("Static evaluation: "));
    lines.last().unwrap().clone()
}

/// Returns the node count of a search after `ucinewgame`.
fn nodes(client: &mut Client, depth: u32) -> i64 {
    client.send("ucinewgame");
    super::lines::nodes(client, depth)
}

/// Returns a network in which every position has the value of 200 centipawns for the side to move.
pub fn constant_network() -> Vec<u8> {
    const LOGISTIC_UNIT: i32 = 127 * 128 * 512;
    let small = Shape { hidden: 64, ..Shape::PROGRAM };
    let mut network = QuantisedNetwork::zero(small, 200);
    for stack in &mut network.stacks {
        stack.l3_bias = LOGISTIC_UNIT;
    }
    network.to_bytes().unwrap()
}

/// Returns true if the only note is of a file that was loaded.
pub fn is_loaded(notes: &[String]) -> bool {
    matches!(notes, [note] if note.starts_with("info string loaded '"))
}

/// Checks that a file is refused for an option, with one note that contains `reason`.
#[track_caller]
pub fn assert_file_refused(client: &mut Client, option: &str, path: &str, reason: &str) {
    client.send(&format!("setoption name {option} value {path}"));
    let notes = client.ready();
    assert_eq!(notes.len(), 1, "{path}: {notes:?}");
    // A long path is shortened.
    assert!(notes[0].starts_with(&format!("info string {option} '")), "{notes:?}");
    assert!(notes[0].contains(reason), "{notes:?}");
    assert!(!notes[0].contains("os error"), "{notes:?}");
}

#[test]
fn a_static_evaluation_that_means_little_is_told() {
    let mut client = Client::start();
    for (position, doubt) in [
        ("startpos moves f2f3 e7e5 g2g4", None),
        (
            "startpos moves f2f3 e7e5 g2g4 d8h4",
            Some("White is checkmated: the value means nothing."),
        ),
        ("startpos moves e2e4 f7f6 d1h5", Some("Black is in check: the value means little.")),
        (
            "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            Some("Black is stalemated: the value means nothing."),
        ),
    ] {
        client.send(&format!("position {position}\neval"));
        let lines = client.wait_for(|line| line.starts_with("Static evaluation: "));
        assert!(lines[lines.len() - 1].contains(" for White ("), "{lines:#?}");
        let told = lines.iter().find(|line| line.contains(" the value means "));
        assert_eq!(told.map(String::as_str), doubt);
    }
}

#[test]
fn evaluates_by_network_or_tables() {
    let mut client = Client::start();
    let network = verdict(&mut client);
    assert!(network.contains("network"), "{network}");
    client.send("setoption name Evaluation value Classical");
    assert!(verdict(&mut client).contains("piece-square tables"));
    assert_sound(&client.ask("go depth 6"), START);
    client.send("setoption name Evaluation value network");
    assert_eq!(verdict(&mut client), network);
    assert_sound(&client.ask("go depth 6"), START);
    assert_eq!(client.ready(), [""; 0]);
}

#[test]
fn the_network_of_a_file_evaluates() {
    let path = binary_file("constant.nnue", &constant_network());
    let mut client = Client::start();
    let embedded = verdict(&mut client);
    client.send(&format!("setoption name EvalFile value {path}"));
    let notes = client.ready();
    assert!(is_loaded(&notes), "{notes:?}");
    assert!(notes[0].ends_with(": a network with 64 hidden units"), "{notes:?}");
    for (position, value) in [("startpos moves e2e4", -200), ("startpos", 200)] {
        client.send(&format!("position {position}"));
        let expected =
            format!("Static evaluation: cp {value} for White (network, 64 hidden units)");
        assert_eq!(verdict(&mut client), expected);
    }
    assert_sound(&client.ask("go depth 5"), START);
    client.send("setoption name EvalFile value <embedded>");
    assert_eq!(verdict(&mut client), embedded);
}

#[test]
fn the_network_of_a_file_stays_where_another_cannot_be_read() {
    let whole = constant_network();
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let good = binary_file("good.nnue", &whole);
    let truncated = binary_file("truncated.nnue", &whole[..whole.len() - 1]);
    let damaged = binary_file("damaged.nnue", &flipped);
    let mut client = Client::start();
    client.send(&format!("setoption name EvalFile value {good}"));
    assert!(is_loaded(&client.ready()));
    let before = verdict(&mut client);
    let first = nodes(&mut client, 5);
    for (path, reason) in [
        ("no/such/file", no_such_file().as_str()),
        ("src", "EvalFile 'src': not a file"),
        ("Cargo.toml", "not a network"),
        (&truncated, "bytes instead of"),
        (&damaged, "its checksum is another"),
    ] {
        assert_file_refused(&mut client, "EvalFile", path, reason);
        assert_eq!(verdict(&mut client), before);
        assert_eq!(nodes(&mut client, 5), first, "{path}");
    }
}

#[test]
fn a_file_set_under_the_tables_is_used_once_a_network_is() {
    let path = binary_file("later.nnue", &constant_network());
    let mut client = Client::start();
    client.send("setoption name Evaluation value classical");
    let tables = verdict(&mut client);
    client.send(&format!("setoption name EvalFile value {path}"));
    let notes = client.ready();
    assert!(is_loaded(&notes), "{notes:?}");
    let unused = " hidden units; not used: Evaluation is classical";
    assert!(notes[0].ends_with(unused), "{notes:?}");
    assert_eq!(verdict(&mut client), tables);
    client.send("setoption name Evaluation value network");
    let network = verdict(&mut client);
    assert!(network.contains(" cp 200 "), "{network}");
}
