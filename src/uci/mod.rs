//! The UCI protocol; only this module uses vampirc-uci. <https://www.chessprogramming.org/UCI>

mod book;
mod command;
mod engine;
mod input;
mod nearest;
mod open_searches;
mod options;
mod output;

pub use command::{Command, Go};
pub use engine::StartError;
pub use options::{Effect, EvaluationOption, OptionError, Options};

use std::io::{self, BufRead, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use vampirc_uci::UciMessage;

use crate::board::{Move, Position, Quoted};
use crate::eval::{Evaluator, Network};
use crate::knowledge::polyglot::Book;
use crate::search::{Clock, Limits, Signals};
use command::{listed, milliseconds};
use engine::Engine;
use input::{InputLines, ends_soon};
use options::EMBEDDED;

const HELP: &str = "\
Ox88 speaks UCI, the protocol of chess programs: load it into one.
By hand, try:
  position startpos moves e2e4    set up a position
  go depth 12                     search it (also: movetime 1000, nodes 50000)
  d                               show the board
  flip                            exchange the sides
  eval                            show the static evaluation
  go perft 5                      count the move tree's leaves
  bench                           run the benchmark of the embedded network
  stop                            end the search, the count or the benchmark
  quit                            leave
`ox88 --help` tells what else the program does.";

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
/// Where there is no memory for the hash table, or no thread to search on.
pub fn run(input: impl BufRead, is_log_chosen: bool) -> Result<(), StartError> {
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
                output::send_note(error);
                continue;
            }
        };
        log::debug!("< {}", line.trim_end());
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
    if !session.go.is_bounded() {
        session.engine.stop_search();
    }
    session.engine.finish();
    Ok(())
}

/// Executes lines as if they were all of the input; but an infinite search goes on until the
/// signals stop it or its output has no reader.
///
/// # Errors
/// Where the engine cannot start, or at the first command that makes no sense.
pub fn execute(lines: &[String], signals: &Arc<Signals>) -> Result<(), CommandError> {
    let arrival = Instant::now();
    let mut session = Session::start()?;
    session.engine.stop_by(signals);
    let mut commands = lines.iter().map(|line| Command::parse(line));
    let outcome = commands.try_for_each(|command| session.execute_if_sound(command, arrival));
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
            Command::Uci => introduce(),
            Command::Debug(on) => return self.set_debug(on),
            Command::IsReady => self.engine.ready(),
            Command::SetOption { name, value } => {
                return self.set_option(&name, value.as_deref());
            }
            Command::NewGame => self.engine.clear(),
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
            Command::Display => output::send(&self.position),
            Command::Flip => self.position = self.position.flipped(),
            Command::Eval => self.explain_evaluation(),
            Command::Bench(depth) => self.engine.bench(depth),
            Command::Help => output::send(HELP),
            Command::Mistake(text) => return Err(text),
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
            Some(fen) => {
                Position::from_fen(fen).map_err(|error| format!("position refused: {error}"))?
            }
            None => Position::startpos(),
        };
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
                "position: {} is skipped; moves stand behind the word 'moves'",
                Quoted(&skipped.join(" "))
            ));
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let effect = self.options.set(name, value);
        match effect.map_err(|error| error.to_string())? {
            Effect::None => {}
            Effect::Resize(megabytes) => self.engine.resize(megabytes),
            Effect::Clear => self.engine.clear(),
            Effect::Threads(count) => self.engine.prepare(count),
            Effect::EvalFile(path) => self.load_network(&path),
            Effect::Evaluation => self.engine.evaluate_by(self.evaluator()),
            Effect::LoadOpenings => self.engine.load_openings(),
            Effect::BookFile(path) => self.load_book(&path),
            Effect::BookSeed(seed) => self.engine.seed_book(seed),
            Effect::Tables(directories) => self.engine.set_tablebases(directories),
            Effect::Tune(tunable, value) => self.engine.tune(tunable, value),
        }
        Ok(())
    }

    /// Reports words that make no sense; a search that loses its only limit or its
    /// side's clock this way is short.
    fn go(&mut self, mut go: Go, arrival: Instant) {
        let position = self.position.clone();
        let refusal = go.refusal();
        match (&go.perft, &refusal) {
            (Some(_), Some(reason)) => return self.engine.refuse_perft(reason.clone()),
            (Some(Ok(depth)), None) => {
                return self.engine.perft(position, *depth, self.options.notation);
            }
            _ => {}
        }
        let (search_moves, wrong_moves) = self.search_moves(&go);
        let are_all_wrong = wrong_moves.is_some() && search_moves.is_empty();
        let mut notes: Vec<String> = [refusal, wrong_moves].into_iter().flatten().collect();
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
        if !notes.is_empty() {
            output::send_note(notes.join("; "));
        }
        let limits = self.limits(&go, search_moves, arrival);
        self.engine.search(position, limits, self.options.clone());
        self.go = go;
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
        // A single clock is the side to move's, unless its own cannot be read; without any limit, each move has its increment.
        // Beside a fixed limit, clocks of zero are those of a client that has none.
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
            EvaluationOption::Network => Evaluator::Network(Arc::clone(&self.network)),
            EvaluationOption::Classical => Evaluator::Classical,
        }
    }

    /// The old one stays where the file holds none.
    fn load_network(&mut self, path: &str) {
        if path.is_empty() || path == EMBEDDED {
            self.network = Network::embedded();
        } else {
            match Network::from_file(Path::new(path)) {
                Ok(network) => self.network = Arc::new(network),
                Err(error) => {
                    return output::send_note(format_args!("EvalFile {}: {error}", Quoted(path)));
                }
            }
        }
        self.engine.evaluate_by(self.evaluator());
    }

    fn load_book(&self, path: &str) {
        if path.is_empty() || path == EMBEDDED {
            return self.engine.use_book(None);
        }
        match Book::open(Path::new(path)) {
            Ok(book) => self.engine.use_book(Some(book)),
            Err(error) => output::send_note(format_args!("BookFile {}: {error}", Quoted(path))),
        }
    }

    fn explain_evaluation(&self) {
        output::send(self.evaluator().explain(&self.position));
    }

    fn set_debug(&self, on: bool) -> Result<(), String> {
        if self.is_log_chosen {
            return Err("debug: the variable RUST_LOG says what is logged".to_string());
        }
        log::set_max_level(match on {
            true => log::LevelFilter::Debug,
            false => log::LevelFilter::Warn,
        });
        Ok(())
    }
}

fn introduce() {
    output::send(UciMessage::id_name(&name()));
    output::send(UciMessage::id_author("the Ox88 developers"));
    for declaration in options::declarations() {
        output::send(declaration);
    }
    output::send(UciMessage::UciOk);
}

fn name() -> String {
    format!("Ox88 {}", env!("CARGO_PKG_VERSION"))
}
