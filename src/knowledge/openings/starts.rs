//! Openings: a known position and some random moves, so that no two games are alike.

use std::ops::RangeInclusive;

use rand::prelude::*;

use crate::board::Position;
use crate::knowledge::epd::Epd;
use crate::knowledge::openings::OpeningLine;

/// The number of starts that are drawn until random plies do not end the game; then one is taken
/// without random plies.
const ATTEMPTS: usize = 100;

/// The positions that games start from.
#[derive(Clone, Debug)]
pub enum Openings {
    /// The standard initial position.
    Standard,
    /// The starting positions of Chess960, equally likely; the same for both sides.
    Chess960,
    /// The ends of the lines in the program's own book, equally likely, with the moves before.
    BookLines,
    /// The ends of all lines of named openings that the program knows, equally likely.
    Named,
    /// FENs from a file, with equal probability.
    Book(Vec<String>),
}

impl Openings {
    /// Returns the FEN of a start that a book has, a FEN or EPD to a line.
    ///
    /// # Errors
    /// Where the game is over there.
    pub fn start_of(epd: &Epd) -> Result<String, String> {
        let position = epd.position();
        match position.outcome() {
            Some(_) => Err("the game is over there".to_string()),
            None => Ok(position.shredder_fen()),
        }
    }

    /// Returns a position after a number of random plies from a start, all of these numbers equally
    /// likely, in which the game is not over.
    pub fn draw(&self, plies: RangeInclusive<u32>, random: &mut impl Rng) -> Position {
        let mut start = self.start(random);
        for _ in 0..ATTEMPTS {
            let plies = random.random_range(plies.clone());
            if let Some(position) = random_plies(start.clone(), plies, random) {
                return position;
            }
            start = self.start(random);
        }
        start
    }

    fn start(&self, random: &mut impl Rng) -> Position {
        match self {
            Openings::Standard => Position::startpos(),
            Openings::BookLines | Openings::Named => {
                let mut position = Position::startpos();
                let is_meant =
                    |line: &&OpeningLine| line.weight > 0 || matches!(self, Openings::Named);
                let line = super::lines().iter().filter(is_meant).choose(random);
                for &mv in line.iter().flat_map(|line| &line.moves) {
                    position.make(mv);
                }
                position
            }
            Openings::Chess960 => {
                Position::chess960(random.random_range(0..Position::CHESS960_STARTS))
            }
            Openings::Book(fens) => fens
                .choose(random)
                .and_then(|fen| Position::from_fen(fen).ok())
                .unwrap_or_else(Position::startpos),
        }
    }
}

/// Returns the seed of a game, from the run's seed and the game's number.
pub(crate) fn game_seed(seed: u64, number: u64) -> u64 {
    // The golden ratio spreads neighbouring seeds.
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number)
}

/// Makes random moves; `None` if the game is over by then. Only a line of moves keeps its history.
fn random_plies(mut position: Position, plies: u32, random: &mut impl Rng) -> Option<Position> {
    let is_named = position.plies_made() > 0;
    for _ in 0..plies {
        let &mv = position.legal_moves().choose(random)?;
        position.make(mv);
    }
    if !is_named {
        position = Position::from_fen(&position.shredder_fen()).ok()?;
    }
    position.outcome().is_none().then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::epd;

    #[test]
    fn a_book_is_read() {
        let text = "# comment\n\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";\n\
                    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 7\n";
        let text = format!("{text}8/8 w - -\nk7/8/8/8/8/8/8/7K w - -\n");
        let mut errors = Vec::new();
        let pass_over = |error| errors.push(error);
        let make = |_, epd| Openings::start_of(&epd);
        let positions = epd::read(text.as_bytes(), make, pass_over).unwrap();
        assert_eq!(positions[0], "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert!(positions[1].ends_with(" 3 7"));
        assert_eq!(positions.len(), 2);
        assert!(errors[0].starts_with("line 5: "), "{errors:?}");
        assert_eq!(errors[1..], ["line 6: the game is over there"]);
    }

    /// From here every walk ends in a stalemate or a capture that leaves kings.
    #[test]
    fn a_start_without_a_way_on_is_taken_as_it_is() {
        let fen = "k7/p1K5/P7/8/8/8/8/8 w - - 0 1";
        let openings = Openings::Book(vec![fen.to_string()]);
        let position = openings.draw(60..=61, &mut StdRng::seed_from_u64(1));
        assert!(position.outcome().is_none());
    }

    #[test]
    fn the_same_seed_draws_the_same() {
        for openings in
            [Openings::Standard, Openings::Chess960, Openings::BookLines, Openings::Named]
        {
            let draw = |seed| openings.draw(8..=9, &mut StdRng::seed_from_u64(seed)).fen();
            assert_eq!(draw(1), draw(1));
            assert_ne!(draw(1), draw(2));
        }
    }
}
