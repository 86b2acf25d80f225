//! Lines of a client: each is some command.

use ox88::board::Position;
use ox88::uci::{Command, Options};

pub fn check(bytes: &[u8]) {
    let mut options = Options::default();
    for line in bytes.split(|&byte| byte == b'\n') {
        let line = String::from_utf8_lossy(line);
        let command = Command::parse(&line);
        assert_tolerant(&line, &command);
        match command {
            Command::Position { fen, moves, .. } => set_up(fen.as_deref(), &moves),
            Command::SetOption { name, value } => {
                let _ = options.set(&name, &value);
            }
            Command::Go(go) => {
                assert!(!go.is_bounded() || go.has_bound());
                assert!(go.depth.is_none_or(|depth| depth >= 0));
            }
            Command::Mistake(text) => assert!(!text.contains('\n')),
            _ => {}
        }
    }
}

/// Checks that blanks around words, and unknown words before them, change nothing. Blanks within
/// the value of an option belong to it.
fn assert_tolerant(line: &str, command: &Command) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let spaced = format!("\t{} \r", words.join(" \t"));
    match (Command::parse(&spaced), command) {
        (
            Command::SetOption { name, value },
            Command::SetOption { name: same_name, value: same_value },
        ) => {
            assert_eq!(&name, same_name, "{line}");
            let words = same_value.split_whitespace();
            assert!(value.split_whitespace().eq(words), "{line}");
        }
        (again, command) => assert_eq!(&again, command, "{line}"),
    }
    let is_ours = matches!(words.first(), Some(&("d" | "flip" | "eval" | "help" | "?" | "bench")));
    if !is_ours {
        let after = Command::parse(&format!("joho {line}"));
        assert_eq!(&after, command, "{line}");
    }
}

fn set_up(fen: Option<&str>, moves: &[String]) {
    let start = fen.map_or(Ok(Position::startpos()), Position::from_fen);
    let Ok(mut position) = start else { return };
    for text in moves {
        let Ok(mv) = position.parse_move(text) else {
            return;
        };
        position.make(mv);
    }
}
