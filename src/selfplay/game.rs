//! One game of Ox88 against itself.

use std::io;
use std::num::NonZero;

use rand::prelude::*;

use super::adjudicator::{Adjudicator, result};
use super::game_record::GameRecord;
use crate::board::{Color, GameResult, Move, Position};
use crate::eval::{Evaluator, Score};
use crate::knowledge::openings::Openings;
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

/// The lengths of the searches of a game, as soft node limits: no new iteration begins after them.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct NodeLimits {
    /// Nodes of a search whose score is a label.
    pub label_nodes: u64,
    /// The quick searches, which find most moves; `None` if every search is for a label.
    pub quick: Option<QuickMoves>,
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

/// The two kinds of scores of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ScoreKind {
    /// The scores of the searches for labels.
    Labels,
    /// The scores of the quick searches.
    Quick,
}

/// A game with all of its scores.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    start: Position,
    moves: Vec<ScoredMove>,
    result: GameResult,
}

/// A move with the score of the search that found it, from White's point of view.
#[derive(Copy, Clone, PartialEq, Debug)]
struct ScoredMove {
    mv: Move,
    score: Score,
    kind: ScoreKind,
}

impl PlayedGame {
    /// Returns the number of plies.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Returns the game with its scores of one kind.
    pub fn record(&self, kind: ScoreKind) -> GameRecord {
        let with_score = |scored: &ScoredMove| {
            let score = if scored.kind == kind { scored.score } else { Score::NONE };
            (scored.mv, score)
        };
        GameRecord {
            start: self.start.clone(),
            moves: self.moves.iter().map(with_score).collect(),
            result: self.result,
        }
    }
}

impl NodeLimits {
    /// Returns the lengths for a game in which every score is a label.
    pub fn labels_only(label_nodes: u64) -> NodeLimits {
        NodeLimits { label_nodes, quick: None }
    }
}

/// A player of games against itself. The same seed gives the same game.
pub struct SelfPlayer {
    searcher: Searcher,
    nodes: NodeLimits,
    rules: GameRules,
}

impl SelfPlayer {
    /// Creates a player with searches of these lengths.
    ///
    /// # Errors
    /// Fails if there is no memory for its table.
    pub fn new(
        nodes: NodeLimits,
        rules: GameRules,
        evaluator: &Evaluator,
    ) -> Result<SelfPlayer, String> {
        let mut searcher = Searcher::new(hash(nodes.label_nodes))?;
        searcher.evaluate_by(evaluator.clone());
        Ok(SelfPlayer { searcher, nodes, rules })
    }

    /// Creates one player for each thread that has a game: others would only take memory.
    pub(super) fn for_threads(
        threads: NonZero<usize>,
        games: u64,
        nodes: NodeLimits,
        rules: GameRules,
        evaluator: &Evaluator,
    ) -> io::Result<Vec<SelfPlayer>> {
        let player = |_| SelfPlayer::new(nodes, rules, evaluator).map_err(io::Error::other);
        let count = games.min(threads.get() as u64);
        (0..count).map(player).collect()
    }

    /// Plays a game from one of the openings, after `plies` random plies or one more.
    pub fn play(&mut self, openings: &Openings, plies: u32, seed: u64) -> PlayedGame {
        let mut random = StdRng::seed_from_u64(seed);
        let start = self.draw_start(openings, plies, &mut random);
        let mut position = start.clone();
        let mut moves = Vec::new();
        let mut adjudicator = Adjudicator::new(self.rules.win_score);
        let result = loop {
            if let Some(result) = result(&position) {
                break result;
            }
            let mut scored = self.choose(&position, &mut random);
            position.make(scored.mv);
            let judged = adjudicator.judge(scored.score);
            // The label of a position that a quick search chose is kept whatever it is: otherwise
            // no such position could turn out to be won.
            let is_chosen = self.nodes.quick.is_some() && scored.kind == ScoreKind::Labels;
            if !is_chosen && scored.score.get().abs() > self.rules.max_label {
                scored.score = Score::NONE;
            }
            moves.push(scored);
            let judged = judged.or_else(|| self.judge_endgame(&adjudicator, &position));
            if let Some(result) = judged {
                break result;
            }
        };
        PlayedGame { start, moves, result }
    }

    /// Returns the result of an endgame that a longer search makes clear.
    fn judge_endgame(
        &mut self,
        adjudicator: &Adjudicator,
        position: &Position,
    ) -> Option<GameResult> {
        let nodes = self.rules.endgame_nodes?;
        if adjudicator.is_due_for_endgame_search(position) {
            Adjudicator::judge_endgame(self.search(position, nodes).1)
        } else {
            None
        }
    }

    /// Returns the start of the game that [`play`](SelfPlayer::play) plays with the same arguments.
    pub fn start(&mut self, openings: &Openings, plies: u32, seed: u64) -> Position {
        self.draw_start(openings, plies, &mut StdRng::seed_from_u64(seed))
    }

    /// Draws a start whose score is within [`GameRules::max_start`], if there is one among
    /// [`ATTEMPTS`].
    fn draw_start(&mut self, openings: &Openings, plies: u32, random: &mut StdRng) -> Position {
        self.searcher.clear();
        let nodes = self.nodes.quick.map_or(self.nodes.label_nodes, |quick| quick.nodes);
        let plies = plies..=plies + 1;
        let mut start = openings.draw(plies.clone(), random);
        for _ in 1..ATTEMPTS {
            if self.search(&start, nodes).1.get().abs() <= self.rules.max_start {
                break;
            }
            start = openings.draw(plies.clone(), random);
        }
        // The table is cleared, so that the scores of the game do not depend on these searches and
        // can be reproduced.
        self.searcher.clear();
        // They must not depend on the moves of an opening either, which are in no file of games.
        Position::from_fen(&start.shredder_fen()).unwrap_or(start)
    }

    /// Finds the move of a position, by a quick search or by one for a label.
    fn choose(&mut self, position: &Position, random: &mut StdRng) -> ScoredMove {
        if let Some(quick) = self.nodes.quick {
            let (mv, score) = self.search(position, quick.nodes);
            let is_endgame = position.occupied().len() < ENDGAME_PIECES;
            let share = if is_endgame { quick.endgame_share } else { quick.label_share };
            let gets_label = random.random_bool(share)
                && !mv.is_noisy()
                && !position.in_check()
                && score.get().abs() <= self.rules.max_label;
            if !gets_label {
                let kind = ScoreKind::Quick;
                return ScoredMove { mv, score, kind };
            }
        }
        let (mv, score) = self.search(position, self.nodes.label_nodes);
        let kind = ScoreKind::Labels;
        ScoredMove { mv, score, kind }
    }

    /// Returns the game with scores of this player's searches. A position gets no score if its move
    /// is quiet while its search prefers a capture or a promotion: filters would take it for a
    /// quiet position. All positions are searched, also those that most filters leave out: in
    /// check, or with a move that takes or promotes.
    pub fn rescore(&mut self, game: &GameRecord) -> GameRecord {
        self.searcher.clear();
        let mut moves = Vec::with_capacity(game.moves.len());
        let nodes = self.nodes.label_nodes;
        game.positions(|position, mv, _| {
            let (best, score) = self.search(position, nodes);
            let is_misjudged = best.is_noisy() && !mv.is_noisy();
            moves.push((mv, if is_misjudged { Score::NONE } else { score }));
        });
        GameRecord { start: game.start.clone(), moves, result: game.result }
    }

    /// Returns the best move, and its score from White's point of view.
    fn search(&mut self, position: &Position, nodes: u64) -> (Move, Score) {
        let limits = Limits {
            soft_nodes: Some(nodes),
            nodes: Some(nodes * HARD_LIMIT_FACTOR),
            ..Limits::default()
        };
        let mut label = Label::default();
        let answer = self.searcher.search(position, &limits, &Signals::default(), &mut label);
        let score = label.0.unwrap_or(answer.score);
        let score = match position.side_to_move() {
            Color::White => score,
            Color::Black => -score,
        };
        (answer.best, score)
    }
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

    #[test]
    fn no_player_is_without_a_game() {
        let count = |threads, games| {
            let (threads, nodes) = (NonZero::new(threads).unwrap(), NodeLimits::labels_only(100));
            let (rules, evaluator) = (GameRules::default(), Evaluator::Classical);
            let players = SelfPlayer::for_threads(threads, games, nodes, rules, &evaluator);
            players.unwrap().len()
        };
        assert_eq!((count(2, 3), count(3, 2), count(1, 0)), (2, 2, 0));
    }
}
