//! The numbers of squares (a1 = 0, b1 = 1, … h8 = 63), king pairs and pawns, and binomial
//! coefficients.

use std::sync::LazyLock;

/// The number of squares on which pawns can stand.
pub const PAWN_SQUARES: usize = 48;

pub fn file(square: u8) -> u8 {
    square & 7
}

pub fn rank(square: u8) -> u8 {
    square >> 3
}

/// Returns the distance of a file from the nearer edge, 0 to 3.
pub fn folded_file(file: u8) -> u8 {
    file.min(7 - file)
}

/// Returns how far a square is above the diagonal a1 to h8, in ranks; negative below it.
pub fn above_diagonal(square: u8) -> i8 {
    rank(square) as i8 - file(square) as i8
}

/// Returns the number of a square below the diagonal a1 to h8 among all such squares.
pub fn below_diagonal(square: u8) -> u64 {
    let (file, rank) = (u64::from(file(square)), u64::from(rank(square)));
    // The ranks below have 7, 6, … squares there.
    rank * (15 - rank) / 2 + (file - rank - 1)
}

/// Returns the number of a square in the triangle a1, d1, d4, where those on the diagonal are last.
pub fn triangle(square: u8) -> Option<usize> {
    TRIANGLE.iter().position(|&other| other == square)
}

/// Returns the number of ways to choose `chosen` things from `from`.
pub fn binomial(chosen: usize, from: usize) -> u64 {
    let choose = |ways, taken| ways * (from as u64).saturating_sub(taken) / (taken + 1);
    (0..chosen as u64).fold(1, choose)
}

/// The numbers of the placements of so many leading pawns, a table's first group.
pub struct LeadPawns {
    /// The first number by the leading pawn's square.
    pub starts: Vec<u64>,
    /// The count of numbers by the leading pawn's file.
    pub counts: [u64; 4],
}

/// The tables of numbers that positions are indexed by.
pub struct Indices {
    /// The order of the pawns by square; the pawn with the highest number leads.
    pub pawn_order: [u8; 64],
    /// The numbers of placements by the number of leading pawns.
    pub lead_pawns: Vec<LeadPawns>,
    /// The numbers of pairs of kings, by a king's number in the triangle and the other king's
    /// square.
    pub kings: Vec<[Option<u64>; 64]>,
}

/// The squares of the triangle a1, d1, d4 in the order of their numbers: b1, c1, d1, c2, d2, d3,
/// and on the diagonal a1, b2, c3, d4.
const TRIANGLE: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

/// The tables, computed on first use.
pub static INDICES: LazyLock<Indices> = LazyLock::new(|| {
    let pawn_order = pawn_order();
    let lead_pawns = (0..6).map(|count| lead_pawns(count, &pawn_order)).collect();
    Indices { pawn_order, lead_pawns, kings: kings() }
});

/// Numbers the squares of pawns from 47 down: a2, h2, a3, h3, … a7, h7, b2, g2, … d7, e7. The
/// pawns behind a leader have as many squares left as its number.
fn pawn_order() -> [u8; 64] {
    let mut order = [0; 64];
    let mut left = PAWN_SQUARES as u8;
    for file in 0..4 {
        for rank in 1..7 {
            for square in [8 * rank + file, 8 * rank + 7 - file] {
                left -= 1;
                order[square] = left;
            }
        }
    }
    order
}

fn lead_pawns(count: usize, order: &[u8; 64]) -> LeadPawns {
    let mut pawns = LeadPawns { starts: vec![0; 64], counts: [0; 4] };
    let Some(others) = count.checked_sub(1) else {
        return pawns;
    };
    for file in 0..4 {
        for rank in 1..7 {
            let square = 8 * rank + file;
            pawns.starts[square] = pawns.counts[file];
            pawns.counts[file] += binomial(others, usize::from(order[square]));
        }
    }
    pawns
}

/// Numbers pairs of kings that do not touch; those on the diagonal come last.
fn kings() -> Vec<[Option<u64>; 64]> {
    let mut numbers = vec![[None; 64]; TRIANGLE.len()];
    let mut next = 0;
    for both_on_diagonal in [false, true] {
        for (row, first) in TRIANGLE.into_iter().enumerate() {
            for second in 0..64 {
                let touch = file(first).abs_diff(file(second)) < 2
                    && rank(first).abs_diff(rank(second)) < 2;
                let heights = [first, second].map(above_diagonal);
                let is_folded = heights[0] != 0 || heights[1] <= 0;
                if !touch && is_folded && (heights == [0, 0]) == both_on_diagonal {
                    numbers[row][usize::from(second)] = Some(next);
                    next += 1;
                }
            }
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kings_have_462_places() {
        let numbers = INDICES.kings.iter().flatten().flatten();
        assert_eq!(numbers.clone().count(), 462);
        assert_eq!(numbers.max(), Some(&461));
    }
}
