//! Moves added to a list, one for each of a set of targets. Builds with AVX-512 VBMI2 add them as a
//! vector, since loops over bits end unpredictably.

use super::moves::{Move, MoveKind, MoveList};
use super::square::{Square, SquareSet};
use super::step::Step;

cfg_select! {
    all(
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512bw",
        target_feature = "avx512vbmi2"
    ) => {
        mod vectors;
        pub(super) use vectors::{push_stepped, push_targets};
    }
    _ => {
        pub(super) use one_by_one::{push_stepped, push_targets};
    }
}

#[allow(dead_code, reason = "where vectors are used, for tests only")]
mod one_by_one {
    use super::*;

    /// Adds a move from a square to each target, from a1 to h8.
    #[inline(always)]
    pub fn push_targets(moves: &mut MoveList, from: Square, targets: SquareSet, kind: MoveKind) {
        for to in targets {
            moves.push(Move::new(from, to, kind));
        }
    }

    /// Adds a move to each target, from a1 to h8, from one `step` before it, which is on the board.
    #[inline(always)]
    pub fn push_stepped(moves: &mut MoveList, step: Step, targets: SquareSet, kind: MoveKind) {
        for (from, to) in targets.stepped_from(step) {
            moves.push(Move::new(from, to, kind));
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::prelude::*;

    use super::*;
    use crate::board::Color;

    fn set(squares: impl IntoIterator<Item = Square>) -> SquareSet {
        let union = |set: SquareSet, square| set | SquareSet::of(square);
        squares.into_iter().fold(SquareSet::EMPTY, union)
    }

    /// Adds a move to each target, in both ways, to a list that has `moves` moves, and compares the
    /// lists with what is expected.
    fn compare(
        moves: usize,
        targets: SquareSet,
        pushes: [impl Fn(&mut MoveList, SquareSet); 2],
        expected: impl Fn(Square) -> Move,
    ) {
        let before = std::iter::repeat_n(Move::NONE, moves);
        let expected: MoveList = before.clone().chain(targets.map(expected)).collect();
        for push in pushes {
            let mut list: MoveList = before.clone().collect();
            push(&mut list, targets);
            assert_eq!(list, expected, "{targets:?}");
        }
    }

    #[test]
    fn each_target_gets_its_move() {
        let mut random = StdRng::seed_from_u64(88);
        for kind in [MoveKind::Quiet, MoveKind::Capture, MoveKind::DoublePush] {
            for from in SquareSet::ALL {
                // A queen has up to 27 targets. At the end of a list there is no room for a vector.
                let count = random.random_range(0..=27);
                let targets = set(SquareSet::ALL.sample(&mut random, count));
                let pushes = [push_targets, one_by_one::push_targets];
                let pushes = pushes.map(|push| {
                    move |list: &mut MoveList, targets| push(list, from, targets, kind)
                });
                let expected = |to| Move::new(from, to, kind);
                compare(random.random_range(0..=229), targets, pushes, expected);
            }
            for color in Color::ALL {
                let forward = color.forward();
                let [west, east] = color.pawn_captures();
                for step in [forward, forward.doubled(), west, east] {
                    let origin = |to: Square| to.step(step.reversed());
                    let expected = |to| Move::new(origin(to).unwrap(), to, kind);
                    for rank in 0..8 {
                        let pushes = [push_stepped, one_by_one::push_stepped];
                        let pushes = pushes.map(|push| {
                            move |list: &mut MoveList, targets| push(list, step, targets, kind)
                        });
                        let targets = SquareSet::rank(rank).filter(|&to| origin(to).is_some());
                        compare(0, set(targets), pushes, expected);
                    }
                }
            }
        }
    }
}
