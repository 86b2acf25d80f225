//! One game of Ox88 against itself.

use rand::prelude::*;

use super::adjudicator::{Adjudicator, result};
use super::openings::Openings;
use super::record::Record;
use crate::board::{Color, Move, Position};
use crate::eval::{Evaluator, Score};
use crate::search::{Bound, Info, Limits, Report, Searcher, Signals, TableError};

/// In megabytes: enough for a game of a few hundred nodes a move, and in the processor's cache.
const HASH: usize = 1;
/// A search is stopped at so many times its soft node limit.
const PATIENCE: u64 = 10;
/// In centipawns; openings beyond this are not played ...
const LOPSIDED: i32 = 500;
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

/// Plays games against itself. The same seed gives the same game.
pub struct SelfPlayer {
    searcher: Searcher,
    nodes: u64,
}

impl SelfPlayer {
    /// `nodes` is a soft limit: no new iteration begins after it.
    ///
    /// # Errors
    /// Where there is no memory for its table.
    pub fn new(nodes: u64, evaluator: &Evaluator) -> Result<SelfPlayer, TableError> {
        let mut searcher = Searcher::new(HASH)?;
        searcher.evaluate_by(evaluator.clone());
        Ok(SelfPlayer { searcher, nodes })
    }

    /// Plays a game from one of the openings, with so many random plies.
    pub fn play(&mut self, openings: &Openings, plies: u32, seed: u64) -> Record {
        let mut random = StdRng::seed_from_u64(seed);
        let mut start = openings.draw(plies, &mut random);
        let mut attempts = 1;
        let mut first = loop {
            self.searcher.clear();
            let first = self.think(&start);
            if first.1.get().abs() <= LOPSIDED || attempts == ATTEMPTS {
                break Some(first);
            }
            start = openings.draw(plies, &mut random);
            attempts += 1;
        };
        let mut position = start.clone();
        let mut moves = Vec::new();
        let mut adjudicator = Adjudicator::default();
        let result = loop {
            if let Some(result) = result(&position) {
                break result;
            }
            let (mv, score) = first.take().unwrap_or_else(|| self.think(&position));
            moves.push((mv, score));
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

    /// The same game, with scores of this player's searches.
    pub fn rescore(&mut self, game: &Record) -> Record {
        self.searcher.clear();
        let mut moves = Vec::with_capacity(game.moves.len());
        game.positions(|position, mv, _| moves.push((mv, self.think(position).1)));
        Record {
            start: game.start.clone(),
            moves,
            result: game.result,
        }
    }

    /// The score is White's.
    fn think(&mut self, position: &Position) -> (Move, Score) {
        let limits = Limits {
            soft_nodes: Some(self.nodes),
            nodes: Some(self.nodes * PATIENCE),
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
