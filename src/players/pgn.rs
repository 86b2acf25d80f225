//! Games as text for people and programs: Portable Game Notation, in its export
//! format.
//!
//! <https://www.thechessdrum.net/PGN_Reference.txt>

use std::fmt;

use super::Thought;
use super::game::{Ending, Game};
use crate::board::{Color, GameResult, Move, Position};
use crate::eval::Score;

/// No line is longer, in letters.
const WIDTH: usize = 79;

/// A game to be written. Its lines end in `\n`, and so does the whole; between
/// two games of a file belongs an empty line.
///
/// ```
/// use ox88::board::Position;
/// use ox88::players::Pgn;
/// let start = Position::startpos();
/// let mut game = Pgn::new("Casual game", &start);
/// for text in ["e2e4", "e7e5"] {
///     game.push(game.last_position().parse_move(text).unwrap(), String::new());
/// }
/// assert!(game.to_string().ends_with("\n\n1. e4 e5 *\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Pgn {
    /// Name of the tournament or match.
    pub event: String,
    /// Number of the game in it, or `?`.
    pub round: String,
    /// Who played White.
    pub white: String,
    /// Who played Black.
    pub black: String,
    /// Who won, if the game is over.
    pub result: Option<GameResult>,
    /// Why it is over, for people; nothing where it goes without saying.
    pub ending: String,
    /// The tag `Termination`; `normal` where the rules ended the game.
    pub termination: Option<&'static str>,
    /// Other tags, by name and value. They take the place of those that are
    /// not known better here.
    pub others: Vec<(String, String)>,
    start: Position,
    last: Position,
    moves: Vec<Written>,
}

/// What a move is thought of, as a Numeric Annotation Glyph: `$2` for a mistake.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Nag(pub u8);

#[derive(Clone, Debug)]
struct Written {
    mv: Move,
    nag: Option<Nag>,
    comment: String,
}

/// Tags that say what the game itself says.
const OWN_TAGS: [&str; 5] = ["Result", "SetUp", "FEN", "PlyCount", "Variant"];

impl Pgn {
    /// A game that begins here and has no moves yet.
    pub fn new(event: &str, start: &Position) -> Pgn {
        let unknown = || "?".to_string();
        Pgn {
            event: event.to_string(),
            round: unknown(),
            white: unknown(),
            black: unknown(),
            result: None,
            ending: String::new(),
            termination: None,
            others: Vec::new(),
            start: start.clone(),
            last: start.clone(),
            moves: Vec::new(),
        }
    }

    /// A game of players, with what they thought of their moves.
    pub fn of(game: &Game, event: &str) -> Pgn {
        let mut pgn = Pgn::new(event, &game.start);
        for thought in &game.thoughts {
            pgn.push(thought.best, thought.comment());
        }
        pgn.result = Some(game.result);
        pgn.ending = game.ending.to_string();
        pgn.termination = Some(match game.ending {
            Ending::Rule(_) => "normal",
            Ending::TooLong => "adjudication",
        });
        pgn
    }

    /// The position after the moves so far.
    pub fn last_position(&self) -> &Position {
        &self.last
    }

    /// Adds a move, which must be legal, with a comment, which may be empty.
    pub fn push(&mut self, mv: Move, comment: String) {
        self.push_judged(mv, None, comment);
    }

    /// The same with a judgement.
    pub fn push_judged(&mut self, mv: Move, nag: Option<Nag>, comment: String) {
        self.last.make(mv);
        self.moves.push(Written { mv, nag, comment });
    }

    fn tags(&self) -> Vec<(&str, String)> {
        // Date and place are unknown, and the same game is
        // the same text again.
        let mut tags = vec![
            ("Event", self.event.clone()),
            ("Site", "?".to_string()),
            ("Date", "????.??.??".to_string()),
            ("Round", self.round.clone()),
            ("White", self.white.clone()),
            ("Black", self.black.clone()),
            ("Result", self.result_text()),
        ];
        if self.start != Position::startpos() {
            tags.push(("SetUp", "1".to_string()));
            tags.push(("FEN", self.start.fen()));
        }
        if self.start.is_chess960() {
            tags.push(("Variant", "Chess960".to_string()));
        }
        tags.push(("PlyCount", self.moves.len().to_string()));
        if let Some(termination) = self.termination {
            tags.push(("Termination", termination.to_string()));
        }
        for (name, value) in &self.others {
            match tags.iter_mut().find(|tag| tag.0 == name) {
                Some(tag) if !OWN_TAGS.contains(&tag.0) => tag.1.clone_from(value),
                None if is_tag_name(name) && !["SetUp", "FEN"].contains(&name.as_str()) => {
                    tags.push((name.as_str(), value.clone()));
                }
                _ => {}
            }
        }
        tags
    }

    fn result_text(&self) -> String {
        self.result
            .map_or("*".to_string(), |result| result.to_string())
    }

    /// Move numbers, moves, comments and the result.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut position = self.start.clone();
        // Black's move is numbered where White's does not stand before it.
        let mut is_numbered = true;
        for Written { mv, nag, comment } in &self.moves {
            let number = position.fullmove_number();
            match position.side_to_move() {
                Color::White => words.push(format!("{number}.")),
                Color::Black if is_numbered => words.push(format!("{number}...")),
                Color::Black => {}
            }
            words.push(position.san(*mv));
            words.extend(nag.map(|nag| format!("${}", nag.0)));
            add_comment(&mut words, comment);
            is_numbered = !comment.is_empty();
            position.make(*mv);
        }
        add_comment(&mut words, &self.ending);
        words.push(self.result_text());
        words
    }
}

impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (name, value) in self.tags() {
            let value = value.replace(char::is_control, " ");
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let mut column = 0;
        for word in self.words() {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > WIDTH {
                writeln!(f)?;
                column = 0;
            }
            if column > 0 {
                write!(f, " ")?;
                column += 1;
            }
            write!(f, "{word}")?;
            column += length;
        }
        writeln!(f)
    }
}

/// Whether it can stand before the value of a tag.
fn is_tag_name(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !name.is_empty() && name.bytes().all(is_letter)
}

impl Thought {
    /// Value and depth, as comments to moves tell them; nothing where the
    /// player has no opinion.
    pub fn comment(&self) -> String {
        let written = |score: Score| format!("{}/{}", score.in_pawns(), self.depth);
        self.score.map_or(String::new(), written)
    }
}

/// Adds a comment in braces, by its words so that lines can be broken there, but
/// not within a command such as `[%eval 0.32]`.
fn add_comment(words: &mut Vec<String>, comment: &str) {
    // Nothing in a comment can stand for a closing brace.
    let comment = comment.replace('}', ")");
    if !comment.is_empty() {
        let in_braces = format!("{{{comment}}}");
        let mut in_command = false;
        for text in in_braces.split_whitespace() {
            match words.last_mut().filter(|_| in_command) {
                Some(command) => *command += &format!(" {text}"),
                None => words.push(text.to_string()),
            }
            in_command = (in_command || text.contains("[%")) && !text.contains(']');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_may_begin_and_comments_may_interrupt() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 12";
        let mut game = Pgn::new("A \"test\" \\ of it", &Position::from_fen(fen).unwrap());
        for (text, comment) in [
            ("e8e7", ""),
            ("e2e4", "good {or} not"),
            ("e7e6", ""),
            ("e1e2", ""),
            ("e6e5", ""),
        ] {
            let mv = game.last_position().parse_move(text).unwrap();
            game.push(mv, comment.to_string());
        }
        game.result = Some(GameResult::Draw);
        game.ending = "agreed".to_string();
        game.termination = Some("normal");
        let expected = "[Event \"A \\\"test\\\" \\\\ of it\"]\n\
            [Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
            [Result \"1/2-1/2\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 12\"]\n\
            [PlyCount \"5\"]\n[Termination \"normal\"]\n\n\
            12... Ke7 13. e4 {good {or) not} 13... Ke6 14. Ke2 Ke5 {agreed} 1/2-1/2\n";
        assert_eq!(game.to_string(), expected);
    }

    #[test]
    fn judgements_and_other_tags_are_written() {
        let mut game = Pgn::new("own", &Position::startpos());
        for (text, nag) in [("f2f3", None), ("e7e5", None), ("g2g4", Some(Nag(4)))] {
            let mv = game.last_position().parse_move(text).unwrap();
            game.push_judged(mv, nag, "[%eval -0.30] so".to_string());
        }
        game.others = [
            ("Event", "other"),
            ("Result", "1-0"),
            ("FEN", "joho"),
            ("White Elo", "no name"),
            ("WhiteElo", "24\n00"),
        ]
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .into();
        let text = game.to_string();
        assert!(text.starts_with("[Event \"other\"]\n"), "{text}");
        assert!(text.contains("[Result \"*\"]\n"), "{text}");
        assert!(text.contains("[PlyCount \"3\"]\n[WhiteElo \"24 00\"]\n\n"));
        let moves = "1. f3 {[%eval -0.30] so} 1... e5 {[%eval -0.30] so} \
                     2. g4 $4 {[%eval -0.30] so}\n*\n";
        assert!(text.ends_with(moves), "{text}");
    }

    #[test]
    fn chess960_is_told() {
        let tags = |number| Pgn::new("?", &Position::chess960(number)).to_string();
        assert!(!tags(518).contains("Variant"));
        assert!(tags(0).contains("[Variant \"Chess960\"]"));
    }
}
