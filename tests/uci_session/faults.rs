//! Clients that die, flood, never read, or change options during a search; a thousand games; and
//! logs without a place.

use super::client::{Client, count_answers, program, wait_for_end};
use super::lines::{AFTER_E4, START, assert_sound, best_move, notes, play};
use super::shell::bench_nodes;
use std::io::Write;

/// Time for jobs to begin; no result depends on it.
const A_MOMENT: std::time::Duration = std::time::Duration::from_millis(50);

/// Commands that outlast any test.
const ENDLESS: [&str; 10] = [
    "go infinite",
    "go ponder wtime 1000 btime 1000",
    "go depth 200",
    "go movetime 1000000",
    "go mate 100",
    "go infinite mate 100",
    "go perft 12",
    "bench 200",
    "setoption name Threads value 8\ngo infinite",
    "go infinite\ngo perft 12\nbench 200\ngo depth 200",
];

/// The system closes all that a killed client had open.
#[cfg(unix)]
#[test]
fn dies_with_its_client() {
    for lines in ["", "uci", "isready\nuci\nucinewgame"].iter().chain(&ENDLESS) {
        let mut child = program().spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(format!("{lines}\n").as_bytes()).unwrap();
        std::thread::sleep(A_MOMENT);
        drop((child.stdout.take(), child.stderr.take(), input));
        wait_for_end(child, lines);
    }
}

#[test]
fn quits_in_the_midst_of_anything() {
    let hash = "setoption name Hash value 256\nucinewgame";
    let others = ["", "uci", "isready", "go ponder\nponderhit", hash];
    for lines in others.iter().chain(&ENDLESS) {
        for time in [std::time::Duration::ZERO, A_MOMENT] {
            let mut client = Client::start();
            client.send(lines);
            std::thread::sleep(time);
            let ending = client.quit();
            let outcome = (ending.status, ending.errors.as_str());
            assert_eq!(outcome, (Some(0), ""), "{lines}");
        }
    }
}

/// The client reads no answer, not even to the lines before `quit`.
#[test]
fn a_client_that_never_reads_can_quit() {
    let mut child = program().spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    // The answers are more than a pipe holds.
    let lines = "setoption name MultiPV value 20\n".to_string() + &"go depth 2\n".repeat(2000);
    input.write_all(lines.as_bytes()).unwrap();
    std::thread::sleep(A_MOMENT);
    input.write_all(b"quit\n").unwrap();
    wait_for_end(child, "never reads");
}

#[test]
fn stop_ends_what_is_counted() {
    let mut client = Client::start();
    for (lines, count) in [
        ("go perft 12", 1),
        ("bench 200", 1),
        ("bench 200\ngo perft 12\ngo perft 11\nbench 200", 4),
    ] {
        client.send(lines);
        std::thread::sleep(A_MOMENT);
        client.send("stop");
        let told = client.ready();
        let notes = notes(&told);
        assert_eq!(notes.len(), count, "{lines}: {told:#?}");
        let is_end = |note: &&str| note.ends_with(" was stopped");
        assert!(notes.iter().all(is_end), "{lines}: {told:#?}");
        // Scripts wait for the last line of a perft.
        let ends = told.iter().filter(|line| *line == "Nodes searched: 0");
        assert_eq!(ends.count(), lines.matches("perft").count(), "{told:#?}");
    }
    // Later counts run to their end.
    client.send("stop\ngo perft 3");
    let lines = client.wait_for(|line| line.starts_with("Nodes searched: "));
    assert_eq!(lines.last().unwrap(), "Nodes searched: 8902");
    client.send("bench 1\nbench 1");
    let lines = client.ready();
    assert_eq!(lines.len(), 2);
    assert_eq!(bench_nodes(&lines[0]), bench_nodes(&lines[1]));
    // A search waits for a count and does not stop it.
    client.send("go perft 4\ngo depth 4");
    let lines = client.wait_for_answer();
    assert!(lines.contains(&"Nodes searched: 197281".to_string()));
    // A search without limit ends, as the count after it would wait for ever.
    for search in ["go infinite", "go ponder depth 4"] {
        // The second count is refused.
        for (depth, leaves) in [(3, "8902"), (13, "0")] {
            client.send(&format!("{search}\ngo perft {depth}"));
            let lines = client.wait_for(|line| line.starts_with("Nodes searched: "));
            assert_eq!(count_answers(&lines), 1, "{lines:#?}");
            assert_eq!(*lines.last().unwrap(), format!("Nodes searched: {leaves}"));
        }
    }
    // `stop` ends all of them.
    client.send("go infinite\ngo perft 12\nbench 200\nstop");
    client.wait_for_answer();
    assert_eq!(notes(&client.ready()).len(), 2);
}

#[test]
fn a_flood_without_an_end_of_line_is_told_once_and_skipped() {
    let mut client = Client::start();
    client.send("position startpos moves e2e4");
    let before = client.fen();
    let memory = client.memory("VmHWM:");
    let flood = vec![b'x'; 1 << 20];
    for _ in 0..48 {
        client.send_bytes(&flood);
    }
    // Reported before the end of the line arrives.
    let told = client.wait_for(|line| line.starts_with("info string "));
    assert_eq!(told.len(), 1, "{told:?}");
    client.send_bytes(b" position startpos\n");
    assert_eq!(client.ready(), [""; 0]);
    assert_eq!(client.fen(), before);
    if let (Some(before), Some(after)) = (memory, client.memory("VmHWM:")) {
        assert!(after - before < 16 << 10, "from {before} to {after} kB");
    }
    // The same during a search, and within a command.
    client.send("go infinite");
    client.send_bytes(b"position startpos moves");
    client.send_bytes(&b" e7e5 e4e5".repeat(1 << 19));
    client.send("");
    let lines = client.ask("stop");
    // And that the search is of the position before the first flood.
    assert_eq!(notes(&lines).len(), 2, "{lines:#?}");
    assert_sound(&lines, &before);
    assert_eq!(client.fen(), before);
    // No line end even at the end of input.
    client.send_bytes(&flood.repeat(4));
    let ending = client.close();
    assert_eq!((ending.status, ending.lines.len()), (Some(0), 1));
}

/// The longest games fit into a line.
#[test]
fn a_game_of_twenty_thousand_plies_is_no_flood() {
    let mut client = Client::start();
    let moves = " g1f3 g8f6 f3g1 f6g8".repeat(5_000);
    client.send(&format!("position startpos moves{moves} e2e4"));
    assert_eq!(client.ready(), [""; 0]);
    assert!(client.fen().starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"));
}

/// Options set during a search apply to the next one.
#[test]
fn all_options_can_be_set_during_a_search() {
    let mut client = Client::start();
    client.send("uci");
    let lines = client.wait_for(|line| line == "uciok");
    let mut settings = Vec::new();
    for line in lines.iter().filter_map(|line| line.strip_prefix("option name ")) {
        let (name, kind) = line.split_once(" type ").unwrap();
        settings.push(format!("setoption name {name}"));
        for value in ["default", "min", "var"] {
            let after = kind.split_once(&format!(" {value} "));
            if let Some((_, value)) = after {
                let value = value.split(' ').next().unwrap();
                settings.push(format!("setoption name {name} value {value}"));
            }
        }
    }
    assert!(settings.len() > 40);
    let settings = settings.join("\n");
    let moves = " g1f3 g8f6 f3g1 f6g8".repeat(150);
    for go in ["go infinite", "go ponder wtime 1000 btime 1000"] {
        client.send(&format!("position startpos moves e2e4\n{go}"));
        client.wait_for(|line| line.contains(" pv "));
        client.send(&settings);
        for position in ["fen 8/8/8/8/8/8/8/8 w - - 0 1", "startpos moves d2d4"] {
            client.send(&format!("position {position}\nucinewgame"));
        }
        client.send(&format!("position startpos moves{moves}\nisready"));
        client.wait_for(|line| line == "readyok");
        play(AFTER_E4, [best_move(&client.ask("stop"))]);
        // Errors of options come at the latest before the next job.
        assert_sound(&client.ask("isready\nposition startpos\ngo depth 3"), START);
    }
    client.ready();
}

/// Each game is played from an empty table. A leak would take memory in each stretch of games, the
/// system's own pages (a new arena, a huge page) only in some.
#[test]
fn memory_files_and_threads_do_not_grow_over_a_thousand_games() {
    const STRETCHES: usize = 5;
    const GAMES: usize = 200;
    const PLIES: usize = 8;
    // In kB. A leak of a hundred bytes a search would be more.
    const ALLOWED: u64 = 100;
    // Network, tables and threads that come and go.
    const OPTIONS: [[&str; 3]; 2] = [
        ["src/eval/nnue/ox88.nnue", "tests/knowledge/syzygy/tables", "2"],
        ["<embedded>", "<empty>", "1"],
    ];
    let mut client = Client::start();
    client.send("setoption name Hash value 1");
    let play_games = |client: &mut Client| {
        for [network, tables, threads] in OPTIONS {
            client.send(&format!("setoption name EvalFile value {network}"));
            client.send(&format!("setoption name SyzygyPath value {tables}"));
            client.send(&format!("setoption name Hash value {threads}"));
            client.ask(&format!("setoption name Threads value {threads}\ngo nodes 20"));
        }
        for game in 0..GAMES {
            let first = b'a' + (game % 8) as u8;
            let mut moves = format!("{0}2{0}3", char::from(first));
            client.send("ucinewgame");
            for _ in 0..PLIES {
                let lines = client.ask(&format!("position startpos moves {moves}\ngo nodes 20"));
                moves = format!("{moves} {}", best_move(&lines));
            }
        }
    };
    let mut taken = Vec::new();
    for _ in 0..=STRETCHES {
        play_games(&mut client);
        let Some(memory) = client.memory("RssAnon:") else {
            println!("skipped: this system does not tell how much memory a process has");
            return;
        };
        taken.push([memory, client.count("fd"), client.count("task")]);
    }
    for (kind, allowed) in [ALLOWED, 1, 1].into_iter().enumerate() {
        let growths = taken.windows(2).map(|pair| pair[1][kind].saturating_sub(pair[0][kind]));
        assert!(growths.min() < Some(allowed), "kB, files and threads: {taken:?}");
    }
    assert_eq!(count_answers(&client.quit().lines), 0);
}

#[test]
fn what_is_wrong_in_the_variable_for_logs_is_told() {
    for (filters, wrong) in [
        ("ox88=loud,debug", "'loud'"),
        ("debug,a=b=c", "'a=b=c'"),
        ("debug/a/b", "'debug/a/b' (too many '/'s)"),
    ] {
        let mut client = Client::of(program().env("RUST_LOG", filters));
        assert_eq!(client.ready(), [""; 0]);
        let ending = client.quit();
        assert_eq!(ending.status, Some(0), "{filters}");
        // And nothing is logged.
        let complaint =
            format!("ox88: RUST_LOG: error parsing logger filter: invalid logging spec {wrong}\n");
        assert_eq!(ending.errors, complaint);
    }
}

/// The disk is full.
#[test]
#[cfg(target_os = "linux")]
fn a_wrong_variable_for_logs_ends_no_run_where_it_cannot_be_told() {
    for filters in ["ox88=loud", "a=b=c", "debug/a/b"] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let mut perft = program();
        perft.args(["perft", "1"]).env("RUST_LOG", filters);
        let output =
            super::command::output_of(perft.stdin(std::process::Stdio::null()).stderr(full));
        assert_eq!(output.status.code(), Some(0), "{filters}");
    }
}
