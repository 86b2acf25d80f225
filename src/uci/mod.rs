//! The UCI protocol; only this module uses vampirc-uci. <https://www.chessprogramming.org/UCI>

mod book;
mod command;
mod debug_log;
mod dropping_log;
mod engine;
mod input;
mod open_searches;
mod options;
mod output;

pub use command::{Command, Go};
pub use dropping_log::DroppingLog;
pub use engine::StartError;
pub use options::{Effect, OptionError, Options};

use std::io::{self, BufRead, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use vampirc_uci::UciMessage;

use crate::board::{CastlingNotation, Move, Position};
use crate::eval::{EvaluationKind, Evaluator, Network};
use crate::knowledge::polyglot::{Book, BookKey};
use crate::search::{Clock, Limits, Signals};
use crate::text::{Quoted, counted, listed, without_system_number};
use command::milliseconds;
use engine::{Engine, Job};
use input::{InputLines, ends_soon};
use options::EMBEDDED;

const HELP: &str = "\
Ox88 speaks UCI, the protocol of chess programs: load it into one.
By hand, try:
  position startpos moves e2e4    set up a position
  go depth 12                     search it (also: movetime 1000, nodes 50000)
  d                               show the position
  flip                            exchange the sides
  eval                            show the static evaluation
  go perft 5                      count the move tree's leaves
  bench                           run the benchmark of the embedded network
  stop                            end the search, the count or the benchmark
  quit                            leave
`ox88 --help` tells what else the program does.";

/// Why lines were not executed, or not to their end.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The engine cannot start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The input cannot be read.
    #[error("standard input: {0}")]
    Input(String),
}

/// Why a command was not executed.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The engine cannot start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// It makes no sense.
    #[error("{0}")]
    Refused(String),
}

struct Session {
    engine: Engine,
    options: Options,
    /// Used where [`Options::evaluation`] asks for it.
    network: Arc<Network>,
    position: Position,
    /// The client wanted another position, which was refused, and has not been told since that a
    /// `go` is of this one.
    is_position_refused: bool,
    /// The FEN of which the client was told that its castling needs `UCI_Chess960`.
    noted_chess960: Option<String>,
    /// Of the latest search.
    go: Go,
    /// The variable `RUST_LOG` says what is logged, and `debug` is refused.
    is_log_chosen: bool,
}

/// Executes lines until `quit` or the end of input. At the end of input a count (perft, bench) or a
/// search that ends by itself finishes, while the output has a reader; a count also where the input
/// ends right after `quit`. On a terminal there is a greeting, and a message for unknown commands.
/// `debug` is refused where the log is chosen: the variable `RUST_LOG` says what is logged.
///
/// # Errors
/// Where there is no memory for the hash table, or no thread to search on; and where the input
/// cannot be read, which counts as its end.
pub fn run(input: impl BufRead, is_log_chosen: bool) -> Result<(), SessionError> {
    let mut session = Session::start()?;
    session.is_log_chosen = is_log_chosen;
    let has_person = io::stdin().is_terminal() && output::is_terminal();
    if has_person {
        output::send(format_args!(
            "{}, a UCI chess engine: type 'help' or 'quit'",
            name()
        ));
    }
    let mut lines = InputLines::of(input);
    while let Some(line) = lines.next() {
        let arrival = Instant::now();
        let line = match line {
            Ok(line) => line,
            Err(error) => {
                // Only a `position` may be so long.
                session.is_position_refused = true;
                output::send_note(error);
                continue;
            }
        };
        debug_log::read(line.trim_end());
        let command = Command::parse(&line);
        if command == Command::Quit {
            if session.engine.is_counting() && !has_person {
                // The input may be locked: it is read in another thread.
                drop(lines);
                if ends_soon() {
                    session.engine.stop_search();
                    session.engine.finish();
                    return Ok(());
                }
            }
            session.engine.leave();
            return Ok(());
        }
        if has_person
            && command == Command::Nothing
            && let Some(note) = command::unknown(&line)
        {
            output::send_note(note);
        }
        if let Err(reason) = session.execute(command, arrival) {
            output::send_note(reason);
        }
    }
    let ending = lines.ending();
    if !session.go.is_bounded() {
        session.engine.stop_search();
    }
    session.engine.finish();
    ending.map_err(|error| SessionError::Input(without_system_number(&error.to_string())))
}

/// Executes lines as if they were all of the input; but an infinite search goes on until the
/// signals stop it or its output has no reader.
///
/// # Errors
/// Where the engine cannot start, or at the first command that makes no sense.
pub fn execute(lines: &[String], signals: &Arc<Signals>) -> Result<(), CommandError> {
    let mut session = Session::start()?;
    session.engine.stop_by(signals);
    let failures = session.engine.failures();
    let outcome = lines.iter().try_for_each(|line| {
        debug_log::read(line);
        let command = Command::parse(line);
        let is_option = matches!(command, Command::SetOption { .. });
        session.execute_if_sound(command, Instant::now())?;
        if is_option {
            // The time of a `go` counts from its line: there is no `readyok` to wait for before.
            session.engine.wait_for_jobs();
        }
        failures.try_iter().next().map_or(Ok(()), Err)
    });
    session.engine.finish();
    outcome.map_err(CommandError::Refused)
}

impl Session {
    fn start() -> Result<Session, StartError> {
        let options = Options::default();
        Ok(Session {
            engine: Engine::start(options.hash)?,
            options,
            network: Network::embedded(),
            position: Position::startpos(),
            is_position_refused: false,
            noted_chess960: None,
            go: Go::default(),
            is_log_chosen: false,
        })
    }

    /// As [`Session::execute`], but a `go` with a part that makes no sense is refused.
    fn execute_if_sound(&mut self, command: Command, arrival: Instant) -> Result<(), String> {
        if let Command::Go(go) = &command {
            let (_, wrong_moves) = self.search_moves(go);
            if let Some(reason) = go.refusal().or(wrong_moves) {
                return Err(reason);
            }
        }
        self.execute(command, arrival)
    }

    /// The error says what is wrong with the command, or with a part of it.
    fn execute(&mut self, command: Command, arrival: Instant) -> Result<(), String> {
        match command {
            Command::Uci => send_id_and_options(),
            Command::Debug(on) => return self.set_debug(on),
            Command::IsReady => self.engine.ready(),
            Command::SetOption { name, value } => {
                return self.set_option(&name, value.as_deref());
            }
            Command::NewGame => self.engine.send(Job::Clear),
            Command::Position {
                fen,
                moves,
                skipped,
            } => return self.set_up(fen.as_deref(), &moves, &skipped),
            Command::Go(go) => self.go(go, arrival),
            Command::Stop => self.engine.stop(),
            Command::PonderHit => {
                self.go.ponder = false;
                self.engine.ponder_hit();
            }
            Command::Display => self.display(),
            Command::Flip => self.position = self.position.flipped(),
            Command::Eval => self.explain_evaluation(),
            Command::Bench(depth) => {
                self.stop_unbounded_search();
                self.engine.bench(depth);
            }
            Command::Help => output::send(HELP),
            Command::Mistake(text) => return Err(text),
            Command::NoPosition(text) => {
                self.is_position_refused = true;
                return Err(text);
            }
            Command::Register | Command::Nothing | Command::Quit => {}
        }
        Ok(())
    }

    /// Plays the moves before the first illegal one. Without a position the old one stays.
    fn set_up(
        &mut self,
        fen: Option<&str>,
        moves: &[String],
        skipped: &[String],
    ) -> Result<(), String> {
        let mut position = match fen {
            Some(fen) => Position::from_fen(fen).map_err(|error| {
                self.is_position_refused = true;
                format!("position refused: {error}")
            })?,
            None => Position::startpos(),
        };
        if let Some(fen) = fen.filter(|_| position.is_chess960()) {
            self.note_chess960(fen);
        }
        let mut wrong = None;
        for (count, text) in moves.iter().enumerate() {
            match position.parse_move(text) {
                Ok(mv) => position.make(mv),
                Err(error) => {
                    wrong = Some((count, error));
                    break;
                }
            }
        }
        self.position = position;
        self.is_position_refused = false;
        if let Some((count, error)) = wrong {
            let played = match count {
                0 => "no move is".to_string(),
                1 => "only the move before it is".to_string(),
                _ => format!("only the {count} moves before it are"),
            };
            return Err(format!("position: {error}; {played} played"));
        }
        if !skipped.is_empty() {
            return Err(format!(
                "position: {} is skipped; moves follow the word 'moves'",
                Quoted(&skipped.join(" "))
            ));
        }
        Ok(())
    }

    /// Once for all positions of a game from the same start, as clients send it with each move.
    fn note_chess960(&mut self, fen: &str) {
        let is_told = self.noted_chess960.as_deref() == Some(fen);
        if self.options.notation == CastlingNotation::Standard && !is_told {
            output::send_note(
                "a Chess960 position: set UCI_Chess960, or castling is written like a king's move",
            );
            self.noted_chess960 = Some(fen.to_string());
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let effect = self.options.set(name, value);
        match effect.map_err(|error| error.to_string())? {
            Effect::None => {}
            Effect::Resize(megabytes) => self.engine.send(Job::Resize(megabytes)),
            Effect::Clear => self.engine.send(Job::Clear),
            Effect::Threads(count) => self.engine.send(Job::Prepare(count)),
            Effect::EvalFile(path) => return self.load_network(&path),
            Effect::Evaluation => self.engine.send(Job::EvaluateBy(self.evaluator())),
            Effect::LoadOpenings => self.engine.send(Job::LoadOpenings),
            Effect::BookFile(path) => return self.load_book(&path),
            Effect::BookSeed(seed) => self.engine.send(Job::SeedBook(seed)),
            Effect::Tables(directories) => self.engine.send(Job::SetTablebases(directories)),
            Effect::DebugLogFile(path) => return log_to(&path),
            Effect::Tune(tunable, value) => self.engine.send(Job::Tune(tunable, value)),
        }
        Ok(())
    }

    /// Reports words that make no sense, and a position that is not the one last asked for; a
    /// search that loses its only limit or its side's clock by such words is short.
    fn go(&mut self, mut go: Go, arrival: Instant) {
        let position = self.position.clone();
        let is_of_old = std::mem::take(&mut self.is_position_refused);
        let old = "the last 'position' was refused, so this 'go' is for the one before it";
        let old = is_of_old.then(|| old.to_string());
        let mut notes: Vec<String> = [old, go.refusal()].into_iter().flatten().collect();
        match &go.perft {
            Some(Err(_)) => return self.engine.send(Job::RefusePerft(notes.join("; "))),
            Some(Ok(depth)) => {
                send_notes(&notes);
                self.stop_unbounded_search();
                return self.engine.perft(position, *depth, self.options.notation);
            }
            None => {}
        }
        let (search_moves, wrong_moves) = self.search_moves(&go);
        let are_all_wrong = wrong_moves.is_some() && search_moves.is_empty();
        notes.extend(wrong_moves);
        if are_all_wrong {
            notes.push("all moves are searched".to_string());
        }
        let side = self.position.side_to_move().index();
        let is_clock_lost = go.lacks_clock(side) && !go.has_fixed_limit();
        let is_limit_lost = go.is_misread() && !go.has_bound() || is_clock_lost;
        if is_limit_lost && !go.infinite {
            go.depth = Some(1);
            notes.push("searched to depth 1".to_string());
        }
        send_notes(&notes);
        let limits = self.limits(&go, search_moves, arrival);
        self.engine.search(position, limits, self.options.clone());
        self.go = go;
    }

    /// A count after a search without end would never be done.
    fn stop_unbounded_search(&self) {
        if !self.go.is_bounded() {
            self.engine.stop_search();
        }
    }

    /// The legal ones among them, and what is wrong with the others.
    fn search_moves(&self, go: &Go) -> (Vec<Move>, Option<String>) {
        let mut search_moves = Vec::new();
        let mut wrong = Vec::new();
        for text in &go.search_moves {
            match self.position.parse_move(text) {
                Ok(mv) => search_moves.push(mv),
                Err(error) => wrong.push(error.to_string()),
            }
        }
        let complaint = (!wrong.is_empty()).then(|| format!("searchmoves: {}", listed(&wrong)));
        (search_moves, complaint)
    }

    fn limits(&self, go: &Go, search_moves: Vec<Move>, start: Instant) -> Limits {
        // A single clock is the side to move's, unless its own cannot be read; without any limit,
        // each move has its increment. Beside a fixed limit, clocks of zero are those of a client
        // that has none.
        let has_fixed_limit = go.has_fixed_limit();
        let has_clocks = !has_fixed_limit || go.time.iter().flatten().any(|&time| time != 0);
        let increment = |side: usize| {
            let increment = go.increment[side].or(go.increment[1 - side]);
            increment.filter(|_| !has_fixed_limit)
        };
        let clock = |side: usize| {
            let of_other = go.time[1 - side].filter(|_| !go.lacks_clock(side));
            Clock {
                remaining: go.time[side]
                    .or(of_other)
                    .filter(|_| has_clocks)
                    .or(increment(side))
                    .map(milliseconds),
                increment: go.increment[side].map_or(Duration::ZERO, milliseconds),
            }
        };
        Limits {
            start,
            search_moves,
            clocks: [clock(0), clock(1)],
            moves_to_go: go.moves_to_go,
            depth: go.depth,
            nodes: go.nodes,
            soft_nodes: None,
            mate: go.mate,
            move_time: go.move_time.map(milliseconds),
            infinite: go.infinite || !go.has_bound(),
            ponder: go.ponder,
            multi_pv: self.options.multi_pv,
            skill: self.options.skill(),
            threads: self.options.threads,
            move_overhead: self.options.move_overhead,
            probing: self.options.probing(),
        }
    }

    fn evaluator(&self) -> Evaluator {
        match self.options.evaluation {
            EvaluationKind::Network => Evaluator::Network(Arc::clone(&self.network)),
            EvaluationKind::Material | EvaluationKind::Tables => Evaluator::Classical,
        }
    }

    /// The old one stays where the file holds none.
    fn load_network(&mut self, path: &str) -> Result<(), String> {
        self.network = if path.is_empty() || path == EMBEDDED {
            Network::embedded()
        } else {
            let network = Network::from_file(Path::new(path))
                .map_err(|error| format!("EvalFile {}: {error}", Quoted(path)))?;
            let unused = match self.options.evaluation {
                EvaluationKind::Network => "",
                _ => "; not used: Evaluation is classical",
            };
            output::send_note(format_args!(
                "loaded {}: a network with {} hidden units{unused}",
                Quoted(path),
                network.units()
            ));
            Arc::new(network)
        };
        self.engine.send(Job::EvaluateBy(self.evaluator()));
        Ok(())
    }

    /// The old one stays where the file holds none.
    fn load_book(&self, path: &str) -> Result<(), String> {
        let book = if path.is_empty() || path == EMBEDDED {
            None
        } else {
            let book = Book::open(Path::new(path))
                .map_err(|error| format!("BookFile {}: {error}", Quoted(path)))?;
            let unused = if self.options.own_book {
                ""
            } else {
                "; not used: OwnBook is false"
            };
            let moves = counted(book.len() as usize, "move");
            output::send_note(format_args!(
                "loaded {}: a book with {moves}{unused}",
                Quoted(path)
            ));
            Some(book)
        };
        self.engine.send(Job::UseBook(book));
        Ok(())
    }

    fn display(&self) {
        let position = &self.position;
        let them = !position.side_to_move();
        let checkers = position.checkers().map(|id| position.square_of(them, id));
        let mut checkers: Vec<String> = checkers.map(|square| square.to_string()).collect();
        checkers.sort_unstable();
        let checkers = if checkers.is_empty() {
            "none".to_string()
        } else {
            checkers.join(" ")
        };
        let book_key = BookKey::of(position).0;
        output::send(format_args!(
            "{position}\nPolyglot key: {book_key:016X}\nCheckers: {checkers}"
        ));
    }

    fn explain_evaluation(&self) {
        output::send(self.evaluator().explain(&self.position));
    }

    fn set_debug(&self, on: bool) -> Result<(), String> {
        if self.is_log_chosen {
            return Err("debug: the variable RUST_LOG says what is logged".to_string());
        }
        log::set_max_level(if on {
            log::LevelFilter::Debug
        } else {
            log::LevelFilter::Warn
        });
        Ok(())
    }
}

/// Logs all lines in a file, or none where the path is empty.
fn log_to(path: &str) -> Result<(), String> {
    if path.is_empty() {
        debug_log::close();
        return Ok(());
    }
    debug_log::open(path).map_err(|error| format!("Debug Log File {}: {error}", Quoted(path)))
}

/// Sends several notes as one line, if there are any.
fn send_notes(notes: &[String]) {
    if !notes.is_empty() {
        output::send_note(notes.join("; "));
    }
}

/// All lines at once: the `readyok` of the searching thread never comes between them.
fn send_id_and_options() {
    let id = [
        UciMessage::id_name(&name()),
        UciMessage::id_author("the Ox88 developers"),
    ];
    let messages = id.into_iter().chain(options::declarations());
    let messages = messages.chain([UciMessage::UciOk]);
    let lines: Vec<String> = messages.map(|message| message.to_string()).collect();
    output::send(lines.join("\n"));
}

fn name() -> String {
    format!("Ox88 {}", env!("CARGO_PKG_VERSION"))
}
