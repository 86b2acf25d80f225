//! Writing of lines to the client on standard output, which is done only here.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SendError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use vampirc_uci::{UciInfoAttribute, UciMessage};

use super::open_searches::OpenSearches;
use super::{debug_log, streams};
use crate::board::{CastlingNotation, Move, Position};
use crate::eval::{Score, WinModel};
use crate::knowledge::openings;
use crate::search::{Answer, Bound, Info, Report, nodes_per_second};
use crate::sync::{Retrying, locked};
use crate::text::{counted, without_system_number};

/// How often [`finish`] checks whether lines still wait.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// How many lines may wait. A client that sends more commands without reading any answer has to
/// wait itself.
const MAX_WAITING: usize = 10_000;

/// The lock that is held while a line is written.
static WRITING: Mutex<()> = Mutex::new(());

/// The channel to the thread that writes the lines that wait.
static WAITING: OnceLock<SyncSender<String>> = OnceLock::new();

/// The number of lines that wait to be written. A reply waits if the client takes nothing at
/// present, and all lines after it wait behind it.
static WAITING_COUNT: AtomicUsize = AtomicUsize::new(0);

/// Sends a line. If that fails, the program ends: quietly where the client has left, with status 2
/// on other errors.
pub fn send(line: impl Display) {
    let line = line.to_string();
    if any_waiting() {
        enqueue(line);
    } else {
        write(&line, locked(&WRITING));
    }
}

/// Sends a line from the thread that reads the client's lines. It does not wait for an output that
/// takes nothing at present, since that thread must still read a `quit`.
pub fn reply(line: impl Display) {
    let line = line.to_string();
    if !any_waiting()
        && let Ok(guard) = WRITING.try_lock()
        && streams::takes_more(&io::stdout())
    {
        write(&line, guard);
    } else {
        enqueue(line);
    }
}

fn enqueue(line: String) {
    let waiting = WAITING.get_or_init(|| {
        let (sender, lines) = sync_channel(MAX_WAITING);
        let write_lines = move || lines.into_iter().for_each(write_waiting);
        // Where no thread can be started, the channel has no other end.
        let _ = thread::Builder::new().spawn(write_lines);
        sender
    });
    WAITING_COUNT.fetch_add(1, Ordering::AcqRel);
    if let Err(SendError(line)) = waiting.send(line) {
        write_waiting(line);
    }
}

/// Writes a line that is counted among those that wait.
fn write_waiting(line: String) {
    write(&line, locked(&WRITING));
    WAITING_COUNT.fetch_sub(1, Ordering::AcqRel);
}

/// Waits until no lines wait any more, or the client has taken none for this time, if one is given.
pub fn finish(timeout: Option<Duration>) {
    let mut left = WAITING_COUNT.load(Ordering::Acquire);
    let mut changed = Instant::now();
    while left > 0 && has_reader() && timeout.is_none_or(|timeout| changed.elapsed() < timeout) {
        thread::sleep(POLL_INTERVAL);
        let count = WAITING_COUNT.load(Ordering::Acquire);
        if count != left {
            (left, changed) = (count, Instant::now());
        }
    }
}

/// Returns true if lines wait for the client.
pub fn any_waiting() -> bool {
    WAITING_COUNT.load(Ordering::Acquire) > 0
}

fn write(line: &str, _: MutexGuard<()>) {
    let mut stdout = Retrying(io::stdout().lock());
    // Under the lock, for the order of the lines of two threads.
    debug_log::log(debug_log::WRITTEN, line);
    if let Err(error) = writeln!(stdout, "{line}").and_then(|()| stdout.flush()) {
        if error.kind() == io::ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        let reason = without_system_number(&error.to_string());
        let _ = writeln!(io::stderr(), "ox88: standard output: {reason}");
        std::process::exit(2);
    }
}

/// Returns false if the other end of standard output, a pipe, is closed.
pub fn has_reader() -> bool {
    streams::has_reader(&io::stdout())
}

/// Sends an `info string`.
pub fn send_note(text: impl Display) {
    send(note(text));
}

/// Sends an `info string` as [`reply`] does.
pub fn reply_note(text: impl Display) {
    reply(note(text));
}

/// Returns an `info string` without the control characters that a client's words may have.
fn note(text: impl Display) -> UciMessage {
    let text = without_system_number(&text.to_string()).replace(char::is_control, "\u{FFFD}");
    UciMessage::info_string(text)
}

/// Writes a search's reports as `info` lines and `bestmove`.
pub struct InfoLines<'a> {
    pub notation: CastlingNotation,
    pub start: Instant,
    /// The model of chances, for `UCI_ShowWDL`.
    pub win_model: Option<WinModel>,
    /// The searches that are not yet answered, this one among them.
    pub searches: &'a OpenSearches,
}

impl InfoLines<'_> {
    /// Answers with a move of the book. There is no ponder move: a ponder search does not use the
    /// book, which would be left too early.
    pub fn book_move(&mut self, position: &Position, mv: Move) {
        let mut after = position.clone();
        after.make(mv);
        let name = openings::name_of(&after).map(|opening| format!(" ({opening})"));
        send_note(format_args!("book move {}{}", mv.uci(self.notation), name.unwrap_or_default()));
        // Clients want a line that begins with the answer, also where nothing was searched.
        self.line(&Info { line: &[mv], ..Info::unsearched(Score::DRAW, self.start.elapsed()) });
        self.answer(&Answer { best: mv, ponder: None, score: Score::DRAW, nodes: 0 });
    }
}

/// `currmove` is sent only after this time, as it changes too often before.
const CURRENT_MOVE_AFTER: Duration = Duration::from_secs(3);

impl Report for InfoLines<'_> {
    fn line(&mut self, info: &Info) {
        let mate = info.score.moves_to_mate();
        let mut attributes = vec![
            UciInfoAttribute::Depth(info.depth.clamp(0, 255) as u8),
            UciInfoAttribute::SelDepth(info.selective_depth.min(255) as u8),
            UciInfoAttribute::MultiPv(info.multi_pv as u16),
            UciInfoAttribute::Score {
                cp: if mate.is_none() { Some(info.score.get()) } else { None },
                // A line has at most 240 plies, so the moves to mate fit a signed byte.
                mate: mate.map(|moves| moves as i8),
                lower_bound: (info.bound == Bound::Lower).then_some(true),
                upper_bound: (info.bound == Bound::Upper).then_some(true),
            },
        ];
        // vampirc-uci has no word for WDL. It comes after score and bound, which clients read as
        // one.
        attributes.extend(self.win_model.map(|model| {
            let chances = info.chances(&model);
            UciInfoAttribute::Any("wdl".to_string(), chances.to_string())
        }));
        attributes.extend([
            UciInfoAttribute::Nodes(info.nodes),
            UciInfoAttribute::Nps(info.nodes_per_second()),
            UciInfoAttribute::HashFull(info.hash_full as u16),
            UciInfoAttribute::TbHits(info.tb_hits),
            UciInfoAttribute::Time(chrono::Duration::milliseconds(info.time.as_millis() as i64)),
        ]);
        if !info.line.is_empty() {
            let line: Vec<String> = info.line.iter().map(|mv| mv.uci(self.notation)).collect();
            attributes.push(UciInfoAttribute::Any("pv".to_string(), line.join(" ")));
        }
        send(UciMessage::Info(attributes));
    }

    fn answer(&mut self, answer: &Answer) {
        // Closed before the answer is sent: a client that has the answer may send `isready`, and
        // must then wait for later jobs.
        self.searches.close();
        // vampirc-uci has no word for "no move".
        let ponder = answer.ponder.map(|mv| format!(" ponder {}", mv.uci(self.notation)));
        let best = answer.best.uci(self.notation);
        send(format_args!("bestmove {best}{}", ponder.unwrap_or_default()));
        self.searches.answered();
    }

    fn no_mate(&mut self, moves: u32, nodes: u64) {
        send_note(format_args!("no mate in {moves} ({})", counted(nodes as usize, "node")));
    }

    fn mate_progress(&mut self, nodes: u64, time: Duration) {
        send(UciMessage::Info(vec![
            UciInfoAttribute::Nodes(nodes),
            UciInfoAttribute::Nps(nodes_per_second(nodes, time)),
            UciInfoAttribute::Time(chrono::Duration::milliseconds(time.as_millis() as i64)),
        ]));
    }

    fn current_move(&mut self, depth: i32, mv: Move, move_count: usize) {
        if self.start.elapsed() < CURRENT_MOVE_AFTER {
            return;
        }
        send(UciMessage::Info(vec![
            UciInfoAttribute::Depth(depth.clamp(0, 255) as u8),
            UciInfoAttribute::Any("currmove".to_string(), mv.uci(self.notation)),
            // vampirc-uci writes `currmovenum`.
            UciInfoAttribute::Any("currmovenumber".to_string(), move_count.to_string()),
        ]));
    }
}
