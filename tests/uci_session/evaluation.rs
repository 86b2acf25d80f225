//! Choosing and explaining the evaluation.

use super::client::Client;
use super::lines::{START, assert_sound};

/// The last line of `eval`.
fn verdict(client: &mut Client) -> String {
    client.send("eval");
    let lines = client.wait_for(|line| line.starts_with("Static evaluation: "));
    lines.last().unwrap().clone()
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
fn a_file_without_a_network_leaves_the_old_one() {
    let mut client = Client::start();
    let before = verdict(&mut client);
    for (path, reason) in [
        ("no/such/file", "o such file"),
        ("Cargo.toml", "not a network"),
        ("src", "not a file"),
    ] {
        client.send(&format!("setoption name EvalFile value {path}"));
        let lines = client.ready();
        assert_eq!(lines.len(), 1, "{path}: {lines:?}");
        assert!(
            lines[0].starts_with(&format!("info string EvalFile '{path}': ")),
            "{lines:?}"
        );
        assert!(lines[0].contains(reason), "{lines:?}");
        assert!(!lines[0].contains("os error"), "{lines:?}");
        assert_eq!(verdict(&mut client), before);
    }
}

#[cfg(not(feature = "evalfile"))]
#[test]
fn a_file_is_as_good_as_the_embedded() {
    let mut client = Client::start();
    let before = verdict(&mut client);
    let nodes = |client: &mut Client| {
        client.send("ucinewgame\nsetoption name Clear Hash");
        let lines = client.ask("go depth 7");
        let last = lines[lines.len() - 2].clone();
        super::lines::field(&last, "nodes").unwrap().to_string()
    };
    let first = nodes(&mut client);
    client.send("setoption name EvalFile value src/eval/nnue/ox88.nnue");
    assert_eq!(client.ready(), [""; 0]);
    assert_eq!(verdict(&mut client), before);
    assert_eq!(nodes(&mut client), first);
    client.send("setoption name EvalFile value <embedded>");
    assert_eq!(verdict(&mut client), before);
}
