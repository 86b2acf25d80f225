//! The benchmark searches fixed positions to a fixed depth, each from an empty table. With one
//! thread the node count is the same on every machine and in every build, except with the features
//! `evalfile` (another network) and `stats` (some pruned nodes are searched all the same).

use std::fmt;
use std::time::{Duration, Instant};

use super::{Limits, Searcher, Signals, Silent, Statistics, nodes_per_second};
use crate::board::Position;
use crate::eval::Evaluator;

/// The default depth of the searches, in plies.
pub const DEPTH: i32 = 12;

/// The size of the hash table, in megabytes.
const HASH: usize = 16;

/// The positions: openings, middlegames and endings of Ox88's games, some Chess960 starts, and a
/// few classics.
pub const POSITIONS: [&str; 51] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1 w - - 1 9",
    "r1bq1rk1/ppp1npbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 1 9",
    "r1b1k2r/1pqnbppp/p2ppn2/6B1/3NPP2/2N2Q2/PPP3PP/2KR1B1R w kq - 5 10",
    "r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBP3/PPQ2PPP/R3K1NR w KQ - 4 9",
    "rnb1k2r/ppq1nppp/4p3/2ppP3/3P2Q1/P1P5/2P2PPP/R1B1KBNR w KQkq - 3 8",
    "r1bqk2r/ppp1bppp/1nn5/4p3/8/2N2NP1/PP1PPPBP/R1BQ1RK1 w kq - 6 8",
    "bnqbnrkr/pppppppp/8/8/8/8/PPPPPPPP/RBQKNNBR w KQkq - 0 1",
    "brqnnbkr/pppppppp/8/8/8/8/PPPPPPPP/BRQNNBKR w KQkq - 0 1",
    "nbnrbkrq/pppppppp/8/8/8/8/PPPPPPPP/RKQNBRNB w KQkq - 0 1",
    "r1b2rk1/pp2bnp1/n1p2p2/4p1Nq/1P2P1pP/1QNPB3/P3BP2/R3K2R w KQ - 3 18",
    "rn2kb1r/p4ppp/bqp1p3/3pP3/2pP4/1PN1KN1P/P2Q1PP1/R4B1R w kq d6 0 10",
    "r2qk1nr/pbp1pp1p/2n4b/1N1p2p1/Q1P3P1/3P1P2/PP2P2P/R1B1KBNR w KQkq - 3 4",
    "r1bq1bnr/pppnk1p1/3p3p/4pp1Q/8/P1N1P2P/1PPP1PPN/R1B1KB1R w KQ - 0 4",
    "r1bq1rk1/3p2p1/p1n2p1p/1p1nN3/3Pp3/1QP1B1P1/PP3P1P/1R2KB1R b K - 1 11",
    "2kr1b1r/pb1n1p2/4pqpp/2p5/3P1P2/2N2N2/PP4PP/RQB1K2R w KQ - 0 13",
    "r1bq1k1r/pp1pn1pp/8/2p5/3pPB2/7P/PPP1KPP1/R2Q1B1R w - - 0 11",
    "2kr2br/p1p3p1/B1p1p2p/2b1Pp2/3p1N1P/1PP1B1P1/P4P2/R3K2R b KQ - 1 21",
    "r5kr/1ppN4/p2bq2p/3b1pp1/3P1P2/P2BP3/1P5P/R1K1Q1R1 w - - 2 22",
    "1k2r2r/1p4p1/2bp2Nn/p2p1p1p/1P1P1B1P/P2P1P2/3K2P1/R1R5 b - - 4 23",
    "r4rk1/p2b2pp/1q1ppn2/1p3p2/3P1P2/P1P2QPP/1P1N2R1/2KR4 w - - 2 17",
    "r1br2k1/pp3p1p/3b1p2/3p1Pp1/P2Pq1P1/1Q2B2P/1P2N3/R4RK1 b - - 6 22",
    "1r6/4Pkb1/5np1/3N1p1p/1P1B1P2/2PP2P1/P3B3/1R2K1R1 w - - 1 28",
    "3rq3/Q4pp1/1p3n1p/2pPkP2/Pp6/1P2PP2/7P/R5K1 w - - 0 27",
    "2k1r3/4p1r1/q3bp2/p1p1p1b1/P1P5/1PNP1Q2/2B4P/1R3R1K w - - 9 35",
    "r4r1k/pp6/2pPq2n/4P1pB/5P1p/2Q4P/PP1K4/R7 b - - 1 30",
    "5rk1/5ppp/R4n2/4p3/3pP3/3B2PP/P4P2/q1NK3R b - - 4 24",
    "2kr3r/1pp2b2/6p1/p7/3NpP1p/P3B3/1P4PP/2K4R b - - 1 27",
    "5r2/6k1/rp2p3/1p1pPn2/PN1n1P2/2N5/5B2/5RK1 b - - 1 34",
    "r2r2k1/1p2Rp1b/5Nnp/p7/P5P1/3p1B2/1P1K3P/8 b - - 5 26",
    "4rbk1/3n3p/1p3p2/8/r1qN2P1/4B3/5K1P/3Q3R b - - 0 26",
    "5rk1/p1p4p/6p1/1rPp4/q2N4/5PP1/3P3K/5Q2 b - - 0 26",
    "8/2Nb1p1P/4k3/p1p1p1P1/P1p5/8/1P2B3/4K3 b - - 1 36",
    "r1n5/pb4Q1/3kP2R/1P1p4/n7/8/5PP1/2KR1B2 w - - 5 31",
    "8/8/p4k2/1p5p/1P3PpP/P2K2P1/4N3/r7 w - - 9 59",
    "8/8/pk4Nr/1p3B2/1P6/6B1/P6P/4K2R w - - 7 44",
    "4k3/4b1r1/4p3/P1n4R/5P1P/5KN1/6P1/8 w - - 1 43",
    "4r3/1p1k3p/p1n5/6R1/3P2p1/1PK5/8/8 b - - 1 33",
    "1k3B2/p1b5/8/1P1B4/8/5K2/7p/8 w - - 0 56",
    "6k1/3R4/7p/8/r2p4/3P1P2/5K2/8 b - - 3 45",
    "6k1/6p1/7p/5P2/7P/1p3K2/3r1N2/8 b - - 1 43",
    "8/3k4/3nr3/2QR1p2/1P6/8/P6P/3K4 w - - 0 50",
    "8/P2Pk3/8/2N1B3/3K4/5b2/8/8 w - - 1 70",
    "8/8/1p6/3k4/1r6/4KN1p/2B5/8 b - - 11 42",
    "8/8/8/8/3K4/1k6/3Bp3/2n5 b - - 41 90",
    "8/8/1K6/7p/7q/4k1p1/8/8 b - - 1 66",
    "8/8/5R2/4K3/4P1k1/8/8/8 w - - 1 91",
    "6k1/4Q3/8/8/4K3/8/8/8 b - - 52 82",
    "8/4R3/3k4/8/8/3K4/r7/8 w - - 33 100",
    "8/8/8/8/3Knk2/8/7p/8 w - - 0 45",
];

/// The benchmark's result.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Total {
    /// The number of positions visited, which is the bench signature.
    pub nodes: u64,
    /// The time of all the searches.
    pub time: Duration,
}

/// Writes the line that test frameworks parse.
impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, nodes_per_second(self.nodes, self.time))
    }
}

/// Searches all positions; `each` gets the number (from 1) and the nodes of each.
///
/// # Errors
/// Where there is no memory for the table, or `signals` end it.
pub fn run(
    depth: i32,
    evaluator: Evaluator,
    signals: &Signals,
    mut each: impl FnMut(usize, u64),
) -> Result<(Total, Statistics), String> {
    let mut searcher = Searcher::new(HASH)?;
    searcher.evaluate_by(evaluator);
    let mut total = Total { nodes: 0, time: Duration::ZERO };
    let positions = POSITIONS.iter().filter_map(|fen| Position::from_fen(fen).ok());
    for (index, position) in positions.enumerate() {
        searcher.clear();
        let start = Instant::now();
        let limits = Limits { start, depth: Some(depth), ..Limits::default() };
        let answer = searcher.search(&position, &limits, signals, &mut Silent);
        if signals.is_stopped() {
            return Err("the benchmark was stopped".to_string());
        }
        total.time += start.elapsed();
        total.nodes += answer.nodes;
        each(index + 1, answer.nodes);
    }
    Ok((total, searcher.statistics().clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_one() {
        for fen in POSITIONS {
            assert_eq!(Position::from_fen(fen).map(|position| position.fen()), Ok(fen.to_string()));
        }
    }

    #[test]
    fn gives_no_count_of_a_part() {
        let signals = Signals::default();
        let stop_early = |number: usize, _| {
            if number == 3 {
                signals.stop();
            }
        };
        let total = run(4, Evaluator::default(), &signals, stop_early);
        assert_eq!(total.err(), Some("the benchmark was stopped".to_string()));
    }
}
