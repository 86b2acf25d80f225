//! One game of Ox88 against itself.

use std::io;
use std::num::NonZero;

use rand::prelude::*;

use super::adjudicator::{Adjudicator, result};
use super::record::Record;
use crate::board::{Color, Move, Position};
use crate::eval::{Evaluator, Score};
use crate::knowledge::openings::Openings;
use crate::search::{Bound, Info, Limits, Report, Searcher, Signals, TableError};

/// The hash has a megabyte for so many nodes of a search, and one at least: enough for a game of a
/// few hundred nodes a move, and in the processor's cache.
const NODES_OF_MEGABYTE: u64 = 4000;
/// In megabytes: each thread has a table of its own.
const MAX_HASH: u64 = 64;
/// A search is stopped at so many times its soft node limit.
const HARD_LIMIT_FACTOR: u64 = 10;
/// In centipawns; openings beyond this are not played ...
const MAX_OPENING_SCORE: i32 = 500;
/// ... unless so many were drawn.
const ATTEMPTS: usize = 50;

/// The last exact score: the bound of a search stopped while widening its window is no label.
#[derive(Default)]
struct Label(Option<Score>);

impl Report for Label {
    fn line(&mut self, info: &Info) {
        if info.bound == Bound::Exact {
            self.0 = Some(info.score);
        }
    }

    fn current_move(&mut self, _: i32, _: Move, _: usize) {}
}

/// How long the searches of a game are, as soft node limits: no new iteration begins after them.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Nodes {
    /// Of a search whose score is a label.
    pub label_nodes: u64,
    /// Moves that get no label, if some do.
    pub quick: Option<QuickMoves>,
}

/// Most moves of a game are found quickly and get no label: positions of one game teach much the
/// same, so that fewer and deeper labels are worth more. After "playout cap randomization" in
/// Wu, "Accelerating Self-Play Learning in Go", 2019. <https://arxiv.org/abs/1902.10565>
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct QuickMoves {
    /// Soft node limit.
    pub nodes: u64,
    /// Share of the quiet positions that get a label none the less.
    pub label_share: f64,
}

impl Nodes {
    /// Every score is a label.
    pub fn of_all(label_nodes: u64) -> Nodes {
        Nodes {
            label_nodes,
            quick: None,
        }
    }
}

/// Plays games against itself. The same seed gives the same game.
pub struct SelfPlayer {
    searcher: Searcher,
    nodes: Nodes,
}

impl SelfPlayer {
    /// A player whose searches are so long.
    ///
    /// # Errors
    /// Where there is no memory for its table.
    pub fn new(nodes: Nodes, evaluator: &Evaluator) -> Result<SelfPlayer, TableError> {
        let mut searcher = Searcher::new(hash(nodes.label_nodes))?;
        searcher.evaluate_by(evaluator.clone());
        Ok(SelfPlayer { searcher, nodes })
    }

    /// One player for each thread that has a game: others would only take memory.
    pub(super) fn for_threads(
        threads: NonZero<usize>,
        games: u64,
        nodes: Nodes,
        evaluator: &Evaluator,
    ) -> io::Result<Vec<SelfPlayer>> {
        let player = |_| SelfPlayer::new(nodes, evaluator).map_err(no_memory);
        let count = games.min(threads.get() as u64);
        (0..count).map(player).collect()
    }

    /// Plays a game from one of the openings, after `plies` random plies or one more.
    pub fn play(&mut self, openings: &Openings, plies: u32, seed: u64) -> Record {
        let mut random = StdRng::seed_from_u64(seed);
        let start = self.opening(openings, plies, &mut random);
        let mut position = start.clone();
        let mut moves = Vec::new();
        let mut adjudicator = Adjudicator::default();
        let result = loop {
            if let Some(result) = result(&position) {
                break result;
            }
            let (mv, score, is_label) = self.choose(&position, &mut random);
            moves.push((mv, if is_label { score } else { Score::NONE }));
            position.make(mv);
            if let Some(result) = adjudicator.judge(score) {
                break result;
            }
        };
        Record {
            start,
            moves,
            result,
        }
    }

    /// A start that is not lopsided, if one is drawn in time.
    fn opening(&mut self, openings: &Openings, plies: u32, random: &mut StdRng) -> Position {
        self.searcher.clear();
        let nodes = self
            .nodes
            .quick
            .map_or(self.nodes.label_nodes, |quick| quick.nodes);
        let mut start = openings.draw(plies, random);
        for _ in 1..ATTEMPTS {
            if self.search(&start, nodes).1.get().abs() <= MAX_OPENING_SCORE {
                break;
            }
            start = openings.draw(plies, random);
        }
        // The scores of the game do not depend on these searches, so that they can be found again.
        self.searcher.clear();
        start
    }

    /// The move of a position with its score for White, and whether that is a label.
    fn choose(&mut self, position: &Position, random: &mut StdRng) -> (Move, Score, bool) {
        let Some(quick) = self.nodes.quick else {
            let (mv, score) = self.search(position, self.nodes.label_nodes);
            return (mv, score, true);
        };
        let (mv, score) = self.search(position, quick.nodes);
        let is_label =
            random.random_bool(quick.label_share) && !mv.is_noisy() && !position.in_check();
        if !is_label {
            return (mv, score, false);
        }
        let (mv, score) = self.search(position, self.nodes.label_nodes);
        (mv, score, true)
    }

    /// The same game, with scores of this player's searches. A position whose move is quiet while
    /// its search prefers a capture or a promotion gets none: filters would take it for a quiet
    /// one. All positions are searched, also those that most filters leave out: in check, or with a
    /// move that takes or promotes.
    pub fn rescore(&mut self, game: &Record) -> Record {
        self.searcher.clear();
        let mut moves = Vec::with_capacity(game.moves.len());
        let nodes = self.nodes.label_nodes;
        game.positions(|position, mv, _| {
            let (best, score) = self.search(position, nodes);
            let is_misjudged = best.is_noisy() && !mv.is_noisy();
            moves.push((mv, if is_misjudged { Score::NONE } else { score }));
        });
        Record {
            start: game.start.clone(),
            moves,
            result: game.result,
        }
    }

    /// The score is White's.
    fn search(&mut self, position: &Position, nodes: u64) -> (Move, Score) {
        let limits = Limits {
            soft_nodes: Some(nodes),
            nodes: Some(nodes * HARD_LIMIT_FACTOR),
            ..Limits::default()
        };
        let mut label = Label::default();
        let answer = self
            .searcher
            .search(position, &limits, &Signals::default(), &mut label);
        let score = label.0.unwrap_or(answer.score);
        let score = match position.side_to_move() {
            Color::White => score,
            Color::Black => -score,
        };
        (answer.best, score)
    }
}

/// The hash for searches of so many nodes, in megabytes.
fn hash(nodes: u64) -> usize {
    (nodes / NODES_OF_MEGABYTE).clamp(1, MAX_HASH) as usize
}

pub(super) fn no_memory(error: TableError) -> io::Error {
    io::Error::new(io::ErrorKind::OutOfMemory, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_searches_have_more_hash() {
        for (nodes, megabytes) in [(1, 1), (1200, 1), (50_000, 12), (u64::MAX, 64)] {
            assert_eq!(hash(nodes), megabytes, "{nodes} nodes");
        }
    }

    #[test]
    fn no_player_is_without_a_game() {
        let count = |threads, games| {
            let (threads, nodes) = (NonZero::new(threads).unwrap(), Nodes::of_all(100));
            let players = SelfPlayer::for_threads(threads, games, nodes, &Evaluator::Classical);
            players.unwrap().len()
        };
        assert_eq!((count(2, 3), count(3, 2), count(1, 0)), (2, 2, 0));
    }
}
