//! Material signatures, after which tables are named.

use super::MAX_PIECES;
use crate::board::{Color, PieceType, Position};

/// The numbers of pieces without kings, by side, White first, and by type.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct MaterialSignature([[u8; PIECE_TYPES.len()]; 2]);

/// The types of pieces, in the order of [`PieceType::ordinal`].
const PIECE_TYPES: [PieceType; 5] =
    [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

impl MaterialSignature {
    /// The signature of bare kings.
    pub const KINGS: MaterialSignature = MaterialSignature([[0; PIECE_TYPES.len()]; 2]);

    pub fn of(position: &Position) -> MaterialSignature {
        let count = |color| PIECE_TYPES.map(|piece_type| position.count(color, piece_type) as u8);
        MaterialSignature(Color::ALL.map(count))
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
        self.0[color.index()][piece_type.ordinal()] += 1;
    }

    /// Returns the material with the colours exchanged.
    #[must_use]
    pub fn flipped(self) -> MaterialSignature {
        let [white, black] = self.0;
        MaterialSignature([black, white])
    }

    /// Returns the number of all pieces, kings included.
    pub fn pieces(self) -> u32 {
        2 + self.0.iter().flatten().map(|&count| u32::from(count)).sum::<u32>()
    }

    pub fn has_pawns_of(self, color: Color) -> bool {
        self.0[color.index()][PieceType::Pawn.ordinal()] > 0
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
