//! Every rung finds minimax's score, with less work.

use rand::prelude::*;

use super::{Algorithm, Conditions, LADDER, Player, Specification};
use crate::board::{Move, Position};
use crate::eval::{EvaluationKind, Evaluator, Score};
use crate::search::{Limits, Lines, Searcher, Signals, Skill, TranspositionTable, bench};

const RUNGS: [Algorithm; 4] =
    [Algorithm::AlphaBeta, Algorithm::Ordered, Algorithm::Table, Algorithm::Deepening];

const MOST_NODES: u64 = 100_000;

fn player(algorithm: Algorithm, evaluation: EvaluationKind, depth: i32) -> Box<dyn Player> {
    Specification::new(algorithm, evaluation, depth).player().unwrap()
}

/// Returns conditions with this limit of nodes.
fn within(most_nodes: u64) -> Conditions {
    Conditions { most_nodes: Some(most_nodes), ..Conditions::default() }
}

/// Returns the nodes of all rungs, minimax's first; `None` where that takes too long.
fn agree(position: &Position, evaluation: EvaluationKind, depth: i32) -> Option<[u64; 5]> {
    let think = |algorithm| {
        let mut player = player(algorithm, evaluation, depth);
        player.think(position, &within(MOST_NODES)).unwrap()
    };
    let full = think(Algorithm::Minimax);
    if full.nodes >= MOST_NODES {
        return None;
    }
    let mut nodes = [full.nodes, 0, 0, 0, 0];
    for (algorithm, nodes) in RUNGS.into_iter().zip(&mut nodes[1..]) {
        let thought = think(algorithm);
        assert_eq!(thought.score, full.score, "{} {depth} {}", algorithm.name(), position.fen());
        // Deepening counts the nodes of all its iterations.
        if algorithm != Algorithm::Deepening {
            assert!(thought.nodes <= full.nodes, "{}", position.fen());
        }
        *nodes = thought.nodes;
    }
    Some(nodes)
}

#[test]
fn every_rung_finds_what_minimax_finds() {
    let positions: Vec<Position> = bench::POSITIONS
        .iter()
        .map(|fen| Position::from_fen(fen).unwrap())
        .filter(Position::has_legal_move)
        .collect();
    for evaluation in [EvaluationKind::Material, EvaluationKind::PieceSquares] {
        for (depth, least) in [(1, 48), (2, 48), (3, 40), (4, 12)] {
            let compared: Vec<[u64; 5]> = positions
                .iter()
                .filter_map(|position| agree(position, evaluation, depth))
                .collect();
            assert!(compared.len() >= least, "{depth}: {}", compared.len());
            let total = |rung: usize| compared.iter().map(|nodes| nodes[rung]).sum::<u64>();
            if depth >= 3 {
                assert!(total(1) < total(0) / 3, "{depth} {evaluation:?}");
                assert!(total(2) < total(1), "{depth} {evaluation:?}");
                assert!(total(4) < total(0) / 3, "{depth} {evaluation:?}");
            }
            // Up to there no two lines lead to one position, but for promotions.
            if depth > 3 {
                assert!(total(3) < total(2), "{depth} {evaluation:?}");
            }
        }
    }
}

/// Positions that repeat and reach the fifty-move rule within the search.
#[test]
fn the_way_to_a_position_does_not_matter() {
    let mut random = StdRng::seed_from_u64(88);
    let mut compared = 0;
    for fen in [
        "8/8/4k3/8/8/4K3/8/R7 w - - 0 1",
        "8/5k2/8/8/1B6/8/4K2p/6R1 w - - 80 60",
        "8/1p6/1P2k3/8/8/1p2K3/1P6/8 b - - 70 90",
        "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 84 70",
    ] {
        for _ in 0..12 {
            let mut position = Position::from_fen(fen).unwrap();
            for _ in 0..random.random_range(0..16) {
                let quiet: Vec<Move> =
                    position.legal_moves().into_iter().filter(|mv| !mv.is_noisy()).collect();
                match quiet.choose(&mut random) {
                    Some(&mv) => position.make(mv),
                    None => break,
                }
            }
            if position.has_legal_move() {
                compared += (3..=5)
                    .filter_map(|depth| agree(&position, EvaluationKind::PieceSquares, depth))
                    .count();
            }
        }
    }
    assert!(compared >= 60, "too large for minimax: {compared} compared");
}

#[test]
fn the_nearer_mate_is_played() {
    let ladder = [Algorithm::Minimax].into_iter().chain(RUNGS);
    let in_one = Position::from_fen("6k1/5ppp/8/8/8/8/1Q6/R5K1 w - - 0 1").unwrap();
    let in_two = Position::from_fen("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1").unwrap();
    for algorithm in ladder {
        for seed in 0..4 {
            let mut player = player(algorithm, EvaluationKind::Material, 3);
            player.begin_game(Some(seed));
            let thought = player.think(&in_one, &Conditions::default()).unwrap();
            assert_eq!(thought.score, Some(Score::mate_in(1)), "{}", algorithm.name());
            let thought = player.think(&in_two, &Conditions::default()).unwrap();
            assert_eq!(thought.score, Some(Score::mate_in(3)), "{}", algorithm.name());
        }
    }
}

#[test]
fn a_won_game_is_not_thrown_away() {
    // The queen's moves to b6 and c7 stalemate.
    let stalemate = Position::from_fen("k7/8/8/2Q5/8/8/8/1K6 w - - 0 1").unwrap();
    // The rook has been there before, with the same side to move.
    let mut repetition = Position::from_fen("8/8/8/8/4k3/8/8/RK6 w - - 0 1").unwrap();
    for text in ["Ra5", "Kf4", "Ra1", "Ke4", "Ra5", "Kf4"] {
        repetition.make(repetition.parse_san(text).unwrap());
    }
    for algorithm in [Algorithm::Greedy, Algorithm::Minimax].into_iter().chain(RUNGS) {
        let depth = if algorithm == Algorithm::Greedy { 1 } else { 2 };
        for evaluation in [EvaluationKind::Material, EvaluationKind::PieceSquares] {
            for seed in 0..8 {
                let mut player = player(algorithm, evaluation, depth);
                player.begin_game(Some(seed));
                for start in [&stalemate, &repetition] {
                    let mut position = start.clone();
                    position.make(player.think(&position, &Conditions::default()).unwrap().best);
                    assert_eq!(position.outcome(), None, "{}", algorithm.name());
                    assert_eq!(position.repetitions(), 0, "{}", algorithm.name());
                }
            }
        }
    }
}

#[test]
fn a_seed_chooses_among_equals() {
    let position = Position::startpos();
    for algorithm in
        [Algorithm::Random, Algorithm::Greedy, Algorithm::Minimax, Algorithm::AlphaBeta]
    {
        let choose = |seed| {
            let mut player = player(algorithm, EvaluationKind::Material, 1);
            player.begin_game(Some(seed));
            player.think(&position, &Conditions::default()).unwrap().best
        };
        let moves: Vec<Move> = (0..200).map(choose).collect();
        assert_eq!(moves, (0..200).map(choose).collect::<Vec<_>>());
        for mv in position.legal_moves() {
            assert!(moves.contains(&mv), "{} {mv:?}", algorithm.name());
        }
    }
}

/// Both players take the first of equal moves, in the same order of moves.
#[test]
fn alphabeta_plays_the_moves_of_minimax() {
    let position = Position::from_fen(bench::POSITIONS[1]).unwrap();
    for seed in 0..20 {
        let choose = |algorithm| {
            let mut player = player(algorithm, EvaluationKind::Material, 2);
            player.begin_game(Some(seed));
            player.think(&position, &Conditions::default()).unwrap().best
        };
        assert_eq!(choose(Algorithm::Minimax), choose(Algorithm::AlphaBeta), "{seed}");
    }
}

#[test]
fn no_player_moves_where_the_game_is_over() {
    let mated = Position::from_fen("k6R/8/1K6/8/8/8/8/8 b - - 0 1").unwrap();
    for algorithm in Algorithm::ALL {
        let mut player = player(algorithm, EvaluationKind::PieceSquares, 2);
        assert_eq!(player.think(&mated, &Conditions::default()), None, "{}", algorithm.name());
    }
}

#[test]
fn who_is_broken_off_has_a_move() {
    let position = Position::startpos();
    for algorithm in Algorithm::ALL {
        for most in [1, 10, 300] {
            let mut player = player(algorithm, EvaluationKind::PieceSquares, 9);
            let thought = player.think(&position, &within(most)).unwrap();
            assert!(position.legal_moves().contains(&thought.best));
            let searches = algorithm != Algorithm::Random;
            assert!(thought.nodes >= most || !searches, "{}", algorithm.name());
        }
    }
}

/// Minimax alone would need years for so many plies.
#[test]
fn signals_end_a_search() {
    let position = Position::startpos();
    let stopped = Conditions::default();
    stopped.signals.stop();
    for algorithm in LADDER {
        let mut player = player(algorithm, EvaluationKind::PieceSquares, 12);
        let thought = player.think(&position, &stopped).unwrap();
        assert!(position.legal_moves().contains(&thought.best));
        assert!(thought.nodes < 10_000, "{}: {thought:?}", algorithm.name());
        assert!(thought.depth < 12, "{}", algorithm.name());
    }
    let mut player = player(Algorithm::Minimax, EvaluationKind::Material, 2);
    assert_eq!(player.think(&position, &stopped).unwrap().depth, 0);
    assert_eq!(player.think(&position, &Conditions::default()).unwrap().depth, 2);
}

#[test]
fn a_depth_that_was_not_reached_is_not_told() {
    let position = Position::startpos();
    let depth = |algorithm, depth, most_nodes| {
        let mut player = player(algorithm, EvaluationKind::Material, depth);
        let conditions = Conditions { most_nodes, ..Conditions::default() };
        player.think(&position, &conditions).unwrap().depth
    };
    assert_eq!(depth(Algorithm::Minimax, 2, None), 2);
    assert_eq!(depth(Algorithm::Table, 9, Some(300)), 0);
    // One ply has 20 nodes, and the first move of the second iteration takes 21.
    for (most, expected) in [(10, 0), (30, 1)] {
        assert_eq!(depth(Algorithm::Deepening, 9, Some(most)), expected);
    }
    assert_eq!(depth(Algorithm::Deepening, 3, None), 3);
}

/// A search that ends within an iteration has lines of two depths.
#[test]
fn the_depth_is_that_of_the_chosen_line() {
    let specification: Specification = "ox88:elo=1500,eval=tables".parse().unwrap();
    let mut player = specification.player().unwrap();
    let mut searcher = Searcher::new(TranspositionTable::DEFAULT_MEGABYTES).unwrap();
    searcher.evaluate_by(Evaluator::Classical);
    let limits = Limits::default().with_skill(Skill::from_elo(1500));
    let mut count = 0;
    for fen in &bench::POSITIONS[..10] {
        let position = Position::from_fen(fen).unwrap();
        searcher.clear();
        let mut lines = Lines::default();
        searcher.search(&position, &limits, &Signals::default(), &mut lines);
        player.begin_game(None);
        let thought = player.think(&position, &Conditions::default()).unwrap();
        let chosen = lines.best.iter().find(|line| line.first() == thought.best).unwrap();
        assert_eq!((thought.score, thought.depth), (Some(chosen.score), chosen.depth), "{fen}");
        count += usize::from(lines.best.last().unwrap().depth != chosen.depth);
    }
    assert!(count > 0, "all lines have one depth");
}

/// The limit is reached within the first iteration, which has 20 nodes.
#[test]
fn no_iteration_begins_after_the_stop() {
    let mut player = player(Algorithm::Deepening, EvaluationKind::Material, 30);
    let thought = player.think(&Position::startpos(), &within(10)).unwrap();
    assert_eq!(thought.nodes, 20);
}
