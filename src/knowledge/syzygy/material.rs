//! Material signatures, after which tables are named.

use super::MAX_PIECES;
use crate::board::{Color, PieceType, Position};

/// The numbers of pieces of each type and side without kings; White's are in the lower half.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct MaterialSignature(u64);

/// The bits of a side.
const SIDE_BITS: u32 = 32;

/// The bits of the number of pieces of a type.
const COUNT_BITS: u32 = 4;

/// Returns the place of the number of pieces of this type.
fn shift(color: Color, piece_type: PieceType) -> u32 {
    SIDE_BITS * color.index() as u32 + COUNT_BITS * piece_type.index() as u32
}

const PIECE_TYPES: [PieceType; 5] =
    [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

impl MaterialSignature {
    /// The signature of bare kings.
    pub const KINGS: MaterialSignature = MaterialSignature(0);

    pub fn of(position: &Position) -> MaterialSignature {
        let mut material = MaterialSignature::KINGS;
        for color in Color::ALL {
            for piece_type in PIECE_TYPES {
                let count = u64::from(position.count(color, piece_type));
                material.0 |= count << shift(color, piece_type);
            }
        }
        material
    }

    /// Reads a name like `KQPvKR`, which has White's pieces first.
    pub fn from_name(name: &str) -> Option<MaterialSignature> {
        let (white, black) = name.split_once('v')?;
        let mut material = MaterialSignature::KINGS;
        for (color, letters) in [(Color::White, white), (Color::Black, black)] {
            for letter in letters.strip_prefix('K')?.chars() {
                let piece_type = PIECE_TYPES
                    .into_iter()
                    .find(|piece_type| piece_type.letter().to_ascii_uppercase() == letter)?;
                if material.pieces() == MAX_PIECES {
                    return None;
                }
                material.add(color, piece_type);
            }
        }
        Some(material)
    }

    pub fn add(&mut self, color: Color, piece_type: PieceType) {
        self.0 += 1 << shift(color, piece_type);
    }

    /// Returns the material with the colours exchanged.
    #[must_use]
    pub fn flipped(self) -> MaterialSignature {
        MaterialSignature(self.0.rotate_left(SIDE_BITS))
    }

    /// Returns the number of all pieces, kings included.
    pub fn pieces(self) -> u32 {
        let of =
            |color| PIECE_TYPES.map(|piece_type| self.count(color, piece_type)).iter().sum::<u32>();
        2 + of(Color::White) + of(Color::Black)
    }

    pub fn count(self, color: Color, piece_type: PieceType) -> u32 {
        (self.0 >> shift(color, piece_type)) as u32 & ((1 << COUNT_BITS) - 1)
    }

    pub fn has_pawns(self) -> bool {
        let has = |color| self.count(color, PieceType::Pawn) > 0;
        Color::ALL.into_iter().any(has)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_material() {
        let of = |fen: &str| Some(MaterialSignature::of(&Position::from_fen(fen).unwrap()));
        let name = MaterialSignature::from_name;
        assert_eq!(name("KQPvKR"), of("4k2r/8/8/8/8/8/P7/4K2Q w - - 0 1"));
        assert_eq!(name("KvK"), Some(MaterialSignature::KINGS));
        assert_eq!(name("KNNvKP").map(MaterialSignature::pieces), Some(5));
        assert_eq!(name("KRvKN").map(MaterialSignature::flipped), name("KNvKR"));
        for wrong in ["", "KQ", "QvK", "KQvR", "KQKvK", "kqvk", "KXvK", "KQQQQQQvK"] {
            assert_eq!(name(wrong), None, "{wrong}");
        }
    }
}
