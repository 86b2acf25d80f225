//! Self-play and its files, from the shell.

use std::path::Path;

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::client::program;
use super::command::{RunningProgram, complaint, file, fresh, printed, run, text};

fn datagen(path: &Path, games: &str, more: &[&str]) -> Vec<u8> {
    let path_text = path.to_str().unwrap();
    let arguments = [
        "datagen", "--nodes", "60", "--games", games, "-o", path_text,
    ];
    printed(&[&arguments[..], more].concat());
    std::fs::read(path).unwrap()
}

#[test]
fn games_are_played_gone_on_with_checked_and_sifted() {
    let path = fresh("games.vf");
    let six = datagen(&path, "6", &["--threads", "2"]);
    // Cut off within a game, then resumed.
    std::fs::write(&path, &six[..six.len() * 2 / 3]).unwrap();
    assert_eq!(datagen(&path, "6", &["--resume"]), six);
    // One game more.
    let seven = datagen(&path, "7", &["--resume"]);
    assert_eq!(&seven[..six.len()], six);

    let text = path.to_str().unwrap();
    let enough = [
        "datagen", "--nodes", "60", "--games", "6", "-o", text, "--resume",
    ];
    assert!(printed(&enough).ends_with("games.vf: holds 7 games already; none is left to play\n"));
    assert_eq!(std::fs::read(&path).unwrap(), seven);
    let checked = printed(&["data", "check", text]);
    assert!(checked.contains("games      7"), "{checked}");
    let samples: usize = checked
        .lines()
        .find_map(|line| line.strip_prefix("to train"))
        .and_then(|count| count.trim().parse().ok())
        .unwrap();
    let shown = printed(&["data", "show", text, "--games", "2"]);
    assert_eq!(shown.lines().count(), 6, "{shown}");

    let out = fresh("samples.bin");
    // The same games once more are nothing but duplicates.
    let filtered = printed(&["data", "filter", text, text, "-o", out.to_str().unwrap()]);
    assert!(filtered.contains("14 games"), "{filtered}");
    assert_eq!(std::fs::read(&out).unwrap().len(), 32 * samples);
}

#[test]
fn a_teacher_gets_positions() {
    let games = fresh("teach.vf");
    datagen(&games, "3", &[]);
    let games = games.to_str().unwrap();
    let count = |name: &str, options: &[&str]| {
        let out = fresh(name);
        let arguments = ["data", "teach", games, "-o", out.to_str().unwrap()];
        let told = printed(&[&arguments, options].concat());
        let bytes = std::fs::read(&out).unwrap().len();
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
    for (name, options) in [
        ("chess960.vf", &["--chess960"][..]),
        ("classical.vf", &["--classical", "--random-plies", "3"]),
    ] {
        let path = fresh(name);
        datagen(&path, "2", options);
        printed(&["data", "check", path.to_str().unwrap()]);
    }
    let openings = file("book.epd", "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - -\n");
    let path = fresh("book.vf");
    datagen(
        &path,
        "1",
        &["--openings", &openings, "--random-plies", "0"],
    );
    let shown = printed(&["data", "show", path.to_str().unwrap()]);
    assert!(
        shown.contains("/pppp4/") || shown.contains("4k3"),
        "{shown}"
    );
}

#[test]
fn nothing_is_lost_by_mistake() {
    let path = fresh("mistakes.vf");
    let text = path.to_str().unwrap();
    let first = datagen(&path, "1", &[]);
    let again = ["datagen", "--games", "1", "--nodes", "60", "-o", text];
    assert!(complaint(&again).contains("--resume"));
    let other_seed = [&again[..], &["--resume", "--seed", "2"]].concat();
    assert!(complaint(&other_seed).contains("other settings"));
    assert_eq!(std::fs::read(&path).unwrap(), first);

    for task in ["filter", "rescore", "teach"] {
        assert!(complaint(&["data", task, text, "-o", text]).contains("another file"));
        assert_eq!(std::fs::read(&path).unwrap(), first, "{task}");
    }
    let note = file("note.txt", "something else");
    let over = ["datagen", "--games", "1", "-o", &note, "--resume"];
    assert!(complaint(&over).contains("note.txt: too short"));
    assert_eq!(std::fs::read(&note).unwrap(), b"something else");

    std::fs::write(&path, &first[..first.len() - 2]).unwrap();
    assert!(complaint(&["data", "check", text]).contains("ends within a game"));
    std::fs::write(&path, [255; 100]).unwrap();
    let out = fresh("mistakes.bin");
    let out = ["-o", out.to_str().unwrap()];
    for (task, more) in [
        ("check", &[][..]),
        ("show", &[]),
        ("filter", &out),
        ("rescore", &out),
        ("teach", &out),
    ] {
        let complaint = complaint(&[&["data", task, text], more].concat());
        let expected = "mistakes.vf: not games in viriformat: ";
        assert!(complaint.contains(expected), "{complaint}");
        assert!(!Path::new(out[1]).exists(), "{task}");
        assert!(!Path::new(&format!("{}.part", out[1])).exists(), "{task}");
    }
    let resumed = complaint(&[&again[..], &["--resume"]].concat());
    assert!(resumed.contains("not games in viriformat"), "{resumed}");
    let folder = env!("CARGO_TARGET_TMPDIR");
    assert!(complaint(&["data", "show", folder]).contains("a directory, not a file"));
    for more in [&[][..], &["--resume"]] {
        let onto_folder = [&["datagen", "--games", "1", "-o", folder], more].concat();
        assert!(complaint(&onto_folder).contains("a directory, not a file"));
    }
    assert!(complaint(&["data", "check", "no/such/file"]).contains("no/such/file"));
    let rescored = ["data", "rescore", text, out[0], out[1], "--games", "0"];
    for none in [
        &["datagen", "--games", "0", "-o", text][..],
        &["data", "show", text, "--games", "0"],
        &rescored,
    ] {
        assert!(complaint(none).contains("0 is not 1 or more"), "{none:?}");
    }
    for wrong in [
        &["datagen", "--games", "1"][..],
        &["datagen", "--games", "1", "-o", text, "--threads", "0"],
        &["datagen", "--games", "1", "-o", text, "--book", "no/such"],
        &[
            "datagen",
            "--games",
            "1",
            "-o",
            text,
            "--eval-file",
            "Cargo.toml",
        ],
        &["data"],
        &["data", "filter", text],
        &[
            "data",
            "filter",
            text,
            out[0],
            out[1],
            "--max-score",
            "32001",
        ],
        &["data", "filter", text, out[0], out[1], "--max-clock", "101"],
        &["data", "teach", text, out[0], out[1], "--siblings", "1"],
        &["data", "teach", text, out[0], out[1], "--quiet", "--scored"],
    ] {
        complaint(wrong);
    }
}

/// Of a few quick games.
fn samples(name: &str) -> String {
    let games = fresh(&format!("{name}.vf"));
    datagen(&games, "30", &["--threads", "2"]);
    let out = fresh(&format!("{name}.bin"));
    let out = out.to_str().unwrap().to_string();
    printed(&["data", "filter", games.to_str().unwrap(), "-o", &out]);
    out
}

/// Arguments for a small network, and the files that result.
fn training<'a>(samples: &'a str, network: &'a Path, steps: &'a str) -> Vec<&'a str> {
    for extension in ["nnue", "checkpoint", "json", "svg"] {
        let _ = std::fs::remove_file(network.with_extension(extension));
    }
    let network = network.to_str().unwrap();
    let small = ["--hidden", "64", "--batch", "128", "--warm-up", "5"];
    let all = [
        &["train", samples, "-o", network, "--samples", steps],
        &small[..],
    ];
    all.concat()
}

#[test]
fn a_network_is_trained_judged_and_played_with() {
    let samples = samples("trained");
    let network = fresh("trained.nnue");
    let arguments = training(&samples, &network, "12800");
    let more = ["--judge", &samples, "--threads", "2", "--note", "a try"];
    let text = printed(&[&arguments[..], &more].concat());
    assert!(text.contains("100 steps of 128"), "{text}");
    assert!(text.contains("judged"), "{text}");
    assert!(text.contains("weights rounded"), "{text}");
    assert!(text.contains("dead of 16"), "{text}");
    assert!(text.contains("hidden units"), "{text}");
    let record = std::fs::read_to_string(network.with_extension("json")).unwrap();
    assert!(record.contains(r#""note": "a try""#), "{record}");
    let plot = std::fs::read_to_string(network.with_extension("svg")).unwrap();
    assert!(plot.contains("held out"), "{plot}");
    let network_text = network.to_str().unwrap();
    let analysed = [
        "analyse",
        "startpos",
        "--depth",
        "3",
        "--eval-file",
        network_text,
    ];
    printed(&analysed);
    // Another run may start from this network.
    let second = fresh("trained-on.nnue");
    let arguments = training(&samples, &second, "640");
    printed(&[&arguments[..], &["--start", network_text]].concat());
    averaged(&network, &second);
    calibrated(&network, &samples);
    widened(&samples, network_text);
}

/// A run of twice as many units may start from a network, one of four times as many not.
fn widened(samples: &str, narrow: &str) {
    let wide = fresh("wide.nnue");
    let with = |hidden| {
        let arguments = training(samples, &wide, "640").into_iter();
        let changed = arguments.map(|argument| if argument == "64" { hidden } else { argument });
        changed.chain(["--start", narrow]).collect::<Vec<_>>()
    };
    let wrong = complaint(&with("256"));
    let (found, wanted) = wrong.split_once(" wants ").expect(&wrong);
    assert!(found.contains("-> 64 squared") && wanted.contains("-> 256 squared"));
    printed(&with("128"));
    assert!(wide.exists());
    let wide = wide.to_str().unwrap();
    let wrong = complaint(&["average", narrow, wide, "-o", "x.nnue"]);
    let (found, wanted) = wrong.split_once(", but ").expect(&wrong);
    assert!(found.contains("wide.nnue: a network ") && found.contains("-> 128 squared"));
    assert!(wanted.contains("-> 64 squared"), "{wanted}");
}

fn calibrated(network: &Path, samples: &str) {
    let out = fresh("calibrated.nnue");
    let [out_text, network_text] = [&out, network].map(|path| path.to_str().unwrap());
    let arguments = ["calibrate", network_text, samples, "-o", out_text];
    let text = printed(&arguments);
    assert!(text.contains("32 pieces"), "{text}");
    assert!(text.contains("squared error"), "{text}");
    // But for the checksum, only the numbers at the end differ.
    let [before, after] = [network, &out].map(|path| std::fs::read(path).unwrap());
    assert_eq!(before.len(), after.len());
    let differing = (0..before.len()).filter(|&i| before[i] != after[i]);
    assert!(differing.clone().any(|i| i >= before.len() - 8));
    assert!(differing.clone().all(|i| i >= before.len() - 8 || i < 32));
    assert!(complaint(&arguments).contains("--force"));
    assert!(complaint(&["calibrate", samples, samples, "-o", "x"]).contains(samples));
    assert!(
        complaint(&["calibrate", network_text, network_text, "-o", "x"]).contains(network_text)
    );
    let few = fresh("few-samples.bin");
    std::fs::write(&few, &std::fs::read(samples).unwrap()[..5 * 32]).unwrap();
    let few = few.to_str().unwrap();
    assert!(complaint(&["calibrate", network_text, few, "-o", "x"]).contains("5 samples: too few"));
    assert!(!Path::new("x").exists());
    printed(&[
        "analyse",
        "startpos",
        "--depth",
        "2",
        "--eval-file",
        out_text,
    ]);
}

fn averaged(first: &Path, second: &Path) {
    let mean = fresh("mean.nnue");
    let [mean_text, first_text, second_text] =
        [&mean, first, second].map(|path| path.to_str().unwrap());
    let both = ["average", first_text, second_text, "-o", mean_text];
    let with = |more: &[&'static str]| [&both[..], more].concat();
    assert!(complaint(&with(&["--shares", "0.5", "0.6"])).contains("2 numbers"));
    assert!(complaint(&with(&["--scale", "0"])).contains("--scale"));
    assert!(
        complaint(&["average", first_text, "Cargo.toml", "-o", mean_text]).contains("Cargo.toml")
    );
    assert!(!mean.exists());
    printed(&with(&["--shares", "0", "1"]));
    let read = |path: &Path| std::fs::read(path).unwrap();
    assert_eq!(read(&mean), read(second));
    assert!(complaint(&both).contains("--force"));
    printed(&with(&["--force", "--scale", "321"]));
    assert_eq!(read(&mean)[22..24], 321u16.to_le_bytes());
}

#[test]
fn a_training_run_that_was_killed_goes_on_as_if_it_had_not_been() {
    let samples = samples("killed");
    let whole = fresh("whole.nnue");
    printed(&training(&samples, &whole, "64000"));
    let killed = fresh("killed.nnue");
    let arguments = training(&samples, &killed, "64000");
    let running = RunningProgram::start(
        program()
            .args(&arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null()),
    );
    let start = Instant::now();
    while !killed.with_extension("checkpoint").exists() {
        assert!(start.elapsed() < Duration::from_secs(100), "no checkpoint");
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(running);
    // Not without `--resume` or `--force`, and not with other settings.
    assert!(complaint(&arguments).contains("--resume goes on with it"));
    let resumed = [&arguments[..], &["--resume"]].concat();
    let other = [&resumed[..], &["--seed", "2"]].concat();
    assert!(complaint(&other).contains("other settings"));
    let text = printed(&resumed);
    assert!(text.contains("goes on after step"), "{text}");
    let read = |path: &Path| std::fs::read(path).unwrap();
    assert_eq!(read(&killed), read(&whole));
}

#[test]
fn results_of_training_are_written_over_only_by_force() {
    let samples = samples("forced");
    let network = fresh("forced.nnue");
    let arguments = training(&samples, &network, "640");
    for extension in ["nnue", "json", "svg"] {
        let path = network.with_extension(extension);
        std::fs::write(&path, "mine").unwrap();
        let wrong = complaint(&arguments);
        assert!(
            wrong.contains(&format!("forced.{extension}: exists; --force")),
            "{wrong}"
        );
        assert_eq!(std::fs::read(&path).unwrap(), b"mine");
        std::fs::remove_file(&path).unwrap();
    }
    assert!(!network.with_extension("checkpoint").exists());
    printed(&arguments);
    complaint(&arguments);
    printed(&[&arguments[..], &["--force"]].concat());
}

#[test]
#[cfg(unix)]
fn a_training_run_that_is_interrupted_can_go_on() {
    let samples = samples("stopped");
    let network = fresh("stopped.nnue");
    let arguments = training(&samples, &network, "6400000");
    let checkpoint = network.with_extension("checkpoint");
    let output = super::command::interrupted(&arguments, || checkpoint.exists());
    assert_eq!(output.status.code(), Some(130));
    let said = super::command::text(&output.stderr);
    assert_eq!(said, "ox88: stopped; --resume goes on\n");
}

#[test]
fn what_cannot_be_trained_on_is_told() {
    let nonsense = file(
        "nonsense.bin",
        "something else that is not thirty-two bytes",
    );
    let network = fresh("never.nnue");
    let arguments = training(&nonsense, &network, "1000");
    assert!(complaint(&arguments).contains("nonsense.bin: not a file of training samples"));
    let samples = samples("few");
    let arguments = training(&samples, &network, "1000");
    let with = |more: &[&str]| complaint(&[&arguments[..], more].concat());
    assert!(with(&["--judge", &nonsense]).contains("nonsense.bin"));
    assert!(with(&["--start", "Cargo.toml"]).contains("Cargo.toml"));
    assert!(with(&["--result-share", "2"]).contains("not between 0 and 1"));
    assert!(with(&["--rate", "0"]).contains("--rate"));
    let folder = env!("CARGO_TARGET_TMPDIR");
    assert!(complaint(&["train", folder, "-o", "x.nnue"]).contains("a directory"));
    for out in [folder, "no/such/x.nnue", "x.json"] {
        complaint(&["train", &samples, "-o", out]);
    }
    let arguments = ["train", &samples, "-o", network.to_str().unwrap()];
    let with = |more: &[&str]| complaint(&[&arguments[..], more].concat());
    assert!(with(&[]).contains("fewer than a batch of 16384"));
    assert!(with(&["--hidden", "100"]).contains("not a multiple of 64"));
    let foreign = network.with_extension("checkpoint");
    std::fs::write(&foreign, "[1, 2]\n").unwrap();
    let wrong = with(&["--batch", "128", "--resume"]);
    std::fs::remove_file(&foreign).unwrap();
    assert!(
        wrong.contains("never.checkpoint: not a checkpoint: it does not begin with the settings"),
        "{wrong}"
    );
    assert!(
        with(&["--hidden", "192", "--activation", "pairwise"]).contains("not a multiple of 128")
    );
    assert!(!network.exists());
}

#[test]
#[cfg(unix)]
fn games_may_go_to_a_device() {
    let to_device = [
        "datagen",
        "--nodes",
        "60",
        "--games",
        "1",
        "-o",
        "/dev/null",
    ];
    assert!(printed(&to_device).starts_with("1 game, "));
    let resumed = complaint(&[&to_device[..], &["--resume"]].concat());
    assert!(resumed.contains("/dev/null: not a file, so --resume"));
}

#[test]
fn a_run_without_held_out_samples_says_so() {
    let samples = samples("all-trained");
    let network = fresh("all-trained.nnue");
    let arguments = training(&samples, &network, "640");
    let told = printed(&[&arguments[..], &["--held-out", "0"]].concat());
    assert!(told.contains(" and 0 held out; 5 steps of 128\n"), "{told}");
    assert!(told.contains("none held out"), "{told}");
    assert!(!told.contains("dead of"), "{told}");
    let arguments = training(&samples, &network, "128");
    assert!(printed(&arguments).contains("; 1 step of 128\n"));
}

/// It leaves nothing that another run would have to go on with.
#[test]
fn a_run_that_diverges_says_so() {
    let samples = samples("diverging");
    let network = fresh("diverging.nnue");
    let arguments = training(&samples, &network, "1000");
    let output = run(&[&arguments[..], &["--rate", "1e30"]].concat());
    let complaint = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert!(complaint.contains("the run has diverged"), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    for extension in ["nnue", "checkpoint"] {
        assert!(!network.with_extension(extension).exists(), "{extension}");
    }
}
