//! The games of a PGN file, one after the other.

use std::io::{self, BufRead};

use super::game::PgnGame;
use super::lexer::Lexer;

/// The games of a file. An unreadable game is an error, and reading goes on with the next.
///
/// ```
/// use ox88::board::GameResult;
/// use ox88::knowledge::pgn::Games;
/// let text = "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n1. e5 *\n";
/// let mut games = Games::new(text.as_bytes());
/// let mate = games.next().unwrap().unwrap().unwrap();
/// assert_eq!((mate.moves.len(), mate.tag("White")), (4, Some("A")));
/// assert_eq!(mate.result, Some(GameResult::BlackWins));
/// assert!(games.next().unwrap().unwrap().is_err());
/// assert_eq!(games.last_text(), Some("1. e5 *"));
/// ```
#[derive(Debug)]
pub struct Games<R> {
    lexer: Box<Lexer<R>>,
}

impl<R: BufRead> Games<R> {
    /// Returns the games of this file.
    pub fn new(file: R) -> Games<R> {
        Games { lexer: Box::new(Lexer::new(file)) }
    }

    /// Returns the text of the game that was read last, as it stands in the file, so that a game
    /// that cannot be read can be copied. `None` if it has more than 16 MiB.
    pub fn last_text(&self) -> Option<&str> {
        self.lexer.text.game()
    }

    /// Skips the next game unparsed; returns whether there is one.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn skip_game(&mut self) -> io::Result<bool> {
        let (tokens, _) = self.lexer.read_game()?;
        Ok(tokens.is_begun)
    }

    fn next_game(&mut self) -> io::Result<Option<Result<PgnGame, String>>> {
        let (tokens, following) = self.lexer.read_game()?;
        if !tokens.is_begun {
            return Ok(tokens.open.map(Err));
        }
        Ok(Some(PgnGame::from_tokens(tokens, following)))
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = io::Result<Result<PgnGame, String>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_game().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::{LONGEST_GAME, LONGEST_TEXT, Remark};
    use super::*;
    use crate::board::{GameResult, Move};

    fn games(text: &[u8]) -> Vec<Result<PgnGame, String>> {
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
            ("[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n\n1. d4 d5", &[Some(1), Some(2)]),
            (
                "[Event \"a\"]\r\n\r\n1. e4 {open\r\n\r\n[Event \"b\"]\r\n1. d4 d5 *\r\n",
                &[Some(1), Some(2)],
            ),
            ("1. e4 Ke7 1-0 1. e4 e5 2. Ke2 0-1", &[None, Some(3)]),
            ("[Event \"empty\"]\n[Result \"*\"]\n\n*\n\n1. e4 *", &[Some(0), Some(1)]),
            ("\u{feff}[Event \"marked\"]\n1. e4 *", &[Some(1)]),
            ("e4 -- d4 *", &[Some(3)]),
            // A header without moves and marker.
            ("[Event \"a\"]\n[White \"A\"]\n\n[Event \"b\"]\n\n1. d4 d5 *", &[Some(0), Some(2)]),
        ] {
            assert_eq!(lengths(text), expected, "{text}");
        }
    }

    fn last(text: &str) -> Result<usize, String> {
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
            // A header without moves may be all there is of a game.
            let is_header = cut.ends_with("\"]\n") && !cut[whole.len()..].contains("PlyCount");
            let cut_off = || "the file ends in the middle of it".to_string();
            let expected = if is_header { Ok(0) } else { Err(cut_off()) };
            assert_eq!(last(&cut), expected, "{cut}");
            assert_eq!(lengths(&cut)[0], Some(3));
        }
        for text in ["1. e4 e5", "[Result \"1-0\"]\n\n1. e4 e5\n"] {
            assert_eq!(last(text), Ok(2), "{text}");
        }
    }

    #[test]
    fn null_moves_are_read_out_of_check() {
        for text in ["--", "Z0", "z0", "0000", "@@@@", "null", "Pass", "--!?"] {
            let read = games(format!("1. e4 {text} 2. d4 *").as_bytes());
            let game = read[0].as_ref().unwrap();
            assert_eq!((game.moves.len(), game.moves[1]), (3, Move::NONE), "{text}");
            let written = game.to_string();
            assert!(written.ends_with("1. e4 -- 2. d4 *\n") || text == "--!?", "{written}");
            // Moves of variations are not parsed.
            assert_eq!(last(&format!("1. e4 (1. {text}) 1... e5 *")), Ok(2));
        }
        assert_eq!(last("1. -- e5 --"), Ok(3));
    }

    #[test]
    fn zeros_are_castling() {
        let white = "[FEN \"4k2r/5p2/8/8/8/8/5P2/4K2R w Kk - 0 1\"]\n\n";
        for text in ["1.0-0 0-0 *", "12 . 0-0 ... 0-0 1-0", "1. 0-0... 0-0", "1. 0-0, 0-0. *"] {
            assert_eq!(lengths(&format!("{white}{text}\n")), [Some(2)], "{text}");
        }
    }

    #[test]
    fn errors_name_the_move() {
        for (text, expected) in [
            ("1. e4 e5 2. Nf3 Nf3 *", "move 2 (Black): 'Nf3' is not legal here"),
            (
                "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 12\"]\n12... joho *",
                "move 12 (Black): 'joho' is not a move",
            ),
            ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- *", "move 3 (Black): '--' is not legal here"),
            (
                "[FEN \"7k/8/4Q3/8/8/8/8/K7 w - - 0 1\"]\n1. Qf7 -- *",
                "move 1 (Black): '--' is not legal here",
            ),
        ] {
            let error = last(text).unwrap_err();
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }

    /// Some files have these spellings, which are not those of PGN.
    #[test]
    fn other_spellings_are_read() {
        for (text, expected) in [
            ("1. \u{2658}f3 \u{265e}f6 2. c4 N e6 \u{bd}-\u{bd}", 4),
            (
                "[FEN \"8/1P2k3/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n1. exd6e.p. Kd7 2. b8Q! (2. b8N) *",
                3,
            ),
            ("[FEN \"8/1P2k3/8/8/8/8/8/4K3 w - - 0 1\"]\n1. b8/Q(1. b8/N) *", 1),
            ("[FEN \"8/1P2k3/8/8/8/8/8/4K3 w - - 0 1\"]\n1. b8=\u{2655}\u{b1} *", 1),
            ("1. Nf3+- Nf6-+ 2\u{2026} D 2. c4\u{221e} e6\u{2014} 3. d4= d5!? +/- 1\u{2013}0", 6),
        ] {
            assert_eq!(last(text), Ok(expected), "{text}");
        }
        let draw = games("1. e4 \u{bd}".as_bytes());
        assert_eq!(draw[0].as_ref().unwrap().result, Some(GameResult::Draw));
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
        let unknown = "the variant 'Atomic' is not known";
        assert_eq!(other[0].as_ref().unwrap_err(), unknown);
        let wrong = games(b"[FEN \"8/8 w - -\"]\n*");
        assert_eq!(wrong[0].as_ref().unwrap_err(), "FEN board has 2 ranks instead of 8");
    }

    #[test]
    fn results_come_from_the_tag_or_the_mark_and_contradictions_are_noted() {
        use GameResult::{BlackWins, Draw, WhiteWins};
        let note = "its tag Result is 1-0, but it ends with 0-1; the tag is used";
        for (text, result, expected) in [
            ("[Result \"1-0\"]\n1. e4 0-1", Some(WhiteWins), Some(note)),
            ("[Result \"1-0\"]\n1. e4 1-0", Some(WhiteWins), None),
            ("[Result \"1-0\"]\n1. e4\n", Some(WhiteWins), None),
            // An unknown result contradicts no other.
            ("[Result \"1-0\"]\n1. e4 *", Some(WhiteWins), None),
            ("[Result \"*\"]\n1. e4 0-1", Some(BlackWins), None),
            ("1. e4 1/2-1/2", Some(Draw), None),
            ("[Result \"?\"]\n1. e4", None, None),
        ] {
            let found = games(text.as_bytes());
            let game = found[0].as_ref().unwrap();
            assert_eq!(game.result, result, "{text}");
            assert_eq!(game.notes.first().map(String::as_str), expected, "{text}");
        }
    }

    #[test]
    fn what_is_not_closed_is_noted() {
        let open = "a comment lacks its '}', and what follows it is not read";
        for (text, expected) in [
            ("1. e4 {good} (1. d4) e5 *\n{over}\n", &["2, "][..]),
            ("1. e4 e5 {open 1-0\n", &["2, a comment"]),
            ("1. e4 (1. d4\n1... e5 *\n", &["1, a variation"]),
            (
                "[Event \"a\"]\n\n1. e4 {open\n\n[Event \"b\"]\n\n1. d4 d5 *\n",
                &["1, a comment", "2, "],
            ),
            ("[Result \"1-0\"]\n1. e4 {open 1-0\n", &["the file ends in the middle of it"]),
            // It may hide games.
            ("1. e4 *\n{open\n1. d4 *\n", &["1, ", open]),
            ("{open\n1. d4 *\n", &[open]),
        ] {
            let found = games(text.as_bytes()).into_iter().map(|game| match game {
                Ok(game) => {
                    let notes = game.notes.iter().map(|note| {
                        let lacks = note.split_once(" lacks its ");
                        lacks.expect("nothing is closed too often").0
                    });
                    format!("{}, {}", game.moves.len(), notes.collect::<String>())
                }
                Err(error) => error,
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

    /// A reader that takes quadratic time would need minutes for each of these lines.
    #[test]
    fn lines_of_one_token_are_read() {
        for token in ["*", "1-0 ", "(", "[", "[A \"b\"]", "e4 [A"] {
            let text = format!("1. e4 {}", token.repeat((1 << 18) / token.len()));
            let ends = Games::new(text.as_bytes()).map(Result::unwrap).count();
            assert!(ends > 0, "{token}");
        }
    }

    #[test]
    fn a_game_that_is_too_long_is_one_error() {
        let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(LONGEST_GAME / 4 + 1);
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
        assert_eq!(lengths(&format!("1. e4{}", "y".repeat(3 << 20))), [None]);
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
            (format!("[Event \"a\"] {comment} \n[Event \"b\"]\n\n1. e4 e5 *"), 2),
        ] {
            assert_eq!(lengths(&text), [Some(expected)]);
        }
    }

    #[test]
    fn lines_are_utf_8_or_latin_1() {
        let file = b"[White \"M\xfcller\"]\n[Black \"M\xc3\xbcller\"]\n1. e4 *";
        let games = games(file);
        let game = games[0].as_ref().unwrap();
        assert_eq!([game.tag("White"), game.tag("Black")], [Some("M\u{fc}ller"); 2]);
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
        // Such a word may be the first of its game; the games behind it are read.
        let text = format!("1. e4{} *\n1. d4 *\n", "x".repeat(LONGEST_TEXT + 1));
        let found = games(text.as_bytes());
        assert_eq!(found[0].as_ref().unwrap_err(), too_much);
        assert_eq!(lengths(&text), [None, Some(1)]);
    }
}
