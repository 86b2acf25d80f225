//! Extended Position Description, read leniently: plain words among the operations and a missing
//! last semicolon are accepted. <https://www.chessprogramming.org/Extended_Position_Description>

use std::io::{self, BufRead, Read};

use super::lines::{check_first, decoded};
use crate::board::{FenError, Move, MoveError, Position};

/// In bytes, with its end.
const LONGEST_LINE: u64 = 1 << 16;

/// A position and its operations.
///
/// ```
/// use ox88::knowledge::epd::Epd;
/// let line = "k7/8/1K6/8/8/8/8/7R w - - bm Rh8; id \"corridor; short\";";
/// let epd: Epd = line.parse().unwrap();
/// assert_eq!(epd.id(), Some("corridor; short"));
/// let best = epd.moves("bm").unwrap();
/// assert_eq!(epd.position.san(best[0]), "Rh8#");
/// ```
#[derive(Clone, Debug)]
pub struct Epd {
    /// Its counters stand where a FEN has them, or in the operations `hmvc` and `fmvn`.
    pub position: Position,
    /// In the file's order.
    pub operations: Vec<Operation>,
}

/// An operation such as `bm Nf3 Nc3;`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// `bm`, `am`, `id`, ...
    pub opcode: String,
    /// Words, or strings without their quotes.
    pub operands: Vec<String>,
}

/// Why a file of positions cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum EpdError {
    /// It cannot be read at all.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line is no position.
    #[error("line {0}: {1}")]
    Line(usize, FenError),
    /// A line that is no comment is too long.
    #[error("line {0}: longer than {LONGEST_LINE} bytes")]
    TooLong(usize),
}

impl Epd {
    /// The operands of the first operation with this opcode.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        let mut operations = self.operations.iter();
        let found = operations.find(|operation| operation.opcode == opcode)?;
        Some(&found.operands)
    }

    /// The operand of the operation `id`.
    pub fn id(&self) -> Option<&str> {
        self.operands("id")?.first().map(String::as_str)
    }

    /// The moves (SAN, or else UCI) of the operation with this opcode, or of all of them where a
    /// line has several; none without it.
    ///
    /// # Errors
    /// Where one of them cannot be played.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, MoveError> {
        let named = self
            .operations
            .iter()
            .filter(|found| found.opcode == opcode);
        let operands = named.flat_map(|operation| &operation.operands);
        let texts = operands.map(|text| text.trim_end_matches(','));
        texts
            .map(|text| self.position.parse_san_or_uci(text))
            .collect()
    }
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
            fields.push(field.to_string());
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
        Ok(Epd {
            position: Position::from_fen(&fields.join(" "))?,
            operations,
        })
    }
}

/// A file's positions with line numbers, from 1. Skips empty lines and those that begin with `#`.
pub fn read(mut file: impl BufRead) -> impl Iterator<Item = Result<(usize, Epd), EpdError>> {
    let mut number = 0;
    std::iter::from_fn(move || {
        loop {
            number += 1;
            let (line, is_whole) = match next_line(&mut file, number == 1) {
                Ok(line) => line?,
                Err(error) => return Some(Err(error.into())),
            };
            if line.starts_with('#') {
                continue;
            }
            if !is_whole {
                return Some(Err(EpdError::TooLong(number)));
            }
            if !line.is_empty() {
                let epd = line.parse().map(|epd| (number, epd));
                return Some(epd.map_err(|error| EpdError::Line(number, error)));
            }
        }
    })
}

/// The next line without blanks around it, and whether it is whole: of one that is too long, the
/// rest is skipped. `None` at the end of the file. The first line of a file is checked.
fn next_line(file: &mut impl BufRead, is_first: bool) -> io::Result<Option<(String, bool)>> {
    let mut bytes = Vec::new();
    let line = file
        .by_ref()
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut bytes);
    let is_whole = match line? {
        0 => return Ok(None),
        _ if bytes.ends_with(b"\n") => true,
        // The last line may lack its end.
        _ => file.skip_until(b'\n')? == 0,
    };
    if is_first {
        check_first(&bytes)?;
    }
    let text = decoded(bytes);
    let text = text.trim_start_matches('\u{feff}').trim();
    Ok(Some((text.to_string(), is_whole)))
}

/// A word, which ends before a blank or a semicolon, and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let is_end = |letter: char| letter.is_whitespace() || letter == ';';
    text.split_at(text.find(is_end).unwrap_or(text.len()))
}

/// The operations of a line. A string that is not closed ends with the line.
fn operations(text: &str) -> Vec<Operation> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if first == ';' {
            operations.extend(operation(&mut words));
            rest = &rest[1..];
        } else if let Some(string) = rest.strip_prefix('"') {
            let (string, after) = string.split_once('"').unwrap_or((string, ""));
            words.push(string.to_string());
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

/// The operation of these words, which are taken; `None` without words.
fn operation(words: &mut Vec<String>) -> Option<Operation> {
    let mut words = std::mem::take(words).into_iter();
    Some(Operation {
        opcode: words.next()?,
        operands: words.collect(),
    })
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
        epd.operations.iter().map(text).collect()
    }

    #[test]
    fn operations_are_taken_apart() {
        for (text, expected) in [
            ("", &[][..]),
            ("bm e4;", &["bm|e4"]),
            ("bm e4", &["bm|e4"]),
            (
                "bm e4 e3; am Kd2;id \"a b\";",
                &["bm|e4|e3", "am|Kd2", "id|a b"],
            ),
            ("id \"one; two\"; c0 \"\";", &["id|one; two", "c0|"]),
            (";D1 5 ;D2 25", &["D1|5", "D2|25"]),
            ("0 1 ;D1 5", &["D1|5"]),
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
            assert_eq!(epd.position.fen(), format!("{KINGS} {expected}"), "{text}");
        }
        let wrong = format!("{KINGS} hmvc many;").parse::<Epd>();
        assert_eq!(wrong.err(), Some(FenError::Counter("many".to_string())));
    }

    #[test]
    fn moves_are_those_of_the_position() {
        let epd: Epd = format!("{KINGS} bm e4, Kd2; am Ke7;").parse().unwrap();
        let names = |moves: Vec<Move>| -> Vec<String> {
            moves.iter().map(|&mv| epd.position.san(mv)).collect()
        };
        assert_eq!(epd.moves("bm").map(names).unwrap(), ["e4", "Kd2"]);
        assert_eq!(epd.moves("pv"), Ok(Vec::new()));
        assert!(matches!(epd.moves("am"), Err(MoveError::Illegal(_))));
        let epd: Epd = format!("{KINGS} bm e1d2 e2e4").parse().unwrap();
        assert_eq!(epd.moves("bm").map(names).unwrap(), ["Kd2", "e4"]);
        let epd: Epd = format!("{KINGS} bm e4; am Kd1; bm e3;").parse().unwrap();
        assert_eq!(epd.moves("bm").map(names).unwrap(), ["e4", "e3"]);
    }

    #[test]
    fn files_are_read_and_wrong_lines_are_errors() {
        let text =
            format!("\u{feff}# comment\n\n{KINGS} id \"M\u{fc}ller\";\r\n8/8 w - -\n{KINGS}");
        let found: Vec<String> = read(text.as_bytes())
            .map(|line| match line {
                Ok((number, epd)) => format!("{number} {}", epd.id().unwrap_or("?")),
                Err(error) => error.to_string(),
            })
            .collect();
        assert_eq!(
            found,
            [
                "3 M\u{fc}ller",
                "line 4: FEN board has 2 ranks instead of 8",
                "5 ?"
            ]
        );
        let long = format!("# {KINGS}{}{KINGS}\n{KINGS}", " ".repeat(1 << 17));
        let found = read(long.as_bytes()).map(|line| line.map(|(number, _)| number).ok());
        assert_eq!(found.collect::<Vec<_>>(), [Some(2)]);
        let blanks = " ".repeat(LONGEST_LINE as usize);
        let long = format!("{KINGS}\n{KINGS}{blanks}id \"x\";\n{blanks}\n{KINGS}");
        let found = read(long.as_bytes()).map(|line| match line {
            Ok((number, _)) => number.to_string(),
            Err(error) => error.to_string(),
        });
        assert_eq!(
            found.collect::<Vec<_>>(),
            [
                "1",
                "line 2: longer than 65536 bytes",
                "line 3: longer than 65536 bytes",
                "4"
            ]
        );
        // The longest lines, with an end and without one.
        let room = LONGEST_LINE as usize - KINGS.len();
        let longest = format!(
            "{KINGS}{}\n{KINGS}{}",
            " ".repeat(room - 1),
            " ".repeat(room)
        );
        assert!(read(longest.as_bytes()).all(|line| line.is_ok()));
        assert_eq!(read(longest.as_bytes()).count(), 2);
        let strange: Vec<u8> = (0..50_000u32).map(|i| ((i * i) >> 5) as u8).collect();
        assert!(read(&strange[..]).all(|line| line.is_err()));
    }
}
