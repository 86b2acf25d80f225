//! The subcommands: output and exit status.

#[cfg(unix)]
use super::client::program;
use super::client::{Client, program_within};
use super::command::{
    assert_refused, complaint, failed, file, fresh, output_of, printed, printed_of, quiet_success,
    run, text, unread,
};

#[test]
fn helps_and_names_its_version() {
    for arguments in [
        &["--help"][..],
        &["-h"],
        &["help"],
        &["perft", "--help"],
        &["bench", "--help"],
        &["help", "perft"],
        &["help", "--help"],
    ] {
        assert!(printed(arguments).contains("Usage: ox88"), "{arguments:?}");
    }
    let version = format!("ox88 {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(printed(&["-V"]), version);
    let long = printed(&["--version"]);
    assert!(long.starts_with(&format!("{version}built for ")), "{long}");
}

#[test]
fn wrong_arguments_are_one_line_and_status_2() {
    for (arguments, reason) in [
        (&["--joho"][..], "'--joho'"),
        (&["perft", "-1"], "-1 is not"),
        (&["perft", "99"], "99 is not"),
        (&["perft", "3", "--threads", "0"], "0 is not"),
        (&["perft", "3", "--threads", "1025"], "1025 is not"),
        (&["perft", "3", "--threads", "many"], "not a whole number"),
        (&["perft", "3", "--hash"], "--hash"),
        (&["perft", "3", "--hash", "-1"], "-1 is not"),
        (&["perft", "3", "--hash", "much"], "not a whole number"),
        (&["perft", "3", "--hash", "1048577"], "1048577 is not"),
        (&["perft", "3", "--hash", "99999999999999999999"], "too large"),
        (&["perft", "3", "--hash", "1", "--no-bulk"], "cannot be used with"),
        (&["perft", "3", "--joho"], "'--joho'"),
        (&["perft", "3", "4"], "'4'"),
        (&["perft", "3", "--fen"], "--fen"),
        (&["perft", "3", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "kings"),
        (&["perft", "3", "--fen", "joho"], "--fen: "),
        (
            &["book", "build", "a.pgn", "-o", "a.bin", "--plies", "5000000000"],
            "5000000000 is too large",
        ),
        (&["d", "--option", "SyzygyPath=no/such/folder"], "no/such/folder"),
        (&["go", "--option", "BookFile=no/such/file", "depth", "1"], "BookFile 'no/such/file': "),
        (&["bench", "deep"], "not a whole number"),
        (&["bench", "0"], "0 is not"),
        (&["bench", "999"], "999 is not"),
        (&["bench", "4", "5"], "'5'"),
        (&["bench", "--eval-file", "no/such/file"], "no/such/file: "),
        (&["bench", "--eval-file", "Cargo.toml"], "Cargo.toml: "),
        (&["bench", "--eval-file", "Cargo.toml", "--classical"], "cannot be used with"),
    ] {
        assert_refused(arguments, reason);
    }
    let long = "x".repeat(10_000);
    let named = format!("{long}.pgn");
    for arguments in [
        &[long.as_str()][..],
        &["suite", &long],
        &["analyse", &named],
        &["analyse", "startpos", "--syzygy", &long],
        &["perft", &long],
        &["perft", "3", "--hash", &long],
        &["perft", "3", "--fen", &long],
        &["analyse", &long],
        &["match", &long, "club"],
        &["man", &long],
        &["go", &long],
    ] {
        let complaint = complaint(arguments);
        assert!(complaint.len() < 500, "{complaint}");
    }
}

#[test]
fn names_of_files_cannot_steer_a_terminal() {
    let name = "no\nsuch\u{1b}[31m";
    let out = fresh("steering.nnue");
    for (arguments, start) in [
        (&["suite", name][..], "ox88: nosuch[31m: "),
        (&["train", name, "-o", &out], "ox88: nosuch[31m: "),
        (&["analyse", "startpos", "--syzygy", name], "ox88: --syzygy: 'nosuch[31m': "),
    ] {
        let complaint = complaint(arguments);
        assert!(complaint.starts_with(start), "{complaint}");
    }
}

#[test]
fn a_missing_command_is_named() {
    for (name, commands) in [
        ("book", "build, show"),
        ("data", "show, check, filter, import, rescore, judge-moves, teach"),
    ] {
        let expected = format!("ox88: a command is missing, one of: {commands} (try ");
        assert!(complaint(&[name]).starts_with(&expected), "{name}");
    }
}

#[test]
fn words_of_the_protocol_are_commands() {
    let last = |arguments: &[&str]| printed(arguments).lines().last().unwrap().to_string();
    let depth = printed(&["go", "depth", "4"]);
    assert!(depth.lines().any(|line| line.starts_with("info depth 4 ")), "{depth}");
    assert!(last(&["go", "depth", "4"]).starts_with("bestmove "));
    assert!(last(&["go", "movetime", "20", "searchmoves", "a2a3"]).starts_with("bestmove a2a3"));
    assert!(last(&["go", "winc", "-5"]).starts_with("bestmove "));
    assert_eq!(last(&["go", "perft", "3"]), "Nodes searched: 8902");
    assert_eq!(last(&["uci"]), "uciok");
    assert_eq!(last(&["d"]), "Checkers: none");
    assert!(last(&["eval"]).starts_with("Static evaluation: "));
    for arguments in [
        &["go", "depth", "x"][..],
        &["go", "perft", "x"],
        &["go", "perft", "99"],
        &["go", "mate", "0"],
        &["go", "depth", "-3"],
        &["go", "movetime", "-5"],
    ] {
        assert_refused(arguments, " expects a ");
    }
    for (arguments, part) in [
        (&["go", "depht", "3"][..], "'depht' (did you mean 'depth'?)"),
        (&["go", "depth", "2", "--foo"], "'--foo'"),
        (&["go", "ponder", "depth", "2"], "go ponder waits for ponderhit"),
        (&["go", "mate", "1", "--fen", "x"], "--fen belongs before"),
        (&["go", "mate", "1", "--fen=x"], "--fen belongs before"),
        (&["go", "mate", "1", "--option", "Hash=1"], "--option belongs before"),
        (&["go", "--fen", "startpos", "moves", "e2e4"], "a position belongs before the words"),
        (&["d", "--option", "Hash"], "--option expects NAME=VALUE, not 'Hash'\n"),
        (&["eval", "--option", "=1"], "--option expects NAME=VALUE, not '=1'\n"),
        (
            &["go", "--option", "Hsh=1", "depth", "1"],
            "there is no option 'Hsh' (did you mean 'Hash'?)\n",
        ),
        (
            &["go", "--option", "MultiPV=0", "depth", "1"],
            "option 'MultiPV' expects a number from 1 to 256, not '0'\n",
        ),
        (&["go", "perft"], "expects a depth from 0 to 12\n"),
        (&["go", "depth", "2", "searchmoves", "e2e5"], "'e2e5'"),
        (&["go", "depth", "2", "searchmoves", "e2e4", "zzz"], "'zzz'"),
    ] {
        assert_refused(arguments, part);
    }
}

#[test]
fn commands_of_the_protocol_take_a_position() {
    let rook = "4k3/8/8/8/8/8/8/R3K3 w Q - 3 9";
    let output = printed(&["d", "--fen", rook]);
    assert!(output.contains(&format!("\nFen: {rook}\n")), "{output}");
    assert!(printed(&["d"]).contains("\nPolyglot key: 463B96181691FC9C\n"));
    let check = "4k3/8/8/b7/8/3n4/8/4K3 w - - 0 1";
    let output = printed(&["d", "--fen", check]);
    assert!(output.ends_with("\nCheckers: a5 d3\n"), "{output}");
    let output = printed(&["eval", "--fen", rook]);
    assert!(output.contains("   R   |"), "{output}");
    let output = printed(&["go", "--fen", rook, "depth", "2", "searchmoves", "e1c1"]);
    assert!(output.contains("\nbestmove e1c1"), "{output}");
    for arguments in [&["d"][..], &["eval"], &["go", "perft", "1"]] {
        let (command, words) = arguments.split_first().unwrap();
        let named = [&[*command, "--fen", "startpos"][..], words].concat();
        assert_eq!(printed(&named), printed(arguments), "{named:?}");
    }
    // A king's step and castling have the same target here.
    let fen = "4k3/8/8/8/8/8/8/RK6 w A - 0 1";
    let output = printed(&["go", "--fen", fen, "perft", "1"]);
    for line in ["b1a1: 1\n", "b1c1: 1\n"] {
        assert_eq!(output.matches(line).count(), 1, "{output}");
    }
    for arguments in [
        &["d", "--fen", "joho"][..],
        &["eval", "--fen", "8/8 w - -"],
        &["go", "--fen", &format!("{rook} moves a1b8"), "depth", "2"],
    ] {
        let complaint = complaint(arguments);
        assert!(complaint.starts_with("ox88: --fen: "), "{complaint}");
    }
}

/// All commands take a position as `analyse` does: in words, with moves, or from a file.
#[test]
fn a_position_is_named_in_the_same_ways_everywhere() {
    let pgn = &file("named-position.pgn", "1. e4 c5 *\n")[..];
    let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq";
    let words = ["startpos", "moves", "e2e4", "c5"];
    for arguments in [
        &[&["d"][..], &words].concat()[..],
        &["d", "startpos moves e4 c7c5"],
        &["d", "position startpos moves e4 c5"],
        &["d", "position", "startpos", "moves", "e2e4", "c7c5"],
        &["d", "position", "fen", fen, "-"],
        &["d", "--fen", "startpos moves e2e4 c7c5"],
        &["d", pgn],
        &["d", "--fen", pgn],
    ] {
        let output = printed(arguments);
        assert!(output.contains(fen), "{arguments:?}: {output}");
    }
    let leaves = printed(&["perft", "2", "--fen", "startpos moves e2e4 c7c5"]);
    for arguments in [
        &[&["perft", "2"][..], &words].concat()[..],
        &["perft", "2", pgn],
        &["go", "--fen", pgn, "perft", "2"],
    ] {
        let count = leaves.lines().last().unwrap().split(' ').next_back();
        let output = printed(arguments);
        assert_eq!(output.split_whitespace().next_back(), count, "{arguments:?}");
    }
    // Standard input is read once: of two games, the first.
    for input in ["1. e4 c5 *\n1. d4 *\n".to_string(), format!("{fen} -\n")] {
        let output = printed_of(&input, &["d", "-"]);
        assert!(output.contains(fen), "{input}: {output}");
    }
    // The protocol has no word for a null move.
    let passed = &file("null-move.pgn", "1. e4 Z0 *\n")[..];
    assert!(printed(&["d", passed]).contains("/4P3/8/PPPP1PPP/RNBQKBNR w KQkq "));
    assert!(printed(&["go", "--fen", passed, "depth", "3"]).contains("\nbestmove "));
    let value = printed(&["eval", "--fen", pgn]);
    assert_eq!(printed(&[&["eval"][..], &words].concat()), value);
    assert_ne!(printed(&["eval"]), value);
    let moves = printed(&["book", "show", pgn]);
    assert_eq!(printed(&[&["book", "show"][..], &words].concat()), moves);
    assert!(moves.starts_with("Nf3 "), "{moves}");
    // A move that repeats a position is known to do so.
    let shuffle = "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    let go = ["go", "--fen", shuffle, "depth", "1", "searchmoves", "f6g8"];
    assert!(printed(&go).contains("score cp 0 "), "{go:?}");
    for (arguments, part) in [
        (&["d", "joho"][..], "'joho'"),
        (&["eval", "startpos", "moves", "e2e5"], "'e2e5'"),
        (&["perft", "1", "joho"], "'joho'"),
    ] {
        assert_refused(arguments, part);
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_search_gives_its_answer() {
    let client = Client::of(program().arg("go"));
    client.wait_for(|line| line.contains(" pv "));
    client.interrupt();
    let ending = client.close();
    assert_eq!(ending.status, Some(130));
    let last = ending.lines.last().unwrap();
    assert!(last.starts_with("bestmove "), "{ending:#?}");
    assert_eq!(ending.errors, "");
}

/// `script` gives the program a terminal.
#[test]
#[cfg(target_os = "linux")]
fn a_terminal_is_greeted_and_answered() {
    let path = super::client::PROGRAM;
    let Some(mut script) = super::command::at_a_terminal(&format!("'{path}'")) else {
        return;
    };
    let mut client = Client::of(&mut script);
    client.send("isredy\n\njoho");
    let ending = client.quit();
    assert_eq!(ending.status, Some(0), "{ending:#?}");
    let greeting =
        format!("Ox88 {}, a UCI chess engine: type 'help' or 'quit'", env!("CARGO_PKG_VERSION"));
    let said: Vec<&str> = ending
        .lines
        .iter()
        .map(|line| line.trim_end())
        .filter(|line| line.starts_with("Ox88 ") || line.starts_with("info string "))
        .collect();
    let unknown = |word: &str, hint: &str| {
        format!("info string unknown command: '{word}'{hint}; type 'help' for a few to try")
    };
    let (first, others) = said.split_first().unwrap();
    // What is typed early is shown behind it.
    assert!(first.starts_with(&greeting), "{first}");
    assert_eq!(others, [unknown("isredy", " (did you mean 'isready'?)"), unknown("joho", "")]);
}

#[test]
fn perft_divides_and_shares_its_work() {
    let output = printed(&["perft", "4", "--divide", "--threads", "2"]);
    let counts = output.lines().filter_map(|line| line.split_once(": "));
    let moves: Vec<(&str, u64)> = counts
        .filter(|(name, _)| name.len() == 4 && *name != "Time")
        .map(|(name, count)| (name, count.parse().unwrap()))
        .collect();
    assert_eq!(moves.len(), 20);
    assert!(moves.contains(&("e2e4", 13160)));
    assert_eq!(moves.iter().map(|(_, count)| count).sum::<u64>(), 197_281);
    assert_eq!(output.lines().last(), Some("Nodes: 197281"));
    // Time and count.
    let output = printed(&["perft", "4"]);
    assert_eq!(output.lines().count(), 2, "{output}");
    assert_eq!(output.lines().last(), Some("Nodes: 197281"));
    assert_eq!(printed(&["perft", "0"]).lines().last(), Some("Nodes: 1"));
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let output = printed(&["perft", "3", "--fen", fen]);
    assert_eq!(output.lines().last(), Some("Nodes: 12189"));
}

#[test]
fn perft_counts_the_same_in_every_way() {
    for ways in [
        &["--hash", "0"][..],
        &["--hash", "1"],
        &["--hash", "64", "--threads", "3"],
        &["--no-bulk"],
        &["--no-bulk", "--threads", "2"],
        &["--threads", "1024"],
    ] {
        // The system may not have so many threads, which is told on standard error.
        let output = text(&run(&[&["perft", "4"], ways].concat()).stdout);
        assert_eq!(output.lines().last(), Some("Nodes: 197281"), "{ways:?}");
    }
}

/// The program has a gigabyte of address space, and the table needs four.
#[test]
fn no_memory_for_the_hash_is_one_line_and_status_2() {
    let suite = file("no-memory.epd", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8;\n");
    for (arguments, table) in [
        (&["perft", "3"][..], "perft hash table"),
        (&["analyse", "startpos"], "hash table"),
        (&["suite", &suite, "--threads", "1"], "hash table"),
    ] {
        let Some(mut program) = program_within(1 << 20) else {
            return;
        };
        let output = output_of(program.args(arguments).args(["--hash", "4096"]));
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
        assert_eq!(failed(&output), format!("ox88: no memory for a {table} of 4096 MB\n"));
    }
}

/// Returns the nodes of a benchmark from its last line, which must be as test frameworks want it.
#[track_caller]
pub fn bench_nodes(output: &str) -> u64 {
    let last = output.lines().last().unwrap();
    let words: Vec<&str> = last.split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = words[..] else {
        panic!("{last}");
    };
    assert!(speed.parse::<u64>().is_ok(), "{last}");
    nodes.parse().unwrap()
}

#[test]
fn bench_gives_the_same_signature_again() {
    let nodes = |more: &[&str]| bench_nodes(&printed(&[&["bench", "4"][..], more].concat()));
    let signature = nodes(&[]);
    assert!(signature > 0);
    assert_eq!(nodes(&[]), signature);
    assert_ne!(nodes(&["--classical"]), signature);
    if cfg!(not(feature = "evalfile")) {
        let embedded = ["--eval-file", "src/eval/nnue/ox88.nnue"];
        assert_eq!(nodes(&embedded), signature);
    }
    let mut client = Client::start();
    // Neither earlier searches nor options count.
    client.send("go depth 5\nsetoption name Evaluation value classical\nbench 4");
    assert_eq!(bench_nodes(&client.close().lines.join("\n")), signature);
}

/// The check comes before all work: the inputs need not even exist.
#[test]
fn no_command_writes_over_a_file_unasked() {
    let games = &file("overwriting.pgn", "1. e4 e5 *\n")[..];
    let kept = &file("overwriting.txt", "mine")[..];
    for arguments in [
        &["match", "random", "random", "--games", "1", "--pgn"][..],
        &["compare", "--depth", "1", "--csv"],
        &["compare", "--depth", "1", "--svg"],
        &["analyse", games, "--annotated"],
        &["analyse", games, "--game", "1", "--svg"],
        &["book", "build", games, "--out"],
        &["data", "import", games, "--out"],
        &["data", "filter", "no/such.vf", "--out"],
        &["data", "rescore", "no/such.vf", "--out"],
        &["data", "teach", "no/such.vf", "--out"],
        &["average", "no/such.nnue", "--out"],
    ] {
        let complaint = complaint(&[arguments, &[kept]].concat());
        let expected = "overwriting.txt: exists; --force writes over it\n";
        assert!(complaint.ends_with(expected), "{arguments:?}: {complaint}");
        assert_eq!(std::fs::read(kept).unwrap(), b"mine", "{arguments:?}");
    }
}

/// The name `-` stands for standard input. A file of this name would be hard to remove.
#[test]
fn no_command_writes_to_a_file_with_the_name_of_standard_input() {
    let games = &file("results.pgn", "1. e4 e5 *\n")[..];
    for arguments in [
        &["match", "random", "random", "--games", "1", "--pgn", "-"][..],
        &["match", "random", "random", "--games", "1", "--append", "--pgn", "-"],
        &["compare", "--depth", "1", "--csv", "-"],
        &["compare", "--depth", "1", "--svg", "-"],
        &["analyse", games, "--annotated", "-"],
        &["analyse", games, "--game", "1", "--svg", "-"],
        &["book", "build", games, "--out", "-"],
        &["data", "import", games, "--out", "-"],
        &["data", "filter", "no/such.vf", "--out", "-"],
        &["data", "rescore", "no/such.vf", "--out", "-", "--force"],
        &["data", "teach", "no/such.vf", "--out", "-"],
        &["datagen", "--games", "1", "--out", "-"],
        &["average", "no/such.nnue", "--out", "-"],
        &["play", "--pgn", "-"],
    ] {
        let complaint = complaint(arguments);
        let expected = "ox88: -: stands for standard input; results need a file\n";
        assert_eq!(complaint, expected, "{arguments:?}");
    }
}

#[test]
fn nothing_is_forced_where_no_file_is_written() {
    let games = &file("unforced.pgn", "1. e4 e5 *\n")[..];
    for (arguments, options) in [
        (&["match", "random", "random", "--force"][..], "--pgn"),
        (&["compare", "--force"], "--csv and --svg"),
        (&["analyse", games, "--force"], "--svg and --annotated"),
        (&["man", "perft", "--force"], "--out"),
    ] {
        let expected = format!("ox88: --force is for {options}\n");
        assert_eq!(complaint(arguments), expected, "{arguments:?}");
    }
}

#[test]
fn options_of_the_protocol_can_be_set_in_the_shell() {
    let two = ["go", "--option", "MultiPV=2", "--option", "hash=1", "depth", "3"];
    let lines = printed(&two);
    assert!(lines.contains(" multipv 2 "), "{lines}");
    let evaluations = ["network", "classical"]
        .map(|kind| printed(&["eval", "--option", &format!("Evaluation={kind}")]));
    assert_eq!(evaluations[0], printed(&["eval"]));
    assert_ne!(evaluations[1], evaluations[0]);
    assert_eq!(printed(&["d", "--option", "SyzygyPath="]), printed(&["d"]));
    for option in ["EvalFile", "BookFile"] {
        let missing = format!("{option}=no/such/file");
        assert_refused(&["eval", "--option", &missing], &format!("{option} 'no/such/file': "));
    }
}

/// A king's step and castling have the same target here.
#[test]
fn perft_names_no_two_moves_alike() {
    let fen = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
    let output = printed(&["perft", "1", "--divide", "--fen", fen]);
    let moves: Vec<&str> = output.lines().take_while(|line| !line.is_empty()).collect();
    assert!(moves.contains(&"f1g1: 1"), "{output}");
    let names = moves.iter().collect::<std::collections::HashSet<_>>();
    assert_eq!(names.len(), moves.len(), "{output}");
    let standard = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let output = printed(&["perft", "1", "--divide", "--fen", standard]);
    assert!(output.contains("e1g1: 1\n"), "{output}");
}

/// A full disk.
#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_a_failure() {
    for arguments in [&["perft", "2", "--divide"][..], &["completions", "bash"], &["--help"]] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let complaint = failed(&output_of(program().args(arguments).stdout(full)));
        assert!(complaint.starts_with("ox88: standard output: "), "{complaint}");
    }
}

/// The disk is full, and there is no place to report that.
#[test]
#[cfg(target_os = "linux")]
fn a_complaint_that_cannot_be_written_keeps_its_status() {
    for arguments in
        [&["joho"][..], &["perft", "x"], &["analyse", "no/such.pgn"], &["d", "--fen", "joho"]]
    {
        let full = std::fs::File::create("/dev/full").unwrap();
        let output = output_of(program().args(arguments).stderr(full));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

/// Some clients talk through one socket.
#[test]
#[cfg(unix)]
fn a_socket_that_does_not_block_is_waited_for() {
    use super::client::{on_a_socket, wait_for_end};
    use std::io::{BufRead, BufReader, Read, Write};
    // They are less than any socket holds, their answers more.
    const QUESTIONS: usize = 1000;
    let a_while = std::time::Duration::from_millis(100);
    let arguments = ["play", "--white", "human", "--black", "human"];
    let (mut ours, child) = on_a_socket(program().args(arguments));
    let questions = "moves\n".repeat(QUESTIONS);
    ours.write_all(questions.as_bytes()).unwrap();
    // Time to fill the socket.
    std::thread::sleep(a_while);
    let lines = BufReader::new(&ours).lines().map_while(Result::ok);
    let answers = lines.filter(|line| line.starts_with("20 legal moves:"));
    assert_eq!(answers.take(QUESTIONS).count(), QUESTIONS);
    ours.write_all(b"quit\n").unwrap();
    wait_for_end(child, "play on a socket");

    let arguments = ["analyse", "-", "--nodes", "100"];
    let (mut ours, child) = on_a_socket(program().args(arguments));
    ours.write_all(b"1. e4 ").unwrap();
    // Time to find nothing more.
    std::thread::sleep(a_while);
    ours.write_all(b"e5 *\n").unwrap();
    ours.shutdown(std::net::Shutdown::Write).unwrap();
    let mut printed = String::new();
    ours.read_to_string(&mut printed).unwrap();
    assert!(printed.contains("Game 1: "), "{printed}");
    assert!(printed.contains("1...  e5"), "{printed}");
    wait_for_end(child, "analyse on a socket");
}

/// As in `ox88 perft 4 --divide | head -n 1`.
#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    for arguments in [&["perft", "4", "--divide"][..], &["bench", "2"], &["--help"]] {
        quiet_success(&unread(arguments));
    }
}

/// As in `ox88 analyse ... --annotated /dev/stdout | head -n 1`.
#[test]
#[cfg(target_os = "linux")]
fn a_reader_that_leaves_ends_it_quietly_where_standard_output_is_a_file_of_results() {
    let games = &file("unread-results.pgn", "1. e4 e5 *\n")[..];
    let start = ox88::board::START_FEN;
    let quick = ["--nodes", "100"];
    let (analyse, compare) = (["analyse", games], ["compare", "--depth", "1", "--fen", start]);
    for (arguments, out) in [
        ([&analyse[..], &quick].concat(), "--annotated"),
        ([&analyse[..], &quick, &["--game", "1"]].concat(), "--svg"),
        (compare.to_vec(), "--csv"),
        (vec!["match", "random", "random", "--games", "2"], "--pgn"),
        (vec!["book", "build", games, "--min-games", "1"], "--out"),
    ] {
        quiet_success(&unread(&[&arguments[..], &[out, "/dev/stdout"]].concat()));
    }
}
