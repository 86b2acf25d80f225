//! The export format of Portable Game Notation. <https://www.thechessdrum.net/PGN_Reference.txt>

use std::collections::HashSet;
use std::fmt;
use std::time::SystemTime;

use chrono::{DateTime, Local};

use super::game::{PgnGame, Remark, marker};
use crate::board::{Color, Position};

/// The longest line of moves, in letters.
const WIDTH: usize = 79;

/// The seven tag roster without `Result`.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// Tags derived from the game itself. `Variant` is one too if the start position shows the variant;
/// otherwise it stays as it was.
const OWN_TAGS: [&str; 4] = ["Result", "SetUp", "FEN", "PlyCount"];

impl PgnGame {
    /// Sets date and time of the game's start, in the local zone.
    pub fn set_date(&mut self, time: SystemTime) {
        let time: DateTime<Local> = time.into();
        self.set_tag("Date", time.format("%Y.%m.%d").to_string());
        self.set_tag("Time", time.format("%H:%M:%S").to_string());
    }

    /// Returns the tags in the order of the standard, without those whose name it does not allow.
    fn written_tags(&self) -> Vec<(&str, String)> {
        let unknown = |name| if name == "Date" { "????.??.??" } else { "?" };
        let tag = |name| (name, self.tag(name).unwrap_or(unknown(name)).to_string());
        let mut tags: Vec<(&str, String)> = ROSTER.into_iter().map(tag).collect();
        tags.push(("Result", marker(self.result).to_string()));
        if self.start != Position::startpos() {
            tags.push(("SetUp", "1".to_string()));
            tags.push(("FEN", self.start.fen()));
        }
        if self.start.is_chess960() {
            tags.push(("Variant", "Chess960".to_string()));
        }
        tags.push(("PlyCount", self.moves.len().to_string()));
        let mut written: HashSet<&str> = tags.iter().map(|tag| tag.0).collect();
        for (name, value) in &self.tags {
            let is_own = OWN_TAGS.contains(&name.as_str());
            if is_tag_name(name) && !is_own && written.insert(name) {
                tags.push((name, value.clone()));
            }
        }
        tags
    }

    /// Returns the text that follows the tags, in parts that no line break may divide.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut remarks = self.remarks.iter().peekable();
        let mut position = self.start.clone();
        // Black's move is numbered where White's does not precede it.
        let mut is_numbered = true;
        for place in 0..=self.moves.len() {
            while let Some((_, remark)) = remarks.next_if(|(moves, _)| *moves <= place) {
                is_numbered |= !matches!(remark, Remark::Nag(_));
                add_remark(&mut words, remark);
            }
            let Some(&mv) = self.moves.get(place) else {
                break;
            };
            let number = position.fullmove_number();
            match position.side_to_move() {
                Color::White => words.push(format!("{number}.")),
                Color::Black if is_numbered => words.push(format!("{number}...")),
                Color::Black => {}
            }
            words.push(position.san(mv));
            is_numbered = false;
            position.make_or_pass(mv);
        }
        words.push(marker(self.result).to_string());
        words
    }
}

/// Writes the whole game, with `\n` at the end; an empty line belongs between two games of a file.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (name, value) in self.written_tags() {
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

fn is_tag_name(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    !name.is_empty() && name.bytes().all(is_letter)
}

fn add_remark(words: &mut Vec<String>, remark: &Remark) {
    match remark {
        Remark::Nag(number) => words.push(format!("${number}")),
        // PGN has no escape for a closing brace.
        Remark::Comment(text) if text.contains('}') => {
            let text = text.replace('{', "(").replace('}', ")");
            add_text(words, &format!("{{{text}}}"));
        }
        Remark::Comment(text) => add_text(words, &format!("{{{text}}}")),
        Remark::Variation(text) => add_text(words, &format!("({text})")),
    }
}

/// Adds a text in parts, for line breaks in the place of single blanks: none in a command (`[%eval
/// 0.32]`), or before what would look like a tag or an escaped line.
fn add_text(words: &mut Vec<String>, text: &str) {
    let text = text.replace(['\n', '\r'], " ");
    let is_blank = |part: &str| part.trim().len() < part.len() || part.is_empty();
    let mut in_command = false;
    let mut is_after_blank = false;
    for (place, part) in text.split(' ').enumerate() {
        let is_kept = in_command
            || is_after_blank
            || is_blank(part)
            || part == "[Event"
            || part.starts_with('%');
        match words.last_mut().filter(|_| place > 0 && is_kept) {
            Some(word) => *word += &format!(" {part}"),
            None => words.push(part.to_string()),
        }
        is_after_blank = is_blank(part);
        in_command = (in_command || part.contains("[%")) && !part.contains(']');
    }
}

#[cfg(test)]
mod tests {
    use super::super::Games;
    use super::*;
    use crate::board::GameResult;

    fn game(start: &Position, moves: &[(&str, &str)]) -> PgnGame {
        let mut game = PgnGame::new(start);
        for (text, comment) in moves {
            game.moves.push(game.last_position().parse_move(text).unwrap());
            game.comment(*comment);
        }
        game
    }

    fn rewritten(text: &str) -> String {
        let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
        game.unwrap().to_string()
    }

    #[test]
    fn black_may_begin_and_comments_may_interrupt() {
        let start = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 3 12").unwrap();
        let moves = [
            ("e8e7", ""),
            ("e2e4", "good {or} not"),
            ("e7e6", ""),
            ("e1e2", ""),
            ("e6e5", "agreed"),
        ];
        let mut game = game(&start, &moves);
        game.result = Some(GameResult::Draw);
        game.set_tag("Event", "A \"test\" \\ of it");
        game.set_tag("Termination", "normal");
        let expected = "[Event \"A \\\"test\\\" \\\\ of it\"]\n\
            [Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
            [Result \"1/2-1/2\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 12\"]\n\
            [PlyCount \"5\"]\n[Termination \"normal\"]\n\n\
            12... Ke7 13. e4 {good (or) not} 13... Ke6 14. Ke2 Ke5 {agreed} 1/2-1/2\n";
        assert_eq!(game.to_string(), expected);
    }

    #[test]
    fn what_is_said_of_moves_and_other_tags_are_kept() {
        let text = "[WhiteElo \"24\"][White Elo \"no name\"][PlyCount \"9\"]\n\
            {[%clk 0:05:00]} 1. f3?! {[%eval -0.30] [%clk 0:03:00] so} (1. e4 e5 (1... c5 {[%x y] z})) \
            e5 $13 2. g4 $4 (2. Nc3) (2. --) 2... Qh4# $1 {over} 0-1\n";
        let written = rewritten(text);
        assert_eq!(rewritten(&written), written);
        let (tags, moves) = written.split_once("\n\n").unwrap();
        assert!(tags.ends_with("[PlyCount \"4\"]\n[WhiteElo \"24\"]"), "{tags}");
        assert_eq!(
            moves,
            "{[%clk 0:05:00]} 1. f3 $6 {[%eval -0.30] [%clk 0:03:00] so} (1. e4 e5 (1... c5\n\
             {[%x y] z})) 1... e5 $13 2. g4 $4 (2. Nc3) (2. --) 2... Qh4# $1 {over} 0-1\n"
        );
    }

    #[test]
    fn no_line_of_a_comment_is_an_escape() {
        let mut game = PgnGame::new(&Position::startpos());
        game.comment("50 % ".repeat(40));
        let text = game.to_string();
        assert!(text.contains("50 %\n50 %"), "{text}");
        assert!(!text.contains("\n%"), "{text}");
    }

    #[test]
    fn chess960_is_tagged() {
        let tags = |number| PgnGame::new(&Position::chess960(number)).to_string();
        assert!(!tags(518).contains("Variant"));
        assert!(tags(0).contains("[Variant \"Chess960\"]"));
        let own = "[Variant \"From Position\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n*\n";
        assert!(rewritten(own).contains("[Variant \"From Position\"]"));
    }

    #[test]
    fn the_day_is_written_as_pgn_has_it() {
        let mut game = PgnGame::new(&Position::startpos());
        game.set_date(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(86_400 * 1000));
        let text = game.to_string();
        // Whatever the zone.
        assert!(text.contains("[Date \"1972.09.2"), "{text}");
        assert!(text.contains("[Time \""), "{text}");
    }
}
