//! Games as clients play them: castling in both notations, Chess960, repetitions.

use super::client::Client;
use super::lines::{START, assert_sound, best_move, infos, last_info, play, pv, score};
use shakmaty::{Chess, Position};

/// Lets the engine play both sides until the game is over, or for `most` moves of each. Returns the
/// moves, which must be legal, as must the lines before them.
fn play_on(client: &mut Client, fen: &str, go: &str, most: usize) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < 2 * most {
        let so_far = moves.iter().map(String::as_str);
        if play(fen, so_far.clone()).is_game_over() {
            break;
        }
        let lines = client.ask(&format!("position fen {fen} moves {}\n{go}", moves.join(" ")));
        for info in infos(&lines) {
            play(fen, so_far.clone().chain(pv(info)));
        }
        let best = best_move(&lines);
        play(fen, so_far.chain([best]));
        moves.push(best.to_string());
    }
    moves
}

#[test]
fn castling_is_written_as_the_client_wants() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let black = fen.replace('w', "b");
    for (fen, standard, chess960) in [
        (fen, "e1g1", "e1h1"),
        (fen, "e1c1", "e1a1"),
        (&black, "e8g8", "e8h8"),
        (&black, "e8c8", "e8a8"),
    ] {
        let mut client = Client::start();
        for (on, written) in [(true, chess960), (false, standard)] {
            client.send(&format!("setoption name UCI_Chess960 value {on}"));
            // Both notations are always accepted.
            for sent in [standard, chess960] {
                let go = format!("position fen {fen}\ngo depth 3 searchmoves {sent}");
                assert_eq!(assert_sound(&client.ask(&go), fen), written);
                client.send(&format!("position fen {fen} moves {sent}"));
                assert_ne!(client.fen(), fen);
            }
        }
    }
}

/// A client that forgets the option would take castling for a king's move.
#[test]
fn chess960_without_its_option_is_told_once() {
    let fen = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
    let other = "4k3/8/8/8/8/8/8/1RK5 w B - 0 1";
    let mut client = Client::start();
    let mut told = |line: &str| {
        client.send(line);
        let told = client.ready();
        assert!(told.iter().all(|line| line.contains(": set UCI_Chess960")), "{told:?}");
        told.len()
    };
    assert_eq!(told(&format!("position fen {fen}")), 1);
    assert_eq!(told(&format!("position fen {fen} moves g1g2 e8e7")), 0);
    assert_eq!(told(&format!("position fen {other}")), 1);
    for standard in [
        "startpos",
        "fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
        "fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    ] {
        assert_eq!(told(&format!("position {standard}")), 0, "{standard}");
    }
    assert_eq!(told("setoption name UCI_Chess960 value true"), 0);
    assert_eq!(told(&format!("position fen {fen}")), 0);
}

#[test]
fn plays_chess960_from_both_kinds_of_fen() {
    for fen in [
        "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
        "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1",
        "rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w CAca - 0 1",
        "rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w KQkq - 0 1",
    ] {
        let mut client = Client::start();
        client.send("setoption name UCI_Chess960 value true\nucinewgame");
        assert_eq!(play_on(&mut client, fen, "go nodes 2000", 12).len(), 24);
    }
}

#[test]
fn games_of_many_moves_are_followed() {
    let mut client = Client::start();
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(150).join(" ");
    client.send(&format!("position startpos moves {moves}"));
    assert_eq!(client.fen(), START.replace("0 1", "600 301"));
    assert_sound(&client.ask("go depth 3"), START);
}

/// The game's history counts: a queen up, but the only move allowed repeats for the third time.
#[test]
fn repetitions_of_the_game_are_draws() {
    let fen = "7k/8/8/8/8/8/8/KQ6 w - - 0 1";
    let cycle = "b1b2 h8g8 b2b1 g8h8";
    let mut client = Client::start();
    let mut value = |moves: &str| {
        let position = format!("position fen {fen} moves {moves}");
        let lines = client.ask(&format!("{position}\ngo depth 6 searchmoves b2b1"));
        let (kind, value) = score(last_info(&lines));
        if kind == "mate" { 10_000 } else { value }
    };
    assert!(value("b1b2 h8g8") > 200);
    assert_eq!(value(&format!("{cycle} {cycle} {cycle} b1b2 h8g8")), 0);
}

/// The winning side neither repeats nor reaches the fifty-move rule.
#[test]
fn a_won_game_is_won() {
    for fen in ["8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/8/3K4/8/1k6/7q b - - 0 1"] {
        let mut client = Client::start();
        let moves = play_on(&mut client, fen, "go nodes 10000", 50);
        let mut seen: Vec<Chess> = Vec::new();
        for count in 0..=moves.len() {
            let position = play(fen, moves[..count].iter().map(String::as_str));
            let times = seen.iter().filter(|&earlier| *earlier == position).count();
            assert!(times < 2, "{fen}: {moves:?}");
            seen.push(position);
        }
        assert!(seen[moves.len()].is_checkmate(), "{fen}: {moves:?}");
    }
}
