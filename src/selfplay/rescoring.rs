//! Scoring games anew, by deeper searches or another network.

use std::io;
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};

use super::game::{Nodes, SelfPlayer};
use super::record::Record;
use crate::eval::Evaluator;
use crate::sync::in_order;

/// How positions are scored anew.
#[derive(Clone)]
pub struct Rescoring {
    /// Soft node limit of a search.
    pub nodes: u64,
    /// Games at a time.
    pub threads: NonZero<usize>,
    /// How positions are evaluated.
    pub evaluator: Evaluator,
}

impl Rescoring {
    /// Passes on each game, in order, with its moves and result and new scores.
    ///
    /// # Errors
    /// Where there is no memory to search with, or `keep` fails.
    pub fn rescore(
        &self,
        games: Vec<Record>,
        keep: impl FnMut(Record) -> io::Result<()>,
    ) -> io::Result<()> {
        let nodes = Nodes::of_all(self.nodes);
        let player = |_| SelfPlayer::new(nodes, &self.evaluator);
        let players = (0..self.threads.get()).map(player);
        let players: Vec<SelfPlayer> = players
            .collect::<Result<_, _>>()
            .map_err(|error| io::Error::new(io::ErrorKind::OutOfMemory, error))?;
        // A position caches its attack table, so it is not `Sync`.
        let games: Vec<Mutex<Record>> = games.into_iter().map(Mutex::new).collect();
        let work = |player: &mut SelfPlayer, number: u64| {
            let game = games[number as usize].lock();
            player.rescore(&game.unwrap_or_else(PoisonError::into_inner))
        };
        in_order(0..games.len() as u64, players, work, keep)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::{Openings, Plan, generate};

    #[test]
    fn the_same_searches_give_the_same_scores() {
        let plan = Plan {
            games: 3,
            threads: NonZero::new(1).unwrap(),
            nodes: Nodes::of_all(50),
            evaluator: Evaluator::Classical,
            openings: Openings::Standard,
            random_plies: 8,
            seed: 88,
        };
        let mut games = Vec::new();
        let keep = |game: &Record| {
            games.push(game.clone());
            Ok(())
        };
        generate(&plan, 0, keep).unwrap();
        let scored = |nodes| {
            let rescoring = Rescoring {
                nodes,
                threads: NonZero::new(2).unwrap(),
                evaluator: Evaluator::Classical,
            };
            let mut scored = Vec::new();
            let keep = |game| {
                scored.push(game);
                Ok(())
            };
            rescoring.rescore(games.clone(), keep).unwrap();
            scored
        };
        assert_eq!(scored(50), games);
        let deeper = scored(500);
        assert_ne!(deeper, games);
        for (deeper, game) in deeper.iter().zip(&games) {
            assert!(
                deeper
                    .moves
                    .iter()
                    .map(|m| m.0)
                    .eq(game.moves.iter().map(|m| m.0))
            );
        }
    }
}
