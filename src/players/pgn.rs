//! Games as text for people and programs: Portable Game Notation, in its export
//! format.
//!
//! <https://www.thechessdrum.net/PGN_Reference.txt>

use std::fmt;

use super::game::{Ending, Game};
use crate::board::{Color, Move, Position, Wing};
use crate::eval::Score;
use crate::selfplay::GameResult;

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
    start: Position,
    last: Position,
    moves: Vec<(Move, String)>,
}

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
            start: start.clone(),
            last: start.clone(),
            moves: Vec::new(),
        }
    }

    /// A game of players, with what they thought of their moves.
    pub fn of(game: &Game, event: &str) -> Pgn {
        let mut pgn = Pgn::new(event, &game.start);
        for thought in &game.thoughts {
            let value = |score| format!("{}/{}", value(score), thought.depth);
            let comment = thought.score.map_or(String::new(), value);
            pgn.push(thought.best, comment);
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
        self.last.make(mv);
        self.moves.push((mv, comment));
    }

    fn tags(&self) -> Vec<(&'static str, String)> {
        // The day and the place are nobody's business, and the same game is
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
        if is_chess960(&self.start) {
            tags.push(("Variant", "Chess960".to_string()));
        }
        tags.push(("PlyCount", self.moves.len().to_string()));
        if let Some(termination) = self.termination {
            tags.push(("Termination", termination.to_string()));
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
        for (mv, comment) in &self.moves {
            let number = position.fullmove_number();
            match position.side_to_move() {
                Color::White => words.push(format!("{number}.")),
                Color::Black if is_numbered => words.push(format!("{number}...")),
                Color::Black => {}
            }
            words.push(position.san(*mv));
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

/// Adds a comment in braces, by its words so that lines can be broken there.
fn add_comment(words: &mut Vec<String>, comment: &str) {
    // Nothing in a comment can stand for a closing brace.
    let comment = comment.replace('}', ")");
    if !comment.is_empty() {
        let in_braces = format!("{{{comment}}}");
        words.extend(in_braces.split_whitespace().map(str::to_string));
    }
}

/// In pawns for the side that has moved; `M3` is a mate in three.
fn value(score: Score) -> String {
    match score.moves_to_mate() {
        Some(moves) if moves > 0 => format!("+M{moves}"),
        Some(moves) => format!("-M{}", -moves),
        None => format!("{:+.2}", f64::from(score.get()) / 100.0),
    }
}

/// Whether somebody may castle other than in standard chess.
fn is_chess960(position: &Position) -> bool {
    let all = Color::ALL
        .into_iter()
        .flat_map(|color| Wing::ALL.map(|wing| (color, wing)));
    all.into_iter().any(|(color, wing)| {
        let standard = match wing {
            Wing::King => 7,
            Wing::Queen => 0,
        };
        position
            .castling_rook(color, wing)
            .is_some_and(|rook| rook.file() != standard || position.king(color).file() != 4)
    })
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
    fn values_are_short() {
        assert_eq!(value(Score::centipawns(-35)), "-0.35");
        assert_eq!(value(Score::mate_in(5)), "+M3");
        assert_eq!(value(Score::mated_in(4)), "-M2");
    }

    #[test]
    fn chess960_is_told() {
        let tags = |number| Pgn::new("?", &Position::chess960(number)).to_string();
        assert!(!tags(518).contains("Variant"));
        assert!(tags(0).contains("[Variant \"Chess960\"]"));
    }
}
