//! The protocol's face: lines in, lines out. The only floor that knows
//! vampirc-uci.
//!
//! <https://www.chessprogramming.org/UCI>

mod book;
mod command;
mod engine;
mod input;
mod open_searches;
mod options;
mod output;

pub use command::{Command, Go};
pub use engine::StartError;
pub use options::{Effect, OptionError, Options, Way};

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use vampirc_uci::UciMessage;

use crate::board::{Move, MoveError, Position, perft};
use crate::eval::{Evaluator, Network};
use crate::knowledge::polyglot::Book;
use crate::search::{Clock, Limits};
use command::milliseconds;
use engine::Engine;
use input::Lines;
use options::EMBEDDED;

const HELP: &str = "\
Ox88 speaks UCI, the protocol of chess programs: load it into one.
By hand, try:
  position startpos moves e2e4    set up a position
  go depth 12                     search it (also: movetime 1000, nodes 50000)
  d                               show the board
  eval                            show the static evaluation
  go perft 5                      count the move tree's leaves
  bench                           run the benchmark
  quit                            leave
`ox88 --help` tells what else the program does.";

/// What the loop keeps between two lines.
struct Session {
    engine: Engine,
    options: Options,
    /// Evaluates where [`Options::evaluation`] asks for it.
    network: Arc<Network>,
    position: Position,
    /// The search asked for last.
    go: Go,
}

/// Reads lines until `quit` or the end of input, and does what they say. At
/// the end of input a search that ends by itself may finish, as may a count,
/// while the output has a reader.
///
/// # Errors
/// Where there is no memory for the hash table, or no thread to search on.
pub fn run(input: impl BufRead) -> Result<(), StartError> {
    let options = Options::default();
    let mut session = Session {
        engine: Engine::start(options.hash)?,
        options,
        network: Network::embedded(),
        position: Position::startpos(),
        go: Go::default(),
    };
    let mut lines = Lines::of(input);
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
            session.engine.leave();
            return Ok(());
        }
        session.execute(command, arrival);
    }
    if !session.go.is_bounded() {
        session.engine.stop_search();
    }
    session.engine.finish();
    Ok(())
}

impl Session {
    fn execute(&mut self, command: Command, arrival: Instant) {
        match command {
            Command::Uci => introduce(),
            Command::Debug(on) => {
                let level = if on {
                    log::LevelFilter::Debug
                } else {
                    log::LevelFilter::Warn
                };
                log::set_max_level(level);
            }
            Command::IsReady => self.engine.ready(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.engine.clear(),
            Command::Position { fen, moves } => match position(fen.as_deref(), &moves) {
                Ok(position) => self.position = position,
                Err(reason) => output::send_note(format_args!("position refused: {reason}")),
            },
            Command::Go(go) => self.go(go, arrival),
            Command::Stop => self.engine.stop(),
            Command::PonderHit => {
                self.go.ponder = false;
                self.engine.ponder_hit();
            }
            Command::Display => output::send(&self.position),
            Command::Eval => self.explain_evaluation(),
            Command::Bench(depth) => self.engine.bench(depth),
            Command::Help => output::send(HELP),
            Command::Mistake(text) => output::send_note(text),
            Command::Register | Command::Nothing | Command::Quit => {}
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.options.set(name, value) {
            Ok(Effect::None) => {}
            Ok(Effect::Resize(megabytes)) => self.engine.resize(megabytes),
            Ok(Effect::Clear) => self.engine.clear(),
            Ok(Effect::Threads(count)) => self.engine.prepare(count),
            Ok(Effect::EvalFile(path)) => self.load_network(&path),
            Ok(Effect::Evaluation) => self.engine.evaluate_by(self.evaluator()),
            Ok(Effect::BookFile(path)) => self.load_book(&path),
            Ok(Effect::BookSeed(seed)) => self.engine.seed_book(seed),
            Ok(Effect::Tables(directories)) => self.engine.set_tablebases(directories),
            Ok(Effect::Tune(tunable, value)) => self.engine.tune(tunable, value),
            Err(error) => output::send_note(error),
        }
    }

    fn go(&mut self, go: Go, arrival: Instant) {
        for mistake in &go.mistakes {
            output::send_note(mistake);
        }
        let position = self.position.clone();
        if let Some(depth) = go.perft {
            if depth > perft::MAX_DEPTH {
                return output::send_note(format_args!(
                    "perft refused: not deeper than {} plies",
                    perft::MAX_DEPTH
                ));
            }
            return self.engine.perft(position, depth, self.options.notation);
        }
        let limits = self.limits(&go, arrival);
        self.engine.search(position, limits, self.options.clone());
        self.go = go;
    }

    fn limits(&self, go: &Go, start: Instant) -> Limits {
        let mut search_moves: Vec<Move> = Vec::new();
        for text in &go.search_moves {
            match self.position.parse_move(text) {
                Ok(mv) => search_moves.push(mv),
                Err(error) => output::send_note(format_args!("searchmoves: {error}")),
            }
        }
        // A single clock is taken for that of the side to move, whichever it names.
        let clock = |side: usize| Clock {
            remaining: go.time[side].or(go.time[1 - side]).map(milliseconds),
            increment: go.increment[side].map_or(Duration::ZERO, milliseconds),
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
            // Without any bound it goes on until it is stopped.
            infinite: go.infinite || !go.has_bound(),
            ponder: go.ponder,
            multi_pv: self.options.multi_pv,
            skill: self.options.skill(),
            threads: self.options.threads,
            move_overhead: self.options.move_overhead,
            probing: self.options.probing(),
        }
    }

    /// How positions are evaluated now.
    fn evaluator(&self) -> Evaluator {
        match self.options.evaluation {
            Way::Network => Evaluator::Network(Arc::clone(&self.network)),
            Way::Classical => Evaluator::Classical,
        }
    }

    /// Takes the network in a file; the old one stays where that holds none.
    fn load_network(&mut self, path: &str) {
        if path.is_empty() || path == EMBEDDED {
            self.network = Network::embedded();
        } else {
            match Network::from_file(Path::new(path)) {
                Ok(network) => self.network = Arc::new(network),
                Err(error) => {
                    return output::send_note(format_args!("EvalFile '{path}': {error}"));
                }
            }
        }
        self.engine.evaluate_by(self.evaluator());
    }

    /// Takes the book in a file; the old one stays where that holds none.
    fn load_book(&self, path: &str) {
        if path.is_empty() || path == EMBEDDED {
            return self.engine.use_book(None);
        }
        match Book::open(Path::new(path)) {
            Ok(book) => self.engine.use_book(Some(book)),
            Err(error) => output::send_note(format_args!("BookFile '{path}': {error}")),
        }
    }

    fn explain_evaluation(&self) {
        output::send(self.evaluator().explain(&self.position));
    }
}

fn introduce() {
    output::send(UciMessage::id_name(&format!(
        "Ox88 {}",
        env!("CARGO_PKG_VERSION")
    )));
    output::send(UciMessage::id_author("the Ox88 developers"));
    for declaration in options::declarations() {
        output::send(declaration);
    }
    output::send(UciMessage::UciOk);
}

fn position(fen: Option<&str>, moves: &[String]) -> Result<Position, String> {
    let mut position = match fen {
        Some(fen) => Position::from_fen(fen).map_err(|error| error.to_string())?,
        None => Position::startpos(),
    };
    for text in moves {
        let mv = position
            .parse_move(text)
            .map_err(|error: MoveError| error.to_string())?;
        position.make(mv);
    }
    Ok(position)
}
