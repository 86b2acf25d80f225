//! Searches and their answers.

use super::client::Client;
use super::lines::{
    AFTER_E4, KINGS, MATE_IN_ONE, MIDDLEGAME, START, assert_sound, best_move, field, infos,
    last_info, notes, number, play, pv, score, worth,
};
use ox88::search::{MAX_DEPTH, bench};
use shakmaty::{Chess, Position};
use std::time::{Duration, Instant};

fn search(fen: &str, go: &str) -> Vec<String> {
    Client::start().ask(&format!("position fen {fen}\n{go}"))
}

#[test]
fn every_line_is_full_and_legal() {
    for fen in [START, MIDDLEGAME, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"] {
        let lines = search(fen, "go depth 8");
        assert_sound(&lines, fen);
        let depths: Vec<i64> = infos(&lines).iter().map(|line| number(line, "depth")).collect();
        assert!(depths.is_sorted() && depths.ends_with(&[8]), "{depths:?}");
        for info in infos(&lines) {
            assert!(number(info, "seldepth") >= 1);
            assert!((0..=1000).contains(&number(info, "hashfull")), "{info}");
        }
    }
}

/// Clients ponder on the reply.
#[test]
fn an_answer_names_the_reply_that_is_expected() {
    for fen in [START, MIDDLEGAME] {
        let lines = search(fen, "go depth 8");
        assert_sound(&lines, fen);
        let answer = &lines[lines.len() - 1];
        let reply = field(answer, "ponder").expect(answer);
        let line = pv(last_info(&lines));
        assert!(line.get(1).is_none_or(|&next| next == reply), "{lines:#?}");
    }
}

#[test]
fn depth_beyond_the_deepest_is_the_deepest() {
    let lines = search(KINGS, "go depth 300");
    assert_sound(&lines, KINGS);
    assert_eq!(number(last_info(&lines), "depth"), i64::from(MAX_DEPTH));
    assert_sound(&search(START, "go depth 0"), START);
}

#[test]
fn nodes_are_counted_exactly() {
    for nodes in [1, 2, 100, 1024, 1500, 2048, 5000, 10_001] {
        let lines = search(MIDDLEGAME, &format!("go nodes {nodes}"));
        assert_sound(&lines, MIDDLEGAME);
        assert_eq!(number(last_info(&lines), "nodes"), nodes);
    }
}

#[test]
fn time_limits_end_the_search() {
    for (fen, go) in [
        (START, "go movetime 50"),
        (START, "go movetime 0"),
        (START, "go movetime -100"),
        (START, "go wtime 100"),
        (AFTER_E4, "go btime 100"),
        // A single clock is that of the side to move.
        (START, "go btime 100"),
        (AFTER_E4, "go wtime 100"),
        (START, "go wtime 0 btime 0"),
        (START, "go wtime -500 btime 1000 winc -5 binc 5"),
        (AFTER_E4, "go wtime 1000 btime -500"),
        (START, "go wtime 1000 btime 1000 winc 10 binc 10 movestogo 1"),
        (START, "go wtime 1000 btime 1000 movestogo 0"),
        (START, "go wtime 1 btime 1 winc 100000"),
    ] {
        assert_sound(&search(fen, go), fen);
    }
}

/// A busy machine delays some searches, but not all of them.
#[test]
fn a_time_for_the_move_is_kept() {
    let mut client = Client::start();
    client.send(&format!("position fen {MIDDLEGAME}"));
    let mut time = || {
        let start = Instant::now();
        client.ask("go movetime 50");
        start.elapsed()
    };
    assert!((0..20).any(|_| time() < Duration::from_millis(250)));
}

#[test]
fn a_clock_shorter_than_the_overhead_still_gets_an_answer() {
    for go in [
        "go wtime 100 btime 100",
        "go wtime 4000 btime 4000 movestogo 1",
        "go wtime 1 btime 1 winc 1 binc 1",
        "go movetime 100",
    ] {
        let go = format!("setoption name Move Overhead value 5000\n{go}");
        assert_sound(&search(START, &go), START);
    }
}

#[test]
fn a_refused_overhead_changes_nothing() {
    let mut client = Client::start();
    client.send("setoption name Move Overhead value 0");
    for value in ["-1", "5001", "soon", ""] {
        client.send(&format!("setoption name Move Overhead value {value}"));
        let option = "info string option 'Move Overhead' expects a number from 0 to 5000";
        assert_eq!(client.ready(), [format!("{option}, not '{value}'")]);
    }
    // With a larger one the answer would come earlier.
    let start = Instant::now();
    let lines = client.ask("go movetime 200");
    assert!(start.elapsed() >= Duration::from_millis(200));
    assert_sound(&lines, START);
}

/// Clocks or increments of 0 without another limit are a clock that is up.
#[test]
fn zeros_beside_another_limit_are_no_clock() {
    let mut client = Client::start();
    client.send(&format!("position fen {MIDDLEGAME}"));
    for zeros in ["winc 0 binc 0", "wtime 0 btime 0", "wtime 0 btime 0 winc 0 binc 0"] {
        let mut last = |limit: &str, name: &str| {
            let lines = client.ask(&format!("go {zeros} {limit}"));
            assert_sound(&lines, MIDDLEGAME);
            number(last_info(&lines), name)
        };
        assert_eq!(last("depth 5", "depth"), 5, "{zeros}");
        assert_eq!(last("nodes 5000", "nodes"), 5000, "{zeros}");
        let start = Instant::now();
        last("movetime 200", "nodes");
        // Less the overhead, and up to an eighth of the time if earlier searches were late. A clock
        // that is up is answered at once.
        let elapsed = start.elapsed();
        assert!(elapsed >= Duration::from_millis(90), "{zeros}");
    }
}

fn can_mate(position: &Chess) -> bool {
    let mates = |mv| position.clone().play(mv).unwrap().is_checkmate();
    position.legal_moves().into_iter().any(mates)
}

#[test]
fn finds_mates_within_the_moves_asked_for() {
    for fen in [
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
        "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 10",
        "1rb4r/pkPp3p/1b1P3n/1Q6/N3Pp2/8/P1P3PP/7K w - - 1 20",
        "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16",
    ] {
        let lines = search(fen, "go mate 2");
        let best = assert_sound(&lines, fen);
        let last = last_info(&lines);
        assert_eq!(score(last), ("mate", 2), "{last}");
        let position = play(fen, [best]);
        for reply in position.legal_moves() {
            let after = position.clone().play(reply).unwrap();
            assert!(can_mate(&after), "{fen}: {best}");
        }
    }
}

#[test]
fn gives_mates_in_moves_not_plies() {
    let lines = search(MATE_IN_ONE, "go depth 7");
    assert_eq!(score(last_info(&lines)), ("mate", 1));
    assert_eq!(best_move(&lines), "a1a8");
    let lines = search("7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", "go depth 7");
    assert_eq!(score(last_info(&lines)), ("mate", -1));
}

/// Only a promotion to a knight mates, for either side.
#[test]
fn a_promotion_is_spelt_with_a_small_letter() {
    let white = "8/1p3QP1/5r1k/8/7K/8/8/8 w - - 0 1";
    let black = "8/8/8/7k/8/5R1K/1P3qp1/8 b - - 0 1";
    for (fen, only_mate) in [(white, "g7g8n"), (black, "g2g1n")] {
        for go in ["go mate 1", "go depth 3"] {
            assert_eq!(assert_sound(&search(fen, go), fen), only_mate, "{go}");
        }
    }
}

#[test]
fn says_so_where_nothing_can_be_played() {
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let stalemated = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    for (fen, expected) in [(mated, ("mate", 0)), (stalemated, ("cp", 0))] {
        for go in ["go depth 3", "go movetime 10", "go wtime 100 btime 100", "go mate 9"] {
            let lines = search(fen, go);
            assert_eq!(notes(&lines), [""; 0], "{go}");
            assert_eq!(lines.last().unwrap(), "bestmove 0000");
            assert_eq!(score(&lines[lines.len() - 2]), expected);
        }
        let mut client = Client::start();
        client.send(&format!("position fen {fen}\ngo infinite"));
        client.wait_for(|line| line.contains("score"));
        assert_eq!(client.ready(), [""; 0]);
        assert_eq!(client.ask("stop"), ["bestmove 0000"]);
    }
}

/// Returns the WDL numbers after the score and its bound.
#[track_caller]
fn chances(line: &str) -> [i64; 3] {
    let (_, rest) = line.split_once(" score ").unwrap();
    let mut words = rest.split(' ').skip(2).peekable();
    words.next_if(|word| word.ends_with("bound"));
    assert_eq!(words.next(), Some("wdl"), "{line}");
    [(); 3].map(|()| words.next().unwrap().parse().unwrap())
}

#[test]
fn tells_the_chances_only_when_asked() {
    let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let mut client = Client::start();
    for is_on in [false, true, false] {
        client.send(&format!(
            "setoption name UCI_ShowWDL value {is_on}\nsetoption name MultiPV value 2"
        ));
        for fen in [START, MIDDLEGAME, KINGS, MATE_IN_ONE, mated] {
            let lines = client.ask(&format!("position fen {fen}\ngo depth 8"));
            let scored = lines.iter().filter(|line| line.contains(" score "));
            for line in scored.clone() {
                assert_eq!(line.contains(" wdl "), is_on, "{line}");
                if !is_on {
                    continue;
                }
                let chances = chances(line);
                assert!(chances.iter().all(|chance| (0..=1000).contains(chance)));
                assert_eq!(chances.iter().sum::<i64>(), 1000, "{line}");
                match score(line) {
                    ("mate", moves) if moves > 0 => assert_eq!(chances, [1000, 0, 0]),
                    ("mate", _) => assert_eq!(chances, [0, 0, 1000]),
                    _ => {}
                }
            }
            assert!(scored.count() > 0, "{fen}");
            if fen != mated {
                assert_sound(&lines, fen);
            }
        }
    }
}

/// A search that ends while its window is widened knows no more than a bound of its score.
#[test]
fn a_bound_stands_between_its_score_and_the_chances() {
    let mut client = Client::start();
    client.send("setoption name UCI_ShowWDL value true");
    let mut missing = vec!["lowerbound", "upperbound"];
    for nodes in [1500, 2500, 3500] {
        for fen in bench::POSITIONS {
            let lines = client.ask(&format!("position fen {fen}\ngo nodes {nodes}"));
            missing.retain(|&bound| {
                let is_bound = |line: &String| {
                    let words = line.split(' ').skip_while(|&word| word != "score");
                    words.skip(3).take(2).eq([bound, "wdl"])
                };
                !lines.iter().any(is_bound)
            });
            if missing.is_empty() {
                return;
            }
        }
    }
    panic!("no score was a bound: {missing:?}");
}

#[test]
fn only_the_search_moves_are_looked_at() {
    let lines = search(START, "go searchmoves a2a3 h2h4 depth 6");
    assert!(["a2a3", "h2h4"].contains(&assert_sound(&lines, START)));
    for info in infos(&lines) {
        assert!(["a2a3", "h2h4"].contains(&pv(info)[0]), "{info}");
    }
    let lines = search(START, "go depth 4 searchmoves e2e5 b1a3 nonsense");
    assert_eq!(assert_sound(&lines, START), "b1a3");
    assert_eq!(notes(&lines).len(), 1);
}

/// The lines of each finished depth.
fn assert_ranked(lines: &[String], fen: &str, count: usize) {
    assert_sound(lines, fen);
    let infos = infos(lines);
    assert_eq!(infos.len() % count, 0);
    for (index, lines) in infos.chunks(count).enumerate() {
        let ranks: Vec<i64> = lines.iter().map(|line| number(line, "multipv")).collect();
        assert!(ranks.iter().copied().eq(1..=count as i64), "{lines:#?}");
        for line in lines {
            assert_eq!(field(line, "depth"), field(lines[0], "depth"));
        }
        let mut firsts: Vec<&str> = lines.iter().map(|line| pv(line)[0]).collect();
        firsts.sort();
        firsts.dedup();
        assert_eq!(firsts.len(), count, "depth {}: {lines:#?}", index + 1);
        let worths: Vec<i64> = lines.iter().map(|line| worth(line)).collect();
        assert!(worths.is_sorted_by(|a, b| a >= b), "{lines:#?}");
    }
}

#[test]
fn several_best_lines() {
    let lines = search(MIDDLEGAME, "setoption name MultiPV value 3\ngo depth 6");
    assert_ranked(&lines, MIDDLEGAME, 3);
    assert_eq!(infos(&lines).len(), 18);
}

#[test]
fn no_more_lines_than_moves() {
    let fen = "7k/8/8/8/8/4q3/8/7K w - - 0 1";
    let count = play(fen, []).legal_moves().len();
    let lines = search(fen, "setoption name MultiPV value 200\ngo depth 5");
    assert_ranked(&lines, fen, count);
    let lines = search(START, "setoption name MultiPV value 256\ngo depth 3");
    assert_ranked(&lines, START, 20);
    let go = "setoption name MultiPV value 5\ngo depth 4 searchmoves e2e4 d2d4";
    assert_ranked(&search(START, go), START, 2);
    // A line that was not searched has no score.
    let lines = search(START, "setoption name MultiPV value 20\ngo nodes 1");
    assert_eq!(infos(&lines).len(), 1, "{lines:#?}");
}

#[test]
fn lines_fall_from_mating_to_being_mated() {
    let fen = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1";
    let count = play(fen, []).legal_moves().len();
    let lines = search(fen, "setoption name MultiPV value 256\ngo depth 6");
    assert_ranked(&lines, fen, count);
    let infos = infos(&lines);
    let deepest = &infos[infos.len() - count..];
    for line in deepest {
        let after = play(fen, [pv(line)[0]]);
        assert_eq!(score(line) == ("mate", 1), after.is_checkmate(), "{line}");
        assert_eq!(score(line) == ("mate", -1), can_mate(&after), "{line}");
    }
    assert_eq!(score(deepest[0]), ("mate", 1));
    assert_eq!(score(deepest[count - 1]), ("mate", -1));
}

#[test]
fn counts_leaves_and_shows_the_board() {
    let mut client = Client::start();
    client.send("go perft 3");
    let lines = client.wait_for(|line| line.starts_with("Nodes searched: "));
    assert_eq!(lines.last().unwrap(), "Nodes searched: 8902");
    assert!(lines.contains(&"e2e4: 600".to_string()));
    client.send("go perft 0");
    let lines = client.wait_for(|line| line.starts_with("Nodes searched: "));
    assert_eq!(lines, ["", "Nodes searched: 1"]);
    assert_eq!(client.fen(), START);
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 3 9";
    client.send(&format!("position fen {fen}\nflip"));
    assert_eq!(client.fen(), "4k2r/8/8/8/8/8/8/4K3 b k - 3 9");
    client.send("flip");
    assert_eq!(client.fen(), fen);
    client.send("help");
    let help = client.ready();
    for command in ["go perft 5", "stop", "quit"] {
        let start = format!("  {command} ");
        let is_told = help.iter().any(|line| line.starts_with(&start));
        assert!(is_told, "{help:#?}");
    }
}

#[test]
fn a_long_mate_search_says_how_far_it_is() {
    let mut client = Client::start();
    client.send("go mate 100");
    let lines = client.wait_for(|line| line.starts_with("info nodes "));
    let last = &lines[lines.len() - 1];
    assert!(number(last, "nodes") > 0 && number(last, "nps") > 0, "{last}");
    assert!(number(last, "time") >= 1000, "{last}");
    assert_sound(&client.ask("stop"), START);
}

/// Earlier, the moves change too often to be read.
#[test]
fn a_search_of_some_seconds_says_which_move_it_is_at() {
    let mut client = Client::start();
    client.send("go infinite");
    let lines = client.wait_for(|line| line.contains(" currmove "));
    let last = &lines[lines.len() - 1];
    play(START, field(last, "currmove"));
    assert!(number(last, "depth") > 1 && number(last, "currmovenumber") > 0, "{last}");
    play(START, [best_move(&client.ask("stop"))]);
}
