//! A session at the terminal: game after game.

mod advice;
mod execute;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

use rand::prelude::*;

use super::board::draw;
use super::clock::TimeControl;
use super::game::GameInPlay;
use super::seat::{Choice, Machine, Seat};
use super::terminal::Terminal;
use crate::board::{Color, Move, Outcome, Position, Square};
use crate::knowledge::openings::{self, Opening};
use crate::knowledge::pgn::PgnGame;
use crate::search::Clock;
use crate::shell::files::{self, holds_something, shown};
use crate::shell::interrupt::LastTask;
use crate::shell::terminal::{has_lost_reader, outlive_reader};
use crate::text::without_system_number;

/// What the session was asked for.
pub struct Setup {
    /// Where games start; without it and `chess960`, in the initial position.
    pub start: Option<Position>,
    /// A start position of Chess960: random, or of this number.
    pub chess960: Option<Option<u32>>,
    pub time_control: Option<TimeControl>,
    /// Of the first game.
    pub seed: u64,
    /// The file of --pgn.
    pub pgn: Option<PathBuf>,
    /// Whether the scores of moves are shown.
    pub shows_scores: bool,
}

/// What a person was asked, until the next line.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Question {
    /// The target of the piece on this square.
    To(Square),
    /// The promotion piece of the pawn between these squares.
    Promotion(Square, Square),
    /// Whether the other human agrees to a draw.
    Draw,
}

/// The games of a session.
pub struct PlaySession {
    setup: Setup,
    seats: [Seat; 2],
    terminal: Terminal,
    /// For hints; created when the first is asked for.
    adviser: Option<Machine>,
    game: GameInPlay,
    /// How many games were begun.
    games: u64,
    /// The place of the game in the file of --pgn, once it was added.
    kept: Option<Range<u64>>,
    /// Why the run fails, the first time: a game could not be added to that file, or standard input
    /// could not be read.
    failure: Option<String>,
    seen_from: Color,
    question: Option<Question>,
    /// The last one announced.
    opening: Option<Opening>,
    /// Whether the current board has been shown.
    is_shown: bool,
    /// Whether the end of the game has been announced.
    is_told: bool,
    turn_began: Instant,
}

impl PlaySession {
    /// Fails where games cannot be added to their file.
    pub fn new(setup: Setup, seats: [Seat; 2], terminal: Terminal) -> Result<PlaySession, String> {
        if let Some(path) = &setup.pgn {
            files::check_append("--pgn", path)?;
            // The game is added to the file where the reader leaves.
            outlive_reader();
        }
        // A single human sees the board from the own side.
        let seen_from = match seats.each_ref().map(Seat::is_person) {
            [false, true] => Color::Black,
            _ => Color::White,
        };
        let mut session = PlaySession {
            game: GameInPlay::new(Position::startpos(), None),
            setup,
            seats,
            terminal,
            adviser: None,
            games: 0,
            kept: None,
            failure: None,
            seen_from,
            question: None,
            opening: None,
            is_shown: false,
            is_told: false,
            turn_began: Instant::now(),
        };
        session.begin_game();
        Ok(session)
    }

    /// The error is the first of those that kept a game out of its file, or ended the input.
    pub fn run(&mut self) -> Result<(), String> {
        self.play_games();
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Plays until the user leaves, or the only game of machines is over.
    fn play_games(&mut self) {
        let [white, black] = self.seats.each_ref().map(Seat::title);
        self.say(format_args!("White: {white}. Black: {black}."));
        if let Some(path) = self
            .setup
            .pgn
            .as_deref()
            .filter(|path| holds_something(path))
        {
            self.say(format_args!(
                "Games are added to {}, which exists.",
                shown(path)
            ));
        }
        if self.has_person() {
            self.say("Type a move like e2e4 or Nf3, or 'help'.");
        }
        loop {
            if self.game.is_over() {
                self.tell_end();
                if !self.has_person() {
                    return;
                }
            } else if !self.is_persons_turn() && !has_lost_reader() {
                self.machine_moves();
                continue;
            }
            self.show_if_new();
            let prompt = self.prompt();
            let line = self.terminal.read(&prompt);
            self.game.look_at_clock(self.turn_began.elapsed());
            self.tell_end();
            match line {
                Ok(Some(line)) => {
                    if self.execute(&line) == Flow::Leave {
                        break;
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    self.keep_unfinished();
                    let reason = format!("standard input: {error}");
                    self.failure.get_or_insert(reason);
                    return;
                }
            }
        }
        self.keep_unfinished();
        self.say("Goodbye.");
    }

    fn begin_game(&mut self) {
        let seed = self.setup.seed.wrapping_add(self.games);
        self.games += 1;
        for seat in &mut self.seats {
            if let Seat::Machine(machine) = seat {
                machine.begin_game(seed);
            }
        }
        let start = match (&self.setup.start, self.setup.chess960) {
            (Some(start), _) => start.clone(),
            (None, Some(number)) => {
                let any = || StdRng::seed_from_u64(seed).random_range(0..Position::CHESS960_STARTS);
                Position::chess960(number.unwrap_or_else(any))
            }
            (None, None) => Position::startpos(),
        };
        self.game = GameInPlay::new(start, self.setup.time_control);
        self.kept = None;
        self.question = None;
        self.opening = None;
        self.turn_began = Instant::now();
        (self.is_shown, self.is_told) = (false, false);
    }

    fn say(&self, text: impl std::fmt::Display) {
        self.terminal.say(text);
    }

    fn pgn(&self) -> PgnGame {
        self.game
            .pgn(self.seats.each_ref().map(Seat::name), self.games)
    }

    fn has_person(&self) -> bool {
        self.seats.iter().any(Seat::is_person)
    }

    fn side(&self) -> Color {
        self.game.position().side_to_move()
    }

    fn is_persons_turn(&self) -> bool {
        self.seats[self.side().index()].is_person()
    }

    fn prompt(&self) -> String {
        let side = self.side();
        match self.question {
            _ if self.is_told => "> ".to_string(),
            Some(Question::To(from)) => format!("{side}, {from} to> "),
            Some(Question::Promotion(..)) => format!("{side}, promote to> "),
            Some(Question::Draw) => format!("{}, yes or no> ", !side),
            None => format!("{side}> "),
        }
    }

    /// Shows the board, unless it was shown since the last move.
    fn show_if_new(&mut self) {
        if !std::mem::replace(&mut self.is_shown, true) {
            self.show_board();
        }
    }

    fn show_board(&self) {
        let board = draw(self.game.position(), self.seen_from, self.terminal.look());
        self.say(format_args!("\n{board}\n"));
        if let Some(clocks) = self.game.clocks() {
            self.say(clocks);
        }
    }

    /// Lets the machine play whose turn it is.
    fn machine_moves(&mut self) {
        let side = self.side();
        let clocks = self.game.clocks().map(|clocks| clocks.shown());
        let began = Instant::now();
        let Some(choice) = self.chosen(side, clocks) else {
            // There is always a move unless the rules end the game.
            return self.game.conclude(Outcome::Resignation(side));
        };
        let comment = choice
            .thought
            .map_or(String::new(), |thought| thought.comment());
        let note = match choice.thought.and_then(|thought| thought.score) {
            Some(score) if self.setup.shows_scores => format!(" ({})", score.in_pawns()),
            None if self.setup.shows_scores && choice.thought.is_none() => " (book)".to_string(),
            _ => String::new(),
        };
        self.play(choice.mv, comment, &note, began);
        if !self.has_person() && self.terminal.is_live() {
            self.show_board();
        }
    }

    /// The move of the machine that plays this side.
    fn chosen(&mut self, side: Color, clocks: Option<[Clock; 2]>) -> Option<Choice> {
        let (position, has_person) = (self.game.position(), self.has_person());
        match &mut self.seats[side.index()] {
            Seat::Person => None,
            Seat::Machine(machine) => {
                let think = |signals| machine.choose(position, clocks, signals);
                self.terminal
                    .while_thinking(&side.to_string(), has_person, think)
            }
        }
    }

    /// Plays a move, unless the clock has ended the game, and says so with a note behind it.
    fn play(&mut self, mv: Move, comment: String, note: &str, began: Instant) {
        let written = self.game.written(mv);
        self.question = None;
        if !self.game.play(mv, comment, began.elapsed()) {
            return;
        }
        self.is_shown = false;
        self.turn_began = Instant::now();
        self.secure_game();
        self.say(format_args!("{written}{note}"));
        let named = openings::name_at(self.game.position());
        if let Some(opening) = named.filter(|_| named != self.opening) {
            self.say(format_args!("Opening: {opening}"));
            self.opening = named;
        }
    }

    /// Announces the end of the game, once.
    fn tell_end(&mut self) {
        let Some(verdict) = self.game.verdict() else {
            return;
        };
        if std::mem::replace(&mut self.is_told, true) {
            return;
        }
        self.question = None;
        // Before anything is said: the reader may have left.
        let kept = self.keep_game();
        if self.has_person() {
            self.show_if_new();
        }
        self.say(verdict);
        match kept {
            Some(sentence) => self.say(sentence),
            None if self.terminal.is_live() && self.has_person() => {}
            None => self.say(format_args!("\n{}", self.pgn().to_string().trim_end())),
        }
        if self.has_person() {
            self.say(
                "'pgn FILE' saves the game, 'undo' goes back, 'new' begins another, 'quit' leaves.",
            );
        }
    }

    /// Adds the game to a file that the user has named.
    fn save_game(&self, path: &Path) {
        match files::add_game("pgn", path, &self.pgn(), None) {
            Ok(_) => self.say(format_args!("The game was added to {}.", shown(path))),
            Err(error) => self.say(without_system_number(&error)),
        }
    }

    /// Adds the game to the file of --pgn, and returns what to say of that. One that went on after
    /// its end replaces what was added.
    fn keep_game(&mut self) -> Option<String> {
        let path = self.setup.pgn.clone()?;
        let (pgn, earlier) = (self.pgn(), self.kept.take());
        let add = || files::add_game("--pgn", &path, &pgn, earlier.clone());
        Some(match self.terminal.interrupt().instead_of_last_task(add) {
            Ok(place) => {
                let is_replaced = earlier
                    .is_some_and(|earlier| !earlier.is_empty() && earlier.start == place.start);
                self.kept = Some(place);
                let done = if is_replaced {
                    "replaced in"
                } else {
                    "added to"
                };
                format!("The game was {done} {}.", shown(&path))
            }
            Err(error) => {
                // The file still has it.
                self.kept = earlier;
                let failure = error.clone();
                let task: LastTask = Box::new(move || Err(failure));
                self.terminal.interrupt().set_last_task(Some(task));
                let sentence = without_system_number(&error);
                self.failure.get_or_insert(error);
                sentence
            }
        })
    }

    /// An unfinished game goes to the file, too.
    fn keep_unfinished(&mut self) {
        if self.is_worth_keeping()
            && !self.is_told
            && let Some(sentence) = self.keep_game()
        {
            self.say(sentence);
        }
    }

    /// Not before the first move, unless the file has another state of the game.
    fn is_worth_keeping(&self) -> bool {
        self.game.has_moves() || self.kept.is_some()
    }

    /// Adds the unfinished game to the file where Control-C, or a reader that leaves, ends the
    /// program.
    fn secure_game(&self) {
        let Some(path) = self.setup.pgn.clone() else {
            return;
        };
        let (pgn, earlier) = (self.pgn(), self.kept.clone());
        let task: LastTask =
            Box::new(move || files::add_game("--pgn", &path, &pgn, earlier).map(drop));
        let interrupt = self.terminal.interrupt();
        interrupt.set_last_task(self.is_worth_keeping().then_some(task));
    }
}

/// Whether the session goes on after a line.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Flow {
    GoOn,
    Leave,
}
