//! The engine: what it keeps from one search to the next.

use std::sync::Arc;

use super::iterative_deepening::root_moves;
use super::limits::Limits;
use super::limits::Signals;
use super::mate::{Verdict, Watch, find_mate};
use super::report::{Foremost, Info, Report};
use super::share_out::share_out;
use super::tablebase::Tablebases;
use super::threads;
use super::time::TimeManager;
use super::transposition::Bound;
use super::transposition::{TableError, TranspositionTable};
use super::worker::{Shared, ThreadData, Worker};
use crate::board::{Move, Position};
use crate::eval::{Evaluation, Evaluator, Nnue, PieceSquares, Score};
use crate::knowledge::syzygy::Tables;

/// Nodes of the search that answers where no mate was found.
const FALLBACK_NODES: u64 = 20_000;

/// About what a thread's memory of good and bad moves takes.
const THREAD_MEGABYTES: usize = 6;

/// What a search answers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move to play, or [`Move::NONE`] where there is no legal one.
    pub best: Move,
    /// The reply that it expects, legal after `best`.
    pub ponder: Option<Move>,
    /// What the move is worth to the side that plays it.
    pub score: Score,
    /// Positions visited.
    pub nodes: u64,
}

/// Searches positions, and remembers across searches what helps the next.
///
/// ```
/// use ox88::board::Position;
/// use ox88::search::{Limits, Searcher, Signals, Silent};
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let mut searcher = Searcher::new(1).unwrap();
/// let answer = searcher.search(&position, &limits, &Signals::default(), &mut Silent);
/// assert_eq!(position.san(answer.best), "Ra8#");
/// assert_eq!(answer.score.moves_to_mate(), Some(1));
/// ```
pub struct Searcher {
    evaluator: Evaluator,
    table: TranspositionTable,
    /// Endgame tables.
    tables: Option<Arc<Tables>>,
    /// One for each thread, the first for the thread that answers.
    threads: Vec<ThreadData>,
}

impl Searcher {
    /// A searcher with a table of so many megabytes.
    ///
    /// # Errors
    /// Where there is no memory for the table.
    pub fn new(megabytes: usize) -> Result<Searcher, TableError> {
        Ok(Searcher {
            evaluator: Evaluator::default(),
            table: TranspositionTable::new(megabytes)?,
            tables: None,
            threads: vec![ThreadData::new().ok_or(TableError {
                megabytes: THREAD_MEGABYTES,
            })?],
        })
    }

    /// Replaces the table by an empty one of another size.
    ///
    /// # Errors
    /// Where there is no memory for the new table; the old one stays.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), TableError> {
        self.table = TranspositionTable::new(megabytes)?;
        Ok(())
    }

    /// Evaluates in another way from now on, and forgets what the old one found.
    pub fn evaluate_by(&mut self, evaluator: Evaluator) {
        self.evaluator = evaluator;
        self.clear();
    }

    /// Looks endings up in these tables from now on, or in none.
    pub fn set_tablebases(&mut self, tables: Option<Arc<Tables>>) {
        self.tables = tables;
    }

    /// Forgets everything, as for a new game. All threads take part.
    pub fn clear(&mut self) {
        self.table.clear(self.threads.len());
        let threads = self.threads.len();
        share_out(self.threads.iter_mut(), threads, ThreadData::clear);
    }

    /// Makes ready to search on so many threads, or on fewer where memory ends.
    /// A search that asks for another number does so itself.
    pub fn prepare(&mut self, threads: usize) {
        self.threads.truncate(threads.max(1));
        while self.threads.len() < threads {
            let Some(data) = ThreadData::new() else {
                log::warn!("memory for only {} threads", self.threads.len());
                break;
            };
            self.threads.push(data);
        }
    }

    /// Finds the best move of a position within the limits. Reports each line
    /// found, the last one's first move being the answer, and the answer.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn Report,
    ) -> Answer {
        if let Some(moves) = limits.mate {
            return self.search_mate(moves, position, limits, signals, report);
        }
        let Some(skill) = limits.skill else {
            return self.search_within(position, limits, signals, report);
        };
        let mut shown = Foremost {
            lines: limits.multi_pv,
            listener: report,
        };
        self.search_within(position, &skill.limits(limits), signals, &mut shown)
    }

    /// Proves the shortest mate within so many moves. Where there is none, or
    /// no time to find it, a short ordinary search answers.
    fn search_mate(
        &mut self,
        moves: u32,
        position: &Position,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn Report,
    ) -> Answer {
        let candidates: Vec<Move> = root_moves(position, &limits.search_moves)
            .into_iter()
            .map(|root_move| root_move.mv)
            .collect();
        let mut hunt = MateWatch {
            time: TimeManager::new(limits, position.side_to_move()),
            limits,
            signals,
            report,
        };
        let found = find_mate(position, &candidates, moves, &mut hunt);
        if let Verdict::Mate { moves, line } = found.verdict {
            let score = Score::mate_in(2 * moves as usize - 1);
            let depth = 2 * moves as i32 - 1;
            hunt.report.line(&Info {
                depth,
                selective_depth: depth as usize,
                nodes: found.nodes,
                line: &line,
                ..nothing_to_play(score, limits)
            });
            let answer = Answer {
                best: line.first().copied().unwrap_or(Move::NONE),
                ponder: line.get(1).copied(),
                score,
                nodes: found.nodes,
            };
            hunt.time.await_leave_to_answer(limits, signals);
            hunt.report.answer(&answer);
            answer
        } else {
            let short = Limits {
                mate: None,
                nodes: Some(FALLBACK_NODES),
                threads: 1,
                search_moves: limits.search_moves.clone(),
                start: limits.start,
                probing: limits.probing,
                ..Limits::default()
            };
            hunt.time.await_leave_to_answer(limits, signals);
            self.search_within(position, &short, &Signals::default(), hunt.report)
        }
    }

    fn search_within(
        &mut self,
        position: &Position,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn Report,
    ) -> Answer {
        match &self.evaluator {
            Evaluator::Classical => {
                let evaluation = PieceSquares::default();
                self.search_by(&evaluation, position, limits, signals, report)
            }
            Evaluator::Network(network) => {
                let evaluation = Nnue::new(Arc::clone(network));
                self.search_by(&evaluation, position, limits, signals, report)
            }
        }
    }

    fn search_by<E: Evaluation + Clone + Send>(
        &mut self,
        evaluation: &E,
        position: &Position,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn Report,
    ) -> Answer {
        self.table.begin_search();
        self.prepare(limits.threads);
        let mut tablebases = Tablebases::new(self.tables.as_deref(), limits);
        let mut moves = root_moves(position, &limits.search_moves);
        tablebases.rank(position, &mut moves, limits.multi_pv);
        let shared = Shared::new(&self.table, signals, limits, tablebases);
        let no_moves = moves.is_empty();
        let (first, helpers) = self.threads.split_at_mut(1);
        let data = &mut first[0];
        let evaluation_here = evaluation.clone();
        let mut worker = Worker::new(
            &shared,
            data,
            evaluation_here,
            report,
            0,
            position,
            moves.clone(),
        );
        if no_moves {
            let score = if position.in_check() {
                Score::mated_in(0)
            } else {
                Score::DRAW
            };
            worker.report.line(&nothing_to_play(score, limits));
            worker.time.await_leave_to_answer(limits, signals);
            let answer = Answer {
                best: Move::NONE,
                ponder: None,
                score,
                nodes: 0,
            };
            worker.report.answer(&answer);
            return answer;
        }
        threads::search(&shared, helpers, evaluation, position, &moves, || {
            worker.deepen();
            worker.time.await_leave_to_answer(limits, signals);
            worker.choose_move();
            let score = worker.displayed_score(0);
            let best = &worker.root_moves[0];
            let reply = best.line.get(1).copied();
            let answer = Answer {
                best: best.mv,
                ponder: reply.or_else(|| expected_reply(&self.table, position, best.mv)),
                score,
                nodes: worker.all_nodes(),
            };
            worker.report.answer(&answer);
            answer
        })
    }
}

/// Ends a mate search as its limits say, and reports what it refutes.
struct MateWatch<'a> {
    time: TimeManager,
    limits: &'a Limits,
    signals: &'a Signals,
    report: &'a mut dyn Report,
}

impl Watch for MateWatch<'_> {
    fn should_stop(&mut self, nodes: u64) -> bool {
        self.signals.is_stopped()
            || self.time.is_spent(self.signals)
            || self.limits.nodes.is_some_and(|limit| nodes >= limit)
    }

    fn refuted(&mut self, moves: u32, nodes: u64) {
        self.report.no_mate(moves, nodes);
    }
}

fn nothing_to_play(score: Score, limits: &Limits) -> Info<'static> {
    Info {
        depth: 0,
        selective_depth: 0,
        multi_pv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        time: limits.start.elapsed(),
        hash_full: 0,
        table_hits: 0,
        line: &[],
    }
}

/// The table's move after `mv`, where the best line is too short to tell.
fn expected_reply(table: &TranspositionTable, position: &Position, mv: Move) -> Option<Move> {
    let mut after = position.clone();
    after.make(mv);
    let reply = table.probe(after.key())?.mv;
    after.is_legal(reply, after.checks()).then_some(reply)
}
