//! The 960 starting positions of Chess960.
//! <https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme>

use super::position::Position;

/// The places of the knights among the five squares that bishops and queen leave free, by number /
/// 96.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

impl Position {
    /// The number of starting positions of Chess960.
    pub const CHESS960_STARTS: u32 = 960;

    /// Returns the starting position with this number in Scharnagl's scheme, 0 to 959 (modulo 960).
    ///
    /// ```
    /// use ox88::board::Position;
    /// assert!(Position::chess960(518) == Position::startpos());
    /// ```
    pub fn chess960(number: u32) -> Position {
        let row: String = back_row(number as usize % 960).iter().collect();
        let upper = row.to_uppercase();
        let fen = format!("{row}/pppppppp/8/8/8/8/PPPPPPPP/{upper} w KQkq - 0 1");
        Position::of_sound_fen(&fen)
    }
}

fn back_row(number: usize) -> [char; 8] {
    let mut row = [' '; 8];
    row[2 * (number % 4) + 1] = 'b';
    row[2 * (number / 4 % 4)] = 'b';
    let free = |row: &[char; 8]| -> Vec<usize> { (0..8).filter(|&i| row[i] == ' ').collect() };
    row[free(&row)[number / 16 % 6]] = 'q';
    let left = free(&row);
    let (first, second) = KNIGHTS[number / 96];
    row[left[first]] = 'n';
    row[left[second]] = 'n';
    for (file, letter) in free(&row).into_iter().zip(['r', 'k', 'r']) {
        row[file] = letter;
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn all_differ_and_are_arranged_by_the_rules() {
        let rows: HashSet<[char; 8]> = (0..960).map(back_row).collect();
        assert_eq!(rows.len(), 960);
        for row in rows {
            let places = |letter| -> Vec<usize> { (0..8).filter(|&i| row[i] == letter).collect() };
            let (bishops, rooks, king) = (places('b'), places('r'), places('k')[0]);
            assert_ne!(bishops[0] % 2, bishops[1] % 2);
            assert!(rooks[0] < king && king < rooks[1]);
        }
        assert_eq!(back_row(518).iter().collect::<String>(), "rnbqkbnr");
        assert_eq!(back_row(0).iter().collect::<String>(), "bbqnnrkr");
        assert_eq!(back_row(959).iter().collect::<String>(), "rkrnnqbb");
    }
}
