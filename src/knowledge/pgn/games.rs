//! The games of a PGN file, one after the other.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use super::game::{GameError, PgnGame};
use super::lexer::{Lexer, Token};

/// Longer lines are read in pieces.
const LONGEST_LINE: u64 = 1 << 20;

/// No game has more tags and moves; what goes on longer is read as several.
const LONGEST_GAME: usize = 1 << 16;

/// The games of a file. A game that cannot be read is an error among the
/// others, and reading goes on with the next.
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
}

impl<R: BufRead> Games<R> {
    /// The games of this file.
    pub fn new(file: R) -> Games<R> {
        Games {
            file,
            lexer: Lexer::default(),
            tokens: VecDeque::new(),
            is_first_line: true,
        }
    }

    /// The next token, if there is one.
    fn peek(&mut self) -> io::Result<Option<&Token>> {
        while self.tokens.is_empty() {
            let mut bytes = Vec::new();
            let mut line = (&mut self.file).take(LONGEST_LINE);
            if line.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(None);
            }
            // Old files are not in UTF-8: names lose letters, moves do not.
            let text = String::from_utf8_lossy(&bytes);
            let text = match std::mem::take(&mut self.is_first_line) {
                true => text.trim_start_matches('\u{feff}'),
                false => &text,
            };
            self.lexer.read(text, |token| self.tokens.push_back(token));
        }
        Ok(self.tokens.front())
    }

    /// The tokens of the next game: up to the mark at its end, or to a tag
    /// after its moves.
    fn next_tokens(&mut self) -> io::Result<Vec<Token>> {
        let mut tokens = Vec::new();
        let mut has_moves = false;
        while tokens.len() < LONGEST_GAME {
            let Some(token) = self.peek()? else { break };
            match token {
                Token::Tag(..) if has_moves => break,
                Token::Tag(..) => {}
                Token::Move(_) => has_moves = true,
                Token::End(_) => {
                    tokens.extend(self.tokens.pop_front());
                    break;
                }
            }
            tokens.extend(self.tokens.pop_front());
        }
        Ok(tokens)
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = io::Result<Result<PgnGame, GameError>>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.next_tokens() {
            Ok(tokens) if tokens.is_empty() => None,
            Ok(tokens) => Some(Ok(PgnGame::from_tokens(tokens))),
            Err(error) => Some(Err(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Termination;
    use super::*;

    fn games(text: &[u8]) -> Vec<Result<PgnGame, GameError>> {
        Games::new(text).map(Result::unwrap).collect()
    }

    /// Numbers of moves; none of a game that is wrong.
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
        ] {
            assert_eq!(lengths(text), expected, "{text}");
        }
    }

    #[test]
    fn starts_and_variants_are_heeded() {
        let chess960 = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
            [FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\n\
            1. O-O O-O 2. f4 *";
        let found = games(chess960.as_bytes());
        assert_eq!(found[0].as_ref().unwrap().moves.len(), 3);
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
    fn no_bytes_are_too_strange() {
        let strange: Vec<u8> = (0..50_000u32).map(|i| ((i * i) >> 5) as u8).collect();
        // Reading them ends, and finds no moves.
        let moves = |game: &Result<PgnGame, _>| game.as_ref().map_or(0, |game| game.moves.len());
        assert_eq!(games(&strange).iter().map(moves).sum::<usize>(), 0);
        let long = "e4 ".repeat(1 << 19);
        assert_eq!(lengths(&long), [None; 8]);
        let latin = games(b"[White \"M\xfcller\"]\n1. e4 *");
        assert_eq!(latin[0].as_ref().unwrap().moves.len(), 1);
    }
}
