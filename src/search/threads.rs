//! Several threads search the same position together (lazy SMP): they share
//! the transposition table and nothing else, and so find for each other what
//! to look at and what not. In the end they vote on the move.
//!
//! <https://www.chessprogramming.org/Lazy_SMP>

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use super::iterative_deepening::RootMove;
use super::report::Silent;
use super::worker::{Shared, ThreadData, Worker};
use crate::board::{Move, Position};
use crate::eval::{Evaluation, Score};

/// More threads than any machine has.
pub const MAX_THREADS: usize = 1024;

/// Stack of a thread that searches, in bytes: some 2 KiB a ply in release builds,
/// three times that in debug ones, with room to grow.
pub const STACK: usize = 16 << 20;

/// What a thread thinks best.
pub struct ThreadResult {
    /// The move with its line.
    best: RootMove,
    score: Score,
    /// Plies of its last finished iteration.
    depth: i32,
}

impl<E: Evaluation> Worker<'_, E> {
    fn result(&self) -> Option<ThreadResult> {
        let best = self.root_moves.first()?;
        Some(ThreadResult {
            best: best.clone(),
            score: best.value()?,
            depth: self.finished,
        })
    }

    /// Tells the others what this thread thinks now.
    pub fn publish_result(&self) {
        if let Some(Ok(mut place)) = self.shared.results.get(self.thread).map(Mutex::lock) {
            *place = self.result();
        }
    }

    /// Ends the helpers, settles on a move, by skill or by a vote with them,
    /// and reports the best lines if they are not yet reported as they are.
    /// Does not wait until the helpers have ended.
    pub fn choose_move(&mut self) {
        self.shared.done.store(true, Ordering::Relaxed);
        let limits = self.shared.limits;
        if let Some(skill) = limits.skill {
            let values: Vec<Score> = self.root_moves.iter().map_while(RootMove::value).collect();
            let choice = skill.choose(&values, &mut rand::rng());
            self.root_moves[..=choice].rotate_right(1);
        } else if limits.threads > 1 && limits.multi_pv == 1 && limits.depth.is_none() {
            // With several lines or a given depth, what was reported stands.
            self.publish_result();
            let results = self.shared.results.iter();
            let results = results.filter_map(|place| place.lock().ok()?.take());
            if let Some(winner) = vote(results.collect()) {
                // Another's line or score was never reported, whatever its move.
                let own = &self.root_moves[0];
                if own.line != winner.best.line || own.value() != Some(winner.score) {
                    self.reported = Move::NONE;
                }
                self.finished = winner.depth;
                self.root_moves.retain(|other| other.mv != winner.best.mv);
                self.root_moves.insert(0, winner.best);
            }
        }
        if self.stopped || self.root_moves[0].mv != self.reported {
            self.report_lines();
        }
    }
}

/// The result to follow: that of the move for which deep and good results
/// speak, and of these the best; a decided win is believed at once.
fn vote(results: Vec<ThreadResult>) -> Option<ThreadResult> {
    let worst = results.iter().map(|result| result.score.get()).min()?;
    let weight = |result: &ThreadResult| {
        i64::from(result.score.get() - worst + 10) * i64::from(result.depth.max(1))
    };
    let votes = |mv: Move| -> i64 {
        let same = results.iter().filter(|result| result.best.mv == mv);
        same.map(weight).sum()
    };
    let rank = |result: &ThreadResult| {
        let decided = Some(result.score).filter(|&score| score > Score::MAX_EVAL);
        (decided, votes(result.best.mv), weight(result))
    };
    let ranks: Vec<_> = results.iter().map(rank).collect();
    // Of equals the first, so that one thread's answer is its own.
    let best = (0..results.len()).rev().max_by_key(|&i| ranks[i])?;
    results.into_iter().nth(best)
}

/// Runs `first` on this thread while each of `threads` searches on one of its
/// own, until `first` is done. Where the system has no more threads, fewer
/// help.
pub fn search<E: Evaluation + Clone + Send, T>(
    shared: &Shared,
    threads: &mut [ThreadData],
    evaluation: &E,
    position: &Position,
    moves: &[RootMove],
    first: impl FnOnce() -> T,
) -> T {
    std::thread::scope(|scope| {
        for (number, data) in threads.iter_mut().enumerate() {
            let (position, moves) = (position.clone(), moves.to_vec());
            let evaluation = evaluation.clone();
            let help = move || {
                let mut silent = Silent;
                let thread = number + 1;
                Worker::new(
                    shared,
                    data,
                    evaluation,
                    &mut silent,
                    thread,
                    &position,
                    moves,
                )
                .deepen();
            };
            let builder = std::thread::Builder::new().stack_size(STACK);
            if let Err(error) = builder.spawn_scoped(scope, help) {
                log::warn!("only {} threads search: {error}", number + 1);
                break;
            }
        }
        first()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::PieceSquares;
    use crate::search::iterative_deepening::root_moves;
    use crate::search::report::{Info, Report};
    use crate::search::tablebase::Tablebases;
    use crate::search::{Limits, Signals, TranspositionTable};

    /// A result on the n-th move of the start position.
    fn result(n: usize, score: i32, depth: i32) -> ThreadResult {
        let mut best = root_moves(&Position::startpos(), &[]).swap_remove(n);
        let score = Score::centipawns(score);
        best.score = score;
        ThreadResult { best, score, depth }
    }

    fn winner(results: Vec<ThreadResult>) -> (Move, i32) {
        vote(results).map(|one| (one.best.mv, one.depth)).unwrap()
    }

    #[test]
    fn many_and_deep_opinions_win() {
        let moves = Position::startpos().legal_moves();
        let all = vec![result(0, 10, 9), result(1, 12, 9), result(0, 9, 8)];
        assert_eq!(winner(all), (moves[0], 9));
        let all = vec![result(0, 10, 9), result(1, 10, 14)];
        assert_eq!(winner(all), (moves[1], 14));
        assert_eq!(winner(vec![result(3, -80, 1)]), (moves[3], 1));
        assert!(vote(Vec::new()).is_none());
    }

    #[test]
    fn of_equals_the_first() {
        let moves = Position::startpos().legal_moves();
        let all = vec![result(2, 10, 9), result(1, 10, 9)];
        assert_eq!(winner(all), (moves[2], 9));
    }

    #[test]
    fn a_mate_is_believed() {
        let moves = Position::startpos().legal_moves();
        let mut all = vec![result(0, 500, 20), result(0, 400, 20), result(5, 0, 7)];
        all[2].score = Score::mate_in(7);
        assert_eq!(winner(all), (moves[5], 7));
        // Who is being mated has nothing to insist on.
        let mut all = vec![result(0, -500, 20), result(5, 0, 7)];
        all[1].score = Score::mated_in(8);
        assert_eq!(winner(all), (moves[0], 20));
    }

    /// What was reported: depths, scores, lines.
    #[derive(Default)]
    struct Heard(Vec<(i32, Score, Vec<Move>)>);

    impl Report for Heard {
        fn line(&mut self, info: &Info) {
            self.0.push((info.depth, info.score, info.line.to_vec()));
        }
        fn current_move(&mut self, _: i32, _: Move, _: usize) {}
    }

    /// What is reported by a thread that thinks `own`, and once more when it has
    /// settled with another.
    fn reported(own: &ThreadResult, other: ThreadResult) -> Heard {
        let (table, signals) = (TranspositionTable::new(1).unwrap(), Signals::default());
        let limits = Limits {
            threads: 2,
            ..Limits::default()
        };
        let shared = Shared::new(&table, &signals, &limits, Tablebases::new(None, &limits));
        *shared.results[1].lock().unwrap() = Some(other);
        let (start, mut data) = (Position::startpos(), ThreadData::new().unwrap());
        let (evaluation, mut heard) = (PieceSquares::default(), Heard::default());
        let moves = vec![own.best.clone()];
        let mut worker = Worker::new(&shared, &mut data, evaluation, &mut heard, 0, &start, moves);
        worker.finished = own.depth;
        worker.report_lines();
        worker.choose_move();
        heard
    }

    #[test]
    fn the_answer_is_reported_whoever_has_found_it() {
        let own = result(0, 10, 9);
        assert_eq!(reported(&own, result(0, 10, 9)).0.len(), 1);
        // The same move, but another score, or another line.
        let heard = reported(&own, result(0, 40, 12));
        let expected = (12, Score::centipawns(40), own.best.line.clone());
        assert_eq!(heard.0[1..], [expected]);
        let mut other = result(0, 10, 12);
        other.best.line.push(Position::startpos().legal_moves()[3]);
        let expected = (12, Score::centipawns(10), other.best.line.clone());
        assert_eq!(reported(&own, other).0[1..], [expected]);
        // Another move.
        let other = result(1, 40, 12);
        let expected = (12, Score::centipawns(40), other.best.line.clone());
        assert_eq!(reported(&own, other).0[1..], [expected]);
    }
}
