//! Which men there are: what a table's file is named by.

use super::MOST_MEN;
use crate::board::{Color, PieceKind, Position};

/// How many men of each kind each side has, beside its king.
///
/// Four bits for each kind, White's in the lower half.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Material(u64);

const SIDE_BITS: u32 = 32;

fn shift(color: Color, kind: PieceKind) -> u32 {
    SIDE_BITS * color.index() as u32 + 4 * kind.index() as u32
}

const KINDS: [PieceKind; 5] = [
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
];

impl Material {
    /// Kings alone.
    pub const KINGS: Material = Material(0);

    /// That of a position.
    pub fn of(position: &Position) -> Material {
        let mut material = Material::KINGS;
        for color in Color::ALL {
            for kind in KINDS {
                let count = u64::from(position.count(color, kind));
                material.0 |= count << shift(color, kind);
            }
        }
        material
    }

    /// That of a name like `KQPvKR`, White's men first.
    pub fn from_name(name: &str) -> Option<Material> {
        let (white, black) = name.split_once('v')?;
        let mut material = Material::KINGS;
        for (color, letters) in [(Color::White, white), (Color::Black, black)] {
            for letter in letters.strip_prefix('K')?.chars() {
                let kind = KINDS
                    .into_iter()
                    .find(|kind| kind.letter().to_ascii_uppercase() == letter)?;
                if material.men() == MOST_MEN {
                    return None;
                }
                material.add(color, kind);
            }
        }
        Some(material)
    }

    /// One man more.
    pub fn add(&mut self, color: Color, kind: PieceKind) {
        self.0 += 1 << shift(color, kind);
    }

    /// The same with the sides changed.
    #[must_use]
    pub fn flipped(self) -> Material {
        Material(self.0.rotate_left(SIDE_BITS))
    }

    /// Number of men, kings included.
    pub fn men(self) -> u32 {
        let of = |color| {
            KINDS
                .map(|kind| self.count(color, kind))
                .iter()
                .sum::<u32>()
        };
        2 + of(Color::White) + of(Color::Black)
    }

    /// Number of a side's men of this kind.
    pub fn count(self, color: Color, kind: PieceKind) -> u32 {
        (self.0 >> shift(color, kind) & 15) as u32
    }

    /// Whether there are pawns.
    pub fn has_pawns(self) -> bool {
        let has = |color| self.count(color, PieceKind::Pawn) > 0;
        Color::ALL.into_iter().any(has)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_material() {
        let of = |fen: &str| Some(Material::of(&Position::from_fen(fen).unwrap()));
        let name = Material::from_name;
        assert_eq!(name("KQPvKR"), of("4k2r/8/8/8/8/8/P7/4K2Q w - - 0 1"));
        assert_eq!(name("KvK"), Some(Material::KINGS));
        assert_eq!(name("KNNvKP").map(Material::men), Some(5));
        assert_eq!(name("KRvKN").map(Material::flipped), name("KNvKR"));
        for wrong in [
            "",
            "KQ",
            "QvK",
            "KQvR",
            "KQKvK",
            "kqvk",
            "KXvK",
            "KQQQQQQvK",
        ] {
            assert_eq!(name(wrong), None, "{wrong}");
        }
    }
}
