//! From lines of a PGN file to its words.

use super::game::{GameNote, LONGEST_REMARK, Remark, Termination};

/// A word of a PGN file; move numbers are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    Tag(String, String),
    Move(String),
    Remark(Remark),
    End(Termination),
    /// What is doubtful before the next token.
    Note(GameNote),
}

impl Token {
    /// In bytes.
    pub fn text_length(&self) -> usize {
        match self {
            Token::Tag(name, value) => name.len() + value.len(),
            Token::Move(text) => text.len(),
            Token::Remark(Remark::Comment(text) | Remark::Variation(text)) => text.len(),
            Token::Remark(Remark::Nag(_)) | Token::End(_) | Token::Note(_) => 0,
        }
    }
}

/// The first tag of an exported game; at the start of a line it ends an open comment.
const FIRST_TAG: &str = "[Event \"";

/// The NAG of a novelty, `N`, as other programs write it: the standard's numbers end at 139.
const NOVELTY: u8 = 146;

/// Null moves without letters and digits.
const NULL_SIGNS: [&str; 2] = ["--", "@@@@"];

/// Signs of an evaluation, and their NAGs. Where one ends like another, the longer comes first.
const EVALUATIONS: [(&str, u8); 18] = [
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("+\u{2212}", 18),
    ("+\u{2014}", 18),
    ("-+", 19),
    ("\u{2212}+", 19),
    ("\u{2014}+", 19),
    ("=", 10),
    ("\u{221e}", 13),
    ("\u{2a72}", 14),
    ("\u{2a71}", 15),
    ("\u{b1}", 16),
    ("\u{2213}", 17),
];

/// Reads the lines of a PGN file; keeps what is open from one line to the next.
#[derive(Default, Debug)]
pub struct Lexer {
    /// The text so far of an open comment.
    comment: Option<String>,
    /// Whether it was too long, and is not whole.
    is_comment_cut: bool,
    /// The text so far of an open variation.
    variation: String,
    /// How many parentheses are open.
    depth: usize,
    /// Whether the game has moves so far.
    in_moves: bool,
    /// Whether the rest of the line belongs to an escape or to a comment behind `;`.
    skips_line: bool,
}

impl Lexer {
    /// Closes what is open where the file ends or the next game begins, and returns what it was.
    pub fn close(&mut self) -> Option<GameNote> {
        let lexer = std::mem::take(self);
        match lexer.comment {
            Some(_) => Some(GameNote::OpenComment),
            None if lexer.depth > 0 => Some(GameNote::OpenVariation),
            None => None,
        }
    }

    /// Reads a line, or a piece of one: the first, or one that continues the line. `take` gets its
    /// tokens, and those that it completes.
    pub fn read(&mut self, line: &str, is_line_start: bool, mut take: impl FnMut(Token)) {
        self.skips_line &= !is_line_start;
        if self.skips_line {
            return;
        }
        if is_line_start && line.starts_with(FIRST_TAG) {
            take_some(self.close().map(Token::Note), &mut take);
        }
        if is_line_start && line.starts_with('%') && self.comment.is_none() {
            self.skips_line = true;
            return;
        }
        // Once per line: a search at each bracket would take quadratic time.
        let length = line.trim_start().len();
        let last_quote = last_quote_before_bracket(line);
        let mut rest = line;
        loop {
            if let Some(comment) = &mut self.comment {
                let Some((text, after)) = rest.split_once('}') else {
                    self.is_comment_cut |= !extend(comment, rest);
                    return;
                };
                self.is_comment_cut |= !extend(comment, text);
                self.close_comment(&mut take);
                rest = after;
            }
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else {
                return;
            };
            let after = &rest[first.len_utf8()..];
            match first {
                '{' => {
                    self.comment = Some(String::new());
                    rest = after;
                }
                ';' => {
                    let comment = self.comment.insert(String::new());
                    self.is_comment_cut |= !extend(comment, after);
                    self.close_comment(&mut take);
                    self.skips_line = true;
                    return;
                }
                '(' => {
                    if self.depth > 0 {
                        self.add("(");
                    }
                    self.depth += 1;
                    rest = after;
                }
                ')' => {
                    take_some(self.close_variation(), &mut take);
                    rest = after;
                }
                '}' | ']' => rest = after,
                '[' if self.depth == 0 => {
                    // Among the moves only a line of its own begins the next game.
                    let is_header = !self.in_moves || (is_line_start && rest.len() == length);
                    rest = self.read_tag(after, is_header, last_quote, &mut take);
                }
                '[' => rest = after,
                _ => rest = self.read_text(rest, &mut take),
            }
        }
    }

    /// Reads what follows an opening bracket, which is a tag only in a header. Returns the rest of
    /// the line.
    fn read_tag<'a>(
        &mut self,
        line: &'a str,
        is_header: bool,
        last_quote: Option<usize>,
        take: &mut impl FnMut(Token),
    ) -> &'a str {
        let tag = is_header.then(|| split_tag(line, last_quote)).flatten();
        if let Some((tag, rest)) = tag {
            self.in_moves = false;
            take(tag);
            return rest;
        }
        let closed = line
            .find(['[', ']', '{'])
            .and_then(|end| line[end..].strip_prefix(']'));
        // A damaged tag drops its line, a single bracket no moves.
        closed.unwrap_or(if self.in_moves { line } else { "" })
    }

    /// Reads the word that a line begins with, which is not empty. Returns the rest of the line.
    fn read_text<'a>(&mut self, line: &'a str, take: &mut impl FnMut(Token)) -> &'a str {
        let is_end = |letter: char| letter.is_whitespace() || "{}()[];$*".contains(letter);
        let mut letters = line.char_indices().skip(1);
        let length = if line.starts_with('*') {
            1
        } else {
            letters
                .find(|&(_, letter)| is_end(letter))
                .map_or(line.len(), |(at, _)| at)
        };
        let length = match self.depth {
            0 => length + promotion_length(&line[..length], &line[length..]),
            _ => length,
        };
        let (text, rest) = line.split_at(length);
        match self.depth {
            0 => read_word(text, &mut |token| {
                match token {
                    Token::Move(_) => self.in_moves = true,
                    Token::End(_) => self.in_moves = false,
                    Token::Tag(..) | Token::Remark(_) | Token::Note(_) => {}
                }
                take(token);
            }),
            // At the start of a line it would be an escape.
            _ if text.starts_with('%') => {}
            _ => self.add(text),
        }
        rest
    }

    /// Ends a comment, which is no token where it is empty or within a variation.
    fn close_comment(&mut self, take: &mut impl FnMut(Token)) {
        let text = self.comment.take().unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        if std::mem::take(&mut self.is_comment_cut) {
            take(Token::Note(GameNote::LongComment));
        }
        if text.is_empty() {
            return;
        }
        if self.depth > 0 {
            // A comment behind `;` may have a closing brace, for which PGN has no escape.
            self.add(&format!("{{{}}}", text.replace('}', ")")));
        } else {
            take(Token::Remark(Remark::Comment(text)));
        }
    }

    /// Closes a parenthesis; the token is missing within another, and where there is no text.
    fn close_variation(&mut self) -> Option<Token> {
        self.depth = self.depth.checked_sub(1)?;
        if self.depth > 0 {
            // One that is longer is left out.
            if self.variation.len() < LONGEST_REMARK {
                self.variation.push(')');
            }
            return None;
        }
        let text = std::mem::take(&mut self.variation);
        match text.len() {
            0 => None,
            1..LONGEST_REMARK => Some(Token::Remark(Remark::Variation(text))),
            _ => Some(Token::Note(GameNote::LongVariation)),
        }
    }

    /// Adds a word to the variation.
    fn add(&mut self, word: &str) {
        let text = &mut self.variation;
        if text.len() < LONGEST_REMARK {
            if !text.is_empty() && !text.ends_with('(') {
                text.push(' ');
            }
            text.push_str(word);
        }
    }
}

fn take_some(token: Option<Token>, take: &mut impl FnMut(Token)) {
    token.into_iter().for_each(take);
}

/// Adds a line to a comment, as far as there is room; false where more than blanks is dropped.
fn extend(comment: &mut String, line: &str) -> bool {
    let room = LONGEST_REMARK.saturating_sub(comment.len());
    let (kept, dropped) = line.split_at(line.floor_char_boundary(room));
    comment.push_str(kept);
    if room > 0 {
        comment.push(' ');
    }
    dropped.trim().is_empty()
}

/// In bytes: the length of `(Q)` after `e8`, which is no variation, and 0 for all else.
fn promotion_length(word: &str, after: &str) -> usize {
    let is_last_rank = word.ends_with(['1', '8']);
    match after.as_bytes() {
        [b'(', b'N' | b'B' | b'R' | b'Q', b')', ..] if is_last_rank => 3,
        _ => 0,
    }
}

/// The last quotation mark of a line that stands before a closing bracket, in bytes from the end of
/// the line.
fn last_quote_before_bracket(line: &str) -> Option<usize> {
    let mut quotes = line.rmatch_indices('"').map(|(quote, _)| &line[quote..]);
    let last = quotes.find(|rest| rest[1..].trim_start().starts_with(']'));
    last.map(str::len)
}

/// A tag and the text behind it; none where the bracket ends without a value. The text goes on to
/// the end of the line, from which `last_quote` counts.
fn split_tag(text: &str, last_quote: Option<usize>) -> Option<(Token, &str)> {
    let (name, rest) = text.split_at(text.find(['"', ']'])?);
    let rest = rest.strip_prefix('"')?;
    let behind = |quote: usize| rest[quote + 1..].trim_start();
    let is_before_last = |quote: usize| last_quote.is_some_and(|last| last < rest.len() - quote);
    let mut value = String::new();
    let mut letters = rest.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            // The one before the bracket is still to come: this one lacks its backslash.
            '"' if !behind(at).starts_with(']') && is_before_last(at) => value.push(letter),
            '"' => {
                let after = behind(at);
                let after = after.strip_prefix(']').unwrap_or(after);
                return Some((Token::Tag(name.trim().to_string(), value), after));
            }
            '\\' => value.extend(letters.next().map(|(_, letter)| letter)),
            _ => value.push(letter),
        }
    }
    Some((Token::Tag(name.trim().to_string(), value), ""))
}

/// Reads a word outside of comments and variations: a move, its marks, or a result.
fn read_word(text: &str, take: &mut impl FnMut(Token)) {
    // An ellipsis and an en dash, as word processors write them.
    if text.contains(['\u{2026}', '\u{2013}']) {
        let text = text.replace('\u{2026}', "...").replace('\u{2013}', "-");
        return read_word(&text, take);
    }
    if let Some(termination) = Termination::from_marker(text) {
        return take(Token::End(termination));
    }
    let is_castling = text.starts_with("0-0");
    let is_null = text == "0000";
    let text = match text.find(|letter: char| !letter.is_ascii_digit()) {
        _ if is_castling || is_null => text,
        Some(at) if text[at..].starts_with('.') => text[at..].trim_start_matches('.'),
        Some(_) => text,
        None => "",
    };
    let (text, evaluation) = split_evaluation(text);
    let name = match text {
        // A novelty, and a diagram in ChessBase: marks of the move before, and no moves.
        "N" | "D" => "",
        _ => text.trim_end_matches(['!', '?']),
    };
    let mark = &text[name.len()..];
    let (name, before_mark) = split_evaluation(name);
    // Other words without letters, like `+-`, are no move.
    let is_null = NULL_SIGNS.contains(&name);
    let is_move = !name.starts_with('$') && (says_something(name) || is_null);
    let is_en_passant = matches!(name, "e.p." | "ep" | "ep.");
    if is_move && !is_en_passant {
        take(Token::Move(name.to_string()));
    }
    let nag = match text.strip_prefix('$') {
        Some(number) => number.parse().ok(),
        None => nag(mark),
    };
    for nag in [nag, before_mark.or(evaluation)].into_iter().flatten() {
        take(Token::Remark(Remark::Nag(nag)));
    }
}

fn begins_as_null_move(word: &str) -> bool {
    NULL_SIGNS.iter().any(|signs| word.starts_with(*signs))
}

fn says_something(text: &str) -> bool {
    text.contains(|letter: char| letter.is_alphanumeric())
}

/// A word without symbols at its end, and the NAG of the evaluation that it ends with.
fn split_evaluation(word: &str) -> (&str, Option<u8>) {
    let is_null_move = begins_as_null_move(word);
    let mut signs = EVALUATIONS.iter().filter(|_| !is_null_move);
    let found = signs.find_map(|&(sign, nag)| Some((word.strip_suffix(sign)?, nag)));
    match found {
        // Alone or behind a move; a ruler of many signs is none.
        Some((rest, nag)) if rest.is_empty() || says_something(rest) => {
            (without_symbols(rest), Some(nag))
        }
        _ => (without_symbols(word), None),
    }
}

/// A word without symbols at its end that are no part of a move, like an infinity sign or `-` of
/// `+-`.
fn without_symbols(word: &str) -> &str {
    let is_figurine = |letter: char| matches!(letter, '\u{2654}'..='\u{265f}');
    let is_symbol = |letter: char| {
        !letter.is_alphanumeric() && !"+#).!?".contains(letter) && !is_figurine(letter)
    };
    if begins_as_null_move(word) {
        word
    } else {
        word.trim_end_matches(is_symbol)
    }
}

/// The NAG of a mark behind a move.
fn nag(mark: &str) -> Option<u8> {
    Some(match mark {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        "N" => NOVELTY,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let mut lexer = Lexer::default();
        let mut found = Vec::new();
        for line in text.lines() {
            lexer.read(line, true, |token| {
                found.push(match token {
                    Token::Tag(name, value) => format!("{name}={value}"),
                    Token::Move(text) => text,
                    Token::Remark(Remark::Nag(number)) => format!("${number}"),
                    Token::Remark(Remark::Comment(text)) => format!("{{{text}}}"),
                    Token::Remark(Remark::Variation(text)) => format!("({text})"),
                    Token::End(termination) => format!("{termination:?}"),
                    Token::Note(note) => format!("{note:?}"),
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
            ("1. e4! e5 !? 2. Nf3?! +- =", "e4 $1 e5 $5 Nf3 $6 $18 $10"),
            (
                "e4 {good; (fine) [x]} e5 ; not Nf3\nNc3",
                "e4 {good; (fine) [x]} e5 {not Nf3} Nc3",
            ),
            (
                "e4 {over\n  lines} (1. d4 (1. c4 {)} c5) 1... d5 $2) e5",
                "e4 {over lines} (1. d4 (1. c4 {)} c5) 1... d5 $2) e5",
            ),
            ("e4{x}e5(d5)Nf3 { }", "e4 {x} e5 (d5) Nf3"),
            ("e4$1 e5$14$2{x} Nf3?? $999", "e4 $1 e5 $14 $2 {x} Nf3 $4"),
            ("Z0 0000 -- @@@@ @@@@! @ @@", "Z0 0000 -- @@@@ @@@@ $1"),
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
                "Nc6 d4 d5 0-0 e5 WhiteWins",
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
                "e8=Q e8=Q+ e8=\u{2655} e8/Q O-O-O exd6e.p. Z0 Draw",
            ),
            ("e4 (d4 ; a } b\n d5) e5", "e4 (d4 {a ) b} d5) e5"),
            ("e8(Q)+ e1(d1) d8 (Q) {x}", "e8(Q) e1 (d1) d8 (Q) {x}"),
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
            ["White=A \"B\" \\ C", "Black=D", "e4", "Draw", "Unknown"]
        );
        assert_eq!(
            tokens("e4* e5 *d4 d5$1*"),
            [
                "e4", "Unknown", "e5", "Unknown", "d4", "d5", "$1", "Unknown"
            ]
        );
        assert_eq!(tokens("[White \"open"), ["White=open"]);
        assert_eq!(tokens("[nothing\n1-0 0-1"), ["WhiteWins", "BlackWins"]);
        assert_eq!(tokens("[nothing] [A \"b\"]"), ["A=b"]);
        assert_eq!(
            tokens("e4 * [A \"b\"] d4\n [C \"d\"][E \"f\"] c4"),
            ["e4", "Unknown", "A=b", "d4", "C=d", "E=f", "c4"]
        );
        assert_eq!(tokens("\u{bd}-\u{bd} \u{bd}"), ["Draw", "Draw"]);
    }

    #[test]
    fn quotation_marks_in_a_tag_may_lack_their_backslash() {
        for (text, found) in [
            (
                "[Event \"The \"Big\" Open\"] [Site \"\"]\ne4",
                "Event=The \"Big\" Open|Site=|e4",
            ),
            ("[A \"\"x\" \\\"y\\\"\" ] e4", "A=\"x\" \"y\"|e4"),
            // Without a bracket the first one is the end.
            ("[A \"x\" y\ne4", "A=x|y|e4"),
            ("[A \"x\"\n[B \"y\"]", "A=x|B=y"),
            ("[A \"x", "A=x"),
        ] {
            assert_eq!(tokens(text).join("|"), found, "{text}");
        }
    }

    /// In linear time.
    #[test]
    fn lines_of_many_brackets_are_read() {
        let tags = tokens(&"[\"".repeat(1 << 19));
        assert_eq!(tags.len(), 1 << 18);
        assert!(tags.iter().all(|tag| tag == "=["));
        assert!(tokens(&"[]".repeat(1 << 19)).is_empty());
        let blanks = " ".repeat(1 << 19);
        let text = format!("{blanks}e4 {}", "[ ".repeat(1 << 18));
        assert_eq!(tokens(&text), ["e4"]);
    }

    #[test]
    fn remarks_that_are_too_long_are_noted() {
        let long = "x".repeat(LONGEST_REMARK);
        let kept = "x".repeat(LONGEST_REMARK - 2);
        for (text, found) in [
            (
                format!("{{{long}\n\n y}} e4"),
                format!("LongComment {{{long}}} e4"),
            ),
            // Nothing is lost.
            (format!("{{{long}\n }} e4"), format!("{{{long}}} e4")),
            (format!("e4 ({long}) e5"), "e4 LongVariation e5".to_string()),
            (format!("e4 ({kept}) e5"), format!("e4 ({kept}) e5")),
            (
                format!("e4 (d4 {{{long}\ny}} d5) e5"),
                "e4 LongComment LongVariation e5".to_string(),
            ),
        ] {
            assert!(tokens(&text).join(" ") == found, "{text:.20}");
        }
    }

    #[test]
    fn a_new_game_closes_what_was_left_open() {
        for (open, note) in [
            ("{", "OpenComment"),
            ("(", "OpenVariation"),
            ("( {", "OpenComment"),
            ("(((", "OpenVariation"),
        ] {
            let text = format!("e4 {open} e5\n[Event \"x\"]\nd4");
            assert_eq!(tokens(&text), ["e4", note, "Event=x", "d4"], "{open}");
        }
    }

    #[test]
    fn a_remark_on_one_line_has_no_more_room_than_others() {
        let long = "x".repeat(LONGEST_REMARK + 1);
        let cut = &long[1..];
        // The last letter takes two bytes, of which one would be too many.
        let (wide, cut_wide) = (format!("{}\u{fc}", &long[2..]), &long[2..]);
        for (text, found) in [
            (
                format!("{{{long}}} e4"),
                format!("LongComment {{{cut}}} e4"),
            ),
            (
                format!("e4 ;{long}\ne5"),
                format!("e4 LongComment {{{cut}}} e5"),
            ),
            (
                format!("{{{wide}}} e4"),
                format!("LongComment {{{cut_wide}}} e4"),
            ),
        ] {
            assert!(tokens(&text).join(" ") == found, "{text:.20}");
        }
        let mut lexer = Lexer::default();
        lexer.read(&"(".repeat(LONGEST_REMARK + 2), true, |_| ());
        lexer.read(&")".repeat(LONGEST_REMARK + 1), true, |_| ());
        assert_eq!(lexer.variation.len(), LONGEST_REMARK);
    }
}
