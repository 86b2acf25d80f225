//! A session at the terminal: game after game.

mod execute;

pub use execute::HELP;

use std::cell::RefCell;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;

use rand::prelude::*;

use super::Arguments;
use super::board::draw;
use super::game::GameInPlay;
use super::seat::{MachineMove, Seat};
use super::terminal::{Input, Terminal};
use crate::board::{Color, Move, Outcome, Position, Square};
use crate::disk::target_of;
use crate::knowledge::openings::{self, Opening, game_seed};
use crate::knowledge::pgn::PgnGame;
use crate::players::Conditions;
use crate::shell::files::{self, has_content};
use crate::shell::interrupt::ExitTask;
use crate::shell::terminal::{has_lost_reader, outlive_reader};
use crate::text::{shown, without_system_number};

/// A question to a person, which the next line may answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Question {
    /// The target of the piece on this square.
    To(Square),
    /// The promotion piece of the pawn between these squares.
    Promotion(Square, Square),
    /// Whether the other human agrees to a draw.
    Draw,
}

/// A state of the game that was saved.
struct KeptGame {
    file: PathBuf,
    /// The place of the game in the file, in bytes.
    place: Range<u64>,
    moves: Vec<Move>,
    outcome: Option<Outcome>,
}

impl KeptGame {
    /// Returns whether the file still has this place. Devices and pipes have none.
    fn is_there(&self) -> bool {
        self.file.metadata().is_ok_and(|data| !data.is_file() || data.len() >= self.place.end)
    }
}

/// The games of a session.
pub struct PlaySession<'a> {
    arguments: &'a Arguments,
    /// The position from which games start; without it and --chess960, it is the initial one.
    start: Option<Position>,
    /// The seed of the next game; the one after it has the next number.
    seed: u64,
    /// Whether the scores of moves are shown.
    shows_scores: bool,
    seats: [Seat; 2],
    terminal: Terminal,
    game: GameInPlay,
    /// The number of the start position, if it is one of Chess960.
    chess960: Option<u32>,
    /// The number of the game in PGN. Play that goes on after an end that is kept is another game.
    round: u64,
    /// The states of the game that were saved, the latest last.
    kept: Vec<KeptGame>,
    /// The first reason for the run to fail: a game could not be added to the file of --pgn, or
    /// standard input could not be read.
    failure: Option<String>,
    seen_from: Color,
    question: Option<Question>,
    /// The opening that was announced last.
    opening: Option<Opening>,
    /// Whether the current board has been shown.
    is_shown: bool,
    /// Whether the end of the game has been announced.
    is_end_announced: bool,
}

impl PlaySession<'_> {
    /// Prepares a session and its first game.
    ///
    /// # Errors
    /// Where games cannot be added to their file.
    pub fn new(
        arguments: &Arguments,
        start: Option<Position>,
        seed: u64,
        seats: [Seat; 2],
        terminal: Terminal,
    ) -> Result<PlaySession<'_>, String> {
        if let Some(path) = &arguments.pgn {
            files::check_append(path)?;
            // The game is added to the file where the reader leaves.
            outlive_reader();
        }
        // A single human sees the board from their own side.
        let seen_from = match seats.each_ref().map(Seat::is_person) {
            [false, true] => Color::Black,
            _ => Color::White,
        };
        let mut session = PlaySession {
            game: GameInPlay::new(Position::startpos(), None),
            arguments,
            start,
            seed,
            shows_scores: arguments.scores,
            seats,
            terminal,
            chess960: None,
            round: 0,
            kept: Vec::new(),
            failure: None,
            seen_from,
            question: None,
            opening: None,
            is_shown: false,
            is_end_announced: false,
        };
        session.begin_game();
        Ok(session)
    }

    /// Plays until the user leaves, or the only game of machines is over.
    ///
    /// # Errors
    /// Returns the first error that kept a game out of its file, or that ended the input.
    pub fn run(&mut self, mut input: Input) -> Result<(), String> {
        self.play_games(&mut input);
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Plays as [`PlaySession::run`] does, and keeps the failure.
    fn play_games(&mut self, input: &mut Input) {
        let [white, black] = self.seats.each_ref().map(Seat::title);
        self.say(format_args!("White: {white}. Black: {black}."));
        self.announce_start();
        if let Some(path) = self.arguments.pgn.as_deref().filter(|path| has_content(path)) {
            self.say(format_args!("Games are added to {}, which exists.", shown(path)));
        }
        if self.has_person() {
            self.say("Type a move like e2e4 or Nf3, or 'help'.");
        }
        loop {
            if self.game.is_over() {
                self.announce_end();
                if !self.has_person() {
                    return;
                }
            } else if !self.is_persons_turn() && !has_lost_reader() {
                self.machine_moves();
                continue;
            }
            self.show_if_new();
            let line = self.next_line(input);
            self.game.look_at_clock();
            self.announce_end();
            match line {
                Ok(Some(line)) => {
                    if self.execute(&line).is_break() {
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

    /// Reads the next line. Where the clock of the side to move runs out meanwhile, the game ends
    /// at once.
    fn next_line(&mut self, input: &mut Input) -> io::Result<Option<String>> {
        let prompt = self.prompt();
        let Some(left) = self.game.time_left() else {
            return input.read(&prompt);
        };
        self.terminal.above_line = RefCell::new(input.above_line());
        let session = &mut *self;
        let line = thread::scope(|scope| {
            let (reading, end_of_reading) = channel::<()>();
            let watch_clock = move || {
                if end_of_reading.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                    session.game.look_at_clock();
                    session.announce_end();
                    session.terminal.print_above_line();
                }
            };
            // Where no thread can be started, the game ends only after the line.
            let _ = thread::Builder::new().spawn_scoped(scope, watch_clock);
            let line = input.read(&prompt);
            drop(reading);
            line
        });
        self.terminal.above_line.take();
        line
    }

    fn begin_game(&mut self) {
        let seed = self.seed;
        self.seed = seed.wrapping_add(1);
        self.round += 1;
        for (number, seat) in (0..).zip(&mut self.seats) {
            if let Some(machine) = &mut seat.machine {
                // With one seed, players of one kind would choose alike.
                machine.begin_game(game_seed(seed, number));
            }
        }
        let any = || StdRng::seed_from_u64(seed).random_range(0..Position::CHESS960_STARTS);
        self.chess960 = self.arguments.chess960.map(|number| number.unwrap_or_else(any));
        let start = match (&self.start, self.chess960) {
            (Some(start), _) => start.clone(),
            (None, Some(number)) => Position::chess960(number),
            (None, None) => Position::startpos(),
        };
        self.game = GameInPlay::new(start, self.arguments.clock);
        self.kept.clear();
        self.question = None;
        self.opening = None;
        (self.is_shown, self.is_end_announced) = (false, false);
    }

    /// Says with which position of Chess960 the game begins.
    fn announce_start(&self) {
        if let Some(number) = self.chess960 {
            self.say(format_args!("Position {number} of Chess960."));
        }
    }

    fn say(&self, text: impl std::fmt::Display) {
        self.terminal.say(text);
    }

    fn pgn(&self) -> PgnGame {
        self.game.pgn(self.seats.each_ref().map(|seat| seat.name.clone()), self.round)
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
            _ if self.is_end_announced => "> ".to_string(),
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
        let board = draw(self.game.position(), self.seen_from, self.terminal.screen);
        self.say(format_args!("\n{board}\n"));
        if let Some(clocks) = self.game.clocks() {
            self.say(clocks);
        }
    }

    /// Lets the machine play whose turn it is.
    fn machine_moves(&mut self) {
        let side = self.side();
        let Some(choice) = self.chosen(side) else {
            // There is always a move unless the rules end the game.
            return self.game.conclude(Outcome::Resignation(side));
        };
        let comment = choice.thought.map_or(String::new(), |thought| thought.comment());
        let note = match choice.thought.and_then(|thought| thought.score) {
            Some(score) if self.shows_scores => format!(" ({})", score.in_pawns()),
            None if self.shows_scores && choice.thought.is_none() => " (book)".to_string(),
            _ => String::new(),
        };
        self.play(choice.mv, comment, &note);
        if !self.has_person() && self.terminal.is_live {
            self.show_board();
        }
    }

    /// Returns the move of the machine that plays this side.
    fn chosen(&mut self, side: Color) -> Option<MachineMove> {
        let (position, has_person) = (self.game.position(), self.has_person());
        let clocks = self.game.clocks().map(|clocks| clocks.shown()).unwrap_or_default();
        let machine = self.seats[side.index()].machine.as_mut()?;
        self.terminal.while_thinking(&side.to_string(), has_person, |signals| {
            machine.choose(position, &Conditions { clocks, signals, most_nodes: None })
        })
    }

    /// Plays a move, unless the clock has ended the game, and prints it with a note behind it.
    fn play(&mut self, mv: Move, comment: String, note: &str) {
        let written = self.game.written(mv);
        self.question = None;
        if !self.game.play(mv, comment) {
            return;
        }
        self.is_shown = false;
        self.secure_game();
        self.say(format_args!("{written}{note}"));
        let named = openings::name_at(self.game.position());
        if let Some(opening) = named.filter(|_| named != self.opening) {
            self.say(format_args!("Opening: {opening}"));
            self.opening = named;
        }
    }

    /// Announces the end of the game, once.
    fn announce_end(&mut self) {
        let Some(verdict) = self.game.verdict() else {
            return;
        };
        if std::mem::replace(&mut self.is_end_announced, true) {
            return;
        }
        self.question = None;
        let kept = self.keep_game();
        if self.has_person() {
            self.show_if_new();
        }
        self.say(verdict);
        match kept {
            Some(sentence) => self.say(sentence),
            None if self.terminal.is_live && self.has_person() => {}
            None => self.say(format_args!("\n{}", self.pgn().to_string().trim_end())),
        }
        if self.has_person() {
            self.say(
                "'save FILE' keeps the game, 'undo' goes back, 'new' begins another, 'quit' leaves.",
            );
        }
    }

    /// Adds the game to a file that the user has named, or else to that of --pgn.
    fn save_game(&mut self, path: Option<PathBuf>) {
        let Some(path) = path.or_else(|| self.arguments.pgn.clone()) else {
            return self.say("Type 'save FILE' with the name of a file.");
        };
        let sentence = match self.update_file(&path) {
            Ok(sentence) => sentence,
            Err(error) => without_system_number(&error),
        };
        // Control-C must not add a game that is in the file now.
        self.secure_game();
        self.say(sentence);
    }

    /// Adds the game to a file, or replaces an unfinished state of it there, and returns the
    /// message for the user. A finished game stays; play that went on from it is another game.
    fn update_file(&mut self, path: &Path) -> Result<String, String> {
        let earlier = self.kept_in(path);
        if earlier.is_some_and(|earlier| self.is_contained_in(earlier)) {
            return Ok(format!("The game is in {} already.", shown(path)));
        }
        let unfinished = earlier.filter(|earlier| earlier.outcome.is_none());
        let replaced = unfinished.map(|earlier| earlier.place.clone());
        let place = files::add_game(path, &self.pgn(), replaced.clone())?;
        let done = match replaced {
            Some(replaced) if replaced.start == place.start => "replaced in",
            _ => "added to",
        };
        self.kept.push(KeptGame {
            file: target_of(path),
            place,
            moves: self.game.moves(),
            outcome: self.game.outcome(),
        });
        Ok(format!("The game was {done} {}.", shown(path)))
    }

    /// Returns the latest state of the game that a file has.
    fn kept_in(&self, path: &Path) -> Option<&KeptGame> {
        let name = target_of(path);
        self.kept.iter().rfind(|kept| kept.file == name && kept.is_there())
    }

    /// Returns whether this state lacks nothing of the game: its moves and end are the same, or the
    /// game ended there, and moves were taken back since.
    fn is_contained_in(&self, kept: &KeptGame) -> bool {
        let moves = self.game.moves();
        match (self.game.outcome(), kept.outcome) {
            (None, Some(_)) => kept.moves.starts_with(&moves),
            (now, then) => now == then && kept.moves == moves,
        }
    }

    /// Adds the game to the file of --pgn, and returns the message for the user.
    fn keep_game(&mut self) -> Option<String> {
        let path = self.arguments.pgn.clone()?;
        let interrupt = self.terminal.interrupt.clone();
        let kept = interrupt.instead_of_exit_task(|| self.update_file(&path));
        Some(kept.unwrap_or_else(|error| {
            let sentence = without_system_number(&error);
            self.failure.get_or_insert(error);
            sentence
        }))
    }

    /// Adds an unfinished game to the file of --pgn, too.
    fn keep_unfinished(&mut self) {
        if self.is_worth_keeping()
            && !self.is_end_announced
            && let Some(sentence) = self.keep_game()
        {
            self.say(sentence);
        }
    }

    /// Returns whether the file of --pgn lacks moves of the game.
    fn is_worth_keeping(&self) -> bool {
        let kept = self.arguments.pgn.as_deref().and_then(|path| self.kept_in(path));
        let is_kept = kept.is_some_and(|kept| self.is_contained_in(kept));
        !self.game.moves().is_empty() && !is_kept
    }

    /// Lets Control-C add the unfinished game to the file of --pgn before it ends the program.
    fn secure_game(&self) {
        let Some(path) = self.arguments.pgn.clone() else {
            return;
        };
        let unfinished = self.kept_in(&path).filter(|kept| kept.outcome.is_none());
        let (pgn, replaced) = (self.pgn(), unfinished.map(|kept| kept.place.clone()));
        let task: ExitTask = Box::new(move || files::add_game(&path, &pgn, replaced).map(drop));
        self.terminal.interrupt.set_exit_task(self.is_worth_keeping().then_some(task));
    }
}
