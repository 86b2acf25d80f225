//! Random games, the same on every machine, with many rare moves.

use ox88::board::{Color, Key, Position, START_FEN};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use shakmaty::Role;

use crate::oracle::Twins;
use crate::work::in_parallel;

pub struct Game {
    pub twins: Twins,
    pub rng: Xoshiro256PlusPlus,
    /// Whether moves are often taken back, so that positions repeat.
    repeats: bool,
    played: Vec<shakmaty::Move>,
}

impl Game {
    /// Returns the game of this number. Of ten games seven have the standard start, one is of
    /// Chess960, two of Chess960 with different back ranks; one in four repeats positions.
    pub fn new(number: u64) -> Game {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(number);
        let fen = match number % 10 {
            0..7 => START_FEN.to_string(),
            7 => {
                let rank = random_back_rank(&mut rng);
                chess960_fen(&rank, &rank)
            }
            _ => chess960_fen(&random_back_rank(&mut rng), &random_back_rank(&mut rng)),
        };
        Game {
            twins: Twins::from_fen(&fen),
            rng,
            repeats: number.is_multiple_of(4),
            played: Vec::new(),
        }
    }

    pub fn step(&mut self) -> Option<shakmaty::Move> {
        let moves: Vec<shakmaty::Move> = self.twins.moves().iter().map(|&(_, mv)| mv).collect();
        let mv = match self.move_back(&moves) {
            Some(back) if self.rng.random_ratio(1, 2) => back,
            _ => *moves.choose_weighted(&mut self.rng, |mv| weight(*mv)).ok()?,
        };
        self.played.push(mv);
        self.twins.play(mv);
        Some(mv)
    }

    fn move_back(&self, moves: &[shakmaty::Move]) -> Option<shakmaty::Move> {
        let last = self.played.iter().nth_back(1).filter(|_| self.repeats)?;
        let undoes =
            |mv: &&shakmaty::Move| mv.from() == Some(last.to()) && Some(mv.to()) == last.from();
        moves.iter().find(undoes).copied()
    }
}

/// Returns how often a move is chosen; rare kinds of moves are preferred.
fn weight(mv: shakmaty::Move) -> u32 {
    let two_ranks = |from: shakmaty::Square| from.rank().distance(mv.to().rank()) == 2;
    if mv.is_en_passant() {
        1_000
    } else if mv.is_castle() {
        30
    } else if mv.promotion().is_some() {
        if mv.is_capture() { 20 } else { 5 }
    } else if mv.is_capture() {
        3
    } else if mv.role() == Role::Pawn && mv.from().is_some_and(two_ranks) {
        // En passant needs double pushes.
        6
    } else {
        2
    }
}

/// Returns a random back rank with bishops on squares of both colours and the king between the
/// rooks.
fn random_back_rank(rng: &mut Xoshiro256PlusPlus) -> String {
    let mut rank = *b"RNBQKBNR";
    loop {
        rank.shuffle(rng);
        let place = |piece| rank.iter().position(|other| *other == piece).unwrap();
        let last_place = |piece| rank.iter().rposition(|other| *other == piece).unwrap();
        let king_inside = (place(b'R')..last_place(b'R')).contains(&place(b'K'));
        if king_inside && (place(b'B') + last_place(b'B')) % 2 == 1 {
            return String::from_utf8_lossy(&rank).into_owned();
        }
    }
}

/// Returns the FEN of these back ranks, with castling rights as in Shredder-FEN.
fn chess960_fen(white: &str, black: &str) -> String {
    let castling = |rank: &str| -> String {
        ('A'..='H')
            .zip(rank.chars())
            .filter(|(_, piece)| *piece == 'R')
            .map(|(file, _)| file)
            .collect()
    };
    format!(
        "{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {}{} - 0 1",
        black.to_lowercase(),
        castling(white),
        castling(black).to_lowercase()
    )
}

/// Returns one position in `every` plies of random games, and each with castling or en passant. The
/// games are others than those of `random_games`.
pub fn sample(games: u64, every: usize) -> Vec<Twins> {
    let positions_of = |number: u64| {
        let mut game = Game::new(number);
        let mut positions = Vec::new();
        for ply in number as usize.. {
            let rare = |(_, mv): &(_, shakmaty::Move)| mv.is_castle() || mv.is_en_passant();
            if ply.is_multiple_of(every) || game.twins.moves().iter().any(rare) {
                positions.push(game.twins.clone());
            }
            if game.step().is_none() || game.twins.ours.plies_made() > 400 {
                break;
            }
        }
        positions
    };
    in_parallel(1_000_000..1_000_000 + games, positions_of).concat()
}

/// Returns the keys of a position and of its parts.
pub fn keys(position: &Position) -> [Key; 5] {
    let [white, black] = Color::ALL.map(|color| position.non_pawn_key(color));
    [position.key(), position.pawn_key(), position.minor_key(), white, black]
}
