//! Input during a search: `stop`, `ponderhit`, `isready`, `quit`, the end of input, and more.

use super::client::{Client, Ending, count_answers, is_answer, program};
use super::command::file;
use super::lines::{
    KINGS, MATE_IN_ONE, START, assert_sound, best_move, field, infos, last_info, number, play,
};
use ox88::search::MAX_DEPTH;
use std::time::Duration;

/// Long enough to notice an answer that comes too early.
const A_WHILE: Duration = Duration::from_millis(100);

/// Starts a search, and returns once it has reported a line.
fn start_searching(lines: &str) -> Client {
    let mut client = Client::start();
    client.send(lines);
    client.wait_for(|line| line.contains(" pv "));
    client
}

#[track_caller]
fn assert_silent_about_the_answer(client: &mut Client) {
    std::thread::sleep(A_WHILE);
    let lines = client.ready();
    assert!(count_answers(&lines) == 0, "{lines:#?}");
}

#[track_caller]
fn assert_one_answer(ending: &Ending) {
    assert_eq!(count_answers(&ending.lines), 1, "{ending:#?}");
    assert_peace(ending);
}

#[track_caller]
fn assert_peace(ending: &Ending) {
    assert_eq!((ending.status, ending.errors.as_str()), (Some(0), ""), "{ending:#?}");
}

/// Some clients send all of these before a game, whose clock must not pay for them.
#[test]
fn is_ready_after_a_stop_once_all_is_done() {
    let mut client = Client::start();
    for _ in 0..20 {
        client.send("go infinite\nstop\nsetoption name SyzygyPath value no/such/folder");
        let lines = client.ready();
        let (note, answered) = lines.split_last().unwrap();
        assert!(note.starts_with("info string SyzygyPath: "), "{lines:#?}");
        assert_sound(answered, START);
    }
}

/// They wait even with a mate or at the greatest depth.
#[test]
fn infinite_and_pondering_searches_wait() {
    for fen in [KINGS, MATE_IN_ONE] {
        for go in ["go infinite", "go", "go infinite depth 3", "go ponder wtime 1 btime 1"] {
            let mut client = Client::start();
            client.send(&format!("position fen {fen}\n{go}"));
            let is_done = |line: &str| {
                let deepest = if go.ends_with("depth 3") { 3 } else { MAX_DEPTH.into() };
                let is_deepest = || number(line, "depth") == deepest;
                field(line, "pv").is_some() && (line.contains(" mate 1 ") || is_deepest())
            };
            let lines = client.wait_for(is_done);
            assert!(count_answers(&lines) == 0, "{go}");
            assert_silent_about_the_answer(&mut client);
            client.ask("stop");
            let ending = client.quit();
            assert_eq!(count_answers(&ending.lines), 0, "{go}");
            assert_peace(&ending);
        }
    }
}

#[test]
fn a_pondering_search_answers_after_the_hit() {
    let mut client = start_searching("go ponder wtime 300 btime 300");
    assert_silent_about_the_answer(&mut client);
    client.send("ponderhit");
    client.wait_for_answer();

    // With a limit that is long reached.
    let mut client = Client::start();
    client.send(&format!("position fen {KINGS}\ngo ponder depth 5"));
    client.wait_for(|line| line.starts_with("info depth 5 "));
    assert_silent_about_the_answer(&mut client);
    client.ask("ponderhit");
    assert_eq!(count_answers(&client.quit().lines), 0);
}

#[test]
fn a_pondering_search_answers_when_stopped() {
    let mut client = start_searching("position startpos moves e2e4\ngo ponder movetime 50");
    assert_silent_about_the_answer(&mut client);
    client.ask("stop");
    // The hit comes too late and is ignored.
    client.send("ponderhit");
    assert_sound(&client.ask("position startpos\ngo depth 3"), START);
    assert_eq!(count_answers(&client.quit().lines), 0);
}

#[test]
fn signals_without_a_search_mean_nothing() {
    let mut client = Client::start();
    client.send("stop\nponderhit\nstop");
    assert_eq!(client.ready(), [""; 0]);
    assert_sound(&client.ask("go depth 3"), START);
    client.send("stop\nponderhit");
    assert_eq!(client.ready(), [""; 0]);
}

/// Checks that every search answers once, after at least one `info` line.
#[track_caller]
fn assert_answers(client: &Client, count: usize) {
    for _ in 0..count {
        assert_sound(&client.wait_for_answer(), START);
    }
}

#[test]
fn bursts_of_searches_are_all_answered() {
    let mut client = Client::start();
    client.send(&["go infinite\nstop"; 1000].join("\n"));
    assert_answers(&client, 1000);
    client.send(&["go depth 4"; 50].join("\n"));
    assert_answers(&client, 50);
    client.send(&["go ponder wtime 1000 btime 1000\nponderhit\nstop\nisready"; 50].join("\n"));
    assert_answers(&client, 50);
    let ending = client.quit();
    assert_eq!(count_answers(&ending.lines), 0);
    assert_peace(&ending);
}

#[test]
fn a_search_during_a_search_ends_the_first() {
    let mut client = start_searching("go infinite");
    client.send("go depth 5");
    assert_answers(&client, 1);
    let lines = client.wait_for_answer();
    assert_eq!(number(last_info(&lines), "depth"), 5);
    assert_eq!(count_answers(&client.quit().lines), 0);
}

/// Options that are set meanwhile apply to the next search.
#[test]
fn a_running_search_is_not_disturbed() {
    let mut client = start_searching("go infinite");
    client.send(&format!("position fen {MATE_IN_ONE}"));
    client.send("setoption name Hash value 4\nsetoption name MultiPV value 2\nucinewgame");
    client.send("setoption name Clear Hash\nsetoption name Joho value 7");
    assert_silent_about_the_answer(&mut client);
    play(START, [best_move(&client.ask("stop"))]);
    let lines = client.ask("isready\ngo depth 4");
    assert_eq!(assert_sound(&lines, MATE_IN_ONE), "a1a8");
    assert!(infos(&lines).iter().any(|line| number(line, "multipv") == 2));
}

#[test]
fn at_the_end_of_input_a_bounded_search_finishes() {
    for go in [
        "go depth 8",
        "go nodes 20000",
        "go movetime 200",
        "go wtime 2000 btime 2000",
        "go mate 1",
        "go ponder depth 8\nponderhit",
        "go infinite\ngo depth 8",
    ] {
        let mut client = Client::start();
        client.send(&format!("position fen {MATE_IN_ONE}\n{go}"));
        let ending = client.close();
        assert_peace(&ending);
        let answer = ending.lines.iter().rposition(|line| is_answer(line)).unwrap();
        assert_eq!(assert_sound(&ending.lines[..=answer], MATE_IN_ONE), "a1a8");
        if go.contains("depth 8") {
            assert_eq!(number(last_info(&ending.lines), "depth"), 8, "{go}");
        }
    }
}

#[test]
fn at_the_end_of_input_an_unbounded_search_stops() {
    for go in [
        "go",
        "go infinite",
        "go infinite depth 3",
        "go winc 5",
        "go ponder wtime 1000 btime 1000",
        "go ponder\nponderhit",
        "go infinite\nponderhit",
        "go depth 3\nposition startpos moves e2e4\ngo infinite",
    ] {
        let mut client = Client::start();
        client.send(go);
        let ending = client.close();
        assert_peace(&ending);
        let answers = count_answers(&ending.lines);
        assert_eq!(answers, go.matches("go").count(), "{go}");
    }
}

#[test]
fn what_was_asked_for_is_done_before_the_end_of_input() {
    for search in ["go depth 4", "go infinite", "go infinite\nstop"] {
        let mut client = Client::start();
        client.send(&format!("{search}\ngo perft 3\nbench 1\nisready"));
        let ending = client.close();
        assert_one_answer(&ending);
        assert!(ending.lines.contains(&"Nodes searched: 8902".to_string()));
        assert!(ending.lines.iter().any(|line| line.ends_with(" nps")));
        assert!(ending.lines.contains(&"readyok".to_string()));
    }
    assert_peace(&Client::start().close());
}

/// As in `printf 'bench\nquit\n' | ox88`, but in a file: the program waits but a moment for the end
/// of a pipe, which may come later on a busy machine.
#[test]
fn counts_are_done_where_the_end_of_input_follows_quit() {
    let ending_of = |lines: &str| {
        let script = std::fs::File::open(file("script.txt", lines)).unwrap();
        Client::of(program().stdin(script)).close()
    };
    for search in ["", "go infinite\n", "go depth 200\n"] {
        let ending = ending_of(&format!("{search}go perft 4\nbench 2\nquit\n"));
        assert_peace(&ending);
        assert!(ending.lines.contains(&"Nodes searched: 197281".to_string()));
        assert!(ending.lines.iter().any(|line| line.ends_with(" nps")));
    }
    // They can still be stopped.
    assert_peace(&ending_of("go perft 12\nbench 200\nstop\nquit\n"));
}

#[test]
fn a_search_is_answered_before_the_program_quits() {
    for lines in ["go infinite", "go ponder wtime 1000 btime 1000"] {
        assert_one_answer(&start_searching(lines).quit());
    }
}

/// At least depth 1 is finished before the answer.
#[test]
fn the_earliest_answer_is_not_just_any_move() {
    for go in [
        "go infinite\nstop",
        "go\nstop",
        "go ponder\nstop",
        "go movetime 0",
        "go wtime 0 btime 0",
        "go wtime -100 btime -100 movestogo 1",
    ] {
        let mut client = Client::start();
        let lines = client.ask(&format!("position fen {MATE_IN_ONE}\n{go}"));
        assert_eq!(best_move(&lines), "a1a8", "{go}");
    }
}
