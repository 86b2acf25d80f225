//! Completes lines that end before their mate: the search may prove a mate without its last moves,
//! for instance by the transposition table.

use arrayvec::ArrayVec;

use super::mate::{Mate, MateSearch};
use crate::board::{Move, MoveList, Position};
use crate::eval::MAX_PLY;

/// The most nodes that the search for the end of a line may take.
const MAX_NODES: u64 = 10_000;
/// The size of its table, in megabytes: room for more entries than nodes.
const HASH: usize = 1;

/// Completes a line that ends before its mate, which is `plies` from the root. The line stays as it
/// is where the end is not found in time. Makes and unmakes moves.
pub fn complete(
    position: &mut Position,
    line: &mut ArrayVec<Move, MAX_PLY>,
    plies: usize,
    is_late: &dyn Fn() -> bool,
) {
    let missing = plies.saturating_sub(line.len());
    if missing == 0 || line.is_empty() || is_late() {
        return;
    }
    // The mate search begins with a move of the attacker, who makes the last one.
    let kept = line.len() - usize::from(missing.is_multiple_of(2));
    line[..kept].iter().for_each(|&mv| position.make(mv));
    let moves = match line.get(kept) {
        Some(&mv) => MoveList::from_iter([mv]),
        None => position.legal_moves(),
    };
    let moves_to_mate = (plies - kept).div_ceil(2) as u32;
    let mut watch = |nodes: u64| nodes > MAX_NODES || is_late();
    let found = MateSearch::new(position, &mut watch, HASH).run(&moves, moves_to_mate);
    (0..kept).for_each(|_| position.unmake());
    if let Ok(Some(Mate { line: end, .. })) = found
        && kept + end.len() == plies
    {
        line.truncate(kept);
        line.extend(end);
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Outcome, Position};
    use crate::search::{Limits, Lines, Searcher, Signals};

    #[test]
    fn lines_of_mates_end_in_mate() {
        for (fen, nodes) in [
            ("n6K/r7/8/7p/2p3k1/8/8/8 b - - 3 1", 20_000),
            ("n6K/r7/8/7p/2p3k1/8/8/8 b - - 3 1", 50_000),
            ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 3_000),
            ("6k1/4Q3/8/8/4K3/8/8/8 b - - 52 82", 50_000),
            ("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - 0 1", 50_000),
        ] {
            let start = Position::from_fen(fen).unwrap();
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (mut searcher, mut lines) = (Searcher::new(1).unwrap(), Lines::default());
            searcher.search(&start, &limits, &Signals::default(), &mut lines);
            let best = &lines.best[0];
            assert!(best.score.is_mate(), "{fen}: {:?}", best.score);
            assert_eq!(best.moves.len(), best.score.plies_to_decision() as usize, "{fen}");
            let mut position = start.clone();
            for &mv in &best.moves {
                assert!(position.legal_moves().contains(&mv), "{fen}");
                position.make(mv);
            }
            assert_eq!(position.outcome(), Some(Outcome::Checkmate), "{fen}");
        }
    }
}
