//! Self-play, its files, and training on them, from the shell.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::OnceLock;

use super::client::{program, program_with_room, program_within, wait_until};
use super::command::{
    RunningProgram, assert_refused, binary_file, complaint, failed, file, fresh, output_of,
    printed, quiet_success, run, text,
};

pub fn read(path: &str) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

fn with<'a>(arguments: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [arguments, more].concat()
}

/// Returns the arguments for quick games.
fn playing<'a>(path: &'a str, games: &'a str) -> [&'a str; 7] {
    ["datagen", "--nodes", "60", "--games", games, "-o", path]
}

/// Returns the bytes of a file of quick games.
pub fn datagen(path: &str, games: &str, more: &[&str]) -> Vec<u8> {
    printed(&with(&playing(path, games), more));
    read(path)
}

#[test]
fn games_are_played_resumed_checked_and_filtered() {
    let path = fresh("games.vf");
    let six = datagen(&path, "6", &["--threads", "2"]);
    // Cut off within a game, then resumed.
    std::fs::write(&path, &six[..six.len() * 2 / 3]).unwrap();
    assert_eq!(datagen(&path, "6", &["--resume"]), six);
    // One game more.
    let seven = datagen(&path, "7", &["--resume"]);
    assert_eq!(&seven[..six.len()], six);

    // There are enough; what follows them is cut off all the same.
    std::fs::write(&path, [&seven[..], &seven[..40]].concat()).unwrap();
    let enough = printed(&with(&playing(&path, "6"), &["--resume"]));
    assert!(enough.ends_with("games.vf: holds 7 games already; none is left to play\n"));
    assert_eq!(read(&path), seven);
    let checked = printed(&["data", "check", &path]);
    assert!(checked.contains("games      7"), "{checked}");
    let samples: usize = checked
        .lines()
        .find_map(|line| line.strip_prefix("to train"))
        .and_then(|count| count.trim().parse().ok())
        .unwrap();
    let shown = printed(&["data", "show", &path, "--games", "2"]);
    assert_eq!(shown.lines().count(), 6, "{shown}");

    let out = fresh("samples.bin");
    // The same games once more are nothing but duplicates.
    let filtered = printed(&["data", "filter", &path, &path, "-o", &out]);
    assert!(filtered.contains("14 games"), "{filtered}");
    assert_eq!(read(&out).len(), 32 * samples);
}

/// As in `ox88 datagen ... --resume -o /dev/stdout >> games.vf`.
#[test]
#[cfg(target_os = "linux")]
fn no_words_are_written_behind_games_that_are_enough() {
    let path = fresh("enough.vf");
    let games = datagen(&path, "1", &[]);
    let file = std::fs::File::options().append(true).open(&path).unwrap();
    let arguments = with(&playing("/dev/stdout", "1"), &["--resume"]);
    quiet_success(&output_of(program().args(arguments).stdin(Stdio::null()).stdout(file)));
    assert_eq!(read(&path), games);
}

/// The disk becomes full within a game.
#[test]
fn a_run_that_finds_no_room_keeps_whole_games() {
    // There is room for the longest game.
    let Some(mut program) = program_with_room(4) else {
        return;
    };
    let path = fresh("no-room.vf");
    let complaint = failed(&output_of(program.args(playing(&path, "30"))));
    assert!(complaint.ends_with("no-room.vf: File too large\n"), "{complaint}");
    assert!(printed(&["data", "check", &path]).starts_with("games "));
    // As in `ox88 datagen ... -o /dev/stdout > no-room.vf`.
    let kept = read(&path);
    let mut program = program_with_room(4).unwrap();
    program.args(playing("/dev/stdout", "30")).stdout(std::fs::File::create(&path).unwrap());
    let complaint = failed(&output_of(&mut program));
    assert_eq!(complaint, "ox88: /dev/stdout: File too large\n");
    assert_eq!(read(&path), kept);
}

#[test]
fn genfens_prints_the_starts_of_the_games_of_its_seed() {
    let path = fresh("genfens.vf");
    datagen(&path, "3", &["--seed", "7"]);
    let shown = printed(&["data", "show", &path, "--games", "3"]);
    let mut starts = shown.lines().filter(|line| line.contains('/'));
    // As a client of OpenBench starts the program.
    let command = "genfens 3 seed 7 book None --nodes 60";
    let openings = printed(&[command, "quit"]);
    for line in openings.lines() {
        let fen = line.strip_prefix("info string genfens ").unwrap();
        assert_eq!(fen.split(' ').count(), 6, "{fen}");
        assert!(starts.next().unwrap().starts_with(fen), "{fen} of {shown}");
    }
    assert_eq!(openings.lines().count(), 3);

    let book = file("genfens.epd", "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - -\n");
    // In words of their own, as the path may have blanks.
    let command = ["genfens", "1", "seed", "1", "book", &book];
    let opening = printed(&with(&command, &["--random-plies", "0", "--max-start", "9999"]));
    assert!(opening.starts_with("info string genfens 4k3/pppp4/8/8/"), "{opening}");
    for (command, reason) in [
        ("genfens 1 seed 1 book joho", "joho"),
        ("genfens 1 seed x book None", "not a whole number"),
        ("genfens 1 seed 1", "<FILE>"),
    ] {
        assert_refused(&[command, "quit"], reason);
    }
}

#[test]
fn a_teacher_gets_positions() {
    let games = fresh("teach.vf");
    datagen(&games, "3", &[]);
    let count = |name: &str, options: &[&str]| {
        let out = fresh(name);
        let told = printed(&with(&["data", "teach", &games, "-o", &out], options));
        let bytes = read(&out).len();
        assert_eq!(bytes % 36, 0, "{name}");
        assert!(told.contains(&format!("{} positions of 3 games", bytes / 36)));
        bytes / 36
    };
    let all = count("all.pos", &[]);
    assert!(count("scored.pos", &["--scored"]) < all);
    let quiet = count("quiet.pos", &["--quiet"]);
    assert!(0 < quiet && quiet < all);
    let beside = count("siblings.pos", &["--quiet", "--siblings", "1"]);
    assert!(quiet < beside && beside < 2 * all);
}

#[test]
fn other_starts_are_options() {
    let usual = datagen(&fresh("usual.vf"), "2", &[]);
    for (name, options) in [
        ("chess960.vf", &["--chess960"][..]),
        ("classical.vf", &["--classical"]),
        ("random-plies.vf", &["--random-plies", "3"]),
        ("standard.vf", &["--standard"]),
        ("win-score.vf", &["--win-score", "80"]),
        ("max-label.vf", &["--max-label", "20"]),
        ("max-start.vf", &["--max-start", "5"]),
    ] {
        let path = fresh(name);
        assert_ne!(datagen(&path, "2", options), usual, "{name}");
        printed(&["data", "check", &path]);
    }
    let openings = file("book.epd", "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - -\n");
    let path = fresh("book.vf");
    datagen(&path, "1", &["--openings", &openings, "--random-plies", "0"]);
    let shown = printed(&["data", "show", &path]);
    // Perhaps after a move of White.
    assert!(shown.starts_with("4k3/pppp4/8/8/"), "{shown}");
}

/// Both files have the same games, one with the labels and one with the quick scores.
#[test]
fn quick_scores_have_a_file_of_their_own() {
    let (labels, quick) = (fresh("deep.vf"), fresh("quick.vf"));
    let options = ["--quick-nodes", "20", "--labels", "0.5", "--quick-out", &quick];
    let both = datagen(&labels, "4", &options);
    let quick_bytes = read(&quick);
    assert_eq!(both.len(), quick_bytes.len());
    assert_ne!(both, quick_bytes);
    // A run that was killed before its last game was in both files.
    std::fs::write(&quick, &quick_bytes[..quick_bytes.len() - 1]).unwrap();
    let resumed = with(&options, &["--resume", "--threads", "2"]);
    assert_eq!(datagen(&labels, "4", &resumed), both);
    assert_eq!(read(&quick), quick_bytes);
    let alone = datagen(&fresh("alone.vf"), "4", &options[..4]);
    assert_eq!(alone, both);

    let again = with(&playing(&labels, "5"), &resumed);
    std::fs::write(&quick, &quick_bytes[..40]).unwrap();
    assert_refused(&again, "one of the two files has 0 games, the other 4");
    std::fs::remove_file(&quick).unwrap();
    assert_refused(&again, "one of the two files is missing");
    assert_eq!(read(&labels), both);
    let onto_itself =
        with(&playing("same.vf", "1"), &["--quick-nodes", "20", "--quick-out", "same.vf"]);
    assert_refused(&onto_itself, "needs another file");
}

#[test]
#[cfg(unix)]
fn games_are_written_behind_a_link_that_leads_nowhere_yet() {
    let (link, target) = (fresh("link.vf"), fresh("behind-link.vf"));
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let games = datagen(&link, "1", &[]);
    assert!(Path::new(&link).is_symlink());
    assert_eq!(read(&target), games);
}

/// The test acts as the other run.
#[test]
fn a_file_of_games_is_written_by_one_run_at_a_time() {
    let path = fresh("both-runs.vf");
    let first = datagen(&path, "1", &[]);
    let again = playing(&path, "2");
    let other_run = std::fs::File::open(&path).unwrap();
    other_run.lock().unwrap();
    for more in [&[][..], &["--resume"]] {
        assert_refused(&with(&again, more), "both-runs.vf: another run is writing this file\n");
    }
    // Not by dropping the file: a program that another test is just starting may hold it, too.
    // Wine does it and reports an error all the same.
    let _ = other_run.unlock();
    assert_eq!(read(&path), first);
    let two = datagen(&path, "2", &["--resume"]);
    assert_eq!(&two[..first.len()], first);
}

#[test]
fn nothing_is_lost_by_mistake() {
    let path = fresh("mistakes.vf");
    let first = datagen(&path, "1", &[]);
    let again = playing(&path, "1");
    assert_refused(&again, "--resume");
    let other_seed = with(&again, &["--resume", "--seed", "2"]);
    assert_refused(&other_seed, "other settings");
    assert_eq!(read(&path), first);

    for task in ["filter", "rescore", "teach"] {
        assert_refused(&["data", task, &path, "-o", &path], "another file");
        assert_eq!(read(&path), first, "{task}");
    }
    let network = fresh("mistakes.nnue");
    std::fs::copy("src/eval/nnue/ox88.nnue", &network).unwrap();
    for task in ["rescore", "teach"] {
        let onto_network = ["data", task, &path, "-o", &network];
        let onto_network = with(&onto_network, &["--eval-file", &network, "--force"]);
        assert_refused(&onto_network, "another file");
    }
    let note = file("note.txt", "something else");
    let over = with(&playing(&note, "1"), &["--resume"]);
    assert_refused(&over, "note.txt: too short");
    assert_eq!(read(&note), b"something else");

    std::fs::write(&path, &first[..first.len() - 2]).unwrap();
    assert_refused(&["data", "check", &path], "ends within a game");
    std::fs::write(&path, [255; 100]).unwrap();
    let out = fresh("mistakes.bin");
    let to_out = ["-o", &out];
    for (task, more) in [
        ("check", &[][..]),
        ("show", &[]),
        ("filter", &to_out),
        ("rescore", &to_out),
        ("teach", &to_out),
    ] {
        let arguments = with(&["data", task, &path], more);
        assert_refused(&arguments, "mistakes.vf: not games in viriformat: ");
        assert!(!Path::new(&out).exists(), "{task}");
        assert!(!Path::new(&format!("{out}.part")).exists(), "{task}");
    }
    assert_refused(&with(&again, &["--resume"]), "not games in viriformat");
    let folder = env!("CARGO_TARGET_TMPDIR");
    assert_refused(&["data", "show", folder], "a directory, not a file");
    for more in [&[][..], &["--resume"]] {
        assert_refused(&with(&playing(folder, "1"), more), "a directory, not a file");
    }
    assert_refused(&["data", "check", "no/such/file"], "no/such/file");
    for none in [
        &["datagen", "--games", "0", "-o", &path][..],
        &["data", "show", &path, "--games", "0"],
        &["data", "rescore", &path, "-o", &out, "--games", "0"],
    ] {
        assert_refused(none, "0 is not 1 or more");
    }
    // Nothing but the argument is wrong.
    let new = fresh("mistakes-new.vf");
    let good = binary_file("mistakes-good.vf", &first);
    let begin = playing(&new, "1");
    let filter = ["data", "filter", &good, "-o", &out];
    let teach = ["data", "teach", &good, "-o", &out];
    for (incomplete, missing) in
        [(&["datagen", "--games", "1"][..], "--out <FILE>"), (&filter[..3], "--out <FILE>")]
    {
        assert_refused(incomplete, missing);
    }
    for (command, argument, reason) in [
        (&begin[..], ["--threads", "0"], "0 is not"),
        (&begin, ["--book", "no/such"], "no/such: "),
        (&begin, ["--eval-file", "Cargo.toml"], "Cargo.toml: "),
        (&filter, ["--max-score", "32001"], "32001 is not"),
        (&filter, ["--max-clock", "101"], "101 is not"),
        (&teach, ["--siblings", "1"], "--quiet"),
        (&teach, ["--quiet", "--seed=5"], "--siblings"),
        (&teach, ["--quiet", "--scored"], "cannot be used with"),
    ] {
        assert_refused(&with(command, &argument), reason);
    }
    let quick = ["--quick-nodes", "20", "--quick-out", "no/such/file"];
    assert_refused(&with(&begin, &quick), "there is no such directory");
    assert!(!Path::new(&new).exists());
}

/// Returns the path of a file of samples from a few quick games, which no test changes.
fn samples() -> &'static str {
    static SAMPLES: OnceLock<String> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        let games = fresh("training-samples.vf");
        datagen(&games, "30", &["--threads", "2"]);
        let out = fresh("training-samples.bin");
        printed(&["data", "filter", &games, "-o", &out]);
        out
    })
}

/// Returns the file with this extension that a network's training writes.
fn beside(network: &str, extension: &str) -> PathBuf {
    Path::new(network).with_extension(extension)
}

/// Returns the arguments for a small network, and removes its files of an earlier run.
fn training<'a>(samples: &'a str, network: &'a str, count: &'a str) -> Vec<&'a str> {
    for extension in ["nnue", "checkpoint", "json", "json.part", "svg"] {
        let path = beside(network, extension);
        fresh(path.file_name().unwrap().to_str().unwrap());
    }
    let all = ["train", samples, "-o", network, "--samples", count];
    let small = ["--hidden", "64", "--batch", "128", "--warm-up", "5"];
    with(&all, &small)
}

/// Starts a training run, and returns once it has written a checkpoint.
fn started(arguments: &[&str], network: &str) -> RunningProgram {
    let running =
        RunningProgram::start(program().args(arguments).stdin(Stdio::null()).stdout(Stdio::null()));
    let checkpoint = beside(network, "checkpoint");
    wait_until("a checkpoint", || checkpoint.exists());
    running
}

#[test]
fn a_network_is_trained_judged_and_played_with() {
    let samples = samples();
    let network = fresh("trained.nnue");
    let arguments = training(samples, &network, "12800");
    let more = ["--judge", samples, "--threads", "2", "--note", "a try"];
    let text = printed(&with(&arguments, &more));
    assert!(text.contains("100 steps of 128"), "{text}");
    assert!(text.contains("judged"), "{text}");
    assert!(text.contains("weights rounded"), "{text}");
    assert!(text.contains("dead of 16"), "{text}");
    assert!(text.contains("hidden units"), "{text}");
    let record = std::fs::read_to_string(beside(&network, "json")).unwrap();
    assert!(record.contains(r#""note": "a try""#), "{record}");
    let plot = std::fs::read_to_string(beside(&network, "svg")).unwrap();
    assert!(plot.contains("held out"), "{plot}");
    printed(&["analyse", "startpos", "--depth", "3", "--eval-file", &network]);
    // Another run may start from this network.
    let second = fresh("trained-on.nnue");
    let arguments = training(samples, &second, "640");
    printed(&with(&arguments, &["--start", &network]));
    averaged(&network, &second);
    widened(samples, &network);
}

/// Checks that a run of twice as many units may start from a network, and one of four times as many
/// not.
fn widened(samples: &str, narrow: &str) {
    let wide = fresh("wide.nnue");
    let of_units = |hidden| {
        let arguments = training(samples, &wide, "640").into_iter();
        let changed = arguments.map(|argument| if argument == "64" { hidden } else { argument });
        changed.chain(["--start", narrow]).collect::<Vec<_>>()
    };
    let wrong = complaint(&of_units("256"));
    let (found, wanted) = wrong.split_once(" expects ").expect(&wrong);
    assert!(found.contains("-> 64 ->") && wanted.contains("-> 256 ->"));
    // A network with more units is refused, too.
    assert!(wanted.ends_with(", or with fewer units, at least half\n"), "{wanted}");
    printed(&of_units("128"));
    assert!(Path::new(&wide).exists());
    let mean = fresh("mean-of-two-shapes.nnue");
    let wrong = complaint(&["average", narrow, &wide, "-o", &mean]);
    let (found, wanted) = wrong.split_once(", but ").expect(&wrong);
    assert!(found.contains("wide.nnue: a network ") && found.contains("-> 128 ->"));
    assert!(wanted.contains("-> 64 ->"), "{wanted}");
}

fn averaged(first: &str, second: &str) {
    let mean = fresh("mean.nnue");
    let both = ["average", first, second, "-o", &mean];
    assert_refused(&with(&both, &["--shares", "0.5", "0.6"]), "2 numbers");
    assert_refused(&with(&both, &["--scale", "0"]), "--scale");
    assert_refused(&["average", first, "Cargo.toml", "-o", &mean], "Cargo.toml");
    assert!(!Path::new(&mean).exists());
    printed(&with(&both, &["--shares", "0", "1"]));
    assert_eq!(read(&mean), read(second));
    printed(&with(&both, &["--force", "--scale", "321"]));
    assert_eq!(read(&mean)[22..24], 321u16.to_le_bytes());
    // A run that starts from it has its own scale, and says so.
    let trained = fresh("trained-from-mean.nnue");
    let arguments = training(samples(), &trained, "640");
    let output = run(&with(&arguments, &["--start", &mean]));
    let note = text(&output.stderr);
    assert_eq!((output.status.code(), note.lines().count()), (Some(0), 1), "{note}");
    let expected = "mean.nnue is 321, not 200: values become 0.62 times as large";
    assert!(note.contains(expected), "{note}");
}

#[test]
fn a_training_run_that_was_killed_goes_on_as_if_it_had_not_been() {
    const ATTEMPTS: usize = 20;
    let samples = samples();
    let whole = fresh("whole.nnue");
    printed(&training(samples, &whole, "64000"));
    let killed = fresh("killed.nnue");
    // On a busy machine a run may be over before it is killed.
    let mut arguments = Vec::new();
    let was_killed = (0..ATTEMPTS).any(|_| {
        arguments = training(samples, &killed, "64000");
        drop(started(&arguments, &killed));
        // The last file of a run.
        !beside(&killed, "svg").exists()
    });
    assert!(was_killed, "{ATTEMPTS} runs were over too early");
    // Not without `--resume` or `--force`, and not with other settings.
    assert_refused(&arguments, "--resume goes on with it");
    let resumed = with(&arguments, &["--resume"]);
    assert_refused(&with(&resumed, &["--seed", "2"]), "other settings");
    let text = printed(&resumed);
    assert!(text.contains("goes on after step"), "{text}");
    assert_eq!(read(&killed), read(&whole));
    // As if killed between the last checkpoint and the network.
    std::fs::remove_file(&killed).unwrap();
    printed(&resumed);
    assert_eq!(read(&killed), read(&whole));
}

/// The files of both runs would be mixed.
#[test]
fn a_second_training_run_with_the_same_files_is_refused() {
    let network = fresh("two-training-runs.nnue");
    let arguments = training(samples(), &network, "6400000");
    let _first = started(&arguments, &network);
    for more in [&[][..], &["--force"], &["--resume"]] {
        let reason = "two-training-runs.checkpoint: another run is writing this file\n";
        assert_refused(&with(&arguments, more), reason);
    }
}

#[test]
fn options_of_training_change_the_network() {
    let (first, second) = (fresh("options-first.nnue"), fresh("options-second.nnue"));
    printed(&training(samples(), &first, "640"));
    let checkpoint = beside(&first, "checkpoint");
    let checkpoint = checkpoint.to_str().unwrap();
    let trained = |more: &[&str]| {
        printed(&with(&training(samples(), &second, "640"), more));
        read(&second)
    };
    let usual = trained(&[]);
    assert_eq!(usual, read(&first));
    let unrounded = trained(&["--start", checkpoint]);
    assert_ne!(unrounded, usual);
    assert_ne!(unrounded, trained(&["--start", &first]));
    for more in [["--averaged", "1"], ["--moment-floor", "0.5"]] {
        assert_ne!(trained(&more), usual, "{more:?}");
    }
    // Half of what there is is shuffled together.
    assert_ne!(trained(&["--memory", "500"]), usual);
    let twice = trained(&[samples()]);
    assert_eq!(trained(&[samples(), "--weights", "1", "1"]), twice);
    assert_ne!(trained(&[samples(), "--weights", "1", "0.1"]), twice);
}

#[test]
fn an_epoch_sees_each_sample_once() {
    let network = fresh("epochs.nnue");
    let small = ["--hidden", "64", "--batch", "128", "--force"];
    let announced = |epochs: &str| {
        let all = ["train", samples(), "-o", &network, "--epochs", epochs];
        let text = printed(&with(&all, &small));
        let number = |word: &str| word.parse::<usize>().unwrap();
        let words: Vec<&str> = text.split_whitespace().take(7).collect();
        (number(words[0]), number(words[6]))
    };
    for epochs in [1usize, 2] {
        let (samples, steps) = announced(&epochs.to_string());
        assert_eq!(steps, (epochs * samples).div_ceil(128));
    }
}

#[test]
fn results_of_training_are_written_over_only_by_force() {
    let network = fresh("forced.nnue");
    let arguments = training(samples(), &network, "640");
    for extension in ["nnue", "json", "svg"] {
        let path = beside(&network, extension);
        std::fs::write(&path, "mine").unwrap();
        assert_refused(&arguments, &format!("forced.{extension}: exists; --force"));
        assert_eq!(std::fs::read(&path).unwrap(), b"mine");
        std::fs::remove_file(&path).unwrap();
    }
    assert!(!beside(&network, "checkpoint").exists());
    printed(&arguments);
    assert_refused(&arguments, "--force writes over it");
    printed(&with(&arguments, &["--force"]));
}

#[test]
#[cfg(unix)]
fn a_training_run_that_is_interrupted_can_go_on() {
    let network = fresh("stopped.nnue");
    let arguments = training(samples(), &network, "6400000");
    let checkpoint = beside(&network, "checkpoint");
    let output = super::command::interrupted(&arguments, || checkpoint.exists());
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text(&output.stderr), "ox88: stopped; --resume goes on\n");
}

/// It has created the file of its record, and may still be reading samples.
#[test]
#[cfg(unix)]
fn a_training_run_that_is_interrupted_early_leaves_no_unfinished_file() {
    let network = fresh("stopped-early.nnue");
    // The greatest number of samples; more are in its whole steps.
    let arguments = training(samples(), &network, "18446744073709551615");
    let part = fresh("stopped-early.json.part");
    let output =
        super::command::signalled("INT", program().args(&arguments), |_| Path::new(&part).exists());
    assert_eq!(output.status.code(), Some(130));
    assert!(!Path::new(&part).exists());
}

/// As in `ox88 train ... | head`.
#[test]
fn a_training_run_is_completed_where_its_reader_leaves() {
    let network = fresh("unread-training.nnue");
    quiet_success(&super::command::unread(&training(samples(), &network, "640")));
    for extension in ["nnue", "checkpoint", "json", "svg"] {
        assert!(beside(&network, extension).exists(), "{extension}");
    }
}

#[test]
fn what_cannot_be_trained_on_is_told() {
    let nonsense = file("nonsense.bin", "something else that is not thirty-two bytes");
    let network = fresh("never.nnue");
    let arguments = training(&nonsense, &network, "1000");
    assert_refused(&arguments, "nonsense.bin: not a file of training samples");
    let samples = samples();
    let arguments = training(samples, &network, "1000");
    for (more, expected) in [
        (["--judge", &nonsense], "nonsense.bin"),
        (["--start", "Cargo.toml"], "Cargo.toml"),
        (["--result-share", "2"], "not between 0 and 1"),
        (["--rate", "0"], "--rate"),
        (["--weights", "3"], "not between 0.01 and 2.55"),
    ] {
        assert_refused(&with(&arguments, &more), expected);
    }
    #[cfg(unix)]
    {
        let name: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(b"\xff.nnue");
        let output = output_of(program().args(&arguments).arg("--start").arg(name));
        assert!(failed(&output).contains("not Unicode"));
    }
    let folder = env!("CARGO_TARGET_TMPDIR");
    assert_refused(&["train", folder, "-o", &network], "a directory");
    for (out, reason) in [
        (folder, "a directory"),
        ("no/such/x.nnue", "no such directory"),
        ("x.json", "needs another file"),
        #[cfg(unix)]
        ("/dev/null", "/dev/null: the run writes more files beside it"),
    ] {
        assert_refused(&["train", samples, "-o", out], reason);
    }
    let arguments = ["train", samples, "-o", &network];
    assert_refused(&arguments, "fewer than a batch of 4096");
    assert_refused(&with(&arguments, &["--hidden", "100"]), "not a multiple of 64");
    let foreign = beside(&network, "checkpoint");
    std::fs::write(&foreign, "[1, 2]\n").unwrap();
    assert_refused(
        &with(&arguments, &["--batch", "128", "--resume"]),
        "never.checkpoint: not a checkpoint",
    );
    std::fs::remove_file(&foreign).unwrap();
    assert!(!Path::new(&network).exists());
}

#[test]
fn samples_without_room_in_memory_are_told() {
    // In kB: half of what the file has.
    let Some(mut program) = program_within(1 << 20) else {
        return;
    };
    let samples = fresh("no-memory.bin");
    std::fs::File::create(&samples).unwrap().set_len(2 << 30).unwrap();
    let network = fresh("no-memory.nnue");
    let arguments = training(&samples, &network, "1000");
    let output = output_of(program.args(with(&arguments, &["--held-out", "0"])));
    std::fs::remove_file(&samples).unwrap();
    let complaint = failed(&output);
    assert_eq!(complaint, "ox88: no memory for 33554432 samples\n");
}

#[test]
#[cfg(unix)]
fn a_pipe_is_no_checkpoint() {
    let network = fresh("pipe.nnue");
    let arguments = training(samples(), &network, "640");
    let Some(pipe) = super::command::pipe("pipe.checkpoint") else {
        return;
    };
    assert_refused(&with(&arguments, &["--resume"]), "pipe.checkpoint: not a file");
    std::fs::remove_file(&pipe).unwrap();
}

#[test]
#[cfg(unix)]
fn games_may_go_to_a_device() {
    let to_device = playing("/dev/null", "1");
    assert!(printed(&to_device).starts_with("1 game, "));
    assert_refused(&with(&to_device, &["--resume"]), "/dev/null: not a file, so --resume");
}

#[test]
fn a_run_without_held_out_samples_says_so() {
    let network = fresh("all-trained.nnue");
    let arguments = training(samples(), &network, "640");
    let told = printed(&with(&arguments, &["--held-out", "0"]));
    assert!(told.contains(" and 0 held out; 5 steps of 128\n"), "{told}");
    assert!(told.contains("none held out"), "{told}");
    assert!(!told.contains("dead of"), "{told}");
    let plot = std::fs::read_to_string(beside(&network, "svg")).unwrap();
    assert!(plot.contains("trained on") && !plot.contains("held out"), "{plot}");
    let arguments = training(samples(), &network, "128");
    assert!(printed(&arguments).contains("; 1 step of 128\n"));
}

/// The run leaves no checkpoint that another run would have to go on with.
#[test]
fn a_run_that_diverges_says_so() {
    let network = fresh("diverging.nnue");
    let arguments = training(samples(), &network, "1000");
    let complaint = failed(&run(&with(&arguments, &["--rate", "1e30"])));
    assert!(complaint.contains("the run has diverged"), "{complaint}");
    for extension in ["nnue", "checkpoint"] {
        assert!(!beside(&network, extension).exists(), "{extension}");
    }
}
