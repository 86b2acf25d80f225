//! Extended Position Description, read leniently: plain words among the operations and a missing
//! last semicolon are accepted. <https://www.chessprogramming.org/Extended_Position_Description>

use std::io::{self, BufRead};

use super::lines::{TextLines, is_blank, is_invisible};
use crate::board::{FenError, Move, MoveError, Position, is_addition};

/// The most bytes of a line that are read as one: no file of positions has longer lines.
const LONGEST_LINE: usize = 1 << 16;

/// Returns true for the lines of a file that are comments.
pub fn is_comment(line: &str) -> bool {
    ["#", "%", ";", "//"].iter().any(|start| line.starts_with(start))
}

/// A position and its operations, as text: a large file of them takes little more memory than disk.
///
/// ```
/// use ox88::knowledge::epd::Epd;
/// let line = "k7/8/1K6/8/8/8/8/7R w - - bm Rh8; id \"corridor; short\";";
/// let epd: Epd = line.parse().unwrap();
/// assert_eq!(epd.id().as_deref(), Some("corridor; short"));
/// let best = epd.moves("bm").unwrap();
/// assert_eq!(epd.position().san(best[0]), "Rh8#");
/// ```
#[derive(Clone, Debug)]
pub struct Epd {
    /// The FEN, which is checked.
    fen: Box<str>,
    operations: Box<str>,
}

/// An operation such as `bm Nf3 Nc3;`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The name of the operation: `bm`, `am`, `id` and others.
    pub opcode: String,
    /// Words, or strings without their quotes.
    pub operands: Vec<String>,
}

impl Epd {
    /// Returns the position. Its counters stand where a FEN has them, or in the operations `hmvc`
    /// and `fmvn`.
    pub fn position(&self) -> Position {
        Position::from_fen(&self.fen).unwrap_or_else(|_| unreachable!("the FEN was read before"))
    }

    /// Returns the operations, in the file's order.
    pub fn operations(&self) -> Vec<Operation> {
        operations(&self.operations)
    }

    /// Returns the operands of the first operation with this opcode.
    pub fn operands(&self, opcode: &str) -> Option<Vec<String>> {
        let mut operations = self.operations().into_iter();
        let found = operations.find(|operation| operation.opcode == opcode)?;
        Some(found.operands)
    }

    /// Returns the operand of the operation `id`.
    pub fn id(&self) -> Option<String> {
        self.operands("id")?.into_iter().next()
    }

    /// Returns the operands of all operations with this opcode that stand for moves or mates; marks
    /// of en passant and numbers of moves are left out.
    fn move_texts(&self, opcode: &str) -> Vec<String> {
        let operations = self.operations().into_iter();
        let operands =
            operations.filter(|found| found.opcode == opcode).flat_map(|found| found.operands);
        let bare = operands.map(|text| {
            let text = text.replace(is_invisible, "");
            let text = text.trim_end_matches(',');
            let behind_number = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
            let is_number = behind_number.is_empty() && text.len() < 4;
            let is_numbered = is_number || behind_number.starts_with('.');
            let text = if is_numbered { behind_number } else { text };
            text.trim_start_matches('.').to_string()
        });
        bare.filter(|text| !["", "or", "and"].contains(&text.as_str()) && !is_addition(text))
            .collect()
    }

    /// Returns the moves (SAN, or else UCI) of the operation with this opcode, or of all of them
    /// where a line has several; none without it.
    ///
    /// # Errors
    /// Where one of them cannot be played.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, MoveError> {
        let texts = self.move_texts(opcode).into_iter();
        let moves: Vec<String> = texts.filter(|text| mate(text).is_none()).collect();
        if moves.is_empty() {
            return Ok(Vec::new());
        }
        let position = self.position();
        let moves = moves.iter().map(|text| position.parse_san_or_uci(text));
        moves.collect()
    }

    /// Returns the number of moves to a mate that stands among the moves of an operation: 3 for `bm
    /// #3`.
    pub fn mate_among(&self, opcode: &str) -> Option<i32> {
        self.move_texts(opcode).iter().find_map(|text| mate(text))
    }
}

/// Returns the number of moves to a mate: 3 for `#3`, `+#3` and `M3`.
fn mate(text: &str) -> Option<i32> {
    let text = text.trim_start_matches('+');
    text.strip_prefix(['#', 'M'])?.parse().ok()
}

impl std::str::FromStr for Epd {
    type Err = FenError;

    fn from_str(line: &str) -> Result<Epd, FenError> {
        let mut fields = Vec::new();
        let mut rest = line.trim();
        while fields.len() < 6 {
            let (field, after) = split_word(rest);
            let is_counter = field.bytes().all(|byte| byte.is_ascii_digit());
            if field.is_empty() || fields.len() >= 4 && !is_counter {
                break;
            }
            fields.push(field.replace(is_invisible, ""));
            rest = after;
        }
        let operations = operations(rest);
        for (place, opcode, least) in [(4, "hmvc", "0"), (5, "fmvn", "1")] {
            if fields.len() == place {
                let named = operations.iter().find(|found| found.opcode == opcode);
                let counter = named.and_then(|found| found.operands.first());
                fields.push(counter.map_or(least, String::as_str).to_string());
            }
        }
        let fen = fields.join(" ");
        Position::from_fen(&fen)?;
        Ok(Epd { fen: fen.into(), operations: rest.trim().into() })
    }
}

/// Reads the positions of a file, and converts each, with the number of its line from 1, by `make`.
/// For lines that cannot be read or converted, `pass_over` gets the reason. Empty lines and
/// comments are skipped.
///
/// # Errors
/// Where the file cannot be read.
pub fn read<T>(
    file: impl BufRead,
    make: impl Fn(usize, Epd) -> Result<T, String>,
    mut pass_over: impl FnMut(String),
) -> io::Result<Vec<T>> {
    let mut lines = TextLines::new(file);
    let mut all = Vec::new();
    let mut number = 0;
    while let Some(line) = lines.next_line(LONGEST_LINE)? {
        number += 1;
        let line = line.trim_matches(is_blank);
        if is_comment(line) || line.is_empty() {
            continue;
        }
        let epd = line.parse().map_err(|error: FenError| error.to_string());
        match epd.and_then(|epd| make(number, epd)) {
            Ok(made) => all.push(made),
            Err(reason) => pass_over(format!("line {number}: {reason}")),
        }
    }
    Ok(all)
}

/// Splits off the first word of a text, which ends before a blank or a semicolon.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let is_end = |letter: char| letter.is_whitespace() || letter == ';';
    text.split_at(text.find(is_end).unwrap_or(text.len()))
}

/// Returns the text of a string in quotation marks, and what follows it; `text` begins behind the
/// opening mark. A backslash before a mark or another backslash is no part of the text. A string
/// that is not closed ends with the line.
fn split_string(text: &str) -> (String, &str) {
    let mut string = String::new();
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let escaped = letters.next_if(|&(_, next)| letter == '\\' && matches!(next, '"' | '\\'));
        match escaped {
            Some((_, letter)) => string.push(letter),
            None if letter == '"' => return (string, &text[at + 1..]),
            None => string.push(letter),
        }
    }
    (string, "")
}

/// Returns the operations of a line.
fn operations(text: &str) -> Vec<Operation> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if first == ';' {
            operations.extend(operation(&mut words));
            rest = &rest[1..];
        } else if let Some(string) = rest.strip_prefix('"') {
            let (string, after) = split_string(string);
            words.push(string);
            rest = after;
        } else {
            let (word, after) = split_word(rest);
            words.push(word.to_string());
            rest = after;
        }
        rest = rest.trim_start();
    }
    operations.extend(operation(&mut words));
    operations
}

/// Makes an operation of these words, and removes them; returns `None` if there are none.
fn operation(words: &mut Vec<String>) -> Option<Operation> {
    let mut words = std::mem::take(words).into_iter();
    Some(Operation { opcode: words.next()?, operands: words.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINGS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

    #[track_caller]
    fn said(operations: &str) -> Vec<String> {
        let epd: Epd = format!("{KINGS} {operations}").parse().unwrap();
        let text = |operation: &Operation| {
            let mut words = vec![operation.opcode.clone()];
            words.extend(operation.operands.iter().cloned());
            words.join("|")
        };
        epd.operations().iter().map(text).collect()
    }

    #[test]
    fn operations_are_taken_apart() {
        for (text, expected) in [
            ("", &[][..]),
            ("bm e4;", &["bm|e4"]),
            ("bm e4", &["bm|e4"]),
            ("bm e4 e3; am Kd2;id \"a b\";", &["bm|e4|e3", "am|Kd2", "id|a b"]),
            ("id \"one; two\"; c0 \"\";", &["id|one; two", "c0|"]),
            (";D1 5 ;D2 25", &["D1|5", "D2|25"]),
            ("0 1 ;D1 5", &["D1|5"]),
            (
                r#"bm O-O; id "say \"hi\"; am Kd1; x"; c0 "C:\chess\\";"#,
                &["bm|O-O", "id|say \"hi\"; am Kd1; x", "c0|C:\\chess\\"],
            ),
            ("noop;;; id \"open; bm e4;", &["noop", "id|open; bm e4;"]),
            ("CCC post by N. N., id \"x\"", &["CCC|post|by|N.|N.,|id|x"]),
            ("\u{1F980} \u{1F980};", &["\u{1F980}|\u{1F980}"]),
        ] {
            assert_eq!(said(text), expected, "{text}");
        }
    }

    #[test]
    fn counters_stand_in_both_places() {
        for (text, expected) in [
            ("", "0 1"),
            ("7 9", "7 9"),
            ("7 bm e4;", "7 1"),
            ("bm e4; fmvn 12; hmvc 3;", "3 12"),
            ("1 2 fmvn 12; hmvc 3;", "1 2"),
        ] {
            let epd: Epd = format!("{KINGS} {text}").parse().unwrap();
            assert_eq!(epd.position().fen(), format!("{KINGS} {expected}"), "{text}");
        }
        let wrong = format!("{KINGS} hmvc many;").parse::<Epd>();
        assert_eq!(wrong.err(), Some(FenError::Counter("many".to_string())));
    }

    #[test]
    fn moves_are_those_of_the_position() {
        let epd: Epd = format!("{KINGS} bm e4, Kd2; am Ke7;").parse().unwrap();
        let names = |moves: Vec<Move>| -> Vec<String> {
            moves.iter().map(|&mv| epd.position().san(mv)).collect()
        };
        assert_eq!(epd.moves("bm").map(names).unwrap(), ["e4", "Kd2"]);
        assert_eq!(epd.moves("pv"), Ok(Vec::new()));
        assert!(matches!(epd.moves("am"), Err(MoveError::Illegal(_))));
        let epd: Epd = format!("{KINGS} bm e1d2 e2e4").parse().unwrap();
        assert_eq!(epd.moves("bm").map(names).unwrap(), ["Kd2", "e4"]);
        let epd: Epd = format!("{KINGS} bm e4; am Kd1; bm e3;").parse().unwrap();
        assert_eq!(epd.moves("bm").map(names).unwrap(), ["e4", "e3"]);
        let text = "bm 1. e2-e4 or 1.e3, Kd2!; am #3; pm 12... Kd1 M5;";
        let epd: Epd = format!("{KINGS} {text}").parse().unwrap();
        assert_eq!(epd.moves("bm").map(names).unwrap(), ["e4", "e3", "Kd2"]);
        assert_eq!(epd.moves("am").map(names).unwrap(), [""; 0]);
        assert_eq!(
            ["bm", "am", "pm"].map(|opcode| epd.mate_among(opcode)),
            [None, Some(3), Some(5)]
        );
        let epd: Epd = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 bm exd6 e.p.;".parse().unwrap();
        assert_eq!(epd.moves("bm").unwrap().len(), 1);
    }

    /// Returns the number and the id of each position, and the reasons for wrong lines, in order.
    fn said_of(file: &[u8]) -> Vec<String> {
        let said = std::cell::RefCell::new(Vec::new());
        let make = |number, epd: Epd| {
            let text = format!("{number} {}", epd.id().unwrap_or_default());
            said.borrow_mut().push(text);
            Ok(())
        };
        read(file, make, |reason| said.borrow_mut().push(reason)).unwrap();
        said.into_inner()
    }

    #[test]
    fn files_are_read_and_wrong_lines_are_errors() {
        let text =
            format!("\u{feff}# comment\n\n{KINGS} id \"M\u{fc}ller\";\r\n8/8 w - -\n{KINGS}");
        assert_eq!(
            said_of(text.as_bytes()),
            ["3 M\u{fc}ller", "line 4: FEN board has 2 ranks instead of 8", "5 "]
        );
        // Ends of lines and comments of other programs.
        let other = format!("{KINGS}\r\r; one\r// two\r% three\r\u{200b}{KINGS} hmvc 3;\r");
        assert_eq!(said_of(other.as_bytes()), ["1 ", "6 "]);
        let strange: Vec<u8> = (0..50_000u32).map(|i| ((i * i) >> 5) as u8).collect();
        assert!(said_of(&strange).iter().all(|line| line.starts_with("line ")));
    }
}
