//! Positions for a teacher: a large network that learns what searches, results and moves of games
//! say of positions, and then labels more of them than could be searched. Hinton, Vinyals, Dean,
//! "Distilling the Knowledge in a Neural Network" (2015). <https://arxiv.org/abs/1503.02531>

use std::sync::Arc;

use bytemuck::{Pod, Zeroable};
use rand::prelude::*;

use super::game_record::GameRecord;
use super::sample::{SampleFilter, TrainingSample, seen_by};
use crate::board::{GameResult, Move, Position};
use crate::eval::{Evaluation, Network, Nnue, Score};

/// A training sample with the static evaluation and the move, which a teacher needs: 36 bytes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct TeacherSample {
    sample: TrainingSample,
    /// The static evaluation in centipawns, from the side to move.
    static_eval: [u8; 2],
    /// The move of the game, in three parts: the square that it leaves and the square that it
    /// reaches, in six bits each and with Black's ranks turned as in the sample, and the flags
    /// below in the other four.
    mv: [u8; 2],
}

impl TeacherSample {
    /// The number of bytes of a sample.
    pub const SIZE: usize = size_of::<TeacherSample>();
    /// The flag of a sample whose score is one to learn from: the sampler's filter keeps it.
    const SCORED: u16 = 1 << 12;
    /// The flag of a move that neither takes nor promotes, with a halfmove clock of at most the
    /// filter's.
    const QUIET: u16 = 2 << 12;
    /// The flag of a move that two squares describe: it neither promotes nor castles.
    const MOVE: u16 = 4 << 12;

    /// Returns the sample as it stands in a file.
    pub fn to_bytes(self) -> [u8; TeacherSample::SIZE] {
        bytemuck::cast(self)
    }
}

/// Draws positions from games for a teacher.
pub struct TeacherSampler {
    evaluation: Nnue,
    /// Which positions have a score that a network without the clock among its inputs can learn.
    filter: SampleFilter,
}

/// A position with a static evaluation beyond this, in centipawns, is not labelled: the game is
/// decided.
const MAX_STATIC_EVAL: i32 = 1500;

impl TeacherSampler {
    /// Returns a sampler whose static evaluations are those of this network.
    pub fn new(network: Arc<Network>, filter: SampleFilter) -> TeacherSampler {
        TeacherSampler { evaluation: Nnue::new(network), filter }
    }

    /// Returns the positions of a game that are not in check, to learn from. With `scored_only` it
    /// returns only positions whose score the filter keeps.
    pub fn of_game(&mut self, game: &GameRecord, scored_only: bool) -> Vec<TeacherSample> {
        let mut samples = Vec::new();
        game.positions(|position, mv, score| {
            if position.in_check() {
                return;
            }
            let mut flags = 0;
            if self.filter.keeps(position, mv, score) {
                flags |= TeacherSample::SCORED;
            } else if scored_only {
                return;
            }
            if !mv.is_noisy() && position.halfmove_clock() <= self.filter.max_clock {
                flags |= TeacherSample::QUIET;
            }
            if mv.promotion().is_none() && !mv.is_castle() {
                flags |= TeacherSample::MOVE;
            }
            let static_eval = self.static_eval(position);
            samples.push(sample(position, static_eval, score, game.result, mv, flags));
        });
        samples
    }

    /// Returns quiet positions to label: those of the game, and for each of its positions those
    /// after so many different other moves, drawn at random. A position is quiet if no capture wins
    /// material and no pawn promotes; a search relies on the static evaluation of such positions.
    pub fn quiet(&mut self, game: &GameRecord, siblings: usize, seed: u64) -> Vec<TeacherSample> {
        let mut random =
            StdRng::seed_from_u64(seed ^ game.start.key().0 ^ (game.moves.len() as u64) << 20);
        let mut samples = Vec::new();
        let mut label = |position: &Position, static_eval, score| {
            samples.push(sample(position, static_eval, score, game.result, Move::NONE, 0));
        };
        let mut position = game.start.clone();
        for &(mv, score) in &game.moves {
            if let Some(static_eval) = self.undecided(&position) {
                if is_quiet(&position) {
                    label(&position, static_eval, score);
                }
                let others = position.legal_moves().into_iter();
                let mut others: Vec<Move> = others.filter(|&other| other != mv).collect();
                for &mut other in others.partial_shuffle(&mut random, siblings).0 {
                    position.make(other);
                    // Unlike the position before, a sibling may be decided, or its clock too high.
                    if is_quiet(&position)
                        && let Some(static_eval) = self.undecided(&position)
                    {
                        label(&position, static_eval, Score::NONE);
                    }
                    position.unmake();
                }
            }
            position.make(mv);
        }
        samples
    }

    /// Returns the static evaluation of a position, unless the game is decided or the clock too high
    /// for a label.
    fn undecided(&mut self, position: &Position) -> Option<i32> {
        if position.halfmove_clock() > self.filter.max_clock {
            return None;
        }
        let static_eval = self.static_eval(position);
        (static_eval.abs() <= MAX_STATIC_EVAL).then_some(static_eval)
    }

    fn static_eval(&mut self, position: &Position) -> i32 {
        self.evaluation.reset(position);
        self.evaluation.evaluate(position).get()
    }
}

fn sample(
    position: &Position,
    static_eval: i32,
    score: Score,
    result: GameResult,
    mv: Move,
    flags: u16,
) -> TeacherSample {
    let score = if score == Score::NONE { Score::DRAW } else { score };
    let number = |square| u16::from(seen_by(position.side_to_move(), square));
    let squares = match mv {
        Move::NONE => 0,
        _ => number(mv.from()) | number(mv.to()) << 6,
    };
    TeacherSample {
        sample: TrainingSample::new(position, score, result),
        static_eval: (static_eval as i16).to_le_bytes(),
        mv: (squares | flags).to_le_bytes(),
    }
}

/// An exchange wins material from this many centipawns on. A knight for a bishop, which is worth a
/// little more, is even.
const LEAST_WIN: i32 = 50;

/// Returns true if no capture wins material and no pawn promotes. Returns false in check, and at
/// the end of the game, where a search does not evaluate.
fn is_quiet(position: &Position) -> bool {
    let wins = |mv: Move| {
        mv.promotion().is_some() || mv.is_noisy() && position.see_at_least(mv, LEAST_WIN)
    };
    let moves = position.legal_moves();
    let is_over = moves.is_empty() || position.is_insufficient_material();
    !position.in_check() && !is_over && !moves.into_iter().any(wins)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn game(fen: &str, moves: &[(&str, i32)]) -> GameRecord {
        let start = Position::from_fen(fen).unwrap();
        let mut position = start.clone();
        let moves = moves.iter().map(|&(text, score)| {
            let mv = position.parse_san(text).unwrap();
            position.make(mv);
            (mv, Score::centipawns(score))
        });
        GameRecord { moves: moves.collect(), start, result: GameResult::WhiteWins }
    }

    fn sampler() -> TeacherSampler {
        TeacherSampler::new(Network::embedded(), SampleFilter::default())
    }

    #[test]
    fn a_move_is_told_from_the_side_to_move() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let game =
            game(start, &[("e4", 30), ("e5", 25), ("Qh5", -10), ("Nf6", 300), ("Qxf7#", 500)]);
        let samples = sampler().of_game(&game, false);
        let moves: Vec<u16> = samples.iter().map(|s| u16::from_le_bytes(s.mv)).collect();
        let all = TeacherSample::SCORED | TeacherSample::QUIET | TeacherSample::MOVE;
        let (e2, e4) = (12, 28);
        // 1. e4 e5 look the same from each side; the last move takes.
        assert_eq!(moves[0], e2 | e4 << 6 | all);
        assert_eq!(moves[1], e2 | e4 << 6 | all);
        assert_eq!(moves[4] & TeacherSample::QUIET, 0);
        assert_eq!(samples[3].sample.score(), -300);
        assert_eq!(sampler().of_game(&game, true).len(), 4);
        let mut position = game.start.clone();
        position.make(game.moves[0].0);
        let static_eval = sampler().static_eval(&position) as i16;
        assert_eq!(i16::from_le_bytes(samples[1].static_eval), static_eval);
    }

    #[test]
    fn only_quiet_positions_are_labelled() {
        for (fen, mv) in [
            ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "exd5"),
            ("4k3/7P/8/8/8/8/8/4K3 w - - 0 1", "h8=Q+"),
            ("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "Kd2"),
        ] {
            assert!(sampler().quiet(&game(fen, &[(mv, 0)]), 0, 1).is_empty());
        }
        // A knight may take a bishop that is defended.
        let even = game("4k3/pp6/2p5/3b4/8/4N3/PPP5/4K3 w - - 0 1", &[("Ke2", 0)]);
        assert_eq!(sampler().quiet(&even, 0, 1).len(), 1);
        let quiet = game("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", &[("e3", 0), ("e6", 0)]);
        let samples = sampler().quiet(&quiet, 3, 1);
        assert_eq!(samples.len(), 2 + 2 * 3);
        assert_eq!(samples, sampler().quiet(&quiet, 3, 1));
        assert_ne!(samples, sampler().quiet(&quiet, 3, 2));
        // Each has five other moves, and none is drawn twice.
        let samples = sampler().quiet(&quiet, 9, 1);
        let different: HashSet<_> = samples.iter().map(|sample| sample.to_bytes()).collect();
        assert_eq!((samples.len(), different.len()), (2 + 2 * 5, 2 + 2 * 5));
    }

    #[test]
    fn siblings_are_labelled_only_where_the_search_would_evaluate_them() {
        // Of the other moves Kf6 stalemates, and the rest leave the pawn to be taken.
        let drawn = game("5k2/5P2/6K1/8/8/8/8/8 w - - 0 1", &[("Kh6", 0)]);
        assert_eq!(sampler().quiet(&drawn, 9, 1).len(), 1);
        // In check; of the other moves Kxd2 leaves two kings, and only Kd1 holds the pawn.
        let check = game("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", &[("Kf2", 0)]);
        assert_eq!(sampler().quiet(&check, 9, 1).len(), 1);
        // Of the other moves only e4 leaves the clock at 0.
        let filter = SampleFilter { max_clock: 0, ..SampleFilter::default() };
        let quiet = game("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", &[("e3", 0)]);
        let mut fresh_clock = TeacherSampler::new(Network::embedded(), filter);
        assert_eq!(fresh_clock.quiet(&quiet, 9, 1).len(), 2);
    }
}
