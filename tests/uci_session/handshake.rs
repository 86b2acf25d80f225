//! Greeting and options.

use super::client::{Client, program_within};
use super::command::page;
use super::lines::{field, last_info, nodes, number};

fn introduction(client: &mut Client) -> Vec<String> {
    client.send("uci");
    client.wait_for(|line| line == "uciok")
}

#[test]
fn introduces_itself_and_its_options() {
    let lines = introduction(&mut Client::start());
    assert!(lines[0].starts_with("id name Ox88 "), "{}", lines[0]);
    assert!(lines[1].starts_with("id author "), "{}", lines[1]);
    let options = &lines[2..lines.len() - 1];
    for expected in [
        "option name Hash type spin default 16 min 1 max ",
        "option name Clear Hash type button",
        "option name Threads type spin default 1 min 1 max 1024",
        "option name Ponder type check default false",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name Move Overhead type spin default 10 min 0 max 5000",
        "option name UCI_Chess960 type check default false",
        "option name UCI_ShowWDL type check default false",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 3000 min 1000 max 3000",
        "option name Evaluation type combo default network var network var classical",
        "option name EvalFile type string default <embedded>",
        "option name OwnBook type check default false",
        "option name BookFile type string default <embedded>",
        "option name BookDepth type spin default 20 min 1 max 1000",
        "option name BookSeed type spin default 0 min 0 max ",
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
        "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
        "option name Syzygy50MoveRule type check default true",
        "option name Debug Log File type string default <empty>",
    ] {
        let is_there = options.iter().any(|line| line.starts_with(expected));
        assert!(is_there, "{expected} not among {options:#?}");
    }
}

#[test]
fn nothing_comes_between_the_lines_of_an_introduction() {
    let mut client = Client::start();
    for _ in 0..20 {
        client.send("isready\nuci");
        let mut lines = client.wait_for(|line| line == "uciok");
        if lines[0] == "readyok" {
            lines.remove(0);
        } else {
            client.wait_for(|line| line == "readyok");
        }
        assert!(lines[0].starts_with("id name "), "{lines:?}");
        assert!(!lines.contains(&"readyok".to_string()), "{lines:?}");
    }
}

#[test]
fn the_readme_has_all_options_and_their_defaults() {
    let lines = introduction(&mut Client::start());
    let option = |line: &str| -> Option<(String, String)> {
        let (name, _) = line.strip_prefix("option name ")?.split_once(" type ")?;
        // A build for tuning has more options, whose names are in small letters.
        let is_for_clients = name.starts_with(char::is_uppercase);
        let default = field(line, "default").unwrap_or_default();
        is_for_clients.then(|| (name.to_string(), default.to_string()))
    };
    let mut options: Vec<_> = lines.iter().filter_map(|line| option(line)).collect();
    options.sort_unstable();

    let readme = page("README.md");
    let (_, section) = readme.split_once("\n## Options\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let row = |line: &str| -> Option<(String, String)> {
        let (name, rest) = line.strip_prefix("| `")?.split_once("` |")?;
        let default = rest.split('|').next()?.trim().trim_matches('`');
        Some((name.to_string(), default.to_string()))
    };
    let mut rows: Vec<_> = section.lines().filter_map(row).collect();
    rows.sort_unstable();
    assert_eq!(rows, options);
}

#[test]
fn every_option_takes_its_default_and_its_least_value() {
    let mut client = Client::start();
    let options = introduction(&mut client);
    let mut count = 0;
    for line in options.iter().filter(|line| line.starts_with("option ")) {
        let name = line.strip_prefix("option name ").unwrap();
        let (name, _) = name.split_once(" type ").unwrap();
        for value in ["default", "min"].map(|bound| field(line, bound)) {
            client.send(&match value {
                Some(value) => format!("setoption name {name} value {value}"),
                None => format!("setoption name {name}"),
            });
            count += 1;
            let can_be_empty = ["button", "string"].map(Some).contains(&field(line, "type"));
            if value.is_none() && !can_be_empty {
                assert_eq!(client.ready().len(), 1, "{line}");
            }
        }
    }
    assert!(count > 0);
    assert_eq!(client.ready(), [""; 0]);
}

#[test]
fn complains_once_of_what_it_cannot_set() {
    let mut client = Client::start();
    for line in [
        "setoption name Joho value 1",
        "setoption name Hash value 0",
        "setoption name Hash value -1",
        "setoption name Hash value many",
        "setoption name Hash value 99999999999999999999999",
        "setoption name Hash",
        "setoption name MultiPV value 0",
        "setoption name MultiPV value 257",
        "setoption name Ponder value 1",
        "setoption name Move Overhead value 5001",
        "setoption name UCI_LimitStrength value yes",
        "setoption name UCI_Chess960 value perhaps",
        "setoption name UCI_ShowWDL value 1",
        "setoption name Threads value 1025",
        "setoption name UCI_Elo value 999",
        "setoption name UCI_Elo value 4000",
        "setoption name Skill Level value -1",
        "setoption name Skill Level value 21",
        "setoption name Evaluation value guess",
        "setoption name OwnBook value 1",
        "setoption name BookDepth value 0",
        "setoption name BookDepth value 1001",
        "setoption name BookSeed value -1",
        "setoption name BookSeed value 2147483648",
        "setoption name SyzygyProbeLimit value 8",
        "setoption name SyzygyProbeDepth value 0",
        "setoption name SyzygyProbeDepth value 101",
        "setoption name Syzygy50MoveRule value 50",
        "setoption name SyzygyPath value no/such/folder",
        "setoption",
    ] {
        client.send(line);
        let lines = client.ready();
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert!(lines[0].starts_with("info string "), "{line}: {lines:?}");
    }
    // Nothing has changed.
    assert_eq!(nodes(&mut client, 5), nodes(&mut Client::start(), 5));
}

#[test]
fn options_of_what_is_not_in_use_change_no_search() {
    let mut client = Client::start();
    let first = nodes(&mut client, 7);
    for setting in [
        "Ponder value true",
        "Move Overhead value 5000",
        "UCI_Elo value 1000",
        // The strongest level is no limit.
        "Skill Level value 20",
        "UCI_ShowWDL value true",
        "UCI_Chess960 value true",
        "BookDepth value 1",
        "BookSeed value 7",
        "SyzygyProbeDepth value 100",
        "SyzygyProbeLimit value 0",
        "Syzygy50MoveRule value false",
    ] {
        client.send(&format!("ucinewgame\nsetoption name {setting}"));
        assert_eq!(client.ready(), [""; 0], "{setting}");
        assert_eq!(nodes(&mut client, 7), first, "{setting}");
    }
}

#[test]
fn a_cleared_table_remembers_nothing() {
    let mut client = Client::start();
    let first = nodes(&mut client, 8);
    for line in ["setoption name Clear Hash", "ucinewgame"] {
        assert!(nodes(&mut client, 8) < first);
        client.send(line);
        assert_eq!(nodes(&mut client, 8), first, "{line}");
    }
}

#[test]
fn a_larger_table_is_filled_less() {
    let filled = |megabytes: u32| {
        let mut client = Client::start();
        client.send(&format!("setoption name Hash value {megabytes}"));
        let lines = client.ask("go nodes 20000");
        number(last_info(&lines), "hashfull")
    };
    assert!(filled(1) > filled(16));
}

#[test]
fn names_what_may_have_been_meant() {
    let mut client = Client::start();
    for (name, hint) in [
        ("Hsh", " (did you mean 'Hash'?)"),
        ("syzygypaht", " (did you mean 'SyzygyPath'?)"),
        ("Joho", ""),
    ] {
        client.send(&format!("setoption name {name} value 1"));
        let expected = format!("info string there is no option '{name}'{hint}");
        assert_eq!(client.ready(), [expected]);
    }
}

#[test]
fn option_names_are_told_apart_without_regard_to_case() {
    let mut client = Client::start();
    client.send("setoption name hash value 2\nsetoption name MOVE overhead value 20");
    assert_eq!(client.ready(), [""; 0]);
}

/// The old table stays, with its entries. The program has four gigabytes of address space: if the
/// system granted a table of a terabyte, the program would write to all of it.
#[test]
fn a_refused_table_leaves_the_old_one() {
    let searched = |between: &str| {
        let mut client = Client::of(&mut program_within(4 << 20)?);
        client.send("setoption name Hash value 1");
        let first = nodes(&mut client, 8);
        client.send(between);
        let complaints = client.ready();
        Some((first, nodes(&mut client, 8), complaints))
    };
    let Some((first, again, _)) = searched("") else {
        return;
    };
    assert!(again < first);
    for refused in ["1048576", "99999999999999999999", "0"] {
        let line = format!("setoption name Hash value {refused}");
        let (_, after, complaints) = searched(&line).unwrap();
        assert_eq!(complaints.len(), 1, "{complaints:#?}");
        assert!(complaints[0].starts_with("info string "), "{complaints:#?}");
        assert!(complaints[0].contains(refused), "{complaints:#?}");
        assert_eq!(after, again);
    }
}
