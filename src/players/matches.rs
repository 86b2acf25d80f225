//! A match: pairs of games with colours exchanged, the same for any number of threads. `game.rs`
//! decides when a game is drawn or won.

use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;

use rand::prelude::*;

use super::Player;
use super::game::{Adjudication, play};
use super::specification::Specification;
use crate::board::{Color, GameResult, Position};
use crate::knowledge::openings::{Openings, game_seed};
use crate::knowledge::pgn::PgnGame;
use crate::sync::in_order;

/// The settings of a match.
#[derive(Clone)]
pub struct Match {
    /// The two players. The first has White in games 0, 2, 4, ...
    pub players: [Specification; 2],
    /// The number of games.
    pub games: u64,
    /// The seed of the order of the starts, of random plies, and of the players' choices.
    pub seed: u64,
    /// The positions from which games start. None comes again before all others have come.
    pub openings: Openings,
    /// The number of random plies before each pair of games.
    pub random_plies: u32,
    /// The conditions under which a game ends that the rules do not end.
    pub adjudication: Adjudication,
    /// The number of games that are played at a time.
    pub threads: NonZero<usize>,
}

/// A game of a match.
#[derive(Clone, Debug)]
pub struct Played {
    /// The side of the first player.
    pub side: Color,
    /// The result.
    pub result: GameResult,
    /// The game, with scores as comments.
    pub pgn: PgnGame,
}

impl Match {
    /// Returns true if games will repeat: there are more pairs of games than starts, no random plies,
    /// and neither player leaves anything to chance.
    pub fn has_repeats(&self) -> bool {
        let is_deterministic = self.players.iter().all(Specification::is_deterministic);
        is_deterministic && self.random_plies == 0 && self.pairs() > self.openings.count() as u64
    }

    /// Returns the number of pairs of games. The last one may lack a game.
    pub fn pairs(&self) -> u64 {
        self.games.div_ceil(2)
    }

    /// Plays all games and passes each on, in order, until `keep` breaks off, as the match is
    /// decided.
    ///
    /// # Errors
    /// Fails if there is no memory for the players, or no thread for them, or if `keep` fails.
    pub fn run(&self, keep: impl FnMut(Played) -> io::Result<ControlFlow<()>>) -> io::Result<()> {
        // Players without a game would only take memory.
        let threads = self.games.min(self.threads.get() as u64);
        let player = |one: &Specification| one.player().map_err(io::Error::other);
        let [first, second] = &self.players;
        let pairs = (0..threads).map(|_| Ok([player(first)?, player(second)?]));
        let pairs: Vec<[Box<dyn Player>; 2]> = pairs.collect::<io::Result<_>>()?;
        let order = self.order();
        let play = |pair: &mut [Box<dyn Player>; 2], number| self.play(pair, number, &order);
        in_order(0..self.games, pairs, play, keep)
    }

    /// Returns the numbers of the starts in the order in which they are played.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.openings.count()).collect();
        // No game and no pair has this number, so that the order and their choices are independent.
        order.shuffle(&mut StdRng::seed_from_u64(game_seed(self.seed, 1 << 63)));
        order
    }

    /// Plays the game of this number.
    fn play(&self, pair: &mut [Box<dyn Player>; 2], number: u64, order: &[usize]) -> Played {
        for (i, (player, specification)) in (0..).zip(pair.iter_mut().zip(&self.players)) {
            // With one seed, players of one kind would choose alike.
            let seed = specification.seed.unwrap_or(game_seed(self.seed, 2 * number + i));
            player.begin_game(Some(seed));
        }
        let start = self.start(number / 2, order);
        let [one, two] = pair.each_mut().map(Box::as_mut);
        let [first, second] = self.players.each_ref().map(|player| player.name.as_str());
        let (side, (result, mut pgn), [white, black]) = match number % 2 {
            0 => (Color::White, play(one, two, &start, self.adjudication), [first, second]),
            _ => (Color::Black, play(two, one, &start, self.adjudication), [second, first]),
        };
        pgn.set_tag("Event", format!("Ox88 match: {first} against {second}"));
        pgn.set_tag("Round", (number + 1).to_string());
        pgn.set_tag("White", white);
        pgn.set_tag("Black", black);
        pgn.name_opening();
        Played { side, result, pgn }
    }

    /// Returns the position from which both games of a pair start.
    fn start(&self, pair: u64, order: &[usize]) -> Position {
        // No game has this number, so that the random plies and the choices in a game are
        // independent.
        let mut random = StdRng::seed_from_u64(game_seed(self.seed, !pair));
        let number = order[pair as usize % order.len()];
        self.openings.nth(number, self.random_plies, &mut random)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn settings(players: [&str; 2], threads: usize, seed: u64) -> Match {
        Match {
            players: players.map(|player| player.parse().unwrap()),
            games: 6,
            seed,
            openings: Openings::Standard,
            random_plies: 4,
            adjudication: Adjudication { most_plies: 60, by_scores: false },
            threads: NonZero::new(threads).unwrap(),
        }
    }

    fn games(settings: &Match) -> Vec<Played> {
        let mut games = Vec::new();
        settings
            .run(|played| {
                games.push(played);
                Ok(ControlFlow::Continue(()))
            })
            .unwrap();
        games
    }

    /// Returns the start and the moves of a game, which do not depend on its time.
    fn moves(played: &Played) -> (String, Vec<crate::board::Move>) {
        (played.pgn.start.fen(), played.pgn.moves.clone())
    }

    #[test]
    fn threads_change_nothing_and_seeds_do() {
        let players = ["ox88:elo=1200,eval=tables", "table:depth=2"];
        let all = |threads, seed| -> Vec<_> {
            let games = games(&settings(players, threads, seed));
            games.iter().map(moves).collect()
        };
        let played = all(1, 1);
        assert_eq!(all(3, 1), played);
        assert_ne!(all(1, 2), played);
        let start = |game: usize| &played[game].0;
        assert!(start(0) == start(1) && start(0) != start(2));
    }

    #[test]
    fn a_start_comes_again_behind_all_others() {
        const COUNT: usize = Position::CHESS960_STARTS as usize;
        let starts = |seed| -> Vec<String> {
            let settings = Match {
                games: 2 * COUNT as u64 + 1,
                openings: Openings::Chess960,
                random_plies: 0,
                adjudication: Adjudication { most_plies: 0, by_scores: false },
                ..settings(["random"; 2], 2, seed)
            };
            games(&settings).iter().step_by(2).map(|played| played.pgn.start.fen()).collect()
        };
        let one = starts(1);
        assert_eq!(one[..COUNT].iter().collect::<HashSet<_>>().len(), COUNT);
        assert_eq!(one[COUNT], one[0]);
        assert_ne!(starts(2), one);
    }

    #[test]
    fn games_repeat_where_nothing_is_left_to_chance() {
        let has_repeats = |players, games, random_plies| {
            Match { games, random_plies, ..settings(players, 1, 1) }.has_repeats()
        };
        let deterministic = ["ox88:depth=1", "random:seed=7"];
        assert!(has_repeats(deterministic, 3, 0));
        assert!(!has_repeats(deterministic, 2, 0));
        assert!(!has_repeats(deterministic, 3, 2));
        for other in ["random", "table", "ox88:elo=1500,depth=1", "ox88:movetime=1"] {
            assert!(!has_repeats(["ox88:depth=1", other], 3, 0), "{other}");
        }
    }
}
