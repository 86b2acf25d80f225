//! Test suites and analyses, from the shell.

use std::path::Path;

use super::client::{program, program_with_files};
use super::command::{
    assert_refused, binary_file, failed, file, fresh, output_of, printed_of, quiet_success, run,
    text, unread,
};
use super::evaluation::constant_network;
use super::lines::START;
use super::shared::shared;
use super::temporary::temporary_folder;

/// Returns what is printed, which must fit 80 columns.
#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let text = super::command::printed(arguments);
    let is_fen = |line: &str| line.contains('/');
    for line in text.lines().filter(|line| !is_fen(line)) {
        assert!(line.chars().count() < 80, "{line}");
    }
    text
}

/// Returns the words of the line that begins with `start`.
#[track_caller]
fn line<'a>(output: &'a str, start: &str) -> Vec<&'a str> {
    let start = words_of(start);
    let mut lines = output.lines().map(words_of);
    let found = lines.find(|line| line.starts_with(&start));
    found.unwrap_or_else(|| panic!("no {start:?} in {output}"))
}

fn words_of(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Every search solves these, except the second, which none solves, and the fourth, in
/// which the game is over.
const SUITE: &str = "\
# comment
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; id \"corridor\";
6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8 Ra7; id \"unsolved\";

r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - am Nf6;
8/8/8/8/8/2k5/1q6/K7 w - - am Kxb2; id \"stuck\";
k7/7R/8/8/8/8/8/6RK w - - dm 9; id \"rooks\"; c0 \"any; mate\";
";

#[test]
fn a_suite_gives_the_same_on_any_number_of_threads() {
    let suite = SUITE.replace("8/8/8/8/8/2k5/1q6/K7 w - - am Kxb2; id \"stuck\";\n", "");
    let path = file("suite.epd", &suite);
    let solve = |threads: &str| {
        let output = printed(&["suite", &path, "--nodes", "3000", "--threads", threads]);
        // The row of times has nothing but numbers.
        let is_timeless = |line: &&str| {
            let is_number = |word: &str| word.parse::<f64>().is_ok();
            let is_row = !line.is_empty() && line.split_whitespace().all(is_number);
            !line.starts_with("time ") && !is_row
        };
        let lines: Vec<&str> = output.lines().filter(is_timeless).collect();
        lines.join("\n").replace(&format!("{threads} at a time"), "")
    };
    let output = solve("1");
    assert_eq!(output, solve("2"));
    assert!(output.contains("\n3 of 4 solved (75.0 %), 3000 nodes each"), "{output}");
    let failure = line(&output, "3 unsolved");
    assert_eq!(failure[2..], ["Ra8#", "+M1", "not", "Ra8#,", "not", "Ra7"]);
    assert!(!output.contains("corridor"), "{output}");
}

#[test]
#[cfg(unix)]
fn an_interrupted_suite_prints_its_result() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n";
    let path = file("long-suite.epd", &start.repeat(1000));
    let arguments = ["suite", &path, "--movetime", "600000", "--threads", "1"];
    let output = super::command::interrupted(&arguments, || true);
    assert_eq!(output.status.code(), Some(130));
    let printed = text(&output.stdout);
    // A search that was cut off is no attempt.
    assert!(printed.contains("stopped after 0 of 1000 positions\n"), "{printed}");
    assert!(printed.contains(" solved ("), "{printed}");
}

#[test]
fn a_suite_that_is_solved_has_no_failures() {
    let path = file("solved.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; dm 1;\n");
    let output = printed(&["suite", &path, "--depth", "3", "--classical"]);
    assert!(output.contains("\n1 of 1 solved (100.0 %), depth 3 each"));
    assert!(output.ends_with(" at a time\n"), "{output}");
    assert!(!output.contains("not solved"), "{output}");
    line(&output, "min mean median max total");
}

#[test]
fn a_mate_in_one_is_named() {
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let words: Vec<&str> = fen.split(' ').collect();
    for subject in [&[fen][..], &words] {
        let output = printed(&[&["analyse", "--depth", "4", "--lines", "2"], subject].concat());
        assert!(output.starts_with(fen), "{output}");
        let best = line(&output, "1 +M1");
        assert_eq!(best[2..5], ["100.0", "0.0", "0.0"]);
        assert_eq!(best[6..], ["4.", "Qxf7#"]);
        line(&output, "2");
    }
    // White's score, whichever side is to move.
    let black = "5rk1/8/8/8/8/8/r4PPP/6K1 b - - 0 7";
    let output = printed(&["analyse", "--depth", "4", black]);
    let best = line(&output, "1 -M1");
    assert_eq!(best[2..5], ["0.0", "0.0", "100.0"]);
    assert_eq!(best[6..], ["7...", "Ra1#"]);
}

/// Searches that end within an iteration have lines of two.
#[test]
fn the_best_line_is_first_and_each_has_its_depth() {
    let mut mixed = 0;
    for nodes in (1500..12_000).step_by(500) {
        let nodes = nodes.to_string();
        let output = printed(&["analyse", "startpos", "--lines", "5", "--nodes", &nodes]);
        let rows: Vec<Vec<&str>> = output
            .lines()
            .map(words_of)
            .filter(|words| words.len() > 6 && words[0].parse::<usize>().is_ok())
            .collect();
        assert!((1..=5).contains(&rows.len()), "{output}");
        let ranks = rows.iter().map(|row| row[0].parse::<usize>().unwrap());
        assert!(ranks.eq(1..=rows.len()), "{output}");
        let scores: Vec<f64> = rows.iter().map(|row| row[1].parse().unwrap()).collect();
        assert!(scores.is_sorted_by(|one, next| one >= next), "{output}");
        let depths: Vec<i32> = rows.iter().map(|row| row[5].parse().unwrap()).collect();
        assert!(output.contains(&format!("depth {}, ", depths[0])), "{output}");
        mixed += usize::from(depths.iter().any(|&depth| depth != depths[0]));
    }
    assert!(mixed > 0, "no search ended within an iteration");
}

#[test]
fn openings_are_named_and_ends_told() {
    let french = "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let output = printed(&["analyse", french, "--nodes", "500"]);
    assert!(output.contains("\nC00 French Defense"), "{output}");
    let output = printed(&["analyse", "startpos", "--nodes", "500"]);
    assert!(output.contains("rnbqkbnr/pppppppp/"), "{output}");
    for (fen, end) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "checkmate"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "neither side can mate"),
        ("4k3/8/8/8/8/8/8/R3K3 b - - 100 90", "fifty moves"),
        ("startpos moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "threefold repetition"),
    ] {
        // A search would take an hour.
        let output = printed(&["analyse", fen, "--movetime", "3600000"]);
        assert!(output.contains("\nthe game is over: "), "{output}");
        assert!(output.contains(end), "{output}");
        assert!(!output.contains("score"), "{output}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_name_that_is_no_text_is_that_of_a_file() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"not-text-\xff.pgn");
    let path = temporary_folder().join(name);
    std::fs::write(&path, "1. e4 e5 *\n").unwrap();
    let mut analysis = program();
    analysis.args(["analyse", "--nodes", "100"]).arg(&path);
    let output = output_of(&mut analysis);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(text(&output.stdout).starts_with("Game 1: "), "{output:?}");
}

#[test]
fn positions_of_a_file_are_named() {
    let path = file("analyse.epd", SUITE);
    let output = printed(&["analyse", &path, "--depth", "2"]);
    for name in ["line 2: corridor", "line 5\n", "line 7: rooks"] {
        assert!(output.contains(name), "{output}");
    }
    let path = file("analyse.txt", SUITE);
    assert!(printed(&["analyse", "--epd", &path, "--depth", "2"]).contains("line 2: corridor"));
}

/// Scholar's mate; a game of Chess960; and one that Black begins.
const GAMES: &str = "\
[Event \"Casual\"]
[White \"A <b> & C\"]
[Black \"Beginner\"]
[Result \"1-0\"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 {threatens mate} Nf6 (3... g6) 4. Qxf7# 1-0

[Event \"Shuffled\"]
[Variant \"Chess960\"]
[SetUp \"1\"]
[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]

1. O-O O-O 2. f4 *

[Event \"Ending\"]
[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 30\"]

30... Kd7 31. Kd2 1/2-1/2
";

#[test]
fn the_blunder_of_scholars_mate_is_found() {
    let path = file("scholar.pgn", GAMES);
    let (svg, pgn) = (fresh("scholar.svg"), fresh("scholar-out.pgn"));
    let output = printed(&[
        "analyse",
        &path,
        "--game",
        "1",
        "--nodes",
        "5000",
        "--svg",
        &svg,
        "--annotated",
        &pgn,
    ]);
    assert!(output.contains("Game 1: A <b> & C - Beginner 1-0, Casual"));
    assert!(output.contains("Opening: C"), "{output}");
    let row = line(&output, "3... Nf6??");
    assert_eq!(row[3], "+M1", "{output}");
    let mate = ["+M1", "mate", "0.00", "100"];
    assert_eq!(line(&output, "4. Qxf7#")[2..], mate);
    assert_eq!(line(&output, "3... Nf6?? blunder,")[4], "to");
    assert_eq!(line(&output, "moves"), ["moves", "4", "3"]);
    assert_eq!(line(&output, "blunders")[2], "1");
    let [white, black] = [2, 3].map(|column| line(&output, "accuracy %")[column].parse().unwrap());
    assert!((0.0..=100.0).contains(&white) && white > black, "{output}");
    let loss = line(&output, "average centipawn loss");
    assert!(loss[4].parse::<u32>().unwrap() > 200, "{output}");
    line(&output, "points lost a move");

    let svg = std::fs::read_to_string(svg).unwrap();
    assert_well_formed(&svg);
    assert!(svg.contains("3... Nf6??"), "{svg}");
    assert!(svg.contains("A &lt;b&gt; &amp; C - Beginner"), "{svg}");

    let pgn = std::fs::read_to_string(pgn).unwrap();
    for tag in ["White \"A <b> & C\"", "ECO \"C23\"", "Opening \"Bishop's Opening\""] {
        assert!(pgn.contains(&format!("[{tag}]")), "{pgn}");
    }
    let words = pgn.replace('\n', " ");
    for part in ["threatens mate}", "3... Nf6 $4 {[%eval #1]} (3... ", "(3... g6) 4. Qxf7# 1-0"] {
        assert!(words.contains(part), "{part}: {pgn}");
    }
}

/// Checks that every element of an SVG is closed, in order.
#[track_caller]
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect(tag);
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!text.contains("& "), "{text}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), name, "{tag}");
        } else if !tag.ends_with('/') {
            open.push(name.unwrap());
        }
    }
    assert!(svg.starts_with("<svg ") && open.is_empty(), "{open:?}");
}

#[test]
fn all_games_of_a_file_are_gone_through() {
    let path = file("games.pgn", GAMES);
    let out = fresh("games-out.pgn");
    let arguments = ["analyse", &path, "--nodes", "300", "--annotated", &out];
    let output = printed(&arguments);
    assert_refused(&arguments, "games-out.pgn: exists; --force writes over it");
    assert_eq!(output, printed(&[&arguments[..], &["--force"]].concat()));
    for found in ["Game 1: A", "Game 2: ?", "Game 3: ?", "\n1. O-O", "\n1...  O-O"] {
        assert!(output.contains(found), "{found} in {output}");
    }
    line(&output, "30... Kd7");
    let pgn = std::fs::read_to_string(&out).unwrap();
    let games = pgn.matches("[Event ").count();
    assert_eq!(games, 3, "{pgn}");
    assert!(pgn.contains("[Variant \"Chess960\"]") && pgn.contains("30... Kd7"));
    // The output can be read again.
    assert!(printed(&["analyse", &out, "--game", "2", "--nodes", "300"]).contains("O-O"));
    let path = file("games.txt", GAMES);
    printed(&["analyse", "--pgn", &path, "--game", "3", "--nodes", "300"]);
}

const FAULTY: &str = "\
[Event \"fine\"]\n\n1. g1f3 g8f6 2. e2e4 *\n\n\
[Event \"illegal\"]\n\n1. e4 e5 2. Kg4 *\n\n\
[Event \"null\"]\n\n1. e4 Z0 2. d4 *\n\n\
[Event \"other\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 *\n\n\
[Event \"fine too\"]\n\n1. e4 (1. --) e5 *\n\n\
[Event \"cut\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. N";

#[test]
fn games_that_cannot_be_read_are_skipped() {
    let path = file("faulty.pgn", FAULTY);
    let output = run(&["analyse", &path, "--nodes", "200"]);
    assert_eq!(output.status.code(), Some(0));
    let games = text(&output.stdout);
    assert!(games.contains("Game 1: ? - ?, fine\n") && games.contains("1. Nf3 "), "{games}");
    assert!(games.contains("Game 3: ? - ?, null\n"), "{games}");
    assert!(games.contains("Game 5: ? - ?, fine too\n"), "{games}");
    assert_eq!(games.matches("Game ").count(), 3, "{games}");
    let expected = [
        "game 2: move 2 (White): 'Kg4' is not legal here",
        "game 4: the variant 'Crazyhouse' is not known",
        "game 6: the file ends in the middle of it",
        "3 of 6 games skipped",
    ];
    let notes = text(&output.stderr);
    assert_eq!(notes.lines().count(), expected.len(), "{notes}");
    for (note, end) in notes.lines().zip(expected) {
        assert!(note.starts_with("ox88: ") && note.ends_with(end), "{note}");
    }
    assert_refused(&["analyse", &path, "--game", "2"], "faulty.pgn: game 2: move 2 (White): 'Kg4'");
    printed(&["analyse", &path, "--game", "5", "--nodes", "100"]);
}

#[test]
fn games_that_cannot_be_read_are_copied() {
    let path = file("copied.pgn", FAULTY);
    let out = fresh("copied-out.pgn");
    let output = run(&["analyse", &path, "--nodes", "200", "--annotated", &out]);
    assert_eq!(output.status.code(), Some(0));
    let notes = text(&output.stderr);
    let last = format!("3 of 6 games skipped; {out} has the skipped ones unchanged\n");
    assert!(notes.ends_with(&last), "{notes}");
    let copy = std::fs::read_to_string(&out).unwrap();
    let mut rest = &copy[..];
    for part in [
        "[Event \"fine\"]",
        "{[%eval",
        "[Event \"illegal\"]\n\n1. e4 e5 2. Kg4 *\n\n",
        "[Event \"null\"]",
        "1... -- {[%eval",
        "[Event \"other\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 *\n\n",
        "[Event \"fine too\"]",
        "[Event \"cut\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. N\n",
    ] {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part}: {copy}"));
        rest = &rest[at + part.len()..];
    }
    assert_eq!(rest, "");
}

#[test]
fn skipped_games_keep_their_places_with_a_drawing() {
    let games = "1. e5 *\n\n[Event \"fine\"]\n\n1. e4 *\n\n1. d5 *\n";
    let path = file("only-one.pgn", games);
    let [out, svg] = ["only-one-out.pgn", "only-one.svg"].map(fresh);
    let files = ["--annotated", &out, "--svg", &svg];
    let output = run(&[&["analyse", &path, "--nodes", "100"][..], &files].concat());
    assert_eq!(output.status.code(), Some(0));
    let copy = std::fs::read_to_string(&out).unwrap();
    let places = ["1. e5 *", "\"fine\"", "1. d5 *"].map(|part| copy.find(part));
    assert!(places.is_sorted() && places[0].is_some(), "{copy}");
}

#[test]
fn the_steps_of_marks_can_be_set() {
    let path = file("marked-steps.pgn", GAMES);
    let blunders = |options: &[&str]| {
        let arguments = ["analyse", &path, "--game", "1", "--nodes", "2000"];
        let output = printed(&[&arguments[..], options].concat());
        ["inaccuracies", "mistakes", "blunders"].map(|name| {
            let row = line(&output, name);
            row[1].parse::<u32>().unwrap() + row[2].parse::<u32>().unwrap()
        })
    };
    let total = |counts: [u32; 3]| counts.iter().sum::<u32>();
    let usual = blunders(&[]);
    assert!(usual[2] > 0);
    assert_eq!(blunders(&["--marks", "ox88"]), usual);
    assert!(total(blunders(&["--inaccuracy", "0.001"])) > total(usual));
    let none = ["--inaccuracy", "1", "--mistake", "1", "--blunder", "1"];
    assert!(total(blunders(&none)) < total(usual));
    let lichess = blunders(&["--marks", "lichess"]);
    assert!(lichess[2] >= 1, "{lichess:?}");
    for (arguments, words) in [
        (
            &["analyse", &path, "--inaccuracy", "0.5", "--mistake", "0.2"][..],
            "an inaccuracy (0.5) may not give away more than a mistake (0.2)",
        ),
        (&["analyse", &path, "--blunder", "2"], "not between 0 and 1"),
        (&["analyse", "startpos", "--blunder", "0.2"], "--blunder is for files of games"),
        (&["analyse", &path, "--marks", "joho"], "'joho'"),
    ] {
        assert_refused(arguments, words);
    }
}

#[test]
fn other_programs_get_json() {
    let path = file("json.pgn", &format!("{GAMES}\n[White \"A\"]\n[White \"B\"]\n\n1. e4 -- *\n"));
    let mate = "8/8/8/8/8/5k2/8/r4K2 w - - 0 1";
    // Messages would shorten this name.
    let name = format!("{}.epd", "json".repeat(50));
    let positions = file(&name, "4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n");
    let arguments = ["analyse", "startpos", mate, &path, &positions, "--nodes", "2000", "--json"];
    let output = super::command::printed(&arguments);
    let objects: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let types: Vec<&str> = objects.iter().map(|object| object["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["position", "position", "game", "game", "game", "game", "position"]);

    let start = &objects[0];
    assert_eq!(start["fen"], START);
    assert!(start["file"].is_null());
    assert_eq!(objects[6]["file"], positions.as_str());
    assert!(start["nodes"].as_u64().unwrap() >= 2000);
    let best = &start["lines"][0];
    assert_eq!(best["depth"], start["depth"]);
    let sum: f64 = ["win", "draw", "loss"].iter().map(|name| best[name].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    let (moves, san) = (&best["moves"], &best["san"]);
    let position = ox88::board::Position::startpos();
    let first = position.parse_move(moves[0].as_str().unwrap()).unwrap();
    assert_eq!(position.san(first), san[0].as_str().unwrap());
    assert!(best["score"]["centipawns"].is_i64());

    assert_eq!(objects[1]["outcome"], "checkmate");
    assert_eq!(objects[1]["lines"].as_array().unwrap().len(), 0);

    let game = &objects[2];
    assert_eq!(game["number"], 1);
    assert_eq!(game["file"], path.as_str());
    assert_eq!(game["tags"]["Black"], "Beginner");
    assert_eq!(game["opening"]["eco"], "C23");
    assert_eq!((&game["outcome"], &game["stopped"]), (&"checkmate".into(), &false.into()));
    let blunder = &game["moves"][5];
    assert_eq!((&blunder["san"], &blunder["move"]), (&"Nf6".into(), &"g8f6".into()));
    assert_eq!((&blunder["side"], &blunder["grade"]), (&"black".into(), &"blunder".into()));
    assert_eq!(blunder["after"]["mate"], 1);
    assert_eq!(game["moves"].as_array().unwrap().len(), 7);
    assert_eq!(game["white"]["moves"], 4);
    assert!(game["black"]["accuracy"].as_f64().unwrap() < 100.0);
    assert_eq!(objects[3]["moves"][0]["move"], "f1g1");
    assert!(objects[4]["opening"].is_null());
    // The first of doubled tags counts, and a null move nowhere.
    assert_eq!(objects[5]["tags"]["White"], "A");
    assert_eq!(objects[5]["black"]["moves"], 0);
    assert!(objects[5]["moves"][1]["accuracy"].is_null());
}

/// Terminals of all widths are tried.
#[test]
#[cfg(target_os = "linux")]
fn tables_fit_the_terminal_and_have_its_colours() {
    let path = file("widths.pgn", GAMES);
    let program = super::client::PROGRAM;
    let shown = |columns: u32, variable: &str, subject: &str| {
        let analysis = format!(
            "stty rows 30 cols {columns}; {variable} exec '{program}' analyse {subject} --nodes 2000 2>/dev/null"
        );
        let script = super::command::at_a_terminal(&analysis);
        script.map(|mut script| text(&output_of(&mut script).stdout))
    };
    for columns in [40, 60, 80, 200] {
        for subject in [&format!("'{path}'")[..], "startpos --lines 3"] {
            let Some(plain) = shown(columns, "NO_COLOR=1", subject) else {
                return;
            };
            assert!(plain.contains("loss"), "{plain}");
            assert!(!plain.contains('\u{1b}'), "{plain}");
            let is_fen = |line: &str| line.contains("pppp");
            for line in plain.lines().filter(|line| !is_fen(line)) {
                let length = line.trim_end().chars().count();
                assert!(length <= columns as usize, "{columns}: {line}");
            }
            let colored = shown(columns, "TERM=xterm", subject).unwrap();
            assert!(colored.contains("\u{1b}[32m"), "{colored}");
        }
    }
}

#[test]
fn what_is_doubtful_in_a_game_is_told() {
    let games = "[Result \"1-0\"]\n\n1. e4 e5 0-1\n\n1. d4 d5 {open\n";
    let path = file("doubtful.pgn", games);
    let results = "game 1: its tag Result is 1-0, but it ends with 0-1; the tag is used";
    let open = "game 2: a comment lacks its '}', and what follows it is not read";
    for (more, titles, expected) in [
        (&[][..], &["Game 1: ? - ? 1-0\n", "Game 2: ? - ?\n"][..], &[results, open][..]),
        (&["--game", "2"], &["Game 2: ? - ?\n"], &[open]),
    ] {
        let output = run(&[&["analyse", &path, "--nodes", "100"], more].concat());
        assert_eq!(output.status.code(), Some(0));
        let shown = text(&output.stdout);
        for title in titles {
            assert!(shown.contains(title), "{shown}");
        }
        let notes = text(&output.stderr);
        assert_eq!(notes.lines().count(), expected.len(), "{notes}");
        for (note, end) in notes.lines().zip(expected) {
            assert!(note.starts_with("ox88: "), "{note}");
            assert!(note.ends_with(&format!("doubtful.pgn: {end}")), "{note}");
        }
    }
}

/// The first game is skipped, and the second has a doubt.
#[test]
fn what_is_told_of_games_is_in_their_order() {
    let path = file("in-order.pgn", "1. e4 Ke7 *\n\n1. d4 d5 {open\n");
    let out = fresh("in-order.bin");
    for arguments in [
        &["analyse", &path, "--nodes", "100"][..],
        &["book", "build", &path, "-o", &out, "--min-games", "1"],
    ] {
        let output = run(arguments);
        let notes = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{notes}");
        let places = ["game 1: ", "game 2: ", "1 of 2 games skipped"].map(|part| notes.find(part));
        assert!(places.iter().all(Option::is_some), "{notes}");
        assert!(places.is_sorted(), "{notes}");
    }
}

/// The word `startpos` is the start position, and `e4` behind `moves` a move; such files are
/// named with their folder.
#[test]
fn files_called_like_positions_and_moves_are_named_with_their_folder() {
    let folder = temporary_folder().join("called-startpos");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("folder/startpos")).unwrap();
    for name in ["startpos", "e4"] {
        std::fs::write(folder.join(name), "1. e4 e5 *\n").unwrap();
    }
    for (place, subject, expected) in [
        ("", "startpos", START),
        ("", "startpos moves", START),
        ("", "startpos moves e4", "rnbqkbnr/pppppppp/8/8/4P3/"),
        ("", "./startpos", "Game 1: "),
        ("", "e4", "Game 1: "),
        ("folder", "startpos", START),
    ] {
        let mut analysis = program();
        analysis.arg("analyse").args(subject.split(' ')).args(["--nodes", "100"]);
        let output = output_of(analysis.current_dir(folder.join(place)));
        assert_eq!(output.status.code(), Some(0), "{subject}: {output:?}");
        let shown = text(&output.stdout);
        assert!(shown.starts_with(expected), "{subject}: {shown}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn several_things_are_analysed_in_turn() {
    let games = file("several.pgn", "1. e4 e5 *\n");
    let positions = file("several.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - id \"x\";\n");
    let kings = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let arguments =
        ["analyze", &games, kings, "startpos", "moves", "e2e4", "c5", &positions, &games];
    let output = printed(&[&arguments[..], &["--nodes", "100"]].concat());
    // The number of the game is on the next line where the path is long.
    let game = format!("{games}:");
    let starts = [
        &game,
        kings,
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        &format!("{positions}: line 1: x"),
        &game,
    ];
    let mut rest = &output[..];
    for (place, start) in starts.iter().enumerate() {
        let gap = if place > 0 { "\n\n" } else { "" };
        let at = rest.find(&format!("{gap}{start}")).unwrap_or_else(|| panic!("{start}: {rest}"));
        rest = &rest[at + gap.len()..];
    }
}

#[test]
fn a_file_without_positions_does_not_end_the_run() {
    let empty = &file("no-positions.epd", "# nothing\n")[..];
    let wrong = &file("wrong-positions.epd", "joho\n")[..];
    let game = &file("beside-no-positions.pgn", "1. e4 e5 *\n")[..];
    for subject in ["startpos", game] {
        let output = run(&["analyse", empty, wrong, subject, "--nodes", "100"]);
        let notes = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{notes}");
        assert!(notes.contains("no-positions.epd: no positions\n"), "{notes}");
        assert!(notes.contains("wrong-positions.epd: line 1: "), "{notes}");
        assert!(!output.stdout.is_empty());
    }
    assert_refused(&["analyse", empty, wrong], "no position could be read");
}

/// Many files are named, as by `ox88 analyse *.pgn`.
#[test]
fn more_files_than_can_be_open_are_analysed() {
    const FILES: usize = 100;
    let Some(mut program) = program_with_files(FILES / 2) else {
        return;
    };
    let games = file("one-of-many.pgn", "1. e4 *\n");
    program.arg("analyse").args([&games; FILES]);
    let output = output_of(program.args(["--nodes", "10"]));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let shown = text(&output.stdout);
    assert_eq!(shown.matches("Game 1: ").count(), FILES, "{shown}");
}

#[test]
fn a_suite_is_searched_by_the_network_of_a_file() {
    let suite = file("by-network.epd", &format!("{START} bm e4;\n"));
    let network = binary_file("by-network.nnue", &constant_network());
    let nodes = |more: &[&str]| {
        let output = printed(&[&["suite", &suite, "--depth", "6"], more].concat());
        let nodes = output.lines().find(|line| line.ends_with(" nodes"));
        nodes.unwrap_or_else(|| panic!("{output}")).to_string()
    };
    assert_ne!(nodes(&["--eval-file", &network]), nodes(&[]));
}

#[test]
fn standard_input_is_read() {
    let games = printed_of("\n1. e4 e5 *\n1. d4 *\n", &["analyse", "-", "--nodes", "100"]);
    assert!(games.contains("Game 2: "), "{games}");
    let positions = format!("# comment\n{START}\n");
    let positions = printed_of(&positions, &["analyse", "-", "--nodes", "100"]);
    assert!(positions.starts_with(&format!("line 2\n{START}\n")), "{positions}");
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8;\n";
    let suite = printed_of(mate, &["suite", "-", "--depth", "3"]);
    assert!(suite.contains("\n1 of 1 solved"), "{suite}");
    let book = fresh("fed.bin");
    let arguments = ["book", "build", "-", "--min-games", "1", "-o", &book];
    assert!(printed_of("1. e4 e5 *\n", &arguments).starts_with("games      1\n"));
}

/// A run that fails leaves the old file.
#[test]
fn results_take_the_place_of_a_file_at_the_end() {
    let kept = file("mine.pgn", "mine");
    let part = fresh("mine.pgn.part");
    let force = ["--annotated", &kept, "--force"];
    let assert_kept = |subject: &str| {
        assert_eq!(std::fs::read_to_string(&kept).unwrap(), "mine", "{subject}");
        assert!(!Path::new(&part).exists(), "{subject}");
    };
    let nothing = file("nothing.pgn", "nothing\n");
    for (subject, part) in [("no/such.pgn", "no/such.pgn: "), (&nothing, "nothing.pgn: ")] {
        assert_refused(&[&["analyse", subject], &force[..]].concat(), part);
        assert_kept(subject);
    }
    let svg = fresh("two-games.svg");
    let two = file("two-games.pgn", GAMES);
    // A game that cannot be read comes first.
    let three = file("three-games.pgn", &format!("1. e5 *\n\n{GAMES}"));
    for subject in [&two[..], &three] {
        let drawn = ["analyse", subject, "--svg", &svg];
        assert_refused(&[&drawn[..], &force].concat(), "--game");
        assert_kept(subject);
    }
    assert!(!Path::new(&svg).exists() && !Path::new(&format!("{svg}.part")).exists());
    for inputs in [["-", "-"], ["startpos", "-"]] {
        let twice = [&["analyse", "-"], &inputs[..]].concat();
        assert_refused(&twice, "standard input (-) is named twice");
    }
}

/// Control-C, once a game is annotated, keeps the games that it has gone through.
#[track_caller]
#[cfg(unix)]
fn assert_games_kept(name: &str, errors: std::process::Stdio) {
    let games = file(&format!("{name}.pgn"), &"1. e4 *\n".repeat(1000));
    let out = fresh(&format!("{name}.out.pgn"));
    let part = fresh(&format!("{name}.out.pgn.part"));
    let mut program = program();
    program.args(["analyse", &games, "--movetime", "300", "--annotated"]);
    program.arg(&out).stderr(errors);
    let annotated = || std::fs::metadata(&part).is_ok_and(|data| data.len() > 0);
    let output = super::command::ended_by("INT", &mut program, annotated);
    assert_eq!(output.status.code(), Some(130));
    assert!(!Path::new(&part).exists());
    assert!(std::fs::read_to_string(&out).unwrap().contains("1. e4"));
}

#[test]
#[cfg(unix)]
fn an_interrupted_analysis_keeps_its_games() {
    assert_games_kept("many", std::process::Stdio::piped());
}

/// Standard error is lost, as in `ox88 analyse ... 2>&1 | tee log`, where Control-C ends `tee`, too.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_analysis_keeps_its_games_without_standard_error() {
    let full = std::fs::File::create("/dev/full").unwrap();
    assert_games_kept("mute", full.into());
}

/// A disk that becomes full in the middle of a game.
#[test]
fn an_analysis_that_finds_no_room_keeps_whole_games() {
    let Some(mut program) = super::client::program_with_room(8) else {
        return;
    };
    let games = file("no-room.pgn", &"1. e4 e5 *\n".repeat(100));
    let out = fresh("no-room-out.pgn");
    program.args(["analyse", &games, "--depth", "1", "--annotated"]);
    let output = output_of(program.arg(&out));
    let complaint = failed(&output);
    let end = "no-room-out.pgn: File too large\n";
    assert!(complaint.ends_with(end), "{complaint}");
    assert!(!Path::new(&format!("{out}.part")).exists());
    let kept = std::fs::read_to_string(&out).unwrap();
    let count = kept.matches("[Event ").count();
    assert!((5..100).contains(&count), "{kept}");
    assert_eq!(kept.matches("*\n").count(), count, "{kept}");
    assert!(kept.ends_with("*\n"), "{kept}");
}

/// The reader leaves as in `ox88 analyse ... | head`.
#[test]
fn files_are_complete_where_the_reader_leaves() {
    let games = file("unread.pgn", GAMES);
    let (out, svg) = (fresh("unread.out.pgn"), fresh("unread.svg"));
    let searched = ["analyse", &games, "--nodes", "100"];
    let annotated = ["--annotated", &out, "--force"];
    let drawn = ["--game", "1", "--svg", &svg];
    // The second run replaces the file of the first.
    for files in [&annotated[..], &annotated, &drawn] {
        quiet_success(&unread(&[&searched[..], files].concat()));
        let pgn = std::fs::read_to_string(&out).unwrap();
        assert_eq!(pgn.matches("[Event ").count(), 3, "{pgn}");
    }
    assert_well_formed(&std::fs::read_to_string(svg).unwrap());
}

/// Standard output is on a disk that is full.
#[test]
#[cfg(target_os = "linux")]
fn files_are_complete_where_nothing_can_be_printed() {
    let games = file("unprinted.pgn", GAMES);
    let out = fresh("unprinted-out.pgn");
    let mut analysis = program();
    analysis.args(["analyse", &games, "--nodes", "100", "--annotated", &out]);
    analysis.stdout(std::fs::File::create("/dev/full").unwrap());
    let complaint = failed(&output_of(&mut analysis));
    assert!(complaint.starts_with("ox88: standard output: "), "{complaint}");
    let pgn = std::fs::read_to_string(&out).unwrap();
    assert_eq!(pgn.matches("[Event ").count(), 3, "{pgn}");
}

/// The file is named as in `ox88 analyse ... --annotated /dev/stdout > file`.
#[test]
#[cfg(target_os = "linux")]
fn standard_output_is_not_replaced_by_a_file() {
    let games = file("to-stdout.pgn", GAMES);
    let out = fresh("to-stdout.txt");
    let stdout = std::fs::File::create(&out).unwrap();
    let mut analysis = program();
    analysis.args(["analyse", &games, "--nodes", "100"]);
    analysis.args(["--annotated", "/dev/stdout"]).stdout(stdout);
    quiet_success(&output_of(&mut analysis));
    let both = std::fs::read_to_string(&out).unwrap();
    for number in 1..=3 {
        assert!(both.contains(&format!("Game {number}: ")), "{both}");
    }
    assert_eq!(both.matches("[Event ").count(), 3, "{both}");
}

/// No search has begun that could end instead.
#[test]
#[cfg(target_os = "linux")]
fn the_wait_for_a_first_game_can_be_interrupted() {
    let Some(games) = super::command::pipe("slow-game.pgn") else {
        return;
    };
    // Opened for reading, too: otherwise that would wait for a reader.
    let mut options = std::fs::File::options();
    let mut writer = options.read(true).write(true).open(&games).unwrap();
    std::io::Write::write_all(&mut writer, b"1. e4 e5 ").unwrap();
    let output = super::command::interrupted(&["analyse", &games], || true);
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text(&output.stdout), "");
    assert_eq!(text(&output.stderr), "");
    drop(writer);
    std::fs::remove_file(&games).unwrap();
}

/// An interrupted search still prints its best line.
#[test]
#[cfg(unix)]
fn an_interrupted_search_shows_its_best_line() {
    let arguments = ["analyse", "startpos", "startpos", "--movetime", "600000", "--lines", "2"];
    let output = super::command::interrupted(&arguments, || true);
    assert_eq!(output.status.code(), Some(130));
    let printed = text(&output.stdout);
    // The second position is not searched.
    assert_eq!(printed.matches(START).count(), 1, "{printed}");
    assert_eq!(line(&printed, "1")[0], "1");
    assert_eq!(line(&printed, "2")[0], "2");
    assert_eq!(text(&output.stderr), "");
}

/// The moves that were judged are shown, which are the last ones of the game.
#[test]
#[cfg(unix)]
fn an_interrupted_game_shows_what_was_judged() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let games = file("shuffled.pgn", &format!("e4 e5 {} Qh5 *\n", shuffle.repeat(150)));
    let since_handled = std::cell::OnceCell::new();
    let is_time = || since_handled.get_or_init(std::time::Instant::now).elapsed().as_secs() >= 3;
    let arguments = ["analyse", &games, "--movetime", "50"];
    let output = super::command::interrupted(&arguments, is_time);
    assert_eq!(output.status.code(), Some(130));
    let printed = text(&output.stdout);
    assert!(printed.starts_with("Game 1: ? - ?\n"), "{printed}");
    line(&printed, "302. Qh5");
    assert!(!printed.contains("\n1. e4"), "{printed}");
    assert!(line(&printed, "moves")[1].parse::<u32>().unwrap() > 0);
    let complaint = text(&output.stderr);
    let start = "ox88: stopped in game 1, of which ";
    assert!(complaint.starts_with(start), "{complaint}");
    assert!(complaint.ends_with(" of 603 moves are judged\n"), "{complaint}");
}

/// A search of four plies does not find the mate.
#[test]
fn endgame_tables_show_the_whole_way_to_mate() {
    let queen = "8/8/8/8/8/2k5/8/KQ6 w - - 0 1";
    let alone = ["analyse", queen, "--depth", "4"];
    assert!(!printed(&alone).contains("+M"));
    let output = printed(&[&alone[..], &["--syzygy", "tests/knowledge/syzygy/tables"]].concat());
    line(&output, "1 +M6");
    let last = output.split_whitespace().next_back().unwrap();
    assert!(last.starts_with('Q') && last.ends_with('#'), "{output}");
}

/// The search has a time for each position and no clock.
#[test]
fn a_mate_by_endgame_tables_is_shown_in_time() {
    let Some(tables) = shared("syzygy") else { return };
    let pawn = "8/8/8/8/8/6k1/4P3/1K6 w - - 0 1";
    let tables = ["--syzygy", tables.to_str().unwrap()];
    // On a busy machine the program gets only a part of the time.
    let is_shown = ["1000", "4000", "16000"].into_iter().any(|time| {
        let output = printed(&[&["analyse", pawn, "--movetime", time], &tables[..]].concat());
        output.contains("+M") && !output.contains("+TB")
    });
    assert!(is_shown);
}

/// The damage shows only when values are read.
#[test]
fn damaged_tables_are_told_at_the_end() {
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/knowledge/syzygy/tables/KRvK.rtbw");
    let mut bytes = std::fs::read(source).unwrap();
    let folder = temporary_folder().join("damaged-tables");
    std::fs::create_dir_all(&folder).unwrap();
    let (start, end) = (bytes.len() / 3, bytes.len() - 16);
    bytes[start..end].fill(255);
    std::fs::write(folder.join("KRvK.rtbw"), bytes).unwrap();

    let suite = file("rook.epd", "8/8/8/8/8/2k5/8/KR6 w - - bm Rb8;\n");
    for command in ["analyse", "suite"] {
        let tables = folder.to_str().unwrap();
        let output = run(&[command, &suite, "--depth", "3", "--syzygy", tables]);
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{command}: {complaint}");
        assert_eq!(complaint.lines().count(), 1, "{command}: {complaint}");
        assert!(complaint.contains("KRvK.rtbw' is left out: corrupt"), "{complaint}");
    }
}

#[test]
fn wrong_arguments_are_one_line_and_status_2() {
    let wrong = &file("wrong-move.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - am Kxb2;\n")[..];
    let corridor = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8;\n";
    let corridor = &file("corridor.epd", corridor)[..];
    let games = &file("wrong-games.pgn", GAMES)[..];
    let illegal = &file("illegal.pgn", "1. e4 e5 2. Ke3 *\n")[..];
    let aimless = &file("aimless.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - id \"x\";\n")[..];
    let empty = &file("empty.epd", "# nothing\n")[..];
    let no_games = &file("empty.pgn", "")[..];
    let twice = &fresh("twice.svg")[..];
    for (arguments, words) in [
        (&["suite"][..], "<FILE>"),
        (&["suite", "no/such/file"], "no/such/file"),
        (&["suite", aimless], "aimless.epd: line 1: neither bm, am nor dm"),
        (&["suite", wrong], "line 1: am: 'Kxb2' is not legal here"),
        (&["suite", empty], "no positions"),
        (&["suite", "Cargo.toml"], "Cargo.toml: line 1: "),
        (&["suite", corridor, "--threads", "0"], "0 is not"),
        (&["suite", corridor, "--nodes", "0"], "0 is not"),
        (&["suite", corridor, "--depth", "0"], "0 is not"),
        (&["suite", corridor, "--movetime", "0"], "0 is not"),
        (&["suite", corridor, "--hash", "0"], "0 is not"),
        (&["analyse"], "<POSITION|FILE>"),
        (&["analyse", "joho"], "'joho': no such file, and not a FEN"),
        (&["analyse", "startpos", "joho"], "'joho': no such file, and not a FEN"),
        (&["analyse", "startpos", "moves", "e2e5"], "'e2e5' is not legal here"),
        (&["analyse", "startpos", "--nodes", "0"], "0 is not 1 or more"),
        (&["analyse", "startpos", "--depth", "x"], "not a whole number"),
        (&["analyse", "8/8/8/8/8/8/8/8", "w", "-", "-"], "kings"),
        (&["analyse", "startpos", "--lines", "0"], "0 is not"),
        (&["analyse", "startpos", "--threads", "0"], "0 is not"),
        (&["analyse", "startpos", "--game", "1"], "--game"),
        (&["analyse", "startpos", "--svg", "x.svg"], "--svg"),
        (&["analyse", "startpos", "--eval-file", "Cargo.toml"], "Cargo.toml"),
        (&["analyse", "startpos", "--syzygy", "no/such/folder"], "--syzygy: 'no/such/folder'"),
        (&["analyse", "startpos", "--syzygy", ""], "--syzygy names no folder"),
        (&["suite", corridor, "--syzygy", ""], "--syzygy names no folder"),
        (&["analyse", "no/such/file.pgn"], "no/such/file.pgn"),
        // Before anything is analysed.
        (&["analyse", games, "no/such/file.pgn"], "no/such/file.pgn"),
        (&["analyse", "no/such/file.epd"], "no/such/file.epd"),
        (&["analyse", "startpos", "--pgn"], "startpos: "),
        (&["analyse", "src"], "src: a directory, not a file"),
        (&["analyse", "src", "--pgn"], "src: a directory, not a file"),
        (&["analyse", games, "--pgn", "--epd"], "cannot be used with"),
        (&["analyse", games, "--game", "4"], "no game 4, the last is 3"),
        (&["analyse", games, "--lines", "2"], "--lines"),
        (&["analyse", games, games, "--game", "1"], "one file of games"),
        (&["analyse", games, "startpos", "--annotated", "x"], "--annotated is for"),
        (&["analyse", games, "--annotated", games], "another file"),
        (&["analyse", games, "--game", "1", "--svg", twice, "--annotated", twice], "another file"),
        (&["analyse", games, "--game", "1", "--svg", "no/such/file"], "such: there is no"),
        (&["analyse", illegal], "no game could be read ("),
        (&["analyse", illegal], "illegal.pgn: game 1: move 2 (White): 'Ke3' is not legal here"),
        (&["analyse", no_games], "no games"),
        (&["analyse", empty], "no positions"),
    ] {
        assert_refused(arguments, words);
    }
}
