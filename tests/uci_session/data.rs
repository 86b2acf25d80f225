//! Files of self-play games: joined, scored anew, and filtered.

use super::command::{assert_refused, binary_file, file, fresh, printed, run, text};
use super::evaluation::constant_network;
use super::players::number;
use super::selfplay::{datagen, read};

/// Plays quick games, and returns the path of their file.
fn played(name: &str, games: &str, seed: &str) -> String {
    let path = fresh(name);
    datagen(&path, games, &["--threads", "2", "--seed", seed]);
    path
}

fn shown(path: &str, games: &str) -> String {
    printed(&["data", "show", path, "--games", games])
}

/// Returns how many games and positions `ox88 data check` counts.
#[track_caller]
fn counted(path: &str) -> [u64; 2] {
    let checked = printed(&["data", "check", path]);
    ["games", "positions"].map(|name| number(&checked, name))
}

#[test]
fn games_of_a_match_runner_are_imported() {
    let pgn = file(
        "fleet.pgn",
        "[Result \"1-0\"]\n\n1. e4 {+0.31/12} e5 {-0.20/11} 2. Nf3 {+0.40/9} 1-0\n\n\
         [Result \"*\"]\n\n1. d4 {+0.10/5} *\n",
    );
    let out = fresh("fleet.vf");
    let told = printed(&["data", "import", &pgn, "-o", &out]);
    assert_eq!(told, "1 game, 1 game left out\n");
    assert_eq!(counted(&out), [1, 3]);
    let shown = shown(&out, "2");
    assert!(shown.contains("31") && shown.contains("20") && shown.contains("40"), "{shown}");
    let wrong = file("wrong.pgn", "1. e4 e5 2. Ke3 1-0\n");
    let out = fresh("wrong.vf");
    assert_refused(&["data", "import", &wrong, "-o", &out], "wrong.pgn: game 1: ");
    assert!(!std::path::Path::new(&out).exists());
}

/// Games of several machines are joined so.
#[test]
fn files_of_several_seeds_can_be_joined_end_to_end() {
    let first = played("joined-first.vf", "3", "1");
    let second = played("joined-second.vf", "2", "2");
    let joined = fresh("joined.vf");
    std::fs::write(&joined, [read(&first), read(&second)].concat()).unwrap();
    let [of_first, of_second] = [counted(&first), counted(&second)];
    assert_eq!((of_first[0], of_second[0]), (3, 2));
    let sum = [0, 1].map(|place| of_first[place] + of_second[place]);
    assert_eq!(counted(&joined), sum);
    let apart = [shown(&first, "3"), shown(&second, "2")];
    assert_eq!(shown(&joined, "5"), apart.concat());
    assert_ne!(apart[0].lines().next(), apart[1].lines().next());
}

#[test]
fn games_are_scored_anew_by_searches_of_another_length() {
    let games = fresh("rescored.vf");
    // Each position has a score, and no search of another length comes between them.
    datagen(&games, "3", &["--max-label", "32000", "--endgame-nodes", "0"]);
    let same = fresh("rescored-same.vf");
    let rescore = ["data", "rescore", &games, "--threads", "2"];
    printed(&[&rescore[..], &["--nodes", "60", "-o", &same]].concat());
    assert_eq!(read(&same), read(&games));

    let deeper = fresh("rescored-deeper.vf");
    let two = ["--nodes", "600", "--games", "2", "-o", &deeper];
    let summary = printed(&[&rescore[..], &two].concat());
    assert!(summary.ends_with(" of 2 games\n"), "{summary}");
    let [before, after] = [&games, &deeper].map(|path| shown(path, "2"));
    assert_ne!(after, before);
    // The same moves with other scores.
    let without_numbers = |text: &str| -> Vec<String> {
        let words = text.split_whitespace();
        let others = words.filter(|word| word.parse::<i32>().is_err());
        others.map(str::to_string).collect()
    };
    assert_eq!(without_numbers(&after), without_numbers(&before));

    let empty = file("rescored-empty.vf", "");
    let out = fresh("rescored-nothing.vf");
    assert_refused(&["data", "rescore", &empty, "-o", &out], "no game to score");
    assert!(!std::path::Path::new(&out).exists());
}

/// As in `ox88 data filter ... -o /dev/stdout > file`.
#[test]
#[cfg(unix)]
fn a_result_on_standard_output_has_no_words_behind_it() {
    let games = played("streamed.vf", "2", "1");
    let pgn = file("streamed.pgn", "1. e4 {+0.31/12} e5 {-0.20/11} 1-0\n");
    for command in [
        &["data", "filter", &games][..],
        &["data", "teach", &games],
        &["data", "rescore", &games, "--nodes", "60"],
        &["data", "import", &pgn],
        &["book", "build", &pgn, "--min-games", "1"],
        &["datagen", "--nodes", "60", "--games", "2"],
    ] {
        let out = fresh("streamed.out");
        assert!(printed(&[command, &["-o", &out]].concat()).ends_with('\n'));
        let to_stream = [command, &["-o", "/dev/stdout"]].concat();
        let streamed = run(&to_stream);
        assert_eq!(text(&streamed.stderr), "", "{command:?}");
        assert!(streamed.stdout == read(&out), "{command:?}");
        // As in `ox88 data filter ... -o /dev/stdout | head`.
        super::command::quiet_success(&super::command::unread(&to_stream));
    }
}

#[test]
fn each_option_of_searches_and_evaluations_changes_the_file() {
    let network = binary_file("data-options.nnue", &constant_network());
    let games = played("data-options.vf", "2", "1");
    let written = |arguments: &[&str]| {
        let out = fresh("data-options.out");
        printed(&[arguments, &["-o", &out]].concat());
        read(&out)
    };
    let datagen = ["datagen", "--nodes", "60", "--games", "2"];
    let quick = [&datagen[..], &["--quick-nodes", "20"]].concat();
    let starts = file("endgames.epd", "4k3/pp6/8/8/8/8/PP6/4K3 w - -\n");
    let starts = ["--openings", &starts, "--random-plies", "0"];
    let endgames = [&quick[..], &starts].concat();
    let rescore = ["data", "rescore", &games, "--nodes", "60"];
    let teach = ["data", "teach", &games];
    let by_network = ["--eval-file", &network];
    for (command, option) in [
        (&datagen[..], &["--quick-nodes", "20"][..]),
        (&quick, &["--labels", "1"]),
        (&endgames, &["--endgame-labels", "1"]),
        (&endgames, &["--endgame-nodes", "0"]),
        (&datagen, &by_network),
        (&rescore, &by_network),
        (&rescore, &["--classical"]),
        (&teach, &by_network),
    ] {
        let with_option = [command, option].concat();
        let is_changed = written(&with_option) != written(command);
        assert!(is_changed, "{with_option:?}");
    }
}

#[test]
fn each_option_of_the_filter_keeps_more_or_fewer_positions() {
    let games = played("filtered.vf", "10", "1");
    let out = fresh("filtered.bin");
    let kept = |options: &[&str]| {
        let filter = ["data", "filter", &games, "-o", &out, "--force"];
        let output = run(&[&filter[..], options].concat());
        if output.status.success() {
            return read(&out).len() / 32;
        }
        let expected = "ox88: no position of 10 games is kept\n";
        assert_eq!(text(&output.stderr), expected, "{options:?}");
        0
    };
    let usual = kept(&[]);
    for more in ["--with-checks", "--with-noisy"] {
        assert!(kept(&[more]) > usual, "{more}");
    }
    for (option, value) in [("--skip", "20"), ("--max-score", "0"), ("--max-clock", "0")] {
        assert!(kept(&[option, value]) < usual, "{option}");
    }
    let quarter = kept(&["--every", "4"]);
    assert!((usual / 5..usual / 3).contains(&quarter), "{quarter} of {usual}");
    // More plies than a game has. The file stays as it was.
    let before = read(&out);
    assert_eq!(kept(&["--skip", "10000"]), 0);
    assert_eq!(read(&out), before);
}

#[test]
fn networks_are_judged_by_the_order_of_moves() {
    let moves = "\
4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\te2e4:90 e1d1:10 e1f1:5
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\te2e4:31 g1f3:28 h2h4:-40 f2f3:-60
";
    let moves = file("judged.tsv", moves);
    let own = printed(&["data", "judge-moves", &moves]);
    assert!(own.starts_with("the program's own network: calm 0."), "{own}");
    assert!(own.ends_with(", 2 positions\n"), "{own}");
    let network = binary_file("judged.nnue", &constant_network());
    let files = ["--eval-file", &network, "--eval-file", &network];
    let two = printed(&[&["data", "judge-moves", &moves][..], &files].concat());
    assert!(two.contains("    beside the first: calm +0.0000"), "{two}");
    assert_refused(&["data", "judge-moves", "Cargo.toml"], "Cargo.toml: line 1: not a FEN");
}
