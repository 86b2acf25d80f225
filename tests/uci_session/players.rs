//! Matches and comparisons of players, from the shell.

use std::path::Path;
use std::process::Stdio;

use ox88::board::{GameResult, Outcome};
use ox88::knowledge::pgn::{Games, PgnGame};

use super::client::{program, program_with_room, wait_until};
use super::command::{
    RunningProgram, assert_refused, binary_file, failed, file, fresh, output_of, printed,
    quiet_success, unread,
};
use super::evaluation::constant_network;
use super::lines::START;
use super::play::without_time;

/// Returns the number after a word that begins a line.
#[track_caller]
pub fn number(output: &str, word: &str) -> u64 {
    let line = output.lines().find(|line| line.starts_with(word));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    number.unwrap_or_else(|| panic!("no {word} in {output}"))
}

/// Reads games in PGN, which must be whole, and without anything doubtful.
#[track_caller]
fn read_pgn(text: &str) -> Vec<PgnGame> {
    assert!(text.lines().all(|line| line.starts_with('[') || line.len() < 80), "{text}");
    let games = Games::new(text.as_bytes());
    let games: Vec<PgnGame> = games.map(|game| game.unwrap().unwrap()).collect();
    for game in &games {
        assert_eq!(game.notes, [""; 0], "{text}");
        assert_eq!(game.tag("PlyCount"), Some(game.moves.len().to_string().as_str()), "{text}");
    }
    games
}

#[test]
fn a_match_is_played_written_down_and_the_same_again() {
    let play = |name: &str, threads: &str| {
        let path = fresh(name);
        let arguments = [
            "match",
            "random",
            "alphabeta:depth=2",
            "--games",
            "7",
            "--seed",
            "5",
            "--max-plies",
            "150",
            "--threads",
            threads,
            "--pgn",
            &path,
        ];
        let output = printed(&arguments);
        let text = std::fs::read_to_string(path).unwrap();
        let timeless = without_time(&text);
        assert_eq!(text.lines().count(), timeless.lines().count() + 2 * 7);
        (output, timeless)
    };
    let (output, text) = play("match.pgn", "1");
    assert_eq!(play("match-again.pgn", "3"), (output.clone(), text.clone()));

    let games = read_pgn(&text);
    assert_eq!(games.len(), 7);
    let mut points = [0; 3];
    for (number, game) in games.iter().enumerate() {
        assert_eq!(game.tag("Round"), Some((number + 1).to_string().as_str()));
        let random_side = ["White", "Black"][number % 2];
        assert_eq!(game.tag(random_side), Some("random"));
        assert_eq!(game.tag("TimeControl"), Some("-"));
        // Both games of a pair begin with the same named opening.
        assert_eq!(game.tag("FEN"), None);
        assert!(game.tag("ECO").is_some() && game.tag("Opening").is_some());
        assert_eq!(game.moves[..6], games[number / 2 * 2].moves[..6]);
        let (outcome, result) = (game.last_position().outcome(), game.result.unwrap());
        assert_eq!(outcome == Some(Outcome::Checkmate), result != GameResult::Draw);
        let termination = if outcome.is_some() { "normal" } else { "adjudication" };
        assert_eq!(game.tag("Termination"), Some(termination));
        points[match (result, random_side) {
            (GameResult::Draw, _) => 1,
            (GameResult::WhiteWins, "White") | (GameResult::BlackWins, "Black") => 0,
            _ => 2,
        }] += 1;
    }
    let words = ["wins", "draws", "losses"];
    assert_eq!(words.map(|word| number(&output, word)), points);
    assert_eq!(number(&output, "games"), 7);
}

/// Two networks meet; the test ends the match before its last game. Games that scores have ended
/// say so.
#[test]
fn a_test_ends_a_match_of_two_networks() {
    let network = "src/eval/nnue/ox88.nnue";
    let strong = format!("ox88:nodes=400,net={network}");
    let weak = format!("ox88:nodes=20,net={network}");
    let path = &fresh("networks.pgn")[..];
    let options = ["--games", "400", "--sprt", "0", "100", "--adjudicate", "--threads", "2"];
    let output = printed(&[&["match", &strong, &weak, "--pgn", path], &options[..]].concat());
    assert!(output.starts_with("stopped after "), "{output}");
    assert!(output.contains("SPRT of +0 and +100 Elo: +100 Elo accepted"), "{output}");
    let games = read_pgn(&std::fs::read_to_string(path).unwrap());
    let is_over = |game: &PgnGame| game.last_position().outcome().is_some();
    assert!(!games.iter().all(is_over));
    for game in &games {
        let termination = if is_over(game) { "normal" } else { "adjudication" };
        assert_eq!(game.tag("Termination"), Some(termination));
    }
    assert!(number(&output, "games") < 400);
    assert_refused(&["match", "random", "random", "--sprt", "5", "0"], "ELO0 must be below ELO1");
    assert_refused(&["match", "random", "ox88:net=Cargo.toml"], "Cargo.toml: ");
}

/// PGN and table have the names that were typed.
#[test]
fn levels_keep_their_names() {
    let path = &fresh("levels.pgn")[..];
    let arguments = ["match", "novice", "random", "--games", "2", "--pgn", path];
    let output = printed(&arguments);
    assert!(
        output.starts_with("novice against random\nnovice is alphabeta:depth=2,eval=tables\n"),
        "{output}"
    );
    assert!(output.ends_with("Elo difference at least -216 (95 %)\n"), "{output}");
    let games = read_pgn(&std::fs::read_to_string(path).unwrap());
    assert_eq!((games[0].tag("White"), games[1].tag("Black")), (Some("novice"), Some("novice")));
    assert_eq!(games[0].tag("Event"), Some("Ox88 match: novice against random"));
}

/// A file is kept, or appended to on request.
#[test]
fn a_file_of_games_is_kept() {
    let path = &fresh("kept.pgn")[..];
    let arguments =
        ["match", "random", "random", "--games", "1", "--max-plies", "20", "--pgn", path];
    let games = || read_pgn(&std::fs::read_to_string(path).unwrap()).len();
    // A single draw says nothing of the error of a difference.
    assert!(!printed(&arguments).contains("Elo"));
    assert_refused(&arguments, "kept.pgn: exists; --force writes over it");
    printed(&[&arguments[..], &["--append"]].concat());
    assert_eq!(games(), 2);
    printed(&[&arguments[..], &["--force"]].concat());
    assert_eq!(games(), 1);
    let both = [&arguments[..], &["--append", "--force"]].concat();
    assert_refused(&both, "cannot be used with");
}

/// The second run is refused at its start. What the first has left when it is killed is named.
#[test]
fn two_runs_do_not_write_the_same_file() {
    let name = &fresh("both.pgn")[..];
    let part = fresh("both.pgn.part");
    let arguments = ["match", "random", "random", "--games", "1000000", "--pgn", name];
    let forced = [&arguments[..], &["--force"]].concat();
    let running = RunningProgram::start(
        program().args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()),
    );
    wait_until("a game", || std::fs::metadata(&part).is_ok_and(|data| data.len() > 0));
    for arguments in [&arguments[..], &forced] {
        assert_refused(arguments, "both.pgn: another run is writing this file");
    }
    drop(running);
    assert_refused(&arguments, "both.pgn.part: left by a run that was killed");
    let left = std::fs::read_to_string(&part).unwrap();
    assert!(left.starts_with("[Event "), "{left:.100}");
    printed(&["match", "random", "random", "--games", "1", "--pgn", name, "--force"]);
    assert!(!Path::new(&part).exists());
}

/// The run is `ox88 match ... --pgn /dev/stdout > file`.
#[test]
#[cfg(target_os = "linux")]
fn games_and_table_can_go_to_the_same_file() {
    for how in ["--force", "--append"] {
        let out = fresh(&format!("stdout{how}.txt"));
        let stdout = std::fs::File::create(&out).unwrap();
        let mut program = program();
        program.args(["match", "random", "random", "--games", "2"]);
        program.args(["--max-plies", "20", "--pgn", "/dev/stdout", how]);
        quiet_success(&output_of(program.stdout(stdout)));
        let both = std::fs::read_to_string(&out).unwrap();
        assert_eq!(both.matches("[Event ").count(), 2, "{both}");
        assert_eq!(number(&both, "games"), 2);
    }
}

/// As in `ox88 compare ... | head -n 1`.
#[test]
fn a_comparison_is_written_where_the_reader_leaves() {
    let (csv, svg) = (fresh("unread.csv"), fresh("unread-compare.svg"));
    let output = unread(&["compare", "--depth", "2", "--fen", START, "--csv", &csv, "--svg", &svg]);
    assert_eq!(output.status.code(), Some(0));
    assert!(Path::new(&csv).exists() && Path::new(&svg).exists());
}

/// The disk is full.
#[test]
#[cfg(target_os = "linux")]
fn a_match_that_can_keep_no_game_prints_no_table() {
    let arguments = ["match", "random", "random", "--games", "3", "--pgn", "/dev/full"];
    let output = super::command::run(&arguments);
    assert_eq!(super::command::text(&output.stdout), "");
    let complaint = failed(&output);
    assert!(complaint.starts_with("ox88: /dev/full: "), "{complaint}");
}

/// The disk becomes full in the middle of a game.
#[test]
fn a_match_that_finds_no_room_keeps_whole_games() {
    const BLOCKS: usize = 8;
    for how in ["--force", "--append"] {
        let Some(mut program) = program_with_room(BLOCKS) else {
            return;
        };
        let path = fresh(&format!("no-room{how}.pgn"));
        program.args(["match", "random", "random", "--games", "100"]);
        program.args(["--max-plies", "20", how, "--pgn"]).arg(&path);
        let output = output_of(&mut program);
        let complaint = failed(&output);
        assert!(complaint.ends_with(".pgn: File too large\n"), "{complaint}");
        let kept = std::fs::read_to_string(&path).unwrap();
        assert!((512..=512 * BLOCKS).contains(&kept.len()), "{kept}");
        assert!(kept.ends_with('\n'), "{kept}");
        let games = read_pgn(&kept);
        let printed = super::command::text(&output.stdout);
        assert_eq!(number(&printed, "games"), games.len() as u64);
    }
}

/// Control-C prints the result so far, and the PGN file holds whole games. SIGTERM does the same.
#[test]
#[cfg(target_os = "linux")]
fn a_match_that_is_interrupted_prints_its_table() {
    for signal in ["INT", "TERM"] {
        let path = fresh(&format!("interrupted-{signal}.pgn"));
        // Where the games are until the end.
        let part = fresh(&format!("interrupted-{signal}.pgn.part"));
        let mut program = program();
        program.args(["match", "random", "random", "--games", "1000000", "--pgn"]);
        let output = super::command::ended_by(signal, program.arg(&path), || {
            std::fs::read_to_string(&part).is_ok_and(|text| text.matches("[Event ").count() > 5)
        });
        assert_eq!(output.status.code(), Some(130), "{signal}");
        let printed = super::command::text(&output.stdout);
        assert!(printed.starts_with("stopped after "), "{printed}");
        assert!(!Path::new(&part).exists());
        let games = read_pgn(&std::fs::read_to_string(&path).unwrap());
        assert_eq!(number(&printed, "games"), games.len() as u64);
    }
}

#[test]
fn looking_ahead_beats_chance() {
    let output =
        printed(&["match", "minimax:depth=2", "random", "--games", "20", "--threads", "2"]);
    assert!(number(&output, "wins") >= 15, "{output}");
    assert_eq!(number(&output, "losses"), 0, "{output}");
    assert!(output.contains("Elo difference "), "{output}");
}

#[test]
fn openings_come_from_a_file() {
    let fen = "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - -";
    let book = file("match-book.epd", &format!("{fen}\n"));
    let path = fresh("openings.pgn");
    printed(&[
        "match",
        "beginner",
        "ox88:nodes=50,eval=tables",
        "--games",
        "2",
        "--openings",
        &book,
        "--pgn",
        &path,
    ]);
    let games = read_pgn(&std::fs::read_to_string(path).unwrap());
    assert_eq!(games.len(), 2);
    for game in games {
        assert_eq!(game.tag("FEN"), Some(format!("{fen} 0 1").as_str()));
        assert_eq!(game.tag("SetUp"), Some("1"));
    }
}

/// Two pairs of games have one start.
#[test]
fn a_match_whose_games_will_repeat_says_so() {
    let book = file("few-starts.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n");
    let engine = "ox88:nodes=20,eval=tables";
    let play = |other: &str, games: &str, random_plies: &str| {
        let openings = ["--openings", &book, "--max-plies", "4", "--random-plies", random_plies];
        super::command::run(&[&["match", engine, other, "--games", games], &openings[..]].concat())
    };
    let output = play(engine, "4", "0");
    let warning = super::command::text(&output.stderr);
    assert_eq!(warning.lines().count(), 1, "{warning}");
    assert!(warning.starts_with("ox88: 2 pairs of games have only 1 start: "), "{warning}");
    assert!(warning.contains("--random-plies 2 "), "{warning}");
    assert!(output.status.success());
    quiet_success(&play(engine, "4", "2"));
    quiet_success(&play(engine, "2", "0"));
    quiet_success(&play("random", "4", "0"));
}

/// Minimax visits the sum of perft over all depths.
#[test]
fn the_ladder_is_compared() {
    let (csv, svg) = (fresh("compare.csv"), fresh("compare.svg"));
    let output =
        printed(&["compare", "--depth", "3", "--fen", START, "--csv", &csv, "--svg", &svg]);
    assert_eq!(number(&output, "minimax"), 9_322);
    for rung in ["alphabeta", "ordered", "table", "deepening", "ox88"] {
        assert!(number(&output, rung) < 9_322 / 2, "{output}");
    }
    let csv = std::fs::read_to_string(csv).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 1 + 6 * 3);
    assert_eq!(rows[0], ["player", "depth", "position", "score", "nodes", "seconds"]);
    let nodes = rows.iter().filter(|row| row[0] == "minimax");
    let nodes: Vec<&str> = nodes.map(|row| row[4]).collect();
    assert_eq!(nodes, ["20", "420", "9322"]);
    for row in &rows[1..] {
        assert_eq!((row.len(), row[2]), (6, START));
        assert!(row[3] == "cp 0" || row[0] == "ox88", "{row:?}");
    }
    let svg = std::fs::read_to_string(svg).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    for rung in ["minimax", "ox88", "depth in plies"] {
        assert!(svg.contains(rung), "{rung}");
    }
    // The axis begins at twenty nodes, and large numbers are short.
    let labels: Vec<&str> = svg.lines().map(str::trim).collect();
    assert!(labels.contains(&"1 k") && labels.contains(&"100"), "{svg}");
    assert!(!labels.contains(&"10000"), "{svg}");
}

#[test]
fn a_player_that_takes_too_long_is_given_up() {
    let output = printed(&[
        "compare",
        "--depth",
        "3",
        "--eval",
        "tables",
        "--max-nodes",
        "9000",
        "--fen",
        START,
    ]);
    let lines = |name: &str| output.lines().find(|line| line.starts_with(name)).unwrap();
    assert!(lines("minimax").contains("given up"), "{output}");
    assert!(number(&output, "alphabeta") < 9_000);
    // The first rung has nothing to save.
    assert!(!lines("alphabeta").contains('%'), "{output}");
    assert!(lines("ordered").contains('%'), "{output}");
}

#[test]
fn positions_come_from_a_file() {
    let lines = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n# comment\n4k3/4p3/8/8/8/8/8/4K3 b - -\n";
    let path = file("compare.epd", lines);
    let output = printed(&["compare", "--depth", "2", "--positions", &path]);
    assert!(output.starts_with("2 positions, evaluated by material, depth 2"));
    let over = file("over-2.epd", &format!("{START}\n7k/5Q2/6K1/8/8/8/8/8 b - -\n"));
    assert_refused(&["compare", "--positions", &over], "over-2.epd: line 2: the game is over");
}

#[test]
fn files_are_not_written_over_while_they_are_needed() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - -\n";
    let path = &file("needed.epd", text)[..];
    let network = &binary_file("needed.nnue", &constant_network())[..];
    let player = &format!("ox88:net={network}")[..];
    let twice = &fresh("twice.csv")[..];
    let part = &format!("{twice}.part")[..];
    for arguments in [
        &["match", "random", "random", "--openings", path, "--pgn", path][..],
        &["match", "random", "random", "--append", "--openings", path, "--pgn", path],
        &["match", "random", player, "--append", "--pgn", network],
        &["compare", "--positions", path, "--csv", path],
        &["compare", "--positions", path, "--svg", path],
        &["compare", "--csv", twice, "--svg", twice],
        // The temporary name of the drawing.
        &["compare", "--csv", part, "--svg", twice],
    ] {
        assert_refused(arguments, "another file");
        assert_eq!(std::fs::read_to_string(path).unwrap(), text);
    }
}

#[test]
fn wrong_arguments_are_one_line_and_status_2() {
    let over = &file("over.epd", "k7/8/8/8/8/8/8/7K w - -\n")[..];
    let good = &file("good.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n")[..];
    for (arguments, reason) in [
        (&["match"][..], "<FIRST>"),
        (&["match", "random"], "<SECOND>"),
        (&["match", "random", "joho"], "'joho' is no player"),
        (&["match", "random", "minimax:depth=0"], "'0' instead of"),
        (&["match", "random", "random", "random"], "unexpected argument"),
        (&["match", "random", "random", "--games", "0"], "0 is not"),
        (&["match", "random", "random", "--games", "many"], "not a whole number"),
        (&["match", "random", "random", "--games", "1", "--append"], "--pgn <FILE>"),
        (&["match", "random", "random", "--seed", "-1"], "below 0"),
        (&["match", "random", "random", "--threads", "0"], "0 is not"),
        (&["match", "random", "random", "--max-plies", "0"], "0 is not"),
        (&["match", "random", "random", "--random-plies", "101"], "101 is not"),
        (&["match", "random", "random", "--openings", "no/such/file"], "no/such/file: "),
        (&["match", "random", "random", "--openings", "Cargo.toml"], "Cargo.toml: line 1: "),
        (&["match", "random", "random", "--openings", over], "the game is over there"),
        (&["match", "random", "random", "--pgn", "no/such/file"], "no such directory"),
        (&["compare", "4"], "'4'"),
        (&["compare", "--depth", "0"], "0 is not"),
        (&["compare", "--depth", "21"], "21 is not"),
        (&["compare", "--eval", "joho"], "[possible values: material, tables, network]"),
        (&["compare", "--max-nodes", "0"], "0 is not"),
        (&["compare", "--fen", "joho"], "--fen: "),
        (&["compare", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "--fen: the game is over"),
        (&["compare", "--positions", "no/such/file"], "no/such/file: "),
        (&["compare", "--positions", "Cargo.toml"], "Cargo.toml: line 1: "),
        (&["compare", "--positions", good, "--fen", START], "cannot be used with"),
        (&["compare", "--depth", "1", "--csv", "no/such/file"], "no such directory"),
        (&["compare", "--depth", "1", "--svg", "no/such/file"], "no such directory"),
    ] {
        assert_refused(arguments, reason);
    }
}
