//! Static exchange evaluation.
//!
//! Truth: a slow reference that plays the captures out on a board of its own, and the
//! suite of Arasan's unit tests.

use ox88::board::{Color, Move, PieceType, Position, Square, see};

use crate::games::sample;
use crate::oracle::Twins;
use crate::work::in_parallel;

/// A board by file and rank.
type Board = [[Option<(Color, PieceType)>; 8]; 8];
type Coordinates = (i8, i8);

const ROOK_STEPS: [Coordinates; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_STEPS: [Coordinates; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT_STEPS: [Coordinates; 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The worth of an exchange, as a range: of two like attackers either may capture first, which
/// matters if another piece attacks behind one of them.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Worth {
    least: i32,
    most: i32,
}

impl Worth {
    const NOTHING: Worth = Worth { least: 0, most: 0 };

    /// The worth of a capture before the opponent's reply.
    fn after_gaining(gain: i32, opponent: Worth) -> Worth {
        Worth { least: gain - opponent.most, most: gain - opponent.least }
    }
}

fn board_of(position: &Position) -> Board {
    let mut board = Board::default();
    for square in Square::all() {
        let (file, rank) = coordinates(square);
        board[file as usize][rank as usize] =
            position.piece_on(square).piece().map(|piece| (piece.color, piece.piece_type));
    }
    board
}

fn coordinates(square: Square) -> Coordinates {
    (square.file() as i8, square.rank() as i8)
}

fn at(board: &mut Board, (file, rank): Coordinates) -> Option<&mut Option<(Color, PieceType)>> {
    board.get_mut(usize::try_from(file).ok()?)?.get_mut(usize::try_from(rank).ok()?)
}

/// Returns the squares from which a side attacks a square.
fn attackers(board: &Board, target: Coordinates, side: Color) -> Vec<(Coordinates, PieceType)> {
    let mut board = *board;
    let mut found = Vec::new();
    let mut look = |step: Coordinates, reach: i8, attacks: &dyn Fn(PieceType, i8) -> bool| {
        for distance in 1..=reach {
            let place = (target.0 + step.0 * distance, target.1 + step.1 * distance);
            match at(&mut board, place) {
                None => return,
                Some(None) => continue,
                Some(&mut Some((color, piece_type))) => {
                    if color == side && attacks(piece_type, distance) {
                        found.push((place, piece_type));
                    }
                    return;
                }
            }
        }
    };

    for step in ROOK_STEPS {
        look(step, 7, &|piece_type, distance| match piece_type {
            PieceType::Rook | PieceType::Queen => true,
            PieceType::King => distance == 1,
            _ => false,
        });
    }
    let pawn_rank = if side == Color::White { -1 } else { 1 };
    for step in BISHOP_STEPS {
        look(step, 7, &|piece_type, distance| match piece_type {
            PieceType::Bishop | PieceType::Queen => true,
            PieceType::King => distance == 1,
            PieceType::Pawn => distance == 1 && step.1 == pawn_rank,
            _ => false,
        });
    }
    for step in KNIGHT_STEPS {
        look(step, 1, &|piece_type, _| piece_type == PieceType::Knight);
    }
    found
}

/// Returns what a side wins if it may, but need not, capture a piece of this value.
fn exchange(board: &Board, target: Coordinates, side: Color, prize: i32) -> Worth {
    let mut attackers_left = attackers(board, target, side);
    attackers_left.sort_by_key(|(_, piece_type)| see::value(*piece_type));
    let Some(&(_, least)) = attackers_left.first() else {
        return Worth::NOTHING;
    };
    let mut worth: Option<Worth> = None;
    for (place, _) in attackers_left.into_iter().filter(|piece| piece.1 == least) {
        let mut after = *board;
        *at(&mut after, place).unwrap() = None;
        let may_not = least == PieceType::King && !attackers(&after, target, !side).is_empty();
        let taking = if may_not {
            Worth::NOTHING
        } else {
            let reply = exchange(&after, target, !side, see::value(least));
            Worth::after_gaining(prize, reply)
        };
        let before = worth.unwrap_or(taking);
        worth = Some(Worth {
            least: taking.least.min(before.least),
            most: taking.most.max(before.most),
        });
    }
    let worth = worth.unwrap_or(Worth::NOTHING);
    Worth { least: worth.least.max(0), most: worth.most.max(0) }
}

fn reference(position: &Position, mv: Move) -> Worth {
    if mv.is_castle() {
        return Worth::NOTHING;
    }
    let mut board = board_of(position);
    let (from, to) = (coordinates(mv.from()), coordinates(mv.to()));
    let victim = if mv.is_en_passant() { (to.0, from.1) } else { to };
    let taken = at(&mut board, victim).and_then(Option::take);
    let (side, mover) = at(&mut board, from).and_then(Option::take).unwrap();

    let arrives = mv.promotion().unwrap_or(mover);
    let gain = taken.map_or(0, |(_, piece_type)| see::value(piece_type)) + see::value(arrives)
        - see::value(mover);
    let reply = exchange(&board, to, !side, see::value(arrives));
    Worth::after_gaining(gain, reply)
}

fn assert_worth(position: &Position, mv: Move, worth: Worth) {
    for distance in [0, 1, 50, 1_000, 100_000] {
        let (low, high) = (worth.least - distance, worth.most + 1 + distance);
        let context = || format!("{mv:?}, worth {worth:?}, in {position:?}");
        assert!(position.see_at_least(mv, low), "{low}: {}", context());
        assert!(!position.see_at_least(mv, high), "{high}: {}", context());
    }
}

#[test]
fn agrees_with_playing_it_out() {
    let positions = sample(600, 15);
    assert!(positions.len() > 4_000);
    let worths_of_captures = |twins: Twins| {
        let position = &twins.ours;
        let mut worths = Vec::new();
        for mv in position.legal_moves() {
            let worth = reference(position, mv);
            assert_worth(position, mv, worth);
            if mv.is_capture() {
                worths.push(worth);
            }
        }
        worths
    };
    let worths: Vec<Worth> = in_parallel(positions, worths_of_captures).concat();
    let captures = worths.len();
    let unclear = worths.iter().filter(|worth| worth.least != worth.most).count();
    let counts =
        [-1, 0, 1].map(|sign| worths.iter().filter(|worth| worth.least.signum() == sign).count());
    println!("{captures} captures, {unclear} unclear, lost, even, won: {counts:?}");
    assert!(captures > 10_000);
    assert!(unclear < captures / 100, "the reference must be sharp");
    assert!(counts.iter().all(|count| *count > 500), "{counts:?}");
}

/// Many sliders on the same lines are rare in games.
#[test]
fn agrees_on_crowded_lines() {
    let fens = [
        "3r3k/3r4/3q4/3r4/3p4/3R4/3R4/3QK3 w - - 0 1",
        "3rk3/3r4/3q1b2/4b3/3p4/2B2N2/1B1R4/3RK3 w - - 0 1",
        "q2r2k1/1b1r4/5n2/3p4/4P3/2N2B2/3R2B1/3R2KQ w - - 0 1",
        "k3r3/1q2r3/2b5/3pp3/3PP3/2B5/1Q2R3/K3R3 w - - 0 1",
        "k3r3/1q2r3/2b5/3pp3/3PP3/2B5/1Q2R3/K3R3 b - - 0 1",
        "7k/b3r3/1b2r3/2q1n3/3Np3/4R3/5B2/4R1BK w - - 0 1",
        "7k/b3r3/1b2r3/2q1n3/3Np3/4R3/5B2/4R1BK b - - 0 1",
    ];
    for fen in fens {
        let position = Position::from_fen(fen).unwrap();
        for mv in position.legal_moves() {
            assert_worth(&position, mv, reference(&position, mv));
        }
    }
}

/// Returns the sum of a text such as `+n-b`.
fn sum(text: &str) -> i32 {
    let terms: Vec<char> = text.chars().collect();
    terms
        .chunks(2)
        .map(|term| {
            let piece_type = PieceType::from_letter(term[1]).expect("a piece");
            see::value(piece_type) * if term[0] == '-' { -1 } else { 1 }
        })
        .sum()
}

#[test]
fn known_exchanges() {
    // Position, move, and its worth: the pieces taken less those lost.
    let known = [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "e1e5", "+p"),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "d3e5", "+p-n"),
        ("4R3/2r3p1/5bk1/1p1r3p/p2PR1P1/P1BK1P2/1P6/8 b - -", "h5g4", ""),
        ("4R3/2r3p1/5bk1/1p1r1p1p/p2PR1P1/P1BK1P2/1P6/8 b - -", "h5g4", ""),
        ("4r1k1/5pp1/nbp4p/1p2p2q/1P2P1b1/1BP2N1P/1B2QPPK/3R4 b - -", "g4f3", "+n-b"),
        ("2r1r1k1/pp1bppbp/3p1np1/q3P3/2P2P2/1P2B3/P1N1B1PP/2RQ1RK1 b - -", "d6e5", "+p"),
        ("7r/5qpk/p1Qp1b1p/3r3n/BB3p2/5p2/P1P2P2/4RK1R w - -", "e1e8", ""),
        ("6rr/6pk/p1Qp1b1p/2n5/1B3p2/5p2/P1P2P2/4RK1R w - -", "e1e8", "-r"),
        ("7r/5qpk/2Qp1b1p/1N1r3n/BB3p2/5p2/P1P2P2/4RK1R w - -", "e1e8", "-r"),
        ("6RR/4bP2/8/8/5r2/3K4/5p2/4k3 w - -", "f7f8q", "+b-p"),
        ("6RR/4bP2/8/8/5r2/3K4/5p2/4k3 w - -", "f7f8n", "+n-p"),
        ("7R/5P2/8/8/6r1/3K4/5p2/4k3 w - -", "f7f8q", "+q-p"),
        ("7R/5P2/8/8/6r1/3K4/5p2/4k3 w - -", "f7f8b", "+b-p"),
        ("7R/4bP2/8/8/1q6/3K4/5p2/4k3 w - -", "f7f8r", "-p"),
        ("8/4kp2/2npp3/1Nn5/1p2PQP1/7q/1PP1B3/4KR1r b - -", "h1f1", ""),
        ("8/4kp2/2npp3/1Nn5/1p2P1P1/7q/1PP1B3/4KR1r b - -", "h1f1", ""),
        ("2r2r1k/6bp/p7/2q2p1Q/3PpP2/1B6/P5PP/2RR3K b - -", "c5c1", "+r+r-q"),
        ("r2qk1nr/pp2ppbp/2b3p1/2p1p3/8/2N2N2/PPPP1PPP/R1BQR1K1 w kq -", "f3e5", "+p"),
        ("6r1/4kq2/b2p1p2/p1pPb3/p1P2B1Q/2P4P/2B1R1P1/6K1 w - -", "f4e5", ""),
        ("3q2nk/pb1r1p2/np6/3P2Pp/2p1P3/2R4B/PQ3P1P/3R2K1 w - h6", "g5h6", ""),
        ("3q2nk/pb1r1p2/np6/3P2Pp/2p1P3/2R1B2B/PQ3P1P/3R2K1 w - h6", "g5h6", "+p"),
        ("8/pp6/2pkp3/4bp2/2R3b1/2P5/PP4B1/1K6 w - -", "g2c6", "+p-b"),
        ("4q3/1p1pr1k1/1B2rp2/6p1/p3PP2/P3R1P1/1P2R1K1/4Q3 b - -", "e6e4", "+p-r"),
        ("4q3/1p1pr1kb/1B2rp2/6p1/p3PP2/P3R1P1/1P2R1K1/4Q3 b - -", "h7e4", "+p"),
        // A king captures only what is undefended; a rook behind it does not help.
        ("8/8/8/3k4/3p4/3R4/8/4K3 w - -", "d3d4", "+p-r"),
        ("8/8/8/3k4/3p4/3R4/8/3RK3 w - -", "d3d4", "+p"),
        ("3r4/8/8/3k4/3p4/3R4/8/3RK3 w - -", "d3d4", "+p"),
    ];
    for (fen, uci, won) in known {
        let position = Position::from_fen(fen).unwrap();
        let mv = position.parse_move(uci).unwrap();
        let expected = Worth { least: sum(won), most: sum(won) };
        assert_eq!(reference(&position, mv), expected, "{uci} in {fen}");
        assert_worth(&position, mv, expected);
    }
}

#[test]
fn kinds_are_worth_what_players_hold() {
    use PieceType::*;
    let ladder = [Pawn, Knight, Bishop, Rook, Queen, King];
    assert!(ladder.is_sorted_by(|less, more| see::value(*less) < see::value(*more)));
    let all_the_rest = 9 * see::value(Queen) + 2 * (see::value(Rook) + see::value(Bishop));
    assert!(see::value(King) > all_the_rest);
}
