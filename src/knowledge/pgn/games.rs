//! The games of a PGN file, one after the other.

use std::collections::{HashSet, VecDeque};
use std::io::{self, BufRead, Read};

use super::game::{GameError, GameNote, LONGEST_GAME, LONGEST_TEXT, PgnGame};
use super::lexer::{Lexer, Token};
use super::parser::Following;
use crate::knowledge::lines::{check_first, decoded};

/// In bytes; longer lines are read in pieces.
const LONGEST_LINE: u64 = 1 << 20;

/// In bytes: how far a piece is extended to the next blank. A cut within a word would make two of
/// it, like `N` and `f3`.
const LONGEST_WORD: u64 = 1 << 20;

/// Tags that a header has once. Other tags, like `Annotator`, are repeated in some files.
const ROSTER: [&str; 8] = [
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN",
];

/// The tokens of a game.
struct GameTokens {
    /// None at the end of the file; the first of a game that is too long.
    tokens: Vec<Token>,
    /// Why it is too long, if it is.
    excess: Option<GameError>,
}

/// The games of a file. An unreadable game is an error, and reading goes on with the next.
///
/// ```
/// use ox88::knowledge::pgn::{Games, Termination};
/// let text = "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e5 *\n";
/// let games: Vec<_> = Games::new(text.as_bytes()).map(Result::unwrap).collect();
/// let mate = games[0].as_ref().unwrap();
/// assert_eq!((mate.moves.len(), mate.tag("White")), (4, Some("A")));
/// assert_eq!(mate.termination, Termination::BlackWins);
/// assert!(games[1].is_err());
/// ```
#[derive(Debug)]
pub struct Games<R> {
    file: R,
    lexer: Lexer,
    /// Read, but not yet part of a game.
    tokens: VecDeque<Token>,
    is_first_line: bool,
    /// Whether the previous line was read to its end.
    is_whole_line: bool,
    /// Whether a line without text came last.
    is_blank_line: bool,
    /// Whether the tokens that were read last come after such a line.
    is_after_blank: bool,
    /// What is open at the end of the file, until it is reported.
    open: Option<GameNote>,
}

impl<R: BufRead> Games<R> {
    /// The games of this file.
    pub fn new(file: R) -> Games<R> {
        Games {
            file,
            lexer: Lexer::default(),
            tokens: VecDeque::new(),
            is_first_line: true,
            is_whole_line: true,
            is_blank_line: false,
            is_after_blank: false,
            open: None,
        }
    }

    /// The next token, which stays; reads lines as far as needed. `None` at the end of the file.
    fn peek(&mut self) -> io::Result<Option<&Token>> {
        while self.tokens.is_empty() {
            let is_line_start = self.is_whole_line;
            let bytes = self.read_piece()?;
            if bytes.is_empty() {
                self.open = self.open.or(self.lexer.close());
                return Ok(None);
            }
            self.is_whole_line = bytes.ends_with(b"\n");
            if self.is_first_line {
                check_first(&bytes)?;
            }
            let text = decoded(bytes);
            let text = if std::mem::take(&mut self.is_first_line) {
                text.trim_start_matches('\u{feff}')
            } else {
                &text
            };
            let is_blank = text.trim().is_empty();
            if is_line_start {
                self.is_after_blank = self.is_blank_line || (is_blank && self.is_after_blank);
                self.is_blank_line = is_blank;
            } else {
                self.is_blank_line &= is_blank;
            }
            let take = |token| self.tokens.push_back(token);
            self.lexer.read(text, is_line_start, take);
        }
        Ok(self.tokens.front())
    }

    /// The next line, or a piece of a long one, up to a blank; empty at the end of the file.
    fn read_piece(&mut self) -> io::Result<Vec<u8>> {
        // A carriage return is not one, as it stays with its line feed.
        let is_blank = |byte: u8| matches!(byte, b' ' | b'\t' | b'\n');
        let mut piece = Vec::new();
        let mut line = (&mut self.file).take(LONGEST_LINE);
        let length = line.read_until(b'\n', &mut piece)?;
        let is_within_word = piece.last().is_some_and(|&byte| !is_blank(byte));
        if length as u64 == LONGEST_LINE && is_within_word {
            for byte in (&mut self.file).take(LONGEST_WORD).bytes() {
                let byte = byte?;
                piece.push(byte);
                if is_blank(byte) {
                    break;
                }
            }
        }
        Ok(piece)
    }

    /// The tokens of the next game: up to its marker and the comments behind that on its line, or
    /// to a tag after its moves, or after a blank line to one of its roster that it already has, as
    /// a header may stand without moves. Other comments before its first tag belong to no game,
    /// those before its first move to itself.
    fn next_tokens(&mut self) -> io::Result<GameTokens> {
        let mut tokens = Vec::new();
        // In bytes, of the tokens.
        let mut text_length = 0;
        let (mut is_begun, mut has_moves, mut excess) = (false, false, None);
        let mut names = HashSet::new();
        let mut is_repeated =
            |name: &str| ROSTER.contains(&name) && !names.insert(name.to_string());
        loop {
            self.peek()?;
            let Some(token) = self.tokens.front() else {
                break;
            };
            let is_end = matches!(token, Token::End(_));
            match token {
                Token::Tag(name, _) if has_moves || (is_repeated(name) && self.is_after_blank) => {
                    break;
                }
                Token::Tag(..) => {
                    if !std::mem::replace(&mut is_begun, true) {
                        tokens.clear();
                        text_length = 0;
                    }
                }
                Token::Move(_) => (is_begun, has_moves) = (true, true),
                Token::Remark(_) | Token::Note(_) => {}
                Token::End(_) => is_begun = true,
            }
            let length_with_token = text_length + token.text_length();
            let error = match length_with_token {
                _ if tokens.len() >= LONGEST_GAME => Some(GameError::TooLong),
                0..=LONGEST_TEXT => None,
                _ => Some(GameError::TooMuchText),
            };
            let token = self.tokens.pop_front();
            if error.is_none() {
                tokens.extend(token);
                text_length = length_with_token;
            } else if is_begun {
                excess = excess.or(error);
            } else {
                // No game need follow so many comments.
                tokens.clear();
                text_length = 0;
            }
            if is_end {
                tokens.extend(self.remarks_behind_marker());
                break;
            }
        }
        if !is_begun {
            tokens.clear();
        }
        Ok(GameTokens { tokens, excess })
    }

    /// The remarks behind a game's marker on the same line, unless they introduce moves there. No
    /// more is read: the next line may be late, as from a pipe.
    fn remarks_behind_marker(&mut self) -> VecDeque<Token> {
        let is_remark = |token: &Token| matches!(token, Token::Remark(_));
        let count = self
            .tokens
            .iter()
            .take_while(|token| is_remark(token))
            .count();
        if matches!(self.tokens.get(count), Some(Token::Move(_))) {
            return VecDeque::new();
        }
        let rest = self.tokens.split_off(count);
        std::mem::replace(&mut self.tokens, rest)
    }

    /// Skips the next game unparsed; returns whether there is one.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn skip_game(&mut self) -> io::Result<bool> {
        Ok(!self.next_tokens()?.tokens.is_empty())
    }

    /// What follows a game that has no marker.
    fn following(&mut self) -> io::Result<Following> {
        let has_more = self.peek()?.is_some();
        Ok(if has_more {
            Following::More
        } else if !self.is_whole_line || self.open.is_some() {
            Following::Break
        } else {
            Following::End
        })
    }

    fn next_game(&mut self) -> io::Result<Option<Result<PgnGame, GameError>>> {
        let GameTokens { mut tokens, excess } = self.next_tokens()?;
        if tokens.is_empty() {
            let open = self.open.take();
            return Ok(open.map(|note| Err(GameError::Open(note))));
        }
        if let Some(error) = excess {
            // What it leaves open is no other error.
            self.open = None;
            return Ok(Some(Err(error)));
        }
        let mut from_last = tokens.iter().rev();
        let has_end = from_last.any(|token| matches!(token, Token::End(_)));
        // Input ahead may be late, as from a pipe.
        let following = if has_end {
            Following::More
        } else {
            self.following()?
        };
        tokens.extend(self.open.take().map(Token::Note));
        Ok(Some(PgnGame::from_tokens(tokens, following)))
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = io::Result<Result<PgnGame, GameError>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_game().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{MoveNumber, Remark, Termination};
    use super::*;
    use crate::board::Color;

    fn games(text: &[u8]) -> Vec<Result<PgnGame, GameError>> {
        Games::new(text).map(Result::unwrap).collect()
    }

    fn lengths(text: &str) -> Vec<Option<usize>> {
        let games = games(text.as_bytes());
        let length = |game: &Result<PgnGame, _>| game.as_ref().ok().map(|game| game.moves.len());
        games.iter().map(length).collect()
    }

    #[test]
    fn games_are_told_apart() {
        for (text, expected) in [
            ("", &[][..]),
            ("\n\n{nothing}\n", &[]),
            ("1. e4 e5 1-0 1. d4 *", &[Some(2), Some(1)]),
            (
                "[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n\n1. d4 d5",
                &[Some(1), Some(2)],
            ),
            (
                "[Event \"a\"]\r\n\r\n1. e4 {open\r\n\r\n[Event \"b\"]\r\n1. d4 d5 *\r\n",
                &[Some(1), Some(2)],
            ),
            ("1. e4 Ke7 1-0 1. e4 e5 2. Ke2 0-1", &[None, Some(3)]),
            (
                "[Event \"empty\"]\n[Result \"*\"]\n\n*\n\n1. e4 *",
                &[Some(0), Some(1)],
            ),
            ("\u{feff}[Event \"marked\"]\n1. e4 *", &[Some(1)]),
            ("e4 -- d4 *", &[None]),
            // A header without moves and marker.
            (
                "[Event \"a\"]\n[White \"A\"]\n\n[Event \"b\"]\n\n1. d4 d5 *",
                &[Some(0), Some(2)],
            ),
        ] {
            assert_eq!(lengths(text), expected, "{text}");
        }
    }

    fn last(text: &str) -> Result<usize, GameError> {
        let games = games(text.as_bytes());
        let last = games.into_iter().next_back().unwrap();
        last.map(|game| game.moves.len())
    }

    #[test]
    fn a_game_that_is_cut_off_is_told_from_one_without_a_mark() {
        let whole =
            "[Event \"x\"]\n[Result \"1-0\"]\n[PlyCount \"3\"]\n\n1. e4 {good} e5 2. Nf3 1-0\n";
        assert_eq!(last(whole), Ok(3));
        for end in 9..whole.len() - 4 {
            let cut = format!("{whole}\n{}", &whole[..end]);
            assert_eq!(last(&cut), Err(GameError::CutOff), "{cut}");
            assert_eq!(lengths(&cut)[0], Some(3));
        }
        for text in ["1. e4 e5", "[Result \"1-0\"]\n\n1. e4 e5\n"] {
            assert_eq!(last(text), Ok(2), "{text}");
        }
    }

    #[test]
    fn null_moves_are_named_and_moves_of_uci_read() {
        for text in ["--", "Z0", "0000", "@@@@"] {
            let place = MoveNumber {
                number: 1,
                side: Color::Black,
            };
            let expected = Err(GameError::NullMove(place, text.to_string()));
            assert_eq!(last(&format!("1. e4 {text} 2. d4 *")), expected);
            // Moves of variations are not parsed.
            assert_eq!(last(&format!("1. e4 (1. {text}) 1... e5 *")), Ok(2));
        }
        assert_eq!(
            last("1. g1f3 g8f6 2. e2e4 e7e5 3. f1c4 d7d5 4. e1g1 *"),
            Ok(7)
        );
    }

    #[test]
    fn errors_name_the_move() {
        for (text, expected) in [
            (
                "1. e4 e5 2. Nf3 Nf3 *",
                "move 2 (Black): 'Nf3' is not legal here",
            ),
            ("1. e4 e5 2. -- *", "move 2 (White): '--' is a null move"),
            (
                "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 12\"]\n12... joho *",
                "move 12 (Black): 'joho' is not a move",
            ),
        ] {
            let error = last(text).unwrap_err();
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }

    /// Not PGN's, but found in files.
    #[test]
    fn other_spellings_are_read() {
        for (text, expected) in [
            ("1. \u{2658}f3 \u{265e}f6 2. c4 N e6 \u{bd}-\u{bd}", 4),
            (
                "[FEN \"8/1P2k3/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n1. exd6e.p. Kd7 2. b8(Q)! (2. b8(N)) *",
                3,
            ),
            (
                "[FEN \"8/1P2k3/8/8/8/8/8/4K3 w - - 0 1\"]\n1. b8/Q(1. b8/N) *",
                1,
            ),
            (
                "[FEN \"8/1P2k3/8/8/8/8/8/4K3 w - - 0 1\"]\n1. b8=\u{2655}\u{b1} *",
                1,
            ),
            (
                "1. Nf3+- Nf6-+ 2\u{2026} D 2. c4\u{221e} e6\u{2014} 3. d4= d5!? +/- 1\u{2013}0",
                6,
            ),
        ] {
            assert_eq!(last(text), Ok(expected), "{text}");
        }
        let draw = games("1. e4 \u{bd}".as_bytes());
        assert_eq!(draw[0].as_ref().unwrap().termination, Termination::Draw);
    }

    #[test]
    fn the_header_of_the_next_game_is_its_own() {
        let text = "[White \"A\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n\
                    [White \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n";
        let found = games(text.as_bytes());
        let read: Vec<&PgnGame> = found.iter().map(|game| game.as_ref().unwrap()).collect();
        let players: Vec<_> = read.iter().map(|game| game.tag("White")).collect();
        assert_eq!(players, [Some("A"), Some("B")]);
        assert_eq!((read[1].tag("FEN"), read[1].moves.len()), (None, 2));
    }

    #[test]
    fn a_tag_twice_in_one_header_begins_no_game() {
        let text = "[Event \"a\"]\n[Event \"b\"]\n[White \"A\"]\n[White \"B\"]\n\n1. e4 e5 *\n";
        let games = games(text.as_bytes());
        assert_eq!(games.len(), 1);
        let game = games[0].as_ref().unwrap();
        assert_eq!((game.tag("White"), game.moves.len()), (Some("A"), 2));
    }

    #[test]
    fn a_repeated_tag_outside_the_roster_stays_in_its_header() {
        let text = "[White \"A\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\
                    [WhiteElo \"24\"]\n[WhiteElo \"25\"]\n[Annotator \"B\"]\n[Annotator \"C\"]\n\n\
                    1. e4 Ke7 2. Ke2 *\n";
        let found = games(text.as_bytes());
        let game = found[0].as_ref().unwrap();
        assert_eq!((found.len(), game.moves.len()), (1, 3));
        let tags = ["White", "WhiteElo"].map(|name| game.tag(name));
        assert_eq!(tags, [Some("A"), Some("24")]);
    }

    #[test]
    fn games_are_passed_over_unseen() {
        let mut games = Games::new("1. e5 *\n1. e4 {*} e5 *\n".as_bytes());
        assert!(games.skip_game().unwrap());
        assert_eq!(games.next().unwrap().unwrap().unwrap().moves.len(), 2);
        assert!(!games.skip_game().unwrap());
    }

    #[test]
    fn starts_and_variants_are_read() {
        let chess960 = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
            [FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\n\
            1. O-O O-O 2. f4 *";
        let found = games(chess960.as_bytes());
        assert_eq!(found[0].as_ref().unwrap().moves.len(), 3);
        for name in ["Chess 960", "Fischerandom", "fischerrandom"] {
            let text = chess960.replace("Chess960", name);
            let found = games(text.as_bytes());
            assert_eq!(found[0].as_ref().unwrap().moves.len(), 3, "{name}");
        }
        let other = games(b"[Variant \"Atomic\"]\n1. e4 *");
        assert_eq!(
            other[0].as_ref().err(),
            Some(&GameError::Variant("Atomic".to_string()))
        );
        let wrong = games(b"[FEN \"8/8 w - -\"]\n*");
        assert!(matches!(wrong[0], Err(GameError::Start(_))));
    }

    #[test]
    fn results_come_from_the_tag_or_the_mark() {
        for (text, expected) in [
            ("[Result \"1-0\"]\n1. e4 *", Termination::WhiteWins),
            ("[Result \"1-0\"]\n1. e4 0-1", Termination::WhiteWins),
            ("[Result \"*\"]\n1. e4 0-1", Termination::BlackWins),
            ("1. e4 1/2-1/2", Termination::Draw),
            ("[Result \"?\"]\n1. e4", Termination::Unknown),
        ] {
            let found = games(text.as_bytes());
            assert_eq!(found[0].as_ref().unwrap().termination, expected, "{text}");
        }
    }

    #[test]
    fn results_that_contradict_each_other_are_noted() {
        let note = GameNote::Results {
            tag: Termination::WhiteWins,
            marker: Termination::BlackWins,
        };
        for (text, expected) in [
            ("[Result \"1-0\"]\n1. e4 0-1", Some(note)),
            ("[Result \"1-0\"]\n1. e4 1-0", None),
            ("[Result \"1-0\"]\n1. e4\n", None),
            // An unknown result contradicts no other.
            ("[Result \"1-0\"]\n1. e4 *", None),
            ("[Result \"*\"]\n1. e4 0-1", None),
        ] {
            let found = games(text.as_bytes());
            let notes = &found[0].as_ref().unwrap().notes;
            assert_eq!(notes.first().copied(), expected, "{text}");
        }
    }

    #[test]
    fn what_is_not_closed_is_noted() {
        let open = "a comment lacks its '}', and what follows it is not read";
        for (text, expected) in [
            ("1. e4 {good} (1. d4) e5 *\n{over}\n", &["2, []"][..]),
            ("1. e4 e5 {open 1-0\n", &["2, [OpenComment]"]),
            ("1. e4 (1. d4\n1... e5 *\n", &["1, [OpenVariation]"]),
            (
                "[Event \"a\"]\n\n1. e4 {open\n\n[Event \"b\"]\n\n1. d4 d5 *\n",
                &["1, [OpenComment]", "2, []"],
            ),
            (
                "[Result \"1-0\"]\n1. e4 {open 1-0\n",
                &["the file ends in the middle of it"],
            ),
            // It may hide games.
            ("1. e4 *\n{open\n1. d4 *\n", &["1, []", open]),
            ("{open\n1. d4 *\n", &[open]),
        ] {
            let found = games(text.as_bytes()).into_iter().map(|game| match game {
                Ok(game) => format!("{}, {:?}", game.moves.len(), game.notes),
                Err(error) => error.to_string(),
            });
            assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn no_bytes_are_too_strange() {
        let strange: Vec<u8> = (0..50_000u32).map(|i| ((i * i) >> 5) as u8).collect();
        let moves = |game: &Result<PgnGame, _>| game.as_ref().map_or(0, |game| game.moves.len());
        assert_eq!(games(&strange).iter().map(moves).sum::<usize>(), 0);
        let long = "e4 ".repeat(1 << 19);
        assert_eq!(lengths(&long), [None]);
    }

    #[test]
    fn a_game_that_is_too_long_is_one_error() {
        let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(LONGEST_GAME / 4);
        let text = format!(
            "1. e4 *\n{shuffle}*\n[Event \"x\"]\n\n{shuffle}\n\n[Event \"y\"]\n\n1. d4 d5 *\n"
        );
        let found: Vec<String> = games(text.as_bytes())
            .into_iter()
            .map(|game| match game {
                Ok(game) => game.moves.len().to_string(),
                Err(error) => error.to_string(),
            })
            .collect();
        let too_long = "longer than 65536 moves, remarks and tags";
        assert_eq!(found, ["1", too_long, too_long, "2"]);
        // Later games keep their numbers.
        let mut games = Games::new(text.as_bytes());
        for _ in 0..3 {
            assert!(games.skip_game().unwrap());
        }
        assert_eq!(games.next().unwrap().unwrap().unwrap().moves.len(), 2);
        // Comments without a game are none.
        let comments = "{x} ".repeat(LONGEST_GAME + 2);
        assert_eq!(lengths(&format!("{comments} 1. e4 *")), [Some(1)]);
        assert_eq!(lengths(&comments), [None; 0]);
    }

    #[test]
    fn all_comments_before_the_first_move_are_kept() {
        let comments = |text: &str| -> Vec<String> {
            let games = games(text.as_bytes());
            let game = games.last().unwrap().as_ref().unwrap();
            let text = |(moves, remark): &(usize, Remark)| format!("{moves} {remark:?}");
            game.remarks.iter().map(text).collect()
        };
        let both = ["0 Comment(\"first\")", "0 Comment(\"second\")"];
        for text in [
            "{first} {second} 1. e4 *",
            "1. d4 *\n; first\n{second} 1. e4 *",
            "[Event \"x\"]\n{first} {second} 1. e4 *",
        ] {
            assert_eq!(comments(text), both, "{text}");
        }
        assert_eq!(comments("{first} $1 {second} 1. e4 *").len(), 3);
        let between = comments("1. d4 *\n{first} {second}\n[Event \"x\"]\n1. e4 *");
        assert!(between.is_empty(), "{between:?}");
        // Behind the marker they belong to the game before, unless moves follow on the line.
        let behind = ["1 Comment(\"first\")", "1 Comment(\"second\")"];
        assert_eq!(comments("1. d4 * {first} {second}\n"), behind);
        let between = comments("1. d4 * {first} {second}\n[Event \"x\"]\n1. e4 *");
        assert!(between.is_empty(), "{between:?}");
        assert_eq!(comments("1. d4 * {first} {second} 1. e4 *"), both);
    }

    #[test]
    fn long_lines_are_cut_between_words() {
        let moves = |text: &str| games(text.as_bytes())[0].as_ref().unwrap().moves.clone();
        let expected = moves("1. Nf3 d5 1-0");
        // The limit lies within `Nf3`, and then within `d5`.
        for length in [1_048_569, 1_048_565] {
            let text = format!("{{{}}} 1. Nf3 d5 1-0", "x".repeat(length));
            assert_eq!(moves(&text), expected, "{length}");
        }
        // Without blanks, the second limit applies.
        assert_eq!(lengths(&"x".repeat(3 << 20)), [None]);
    }

    #[test]
    fn comments_and_escapes_go_on_to_the_end_of_a_long_line() {
        let long = "x ".repeat(1 << 19);
        for (text, expected) in [
            (format!("1. e4 e5 ;{long} 2. Ke2\n2. Nf3 *"), 3),
            (format!("%{long} 1. d4 d5\n1. e4 *"), 1),
        ] {
            assert_eq!(lengths(&text), [Some(expected)]);
        }
    }

    #[test]
    fn a_piece_of_a_long_line_is_no_line() {
        let comment = format!("{{{}}}", "x".repeat(1 << 20));
        // The second piece begins like an escape, or is blank.
        for (text, expected) in [
            (format!("e4 {comment} % e5\n*"), 2),
            (
                format!("[Event \"a\"] {comment} \n[Event \"b\"]\n\n1. e4 e5 *"),
                2,
            ),
        ] {
            assert_eq!(lengths(&text), [Some(expected)]);
        }
    }

    #[test]
    fn lines_are_utf_8_or_latin_1() {
        let file = b"[White \"M\xfcller\"]\n[Black \"M\xc3\xbcller\"]\n1. e4 *";
        let games = games(file);
        let game = games[0].as_ref().unwrap();
        assert_eq!(
            [game.tag("White"), game.tag("Black")],
            [Some("M\u{fc}ller"); 2]
        );
        assert_eq!(game.moves.len(), 1);
    }

    #[test]
    fn a_game_with_too_much_text_is_one_error() {
        const COMMENT: usize = 1 << 18;
        let comment = format!("{{{}}}\n", "x".repeat(COMMENT));
        let long = comment.repeat(LONGEST_TEXT / COMMENT);
        // Comments without a game are none.
        let text = format!("1. e4 {long} e5 *\n1. d4 *\n{long}{comment}1. c4 *\n");
        let found = games(text.as_bytes()).into_iter().map(|game| match game {
            Ok(game) => game.moves.len().to_string(),
            Err(error) => error.to_string(),
        });
        let too_much = "moves, remarks and tags of more than 16777216 bytes";
        assert_eq!(found.collect::<Vec<_>>(), [too_much, "1", "1"]);
    }
}
