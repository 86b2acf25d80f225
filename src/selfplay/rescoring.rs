//! Rescoring of games, by deeper searches or another network.

use std::io;
use std::num::NonZero;

use super::game::{GameRules, Nodes, SelfPlayer};
use super::record::Record;
use crate::eval::Evaluator;
use crate::sync::in_order;

/// Rescores games by searches with this soft node limit, as many games at a time as there are
/// threads. Passes on each game, in order, with its moves, its result and new scores. A position
/// has no score if its move is quiet and the new search prefers a capture or a promotion.
///
/// # Errors
/// Fails if there is no memory to search with, or if `keep` fails.
pub fn rescore(
    games: Vec<Record>,
    nodes: u64,
    threads: NonZero<usize>,
    evaluator: &Evaluator,
    keep: impl FnMut(Record) -> io::Result<()>,
) -> io::Result<()> {
    let (nodes, rules) = (Nodes::of_all(nodes), GameRules::default());
    let players = SelfPlayer::for_threads(threads, games.len() as u64, nodes, rules, evaluator)?;
    in_order(games, players, |player, game| player.rescore(&game), keep)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{GameResult, Position};
    use crate::eval::Score;
    use crate::knowledge::openings::Openings;
    use crate::selfplay::{Plan, PlayedGame, Scores, generate};

    #[test]
    fn the_same_searches_give_the_same_scores() {
        let plan = Plan {
            games: 3,
            threads: NonZero::new(1).unwrap(),
            nodes: Nodes::of_all(50),
            rules: GameRules { max_label: i32::MAX, ..GameRules::default() },
            evaluator: Evaluator::Classical,
            openings: Openings::Standard,
            random_plies: 8,
            seed: 88,
        };
        let mut games = Vec::new();
        let keep = |game: &PlayedGame| {
            games.push(game.record(Scores::Labels));
            Ok(())
        };
        generate(&plan, 0, keep).unwrap();
        let scored = |nodes| {
            let threads = NonZero::new(2).unwrap();
            let mut scored = Vec::new();
            let keep = |game| {
                scored.push(game);
                Ok(())
            };
            rescore(games.clone(), nodes, threads, &Evaluator::Classical, keep).unwrap();
            scored
        };
        assert_eq!(scored(50), games);
        let deeper = scored(500);
        assert_ne!(deeper, games);
        for (deeper, game) in deeper.iter().zip(&games) {
            assert!(deeper.moves.iter().map(|m| m.0).eq(game.moves.iter().map(|m| m.0)));
        }
    }

    #[test]
    fn a_quiet_move_where_a_capture_is_best_gets_no_score() {
        let start = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").unwrap();
        let (nodes, rules) = (Nodes::of_all(500), GameRules::default());
        let mut player = SelfPlayer::new(nodes, rules, &Evaluator::Classical).unwrap();
        for (text, has_score) in [("Ke2", false), ("exd5", true)] {
            let mv = start.parse_san(text).unwrap();
            let game = Record {
                start: start.clone(),
                moves: vec![(mv, Score::DRAW)],
                result: GameResult::Draw,
            };
            let scored = player.rescore(&game);
            assert_eq!(scored.moves[0].1 != Score::NONE, has_score, "{text}");
        }
    }
}
