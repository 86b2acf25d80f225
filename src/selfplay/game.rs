//! One game of Ox88 against itself.

use std::io;

use rand::prelude::*;

use super::adjudicator::{Adjudicator, result};
use super::game_record::GameRecord;
use super::generator::Plan;
use crate::board::{Move, Position};
use crate::eval::{Evaluator, Score};
use crate::knowledge::openings::game_seed;
use crate::search::{Bound, Info, Limits, Report, Searcher, Signals};

/// The hash has one megabyte for this many nodes of a search, and at least one: that is enough for
/// a game with a few hundred nodes a move, and fits into the processor's cache.
const NODES_OF_MEGABYTE: u64 = 4000;
/// The largest hash in megabytes. Each thread has a table of its own.
const MAX_HASH: u64 = 64;
/// A search is stopped at this multiple of its soft node limit.
const HARD_LIMIT_FACTOR: u64 = 10;
/// This many starts are drawn; if all are beyond [`GameRules::max_start`], the last one is played.
const ATTEMPTS: usize = 50;
/// A position with fewer pieces than this is an endgame, where the share of labels is
/// [`QuickMoves::endgame_share`].
const ENDGAME_PIECES: u32 = 15;

/// Keeps the last exact score. The bound of a search that was stopped while it widened its window
/// is no label.
#[derive(Default)]
struct Label(Option<Score>);

impl Report for Label {
    fn line(&mut self, info: &Info) {
        if info.bound == Bound::Exact {
            self.0 = Some(info.score);
        }
    }
}

/// Quick searches find most moves of a game, and their scores are kept apart from the labels:
/// positions of one game teach much the same, so that fewer and deeper labels are worth more. This
/// is "playout cap randomization" in Wu, "Accelerating Self-Play Learning in Go", 2019.
/// <https://arxiv.org/abs/1902.10565>
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct QuickMoves {
    /// The soft node limit.
    pub nodes: u64,
    /// The share of the quiet positions with 15 pieces or more that get a label.
    pub label_share: f64,
    /// The share of the quiet positions with fewer pieces that get a label.
    pub endgame_share: f64,
}

/// Which starts are played, which scores are labels, and when a game is over.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct GameRules {
    /// A start with a score beyond this for either side, in centipawns, is drawn again.
    pub max_start: i32,
    /// A position with a score beyond this for either side, in centipawns, gets no label. With
    /// quick moves the score of the quick search counts.
    pub max_label: i32,
    /// A game is won with this score, in centipawns, for four plies in a row.
    pub win_score: i32,
    /// The soft node limit of the searches that may end a game with seven pieces or fewer; `None`
    /// if such a game is played on.
    pub endgame_nodes: Option<u64>,
}

impl Default for GameRules {
    fn default() -> GameRules {
        GameRules { max_start: 150, max_label: 600, win_score: 600, endgame_nodes: Some(5000) }
    }
}

/// The two kinds of scores of a game, in the order in which [`Plan::play`] returns them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ScoreKind {
    /// The scores of the searches for labels.
    Labels,
    /// The scores of the quick searches.
    Quick,
}

/// Returns a searcher for searches of so many nodes.
///
/// # Errors
/// Fails if there is no memory for its table.
pub(super) fn searcher(nodes: u64, evaluator: &Evaluator) -> io::Result<Searcher> {
    let mut searcher = Searcher::new(hash(nodes)).map_err(io::Error::other)?;
    searcher.evaluate_by(evaluator.clone());
    Ok(searcher)
}

impl Plan {
    /// Plays the plan's game of this number, the same one each time. Returns it twice: with the
    /// scores that are labels, and with those of the quick searches.
    pub fn play(&self, searcher: &mut Searcher, number: u64) -> [GameRecord; 2] {
        let mut random = self.random(number);
        let start = self.draw_start(searcher, &mut random);
        let mut position = start.clone();
        let mut moves = [Vec::new(), Vec::new()];
        let mut adjudicator = Adjudicator::new(self.rules.win_score);
        let result = loop {
            if let Some(result) = result(&position) {
                break result;
            }
            let (mv, score, kind) = self.choose(searcher, &position, &mut random);
            position.make(mv);
            // The label of a position that a quick search chose is kept whatever it is: otherwise
            // no such position could turn out to be won.
            let is_chosen = self.quick.is_some() && kind == ScoreKind::Labels;
            let mut scores = [Score::NONE; 2];
            if is_chosen || score.get().abs() <= self.rules.max_label {
                scores[kind as usize] = score;
            }
            for (moves, score) in moves.iter_mut().zip(scores) {
                moves.push((mv, score));
            }
            if let Some(result) = adjudicator.judge(score) {
                break result;
            }
            if let Some(nodes) = self.rules.endgame_nodes
                && adjudicator.is_due_for_endgame_search(&position)
                && let Some(result) =
                    Adjudicator::judge_endgame(search(searcher, &position, nodes).1)
            {
                break result;
            }
        };
        moves.map(|moves| GameRecord { start: start.clone(), moves, result })
    }

    /// Returns the start of a game of the plan.
    pub fn start(&self, searcher: &mut Searcher, number: u64) -> Position {
        self.draw_start(searcher, &mut self.random(number))
    }

    fn random(&self, number: u64) -> StdRng {
        StdRng::seed_from_u64(game_seed(self.seed, number))
    }

    /// Draws a start whose score is within [`GameRules::max_start`], if there is one among
    /// [`ATTEMPTS`].
    fn draw_start(&self, searcher: &mut Searcher, random: &mut StdRng) -> Position {
        searcher.clear();
        let nodes = self.quick.map_or(self.label_nodes, |quick| quick.nodes);
        let plies = self.random_plies..=self.random_plies + 1;
        let mut start = self.openings.draw(plies.clone(), random);
        for _ in 1..ATTEMPTS {
            if search(searcher, &start, nodes).1.get().abs() <= self.rules.max_start {
                break;
            }
            start = self.openings.draw(plies.clone(), random);
        }
        // The table is cleared, so that the scores of the game do not depend on these searches and
        // can be reproduced.
        searcher.clear();
        // They must not depend on the moves of an opening either, which are in no file of games.
        Position::from_fen(&start.shredder_fen()).unwrap_or(start)
    }

    /// Finds the move of a position, by a quick search or by one for a label. Returns it with the
    /// score of the search, from White's point of view.
    fn choose(
        &self,
        searcher: &mut Searcher,
        position: &Position,
        random: &mut StdRng,
    ) -> (Move, Score, ScoreKind) {
        if let Some(quick) = self.quick {
            let (mv, score) = search(searcher, position, quick.nodes);
            let is_endgame = position.piece_count() < ENDGAME_PIECES;
            let share = if is_endgame { quick.endgame_share } else { quick.label_share };
            let gets_label = random.random_bool(share)
                && !mv.is_noisy()
                && !position.in_check()
                && score.get().abs() <= self.rules.max_label;
            if !gets_label {
                return (mv, score, ScoreKind::Quick);
            }
        }
        let (mv, score) = search(searcher, position, self.label_nodes);
        (mv, score, ScoreKind::Labels)
    }
}

impl GameRecord {
    /// Returns the game with scores of searches with this soft node limit. A position gets no score
    /// if its move is quiet while its search prefers a capture or a promotion: filters would take
    /// it for a quiet position. All positions are searched, also those that most filters leave out:
    /// in check, or with a move that takes or promotes.
    pub(super) fn rescored(&self, searcher: &mut Searcher, nodes: u64) -> GameRecord {
        searcher.clear();
        let mut moves = Vec::with_capacity(self.moves.len());
        self.positions(|position, mv, _| {
            let (best, score) = search(searcher, position, nodes);
            let is_misjudged = best.is_noisy() && !mv.is_noisy();
            moves.push((mv, if is_misjudged { Score::NONE } else { score }));
        });
        GameRecord { start: self.start.clone(), moves, result: self.result }
    }
}

/// Returns the best move, and its score from White's point of view.
fn search(searcher: &mut Searcher, position: &Position, nodes: u64) -> (Move, Score) {
    let limits = Limits {
        soft_nodes: Some(nodes),
        nodes: Some(nodes * HARD_LIMIT_FACTOR),
        ..Limits::default()
    };
    let mut label = Label::default();
    let answer = searcher.search(position, &limits, &Signals::default(), &mut label);
    let score = label.0.unwrap_or(answer.score);
    (answer.best, score.of_white(position.side_to_move()))
}

/// Returns the size of the hash for searches of this many nodes, in megabytes.
fn hash(nodes: u64) -> usize {
    (nodes / NODES_OF_MEGABYTE).clamp(1, MAX_HASH) as usize
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
}
