//! A UCI session: its state, and what each command does.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use vampirc_uci::UciMessage;

use super::book::load_openings;
use super::command::{Command, Go, milliseconds};
use super::engine::Engine;
use super::options::{self, EMBEDDED, OptionName, Options, Setting};
use super::{counts, debug_log, output};
use crate::board::{CastlingNotation, Move, Position};
use crate::eval::{EvaluationKind, Evaluator, Network};
use crate::knowledge::polyglot::{Book, BookKey};
use crate::knowledge::syzygy::directories;
use crate::perft::MAX_DEPTH;
use crate::search::{Clock, Limits};
use crate::text::{Quoted, counted, listed};

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

pub struct Session {
    pub engine: Engine,
    options: Options,
    /// The network, which is used if [`Options::evaluation`] is [`EvaluationKind::Network`].
    network: Arc<Network>,
    pub position: Position,
    /// Whether the last `position` was refused, so that the next `go` must report that it searches
    /// the position before.
    pub is_position_refused: bool,
    /// The FEN for which the client was last told that castling needs `UCI_Chess960`.
    noted_chess960: Option<String>,
    /// The words of the latest search.
    go: Go,
    /// Whether the variable `RUST_LOG` chooses what is logged, so that `debug` is refused.
    pub is_log_chosen: bool,
}

impl Session {
    pub fn start() -> Result<Session, String> {
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

    /// Executes a command as [`Session::execute`] does, but refuses a `go` with a part that makes
    /// no sense, or that waits for a later command.
    pub fn execute_if_sound(&mut self, command: Command, arrival: Instant) -> Result<(), String> {
        if let Command::Go(go) = &command {
            let (_, wrong_moves) = self.search_moves(go);
            if let Some(reason) = go.complaint().or(wrong_moves) {
                return Err(reason);
            }
            if go.ponder {
                return Err("go ponder waits for ponderhit, which a command cannot get".to_string());
            }
        }
        self.execute(command, arrival)
    }

    /// Executes a command. The error says what is wrong with the command, or with a part of it.
    pub fn execute(&mut self, command: Command, arrival: Instant) -> Result<(), String> {
        match command {
            Command::Uci => send_id_and_options(),
            Command::Debug(on) => return self.set_debug(on),
            Command::IsReady => self.engine.ready(),
            Command::SetOption { name, value } => return self.set_option(&name, &value),
            Command::NewGame => self.clear(),
            Command::Position { fen, moves, skipped } => {
                return self.set_up(fen.as_deref(), &moves, &skipped);
            }
            Command::Go(go) => self.go(go, arrival),
            Command::Stop => self.engine.stop(),
            Command::PonderHit => {
                self.go.ponder = false;
                self.engine.ponder_hit();
            }
            Command::Display => self.display(),
            Command::Flip => self.position = self.position.flipped(),
            Command::Eval => output::reply(self.evaluator().explain(&self.position)),
            Command::Bench(depth) => {
                self.stop_unbounded_search();
                self.engine.count(move |signals| counts::bench(depth, signals));
            }
            Command::Help => output::reply(HELP),
            Command::Mistake(text) => return Err(text),
            Command::NoPosition(text) => {
                self.is_position_refused = true;
                return Err(text);
            }
            Command::Register | Command::Nothing | Command::Quit => {}
        }
        Ok(())
    }

    /// Sets up a position, and plays the moves before the first illegal one. If the FEN is refused,
    /// the old position stays.
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

    /// Tells the client that castling needs `UCI_Chess960`. It does so once for each start of
    /// games, as clients send the start again with each move.
    fn note_chess960(&mut self, fen: &str) {
        let is_told = self.noted_chess960.as_deref() == Some(fen);
        if self.options.notation == CastlingNotation::Standard && !is_told {
            output::reply_note(
                "a Chess960 position: set UCI_Chess960, or castling is written like a king's move",
            );
            self.noted_chess960 = Some(fen.to_string());
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let name = match self.options.set(name, value)? {
            Setting::Option(name) => name,
            Setting::Tunable(tunable, value) => {
                // Applies to searches that are asked for later.
                self.engine.send(move |_| tunable.set(value));
                return Ok(());
            }
        };
        match name {
            OptionName::hash => {
                let megabytes = self.options.hash;
                self.engine.send(move |thread| thread.resize(megabytes));
            }
            OptionName::clear_hash => self.clear(),
            OptionName::threads => {
                let threads = self.options.threads;
                self.engine.send(move |thread| thread.use_threads(threads));
            }
            OptionName::evaluation => self.use_evaluator(),
            OptionName::eval_file => return self.load_network(),
            OptionName::own_book if self.options.own_book => self.engine.send(|_| load_openings()),
            OptionName::book_file => return self.load_book(),
            OptionName::book_seed => {
                let seed = self.options.book_seed;
                self.engine.send(move |thread| thread.book.seed(seed));
            }
            OptionName::syzygy_path => {
                let directories = directories(&*self.options.syzygy_path);
                self.engine.send(move |thread| thread.use_tables(&directories));
            }
            OptionName::debug_log_file => return self.log_to_file(),
            // Later searches read the others.
            _ => {}
        }
        Ok(())
    }

    /// Clears the hash table and all else that searches have learnt.
    fn clear(&self) {
        self.engine.send(|thread| thread.searcher.clear());
    }

    fn use_evaluator(&self) {
        let evaluator = self.evaluator();
        self.engine.send(move |thread| thread.searcher.evaluate_by(evaluator));
    }

    /// Starts a search or a count. It reports words that make no sense, and a `position` that was
    /// refused. If such words leave a search without its only limit, or without the clock of the
    /// side to move, the depth is 1.
    fn go(&mut self, mut go: Go, arrival: Instant) {
        let position = self.position.clone();
        let mut notes = Vec::new();
        if std::mem::take(&mut self.is_position_refused) {
            let note = "the last 'position' was refused, so this 'go' is for the one before it";
            notes.push(note.to_string());
        }
        notes.extend(go.complaint());
        if let Some(depth) = go.perft {
            self.stop_unbounded_search();
            if depth > MAX_DEPTH {
                return self.engine.send(move |_| counts::refuse_perft(&notes.join("; ")));
            }
            send_notes(&notes);
            let notation = self.options.notation;
            let count = move |signals: &_| counts::perft(&position, depth, notation, signals);
            return self.engine.count(count);
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

    /// Stops a search that would never end by itself, so that what comes after it need not wait for
    /// ever.
    pub fn stop_unbounded_search(&self) {
        if !self.go.is_bounded() {
            self.engine.stop_search();
        }
    }

    /// Returns the legal moves among those of `searchmoves`, and what is wrong with the others.
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
        // A single clock counts for the side to move, unless its own clock cannot be read. Without
        // a clock or a fixed limit, the increment is the time for each move. Beside a fixed limit,
        // clocks of zero come from clients without a clock.
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
            ready: start,
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
            EvaluationKind::Material | EvaluationKind::PieceSquares => Evaluator::Classical,
        }
    }

    /// Reads the network that `EvalFile` names. The old one stays where the file holds none.
    fn load_network(&mut self) -> Result<(), String> {
        let path = &*self.options.eval_file;
        self.network = if path.is_empty() || path == EMBEDDED {
            Network::embedded()
        } else {
            let network = Network::from_file(Path::new(path))
                .map_err(|error| format!("EvalFile {}: {error}", Quoted(path)))?;
            let unused = match self.options.evaluation {
                EvaluationKind::Network => "",
                _ => "; not used: Evaluation is classical",
            };
            output::reply_note(format_args!(
                "loaded {}: a network with {} hidden units{unused}",
                Quoted(path),
                network.units()
            ));
            Arc::new(network)
        };
        self.use_evaluator();
        Ok(())
    }

    /// Loads the book that `BookFile` names. The old one stays where the file holds none.
    fn load_book(&self) -> Result<(), String> {
        let path = &*self.options.book_file;
        let mut book = None;
        if !path.is_empty() && path != EMBEDDED {
            let found = Book::open(Path::new(path))
                .map_err(|error| format!("BookFile {}: {error}", Quoted(path)))?;
            let unused = if self.options.own_book { "" } else { "; not used: OwnBook is false" };
            let moves = counted(found.entries().len(), "move");
            output::reply_note(format_args!(
                "loaded {}: a book with {moves}{unused}",
                Quoted(path)
            ));
            book = Some(found);
        }
        self.engine.send(move |thread| thread.book.replace(book));
        Ok(())
    }

    /// Logs all lines in the file that `Debug Log File` names, or none where it names none.
    fn log_to_file(&self) -> Result<(), String> {
        let path = &*self.options.debug_log_file;
        debug_log::set_file(path)
            .map_err(|error| format!("Debug Log File {}: {error}", Quoted(path)))
    }

    fn display(&self) {
        let position = &self.position;
        let them = !position.side_to_move();
        let checkers = position.checkers().map(|id| position.square_of(them, id));
        let mut checkers: Vec<String> = checkers.map(|square| square.to_string()).collect();
        checkers.sort_unstable();
        let checkers = if checkers.is_empty() { "none".to_string() } else { checkers.join(" ") };
        let book_key = BookKey::of(position).0;
        output::reply(format_args!(
            "{position}\nPolyglot key: {book_key:016X}\nCheckers: {checkers}"
        ));
    }

    fn set_debug(&self, on: bool) -> Result<(), String> {
        if self.is_log_chosen {
            return Err("debug: the variable RUST_LOG says what is logged".to_string());
        }
        log::set_max_level(if on { log::LevelFilter::Debug } else { log::LevelFilter::Warn });
        Ok(())
    }
}

/// Sends several notes as one line, if there are any.
fn send_notes(notes: &[String]) {
    if !notes.is_empty() {
        output::reply_note(notes.join("; "));
    }
}

/// Answers `uci`. All lines are sent as one, so that the `readyok` of the searching thread never
/// comes between them.
fn send_id_and_options() {
    let id = [UciMessage::id_name(&program_name()), UciMessage::id_author("the Ox88 developers")];
    let messages = id.into_iter().chain(options::declared().map(UciMessage::Option));
    let messages = messages.chain([UciMessage::UciOk]);
    let lines: Vec<String> = messages.map(|message| message.to_string()).collect();
    output::reply(lines.join("\n"));
}

/// Returns the program's name and version.
pub fn program_name() -> String {
    format!("Ox88 {}", env!("CARGO_PKG_VERSION"))
}
