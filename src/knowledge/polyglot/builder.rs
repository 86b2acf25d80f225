//! Building books from games.

use std::collections::{HashMap, HashSet};

use super::entry::{BookEntry, EntryMove};
use super::key::BookKey;
use crate::knowledge::pgn::PgnGame;

/// Collects moves for a book.
///
/// ```
/// use ox88::board::Position;
/// use ox88::knowledge::pgn::Games;
/// use ox88::knowledge::polyglot::{Book, Builder};
/// let mut builder = Builder::default();
/// for game in Games::new("1. e4 e5 2. Nf3 1-0".as_bytes()) {
///     builder.add_game(&game.unwrap().unwrap(), 2);
/// }
/// let book = Book::from_entries(builder.entries(1));
/// let moves = book.moves(&Position::startpos());
/// assert_eq!((moves.len(), moves[0].weight), (1, 2));
/// ```
#[derive(Default, Debug)]
pub struct Builder {
    /// The number of games in which each move was played, and the points of the sides that played
    /// it.
    counts: HashMap<(BookKey, EntryMove), (u32, u64)>,
}

impl Builder {
    /// Adds the first `plies` moves of a game: two points for a winner's move, one in a draw and in
    /// a game without result.
    pub fn add_game(&mut self, game: &PgnGame, plies: usize) {
        let mut position = game.start.clone();
        // A move that is repeated in the same position counts once for a game.
        let mut played = HashSet::new();
        for &mv in game.moves.iter().take(plies) {
            let side = position.side_to_move();
            let points = game.result.map_or(1, |result| result.half_points(side));
            let (key, entry_move) = (BookKey::of(&position), EntryMove::of(mv));
            if !mv.is_none() && played.insert((key, entry_move)) {
                self.add_move(key, entry_move, points.into());
            }
            position.make_or_pass(mv);
        }
    }

    /// Adds a move that was played once, in the position with this key, and scored so many points.
    pub fn add_move(&mut self, key: BookKey, mv: EntryMove, points: u64) {
        let (games, sum) = self.counts.entry((key, mv)).or_default();
        *games = games.saturating_add(1);
        *sum = sum.saturating_add(points);
    }

    /// Returns the moves with at least `min_games` games and one point, sorted by their positions,
    /// and the best of each first. Weights are points, scaled where they are too large.
    pub fn entries(self, min_games: u32) -> Vec<BookEntry> {
        let mut moves: Vec<(BookKey, EntryMove, u64)> = self
            .counts
            .into_iter()
            .filter(|&(_, (games, points))| games >= min_games && points > 0)
            .map(|((key, mv), (_, points))| (key, mv, points))
            .collect();
        moves.sort_unstable_by_key(|&(key, mv, points)| (key, std::cmp::Reverse(points), mv));
        moves
            .chunk_by(|one, other| one.0 == other.0)
            .flat_map(|moves| {
                let (_, _, most) = moves[0];
                moves.iter().map(move |&(key, mv, points)| BookEntry {
                    key,
                    mv,
                    weight: weight(points, most),
                })
            })
            .collect()
    }
}

/// Returns the weight of a move with these points, scaled so that the largest weight of the
/// position fits 16 bits. Any points give at least 1.
fn weight(points: u64, most: u64) -> u16 {
    const LIMIT: u128 = u16::MAX as u128;
    let (points, most) = (u128::from(points), u128::from(most));
    (points * most.min(LIMIT) / most).clamp(1, LIMIT) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::knowledge::pgn::Games;

    #[test]
    fn a_repetition_within_a_game_counts_once() {
        let text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 1-0";
        let built = |min_games| {
            let mut builder = Builder::default();
            for game in Games::new(text.as_bytes()) {
                builder.add_game(&game.unwrap().unwrap(), 40);
            }
            builder.entries(min_games)
        };
        // White's Nf3, Ng1 and e4; Black lost.
        let weights: Vec<u16> = built(1).iter().map(|entry| entry.weight).collect();
        assert_eq!(weights, [2, 2, 2]);
        assert!(built(2).is_empty());
    }

    #[test]
    fn weights_fit_16_bits() {
        assert_eq!(weight(7, 65_535), 7);
        assert_eq!(weight(65_535, 65_535), 65_535);
        assert_eq!(weight(200_000, 200_000), 65_535);
        assert_eq!(weight(100_000, 200_000), 32_767);
        assert_eq!(weight(1, u64::MAX), 1);
    }

    #[test]
    fn entries_are_in_order_and_rare_moves_left_out() {
        let start = Position::startpos();
        let key = BookKey::of(&start);
        let mut builder = Builder::default();
        let mv = |name: &str| EntryMove::of(start.parse_san(name).unwrap());
        for (name, points) in [("e4", 1), ("d4", 2), ("e4", 0), ("d4", 2), ("c4", 2)] {
            builder.add_move(key, mv(name), points);
        }
        builder.add_move(key, mv("f3"), 0);
        builder.add_move(key, mv("f3"), 0);
        let weights: Vec<(EntryMove, u16)> =
            builder.entries(2).iter().map(|entry| (entry.mv, entry.weight)).collect();
        assert_eq!(weights, [(mv("d4"), 4), (mv("e4"), 1)]);
    }
}
