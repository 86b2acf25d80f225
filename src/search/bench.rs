//! The benchmark: a fixed set of positions, each searched to a fixed depth
//! from an empty table. With one thread the sum of the nodes is the same on
//! every machine and build, and so names the engine's behaviour.

use std::fmt;
use std::time::{Duration, Instant};

use super::{Limits, Searcher, Signals, Silent, TableError};
use crate::board::Position;

/// Plies to which the positions are searched unless told otherwise.
pub const DEPTH: i32 = 10;

/// The table's size in megabytes.
const HASH: usize = 16;

/// Openings, middlegames and endings of Ox88's own games, some Chess960 starts,
/// and a few classics.
pub const POSITIONS: [&str; 3] = [
    crate::board::START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

/// What the benchmark took.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Total {
    /// Positions visited: the signature.
    pub nodes: u64,
    /// Time of all the searches.
    pub time: Duration,
}

/// The line that test frameworks read.
impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let speed = self.nodes as f64 / self.time.as_secs_f64().max(1e-9);
        write!(f, "{} nodes {speed:.0} nps", self.nodes)
    }
}

/// Searches all positions, and tells `each` the number of every one, from 1,
/// with its nodes.
///
/// # Errors
/// Where there is no memory for the table.
pub fn run(depth: i32, mut each: impl FnMut(usize, u64)) -> Result<Total, TableError> {
    let mut searcher = Searcher::new(HASH)?;
    let mut total = Total {
        nodes: 0,
        time: Duration::ZERO,
    };
    let positions = POSITIONS
        .iter()
        .filter_map(|fen| Position::from_fen(fen).ok());
    for (index, position) in positions.enumerate() {
        searcher.clear();
        let start = Instant::now();
        let limits = Limits {
            start,
            depth: Some(depth),
            ..Limits::default()
        };
        let answer = searcher.search(&position, &limits, &Signals::default(), &mut Silent);
        total.time += start.elapsed();
        total.nodes += answer.nodes;
        each(index + 1, answer.nodes);
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_one() {
        for fen in POSITIONS {
            assert_eq!(
                Position::from_fen(fen).map(|position| position.fen()),
                Ok(fen.to_string())
            );
        }
    }

    #[test]
    fn gives_the_same_count_again() {
        let nodes = || run(4, |_, _| ()).unwrap().nodes;
        assert_eq!(nodes(), nodes());
    }
}
