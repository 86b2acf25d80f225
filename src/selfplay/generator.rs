//! Many games on several threads, each game with its own seed and written in order: the number of
//! threads does not change the output, and an unfinished file can be resumed.

use std::io::{self, BufRead, Read};
use std::num::NonZero;

use super::game::{Nodes, SelfPlayer, no_memory};
use super::record::{HEADER, Record, RecordError};
use crate::eval::Evaluator;
use crate::knowledge::openings::{Openings, game_seed};
use crate::sync::in_order;

/// What games to play.
#[derive(Clone)]
pub struct Plan {
    /// Number of games.
    pub games: u64,
    /// Games at a time.
    pub threads: NonZero<usize>,
    /// How long the searches are.
    pub nodes: Nodes,
    /// How positions are evaluated.
    pub evaluator: Evaluator,
    /// Where they start.
    pub openings: Openings,
    /// Random plies before each game, or one more.
    pub random_plies: u32,
    /// Other seeds give other games.
    pub seed: u64,
}

impl Plan {
    fn play(&self, player: &mut SelfPlayer, number: u64) -> Record {
        let seed = game_seed(self.seed, number);
        player.play(&self.openings, self.random_plies, seed)
    }
}

/// Plays the games of a plan from number `from` on, and passes each on, in order.
///
/// # Errors
/// Where there is no memory, or `keep` fails.
pub fn generate(
    plan: &Plan,
    from: u64,
    mut keep: impl FnMut(&Record) -> io::Result<()>,
) -> io::Result<()> {
    let games = plan.games.saturating_sub(from);
    in_order(
        from..plan.games,
        SelfPlayer::for_threads(plan.threads, games, plan.nodes, &plan.evaluator)?,
        |player, number| plan.play(player, number),
        |game| keep(&game),
    )
}

/// The progress of an unfinished file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Resumed {
    /// Whole games.
    pub games: u64,
    /// Their length in bytes; what follows is part of a game.
    pub bytes: u64,
    /// Positions with a move.
    pub positions: u64,
}

impl Resumed {
    /// The progress of a new file.
    pub const NOTHING: Resumed = Resumed {
        games: 0,
        bytes: 0,
        positions: 0,
    };
}

/// Finds how far a file of this plan has come.
///
/// # Errors
/// Where the file cannot be read, or its first game is not that of the plan.
pub fn resume(plan: &Plan, file: impl BufRead) -> Result<Resumed, RecordError> {
    let mut file = Counted { file, bytes: 0 };
    let mut found = Resumed::NOTHING;
    loop {
        let game = match Record::read(&mut file) {
            Ok(Some(game)) => game,
            Err(RecordError::Truncated) if file.bytes < HEADER as u64 => {
                return Err(invalid("too short to tell whether it holds games"));
            }
            Ok(None) | Err(RecordError::Truncated) => return Ok(found),
            Err(error) if found.games == 0 => return Err(error.of_first_game()),
            Err(error) => return Err(error),
        };
        if found.games == 0 {
            let mut player = SelfPlayer::new(plan.nodes, &plan.evaluator).map_err(no_memory)?;
            if plan.play(&mut player, 0) != game {
                let reason = "its games are of other settings, or of another engine";
                return Err(invalid(reason));
            }
        }
        found.games += 1;
        found.bytes = file.bytes;
        found.positions += game.moves.len() as u64;
    }
}

fn invalid(reason: &str) -> RecordError {
    io::Error::new(io::ErrorKind::InvalidData, reason).into()
}

struct Counted<R> {
    file: R,
    bytes: u64,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.bytes += count as u64;
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.file.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.bytes += count as u64;
        self.file.consume(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use crate::selfplay::QuickMoves;

    fn plan(threads: usize) -> Plan {
        Plan {
            games: 5,
            threads: NonZero::new(threads).unwrap(),
            nodes: Nodes::of_all(50),
            evaluator: Evaluator::Classical,
            openings: Openings::Standard,
            random_plies: 8,
            seed: 88,
        }
    }

    fn bytes(plan: &Plan, from: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        generate(plan, from, |game| {
            bytes.extend(game.to_bytes());
            Ok(())
        })
        .unwrap();
        bytes
    }

    #[test]
    fn threads_change_nothing() {
        assert_eq!(bytes(&plan(1), 0), bytes(&plan(3), 0));
    }

    #[test]
    fn what_was_cut_off_is_gone_on_with() {
        let whole = bytes(&plan(1), 0);
        for length in [0, 32, whole.len() / 2, whole.len() - 1, whole.len()] {
            let found = resume(&plan(1), &whole[..length]).unwrap();
            let mut again = whole[..found.bytes as usize].to_vec();
            again.extend(bytes(&plan(2), found.games));
            assert!(again == whole, "{length}");
        }
    }

    #[test]
    fn some_quiet_positions_get_labels_beside_quick_moves() {
        let plan = Plan {
            nodes: Nodes {
                label_nodes: 200,
                quick: Some(QuickMoves {
                    nodes: 20,
                    label_share: 0.25,
                }),
            },
            games: 8,
            ..plan(1)
        };
        let bytes = bytes(&plan, 0);
        let mut file = bytes.as_slice();
        let mut player = SelfPlayer::new(Nodes::of_all(200), &plan.evaluator).unwrap();
        let (mut quiet, mut labels) = (0, 0);
        while let Some(game) = Record::read(&mut file).unwrap() {
            let scores = player.rescore(&game);
            let mut scores = scores.moves.iter();
            assert!(scores.all(|&(mv, score)| score != Score::NONE || !mv.is_noisy()));
            game.positions(|position, mv, score| {
                quiet += u32::from(!position.in_check() && !mv.is_noisy());
                labels += u32::from(score != Score::NONE);
                assert!(score == Score::NONE || !position.in_check());
            });
        }
        assert!(
            (quiet / 8..quiet / 2).contains(&labels),
            "{labels} of {quiet}"
        );
        let found = resume(&plan, &bytes[..bytes.len() - 1]).unwrap();
        assert_eq!(found.games, plan.games - 1);
    }

    #[test]
    fn something_else_is_not_gone_on_with() {
        for bytes in [&b"\n"[..], b"a short note", &[0; 31], &[0; 32], &[255; 99]] {
            assert!(resume(&plan(1), bytes).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn other_settings_are_noticed() {
        let whole = bytes(&plan(1), 0);
        let other = Plan {
            seed: 89,
            ..plan(1)
        };
        let error = resume(&other, whole.as_slice()).unwrap_err();
        assert!(error.to_string().contains("other settings"), "{error}");
    }
}
