//! Several threads, and limited strength.

use super::client::Client;
use super::lines::{
    MIDDLEGAME, START, assert_sound, best_move, infos, last_info, number, pv, score,
};

/// A position with a mate in three by one move only.
const MATE_IN_THREE: &str = "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1";

#[test]
fn any_number_of_threads_gives_one_sound_answer() {
    let processors = std::thread::available_parallelism().map_or(usize::MAX, usize::from);
    let mut client = Client::start();
    client.send(&format!("position fen {MIDDLEGAME}"));
    for threads in [2, 7, 1, 64, 3] {
        client.send(&format!("setoption name Threads value {threads}"));
        // All of them could be started, but perhaps on fewer processors.
        let notes = client.ready();
        assert_eq!(notes.len(), usize::from(threads > processors), "{notes:?}");
        let start = format!("info string Threads: {threads} on ");
        assert!(notes.iter().all(|note| note.starts_with(&start)), "{notes:?}");
        for go in ["go depth 6", "go movetime 30", "go wtime 500 btime 500", "go nodes 1"] {
            assert_sound(&client.ask(go), MIDDLEGAME);
        }
    }
    assert_eq!(client.ready(), [""; 0]);
}

/// Each thread but the first may hold nodes at the end that it has not visited, as `Limits::nodes`
/// says.
#[test]
fn threads_together_visit_the_nodes_allowed() {
    let mut client = Client::start();
    client.send("setoption name Threads value 4");
    for nodes in [1, 1000, 50_000] {
        let lines = client.ask(&format!("go nodes {nodes}"));
        assert_sound(&lines, START);
        let visited = number(last_info(&lines), "nodes");
        assert!((nodes - 3 * 1024..=nodes).contains(&visited), "{visited} of {nodes}");
    }
}

/// Nodes that threads reserve in advance do not count.
#[test]
fn nodes_of_threads_are_those_visited() {
    let mut client = Client::start();
    client.send("setoption name Threads value 8");
    for _ in 0..10 {
        let lines = client.ask("go depth 1");
        let nodes = number(last_info(&lines), "nodes");
        assert!((20..1000).contains(&nodes), "{lines:?}");
    }
}

#[test]
fn threads_follow_stop_and_ponder_hit() {
    let mut client = Client::start();
    client.send("setoption name Threads value 5");
    for _ in 0..20 {
        client.send("go infinite");
        assert_sound(&client.ask("stop"), START);
        client.send("go ponder wtime 300 btime 300");
        assert_sound(&client.ask("ponderhit"), START);
    }
    client.send(&"go infinite\nstop\nucinewgame\n".repeat(20));
    for _ in 0..20 {
        client.wait_for_answer();
    }
}

#[test]
fn threads_leave_the_number_of_lines_alone() {
    let mut client = Client::start();
    client.send("setoption name Threads value 3\nsetoption name MultiPV value 4");
    let lines = client.ask("go depth 6");
    assert_sound(&lines, START);
    assert_eq!(infos(&lines).len() % 4, 0);
}

#[test]
fn weaker_play_is_sound_and_shows_no_more_lines_than_asked() {
    let mut client = Client::start();
    client.send(&format!("position fen {MIDDLEGAME}"));
    for options in [
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1000",
        "setoption name Threads value 2",
        "setoption name UCI_LimitStrength value false\nsetoption name Skill Level value 0",
    ] {
        client.send(options);
        for go in ["go movetime 50", "go depth 3", "go wtime 1000 btime 1000", "go nodes 3"] {
            let lines = client.ask(go);
            assert_sound(&lines, MIDDLEGAME);
            let ranks = infos(&lines).into_iter().map(|line| number(line, "multipv"));
            assert!(ranks.into_iter().all(|rank| rank == 1), "{lines:#?}");
        }
    }
    // Random at the lowest level; so many equal answers never happen.
    let mut find = || best_move(&client.ask("go movetime 1000")).to_string();
    let first = find();
    assert!((0..2000).any(|_| find() != first), "always {first}");
}

/// Returns the nodes of a first search.
#[track_caller]
fn nodes(options: &str, depth: u32) -> i64 {
    let mut client = Client::start();
    client.send(options);
    super::lines::nodes(&mut client, depth)
}

fn limit(elo: u32) -> String {
    format!("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value {elo}")
}

/// The strength determines how many nodes are visited; levels are twenty even steps from 1000 Elo.
#[test]
fn a_level_is_as_strong_as_its_elo() {
    let elo = [1000, 1500, 2000].map(|elo| nodes(&limit(elo), 40));
    assert!(elo.is_sorted_by(|a, b| a < b), "{elo:?}");
    let levels =
        [0, 5, 10].map(|level| nodes(&format!("setoption name Skill Level value {level}"), 40));
    assert_eq!(levels, elo);
    // The level counts only without a limit by Elo.
    let both = format!("{}\nsetoption name Skill Level value 0", limit(2000));
    assert_eq!(nodes(&both, 40), elo[2]);
}

/// Several threads would not visit the same nodes again.
#[test]
fn a_strength_limit_is_for_one_thread() {
    let by = |threads: u32| {
        let options = format!("{}\nsetoption name Threads value {threads}", limit(2900));
        nodes(&options, 9)
    };
    assert_eq!(by(4), by(1));
}

/// The answer to `go mate` is a proof, so that a strength limit does not apply.
#[test]
fn a_mate_search_knows_no_strength_limit() {
    let mut client = Client::start();
    client.send(&limit(1000));
    let lines = client.ask(&format!("position fen {MATE_IN_THREE}\ngo mate 3"));
    assert_sound(&lines, MATE_IN_THREE);
    assert_eq!(score(last_info(&lines)), ("mate", 3));
}

#[test]
fn mate_searches_say_what_they_refute_and_still_answer() {
    let mut client = Client::start();
    let lines = client.ask("go mate 2");
    assert_sound(&lines, START);
    let refuted = lines.iter().filter(|line| line.starts_with("info string no mate in "));
    assert_eq!(refuted.count(), 2);
    // A mate in three whose only key is excluded.
    let fen = MATE_IN_THREE;
    let lines = client.ask(&format!("position fen {fen}\ngo mate 3"));
    let key = assert_sound(&lines, fen).to_string();
    let last = last_info(&lines);
    assert_eq!((score(last), pv(last).len()), (("mate", 3), 5), "{last}");
    let others = ["f8b4", "a7a6", "f6f5"];
    assert!(!others.contains(&key.as_str()));
    let lines = client.ask(&format!("go mate 2 searchmoves {}", others.join(" ")));
    assert!(others.contains(&assert_sound(&lines, fen)));
    client.send("go infinite mate 3");
    assert_sound(&client.ask("stop"), fen);
    // The second search keeps to the limits and can be stopped.
    let nodes = |lines: &[String]| number(last_info(lines), "nodes");
    client.send("position startpos");
    for limit in [1, 200, 500, 2000] {
        let lines = client.ask(&format!("go mate 30 nodes {limit}"));
        assert!(nodes(&lines) <= limit);
        // Of them the first keeps some for the second.
        let depth = number(last_info(&lines), "depth");
        assert!(depth > 1 || limit < 500, "{lines:#?}");
    }
    // The last move of a mate in two is the third ply.
    let lines = client.ask("go mate 100 depth 2");
    assert_sound(&lines, START);
    let is_refutation = |line: &&String| line.contains("no mate in");
    assert_eq!(lines.iter().filter(is_refutation).count(), 1, "{lines:#?}");
    // How many nodes that takes depends on the machine.
    for go in ["go infinite mate 2\nstop", "go mate 2 movetime 1"] {
        assert_sound(&client.ask(go), START);
    }
}
