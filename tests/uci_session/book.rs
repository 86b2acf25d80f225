//! Opening books: under UCI, and from the shell.

use std::fs::OpenOptions;
use std::path::Path;

use super::client::{Client, count_answers};
use super::command::{assert_refused, file, fresh, no_such_file, printed, run, text as text_of};
use super::evaluation::{assert_file_refused, is_loaded};
use super::lines::{START, assert_sound, best_move, field, pv};

/// A game that is repeated, so that a book takes its moves.
const GAME: &str = "1. a4 h5 2. b4 g5 {not in any book} 3. c4 f5 1/2-1/2\n";

const CHESS960: &str = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
    [FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\n\
    1. O-O O-O 1-0\n";

/// Builds a book in which the moves of every game count, and returns its path.
fn book(name: &str, games: &str) -> String {
    let games = file(&format!("{name}.pgn"), games);
    let book = fresh(&format!("{name}.bin"));
    printed(&["book", "build", &games, "-o", &book, "--min-games", "1"]);
    book
}

/// Starts a session that plays from the book of a file.
#[track_caller]
fn with_book(path: &str) -> Client {
    let mut client = Client::start();
    client.send("setoption name OwnBook value true");
    client.send(&format!("setoption name BookFile value {path}"));
    assert!(is_loaded(&client.ready()));
    client
}

/// Checks the lines of a search, and returns true if they are those of a book move: a note, a line
/// of depth 0 with the move, and the answer.
#[track_caller]
fn is_book_move(lines: &[String]) -> bool {
    if !lines.iter().any(|line| line.starts_with("info string book move ")) {
        return false;
    }
    let best = best_move(lines);
    let note = format!("info string book move {best}");
    assert!(lines[0].starts_with(&note), "{lines:#?}");
    assert_eq!(lines.len(), 3, "{lines:#?}");
    assert_eq!(field(&lines[1], "depth"), Some("0"), "{lines:#?}");
    assert_eq!(pv(&lines[1]), [best], "{lines:#?}");
    assert_eq!(field(&lines[2], "ponder"), None);
    true
}

#[test]
fn the_book_is_off_until_it_is_asked_for() {
    let mut client = Client::start();
    assert_sound(&client.ask("go depth 4"), START);
    client.send("setoption name OwnBook value true");
    let lines = client.ask("go depth 4");
    assert!(is_book_move(&lines), "{lines:#?}");
    assert_sound(&lines, START);
    client.send("setoption name OwnBook value false");
    assert_sound(&client.ask("go depth 4"), START);
}

#[test]
fn games_are_played_from_it_and_questions_searched() {
    let mut client = Client::start();
    client.send("setoption name OwnBook value true");
    for go in ["go wtime 1000 btime 1000", "go movetime 50", "go depth 3", "go nodes 1000"] {
        let lines = client.ask(go);
        assert!(is_book_move(&lines), "{go}: {lines:#?}");
    }
    for go in [
        "go infinite\nstop",
        "go\nstop",
        "go ponder wtime 100 btime 100\nponderhit",
        "go ponder depth 3\nstop",
        "go depth 3 searchmoves e2e4",
        "go mate 1",
        "setoption name MultiPV value 2\ngo depth 3",
    ] {
        let lines = client.ask(go);
        assert!(!is_book_move(&lines), "{go}: {lines:#?}");
        assert_sound(&lines, START);
    }
    client.send("setoption name MultiPV value 1\ngo perft 1");
    client.wait_for(|line| line == "Nodes searched: 20");
    assert_eq!(client.ready(), [""; 0]);
}

#[test]
fn out_of_the_book_it_searches() {
    let mut client = Client::start();
    client.send("setoption name OwnBook value true");
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_sound(&client.ask(&format!("position fen {fen}\ngo depth 4")), fen);
    // The eleventh move: in the book, but beyond `BookDepth`.
    let late = START.replace("0 1", "0 11");
    client.send(&format!("setoption name BookDepth value 10\nposition fen {late}"));
    assert_sound(&client.ask("go depth 4"), START);
    client.send("setoption name BookDepth value 11");
    assert!(is_book_move(&client.ask("go depth 4")));
}

/// Whatever is sent meanwhile, each `go` has one answer, and in order.
#[test]
fn every_go_is_answered_once() {
    let mut client = Client::start();
    client.send("setoption name OwnBook value true");
    client.send(&["go depth 5\nstop\nponderhit\nisready"; 50].join("\n"));
    client.send("go infinite\ngo movetime 10\ngo infinite\nstop");
    for _ in 0..50 {
        let lines = client.wait_for_answer();
        let lines: Vec<String> = lines.into_iter().filter(|line| line != "readyok").collect();
        assert!(is_book_move(&lines));
    }
    assert_sound(&client.wait_for_answer(), START);
    assert!(is_book_move(&client.wait_for_answer()));
    assert_sound(&client.wait_for_answer(), START);
    let ending = client.quit();
    assert_eq!(count_answers(&ending.lines), 0);
    assert_eq!((ending.status, ending.errors.as_str()), (Some(0), ""));
}

#[test]
fn a_seed_gives_the_same_choices() {
    let choices = |seed: u32| -> Vec<String> {
        let mut client = Client::start();
        client.send(&format!("setoption name BookSeed value {seed}"));
        client.send("setoption name OwnBook value true");
        (0..40).map(|_| best_move(&client.ask("go movetime 10")).to_string()).collect()
    };
    let first = choices(1);
    assert_eq!(choices(1), first);
    assert_ne!(choices(2), first);
    // Random; so many equal choices never happen.
    assert_ne!(choices(0), choices(0));
    assert!(first.iter().any(|mv| *mv != first[0]), "always {}", first[0]);
}

#[test]
fn a_file_without_a_book_leaves_the_old_one() {
    let good = book("session", GAME);
    let unsorted = file("unsorted.bin", "zzzzzzzzzzzzzzzzaaaaaaaaaaaaaaaa");
    let large = file("large.bin", "");
    OpenOptions::new().write(true).open(&large).unwrap().set_len((1 << 30) + 16).unwrap();
    let mut client = with_book(&good);
    for (path, reason) in [
        ("no/such/book.bin", no_such_file().as_str()),
        ("Cargo.toml", "not a Polyglot book: "),
        ("src", "not a file"),
        (&unsorted, "out of order"),
        (&large, "a book may have 1073741824 bytes, not 1073741840"),
    ] {
        assert_file_refused(&mut client, "BookFile", path, reason);
        let lines = client.ask("position startpos\ngo depth 3");
        assert!(is_book_move(&lines));
        assert_eq!(best_move(&lines), "a2a4");
    }
    std::fs::remove_file(&large).unwrap();
    let lines = client.ask("position startpos moves a2a4\ngo depth 3");
    assert_eq!((is_book_move(&lines), best_move(&lines)), (true, "h7h5"));
    client.send("setoption name BookFile value <embedded>\nposition startpos moves a2a4 h7h5");
    assert!(!is_book_move(&client.ask("go depth 3")));
    assert!(is_book_move(&client.ask("position startpos moves e2e4\ngo depth 3")));
}

#[test]
fn a_book_does_not_need_its_file_any_more() {
    let path = book("shrinking", GAME);
    let mut client = Client::start();
    client.send(&format!("setoption name BookFile value {path}"));
    let told = client.ready();
    assert!(is_loaded(&told), "{told:?}");
    let unused = ": a book with 6 moves; not used: OwnBook is false";
    assert!(told[0].ends_with(unused), "{told:?}");
    client.send("setoption name OwnBook value true");
    client.send(&format!("setoption name BookFile value {path}"));
    let told = client.ready();
    assert!(told[0].ends_with(": a book with 6 moves"), "{told:?}");
    assert!(is_book_move(&client.ask("go depth 3")));
    std::fs::File::create(&path).unwrap();
    assert!(is_book_move(&client.ask("go depth 3")));
    client.send("setoption name BookFile value <embedded>");
    assert!(is_book_move(&client.ask("go depth 3")));
}

/// A book of games that shuffle their knights.
#[test]
fn the_book_does_not_repeat_a_position() {
    let games = "1. Nf3 Nf6 2. Ng1 Ng8 1/2-1/2\n";
    let book = book("shuffle", games);
    let mut client = with_book(&book);
    let start = "position startpos moves g1f3 g8f6";
    for (moves, expected) in [("", Some("f3g1")), (" f3g1", None), (" f3g1 f6g8 g1f3 g8f6", None)] {
        client.send(&format!("{start}{moves}"));
        let lines = client.ask("go nodes 300");
        assert_eq!(is_book_move(&lines), expected.is_some(), "{moves}: {lines:#?}");
        assert!(expected.is_none_or(|mv| best_move(&lines) == mv), "{lines:#?}");
    }
}

/// A book with a2a3 and h2h4 of the start position, both of weight 0.
#[test]
fn moves_of_weight_zero_are_never_played() {
    let entry = |mv: u16| {
        let key = 0x463b_9618_1691_fc9c_u64.to_be_bytes();
        [&key[..], &mv.to_be_bytes(), &[0; 6]].concat()
    };
    let book = fresh("disabled.bin");
    std::fs::write(&book, [entry(0o01020), entry(0o01737)].concat()).unwrap();
    let mut client = with_book(&book);
    assert!(!is_book_move(&client.ask("go nodes 300")));
    let shown = printed(&["book", "show", "--book", &book]);
    assert!(shown.starts_with("a3          0   0.0 %"), "{shown}");
    assert_eq!(shown.lines().count(), 2, "{shown}");
}

#[test]
fn castling_from_the_book_is_written_as_the_client_wants() {
    let games = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O 1-0\n";
    let standard = book("castling", games);
    let chess960 = book("castling960", CHESS960);
    let mut client = with_book(&standard);
    client.send("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5");
    let lines = client.ask("go depth 3");
    assert_eq!((is_book_move(&lines), best_move(&lines)), (true, "e1g1"));
    client.send("setoption name UCI_Chess960 value true");
    assert_eq!(best_move(&client.ask("go depth 3")), "e1h1");
    client.send(&format!("setoption name BookFile value {chess960}"));
    assert!(is_loaded(&client.ready()));
    client.send("position fen bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1");
    let lines = client.ask("go depth 3");
    assert_eq!((is_book_move(&lines), best_move(&lines)), (true, "f1g1"));
}

#[test]
fn books_are_built_and_shown() {
    let text = [
        GAME.repeat(3).as_str(),
        "1. e4 e5 1-0\n1. e4 c5 0-1\n1. e4 c5 0-1\n[Result \"1/2-1/2\"]\n1. d4 0-1\n",
        "1. e4 Ke7 1-0\n[Variant \"Atomic\"]\n1. e4 *\n",
    ]
    .concat();
    let games = file("build.pgn", &text);
    let out = fresh("build.bin");
    let output = run(&["book", "build", &games, "-o", &out, "--min-games", "1"]);
    assert_eq!(output.status.code(), Some(0));
    let report = text_of(&output.stdout);
    let notes = text_of(&output.stderr);
    assert!(notes.contains("game 8: move 1 (Black): 'Ke7' is not legal here\n"), "{notes}");
    assert!(notes.contains("game 9: the variant 'Atomic' is not known\n"), "{notes}");
    assert!(notes.contains("game 7: its tag Result is 1/2-1/2, but"), "{notes}");
    assert!(notes.ends_with("ox88: 2 of 9 games skipped\n"), "{notes}");
    let row = |name: &str| {
        let line = report.lines().find(|line| line.starts_with(name));
        line.unwrap_or_else(|| panic!("{report}")).to_string()
    };
    assert_eq!(row("games"), "games      7");
    // Six of the game, and Black's after e4. Moves of the loser are left out.
    assert_eq!(row("positions"), "positions  7");
    assert_eq!(row("moves"), "moves      9");

    let shown = printed(&["book", "show", "--book", &out]);
    let rows: Vec<Vec<&str>> =
        shown.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0][..4], ["a4", "3", "50.0", "%"]);
    assert_eq!(rows[1][..6], ["e4", "2", "33.3", "%", "B00", "King's"]);
    assert_eq!(rows[2][..4], ["d4", "1", "16.7", "%"]);
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let shown = printed(&["book", "show", after, "--book", &out]);
    assert!(shown.starts_with("c5          4 100.0 %  B20 Sicilian Defense"), "{shown}");
    // Without quotes.
    let words: Vec<&str> = after.split(' ').collect();
    let arguments = [&["book", "show", "--book", &out][..], &words].concat();
    assert_eq!(printed(&arguments), shown);

    let arguments = ["book", "build", &games, "-o", &out, "--plies", "1"];
    assert_refused(&arguments, "exists; --force writes over it");
    let output = run(&[&arguments[..], &["--force"]].concat());
    assert_eq!(output.status.code(), Some(0));
    let shown = printed(&["book", "show", "--book", &out]);
    assert_eq!(shown.lines().count(), 2, "{shown}");
    let nothing = printed(&["book", "show", after, "--book", &out]);
    assert!(nothing.ends_with(" has no move here\n"), "{nothing}");

    let shown = printed(&["book", "show"]);
    assert!(shown.starts_with("e4 "), "{shown}");
    assert!(shown.contains(" B00 King's Pawn Game\n"), "{shown}");
}

/// The second is refused before its work, and Control-C leaves nothing of the first.
#[cfg(unix)]
#[test]
fn two_runs_do_not_build_the_same_book() {
    let Some(pipe) = super::command::pipe("both-books-pipe.pgn") else {
        return;
    };
    let games = file("both-books.pgn", GAME);
    let (out, part) = (fresh("both-books.bin"), fresh("both-books.bin.part"));
    // The first waits for the games of the pipe.
    let first = ["book", "build", &pipe, "-o", &out];
    let output = super::command::interrupted(&first, || {
        let second = ["book", "build", &games, "-o", &out, "--min-games", "1"];
        assert_refused(&second, "both-books.bin: another run is writing this file");
        true
    });
    assert_eq!(output.status.code(), Some(130));
    assert!(!Path::new(&out).exists() && !Path::new(&part).exists());
    std::fs::remove_file(&pipe).unwrap();
}

#[cfg(unix)]
#[test]
fn names_of_books_cannot_steer_a_terminal() {
    let path = book("steering\u{1b}[31m", GAME);
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let shown = printed(&["book", "show", fen, "--book", &path]);
    assert!(shown.ends_with("steering[31m.bin has no move here\n"), "{shown:?}");
}

#[test]
fn what_cannot_be_built_or_shown_is_one_line_and_status_2() {
    let games = file("errors.pgn", GAME);
    let one_of_two = file("one-of-two.pgn", "1. e4 e5 *\n1. e4 Ke7 *\n");
    let out = fresh("errors.bin");
    let build = ["book", "build", &games, "--min-games", "1", "-o"];
    for (arguments, reason) in [
        (&["book", "build"][..], "<PGN>"),
        (&["book", "build", &games], "--out <FILE>"),
        (&["book", "build", "no/such/games.pgn", "-o", &out], "no/such/games.pgn: "),
        (&["book", "build", "src", "-o", &out], "src: a directory"),
        (&[&build[..], &["no/such/book.bin"]].concat(), "no such directory"),
        (&[&build[..], &[out.as_str(), "--plies", "0"]].concat(), "0 is not"),
        (&["book", "build", &games, "-o", &out, "--min-games", "0"], "0 is not"),
        // Played only once.
        (&["book", "build", &games, "-o", &out], "no move was played in 3 games"),
        (&["book", "build", &one_of_two, "-o", &out], "ox88: 1 game: no move was played in 3"),
        (&["book", "show", "joho"], "'joho': "),
        (&["book", "show", "--book", "no/such/book.bin"], "no/such/book.bin: "),
        (&["book", "show", "--book", "Cargo.toml"], "not a Polyglot book"),
        (&[&build[..], &[games.as_str()]].concat(), "another file"),
    ] {
        assert_refused(arguments, reason);
        assert!(!Path::new(&out).exists(), "{arguments:?}");
    }
    assert_eq!(std::fs::read_to_string(&games).unwrap(), GAME);
}
