//! The numbering of the positions of a table. The pieces are divided into groups, and each group's
//! placement has a number. The first group has one side's pawns, or three different pieces, or the
//! kings where no three differ; its number makes use of all symmetry. The other groups are the
//! other side's pawns, if any, and the pieces of one kind and side each. A group's number leaves
//! out the squares of the groups before, and a table's own order combines the numbers. White is
//! the first side of the table's name.

use arrayvec::ArrayVec;

use super::MAX_PIECES;
use super::indices::{
    INDICES, PAWN_SQUARES, above_diagonal, below_diagonal, binomial, file, folded_file, rank,
    triangle,
};
use crate::board::{Piece, PieceType};

/// Pieces, in the order of a table.
pub type PieceList = ArrayVec<Piece, { MAX_PIECES as usize }>;
/// The squares of pieces, in the order of a table.
pub type PieceSquareList = ArrayVec<u8, { MAX_PIECES as usize }>;

/// The numbering of placements, for one side to move and, with pawns, one file of the leading pawn.
pub struct Numbering {
    pieces: PieceList,
    lead: Lead,
    /// Whether the second group is the other side's pawns.
    has_other_pawns: bool,
    /// The number of pieces in each group.
    lengths: ArrayVec<usize, { MAX_PIECES as usize }>,
    /// The factors by which the groups' numbers are multiplied.
    factors: [u64; MAX_PIECES as usize],
    /// The count of numbers.
    size: u64,
}

/// The kinds of the first group.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Lead {
    Pawns,
    ThreePieces,
    Kings,
}

/// The number of placements of three different pieces, up to symmetry.
const THREE_PIECES: u64 = 31_332;
/// The number of placements of two kings, up to symmetry.
const TWO_KINGS: u64 = 462;

impl Numbering {
    /// Returns the numbering of two to seven pieces with both kings, or `None` if it is
    /// inconsistent. `order` has the places of the first group and of the other side's pawns,
    /// `file` is the leading pawn's (0 to 3).
    pub fn new(pieces: &[Piece], order: [u8; 2], file: u8) -> Option<Numbering> {
        let pieces: PieceList = pieces.iter().copied().collect();
        let count = |piece: Piece| pieces.iter().filter(|&&other| other == piece).count();
        let is_pawn = |piece: &Piece| piece.piece_type == PieceType::Pawn;
        let is_single = |piece: &Piece| piece.piece_type != PieceType::King && count(*piece) == 1;
        let first = *pieces.first()?;
        let (lead, leaders) = if pieces.iter().any(is_pawn) {
            (Lead::Pawns, count(first))
        } else if pieces.iter().any(is_single) {
            (Lead::ThreePieces, 3)
        } else {
            (Lead::Kings, 2)
        };
        let mut lengths: ArrayVec<usize, { MAX_PIECES as usize }> = ArrayVec::new();
        lengths.push(leaders);
        lengths.extend(pieces.get(leaders..)?.chunk_by(|a, b| a == b).map(<[_]>::len));

        let leading = &pieces[..leaders];
        let is_lead_sound = match lead {
            Lead::Pawns => is_pawn(&first) && leading.iter().all(|&piece| piece == first),
            Lead::ThreePieces => leading.iter().all(|&piece| count(piece) == 1),
            Lead::Kings => leading.iter().all(|piece| piece.piece_type == PieceType::King),
        };
        let other_pawns = Piece { color: !first.color, piece_type: PieceType::Pawn };
        let has_other_pawns = lead == Lead::Pawns && pieces.contains(&other_pawns);
        if !is_lead_sound || (has_other_pawns && pieces[leaders] != other_pawns) {
            return None;
        }

        let lead_count = match lead {
            Lead::Pawns => INDICES.lead_pawns.get(leaders)?.counts[usize::from(file & 3)],
            Lead::ThreePieces => THREE_PIECES,
            Lead::Kings => TWO_KINGS,
        };
        let (factors, size) = factors(&lengths, lead_count, has_other_pawns, order)?;
        Some(Numbering { pieces, lead, has_other_pawns, lengths, factors, size })
    }

    /// Returns the count of numbers.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the pieces in the order of the squares for [`Numbering::number`].
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns the number of a placement, whose squares are in the order of the pieces; `None` if
    /// no position has pieces there.
    pub fn number(&self, mut squares: PieceSquareList) -> Option<u64> {
        if squares.len() != self.pieces.len() {
            return None;
        }
        let first = match self.lead {
            Lead::Pawns => number_of_pawns(&mut squares, self.lengths[0]),
            Lead::ThreePieces => {
                fold_triangle(&mut squares, 3);
                number_of_three(&squares)
            }
            Lead::Kings => {
                fold_triangle(&mut squares, 2);
                INDICES.kings[triangle(squares[0])?][usize::from(squares[1])]
            }
        }?;
        let mut number = first * self.factors[0];
        let mut done = self.lengths[0];
        for (group, &length) in self.lengths.iter().enumerate().skip(1) {
            let (before, here) = squares.split_at_mut(done);
            let here = &mut here[..length];
            here.sort_unstable();
            // No pawn stands on the first rank.
            let absent = if group == 1 && self.has_other_pawns { 8 } else { 0 };
            let mut ways = 0;
            for (index, &square) in here.iter().enumerate() {
                let taken = before.iter().filter(|&&other| other < square).count();
                let place = usize::from(square).checked_sub(taken + absent)?;
                ways += binomial(index + 1, place);
            }
            number += ways * self.factors[group];
            done += length;
        }
        (number < self.size).then_some(number)
    }
}

/// Returns the factors of groups with so many pieces each, and the count of numbers. `order` is
/// that of [`Numbering::new`].
fn factors(
    lengths: &[usize],
    lead_count: u64,
    has_other_pawns: bool,
    order: [u8; 2],
) -> Option<([u64; MAX_PIECES as usize], u64)> {
    let leaders = lengths[0];
    let mut free = 64 - leaders;
    let mut rest = 1;
    if has_other_pawns {
        free -= lengths[1];
        rest = 2;
    }
    let mut factors = [0; MAX_PIECES as usize];
    let mut size = 1u64;
    for place in 0..lengths.len() {
        let (group, count) = if place == usize::from(order[0]) {
            (0, lead_count)
        } else if has_other_pawns && place == usize::from(order[1]) {
            (1, binomial(lengths[1], PAWN_SQUARES - leaders))
        } else {
            let length = *lengths.get(rest)?;
            let count = binomial(length, free);
            free -= length;
            rest += 1;
            (rest - 1, count)
        };
        factors[group] = size;
        size = size.checked_mul(count)?;
    }
    Some((factors, size))
}

/// Returns the folded file, 0 to 3, of the leading pawn, which is nearest the edge, then nearest
/// the first rank.
pub fn leading_file(pawns: impl Iterator<Item = u8>) -> u8 {
    let lead = pawns.max_by_key(|&square| INDICES.pawn_order[usize::from(square & 63)]);
    lead.map_or(0, |square| folded_file(file(square)))
}

fn mirror_files(squares: &mut [u8]) {
    squares.iter_mut().for_each(|square| *square ^= 7);
}

/// Mirrors the leading pawn to the left half, and numbers the leading pawns, which stand first.
fn number_of_pawns(squares: &mut PieceSquareList, count: usize) -> Option<u64> {
    let order = |square: &u8| INDICES.pawn_order[usize::from(*square)];
    let pawns = squares.get(..count)?;
    if pawns.iter().any(|&pawn| !(1..7).contains(&rank(pawn))) {
        return None;
    }
    let lead = pawns.iter().copied().max_by_key(order)?;
    if file(lead) > 3 {
        mirror_files(squares);
    }
    squares[..count].sort_unstable_by_key(order);
    let (lead, others) = squares[..count].split_last()?;
    let start = INDICES.lead_pawns.get(count)?.starts[usize::from(*lead)];
    let more = others
        .iter()
        .enumerate()
        .map(|(index, pawn)| binomial(index + 1, usize::from(order(pawn))));
    Some(start + more.sum::<u64>())
}

/// Mirrors the first piece into the triangle a1, d1, d4, and the first leader off the diagonal
/// below it.
fn fold_triangle(squares: &mut PieceSquareList, leaders: usize) {
    if file(squares[0]) > 3 {
        mirror_files(squares);
    }
    if rank(squares[0]) > 3 {
        squares.iter_mut().for_each(|square| *square ^= 56);
    }
    let off_diagonal = squares[..leaders]
        .iter()
        .map(|&square| above_diagonal(square))
        .find(|&distance| distance != 0);
    if off_diagonal.is_some_and(|distance| distance > 0) {
        for square in squares {
            *square = file(*square) << 3 | rank(*square);
        }
    }
}

/// Numbers three different pieces. The first piece stands in the triangle: on one of its six
/// squares below the diagonal, or on one of its four squares on the diagonal. If a later piece is
/// the first off the diagonal, it has 28 squares below the diagonal. The pieces after it have all
/// free squares, 63 or 62; the pieces before it have the free squares of the diagonal, 7 or 6.
fn number_of_three(squares: &[u8]) -> Option<u64> {
    let &[a, b, c, ..] = squares else {
        return None;
    };
    let along = |square: u8| u64::from(rank(square));
    // Squares of the pieces before, among those with lower numbers.
    let taken_b = u64::from(b > a);
    let taken_c = u64::from(c > a) + u64::from(c > b);
    // The first off the diagonal is the first piece, the second, the third, or none.
    Some(if above_diagonal(a) != 0 {
        (triangle(a)? as u64 * 63 + u64::from(b) - taken_b) * 62 + u64::from(c) - taken_c
    } else if above_diagonal(b) != 0 {
        (6 * 63 + along(a) * 28 + below_diagonal(b)) * 62 + u64::from(c) - taken_c
    } else if above_diagonal(c) != 0 {
        let start = (6 * 63 + 4 * 28) * 62;
        start + (along(a) * 7 + along(b) - taken_b) * 28 + below_diagonal(c)
    } else {
        let start = (6 * 63 + 4 * 28) * 62 + 4 * 7 * 28;
        start + (along(a) * 7 + along(b) - taken_b) * 6 + along(c) - taken_c
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(letters: &str) -> Vec<Piece> {
        letters.chars().filter_map(Piece::from_letter).collect()
    }

    #[test]
    fn mirrored_pieces_have_the_same_number() {
        let numbering = Numbering::new(&pieces("KQkr"), [0, 15], 0).unwrap();
        let squares = [11, 38, 60, 7];
        let number = |turn: fn(u8) -> u8| numbering.number(squares.map(turn).into_iter().collect());
        let plain = number(|square| square);
        assert!(plain.is_some());
        assert_eq!(number(|square| square ^ 7), plain);
        assert_eq!(number(|square| square ^ 56), plain);
        assert_eq!(number(|square| file(square) << 3 | rank(square)), plain);
    }

    #[test]
    fn numbers_fill_their_range() {
        for (letters, order) in [("KNkn", [0, 15]), ("PpKk", [0, 1]), ("KkNN", [1, 15])] {
            let has_pawns = letters.starts_with('P');
            let numberings: Vec<Numbering> = (0..if has_pawns { 4 } else { 1 })
                .map(|file| Numbering::new(&pieces(letters), order, file).unwrap())
                .collect();
            let unseen = |numbering: &Numbering| vec![false; numbering.size() as usize];
            let mut seen: Vec<Vec<bool>> = numberings.iter().map(unseen).collect();
            for code in 0..1 << 24 {
                let squares = [0, 6, 12, 18].map(|bit| (code >> bit & 63) as u8);
                let is_shared = (1..4).any(|n| squares[..n].contains(&squares[n]));
                let is_pawn_on_edge = |&square: &u8| !(8..56).contains(&square);
                if is_shared || (has_pawns && squares[..2].iter().any(is_pawn_on_edge)) {
                    continue;
                }
                let part = if has_pawns {
                    usize::from(leading_file(squares.into_iter().take(1)))
                } else {
                    0
                };
                if let Some(number) = numberings[part].number(squares.into_iter().collect()) {
                    seen[part][number as usize] = true;
                }
            }
            assert!(seen.iter().flatten().all(|&is_seen| is_seen), "{letters}");
        }
    }

    #[test]
    fn senseless_orders_are_refused() {
        let sensible = |letters: &str, order| Numbering::new(&pieces(letters), order, 0).is_some();
        assert!(sensible("PPpKk", [0, 1]));
        assert!(!sensible("PPKpk", [0, 1]));
        assert!(!sensible("KQk", [5, 15]));
        assert!(!sensible("PpKk", [1, 1]));
        assert!(!sensible("KPk", [0, 15]));
        assert!(!sensible("", [0, 15]));
    }
}
