//! Bad positions, bad bytes, broken pipes, and logs.

use super::client::{Client, program, wait_for_end};
use super::lines::{AFTER_E4, START, assert_sound, last_info, notes, number, play};
use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;
use std::io::Write;
use std::process::Stdio;

#[test]
fn a_position_that_cannot_be_leaves_the_old_one() {
    let mut client = Client::start();
    client.send("position startpos moves e2e4 e7e5");
    let before = client.fen();
    for position in [
        "fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "fen 8/8/8/8/8/8/8/4K3 w - - 0 1",
        "fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
        "fen 4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "fen",
        "fen \u{1F980}",
        "",
    ] {
        client.send(&format!("position {position}"));
        let lines = client.ready();
        assert_eq!(lines.len(), 1, "{position}: {lines:?}");
        assert!(lines[0].starts_with("info string "), "{position}: {lines:?}");
        assert_eq!(client.fen(), before, "{position}");
    }
    // The next `go` says so, and none after it.
    let told = "info string the last 'position' was refused, so this 'go' is for the one before it";
    let lines = client.ask("go depth 3");
    assert_sound(&lines, &before);
    assert_eq!(notes(&lines), [told]);
    assert_eq!(notes(&client.ask("go depth 3")), [""; 0]);
    client.send("position fen joho\ngo perft 1");
    let lines = client.ready();
    assert_eq!(notes(&lines)[1..], [told]);
    assert_eq!(lines.last().unwrap(), "Nodes searched: 29");
    client.send("position fen joho\ngo perft 13");
    let refusal = "go perft expects a depth from 0 to 12, not '13'";
    assert_eq!(notes(&client.ready())[1..], [format!("{told}; {refusal}")]);
    // Another position takes its place.
    client.send("position fen joho\nposition startpos");
    assert_eq!(client.ready().len(), 1);
    assert_eq!(notes(&client.ask("go depth 3")), [""; 0]);
}

#[test]
fn moves_are_played_up_to_the_first_that_is_not_legal() {
    let mut client = Client::start();
    for (moves, played, count) in [
        ("e2e4 e7e5 e4e5 g1f3", &["e2e4", "e7e5"][..], "only the 2 moves before it are"),
        ("e2e4 joho", &["e2e4"], "only the move before it is"),
        ("0000", &[], "no move is"),
        ("e7e5 e2e4", &[], "no move is"),
    ] {
        client.send(&format!("position startpos moves {moves}"));
        let lines = client.ready();
        assert_eq!(lines.len(), 1, "{moves}: {lines:?}");
        let wrong = moves.split(' ').nth(played.len()).unwrap();
        assert!(
            lines[0].starts_with(&format!("info string position: '{wrong}' is not "))
                && lines[0].ends_with(&format!("; {count} played")),
            "{lines:?}"
        );
        let setup = EnPassantMode::Legal;
        let expected = Fen::from_position(&play(START, played.iter().copied()), setup);
        assert_eq!(client.fen(), expected.to_string());
        assert_sound(&client.ask("go depth 3"), &expected.to_string());
    }
    client.send("position startpos moves e2e4\nposition startpos d2d4 moves g1f3");
    let lines = client.ready();
    assert_eq!(lines, ["info string position: 'd2d4' is skipped; moves follow the word 'moves'"]);
    let fen = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
    assert_eq!(client.fen(), fen);
}

/// Two bare kings, whose tree never ends. A refused perft ends like one of 0 leaves, in its turn.
#[test]
fn a_count_without_end_is_refused() {
    let mut client = Client::start();
    client.send("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    for depth in ["13", "100000", "99999999999999999999"] {
        client.send(&format!("go perft 1\ngo perft {depth}"));
        let lines = client.ready();
        let at = lines.iter().position(|line| line.starts_with("Nodes searched: "));
        let (_, refusal) = lines.split_at(at.unwrap() + 1);
        let note = format!("info string go perft expects a depth from 0 to 12, not '{depth}'");
        assert_eq!(refusal, [note.as_str(), "", "Nodes searched: 0"]);
    }
}

#[test]
fn a_go_that_makes_no_sense_ends_at_once() {
    let mut client = Client::start();
    for go in [
        "perft x",
        "perft -1",
        "perft",
        "perft 1.5",
        "depth x",
        "depth",
        "movetime soon",
        "wtime x btime y",
        "nodes 1k",
        "depht 3",
        "ponderhit",
        "searchmoves joho",
        "mate 0",
        "mate -1",
        "depth -3",
        "nodes -3",
        "movetime -5",
    ] {
        let lines = client.ask(&format!("go {go}"));
        assert_sound(&lines, START);
        let notes = notes(&lines);
        assert_eq!(notes.len(), 1, "{lines:?}");
        assert!(notes[0].ends_with("; searched to depth 1"), "{lines:?}");
    }
    let moves = client.ask("go depth 3 searchmoves e2e5 a1a5");
    assert_sound(&moves, START);
    assert_eq!(
        notes(&moves),
        ["info string searchmoves: 'e2e5' is not legal here, 'a1a5' is not legal here; \
          all moves are searched"]
    );
    let lines = client.ask("go depth 3 searchmoves e2e4 zzz a2a3 joho");
    assert_sound(&lines, START);
    assert_eq!(
        notes(&lines),
        ["info string searchmoves: 'zzz' is not a move, 'joho' is not a move"]
    );
    // With a limit, an unknown word is reported, and nothing else changes.
    let lines = client.ask("go depth 3 quickly 5");
    assert_eq!(notes(&lines), ["info string go does not know 'quickly'"]);
    assert_eq!(number(last_info(&lines), "depth"), 3);
    let lines = client.ask("go depth 3 perft");
    let note = "info string go perft expects a depth from 0 to 12";
    assert_eq!(notes(&lines), [note]);
    assert_eq!(number(last_info(&lines), "depth"), 3);
    client.send("go perft 3 quickly");
    let lines = client.ready();
    assert_eq!(notes(&lines), ["info string go does not know 'quickly'"]);
    assert_eq!(lines.last().unwrap(), "Nodes searched: 8902");
    // Clocks that are up are no mistake.
    for go in ["go wtime -20 btime -20", "go movetime 0"] {
        let lines = client.ask(go);
        assert_eq!(notes(&lines), [""; 0], "{go}");
    }
    let lines = client.ask("go depth 3 searchmoves joho");
    assert_eq!(
        notes(&lines),
        ["info string searchmoves: 'joho' is not a move; all moves are searched"]
    );
    // Increments alone are the time of each move.
    assert_sound(&client.ask("go winc 20 binc 20"), START);
}

/// By the other side's clock, the game could be lost on time.
#[test]
fn a_clock_that_cannot_be_read_is_not_replaced_by_the_other() {
    let mut client = Client::start();
    for (moves, fen, go) in [
        ("", START, "wtime 1500.0 btime 600000"),
        ("", START, "wtime x btime 600000 winc 9000 binc 9000"),
        ("", START, "winc x binc 600000"),
        (" moves e2e4", AFTER_E4, "wtime 600000 btime"),
    ] {
        let lines = client.ask(&format!("position startpos{moves}\ngo {go}"));
        assert_sound(&lines, fen);
        let notes = notes(&lines);
        assert_eq!(notes.len(), 1, "{lines:?}");
        assert!(notes[0].ends_with("; searched to depth 1"), "{lines:?}");
        assert_eq!(number(last_info(&lines), "depth"), 1);
    }
    // Here the limits are others.
    for (go, wrong) in [("wtime 20 btime x", "btime"), ("depth 3 wtime x btime 600000", "wtime")] {
        let lines = client.ask(&format!("position startpos\ngo {go}"));
        let note = format!("info string go {wrong} expects a number, not 'x'");
        assert_eq!(notes(&lines), [note]);
    }
}

#[test]
fn messages_stay_short() {
    let long = "x".repeat(10_000);
    let mut client = Client::start();
    for line in [
        format!("setoption name {long} value 3"),
        format!("setoption name Hash value {long}"),
        format!("setoption name EvalFile value {long}"),
        format!("setoption name BookFile value {long}"),
        format!("setoption name SyzygyPath value {long}"),
        format!("position startpos moves {long}"),
        format!("position startpos {long}"),
        format!("position fen {long} w - - 0 1"),
        format!("position fen 4k3/8/8/8/8/8/8/4K3 {long} - - 0 1"),
        format!("bench {long}"),
    ] {
        client.send(&line);
        let lines = client.ready();
        assert_eq!(notes(&lines).len(), 1, "{lines:?}");
        assert!(lines.iter().all(|line| line.len() < 300), "{lines:?}");
    }
    for go in [
        format!("depth {long}"),
        format!("perft {long}"),
        long.clone(),
        "x ".repeat(10_000),
        format!("searchmoves {long}"),
        format!("searchmoves {}", "x ".repeat(10_000)),
    ] {
        let lines = client.ask(&format!("go {go}"));
        let notes = notes(&lines);
        assert!(notes.len() == 1 && notes[0].len() < 300, "{notes:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_network() {
    let Some(path) = super::command::pipe("network.pipe") else {
        return;
    };
    super::evaluation::assert_file_refused(&mut Client::start(), "EvalFile", &path, "not a file");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn bytes_that_are_no_text_are_skipped() {
    let mut client = Client::start();
    client.send_bytes(b"\xff\xfe\x00\x80\n\xc3\x28 isready\n");
    client.wait_for(|line| line == "readyok");
    client.send_bytes(b"position startpos moves \xf0\x9f\xa6\n");
    assert_eq!(client.ready().len(), 1);
    client.send_bytes(b"\r\n\0\0\0\nisready\0\r\nisready\r\n");
    client.wait_for(|line| line == "readyok");
    assert_eq!(client.fen(), START);
}

/// Clients may send commands of their own.
#[test]
fn unknown_commands_have_no_answer() {
    let mut client = Client::start();
    client.send("joho\nxboard\nUCI\nanalyze e2e4\nregister later");
    assert_eq!(client.ready(), [""; 0]);
}

#[test]
fn endless_lines_are_survived() {
    let mut client = Client::start();
    for word in ["x", "go ", "position ", "e2e4 ", "setoption name "] {
        let line = word.repeat((1 << 20) / word.len());
        client.send(&line);
        if word == "go " {
            client.ask("stop");
        }
    }
    client.ready();
    assert_sound(&client.ask("go depth 3"), START);
    // The last line needs no end.
    client.send_bytes(b"go depth 3");
    let ending = client.close();
    assert_eq!(ending.status, Some(0));
    assert_sound(&ending.lines, START);
}

/// The input is a folder, as in `ox88 < /`. The error counts as the end of the input.
#[cfg(unix)]
#[test]
fn an_input_that_cannot_be_read_is_a_failure() {
    let folder = std::fs::File::open("/").unwrap();
    let output = super::command::output_of(program().stdin(folder));
    let complaint = super::command::failed(&output);
    assert_eq!(complaint, "ox88: standard input: Is a directory\n");
    assert_eq!(super::command::text(&output.stdout), "");
}

#[test]
fn a_broken_pipe_ends_it_quietly() {
    for lines in ["uci\n", "go depth 3\n", "go infinite\n", "bench 1\n"] {
        let mut child = program().spawn().unwrap();
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        input.write_all(lines.as_bytes()).unwrap();
        // The input stays open: only the broken pipe ends the program. Another test's child may
        // hold our end for a moment, so that the pipe is not broken yet when it writes.
        std::thread::spawn(move || {
            while {
                std::thread::sleep(std::time::Duration::from_secs(1));
                input.write_all(b"uci\n").is_ok()
            } {}
        });
        let output = wait_for_end(child, lines);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{lines}");
    }
}

/// The boards fill the pipe, which takes 64 KiB. Windows does not tell that a pipe is full.
#[test]
#[cfg(unix)]
fn a_client_that_reads_nothing_can_quit() {
    for search in ["", "go infinite\n"] {
        let mut child = program().spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let boards = "d\n".repeat(300);
        write!(input, "{search}{boards}isready\nquit\n").unwrap();
        wait_for_end(child, "reads nothing");
    }
}

#[test]
fn a_client_that_reads_late_misses_nothing() {
    for end in ["", "quit\n"] {
        let mut child = program().spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let boards = "d\n".repeat(300);
        write!(input, "{boards}isready\n{end}").unwrap();
        drop(input);
        // Time to fill the pipe.
        std::thread::sleep(std::time::Duration::from_millis(100));
        let output = super::command::rest_of_output(child);
        let output = super::command::text(&output.stdout);
        assert_eq!(output.matches("Checkers: none").count(), 300);
        assert!(output.ends_with("readyok\n"), "{end}");
    }
}

/// Some clients talk through one socket.
#[cfg(unix)]
#[test]
fn a_socket_that_does_not_block_is_waited_for() {
    use std::io::{BufRead, BufReader};
    // More than a socket holds.
    const GREETINGS: usize = 1000;
    let (mut ours, child) = super::client::on_a_socket(&mut program());
    let lines = "uci\n".repeat(GREETINGS) + "isready\n";
    ours.write_all(lines.as_bytes()).unwrap();
    // Time to fill the socket.
    std::thread::sleep(std::time::Duration::from_millis(100));
    let lines = BufReader::new(&ours).lines().map_while(Result::ok);
    let lines = lines.take_while(|line| line != "readyok");
    assert_eq!(lines.filter(|line| line == "uciok").count(), GREETINGS);
    ours.write_all(b"quit\n").unwrap();
    wait_for_end(child, "a socket");
}

#[test]
fn logs_go_to_standard_error_alone() {
    let plain = {
        let mut client = Client::start();
        client.send("isready\ngo depth 3");
        client.close()
    };
    assert_eq!(plain.errors, "");

    let mut client = Client::start();
    client.send("debug on");
    let mut lines = client.ask("isready\ngo depth 3");
    client.send("debug off\nposition startpos");
    let mut debug = client.close();
    debug.lines.splice(..0, lines.drain(..));
    let mut client = Client::of(program().env("RUST_LOG", "debug"));
    client.send("isready\ngo depth 3");
    let chosen = client.close();

    let words = |lines: &[String]| -> Vec<String> {
        let first_two = |line: &String| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
        lines.iter().map(first_two).collect()
    };
    for ending in [&debug, &chosen] {
        assert_eq!(ending.status, Some(0));
        assert!(ending.errors.contains("go depth 3"), "{}", ending.errors);
        assert!(ending.errors.contains("readyok"), "{}", ending.errors);
        assert_eq!(words(&ending.lines), words(&plain.lines));
    }
    assert!(!debug.errors.contains("position startpos"));
}

#[test]
fn the_variable_for_logs_comes_before_debug() {
    let note = "info string debug: the variable RUST_LOG says what is logged";
    for (level, debug, is_logged) in [("debug", "off", true), ("error", "on", false)] {
        let mut client = Client::of(program().env("RUST_LOG", level));
        client.send(&format!("debug {debug}"));
        assert_eq!(client.ready(), [note]);
        client.send("position startpos");
        let errors = client.close().errors;
        assert_eq!(errors.contains("position startpos"), is_logged, "{errors}");
    }
}

/// An empty or wrong value of `RUST_LOG` chooses nothing.
#[test]
fn debug_works_where_the_variable_for_logs_chooses_nothing() {
    for filters in ["", " ", "ox88=loud"] {
        let mut client = Client::of(program().env("RUST_LOG", filters));
        client.send("debug on");
        assert_eq!(client.ready(), [""; 0], "{filters}");
        client.send("position startpos");
        let errors = client.close().errors;
        assert!(errors.contains("position startpos"), "{filters}: {errors}");
    }
}

/// A closed standard error must not stop the game.
#[test]
fn survives_the_loss_of_standard_error() {
    let mut child = program().env("RUST_LOG", "debug").stdout(Stdio::null()).spawn().unwrap();
    drop(child.stderr.take());
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"uci\nisready\ngo depth 3\n").unwrap();
    drop(input);
    wait_for_end(child, "no standard error");
}

/// A log without a reader must not stop the game: a pipe takes 64 KiB.
#[cfg(unix)]
#[test]
fn an_unread_log_stops_nothing() {
    let mut child = program().stdout(Stdio::null()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let commands = format!("debug on\n{}", "go depth 3\nisready\nuci\n".repeat(100));
    input.write_all(commands.as_bytes()).unwrap();
    drop(input);
    wait_for_end(child, "no reader of the log");
}
