//! Known mates, positions without, and a comparison with plain recursion.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::search::Stopped;
use super::{Mate, MateSearch, Watch};
use crate::board::{Move, Outcome, Position};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the mate that a search finds, and its nodes.
fn find_mate(
    position: &Position,
    root_moves: &[Move],
    most: u32,
    watch: &mut dyn Watch,
) -> (Result<Option<Mate>, Stopped>, u64) {
    let mut search = MateSearch::new(position, watch, 16);
    (search.run(root_moves, most), search.nodes)
}

fn mate(position: &Position, root_moves: &[Move], most: u32) -> Option<Mate> {
    find_mate(position, root_moves, most, &mut |_| false).0.unwrap()
}

fn search(position: &Position, most: u32) -> Option<Mate> {
    mate(position, &position.legal_moves(), most)
}

fn distance(position: &Position, root_moves: &[Move], most: u32) -> Option<u32> {
    let Mate { moves, line } = mate(position, root_moves, most)?;
    assert!(moves <= most && root_moves.contains(&line[0]));
    check_line(position, moves, &line);
    Some(moves)
}

fn check_line(position: &Position, moves: u32, line: &[Move]) {
    assert_eq!(line.len() as u32, 2 * moves - 1, "{position:?}");
    let mut position = position.clone();
    for &mv in line {
        assert!(position.is_legal(mv, position.checks()), "{mv:?} {position:?}");
        position.make(mv);
    }
    assert_eq!(position.outcome(), Some(Outcome::Checkmate));
}

/// From matetrack.epd (<https://github.com/vondele/matetrack>), with its distances; the last two
/// are Réti against Tartakower (Vienna 1910), after Black's eighth move, and a simple endgame.
const MATES: &str = "
    1 8/2N3p1/5b2/k1B2P2/pP4R1/8/K1nn4/8 b - b3 0 1
    2 2N2B2/2N1r3/8/3nQ2R/1k6/8/2B5/R3K3 w Q - 0 1
    2 3R4/8/8/2p3K1/2p5/5B2/R1pPNB2/1b1k4 w - - 0 1
    2 8/7B/2R5/4Nr1p/4kb1Q/8/1B6/4K2R w K - 0 1
    2 n1N3br/2p1Bpkr/1pP2R1b/pP3Pp1/P5P1/1P1p4/p2P4/K7 w - - 0 1
    3 2q5/4B2p/7n/4p1pk/P2n1b2/R3P2P/2r3P1/1Q3R1K b - - 0 1
    3 2K4N/3PP1k1/5N2/6n1/8/8/8/8 w - - 0 1
    3 8/1B6/8/5p2/8/8/5Qrq/1K1R2bk w - - 0 1
    3 K1R5/1P1r1n2/1pR3N1/2p1p2r/1BpkBp1N/1bp2Q2/2P2P2/1n2b3 w - - 0 1
    4 1N3b2/p1kN3p/K4PPP/P1p1P3/2R2P2/1P1P4/3pppBB/3Q1R2 w - - 0 1
    4 8/3p2P1/1Pp5/2P1P3/3B2P1/2p5/p7/RNk1K3 w Q - 0 1
    4 8/8/4P3/3p4/2p3p1/1pP1kPPp/1P5P/R3K2R w KQ - 0 1
    4 r2qk2r/pp1nbRpp/4Q3/1B6/8/3p4/PPP3PP/5RK1 w kq - 0 1
    4 r3k3/2Qp3R/1p6/1b2K3/4p3/8/5p2/8 w q - 0 1
    4 8/8/5pp1/6k1/6p1/6K1/8/7Q w - - 0 1
    5 1B6/1B6/8/1k6/8/1K6/1P6/8 w - - 0 1
    5 2R5/2p5/2K5/2p4p/2k4P/2p5/2B5/2b5 w - - 0 1
    5 2rq4/p3bk2/2p1pp2/3p3r/N2Pb1p1/4P1B1/PP1Q1PP1/2R1RK2 b - - 0 1
    5 8/2NNkBB1/8/4K3/8/8/8/8 w - - 0 1
    5 8/6B1/8/3P3P/5p2/1P3p2/P1kP1P2/R3KR2 w Q - 0 1
    5 7k/6pq/6P1/1p6/1P6/8/8/KQ6 w - - 0 1
    3 rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 9
    2 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1
";

fn mates() -> impl Iterator<Item = (u32, Position)> {
    MATES.lines().filter_map(|line| {
        let (moves, fen) = line.trim().split_once(' ')?;
        Some((moves.parse().unwrap(), position(fen)))
    })
}

#[test]
fn known_mates_are_found_at_their_distance() {
    for (moves, position) in mates() {
        let found = distance(&position, &position.legal_moves(), moves + 1);
        assert_eq!(found, Some(moves), "{position:?}");
    }
}

#[test]
fn the_defence_is_the_longest() {
    for (moves, mut position) in mates() {
        let Some(Mate { line, .. }) = search(&position, moves) else {
            panic!("{position:?}");
        };
        for (number, pair) in line.chunks_exact(2).enumerate() {
            pair.iter().for_each(|&mv| position.make(mv));
            let left = moves - 1 - number as u32;
            let found = distance(&position, &position.legal_moves(), moves);
            assert_eq!(found, Some(left), "{position:?}");
        }
    }
}

#[test]
fn what_is_no_mate_is_not_found() {
    let without = [
        (2, crate::board::START_FEN),
        (3, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        // Rook's pawn with the king before it: only stalemate.
        (5, "k7/P7/1K6/8/8/8/8/8 w - - 0 1"),
        // Cannot mate, though no draw yet.
        (5, "8/8/8/3k4/8/3K4/8/5NN1 w - - 0 1"),
        (5, "8/8/8/3k4/8/3K4/8/5N2 w - - 0 1"),
        (5, "8/8/p7/3k4/8/3K4/8/8 w - - 0 1"),
        (3, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"),
        (3, "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"),
    ];
    for (most, fen) in without {
        assert_eq!(search(&position(fen), most), None, "{fen}");
    }
    for (moves, position) in mates() {
        assert_eq!(search(&position, moves - 1), None, "{position:?}");
    }
}

/// A blocked position: deep searches fit on a thread's stack.
#[test]
fn deep_searches_end() {
    let wall = position("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1");
    assert_eq!(search(&wall, 40), None);
}

fn moves(position: &Position, names: &[&str]) -> Vec<Move> {
    let parse = |name: &&str| position.parse_move(name).unwrap();
    names.iter().map(parse).collect()
}

#[test]
fn only_the_root_moves_allowed_are_tried() {
    let rooks = position("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
    let within = |names: &[&str], most| distance(&rooks, &moves(&rooks, names), most);
    assert_eq!(within(&["b1b7"], 4), Some(2));
    assert_eq!(within(&["g1f2", "a2a7"], 4), Some(2));
    assert_eq!(within(&["g1f2"], 3), None);
    assert_eq!(within(&["g1f2"], 4), Some(4));
    assert_eq!(within(&[], 4), None);
    let queen = position("7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    assert_eq!(distance(&queen, &moves(&queen, &["f6f7"]), 5), None);
    assert_eq!(distance(&queen, &moves(&queen, &["g6h7"]), 5), None);
    let both = moves(&queen, &["f6f7", "g6g7"]);
    assert_eq!(distance(&queen, &both, 5), Some(1));
}

#[test]
fn the_fifty_move_rule_ends_a_mate_that_takes_too_long() {
    let rooks = |clock| position(&format!("7k/8/8/8/8/8/R7/1R4K1 w - - {clock} 90"));
    for (clock, expected) in [(0, Some(2)), (97, Some(2)), (98, None), (99, None)] {
        let rooks = rooks(clock);
        let found = distance(&rooks, &rooks.legal_moves(), 4);
        assert_eq!(found, expected, "{clock}");
    }
    // Pawn moves reset the clock.
    let pawn = position("7k/8/5K1P/6P1/8/8/8/8 w - - 99 90");
    let king_first = moves(&pawn, &["f6f7", "f6e7"]);
    assert_eq!(distance(&pawn, &king_first, 5), None);
}

#[test]
fn what_stood_twice_before_the_root_is_drawn() {
    let mut rooks = position("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
    let round = ["b1b7", "h8g8", "b7b1", "g8h8"];
    for expected in [Some(2), Some(2), None] {
        let root_moves = moves(&rooks, &["b1b7"]);
        assert_eq!(distance(&rooks, &root_moves, 4), expected);
        assert_eq!(distance(&rooks, &rooks.legal_moves(), 4), Some(2));
        for name in round {
            let mv = rooks.parse_move(name).unwrap();
            rooks.make(mv);
        }
    }
}

#[test]
fn stops_when_told() {
    let start = Position::startpos();
    let at_once = find_mate(&start, &start.legal_moves(), 9, &mut |_| true);
    assert_eq!(at_once, (Err(Stopped), 0));
    let mut asked = 0;
    let (soon, visited) = find_mate(&start, &start.legal_moves(), 9, &mut |nodes| {
        asked += 1;
        nodes >= 5_000
    });
    assert_eq!(soon, Err(Stopped));
    assert!((5_000..6_100).contains(&visited) && asked >= 5, "{visited}");
}

fn plainly(position: &mut Position, root_moves: &[Move], most: u32) -> bool {
    most > 0
        && root_moves.iter().any(|&mv| {
            position.make(mv);
            let is_lost = match position.outcome() {
                Some(outcome) => outcome == Outcome::Checkmate,
                None => position.legal_moves().into_iter().all(|reply| {
                    position.make(reply);
                    let moves = position.legal_moves();
                    let mates = position.outcome().is_none() && plainly(position, &moves, most - 1);
                    position.unmake();
                    mates
                }),
            };
            position.unmake();
            is_lost
        })
}

fn random_position(rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let mut board = [[' '; 8]; 8];
    let any = |rng: &mut Xoshiro256PlusPlus| *b"QRRRBNNPPrbnpp".choose(rng).unwrap();
    let pieces = rng.random_range(3..8);
    let mut letters: Vec<char> = (0..pieces).map(|_| any(rng).into()).collect();
    letters.extend(['K', 'k']);
    let mut squares: Vec<usize> = (0..64).collect();
    squares.shuffle(rng);
    for (letter, square) in letters.into_iter().zip(squares) {
        let rank = square / 8;
        let rank = if letter == 'k' { rank % 2 * 7 } else { rank };
        board[rank][square % 8] = letter;
    }
    let rows = board.map(|row| String::from_iter(row).replace(' ', "1"));
    let clock = if rng.random_ratio(1, 4) { rng.random_range(95..100) } else { 0 };
    Position::from_fen(&format!("{} w - - {clock} 80", rows.join("/"))).ok()
}

#[test]
fn agrees_with_plain_recursion() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut tally = [0; 3];
    while tally.iter().any(|&count| count < 40) {
        let Some(mut position) = random_position(&mut rng) else {
            continue;
        };
        let mut root_moves = position.legal_moves().to_vec();
        if rng.random_ratio(1, 4) {
            root_moves.retain(|_| rng.random_ratio(1, 2));
        }
        let expected = (1..=2).find(|&most| plainly(&mut position, &root_moves, most));
        let found = distance(&position, &root_moves, 2);
        assert_eq!(found, expected, "{position:?}");
        tally[expected.unwrap_or(0) as usize] += 1;
    }
}
