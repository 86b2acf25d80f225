//! Executing the lines of a user. The full engine gives hints, and answers offers of a draw.

use std::ops::ControlFlow;

use super::super::entry::{self, TypedMove};
use super::super::seat::Seat;
use super::super::why_illegal::{MoveFit, why_illegal};
use super::{PlaySession, Question};
use crate::board::{CastlingNotation, Outcome, Square};
use crate::eval::{Evaluator, Score, WinModel};
use crate::players::{Conditions, Specification, Thought};
use crate::shell::text::laid_out;

/// The help text.
pub const HELP: &str = "\
A move is typed as e2e4, Nf3, exd5, O-O or e8=Q; or e2 shows where the piece
there can go, and the next square moves it.
  moves, moves e2  the legal moves, or those of one piece
  undo, undo 2     take back your last move, or two, with the answers;
                   'u' and 'takeback' are the same
  hint             a good move
  eval             what each piece is worth here
  score            show, or no longer show, the scores of the players
  board, flip      show the board, or from the other side; without colours,
                   [ ] are the squares of the last move, ( ) a king in check
  clock            the time that both sides have left; also 'time'
  fen              the position as text
  pgn              show the game
  save FILE        add the game to a file, or bring it up to date there; also
                   'pgn FILE'; 'save' alone takes the file of --pgn
  draw, resign     offer a draw, or give up
  new              another game
  quit             leave; also 'q'
Control-C makes your opponent move at once; in a game without a human it
ends the program.";

/// The nodes of a search for a hint or a draw offer.
const ADVICE_NODES: u64 = 100_000;

/// The engine accepts a draw with this score, in centipawns, or less.
const MOST_FOR_DRAW: i32 = -40;
/// The engine accepts a draw with this score, in centipawns, or less from move [`LATE`] on.
const MOST_FOR_LATE_DRAW: i32 = 20;
/// The first move of a game that counts as late.
const LATE: u32 = 40;
/// The number of pieces, kings and pawns included, up to which the engine accepts a draw in a
/// position that it would hardly win.
const FEW_PIECES: u32 = 12;
/// The chance of a win, in per mille, up to which the engine accepts a draw with few pieces.
const HARDLY: u16 = 50;

impl PlaySession<'_> {
    /// Executes a line: the answer to a question, a command, or a move. A break ends the session.
    pub(super) fn execute(&mut self, line: &str) -> ControlFlow<()> {
        // Some editors and shells begin a text with a byte order mark.
        let line = line.trim_start_matches('\u{feff}').trim();
        let question = self.question.take();
        if question.is_some_and(|question| self.answer(question, line)) {
            return ControlFlow::Continue(());
        }
        let lacks_piece = matches!(question, Some(Question::Promotion(..)));
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_lowercase().as_str(), rest.trim()) {
            ("", _) if lacks_piece => self.say("The pawn stays where it is."),
            ("", _) => {}
            ("help" | "?", "") => self.say(HELP),
            ("moves", "") => self.list_moves(),
            ("moves", square) if let Ok(square) = square.to_lowercase().parse() => {
                self.list_targets(square);
            }
            ("undo" | "u" | "takeback", "") => self.undo(1),
            ("undo" | "u" | "takeback", count) if let Ok(count @ 1..) = count.parse() => {
                self.undo(count);
            }
            ("undo" | "u" | "takeback", _) => {
                self.say("'undo' takes a number of moves, 1 or more.");
            }
            ("hint", "") => self.hint(),
            ("eval", "") => self.say(Evaluator::default().explain(self.game.position())),
            ("score" | "scores", "") => {
                self.shows_scores = !self.shows_scores;
                let word = if self.shows_scores { "now" } else { "no longer" };
                self.say(format_args!("Scores are {word} shown."));
            }
            ("board", "") => self.is_shown = false,
            ("flip", "") => {
                self.seen_from = !self.seen_from;
                self.is_shown = false;
            }
            ("clock" | "clocks" | "time", "") => match self.game.clocks() {
                Some(clocks) => self.say(clocks),
                None => self.say("There are no clocks in this game."),
            },
            ("fen", "") => self.say(self.game.position().fen()),
            ("pgn", "") => self.say(self.pgn().to_string().trim_end()),
            ("save", "") => self.save_game(None),
            ("pgn" | "save", name) if !unquoted(name).is_empty() => {
                self.save_game(Some(unquoted(name).into()));
            }
            ("draw" | "resign", "") if self.is_end_announced => self.say("The game is over."),
            ("draw", "") => self.offer_draw(),
            ("resign", "") => self.game.conclude(Outcome::Resignation(self.side())),
            ("new", "") => {
                self.keep_unfinished();
                self.begin_game();
                self.announce_start();
            }
            ("quit" | "exit" | "q", "") => return ControlFlow::Break(()),
            _ => match entry::read(self.game.position(), line) {
                TypedMove::Wrong(_) | TypedMove::Unknown(_) if lacks_piece => {
                    self.say("Type queen, rook, bishop or knight, or nothing to leave it.");
                    self.question = question;
                }
                TypedMove::Unknown(sentence) => self.say(sentence),
                _ if self.is_end_announced => self.say("The game is over."),
                entry => self.enter(entry),
            },
        }
        ControlFlow::Continue(())
    }

    /// Executes the answer to a question; returns false for a line that is none.
    fn answer(&mut self, question: Question, line: &str) -> bool {
        let word = line.to_lowercase();
        match question {
            Question::To(from) => {
                let Ok(to) = word.parse() else {
                    return false;
                };
                self.enter_target(from, to);
            }
            Question::Promotion(from, to) => {
                let Some(piece_type) = entry::promotion(&word) else {
                    return false;
                };
                let entry = entry::between(self.game.position(), from, to, Some(piece_type));
                self.enter(entry);
            }
            Question::Draw if matches!(word.as_str(), "y" | "yes" | "draw") => {
                self.game.conclude(Outcome::Agreement);
            }
            // The side that is offered the draw resigns, not the side to move.
            Question::Draw if word == "resign" => {
                self.game.conclude(Outcome::Resignation(!self.side()));
            }
            Question::Draw => {
                self.say("No draw: the game goes on.");
                return matches!(word.as_str(), "n" | "no");
            }
        }
        true
    }

    /// Plays a move from the square named before to this one, or repeats the question. If another
    /// own piece stands here, it replaces the first.
    fn enter_target(&mut self, from: Square, to: Square) {
        let position = self.game.position();
        let is_own = to != from && position.piece_on(to).belongs_to(self.side());
        let entry = entry::between(position, from, to, None);
        let is_wrong = matches!(entry, TypedMove::Wrong(_));
        let reason = why_illegal(position, from, to, None);
        let is_far = reason.is_some_and(|reason| reason.fit == MoveFit::NoSuchMove);
        // Another own piece that this one could never reach is a new choice.
        if !(is_own && is_far) {
            self.enter(entry);
        }
        if is_wrong && is_own {
            self.enter(TypedMove::From(to));
        } else if is_wrong {
            self.question = Some(Question::To(from));
        }
    }

    /// Plays a move, or asks for what is missing, or says what is wrong.
    fn enter(&mut self, entry: TypedMove) {
        match entry {
            TypedMove::Move(mv) => self.play(mv, String::new(), ""),
            TypedMove::From(from) => {
                if self.list_targets(from) {
                    self.question = Some(Question::To(from));
                }
            }
            TypedMove::Promotion(from, to) => {
                self.say("Promote to a queen, a rook, a bishop or a knight?");
                self.question = Some(Question::Promotion(from, to));
            }
            TypedMove::Wrong(reason) => {
                let (first, rest) =
                    reason.split_at(reason.chars().next().map_or(0, char::len_utf8));
                self.say(format_args!("{}{rest}.", first.to_uppercase()));
            }
            TypedMove::Unknown(sentence) => self.say(sentence),
        }
    }

    /// Shows the legal moves.
    fn list_moves(&self) {
        let position = self.game.position();
        let mut names: Vec<String> =
            position.legal_moves().iter().map(|&mv| position.san(mv)).collect();
        names.sort_unstable();
        self.say(match names.len() {
            0 => "There are no legal moves.".to_string(),
            1 => format!("1 legal move: {}", names[0]),
            count => format!("{count} legal moves:\n{}", laid_out("  ", &names)),
        });
    }

    /// Shows where the piece on a square can go; returns whether it can move.
    fn list_targets(&self, from: Square) -> bool {
        let position = self.game.position();
        let Some(piece) = position.piece_on(from).piece() else {
            self.say(format_args!("There is no piece on {from}."));
            return false;
        };
        // In Chess960 the king may castle to where it stands, or to where it can step too: the
        // rook's square is the clear one.
        let castling = CastlingNotation::of(position);
        let mut targets: Vec<Square> = position
            .legal_moves()
            .iter()
            .map(|mv| mv.written_squares(castling))
            .filter(|squares| squares.0 == from)
            .map(|squares| squares.1)
            .collect();
        targets.sort_unstable();
        targets.dedup();
        let names: Vec<String> = targets.iter().map(Square::to_string).collect();
        let name = piece.piece_type.name();
        self.say(if piece.color != position.side_to_move() {
            format!("That is {}'s {name}.", piece.color)
        } else if names.is_empty() {
            format!("The {name} on {from} cannot move.")
        } else {
            format!("The {name} on {from} can go to {}.", names.join(", "))
        });
        !names.is_empty()
    }

    /// Takes back `count` moves of a person. The end of the game by resignation or agreement counts
    /// as the first of these moves.
    fn undo(&mut self, count: usize) {
        let persons = self.seats.each_ref().map(Seat::is_person);
        let was_kept =
            self.game.is_over() && self.kept.iter().any(|kept| self.is_contained_in(kept));
        let mut step = || self.game.reopen() || self.game.undo(|side| persons[side.index()]);
        let undone = (0..count).take_while(|_| step()).count();
        if undone == 0 {
            return self.say("There is no move of yours to take back.");
        }
        if undone < count {
            self.say("That is the first move that you can take back.");
        }
        self.round += u64::from(was_kept);
        self.opening = None;
        (self.is_shown, self.is_end_announced) = (false, false);
        self.secure_game();
    }

    /// Returns what the full engine would play; `None` without a legal move. A new engine has seen
    /// nothing of the game, so that the same position gets the same advice.
    ///
    /// # Errors
    /// Where there is no memory for the engine.
    fn advice(&self) -> Result<Option<Thought>, String> {
        let engine: Specification = format!("ox88:nodes={ADVICE_NODES}").parse()?;
        self.terminal.while_thinking("The engine", true, |signals| {
            let conditions = Conditions { signals, ..Conditions::default() };
            Ok(engine.player()?.think(self.game.position(), &conditions))
        })
    }

    /// Suggests a move, with its score.
    fn hint(&self) {
        if self.game.is_over() {
            return self.say("The game is over.");
        }
        let thought = match self.advice() {
            Ok(Some(thought)) => thought,
            Ok(None) => return self.say("There is nothing to play."),
            Err(error) => return self.say(error),
        };
        let note = thought.score.map_or(String::new(), |score| format!(" ({})", score.in_pawns()));
        let san = self.game.position().san(thought.best);
        self.say(format_args!("Try {san}{note}."));
    }

    /// Offers a draw to the other side, which answers at once if it is a machine.
    fn offer_draw(&mut self) {
        let side = self.side();
        if self.seats[(!side).index()].is_person() {
            self.say(format_args!("{side} offers a draw. {}, do you accept?", !side));
            self.question = Some(Question::Draw);
            return;
        }
        let advice = match self.advice() {
            Ok(advice) => advice,
            Err(error) => return self.say(error),
        };
        let score = advice.and_then(|thought| thought.score);
        if self.is_draw_welcome(-score.unwrap_or(Score::DRAW)) {
            self.game.conclude(Outcome::Agreement);
        } else {
            self.say(format_args!("{} declines the draw.", !side));
        }
    }

    /// Returns whether the engine accepts a draw in a position with this score for it.
    fn is_draw_welcome(&self, score: Score) -> bool {
        let position = self.game.position();
        let most = match position.fullmove_number() {
            LATE.. => MOST_FOR_LATE_DRAW,
            _ => MOST_FOR_DRAW,
        };
        let has_few_pieces = position.piece_count() <= FEW_PIECES;
        let chances = WinModel::of(position).chances(score);
        score.get() <= most || has_few_pieces && chances.win <= HARDLY
    }
}

/// Returns the name of a file without a pair of quotation marks, which a shell would take off.
fn unquoted(name: &str) -> &str {
    let inner = |mark: char| name.strip_prefix(mark)?.strip_suffix(mark);
    ['"', '\''].into_iter().find_map(inner).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_be_quoted() {
        for (name, expected) in [
            ("my game.pgn", "my game.pgn"),
            ("\"my game.pgn\"", "my game.pgn"),
            ("'\"a\"'", "\"a\""),
            ("\"a", "\"a"),
            ("\"\"", ""),
        ] {
            assert_eq!(unquoted(name), expected);
        }
    }
}
