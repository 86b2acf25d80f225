//! Games in the terminal, with lines from a pipe.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Output;

use ox88::board::{GameResult, Outcome};
use ox88::knowledge::pgn::{Games, PgnGame};

use super::client::{Client, Ending, program, program_with_room};
use super::command::{assert_refused, file, fresh, quiet_success, time_limit};

#[track_caller]
fn ended(arguments: &[&str], lines: &[&str]) -> Ending {
    let mut client = Client::of(program().arg("play").args(arguments));
    if !lines.is_empty() {
        client.send(&lines.join("\n"));
    }
    client.close()
}

#[track_caller]
fn played(arguments: &[&str], lines: &[&str]) -> String {
    let ending = ended(arguments, lines);
    assert_eq!((ending.status, ending.errors.as_str()), (Some(0), ""), "{arguments:?}");
    ending.lines.join("\n")
}

/// Checks that the arguments are refused for this reason.
#[track_caller]
fn assert_no_game(arguments: &[&str], reason: &str) {
    assert_refused(&[&["play"], arguments].concat(), reason);
}

const PERSONS: [&str; 4] = ["--white", "human", "--black", "human"];

/// Plays a game of two humans from the start position, and returns the output.
#[track_caller]
fn persons(moves: &str) -> String {
    played(&PERSONS, &moves.split(' ').collect::<Vec<_>>())
}

#[track_caller]
fn said(fen: &str, lines: &[&str]) -> String {
    played(&[&PERSONS[..], &["--fen", fen]].concat(), lines)
}

#[track_caller]
fn assert_line(output: &str, line: &str) {
    let is_there = output.lines().any(|other| other == line);
    assert!(is_there, "{line}: {output}");
}

fn games(text: &str) -> Vec<PgnGame> {
    let mut pgn = String::new();
    let mut is_pgn = false;
    for line in text.lines() {
        is_pgn |= line.starts_with("[Event ");
        if is_pgn {
            pgn.push_str(line);
            pgn.push('\n');
        }
        let ends = ["1-0", "0-1", "1/2-1/2", "*"].iter().any(|mark| line.ends_with(mark));
        is_pgn &= !ends || line.starts_with('[');
    }
    let all = Games::new(pgn.as_bytes());
    all.map(|game| game.unwrap().unwrap()).collect()
}

#[track_caller]
fn only_game(text: &str) -> PgnGame {
    let mut games = games(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

#[test]
fn two_persons_play_the_fools_mate() {
    let output = persons("f3 e7e5 g2g4 Qh4");
    assert!(output.contains("\n2... Qh4#\n"), "{output}");
    assert!(output.contains("\nBlack wins: checkmate.\n"), "{output}");
    assert!(output.contains(" 4  .  .  .  .  .  .  P [q]"), "{output}");
    let game = only_game(&output);
    assert_eq!(game.result, Some(GameResult::BlackWins));
    assert_eq!(game.last_position().outcome(), Some(Outcome::Checkmate));
    assert_eq!(game.tag("White"), Some("human"));
}

#[test]
fn games_are_drawn_by_the_rules() {
    let stalemate = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";
    let threefold = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    for (moves, reason, outcome) in [
        (stalemate, "stalemate", Outcome::Stalemate),
        (threefold, "threefold repetition", Outcome::Threefold),
    ] {
        let output = persons(moves);
        let sentence = format!("The game is drawn: {reason}.");
        assert!(output.contains(&sentence), "{output}");
        let game = only_game(&output);
        assert_eq!(game.result, Some(GameResult::Draw));
        assert_eq!(game.last_position().outcome(), Some(outcome));
    }
    for (fen, mv, reason) in [
        ("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "Kxe2", "neither side can mate"),
        ("4k3/8/8/8/8/8/3R4/4K3 w - - 99 80", "Kf2", "fifty moves without capture or pawn move"),
    ] {
        let output = said(fen, &[mv, "e4"]);
        let sentence = format!("The game is drawn: {reason}.");
        assert!(output.contains(&sentence), "{output}");
        assert!(output.contains("\nThe game is over.\n"), "{output}");
    }
}

#[test]
fn promotions_are_asked_for_in_words() {
    let fen = "8/4P3/8/p7/8/8/k7/4K3 w - - 0 1";
    for (typed, answer, expected) in [
        ("e7e8", "knight", "e8=N"),
        ("e7e8", "k", "e8=N"),
        ("e8", "n", "e8=N"),
        ("e7 e8", "Rook", "e8=R"),
        ("e7-e8", "b", "e8=B"),
        ("e8", "queen", "e8=Q"),
        ("e8", "=Q", "e8=Q"),
    ] {
        let output = said(fen, &[typed, "joho", answer]);
        assert!(output.contains("Promote to a queen, a rook, a bishop or a knight?"));
        assert!(output.contains("Type queen, rook, bishop or knight"), "{output}");
        assert!(output.contains(&format!("\n1. {expected}\n")), "{output}");
    }
    // Another command may replace the answer to a question.
    let output = said(fen, &["e8", "", "fen", "e8", "Kd2", "fen"]);
    assert!(output.contains(&format!("\n{fen}\n")), "{output}");
    assert!(output.contains("\n8/4P3/8/p7/8/8/k2K4/8 b - - 1 1\n"), "{output}");
    assert!(said(fen, &["e7e8r"]).contains("\n1. e8=R\n"));
}

#[test]
fn commands_are_told_from_moves() {
    let none =
        |line: &str| format!("'{line}' is neither a move nor a command; 'help' lists what is.");
    let start = ox88::board::START_FEN;
    let (no_clocks, no_move) =
        ("There are no clocks in this game.", "There is no move of yours to take back.");
    let no_number = "'undo' takes a number of moves, 1 or more.";
    for (line, expected) in [
        ("HELP", "Control-C makes your opponent move at once; in a game without a human it"),
        ("moves", "20 legal moves:"),
        ("moves E2", "The pawn on e2 can go to e3, e4."),
        ("moves e7", "That is Black's pawn."),
        ("moves e4", "There is no piece on e4."),
        ("moves e9", &none("moves e9")),
        ("pgn", "[Event \"Ox88 play\"]"),
        ("pgn \"\"", &none("pgn \"\"")),
        ("save", "Type 'save FILE' with the name of a file."),
        ("undo", no_move),
        ("u", no_move),
        ("takeback 3", no_move),
        ("undo 0", no_number),
        ("undo -1", no_number),
        ("u e4", no_number),
        ("undo 99999999999999999999", no_number),
        ("Clock", no_clocks),
        ("time", no_clocks),
        ("quit now", &none("quit now")),
        (" e2 e4 ", "1. e4"),
        ("\u{feff}e2e4\r", "1. e4"),
        ("\u{feff}fen", start),
        ("Nf3", "1. Nf3"),
    ] {
        assert_line(&played(&PERSONS, &[line]), expected);
    }
    for line in ["Q", "exit", "\u{feff}quit"] {
        let output = played(&PERSONS, &[line, "fen"]);
        assert!(!output.contains(start), "{line:?}: {output}");
    }
}

#[test]
fn squares_are_named_in_turn() {
    let output = persons("g1 g3 f3 e7 d8 d8 b8 c6 fen");
    for line in [
        "The knight on g1 can go to f3, h3.",
        "A knight does not move like that.",
        "1. Nf3",
        // Another own piece replaces the first, if it can move.
        "The queen on d8 cannot move.",
        "The knight on b8 can go to a6, c6.",
        "1... Nc6",
        "r1bqkbnr/pppppppp/2n5/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2",
    ] {
        assert_line(&output, line);
    }
}

#[test]
fn castling_in_chess960_is_named_by_the_rook() {
    let output = said("4k3/8/8/8/8/8/8/6KR w K - 0 1", &["g1", "h1"]);
    for line in ["The king on g1 can go to f1, h1, f2, g2, h2.", "1. O-O"] {
        assert_line(&output, line);
    }
}

#[test]
fn wrong_moves_are_told_why() {
    let output = persons("Bf4 e5 e7e5 Nd2 b1b3 O-O joho e2d3 a1a8 fen");
    for line in [
        "The bishop on c1 is blocked by the pawn on d2.",
        "None of your pawns can go to e5.",
        "That is Black's pawn.",
        "Your own pawn is on d2.",
        "A knight does not move like that.",
        "You may not castle: the bishop on f1 is in the way.",
        "'joho' is neither a move nor a command; 'help' lists what is.",
        "Pawns take diagonally, and there is nothing on d3 to take.",
        "The rook on a1 is blocked by the pawn on a2.",
        ox88::board::START_FEN,
    ] {
        assert_line(&output, line);
    }
}

#[test]
fn commands_answer() {
    let output = persons("help moves eval score board fen pgn hint flip");
    for part in [
        "A move is typed as",
        "20 legal moves:\n  Na3 Nc3",
        "Static evaluation:",
        "Scores are now shown.",
        ox88::board::START_FEN,
        "Try ",
        " 1  R  N  B  K  Q  B  N  R ",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    let opening = persons("e4 c5");
    assert!(opening.contains("\nOpening: B20 Sicilian Defense"), "{opening}");
}

#[test]
fn moves_are_taken_back() {
    let alone = ["--black", "random", "--seed", "3"];
    let output = played(&alone, &["e4", "d4", "undo", "undo", "undo", "fen"]);
    assert!(output.contains(&format!("\n{}\n", ox88::board::START_FEN)), "{output}");
    assert!(output.contains("There is no move of yours to take back."), "{output}");
    // Black cannot take back the opponent's first move.
    let black = ["--color", "black", "--level", "random", "--seed", "3"];
    let output = played(&black, &["undo", "fen"]);
    assert!(output.contains("There is no move of yours to take back."), "{output}");
    assert!(output.contains(" b KQkq "), "{output}");
    // Also after the end by mate or by resignation.
    let output = persons("f3 e5 g4 Qh4 undo fen");
    assert!(output.contains("\nrnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2\n"));
    let output = persons("resign undo e4 fen");
    assert!(output.contains("\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"));
}

#[test]
fn several_moves_are_taken_back() {
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5"];
    for (words, expected) in [
        (&["undo 2"][..], " b KQkq - 1 2"),
        (&["u", "takeback"], " b KQkq - 1 2"),
        (&["u 9"], " w KQkq - 0 1"),
        (&["resign", "undo 2"], " w KQkq - 2 3"),
    ] {
        let output = played(&PERSONS, &[&moves[..], words, &["fen"]].concat());
        let is_meant = |line: &str| line.contains('/') && line.ends_with(expected);
        assert!(output.lines().any(is_meant), "{words:?}: {output}");
    }
    // Against a machine its answers are taken back too.
    let output =
        played(&["--level", "random", "--seed", "3"], &["e4", "d4", "a3", "undo 9", "moves"]);
    assert_line(&output, "That is the first move that you can take back.");
}

#[test]
fn after_the_end_a_move_is_late_and_a_typo_a_typo() {
    let stuck = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    for line in ["hint", "Kg8", "h8g8", "h8", "e4", "draw", "resign"] {
        let output = said(stuck, &[line]);
        assert_line(&output, "The game is over.");
        assert!(!output.contains("Try "), "{output}");
    }
    for (line, answer) in
        [("udno", "'udno' is neither a move nor a command; 'help' lists what is."), ("fen", stuck)]
    {
        let output = said(stuck, &[line]);
        assert_line(&output, answer);
        assert!(!output.contains("The game is over."), "{output}");
    }
    // A draw that leaves legal moves.
    let output = said("4k3/8/8/8/8/8/3R4/4K3 w - - 99 80", &["Kf2", "hint"]);
    assert_line(&output, "The game is over.");
}

#[test]
fn words_end_games() {
    let output = persons("e4 resign");
    assert!(output.contains("White wins: Black resigns."), "{output}");
    assert_eq!(only_game(&output).result, Some(GameResult::WhiteWins));
    // The side that is offered a draw may resign instead, or offer the same.
    let output = persons("draw resign");
    assert!(output.contains("White wins: Black resigns."), "{output}");
    let output = persons("draw draw");
    assert!(output.contains("The game is drawn: draw agreed."), "{output}");
    let output = persons("draw no e4 draw yes");
    assert!(output.contains("White offers a draw. Black, do you accept?"), "{output}");
    assert!(output.contains("No draw: the game goes on."), "{output}");
    assert!(output.contains("The game is drawn: draw agreed."), "{output}");
    assert_eq!(only_game(&output).result, Some(GameResult::Draw));
    // The engine declines a draw when it is ahead, and accepts when it is behind.
    let queen_up = "3qk3/8/8/8/8/8/8/4K3 w - - 0 1";
    let queen_down = "4k3/8/8/8/8/8/8/3QK3 w - - 0 1";
    let offered = |fen| played(&["--fen", fen, "--level", "beginner"], &["draw"]);
    assert!(offered(queen_up).contains("Black declines the draw."));
    assert!(offered(queen_down).contains("The game is drawn: draw agreed."));
    // With few pieces it accepts what it could hardly win, and nothing that it could.
    let even = "8/3k4/8/r7/8/8/3K3R/8 w - - 0 1";
    assert!(offered(even).contains("The game is drawn: draw agreed."));
    let winning = "8/3k4/8/r2p4/8/8/3K4/8 w - - 0 1";
    assert!(offered(winning).contains("Black declines the draw."));
}

/// Removes the tags of date and time.
pub fn without_time(output: &str) -> String {
    let is_time = |line: &&str| line.starts_with("[Date ") || line.starts_with("[Time ");
    let lines: Vec<&str> = output.lines().filter(|line| !is_time(line)).collect();
    lines.join("\n")
}

#[test]
fn the_same_seed_is_the_same_game() {
    let play = |seed: &str| {
        let arguments = ["--level", "random", "--seed", seed];
        without_time(&played(&arguments, &["e4", "d4", "Nf3", "Nc3", "resign"]))
    };
    assert_eq!(play("5"), play("5"));
    assert_ne!(play("5"), play("6"));
    let book = |seed: &str| {
        let players = ["--white", "ox88:nodes=100", "--black", "ox88:nodes=100"];
        without_time(&played(&[&players[..], &["--scores", "--seed", seed]].concat(), &[]))
    };
    let game = book("1");
    assert!(game.contains(" (book)\n"), "{game}");
    assert_eq!(game, book("1"));
    assert_ne!(game, book("2"));
}

#[test]
fn two_players_of_one_kind_choose_on_their_own() {
    let is_alike = |seed| {
        let output = played(&["--white", "random", "--black", "random", "--seed", seed], &[]);
        // Without the rank, which differs for the sides.
        let first = |number: &str| {
            let mv = output.lines().find_map(|line| line.strip_prefix(number)).unwrap();
            mv.trim_end_matches(|letter: char| letter.is_ascii_digit())
        };
        first("1. ") == first("1... ")
    };
    assert!(!["1", "2", "3"].into_iter().all(is_alike));
}

#[test]
fn players_play_to_the_end() {
    for players in [
        ["--white", "greedy", "--black", "random"],
        ["--white", "ox88:nodes=200", "--black", "beginner"],
    ] {
        // With scores, moves of the book are marked.
        let more = ["--seed", "4", "--no-book", "--scores"];
        let output = played(&[&players[..], &more].concat(), &[]);
        let game = only_game(&output);
        let outcome = game.last_position().outcome();
        assert!(outcome.is_some(), "{output}");
        let is_mate = outcome == Some(Outcome::Checkmate);
        assert_eq!(is_mate, game.result != Some(GameResult::Draw));
        assert!(!output.contains("(book)"), "{output}");
    }
}

#[test]
fn games_are_added_to_a_file() {
    let path = fresh("play.pgn");
    let other = fresh("play other.pgn");
    let arguments = [&PERSONS[..], &["--pgn", &path]].concat();
    let save = format!("pgn {other}");
    let quoted = format!("pgn \"{other}\"");
    let lines = ["f3", "e5", "g4", "Qh4", &save, &quoted, "new", "e4", "resign", "new", "d4"];
    let output = played(&arguments, &lines);
    assert_eq!(output.matches("The game was added to ").count(), 4, "{output}");
    let again = format!("The game is in {other} already.");
    assert_line(&output, &again);
    let read = |path| games(&std::fs::read_to_string(path).unwrap());
    let kept = read(&path);
    let ends: Vec<Option<GameResult>> = kept.iter().map(|game| game.result).collect();
    let expected = [Some(GameResult::BlackWins), Some(GameResult::WhiteWins), None];
    assert_eq!(ends, expected);
    let rounds: Vec<_> = kept.iter().map(|game| game.tag("Round")).collect();
    assert_eq!(rounds, [Some("1"), Some("2"), Some("3")]);
    assert_eq!(read(&other).len(), 1);
    // The next session appends to the same file, and says so.
    let note = format!("Games are added to {path}, which exists.");
    assert!(!output.contains(&note), "{output}");
    let output = played(&arguments, &["e4", "quit"]);
    assert!(output.contains(&note), "{output}");
    assert_eq!(read(&path).len(), 4);
}

/// A game that goes on after an end is another game only if the file has that end.
#[test]
fn an_end_that_is_not_kept_leaves_the_round() {
    for (end, rounds) in [(&["resign"][..], &["1"][..]), (&["resign", "save"], &["1", "2"])] {
        let path = fresh("taken-back.pgn");
        let save = format!("save {path}");
        let end = end.iter().map(|&line| if line == "save" { &save[..] } else { line });
        let lines = ["e4", "e5", &save].into_iter().chain(end).chain(["undo", "d4", &save]);
        played(&PERSONS, &lines.collect::<Vec<_>>());
        let kept = games(&std::fs::read_to_string(&path).unwrap());
        let kept: Vec<_> = kept.iter().map(|game| game.tag("Round").unwrap()).collect();
        assert_eq!(kept, rounds);
    }
}

/// Moves are taken back after the mate, and the game goes on or not.
#[test]
fn a_finished_game_stays_in_its_file() {
    let mate = ["f3", "e5", "g4", "Qh4"];
    let mated = (4, Some(GameResult::BlackWins));
    let resigned = |moves: usize| (moves, Some(GameResult::WhiteWins));
    for (number, (more, expected)) in [
        (&["undo"][..], &[mated][..]),
        (&["undo", "undo"], &[mated]),
        (&["undo", "new"], &[mated]),
        (&["undo", "undo", "new", "e4", "resign"], &[mated, resigned(1)]),
        (&["undo", "Qh4"], &[mated]),
        (&["undo", "d6", "a3"], &[mated, (5, None)]),
        (&["undo", "resign"], &[mated, resigned(3)]),
        (&["undo", "d6", "new", "e4", "resign"], &[mated, (4, None), resigned(1)]),
    ]
    .into_iter()
    .enumerate()
    {
        let path = fresh(&format!("finished-{number}.pgn"));
        let arguments = [&PERSONS[..], &["--pgn", &path]].concat();
        let output = played(&arguments, &[&mate[..], more].concat());
        let sentence = format!("The game was added to {path}.");
        assert_eq!(output.matches(&sentence).count(), expected.len(), "{output}");
        let kept = games(&std::fs::read_to_string(&path).unwrap());
        let ends: Vec<_> = kept.iter().map(|game| (game.moves.len(), game.result)).collect();
        assert_eq!(ends, expected, "{more:?}");
        let rounds: Vec<_> = kept.iter().map(|game| game.tag("Round").unwrap()).collect();
        assert!(rounds.is_sorted_by(|one, next| one < next), "{more:?}: {rounds:?}");
    }
}

#[test]
fn an_unfinished_game_is_in_its_file_once() {
    let name = &fresh("once.pgn")[..];
    let save = format!("save {name}");
    let pgn = format!("pgn {name}");
    let output = played(&PERSONS, &["e4", &save, "e5", &pgn, &save, "undo", "c5", "Nf3", &save]);
    for (sentence, times) in [
        (format!("The game was added to {name}."), 1),
        (format!("The game was replaced in {name}."), 2),
        (format!("The game is in {name} already."), 1),
    ] {
        assert_eq!(output.matches(&sentence).count(), times, "{output}");
    }
    let game = only_game(&std::fs::read_to_string(name).unwrap());
    assert_eq!(game.moves.len(), 3);
    // Without a name, it is the file of --pgn.
    let arguments = [&PERSONS[..], &["--pgn", name]].concat();
    played(&arguments, &["d4", "save", "d5", "quit"]);
    let kept = games(&std::fs::read_to_string(name).unwrap());
    assert_eq!(kept.last().unwrap().moves.len(), 2);
    assert_eq!(kept.len(), 2);
}

/// Someone removes the file between two commands.
#[test]
fn a_game_whose_file_is_gone_is_added_again() {
    let path = fresh("gone.pgn");
    let save = format!("save {path}");
    let sentence = format!("The game was added to {path}.");
    let mut client = Client::of(program().arg("play").args(PERSONS));
    client.send("e4");
    for _ in 0..2 {
        client.send(&save);
        client.wait_for(|line| line == sentence);
        std::fs::remove_file(&path).unwrap();
    }
    assert_eq!(client.quit().status, Some(0));
}

#[test]
#[cfg(unix)]
fn names_of_files_cannot_steer_a_terminal() {
    let name = &fresh("played-steering\u{1b}[31m.pgn")[..];
    let arguments = [&PERSONS[..], &["--pgn", name]].concat();
    let output = played(&arguments, &["e4", &format!("pgn {name}"), "e5"]);
    let sentences = output.matches("played-steering[31m.pgn.").count();
    assert_eq!(sentences, 2, "{output:?}");
}

/// Plays a game whose reader leaves after the first move.
fn left_after_a_move(arguments: &[&str]) -> Output {
    let mut child = program().args(arguments).spawn().unwrap();
    let _limit = time_limit(&child);
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    input.write_all(b"e4\n").unwrap();
    assert!(lines.any(|line| line.unwrap() == "1. e4"));
    drop(lines);
    // It may have ended already.
    let _ = input.write_all(b"e5\n");
    drop(input);
    child.wait_with_output().unwrap()
}

/// The reader leaves as in `ox88 play ... --pgn file | head`.
#[test]
fn a_game_is_kept_where_the_reader_leaves() {
    let path = fresh("unread-play.pgn");
    let arguments = [&["play"][..], &PERSONS, &["--pgn", &path]].concat();
    quiet_success(&left_after_a_move(&arguments));
    let game = only_game(&std::fs::read_to_string(&path).unwrap());
    assert!(!game.moves.is_empty());
}

/// The reader leaves as in `ox88 play ... --pgn /dev/stdout | head`.
#[test]
#[cfg(target_os = "linux")]
fn a_game_that_is_kept_for_a_reader_that_leaves_is_no_failure() {
    let arguments = [&["play"][..], &PERSONS, &["--pgn", "/dev/stdout"]].concat();
    quiet_success(&left_after_a_move(&arguments));
}

/// The disk is full when a game that went on replaces its earlier state in the file.
#[test]
fn a_game_that_finds_no_room_leaves_the_file_as_it_was() {
    const BLOCKS: usize = 2;
    let path = fresh("no-room-play.pgn");
    let arguments = [&PERSONS[..], &["--pgn", &path]].concat();
    played(&arguments, &["a3", "resign"]);
    let length = std::fs::metadata(&path).unwrap().len() as usize;
    // Behind another game, there is room for this one and a few letters more.
    let other = format!("{:1$}\n", "1. e4 *", 512 * BLOCKS - length - 20);
    std::fs::write(&path, &other).unwrap();
    let Some(mut program) = program_with_room(BLOCKS) else {
        return;
    };
    let mut client = Client::of(program.arg("play").args(arguments));
    client.send("a3\nresign\nundo\na6");
    for file in 'b'..='h' {
        client.send(&format!("{file}3\n{file}6"));
    }
    for file in 'a'..='h' {
        client.send(&format!("{file}4\n{file}5"));
    }
    let ending = client.close();
    assert_eq!(ending.status, Some(2), "{ending:#?}");
    let complaint = &ending.errors;
    assert!(complaint.ends_with(".pgn: File too large\n"), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert!(ending.lines.iter().any(|line| line == "16... h5"), "{ending:#?}");
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.len(), other.len() + 1 + length, "{text}");
    assert!(text.starts_with(&other), "{text}");
    let kept = only_game(&text);
    let ending = (kept.moves.len(), kept.result);
    assert_eq!(ending, (1, Some(GameResult::WhiteWins)));
}

/// Starts a session at a terminal with a human as White; returns its process, too.
#[cfg(target_os = "linux")]
fn at_a_terminal(arguments: &str) -> Option<(Client, String)> {
    let path = super::client::PROGRAM;
    // With an echo, bytes would come back.
    let play = format!("stty -echo; echo process $$; exec '{path}' play {arguments}");
    let client = Client::of(&mut super::command::at_a_terminal(&play)?);
    let lines = client.wait_for(|line| line.starts_with("process "));
    let process = lines.last().unwrap().split_whitespace().nth(1).unwrap().to_string();
    client.wait_for(|line| line.contains("White: human."));
    Some((client, process))
}

#[test]
#[cfg(target_os = "linux")]
fn a_byte_that_is_no_text_ends_no_session_at_a_terminal() {
    let Some((mut client, _)) = at_a_terminal(&PERSONS.join(" ")) else {
        return;
    };
    client.send_bytes(b"\xff");
    // Awaited: the line editor drops what was typed ahead behind what is no text.
    client.wait_for(|line| line.contains("That is not text"));
    client.send("fen");
    client.wait_for(|line| line.contains(ox88::board::START_FEN));
    let ending = client.quit();
    assert_eq!(ending.status, Some(0), "{ending:#?}");
    let is_end = |line: &String| line.contains("Goodbye.");
    assert!(ending.lines.iter().any(is_end), "{ending:#?}");
}

/// Several lines that are pasted would be one if the terminal marked them.
#[test]
#[cfg(target_os = "linux")]
fn a_terminal_is_not_told_to_mark_what_is_pasted() {
    let Some((client, _)) = at_a_terminal(&PERSONS.join(" ")) else {
        return;
    };
    let output = client.quit().lines.concat();
    assert!(!output.contains("\u{1b}[?2004h"), "{output:?}");
}

/// Returns the time that a process has computed, in the system's ticks, of which a second has a
/// hundred.
#[cfg(target_os = "linux")]
fn ticks(process: &str) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // Behind the name, which may contain blanks; for the program and for the system.
    let (_, fields) = stat.rsplit_once(") ").unwrap();
    let times = fields.split(' ').skip(11).take(2);
    times.map(|time| time.parse::<u64>().unwrap()).sum()
}

#[test]
#[cfg(target_os = "linux")]
fn control_c_at_a_terminal_makes_the_opponent_move_at_once() {
    const MUCH_TO_COMPUTE: u64 = 50;
    if !Path::new("/proc/self/stat").exists() {
        return println!("skipped: this system does not tell how long a process has computed");
    }
    let arguments = "--black ox88:movetime=600000 --no-book";
    let Some((mut client, process)) = at_a_terminal(arguments) else {
        return;
    };
    client.send("e4");
    client.wait_for(|line| line.contains("Opening: "));
    // Before the search begins, Control-C would end the program.
    let before = ticks(&process);
    super::client::wait_until("a search", || ticks(&process) > before + MUCH_TO_COMPUTE);
    client.send_bytes(b"\x03");
    client.wait_for(|line| line.contains("1... "));
    // It ends the search for a hint, too; it may come after that.
    let before = ticks(&process);
    client.send("hint");
    super::client::wait_until("a hint", || ticks(&process) > before + 2);
    client.send_bytes(b"\x03");
    client.wait_for(|line| line.contains("Try "));
    let ending = client.quit();
    assert_eq!(ending.status, Some(0), "{ending:#?}");
}

/// The line editor has changed the settings.
#[test]
#[cfg(target_os = "linux")]
fn a_signal_at_a_prompt_leaves_the_terminal_as_it_was() {
    let path = super::client::PROGRAM;
    let play = format!("play {}", PERSONS.join(" "));
    let settings = "echo settings $(stty -g)";
    // Without arguments, lines of the protocol are typed.
    for (arguments, signal) in [(&play[..], "HUP"), ("", "TERM")] {
        let program = format!("sh -c 'echo process $$; exec \"$0\" {arguments}' '{path}'");
        let commands = format!("stty -echo; {settings}; {program}; echo; {settings}");
        let Some(mut script) = super::command::at_a_terminal(&commands) else {
            return;
        };
        let client = Client::of(&mut script);
        let last_word = |start: &str| {
            let lines = client.wait_for(|line| line.starts_with(start));
            lines.last().unwrap().split_whitespace().last().unwrap().to_string()
        };
        let before = last_word("settings ");
        let process = last_word("process ");
        super::client::wait_until("a prompt", || {
            let terminal = format!("/proc/{process}/fd/0");
            let now =
                std::process::Command::new("stty").args(["-g", "-F", &terminal]).output().unwrap();
            String::from_utf8(now.stdout).unwrap().trim() != before
        });
        super::client::send_signal(process.parse().unwrap(), signal);
        assert_eq!(last_word("settings "), before, "{signal}");
    }
}

/// The disk is full.
#[test]
#[cfg(target_os = "linux")]
fn a_game_that_cannot_be_kept_is_a_failure() {
    let arguments = [&PERSONS[..], &["--pgn", "/dev/full"]].concat();
    let ending = ended(&arguments, &["f3", "e5", "g4", "Qh4", "new", "e4"]);
    assert_eq!(ending.status, Some(2));
    let complaint = &ending.errors;
    assert!(complaint.starts_with("ox88: /dev/full: "), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert_eq!(ending.lines.last().map(String::as_str), Some("Goodbye."));
}

#[test]
#[cfg(unix)]
fn an_interrupted_game_of_two_players_is_kept() {
    let path = fresh("interrupted-play.pgn");
    // So slow that the game does not end before.
    let player = "ox88:movetime=60000";
    let arguments = ["play", "--white", player, "--black", player, "--pgn", &path];
    let client = Client::of(program().args(arguments));
    client.wait_for(|line| line.starts_with("1. "));
    client.interrupt();
    assert_eq!(client.close().status, Some(130));
    let game = only_game(&std::fs::read_to_string(&path).unwrap());
    assert_eq!(game.result, None);
    assert!(!game.moves.is_empty());
}

#[test]
fn records_have_the_tags_that_databases_want() {
    let arguments = ["--level", "club", "--time", "20", "--clock", "5+3", "--no-book"];
    let output = played(&arguments, &["e4", "pgn", "quit"]);
    assert!(output.contains("Black: club (about 1700 Elo)."), "{output}");
    let game = only_game(&output);
    for (name, value) in [
        ("Event", "Ox88 play"),
        ("Round", "1"),
        ("White", "human"),
        ("Black", "club"),
        ("TimeControl", "300+3"),
    ] {
        assert_eq!(game.tag(name), Some(value), "{output}");
    }
    let is_like = |name: &str, pattern: &str| {
        let text = game.tag(name).unwrap_or_default();
        let fits =
            |(letter, like): (char, char)| letter == like || letter.is_ascii_digit() && like == '0';
        assert!(
            text.len() == pattern.len() && text.chars().zip(pattern.chars()).all(fits),
            "{text}"
        );
    };
    is_like("Date", "0000.00.00");
    is_like("Time", "00:00:00");
}

#[test]
fn the_clock_is_shown_and_ends_games() {
    let clock = |time, fen| {
        let arguments = [&PERSONS[..], &["--clock", time, "--fen", fen]].concat();
        played(&arguments, &["e4"])
    };
    let start = ox88::board::START_FEN;
    let output = clock("5+3", start);
    assert!(output.contains("\nWhite 5:00, Black 5:00\n"), "{output}");
    // Less than a millionth of a second is too short for a clock.
    let output = clock("0.000000001", start);
    assert!(output.contains("\nBlack wins: White's time is up.\n"), "{output}");
    assert_eq!(only_game(&output).tag("Termination"), Some("time forfeit"));
    let output = clock("0.000000001", "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1");
    let sentence = "The game is drawn: White's time is up, but Black could never mate.";
    assert!(output.contains(sentence), "{output}");
}

/// The moves of PGN have the clock, which `clock` shows at any time.
#[test]
fn the_clock_runs_while_a_human_thinks() {
    let mut client = Client::of(program().arg("play").args(PERSONS).args(["--clock", "1"]));
    client.wait_for(|line| line == "White 1:00, Black 1:00");
    std::thread::sleep(std::time::Duration::from_millis(1100));
    for word in ["clock", "time", "board"] {
        client.send(word);
        client.wait_for(|line| line.starts_with("White 0:") && line.ends_with(", Black 1:00"));
    }
    client.send("e4\nresign\nclock\npgn");
    let ending = client.close();
    let output = ending.lines.join("\n");
    assert!(output.contains("e4 {[%clk 0:00:"), "{output}");
}

/// The message comes although nothing is typed.
#[test]
fn the_fall_of_a_flag_is_told_at_once() {
    let mut client = Client::of(program().arg("play").args(PERSONS).args(["--clock", "0.01"]));
    client.wait_for(|line| line == "Black wins: White's time is up.");
    client.send("clock\ne4");
    client.wait_for(|line| line == "White 0:00.0, Black 0:00.6");
    client.wait_for(|line| line == "The game is over.");
    let ending = client.close();
    assert_eq!(ending.status, Some(0), "{ending:#?}");
}

#[test]
#[cfg(target_os = "linux")]
fn the_fall_of_a_flag_is_told_at_a_terminal() {
    let arguments = format!("{} --clock 0.01", PERSONS.join(" "));
    let Some((client, _)) = at_a_terminal(&arguments) else {
        return;
    };
    client.wait_for(|line| line.contains("Black wins: White's time is up."));
}

/// Control-V waits for a key, but the signal of a new window size comes instead.
#[test]
#[cfg(target_os = "linux")]
fn a_window_that_changes_its_size_ends_no_session() {
    let Some((mut client, process)) = at_a_terminal(&PERSONS.join(" ")) else {
        return;
    };
    client.send("moves");
    client.wait_for(|line| line.contains("20 legal moves"));
    client.send_bytes(b"\x16");
    // Whichever comes first, the session goes on.
    std::thread::sleep(std::time::Duration::from_millis(300));
    super::client::send_signal(process.parse().unwrap(), "WINCH");
    std::thread::sleep(std::time::Duration::from_millis(300));
    client.send("fen");
    client.wait_for(|line| line.contains(ox88::board::START_FEN));
    let ending = client.quit();
    assert_eq!(ending.status, Some(0), "{ending:#?}");
}

#[test]
fn humans_have_names_and_positions_of_chess960_numbers() {
    let arguments = [&PERSONS[..], &["--name", "Anna K.", "--name", "Ben"]].concat();
    let output = played(&arguments, &["e4", "pgn"]);
    assert_line(&output, "White: Anna K.. Black: Ben.");
    let game = only_game(&output);
    assert_eq!((game.tag("White"), game.tag("Black")), (Some("Anna K."), Some("Ben")));
    let output = played(&["--color", "black", "--name", "Ben", "--level", "random"], &["pgn"]);
    assert_eq!(only_game(&output).tag("Black"), Some("Ben"));
    assert_no_game(&["--name", "A", "--name", "B"], "--name is given more often");

    let number = |arguments: &[&str]| {
        let output = played(&[&PERSONS[..], arguments].concat(), &["fen", "quit"]);
        let told = output
            .lines()
            .find_map(|line| line.strip_prefix("Position ")?.strip_suffix(" of Chess960."));
        let number: u32 = told.unwrap_or_else(|| panic!("{output}")).parse().unwrap();
        assert_line(&output, &ox88::board::Position::chess960(number).fen());
        number
    };
    assert_eq!(number(&["--chess960", "518"]), 518);
    let any = number(&["--chess960", "--seed", "7"]);
    assert_eq!(number(&["--chess960", &any.to_string()]), any);
}

/// What `analyse` takes for a position, `play` takes too.
#[test]
fn games_start_from_words_and_files() {
    let after = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let kings = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let games = file("start.pgn", "1. e4 c5 *\n\n1. d4 *\n");
    let positions =
        file("start.epd", &format!("# first\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";\n{after}\n"));
    let words: Vec<&str> = kings.split(' ').collect();
    for (arguments, expected) in [
        (&["startpos", "moves", "e2e4", "c5"][..], after),
        (&["--fen", "startpos moves e4 c7c5"], after),
        (&[after], after),
        (&words, kings),
        (&[&games], after),
        (&[&positions], kings),
        (&["--fen", kings], kings),
    ] {
        let output = played(&[&PERSONS[..], arguments].concat(), &["fen", "quit"]);
        assert_line(&output, expected);
    }
    // The moves before are part of the game.
    let output = played(&[&PERSONS[..], &[&games]].concat(), &["Nf3", "pgn", "quit"]);
    assert_eq!(only_game(&output).moves.len(), 3);
    for (arguments, reason) in [
        (&["joho"][..], "'joho': no such file, and not a FEN"),
        (&["startpos", "startpos"], "one position is needed, or one file"),
        (&["startpos", "--chess960"], "cannot be used with"),
        (&["startpos", "moves", "e2e5"], "'e2e5' is not legal here"),
    ] {
        assert_no_game(arguments, reason);
    }
}

#[test]
fn games_start_elsewhere() {
    let output = played(&[&PERSONS[..], &["--chess960", "0"]].concat(), &["fen", "quit"]);
    assert!(output.contains("\nbbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w "), "{output}");
    let any = |seed| {
        let arguments = [&PERSONS[..], &["--chess960", "--seed", seed]].concat();
        let game = only_game(&played(&arguments, &["pgn"]));
        assert_eq!(game.tag("Variant"), Some("Chess960"));
        game.start.fen()
    };
    assert_eq!(any("1"), any("1"));
    assert_ne!(any("1"), any("2"));
    // The game is over before the first move.
    let output = said("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &[]);
    assert!(output.contains("The game is drawn: stalemate."), "{output}");
}

#[test]
fn strange_lines_do_no_harm() {
    let mut client = Client::of(program().args(["play", "--white", "human"]));
    client.send_bytes(b"\xff\xfe\x00e2e4\n\xc3\xa9\xc3\xa9\xc3\xa9\n");
    client.send(&"x".repeat(100_000));
    client.send("Ne\u{301}4\ne2e4e5e6\n=\nx\n#\nO-O-O-O\n0\n-\ne8=\nfen");
    let ending = client.quit();
    assert_eq!((ending.status, ending.errors.as_str()), (Some(0), ""));
    assert!(ending.lines.iter().any(|line| line == ox88::board::START_FEN));
}

#[test]
fn wrong_arguments_are_one_line_and_status_2() {
    for (arguments, reason) in [
        (&["--white", "joho"][..], "; 'human' is a human "),
        (&["--white", "random", "--black", "random", "--elo", "1500"], "both players, so --elo"),
        (&["--white", "random", "--elo", "1500"], "--white names the player, so --elo"),
        (&["--white", "random", "--level", "club"], "--white names the player, so --level"),
        (&["--white", "random", "--color", "white"], "cannot be used with"),
        (&["--color", "red"], "[possible values: white, black, random]"),
        (&["--level", "club", "--elo", "1500"], "cannot be used with"),
        (&["--level", "novice", "--time", "20"], "--time: the level novice"),
        (&["--depth", "0"], "0 is not"),
        (&["--time", "0"], "0 is not"),
        (&["--clock", "0"], "--clock"),
        (&["--clock", "joho"], "--clock"),
        (&["--fen", "joho"], "--fen: "),
        (&["--chess960", "960"], "960 is not"),
        (&["--chess960", "1", "--fen", ox88::board::START_FEN], "cannot be used with"),
        (&["--seed", "-1"], "below 0"),
        (&["--name", ""], "--name"),
        (&["--pgn", "src"], "src: a directory, not a file\n"),
        // The directory is named.
        (&["--pgn", "no/such/file"], "such: there is no such directory\n"),
    ] {
        assert_no_game(arguments, reason);
    }
}

#[test]
fn a_human_is_named_in_any_case() {
    let output = played(&["--white", "Human", "--black", "HUMAN"], &["e4", "pgn"]);
    assert_eq!(only_game(&output).tag("White"), Some("human"));
}

#[test]
fn a_file_without_a_game_is_not_left_behind() {
    let path = fresh("no-game.pgn");
    let arguments = [&PERSONS[..], &["--pgn", &path]].concat();
    played(&arguments, &["quit"]);
    assert!(!Path::new(&path).exists());
    // Only a file of this session is removed.
    std::fs::write(&path, "").unwrap();
    played(&arguments, &["quit"]);
    assert!(Path::new(&path).exists());
}
