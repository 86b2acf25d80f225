//! Parsing of lines into commands: lines as real clients write them, and properties of all lines.
//! The session's tests are in `uci_session`.

use ox88::uci::{Command, Go};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;

fn parse(line: &str) -> Command {
    Command::parse(line)
}

/// Checks that the line is a `go` with what `set` sets, and nothing else.
fn assert_go(line: &str, set: impl Fn(&mut Go)) {
    let mut expected = Go::default();
    set(&mut expected);
    assert_eq!(parse(line), Command::Go(expected), "{line}");
}

fn option(name: &str, value: &str) -> Command {
    Command::SetOption { name: name.to_string(), value: value.to_string() }
}

fn position(fen: Option<&str>, moves: &[&str]) -> Command {
    Command::Position { fen: fen.map(str::to_string), moves: texts(moves), skipped: Vec::new() }
}

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

#[test]
fn our_own_words() {
    assert_go("go perft 5", |go| go.perft = Some(5));
    let wanted = "go perft expects a depth from 0 to 12";
    for (large, depth) in [("13", 13), ("99999999999999999999", u32::MAX)] {
        assert_go(&format!("go perft {large}"), |go| {
            go.perft = Some(depth);
            go.mistakes = vec![format!("{wanted}, not '{large}'")];
        });
    }
    for (wrong, sent) in [("-1", ", not '-1'"), ("x", ", not 'x'"), ("", "")] {
        assert_go(&format!("go perft {wrong}"), |go| {
            go.mistakes = vec![format!("{wanted}{sent}")];
        });
    }
    assert_go("go depth 3 perft", |go| {
        go.depth = Some(3);
        go.mistakes = texts(&[wanted]);
    });
    assert_go("go perft 3 joho", |go| {
        go.perft = Some(3);
        go.mistakes = texts(&["go does not know 'joho'"]);
    });
    assert_eq!(parse("flip"), Command::Flip);
    assert_eq!(parse("d"), Command::Display);
    assert_eq!(parse("eval"), Command::Eval);
    assert_eq!(parse("bench"), Command::Bench(None));
    assert_eq!(parse("bench 7"), Command::Bench(Some(7)));
    assert_eq!(parse("help"), Command::Help);
    for wrong in ["0", "-1", "x", "240", "99999999999", "16 1 13", "7 x"] {
        let text = format!("bench expects a depth from 1 to 239, not '{wrong}'");
        assert_eq!(parse(&format!("bench {wrong}")), Command::Mistake(text));
    }
}

#[test]
fn plain_commands() {
    let expected = [
        ("uci", Command::Uci),
        ("debug on", Command::Debug(true)),
        ("debug off", Command::Debug(false)),
        ("isready", Command::IsReady),
        ("register later", Command::Register),
        ("register name Jane Doe code 12 34", Command::Register),
        ("register", Command::Register),
        ("ucinewgame", Command::NewGame),
        ("go", Command::Go(Go::default())),
        ("stop", Command::Stop),
        ("ponderhit", Command::PonderHit),
        ("quit", Command::Quit),
    ];
    for (line, command) in expected {
        assert_eq!(parse(line), command, "{line}");
    }
}

#[test]
fn line_ends_and_blanks_do_not_matter() {
    for line in [
        "go wtime 5 btime 6\r\n",
        "go wtime 5 btime 6\n",
        "  go   wtime  5 btime 6  ",
        "\tgo\twtime\t5\tbtime\t6\t\r\n",
    ] {
        assert_go(line, |go| go.time = [Some(5), Some(6)]);
    }
    assert_eq!(parse("isready\r\n"), Command::IsReady);
    for line in ["", "\n", "\r\n", " \t "] {
        assert_eq!(parse(line), Command::Nothing);
    }
}

#[test]
fn unknown_words_are_skipped() {
    assert_eq!(parse("joho debug on"), Command::Debug(true));
    assert_eq!(parse("joho isready please"), Command::IsReady);
    assert_eq!(parse("stop now"), Command::Stop);
    assert_eq!(parse("uci 2"), Command::Uci);
    assert_go("joho go quickly depth 3 or nodes 7 dept 5 go", |go| {
        go.depth = Some(3);
        go.nodes = Some(7);
        go.mistakes = texts(&[
            "go does not know 'quickly'",
            "go does not know 'or'",
            "go does not know 'dept' (did you mean 'depth'?)",
            "go does not know 'go'",
        ]);
    });
    for line in ["joho", "UCI", "goo", "\u{1F980}", "\0", "\u{FFFD}\u{FFFD}"] {
        assert_eq!(parse(line), Command::Nothing, "{line}");
    }
    // Own commands are recognised only as the first word.
    assert_eq!(parse("joho d"), Command::Nothing);
}

#[test]
fn commands_without_what_they_need_are_mistakes() {
    let setoption = "setoption expects 'name … [value …]'";
    let position = "position expects 'startpos' or 'fen …'";
    for (line, wanted, sent) in [
        ("debug", "debug expects on or off", ""),
        ("debug maybe", "debug expects on or off", ", not 'maybe'"),
        ("setoption", setoption, ""),
        ("setoption name", setoption, ", not 'name'"),
        ("setoption Hash value 3", setoption, ", not 'Hash value 3'"),
    ] {
        let mistake = Command::Mistake(format!("{wanted}{sent}"));
        assert_eq!(parse(line), mistake, "{line}");
    }
    for (line, sent) in [
        ("position", ""),
        ("position moves e2e4", ""),
        ("position 4k3/8 w - -", ", not '4k3/8 w - -'"),
    ] {
        let mistake = Command::NoPosition(format!("{position}{sent}"));
        assert_eq!(parse(line), mistake, "{line}");
    }
}

mod go_words {
    use super::*;

    #[test]
    fn all_at_once_in_any_order() {
        let all = |go: &mut Go| {
            *go = Go {
                search_moves: texts(&["e2e4", "d2d4"]),
                ponder: true,
                infinite: true,
                time: [Some(1), Some(2)],
                increment: [Some(3), Some(4)],
                misread_clocks: [false; 2],
                moves_to_go: Some(5),
                depth: Some(6),
                nodes: Some(7),
                mate: Some(8),
                move_time: Some(9),
                perft: None,
                mistakes: Vec::new(),
            }
        };
        let mut phrases = [
            "searchmoves e2e4 d2d4",
            "ponder",
            "infinite",
            "wtime 1",
            "btime 2",
            "winc 3",
            "binc 4",
            "movestogo 5",
            "depth 6",
            "nodes 7",
            "mate 8",
            "movetime 9",
        ];
        for _ in 0..phrases.len() {
            phrases.rotate_left(1);
            assert_go(&format!("go {}", phrases.join(" ")), all);
            let reversed: Vec<&str> = phrases.iter().rev().copied().collect();
            assert_go(&format!("go {}", reversed.join(" ")), all);
        }
    }

    #[test]
    fn numbers_beyond_every_width_mean_as_much_as_there_is() {
        let nines = "9".repeat(60);
        let (time, small) = (Some(i64::MAX), Some(i32::MAX as u32));
        let line = "go wtime N btime N winc N binc N movestogo N".replace('N', &nines);
        assert_go(&line, |go| {
            go.time = [time; 2];
            go.increment = [time; 2];
            go.moves_to_go = small;
        });
        let assert_go = |word: &str, set: &dyn Fn(&mut Go)| {
            assert_go(&format!("go {word} {nines}"), set);
        };
        assert_go("depth", &|go| go.depth = Some(i32::MAX));
        assert_go("mate", &|go| go.mate = small);
        assert_go("nodes", &|go| go.nodes = Some(u64::MAX));
        assert_go("movetime", &|go| go.move_time = time);
    }

    #[test]
    fn numbers_around_every_width() {
        for number in [255, 256, 65_535, 65_536, 1 << 31, 1 << 32, u64::MAX] {
            assert_go(&format!("go nodes {number}"), |go| go.nodes = Some(number));
            let small = number.min(i32::MAX as u64) as u32;
            assert_go(&format!("go depth {number}"), |go| go.depth = Some(small as i32));
            assert_go(&format!("go mate {number}"), |go| go.mate = Some(small));
            assert_go(&format!("go movestogo {number}"), |go| go.moves_to_go = Some(small));
        }
    }

    #[test]
    fn numbers_below_zero() {
        let nines = "9".repeat(60);
        assert_go(&format!("go wtime -{nines} btime -1"), |go| {
            go.time = [Some(i64::MIN), Some(-1)];
        });
        assert_go("go depth -1 nodes -2 mate 0 movetime -4 winc -5", |go| {
            go.increment[0] = Some(-5);
            go.mistakes = texts(&[
                "go depth expects a number from 0, not '-1'",
                "go nodes expects a number from 0, not '-2'",
                "go mate expects a number from 1, not '0'",
                "go movetime expects a number from 0, not '-4'",
            ]);
        });
    }

    #[test]
    fn missing_numbers_are_named_and_skipped() {
        assert_go("go depth nodes 5 movetime", |go| {
            go.nodes = Some(5);
            go.mistakes = texts(&["go depth expects a number", "go movetime expects a number"]);
        });
        assert_go("go depth x nodes 5 movetime soon", |go| {
            go.nodes = Some(5);
            go.mistakes = texts(&[
                "go depth expects a number, not 'x'",
                "go movetime expects a number, not 'soon'",
            ]);
        });
    }

    #[test]
    fn a_clock_that_cannot_be_read_is_known() {
        assert_go("go wtime 1500.0 btime 600000", |go| {
            go.time[1] = Some(600_000);
            go.misread_clocks[0] = true;
            go.mistakes = texts(&["go wtime expects a number, not '1500.0'"]);
        });
        let lacks_clock = |line: &str| match parse(line) {
            Command::Go(go) => [0, 1].map(|side| go.lacks_clock(side)),
            other => panic!("{other:?}"),
        };
        for (line, lacking) in [
            ("go wtime x btime 5", [true, false]),
            ("go wtime 5 btime", [false, true]),
            ("go winc x binc 5", [true, false]),
            ("go binc x", [false, true]),
            // An increment more or less is no other clock.
            ("go wtime 5 btime 5 winc x binc y", [false, false]),
            ("go btime 5", [false, false]),
            ("go depth x", [false, false]),
        ] {
            assert_eq!(lacks_clock(line), lacking, "{line}");
        }
    }

    #[test]
    fn search_moves_end_at_the_next_word() {
        let moves = texts(&["a7a8q", "E7E8Q", "e1h1"]);
        assert_go("go searchmoves a7a8q E7E8Q e1h1 depth 4", |go| {
            go.search_moves = moves.clone();
            go.depth = Some(4);
        });
        assert_go("go infinite searchmoves a7a8q E7E8Q e1h1", |go| {
            go.search_moves = moves.clone();
            go.infinite = true;
        });
        assert_go("go searchmoves", |_| ());
        // Words that are no moves are kept for the message.
        assert_go("go searchmoves e2e4 joho d2d4 depth 2", |go| {
            go.search_moves = texts(&["e2e4", "joho", "d2d4"]);
            go.depth = Some(2);
        });
    }

    #[test]
    fn only_bounds_end_a_search() {
        let is_bounded = |line: &str| match parse(line) {
            Command::Go(go) => go.is_bounded(),
            other => panic!("{other:?}"),
        };
        for line in [
            "go depth 1",
            "go wtime 5",
            "go btime -5",
            "go mate 2",
            "go nodes 0",
            "go winc 5 binc 5",
        ] {
            assert!(is_bounded(line), "{line}");
        }
        for line in [
            "go",
            "go movestogo 5",
            "go infinite depth 5",
            "go ponder wtime 5",
            "go searchmoves e2e4",
        ] {
            assert!(!is_bounded(line), "{line}");
        }
    }

    #[test]
    fn words_are_in_small_letters_and_stand_alone() {
        for (word, number) in [("DEPTH", 300), ("Mate", 999), ("MovesToGo", 256)] {
            let meant = word.to_lowercase();
            let mistake = format!("go does not know '{word}' (did you mean '{meant}'?)");
            assert_go(&format!("go {word} {number}"), |go| {
                go.mistakes = vec![mistake.clone()];
            });
        }
        for line in ["go wtime 5movestogo 300", "go wtime 5MOVESTOGO 300"] {
            assert_go(line, |go| {
                let word = line.split(' ').nth(2).unwrap();
                go.mistakes = vec![
                    format!("go wtime expects a number, not '{word}'"),
                    "go does not know '300'".to_string(),
                ];
                go.misread_clocks[0] = true;
            });
        }
    }
}

mod options {
    use super::*;

    #[test]
    fn names_of_several_words() {
        let line = "setoption name Move Overhead value 30";
        assert_eq!(parse(line), option("Move Overhead", "30"));
        assert_eq!(parse("setoption name Clear Hash"), option("Clear Hash", ""));
    }

    #[test]
    fn values_with_blanks() {
        for path in [r"C:\Program Files\Syzygy\3 4 5", "/home/Jane Doe/tables:/mnt/more tables"] {
            let line = format!("setoption name SyzygyPath value {path}\r\n");
            assert_eq!(parse(&line), option("SyzygyPath", path));
        }
        // Blanks within a path belong to it, those around it do not.
        let line = "setoption  name  EvalFile\tvalue   two  blanks /and   three \r\n";
        let path = "two  blanks /and   three";
        assert_eq!(parse(line), option("EvalFile", path));
        assert_eq!(
            parse("joho setoption name A value \u{1F980}  \u{1F980}\n"),
            option("A", "\u{1F980}  \u{1F980}")
        );
        // Line breaks would split a message, so they are dropped.
        let line = "setoption name A value B \t C\u{b}D";
        assert_eq!(parse(line), option("A", "B C D"));
        // Only the first `value` counts.
        let line = "setoption name A value B value C";
        assert_eq!(parse(line), option("A", "B value C"));
    }

    #[test]
    fn empty_values() {
        let line = "setoption name SyzygyPath value <empty>";
        assert_eq!(parse(line), option("SyzygyPath", "<empty>"));
        assert_eq!(parse("setoption name SyzygyPath value"), option("SyzygyPath", ""));
        assert_eq!(parse("setoption name SyzygyPath"), option("SyzygyPath", ""));
    }

    #[test]
    fn names_that_begin_with_value() {
        let line = "setoption name Value Thing value 3";
        assert_eq!(parse(line), option("Value Thing", "3"));
        let line = "setoption name value thing value 3";
        assert_eq!(parse(line), option("value thing", "3"));
        let line = "setoption name ValueOfAll value 3";
        assert_eq!(parse(line), option("ValueOfAll", "3"));
    }
}

mod positions {
    use super::*;

    const FEN: &str = "r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 3 14";

    #[test]
    fn with_and_without_moves() {
        assert_eq!(parse("position startpos"), position(None, &[]));
        assert_eq!(parse("position startpos moves"), position(None, &[]));
        let moves = ["e2e4", "e7e5"];
        assert_eq!(parse("position startpos moves e2e4 e7e5"), position(None, &moves));
        assert_eq!(parse(&format!("position fen {FEN}")), position(Some(FEN), &[]));
        let line = format!("position  fen  {FEN}  moves  e2e4  e8c8 \r\n");
        assert_eq!(parse(&line), position(Some(FEN), &["e2e4", "e8c8"]));
        // Without its counters.
        let four_fields = "r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq -";
        let line = format!("position fen {four_fields} moves e2e4");
        assert_eq!(parse(&line), position(Some(four_fields), &["e2e4"]));
    }

    #[test]
    fn words_where_none_belong_are_kept_to_be_named() {
        let expected = Command::Position {
            fen: None,
            moves: texts(&["e7e5"]),
            skipped: texts(&["e2e4", "joho"]),
        };
        assert_eq!(parse("position startpos e2e4 joho moves e7e5"), expected);
    }

    #[test]
    fn moves_are_kept_as_sent() {
        let moves = ["a7a8Q", "A2A4", "0000", "e1h1", "nonsense"];
        let line = format!("position startpos moves {}", moves.join(" "));
        assert_eq!(parse(&line), position(None, &moves));
    }

    #[test]
    fn whatever_follows_fen_is_for_the_board_to_judge() {
        assert_eq!(parse("position fen"), position(Some(""), &[]));
        assert_eq!(parse("position fen x y"), position(Some("x y"), &[]));
    }
}

const WORDS: &str = "uci debug on off isready setoption name value Value <empty> register later \
    code ucinewgame position startpos fen moves go searchmoves ponder infinite wtime btime winc \
    binc movestogo MOVESTOGO depth Depth nodes mate movetime perft stop ponderhit quit bench \
    4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1 info";

/// Returns the command with single blanks within the value of an option.
fn without_blanks(command: Command) -> Command {
    match command {
        Command::SetOption { name, value } => {
            let words: Vec<&str> = value.split_whitespace().collect();
            option(&name, &words.join(" "))
        }
        other => other,
    }
}

/// Lines of words of the protocol, numbers and moves, some of them without a blank between them.
fn mixture() -> impl Strategy<Value = String> {
    let words: Vec<&str> = WORDS.split(' ').collect();
    let word = prop_oneof![
        6 => select(words).prop_map(str::to_string),
        3 => "[+-]?[0-9]{1,30}",
        2 => "[a-hA-H][1-8][a-h][1-8][qrbnQx]?",
        1 => ".{0,4}",
    ];
    let blank = prop_oneof![
        6 => Just(" "),
        3 => select(&["  ", "\t", "\r\n", ""][..]),
    ];
    let glue =
        |pairs: Vec<(String, &str)>| pairs.into_iter().map(|(word, blank)| word + blank).collect();
    vec((word, blank), 0..12).prop_map(glue)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        rng_seed: RngSeed::Fixed(0x88),
        failure_persistence: None,
        ..Default::default()
    })]

    #[test]
    fn no_line_panics(line in any::<String>()) {
        parse(&line);
    }

    #[test]
    fn no_bytes_panic(bytes in vec(any::<u8>(), 0..200)) {
        parse(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_mixture_panics(line in mixture()) {
        parse(&line);
        parse(&format!("go {line}"));
        parse(&format!("position fen {line}"));
    }

    #[test]
    fn blanks_never_matter(line in mixture()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let command = without_blanks(parse(&line));
        for spread in [words.join(" "), format!(" {}\t \r\n", words.join("  "))] {
            prop_assert_eq!(&command, &without_blanks(parse(&spread)));
        }
    }

    #[test]
    fn numbers_are_read_exactly(number in any::<i32>(), nodes in any::<u64>()) {
        assert_go(&format!("go nodes {nodes} wtime {number}"), |go| {
            go.nodes = Some(nodes);
            go.time[0] = Some(number.into());
        });
    }
}
