//! Openings: known positions that games start from, and random moves after them, without which the
//! same starts come again.

use std::ops::RangeInclusive;

use rand::prelude::*;

use super::OpeningLine;
use crate::board::Position;
use crate::knowledge::epd::Epd;

/// Random plies that end the game are made anew, this many times at most; then a start is taken
/// without them.
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
    /// The ends of all lines that the program knows, equally likely.
    AllLines,
    /// FENs from a file, with equal probability.
    Book(Vec<String>),
}

impl Openings {
    /// Returns the FEN of a start, from its line in a file.
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

    /// Returns how many starts there are.
    pub fn count(&self) -> usize {
        match self {
            Openings::Standard => 1,
            Openings::Chess960 => Position::CHESS960_STARTS as usize,
            Openings::BookLines | Openings::AllLines => self.lines().count(),
            // Without any, games start from the initial position.
            Openings::Book(fens) => fens.len().max(1),
        }
    }

    /// Makes this many random plies from the start with this number, which counts from 0. Returns
    /// the position after them, in which the game is not over.
    pub fn nth(&self, number: usize, plies: u32, random: &mut impl Rng) -> Position {
        let start = match self {
            Openings::Standard => Position::startpos(),
            Openings::Chess960 => Position::chess960(number as u32),
            Openings::BookLines | Openings::AllLines => end_of(self.lines().nth(number)),
            Openings::Book(fens) => position_of(fens.get(number)),
        };
        let walk = |_| random_plies(start.clone(), plies, random);
        (0..ATTEMPTS).find_map(walk).unwrap_or(start)
    }

    /// Draws a start, and how many random plies to make from it; all these numbers are equally likely.
    /// Returns the position after them, in which the game is not over.
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
            Openings::Chess960 => {
                Position::chess960(random.random_range(0..Position::CHESS960_STARTS))
            }
            Openings::BookLines | Openings::AllLines => end_of(self.lines().choose(random)),
            Openings::Book(fens) => position_of(fens.choose(random)),
        }
    }

    /// Returns the lines at whose ends games start.
    fn lines(&self) -> impl Iterator<Item = &'static OpeningLine> {
        let is_any = matches!(self, Openings::AllLines);
        super::lines().iter().filter(move |line| is_any || line.weight > 0)
    }
}

/// Returns the position at the end of a line, with the moves before.
fn end_of(line: Option<&OpeningLine>) -> Position {
    let mut position = Position::startpos();
    for &mv in line.iter().flat_map(|line| &line.moves) {
        position.make(mv);
    }
    position
}

fn position_of(fen: Option<&String>) -> Position {
    fen.and_then(|fen| Position::from_fen(fen).ok()).unwrap_or_else(Position::startpos)
}

/// Returns the seed of a game, from the run's seed and the game's number.
pub(crate) fn game_seed(seed: u64, number: u64) -> u64 {
    // The golden ratio spreads neighbouring seeds.
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number)
}

/// Makes random moves; `None` if the game is over by then. Only a line of moves keeps its history.
fn random_plies(mut position: Position, plies: u32, random: &mut impl Rng) -> Option<Position> {
    let is_line = position.plies_made() > 0;
    for _ in 0..plies {
        let &mv = position.legal_moves().choose(random)?;
        position.make(mv);
    }
    if !is_line {
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
                    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 7\n\
                    8/8 w - -\nk7/8/8/8/8/8/8/7K w - -\n";
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

    /// The only move takes the queen, and leaves bare kings.
    #[test]
    fn a_start_without_a_way_on_is_taken_as_it_is() {
        let fen = "7k/8/8/8/8/8/1q6/K7 w - - 0 1";
        let openings = Openings::Book(vec![fen.to_string()]);
        let random = &mut StdRng::seed_from_u64(1);
        assert_eq!(openings.draw(1..=2, random).fen(), fen);
        assert_eq!(openings.nth(0, 1, random).fen(), fen);
    }

    #[test]
    fn the_same_seed_draws_the_same() {
        for openings in
            [Openings::Standard, Openings::Chess960, Openings::BookLines, Openings::AllLines]
        {
            let draw = |seed| openings.draw(8..=9, &mut StdRng::seed_from_u64(seed)).fen();
            assert_eq!(draw(1), draw(1));
            assert_ne!(draw(1), draw(2));
        }
    }
}
