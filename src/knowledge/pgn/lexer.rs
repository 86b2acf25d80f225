//! From lines of a PGN file to its words.

use super::game::Termination;

/// What a file of games consists of, without comments, variations, move
/// numbers and marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// `[name "value"]`
    Tag(String, String),
    /// What should be a move.
    Move(String),
    /// The mark at the end of a game.
    End(Termination),
}

/// Every game that clients write begins with this tag. Where it stands at the
/// beginning of a line, no comment that was left open goes on.
const FIRST_TAG: &str = "[Event \"";

/// Takes lines apart, and remembers what one leaves open.
#[derive(Default, Debug)]
pub struct Lexer {
    in_comment: bool,
    /// Variations that are open, one inside the other.
    variations: usize,
}

impl Lexer {
    /// Passes on the tokens of the next line.
    pub fn read(&mut self, line: &str, mut take: impl FnMut(Token)) {
        if line.starts_with(FIRST_TAG) {
            *self = Lexer::default();
        }
        if line.starts_with('%') && !self.in_comment {
            return;
        }
        let mut rest = line;
        loop {
            if self.in_comment {
                let Some((_, after)) = rest.split_once('}') else {
                    return;
                };
                self.in_comment = false;
                rest = after;
            }
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else {
                return;
            };
            let after = &rest[first.len_utf8()..];
            match first {
                '{' => {
                    self.in_comment = true;
                    rest = after;
                }
                ';' => return,
                '(' => {
                    self.variations += 1;
                    rest = after;
                }
                ')' => {
                    self.variations = self.variations.saturating_sub(1);
                    rest = after;
                }
                '}' | ']' => rest = after,
                '[' if self.variations == 0 => {
                    let (tag, after) = split_tag(after);
                    tag.into_iter().for_each(&mut take);
                    rest = after;
                }
                '[' => rest = after,
                _ => {
                    let is_end =
                        |letter: char| letter.is_whitespace() || "{}()[];$*".contains(letter);
                    let length = match first {
                        '*' => 0,
                        _ => after.find(is_end).unwrap_or(after.len()),
                    };
                    let (text, after) = rest.split_at(first.len_utf8() + length);
                    if self.variations == 0 {
                        word(text).into_iter().for_each(&mut take);
                    }
                    rest = after;
                }
            }
        }
    }
}

/// The tag that follows a bracket, if it is one, and what comes after it.
fn split_tag(text: &str) -> (Option<Token>, &str) {
    let Some((name, rest)) = text.split_once('"') else {
        return (None, "");
    };
    let mut value = String::new();
    let mut letters = rest.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => {
                let after = rest[at + 1..].trim_start();
                let after = after.strip_prefix(']').unwrap_or(after);
                return (Some(Token::Tag(name.trim().to_string(), value)), after);
            }
            '\\' => value.extend(letters.next().map(|(_, letter)| letter)),
            _ => value.push(letter),
        }
    }
    (Some(Token::Tag(name.trim().to_string(), value)), "")
}

/// What a word of the movetext is, if it is more than a number or a mark.
fn word(text: &str) -> Option<Token> {
    if let Some(termination) = Termination::from_marker(text) {
        return Some(Token::End(termination));
    }
    let is_castling = text.starts_with("0-0");
    let text = match text.find(|letter: char| !letter.is_ascii_digit()) {
        _ if is_castling => text,
        Some(at) if text[at..].starts_with('.') => text[at..].trim_start_matches('.'),
        Some(_) => text,
        None => "",
    };
    // Marks such as `$1`, `!?` or `+-`; but two hyphens are a move left out.
    let says_something = |text: &str| text.contains(|letter: char| letter.is_alphanumeric());
    let is_mark = text.starts_with('$') || !says_something(text) && text != "--";
    let is_en_passant = matches!(text, "e.p." | "ep" | "ep.");
    (!is_mark && !is_en_passant).then(|| Token::Move(text.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens of lines, as text.
    fn tokens(text: &str) -> Vec<String> {
        let mut lexer = Lexer::default();
        let mut found = Vec::new();
        for line in text.lines() {
            lexer.read(line, |token| {
                found.push(match token {
                    Token::Tag(name, value) => format!("{name}={value}"),
                    Token::Move(text) => text,
                    Token::End(termination) => format!("{termination:?}"),
                });
            });
        }
        found
    }

    #[test]
    fn moves_are_found_among_all_else() {
        for (text, moves) in [
            ("1. e4 e5 2.Nf3 2...Nc6", "e4 e5 Nf3 Nc6"),
            ("1 e4 e5\r\n2 Nf3", "e4 e5 Nf3"),
            ("1. e4! $1 e5 !? 2. Nf3?! +- =", "e4! e5 Nf3?!"),
            ("e4 {good; (fine) [x]} e5 ; not Nf3\nNc3", "e4 e5 Nc3"),
            ("e4 {over\nlines} (d4 (c4 {)} c5) d5) e5", "e4 e5"),
            ("e4{x}e5(d5)Nf3", "e4 e5 Nf3"),
            ("e4$1 e5$14$2{x} Nf3!$1", "e4 e5 Nf3!"),
            ("% escape e4\nd4", "d4"),
            ("exd6 e.p. 0-0 0-0-0+ O-O", "exd6 0-0 0-0-0+ O-O"),
            ("1. e4 -- 2. d4", "e4 -- d4"),
            ("1... e5 2. .. d5", "e5 d5"),
            ("} ) ] e4", "e4"),
            ("", ""),
            ("\u{1F980} { \u{1F980} } e4", "e4"),
        ] {
            assert_eq!(tokens(text).join(" "), moves, "{text}");
        }
    }

    #[test]
    fn tags_and_results_are_read() {
        assert_eq!(
            tokens("[White \"A \\\"B\\\" \\\\ C\"] [Black\"D\"]\n1. e4 1/2-1/2 *"),
            ["White=A \"B\" \\ C", "Black=D", "e4", "Draw", "Unknown"]
        );
        assert_eq!(
            tokens("e4* e5 *d4 d5$1*"),
            ["e4", "Unknown", "e5", "Unknown", "d4", "d5", "Unknown"]
        );
        assert_eq!(tokens("[White \"open"), ["White=open"]);
        assert_eq!(tokens("[nothing\n1-0 0-1"), ["WhiteWins", "BlackWins"]);
    }

    #[test]
    fn a_new_game_closes_what_was_left_open() {
        for open in ["{", "(", "( {", "((("] {
            let text = format!("e4 {open} e5\n[Event \"x\"]\nd4");
            assert_eq!(tokens(&text), ["e4", "Event=x", "d4"], "{open}");
        }
    }
}
