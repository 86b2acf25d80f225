//! Many games on several threads, each game with its own seed and written in order: the number of
//! threads does not change the output, and an unfinished file can be resumed.

use std::io::{self, BufRead};
use std::num::NonZero;
use std::ops::ControlFlow;

use super::game::{GameRules, QuickMoves, ScoreKind, searcher};
use super::game_record::{GameRecord, HEADER, read_error};
use crate::board::Position;
use crate::eval::Evaluator;
use crate::knowledge::openings::Openings;
use crate::search::Searcher;
use crate::sync::in_order;

/// The settings of many games.
#[derive(Clone)]
pub struct Plan {
    /// The number of games.
    pub games: u64,
    /// The number of games that are played at a time.
    pub threads: NonZero<usize>,
    /// The soft node limit of a search whose score is a label: no new iteration begins after it.
    pub label_nodes: u64,
    /// The quick searches, which find most moves; `None` if every search is for a label.
    pub quick: Option<QuickMoves>,
    /// Which starts are played, which scores are labels, and when a game is over.
    pub rules: GameRules,
    /// How positions are evaluated.
    pub evaluator: Evaluator,
    /// The positions from which the games start.
    pub openings: Openings,
    /// Each game begins with this many random plies, or one more.
    pub random_plies: u32,
    /// The seed of the games: another one gives other games.
    pub seed: u64,
}

/// Returns one searcher for each thread that has a game: others would only take memory.
fn searchers(
    threads: NonZero<usize>,
    games: u64,
    nodes: u64,
    evaluator: &Evaluator,
) -> io::Result<Vec<Searcher>> {
    let count = games.min(threads.get() as u64);
    (0..count).map(|_| searcher(nodes, evaluator)).collect()
}

/// Plays the games of a plan from number `from` on, and passes each on, in order, as
/// [`Plan::play`] returns it.
///
/// # Errors
/// Fails if there is no memory, or if `keep` fails.
pub fn generate(
    plan: &Plan,
    from: u64,
    mut keep: impl FnMut([GameRecord; 2]) -> io::Result<()>,
) -> io::Result<()> {
    let games = plan.games.saturating_sub(from);
    let searchers = searchers(plan.threads, games, plan.label_nodes, &plan.evaluator)?;
    let play = |searcher: &mut Searcher, number| plan.play(searcher, number);
    in_order(from..plan.games, searchers, play, |game| keep(game).map(ControlFlow::Continue))
}

/// Finds the starts of the games of a plan, and passes each on, in order.
///
/// # Errors
/// Fails if there is no memory.
pub fn starts(plan: &Plan, mut visit: impl FnMut(&Position)) -> io::Result<()> {
    let mut searcher = searcher(plan.label_nodes, &plan.evaluator)?;
    (0..plan.games).for_each(|number| visit(&plan.start(&mut searcher, number)));
    Ok(())
}

/// Rescores games by searches with this soft node limit, as many games at a time as there are
/// threads. Passes on each game, in order, with its moves, its result and new scores. A position
/// has no score if its move is quiet and the new search prefers a capture or a promotion.
///
/// # Errors
/// Fails if there is no memory to search with, or if `keep` fails.
pub fn rescore(
    games: Vec<GameRecord>,
    nodes: u64,
    threads: NonZero<usize>,
    evaluator: &Evaluator,
    mut keep: impl FnMut(GameRecord) -> io::Result<()>,
) -> io::Result<()> {
    let searchers = searchers(threads, games.len() as u64, nodes, evaluator)?;
    let work = |searcher: &mut Searcher, game: GameRecord| game.rescored(searcher, nodes);
    in_order(games, searchers, work, |game| keep(game).map(ControlFlow::Continue))
}

/// The progress of an unfinished file; by default, that of a new one.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Resumed {
    /// The number of whole games.
    pub games: u64,
    /// The length of these games in bytes; what follows is part of a game.
    pub bytes: u64,
    /// The number of positions with a move.
    pub positions: u64,
}

/// Counts the whole games in a plan's file, which has scores of this kind; those beyond
/// `most_games` are not counted.
///
/// # Errors
/// Fails if the file cannot be read, or if its first game is not that of the plan.
pub fn resume(
    plan: &Plan,
    kind: ScoreKind,
    mut file: impl BufRead,
    most_games: u64,
) -> io::Result<Resumed> {
    let is_short = file.fill_buf()?.len() < HEADER;
    let mut found = Resumed::default();
    while found.games < most_games {
        let game = match GameRecord::read(&mut file) {
            Ok(Some(game)) => game,
            Ok(None) => return Ok(found),
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => {
                return Err(io::Error::other(read_error(found.games + 1, &error)));
            }
            Err(_) if is_short => {
                return Err(io::Error::other("too short to tell whether it holds games"));
            }
            Err(_) => return Ok(found),
        };
        if found.games == 0 {
            let mut searcher = searcher(plan.label_nodes, &plan.evaluator)?;
            if plan.play(&mut searcher, 0)[kind as usize] != game {
                let reason = "its games are of other settings, or of another engine";
                return Err(io::Error::other(reason));
            }
        }
        found.games += 1;
        found.bytes += game.length();
        found.positions += game.moves.len() as u64;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::GameResult;
    use crate::eval::Score;

    fn plan(threads: usize) -> Plan {
        Plan {
            games: 5,
            threads: NonZero::new(threads).unwrap(),
            label_nodes: 50,
            quick: None,
            rules: GameRules::default(),
            evaluator: Evaluator::Classical,
            openings: Openings::Standard,
            random_plies: 8,
            seed: 88,
        }
    }

    fn bytes(plan: &Plan, from: u64) -> Vec<u8> {
        bytes_of(plan, ScoreKind::Labels, from)
    }

    fn bytes_of(plan: &Plan, kind: ScoreKind, from: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        generate(plan, from, |game| {
            bytes.extend(game[kind as usize].to_bytes());
            Ok(())
        })
        .unwrap();
        bytes
    }

    fn resumed(plan: &Plan, bytes: &[u8]) -> io::Result<Resumed> {
        resume(plan, ScoreKind::Labels, bytes, u64::MAX)
    }

    /// Returns a plan of eight games with quick moves.
    fn quick_plan() -> Plan {
        Plan {
            label_nodes: 200,
            quick: Some(QuickMoves { nodes: 20, label_share: 0.25, endgame_share: 0.25 }),
            games: 8,
            ..plan(1)
        }
    }

    fn games(mut bytes: &[u8]) -> Vec<GameRecord> {
        std::iter::from_fn(|| GameRecord::read(&mut bytes).unwrap()).collect()
    }

    #[test]
    fn no_searcher_is_without_a_game() {
        let count = |threads, games| {
            let threads = NonZero::new(threads).unwrap();
            searchers(threads, games, 100, &Evaluator::Classical).unwrap().len()
        };
        assert_eq!((count(2, 3), count(3, 2), count(1, 0)), (2, 2, 0));
    }

    #[test]
    fn what_was_cut_off_is_gone_on_with() {
        let whole = bytes(&plan(1), 0);
        for length in [0, 32, whole.len() / 2, whole.len() - 1, whole.len()] {
            let found = resumed(&plan(1), &whole[..length]).unwrap();
            let mut again = whole[..found.bytes as usize].to_vec();
            again.extend(bytes(&plan(2), found.games));
            assert!(again == whole, "{length}");
        }
    }

    #[test]
    fn damage_is_told_with_the_number_of_its_game() {
        let mut bytes = bytes(&plan(1), 0);
        let first = resume(&plan(1), ScoreKind::Labels, bytes.as_slice(), 1).unwrap();
        bytes[first.bytes as usize..][..HEADER].fill(0);
        let error = resumed(&plan(1), &bytes).unwrap_err().to_string();
        assert!(error.starts_with("game 2: "), "{error}");
    }

    #[test]
    fn some_quiet_positions_get_labels_beside_quick_moves() {
        let plan = quick_plan();
        let bytes = bytes(&plan, 0);
        let mut searcher = searcher(200, &plan.evaluator).unwrap();
        let (mut quiet, mut labels) = (0, 0);
        for game in games(&bytes) {
            let scores = game.rescored(&mut searcher, 200);
            let mut scores = scores.moves.iter();
            assert!(scores.all(|&(mv, score)| score != Score::NONE || !mv.is_noisy()));
            game.positions(|position, mv, score| {
                quiet += u32::from(!position.in_check() && !mv.is_noisy());
                labels += u32::from(score != Score::NONE);
                assert!(score == Score::NONE || !position.in_check());
            });
        }
        assert!((quiet / 8..quiet / 2).contains(&labels), "{labels} of {quiet}");
        let found = resumed(&plan, &bytes[..bytes.len() - 1]).unwrap();
        assert_eq!(found.games, plan.games - 1);
    }

    #[test]
    fn each_position_has_a_label_or_a_quick_score_or_is_decided() {
        let plan = quick_plan();
        let [labels, quick] =
            [ScoreKind::Labels, ScoreKind::Quick].map(|kind| bytes_of(&plan, kind, 0));
        let (mut without, mut positions) = (0, 0);
        for (labelled, quick) in games(&labels).iter().zip(&games(&quick)) {
            assert_eq!(labelled.start, quick.start);
            assert_eq!(labelled.result, quick.result);
            for (&(mv, label), &(same_move, score)) in labelled.moves.iter().zip(&quick.moves) {
                assert_eq!(mv, same_move);
                assert!(label == Score::NONE || score == Score::NONE);
                assert!(score == Score::NONE || score.get().abs() <= plan.rules.max_label);
                without += u32::from(label == score);
                positions += 1;
            }
        }
        assert!(without < positions / 3, "{without} of {positions}");
        let all = resume(&plan, ScoreKind::Quick, quick.as_slice(), u64::MAX).unwrap();
        assert_eq!((all.games, all.bytes), (8, quick.len() as u64));
        let some = resume(&plan, ScoreKind::Quick, quick.as_slice(), 3).unwrap();
        assert_eq!(games(&quick[..some.bytes as usize]).len(), 3);
        assert!(resume(&plan, ScoreKind::Labels, quick.as_slice(), 1).is_err());
    }

    #[test]
    fn rules_bound_starts_and_labels() {
        let lopsided = [
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ];
        let plan = Plan {
            openings: Openings::Book(lopsided.map(str::to_string).to_vec()),
            random_plies: 0,
            rules: GameRules { max_start: 200, max_label: 100, ..GameRules::default() },
            ..plan(1)
        };
        for game in games(&bytes(&plan, 0)) {
            assert_eq!(game.start.piece_count(), 32, "{}", game.start.fen());
            let mut scores = game.moves.iter().map(|&(_, score)| score);
            assert!(scores.all(|score| score == Score::NONE || score.get().abs() <= 100));
        }
    }

    #[test]
    fn something_else_is_not_gone_on_with() {
        for bytes in [&b"\n"[..], b"a short note", &[0; 31], &[0; 32], &[255; 99]] {
            assert!(resumed(&plan(1), bytes).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn a_quiet_move_where_a_capture_is_best_gets_no_score() {
        let start = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").unwrap();
        let mut searcher = searcher(500, &Evaluator::Classical).unwrap();
        for (text, has_score) in [("Ke2", false), ("exd5", true)] {
            let mv = start.parse_san(text).unwrap();
            let game = GameRecord {
                start: start.clone(),
                moves: vec![(mv, Score::DRAW)],
                result: GameResult::Draw,
            };
            let scored = game.rescored(&mut searcher, 500);
            assert_eq!(scored.moves[0].1 != Score::NONE, has_score, "{text}");
        }
    }
}
