//! Splits the text of a PGN file into the tokens of its games.

use std::io::{self, BufRead};

use super::game::{LONGEST_GAME, LONGEST_TEXT, Remark, find_tag};
use super::parser::Following;
use super::text::Text;
use super::words::{self, Word};

/// A token of the movetext.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// The text of a move.
    Move(String),
    Remark(Remark),
}

impl Token {
    /// Returns the size of the token's text in bytes.
    fn text_length(&self) -> usize {
        match self {
            Token::Move(text) | Token::Remark(Remark::Comment(text) | Remark::Variation(text)) => {
                text.len()
            }
            Token::Remark(Remark::Nag(_)) => 0,
        }
    }
}

/// What the file has of a game.
#[derive(Default, Debug)]
pub struct Tokens {
    /// Whether there is a tag, a move or a result. If not, the tokens belong to no game.
    pub is_begun: bool,
    pub tags: Vec<(String, String)>,
    /// The moves, with the remarks on them.
    pub movetext: Vec<Token>,
    /// The result behind the moves.
    pub end: Option<String>,
    /// Messages on what is doubtful.
    pub notes: Vec<String>,
    /// A message on what is not closed at the end of the file.
    pub open: Option<String>,
    /// Why the game is too long, if it is; then some tags and tokens are left out.
    pub excess: Option<String>,
    /// The size of the text of all tags and tokens, in bytes.
    length: usize,
}

impl Tokens {
    /// Makes room for a tag or token with so much text; returns false if the game is too long.
    fn make_room(&mut self, length: usize) -> bool {
        let count = self.tags.len() + self.movetext.len();
        let is_full = count == LONGEST_GAME || self.length > LONGEST_TEXT;
        // Comments alone are dropped once they are many: perhaps no game follows them.
        if is_full && !self.is_begun {
            *self = Tokens::default();
        }
        self.length += length;
        if self.length > LONGEST_TEXT {
            let excess = format!("moves, remarks and tags of more than {LONGEST_TEXT} bytes");
            self.excess.get_or_insert(excess);
        } else if is_full && self.is_begun {
            let excess = format!("longer than {LONGEST_GAME} moves, remarks and tags");
            self.excess.get_or_insert(excess);
        }
        self.excess.is_none()
    }

    fn push(&mut self, token: Token) {
        if self.make_room(token.text_length()) {
            self.movetext.push(token);
        }
    }

    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// The first tag of an exported game; at the start of a line it ends an open comment.
const FIRST_TAG: &str = "[Event \"";

/// Tags that a header has once. Other tags, like `Annotator`, are repeated in some files.
const ROSTER: [&str; 8] = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN"];

/// Splits a file into tokens, game by game.
#[derive(Debug)]
pub struct Lexer<R> {
    pub text: Text<R>,
    game: Tokens,
    has_moves: bool,
}

impl<R: BufRead> Lexer<R> {
    pub fn new(file: R) -> Lexer<R> {
        Lexer { text: Text::new(file), game: Tokens::default(), has_moves: false }
    }

    /// Begins a game here.
    fn begin(&mut self) {
        self.text.begin();
        self.game = Tokens::default();
        self.has_moves = false;
    }

    /// Reads the next game, and what follows it. Comments before its first tag belong to no game;
    /// comments before its first move belong to the game.
    pub fn read_game(&mut self) -> io::Result<(Tokens, Following)> {
        self.begin();
        loop {
            if let Some(following) = self.read()? {
                return Ok((std::mem::take(&mut self.game), following));
            }
        }
    }

    /// Reads the next part of the game. At the end of the game, which is its result or the beginning
    /// of the next game, it returns what follows.
    fn read(&mut self) -> io::Result<Option<Following>> {
        let Some(first) = self.text.next_letter()? else {
            let is_whole = self.text.is_whole() && self.game.open.is_none();
            return Ok(Some(if is_whole { Following::End } else { Following::Break }));
        };
        match first {
            '%' if self.text.is_line_start() => {
                self.text.take_until(|letter| letter == '\n')?;
            }
            '{' | ';' => {
                if let Some(comment) = self.comment(first)? {
                    self.game.push(Token::Remark(Remark::Comment(comment)));
                }
            }
            '(' => self.read_variation()?,
            ')' | '}' | ']' => self.text.skip(1),
            '[' => return self.read_bracket(),
            _ => return self.read_word(first),
        }
        Ok(None)
    }

    /// Reads the comment that begins with this letter; `None` where it has no text.
    fn comment(&mut self, first: char) -> io::Result<Option<String>> {
        self.text.skip(1);
        let mut comment = String::new();
        if first == ';' {
            comment = self.text.take_until(|letter| letter == '\n')?;
        } else {
            loop {
                let text = self.text.take_until(|letter| matches!(letter, '}' | '['))?;
                add(&mut comment, &text);
                match self.text.rest().chars().next() {
                    None => {
                        self.game.open = Some(not_closed("comment", '}'));
                        break;
                    }
                    Some('}') => {
                        self.text.skip(1);
                        break;
                    }
                    Some(_) if self.is_first_tag() => {
                        self.game.note(not_closed("comment", '}'));
                        break;
                    }
                    Some(_) => {
                        self.text.skip(1);
                        add(&mut comment, "[");
                    }
                }
            }
        }
        let lines = comment.split('\n');
        let lines = lines.map(|line| line.trim_matches([' ', '\t']));
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        Ok(Some(lines.join(" ")).filter(|text| !text.is_empty()))
    }

    /// Returns true if the first tag of a game follows, at the start of a line.
    fn is_first_tag(&self) -> bool {
        self.text.rest().starts_with(FIRST_TAG) && self.text.is_line_start()
    }

    /// Reads a variation with all within it; comments in it get braces, as its lines are joined.
    fn read_variation(&mut self) -> io::Result<()> {
        let mut variation = String::new();
        let mut depth = 0;
        loop {
            let Some(first) = self.text.next_letter()? else {
                self.game.open.get_or_insert_with(|| not_closed("variation", ')'));
                break;
            };
            if self.is_first_tag() {
                self.game.note(not_closed("variation", ')'));
                break;
            }
            let word = match first {
                '%' if self.text.is_line_start() => {
                    self.text.take_until(|letter| letter == '\n')?;
                    continue;
                }
                // A comment behind `;` may have a closing brace, for which PGN has no escape.
                '{' | ';' => match self.comment(first)? {
                    Some(text) => format!("{{{}}}", text.replace('}', ")")),
                    None => continue,
                },
                '(' | ')' => {
                    self.text.skip(1);
                    depth = if first == '(' { depth + 1 } else { depth - 1 };
                    first.to_string()
                }
                '}' | '[' | ']' => {
                    self.text.skip(1);
                    continue;
                }
                _ => self.word(first)?,
            };
            if word != ")" && !variation.is_empty() && !variation.ends_with('(') {
                add(&mut variation, " ");
            }
            add(&mut variation, &word);
            if depth == 0 {
                let text = variation.trim_start_matches('(').trim_end_matches(')');
                if !text.is_empty() {
                    variation.pop();
                    variation.remove(0);
                    self.game.push(Token::Remark(Remark::Variation(variation)));
                }
                break;
            }
        }
        Ok(())
    }

    /// Reads what an opening bracket begins: a tag, which begins the next game if it stands behind
    /// moves, or text without a meaning.
    fn read_bracket(&mut self) -> io::Result<Option<Following>> {
        // Behind moves, a tag must be the first on its line to begin the next game.
        let is_header = !self.has_moves || self.text.is_first_on_line();
        let rest = &self.text.rest()[1..];
        let Some((name, value, length)) = is_header.then(|| words::tag(rest)).flatten() else {
            let end = rest.find(['[', ']', '{', '\n']).unwrap_or(rest.len());
            // A damaged tag drops its line, a single bracket no moves.
            let length = match &rest[end..] {
                rest if rest.starts_with(']') => end + 1,
                _ if self.has_moves => 0,
                _ => rest.find('\n').unwrap_or(rest.len()),
            };
            self.text.skip(1 + length);
            return Ok(None);
        };
        // Of a header that is too long, not all tags are kept.
        let is_repeated = || {
            ROSTER.contains(&name.as_str())
                && (self.game.excess.is_some() || find_tag(&self.game.tags, &name).is_some())
        };
        if self.has_moves || self.text.is_after_blank_line() && is_repeated() {
            return Ok(Some(Following::More));
        }
        if !self.game.is_begun {
            self.begin();
            self.game.is_begun = true;
        }
        self.text.skip(1 + length);
        if self.game.make_room(name.len() + value.len()) {
            self.game.tags.push((name, value));
        }
        Ok(None)
    }

    /// Reads a word outside of comments: all up to a blank or a sign that is a token.
    fn word(&mut self, first: char) -> io::Result<String> {
        self.text.skip(first.len_utf8());
        let mut word = String::from(first);
        if first != '*' {
            let is_end = |letter: char| letter.is_whitespace() || "{}()[];$*".contains(letter);
            word += &self.text.take_until(is_end)?;
        }
        Ok(word)
    }

    /// Reads a word among the moves.
    fn read_word(&mut self, first: char) -> io::Result<Option<Following>> {
        let word = self.word(first)?;
        for word in words::read(&word) {
            match word {
                Word::Nag(nag) => self.game.push(Token::Remark(Remark::Nag(nag))),
                Word::End(text) => {
                    self.game.end = Some(text);
                    self.game.is_begun = true;
                    return Ok(Some(Following::More));
                }
                Word::Move(text) => {
                    self.game.push(Token::Move(text));
                    (self.game.is_begun, self.has_moves) = (true, true);
                }
            }
        }
        Ok(None)
    }
}

fn not_closed(what: &str, sign: char) -> String {
    format!("a {what} lacks its '{sign}', and what follows it is not read")
}

/// Adds to a text, unless it is too long for a game.
fn add(text: &mut String, more: &str) {
    if text.len() <= LONGEST_TEXT {
        text.push_str(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut found = Vec::new();
        let mut following = Following::More;
        while following == Following::More {
            let game;
            (game, following) = lexer.read_game().unwrap();
            found.extend(game.tags.into_iter().map(|(name, value)| format!("{name}={value}")));
            found.extend(game.movetext.into_iter().map(|token| match token {
                Token::Move(text) => text,
                Token::Remark(Remark::Nag(number)) => format!("${number}"),
                Token::Remark(Remark::Comment(text)) => format!("{{{text}}}"),
                Token::Remark(Remark::Variation(text)) => format!("({text})"),
            }));
            found.extend(game.end);
            found.extend(
                game.notes.iter().flat_map(|note| note.split(" lacks ").next()).map(str::to_string),
            );
            found.extend(game.open);
        }
        found
    }

    #[test]
    fn moves_are_found_among_all_else() {
        for (text, moves) in [
            ("1. e4 e5 2.Nf3 2...Nc6", "e4 e5 Nf3 Nc6"),
            ("1 e4 e5\r\n2 Nf3", "e4 e5 Nf3"),
            ("1. e4! e5 !? 2. Nf3?! +- =", "e4 $1 e5 $5 Nf3 $6 $18 $10"),
            ("e4 {good; (fine) [x]} e5 ; not Nf3\nNc3", "e4 {good; (fine) [x]} e5 {not Nf3} Nc3"),
            (
                "e4 {over\n  lines} (1. d4 (1. c4 {)} c5) 1... d5 $2) e5",
                "e4 {over lines} (1. d4 (1. c4 {)} c5) 1... d5 $2) e5",
            ),
            ("e4{x}e5(d5)Nf3 { }", "e4 {x} e5 (d5) Nf3"),
            ("e4$1 e5$14$2{x} Nf3?? $999", "e4 $1 e5 $14 $2 {x} Nf3 $4"),
            ("1. Z0 0000 -- @@@@ @@@@! @ @@", "Z0 0000 -- @@@@ @@@@ $1"),
            ("% escape e4\nd4", "d4"),
            ("exd6 e.p. 0-0 0-0-0+ O-O", "exd6 0-0 0-0-0+ O-O"),
            ("1. e4 -- 2. d4", "e4 -- d4"),
            ("1... e5 2. .. d5", "e5 d5"),
            ("} ) ] e4", "e4"),
            ("e4 [x] e5 [ Nf3 [y \"z\"] Nc6", "e4 e5 Nf3 Nc6"),
            ("e4\n[x] e5 {\"y\"} Nf3\n[ Nc6", "e4 e5 {\"y\"} Nf3 Nc6"),
            ("Nf3 N d5 2. c4 D c5", "Nf3 $146 d5 c4 c5"),
            (
                "1\u{2026} Nc6 2.d4\u{2014} 2\u{2026}d5 3. 0\u{2013}0 \u{2026} e5 1\u{2013}0",
                "Nc6 d4 d5 0-0 e5 1-0",
            ),
            (
                "Nf3+- Nf6+ Bb5\u{221e} a6! \u{b1} Ba4\u{b1}! b5!\u{2a72} --! -- \u{221e} =+",
                "Nf3 $18 Nf6+ Bb5 $13 a6 $1 $16 Ba4 $1 $16 b5 $1 $14 -- $1 -- $13 $15",
            ),
            (
                "e4+= e5 -+ Nf3+/- Nc6=/+ Bb5+\u{2212} a6 \u{2213} O-O-+ ===== e4- e5=!",
                "e4 $14 e5 $19 Nf3 $16 Nc6 $15 Bb5 $18 a6 $17 O-O $19 e4 e5 $1 $10",
            ),
            (
                "e8=Q e8=Q+ e8=\u{2655} e8/Q\u{25a1} O-O-O exd6e.p. e.p. Z0 1/2-1/2",
                "e8=Q e8=Q+ e8=\u{2655} e8/Q O-O-O exd6e.p Z0 1/2-1/2",
            ),
            ("e4 (d4 ; a } b\n d5) e5", "e4 (d4 {a ) b} d5) e5"),
            ("", ""),
            ("\u{1F980} { \u{1F980} } e4", "{\u{1F980}} e4"),
        ] {
            assert_eq!(tokens(text).join(" "), moves, "{text}");
        }
    }

    #[test]
    fn tags_and_results_are_read() {
        assert_eq!(
            tokens("[White \"A \\\"B\\\" \\\\ C\"] [Black\"D\"]\n1. e4 1/2-1/2 *"),
            ["White=A \"B\" \\ C", "Black=D", "e4", "1/2-1/2", "*"]
        );
        assert_eq!(tokens("e4* e5 *d4 d5$1*"), ["e4", "*", "e5", "*", "d4", "d5", "$1", "*"]);
        assert_eq!(tokens("[White \"open"), ["White=open"]);
        assert_eq!(tokens("[nothing\n1-0 0-1"), ["1-0", "0-1"]);
        assert_eq!(tokens("[nothing] [A \"b\"]"), ["A=b"]);
        assert_eq!(
            tokens("e4 * [A \"b\"] d4\n [C \"d\"][E \"f\"] c4"),
            ["e4", "*", "A=b", "d4", "C=d", "E=f", "c4"]
        );
        assert_eq!(tokens("\u{bd}-\u{bd} \u{bd}"), ["\u{bd}-\u{bd}", "\u{bd}"]);
    }

    #[test]
    fn quotation_marks_in_a_tag_may_lack_their_backslash() {
        for (text, found) in [
            ("[Event \"The \"Big\" Open\"] [Site \"\"]\ne4", "Event=The \"Big\" Open|Site=|e4"),
            ("[A \"\"x\" \\\"y\\\"\" ] e4", "A=\"x\" \"y\"|e4"),
            // Without a bracket the first one is the end, and the line is dropped.
            ("[A \"x\" y\ne4", "A=x|e4"),
            ("[A \"x\"\n[B \"y\"]", "A=x|B=y"),
            ("[A \"x", "A=x"),
        ] {
            assert_eq!(tokens(text).join("|"), found, "{text}");
        }
    }

    /// Reading takes linear time: quadratic time would be minutes.
    #[test]
    fn many_brackets_are_read() {
        assert!(tokens(&"[\"".repeat(1 << 19)).is_empty());
        assert!(tokens(&"[]".repeat(1 << 19)).is_empty());
        let tags: String = (0..LONGEST_GAME).map(|i| format!("[A{i} \"\"]\n")).collect();
        let text = tags + &"\n[Site \"\"]\n".repeat(LONGEST_GAME);
        assert_eq!(tokens(&text).len(), 2 * LONGEST_GAME - 1);
        let blanks = " ".repeat(1 << 19);
        let text = format!("{blanks}e4 {}", "[ ".repeat(1 << 18));
        assert_eq!(tokens(&text), ["e4"]);
    }

    #[test]
    fn a_new_game_closes_what_was_left_open() {
        for (open, note) in [
            ("{", "a comment"),
            ("(", "a variation"),
            ("( {", "a comment a variation"),
            ("(((", "a variation"),
        ] {
            let text = format!("e4 {open} e5\n[Event \"x\"]\nd4");
            let found = tokens(&text).join(" ").replace("{e5} ", "");
            assert_eq!(found, format!("e4 {note} Event=x d4"), "{open}");
        }
    }
}
