//! Executing the lines of a user.

use std::ops::ControlFlow;

use super::super::command::{HELP, PlayCommand};
use super::super::entry::{self, TypedMove};
use super::super::seat::Seat;
use super::super::why_illegal::{MoveFit, why_illegal};
use super::{PlaySession, Question};
use crate::board::{CastlingNotation, Outcome, Square};
use crate::eval::Evaluator;
use crate::shell::text::laid_out;

impl PlaySession {
    /// Executes a line: the answer to a question, a command, or a move. A break ends the session.
    pub(super) fn execute(&mut self, line: &str) -> ControlFlow<()> {
        if let Some(question) = self.question.take()
            && self.is_answer(question, line)
        {
            return ControlFlow::Continue(());
        }
        match PlayCommand::read(line) {
            PlayCommand::Help => self.say(HELP),
            PlayCommand::Moves(from) => self.list_moves(from),
            PlayCommand::Undo(count) => self.undo(count),
            PlayCommand::Hint => self.hint(),
            PlayCommand::Eval => self.say(Evaluator::default().explain(self.game.position())),
            PlayCommand::Score => {
                self.setup.shows_scores = !self.setup.shows_scores;
                let word = if self.setup.shows_scores { "now" } else { "no longer" };
                self.say(format_args!("Scores are {word} shown."));
            }
            PlayCommand::Board => self.is_shown = false,
            PlayCommand::Flip => {
                self.seen_from = !self.seen_from;
                self.is_shown = false;
            }
            PlayCommand::Clock => match self.game.clocks() {
                Some(clocks) => self.say(clocks),
                None => self.say("There are no clocks in this game."),
            },
            PlayCommand::Fen => self.say(self.game.position().fen()),
            PlayCommand::Pgn => self.say(self.pgn().to_string().trim_end()),
            PlayCommand::Save(path) => self.save_game(path),
            PlayCommand::New => {
                self.keep_unfinished();
                self.begin_game();
                self.announce_start();
            }
            PlayCommand::Quit => return ControlFlow::Break(()),
            PlayCommand::Nothing => {}
            PlayCommand::Draw | PlayCommand::Resign if self.is_end_announced => {
                self.say("The game is over.");
            }
            PlayCommand::Draw => self.offer_draw(),
            PlayCommand::Resign => self.game.conclude(Outcome::Resignation(self.side())),
            PlayCommand::Other(text) => match entry::read(self.game.position(), &text) {
                TypedMove::Unknown(sentence) => self.say(sentence),
                _ if self.is_end_announced => self.say("The game is over."),
                entry => self.enter(entry),
            },
        }
        ControlFlow::Continue(())
    }

    /// Returns whether a line answers a question. If not, it is read as if there were none.
    fn is_answer(&mut self, question: Question, line: &str) -> bool {
        let word = line.trim().to_lowercase();
        match question {
            Question::To(from) => {
                let Ok(to) = word.parse() else {
                    return false;
                };
                self.enter_target(from, to);
            }
            Question::Promotion(from, to) => {
                let Some(piece_type) = entry::promotion(&word) else {
                    return self.is_no_piece(question, line);
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

    /// Answers a line that names no promotion piece; returns false for a move or a command, which
    /// is not executed yet.
    fn is_no_piece(&mut self, question: Question, line: &str) -> bool {
        match PlayCommand::read(line) {
            PlayCommand::Nothing => self.say("The pawn stays where it is."),
            PlayCommand::Other(text)
                if matches!(
                    entry::read(self.game.position(), &text),
                    TypedMove::Wrong(_) | TypedMove::Unknown(_)
                ) =>
            {
                self.say("Type queen, rook, bishop or knight, or nothing to leave it.");
                self.question = Some(question);
            }
            _ => return false,
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

    /// Shows the legal moves, or those from a square.
    fn list_moves(&self, from: Option<Square>) {
        if let Some(from) = from {
            self.list_targets(from);
            return;
        }
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
        let was_kept = self.game.is_over() && !self.kept.is_empty();
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
}
