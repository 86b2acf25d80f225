//! Endgame tables: those in the repository, of up to three pieces, and those of `../shared`,
//! without which a test that needs them is skipped.

use std::fs;
use std::path::{Path, PathBuf};

use shakmaty::Position;

use super::client::Client;
use super::lines::{START, assert_sound, infos, last_info, number, play, pv, score, worth};
use super::shared::shared;
use super::temporary::fresh_folder;

/// The separator of folders in a path.
const SEPARATOR: &str = if cfg!(windows) { ";" } else { ":" };

/// Returns the folder of tables of up to four pieces, if there is one.
fn folder() -> Option<PathBuf> {
    shared("syzygy")
}

const SMALL: &str = "info string found 4 WDL and 3 DTZ tables, up to 3 pieces";

/// Returns the folder of the tables in the repository.
fn small_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/knowledge/syzygy/tables")
}

fn small_tables() -> Client {
    let (client, lines) = with_tables(small_folder().to_str().unwrap());
    assert_eq!(lines, [SMALL]);
    client
}

fn with_tables(path: &str) -> (Client, Vec<String>) {
    let mut client = Client::start();
    client.send(&format!("setoption name SyzygyPath value {path}"));
    let lines = client.ready();
    (client, lines)
}

fn equipped() -> Option<Client> {
    let (client, lines) = with_tables(folder()?.to_str()?);
    let expected = "info string found 35 WDL and 35 DTZ tables, up to 4 pieces";
    if lines != [expected] {
        println!("skipped: the tables here are others: {lines:?}");
        return None;
    }
    Some(client)
}

#[track_caller]
fn search(client: &mut Client, fen: &str, go: &str) -> Vec<String> {
    let lines = client.ask(&format!("position fen {fen}\n{go}"));
    assert_sound(&lines, fen);
    lines
}

/// A position in which some moves win, and others draw or lose.
const HARD: &str = "8/8/8/8/4k3/8/1r6/3QK3 w - - 0 1";
/// A position that is one capture away from the tables.
const NEAR: &str = "8/8/8/4k3/4p3/8/3RPK2/8 w - - 0 1";
/// A position that one move alone wins.
const ONLY: &str = "8/8/8/8/8/6k1/4P3/1K6 w - - 0 1";
/// A position in the tables of three pieces.
const QUEEN: &str = "8/8/8/8/8/2k5/8/KQ6 w - - 0 1";

/// The tables score captures by a bare king quite unlike the evaluation does.
#[test]
fn a_bare_king_before_tables_makes_no_tree_explode() {
    let Some(mut client) = equipped() else {
        return;
    };
    for fen in ["8/3R1B2/5kB1/8/8/8/8/2K5 w - - 0 1", "8/8/3R2N1/8/2k5/2N5/3K4/8 w - - 0 1"] {
        client.send("ucinewgame");
        let lines = search(&mut client, fen, "go depth 10");
        let nodes = number(last_info(&lines), "nodes");
        assert!(nodes < 300_000, "{fen}: {nodes} nodes");
    }
}

#[test]
fn what_holds_no_tables_is_told_once() {
    let empty = fresh_folder("uci-empty");
    let empty = empty.to_str().unwrap();
    for path in ["no/such/folder", "src", "Cargo.toml", empty] {
        let (mut client, lines) = with_tables(path);
        assert_eq!(lines.len(), 1, "{lines:?}");
        let start = format!("info string SyzygyPath: '{path}'");
        assert!(lines[0].starts_with(&start), "{lines:?}");
        // There are none before them.
        assert!(!lines[0].contains("stay"), "{lines:?}");
        let lines = client.ask("go depth 4");
        assert_sound(&lines, START);
        assert_eq!(number(last_info(&lines), "tbhits"), 0);
    }
    for path in ["<empty>", "", SEPARATOR] {
        let (mut client, lines) = with_tables(path);
        assert_eq!(lines, [""; 0], "{path}");
        assert_sound(&client.ask("go depth 4"), START);
    }
}

#[test]
fn a_wrong_path_leaves_the_old_tables() {
    let mut client = small_tables();
    client.send("setoption name SyzygyPath value no/such/folder");
    let lines = client.ready();
    assert_eq!(lines.len(), 1, "{lines:?}");
    let end = "; the tables before stay in use";
    assert!(lines[0].ends_with(end), "{lines:?}");
    let lines = search(&mut client, QUEEN, "go depth 5");
    assert!(number(last_info(&lines), "tbhits") > 0);
    client.send("setoption name SyzygyPath value <empty>");
    assert_eq!(client.ready(), [""; 0]);
    let lines = search(&mut client, QUEEN, "go depth 5");
    assert_eq!(number(last_info(&lines), "tbhits"), 0);
}

#[test]
fn several_folders_and_a_file_too_short() {
    let source = small_folder();
    let folder = fresh_folder("uci-tables");
    let bytes = fs::read(source.join("KQvK.rtbw")).unwrap();
    fs::write(folder.join("KQvK.rtbw"), &bytes[..bytes.len() - 64]).unwrap();
    let path = [folder.to_str().unwrap(), source.to_str().unwrap()].join(SEPARATOR);
    let (mut client, lines) = with_tables(&path);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].contains("KQvK.rtbw' is left out: "), "{lines:?}");
    assert_eq!(lines[1], SMALL);
    let lines = search(&mut client, QUEEN, "go depth 5");
    assert!(number(last_info(&lines), "tbhits") > 0);
}

#[test]
fn distances_without_results_are_no_use() {
    let source = small_folder();
    let folder = fresh_folder("uci-distances");
    fs::copy(source.join("KQvK.rtbz"), folder.join("KQvK.rtbz")).unwrap();
    let (mut client, lines) = with_tables(folder.to_str().unwrap());
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("no WDL tables"), "{lines:?}");
    let lines = search(&mut client, QUEEN, "go depth 4");
    assert_eq!(number(last_info(&lines), "tbhits"), 0);
}

#[test]
fn the_root_is_played_by_the_tables() {
    let Some(mut client) = equipped() else { return };
    for nodes in [1, 100, 2000] {
        let go = format!("go nodes {nodes}");
        let lines = search(&mut client, ONLY, &go);
        assert!(lines.last().unwrap().starts_with("bestmove b1c2"), "{lines:?}");
        let (kind, value) = score(last_info(&lines));
        assert!(kind == "mate" || value > 20_000, "{lines:?}");
        // Each root move was probed once, and nothing below.
        let moves = play(ONLY, []).legal_moves().len();
        assert_eq!(number(last_info(&lines), "tbhits"), moves as i64);
    }
    // A draw by the tables, though material says otherwise.
    let draw = "8/8/8/3k4/3n4/8/8/K6R w - - 0 1";
    let lines = search(&mut client, draw, "go depth 8");
    assert_eq!(score(last_info(&lines)), ("cp", 0));
}

/// Mate in 13 by the first move, as DTZ counts it.
const ROOK: &str = "8/8/8/8/8/1k6/3R4/K7 w - - 0 1";

#[test]
fn distances_to_mate_are_the_shortest() {
    let Some(mut client) = equipped() else { return };
    // Half of it is for the line where the clock is 64 times as long as that: enough on a slow and
    // busy machine.
    client.send("setoption name Move Overhead value 4000");
    let black = ROOK.replace(" w ", " b ");
    for go in
        ["go depth 1", "go depth 14", "go nodes 1", "go wtime 256000 btime 256000 movetime 4100"]
    {
        for (fen, moves) in [(ROOK, 13), (&black, -14)] {
            let lines = search(&mut client, fen, go);
            assert_eq!(score(last_info(&lines)), ("mate", moves), "{lines:#?}");
            let line = pv(last_info(&lines));
            assert_eq!(line.len() as i64, (2 * moves - 1).abs() - i64::from(moves < 0));
            assert!(play(fen, line).is_checkmate(), "{lines:#?}");
        }
    }
}

#[test]
fn lines_go_on_through_the_tables_to_their_end() {
    let Some(mut client) = equipped() else { return };
    for fen in [HARD, ONLY, NEAR] {
        for fifty_moves in [true, false] {
            client.send(&format!("setoption name Syzygy50MoveRule value {fifty_moves}"));
            let lines = search(&mut client, fen, "go depth 12");
            let line = pv(last_info(&lines));
            assert!(play(fen, line.iter().copied()).is_checkmate(), "{lines:#?}");
            let (kind, moves) = score(last_info(&lines));
            assert_eq!((kind, 2 * moves - 1), ("mate", line.len() as i64));
        }
    }
}

#[test]
fn a_time_for_the_move_is_enough_for_its_line() {
    let Some(mut client) = equipped() else { return };
    client.send("setoption name Move Overhead value 0");
    // On a busy machine the program gets only a part of the time.
    let mut searches = [1000, 4000, 16_000].into_iter().map(|time| {
        client.send("ucinewgame");
        search(&mut client, ONLY, &format!("go movetime {time}"))
    });
    let is_mate = |lines: &Vec<String>| score(last_info(lines)).0 == "mate";
    let lines = searches.find(is_mate).expect("no time is enough");
    // The search finds nearer mates of its own, the sooner the faster the machine; their lines may
    // be shorter.
    let mut nearest = None;
    for info in infos(&lines) {
        let (kind, moves) = score(info);
        let line = pv(info);
        if kind == "mate" && line.len() as i64 == 2 * moves - 1 {
            assert!(play(ONLY, line).is_checkmate(), "{lines:#?}");
            nearest = Some(moves);
        } else {
            assert!(nearest.is_none_or(|nearest| kind == "mate" && moves < nearest));
        }
    }
    assert!(nearest.is_some(), "{lines:#?}");
}

#[test]
fn a_search_comes_to_the_tables() {
    let Some(mut client) = equipped() else { return };
    for threads in [1, 3] {
        client.send(&format!("ucinewgame\nsetoption name Threads value {threads}"));
        let lines = search(&mut client, NEAR, "go depth 12");
        assert!(number(last_info(&lines), "tbhits") > 0, "{lines:?}");
    }
}

/// The mate comes in 11 or 14 plies; a clock of 95 leaves five.
#[test]
fn a_win_that_comes_too_late_counts_as_the_client_wants() {
    let mut client = small_tables();
    for (side, moves) in [("w", 6), ("b", -7)] {
        for (clock, fifty_moves) in [(0, true), (0, false), (95, true), (95, false)] {
            let fen = format!("8/8/8/8/8/2k5/8/KQ6 {side} - - {clock} 100");
            client
                .send(&format!("ucinewgame\nsetoption name Syzygy50MoveRule value {fifty_moves}"));
            let lines = search(&mut client, &fen, "go depth 4");
            let last = last_info(&lines);
            let (kind, value) = score(last);
            if fifty_moves && clock > 0 {
                assert!(kind == "cp" && value.abs() < 10, "{lines:#?}");
            } else {
                assert_eq!((kind, value), ("mate", moves), "{lines:#?}");
                assert!(play(&fen, pv(last)).is_checkmate(), "{lines:#?}");
            }
        }
    }
}

/// Tables for fewer pieces are probed at any depth, but none for more pieces than the limit.
#[test]
fn the_largest_tables_are_probed_from_a_depth_on() {
    // The capture leads to three pieces; before it, castling keeps the position out of tables.
    let fen = "k7/8/7n/8/8/8/8/4K2R w K - 0 1";
    let hits = |client: &mut Client, depth: u32| {
        client.send(&format!("ucinewgame\nsetoption name SyzygyProbeDepth value {depth}"));
        let lines = search(client, fen, "go depth 4");
        number(last_info(&lines), "tbhits")
    };
    let mut client = small_tables();
    assert!(hits(&mut client, 1) > 0);
    assert_eq!(hits(&mut client, 100), 0);
    client.send("setoption name SyzygyProbeLimit value 2");
    assert_eq!(hits(&mut client, 1), 0);
    let Some(mut client) = equipped() else { return };
    assert!(hits(&mut client, 100) > 0);
}

#[test]
fn castling_is_not_in_the_tables() {
    let mut client = small_tables();
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let lines = search(&mut client, castling, "go depth 1");
    assert_eq!(number(last_info(&lines), "tbhits"), 0);
    let lines = search(&mut client, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "go depth 1");
    assert!(number(last_info(&lines), "tbhits") > 0);
}

#[test]
fn positions_with_more_pieces_than_the_limit_are_not_probed() {
    let mut client = small_tables();
    for (limit, is_probed) in [(7, true), (3, true), (2, false), (0, false)] {
        client.send(&format!("ucinewgame\nsetoption name SyzygyProbeLimit value {limit}"));
        let lines = search(&mut client, QUEEN, "go depth 1");
        assert_eq!(number(last_info(&lines), "tbhits") > 0, is_probed, "{limit}");
    }
}

#[test]
fn several_lines_are_ranked_by_the_tables_first() {
    let Some(mut client) = equipped() else { return };
    client.send("setoption name MultiPV value 200");
    let count = play(HARD, []).legal_moves().len();
    let lines = search(&mut client, HARD, "go depth 6");
    let infos = infos(&lines);
    let lines = &infos[infos.len() - count..];
    let ranks: Vec<i64> = lines.iter().map(|line| number(line, "multipv")).collect();
    assert!(ranks.iter().copied().eq(1..=count as i64), "{lines:#?}");
    let value = |line: &&str| match score(line) {
        ("mate", moves) => moves.signum() * 40_000,
        (_, value) => value,
    };
    let values: Vec<i64> = lines.iter().map(value).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{lines:#?}");
    assert!(values[0] > 20_000 && values.contains(&0), "{lines:#?}");
}

#[test]
fn other_ways_to_ask_still_work() {
    let Some(mut client) = equipped() else { return };
    // Only moves that draw are allowed.
    let lines = search(&mut client, ONLY, "go depth 6 searchmoves b1a1 b1a2");
    assert!(infos(&lines).iter().all(|line| ["b1a1", "b1a2"].contains(&pv(line)[0])));
    assert_eq!(score(last_info(&lines)), ("cp", 0));
    let mate = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1";
    let lines = search(&mut client, mate, "go mate 2");
    assert_eq!(score(last_info(&lines)), ("mate", 2));
    client.send("setoption name UCI_LimitStrength value true");
    client.send("setoption name UCI_Elo value 1000");
    let lines = search(&mut client, HARD, "go depth 4");
    assert_eq!(number(last_info(&lines), "tbhits"), 0);
}

/// The king's step is nearest to mate, but lets Black repeat, or repeats for the third time itself
/// where the fifty moves do not count.
#[test]
fn no_win_by_the_tables_ends_in_a_repetition() {
    let Some(mut client) = equipped() else { return };
    for (fifty_moves, history) in [
        (true, "6k1/1R6/6K1/8/8/8/8/8 w - - 0 1 moves g6f6 g8h8 f6g6 h8g8 g6f6 g8h8"),
        (false, "7k/1R6/6K1/8/8/8/8/8 b - - 100 120 moves h8g8 g6f6 g8h8 f6g6 h8g8 g6f6 g8h8"),
    ] {
        client.send(&format!("setoption name Syzygy50MoveRule value {fifty_moves}"));
        let lines = client.ask(&format!("position fen {history}\ngo depth 8"));
        let best = pv(last_info(&lines))[0];
        assert_ne!(best, "f6g6", "{lines:#?}");
        assert!(worth(last_info(&lines)) > 10_000, "{lines:#?}");
    }
}

/// Whichever the tables' distances to captures put first, and the first line is played.
#[test]
fn the_nearest_mate_is_the_first_line() {
    let Some(mut client) = equipped() else { return };
    client.send("setoption name MultiPV value 3");
    for fen in ["4N3/6Q1/8/8/2K2k2/8/8/8 w - - 0 1", "8/2k5/8/7K/PP6/8/8/8 w - - 1 105", HARD] {
        let lines = search(&mut client, fen, "go depth 6");
        let infos = infos(&lines);
        for lines in infos.chunks(3) {
            let worths: Vec<i64> = lines.iter().map(|line| worth(line)).collect();
            assert!(worths.is_sorted_by(|a, b| a >= b), "{lines:#?}");
        }
        let best = pv(infos[infos.len() - 3])[0];
        assert_eq!(assert_sound(&lines, fen), best, "{lines:#?}");
    }
}

#[test]
fn known_draws_are_sure() {
    let draws = |client: &mut Client, positions: &[&str]| {
        client.send("setoption name UCI_ShowWDL value true");
        for fen in positions {
            let lines = client.ask(&format!("position fen {fen}\ngo depth 6"));
            let last = lines.iter().rev().find(|line| line.contains(" score "));
            let is_sure = last.is_some_and(|line| line.contains(" wdl 0 1000 0 "));
            assert!(is_sure, "{fen}: {lines:?}");
        }
    };
    let by_rules = [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KN3/8/8 b - - 0 1",
    ];
    draws(&mut Client::start(), &by_rules);
    draws(&mut small_tables(), &["k7/8/8/8/8/8/P7/K7 w - - 0 1"]);
    if let Some(mut client) = equipped() {
        let by_tables = ["8/8/8/4k3/4b3/8/8/R3K3 w - - 0 1"];
        draws(&mut client, &by_tables);
    }
    // What is only judged even is not sure.
    let mut client = Client::start();
    client.send("setoption name UCI_ShowWDL value true");
    let lines = client.ask("go depth 4");
    assert!(!last_info(&lines).contains(" wdl 0 1000 0 "));
}
