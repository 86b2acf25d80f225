//! A file of WDL or DTZ values for one material.

use std::path::Path;
use std::sync::Arc;

use arrayvec::ArrayVec;

use super::MAX_PIECES;
use super::bytes::{Bytes, Fault, Reader};
use super::material::MaterialSignature;
use super::numbering::{Numbering, PieceList, PieceSquareList, leading_file};
use super::pages::PageCache;
use super::pairs::{ALIGNMENT, Pairs};
use super::wdl::Wdl;
use crate::board::{Color, Piece, PieceType, Position};

/// The two kinds of tables.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Tables of results.
    Wdl,
    /// Tables of distances.
    Dtz,
}

impl Kind {
    /// Returns the extension of the files of this kind.
    pub fn extension(self) -> &'static str {
        match self {
            Kind::Wdl => "rtbw",
            Kind::Dtz => "rtbz",
        }
    }

    /// Returns the first bytes of the files of this kind.
    fn magic(self) -> [u8; 4] {
        match self {
            Kind::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Kind::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// The bytes of the checksum at the end of a file, which is not verified.
const CHECKSUM: u64 = 16;

/// A table.
pub struct TableFile {
    bytes: Bytes,
    material: MaterialSignature,
    /// The number of sides to move that the table has, 1 or 2.
    sides: usize,
    /// The parts by file of the leading pawn, where there are pawns, then by side.
    parts: Vec<Part>,
}

/// The values for one side to move and, with pawns, one file of the leading pawn.
struct Part {
    numbering: Numbering,
    pairs: Pairs,
    flags: u8,
    /// The mapped values of wins, losses, cursed wins and blessed losses.
    maps: Option<[Vec<u16>; 4]>,
}

impl Part {
    // Flags of DTZ tables.
    const BLACK_TO_MOVE: u8 = 1;
    const MAPPED: u8 = 2;
    const WINS_IN_PLIES: u8 = 4;
    const LOSSES_IN_PLIES: u8 = 8;
    const WIDE_MAPS: u8 = 16;

    /// Returns the distance in plies that a value of a DTZ table stands for.
    fn distance(&self, value: u16, wdl: Wdl) -> Result<i32, Fault> {
        let (map, in_plies) = match wdl {
            Wdl::Loss => (1, Part::LOSSES_IN_PLIES),
            Wdl::BlessedLoss => (3, 0),
            Wdl::Win => (0, Part::WINS_IN_PLIES),
            _ => (2, 0),
        };
        let value = match &self.maps {
            Some(maps) => *maps[map]
                .get(usize::from(value))
                .ok_or(Fault::Corrupt("a value beyond its map"))?,
            None => value,
        };
        let scale = if self.flags & in_plies != 0 { 1 } else { 2 };
        Ok(i32::from(value) * scale + 1)
    }
}

/// A position seen so that the first side of a table's name is White.
struct TableView {
    pieces: ArrayVec<(Piece, u8), { MAX_PIECES as usize }>,
    to_move: Color,
}

impl TableView {
    /// Returns the view of a position with the table's material or its reverse; symmetric material
    /// is seen with White to move.
    fn of(position: &Position, material: MaterialSignature) -> TableView {
        let is_symmetric = material == material.flipped();
        let is_turned = if is_symmetric {
            position.side_to_move() == Color::Black
        } else {
            MaterialSignature::of(position) != material
        };
        let turn = |color: Color| if is_turned { !color } else { color };
        let pieces = position.all_pieces().map(|(square, piece)| {
            let seen = Piece { color: turn(piece.color), ..piece };
            let square = if is_turned { square.mirror() } else { square };
            (seen, square.dense())
        });
        TableView { pieces: pieces.collect(), to_move: turn(position.side_to_move()) }
    }

    /// Returns the squares of these pieces; `None` where one of them is missing.
    fn squares(&self, pieces: &[Piece]) -> Option<PieceSquareList> {
        let mut left = self.pieces.clone();
        let mut take = |piece: &Piece| {
            let place = left.iter().position(|(other, _)| other == piece)?;
            Some(left.remove(place).1)
        };
        pieces.iter().map(&mut take).collect()
    }
}

impl TableFile {
    /// Opens a file and checks its form. One of up to `in_memory` bytes is kept in memory, a larger
    /// one is read by pages.
    pub fn open(
        path: &Path,
        material: MaterialSignature,
        kind: Kind,
        in_memory: u64,
        pages: &Arc<PageCache>,
    ) -> Result<TableFile, Fault> {
        let bytes = Bytes::open(path, in_memory, pages)?;
        let mut reader = bytes.reader()?;
        match reader.take(4) {
            Ok(magic) if magic == kind.magic() => (),
            Err(Fault::Io(error)) => return Err(Fault::Io(error)),
            _ => return Err(Fault::NoTable),
        }
        let layout = reader.u8()?;
        let is_split = layout & 1 != 0;
        let has_pawns = layout & 2 != 0;
        if is_split != (material != material.flipped())
            || has_pawns != Color::ALL.into_iter().any(|color| material.has_pawns_of(color))
        {
            return Err(Fault::Corrupt("not the material of its name"));
        }
        let sides = if is_split && kind == Kind::Wdl { 2 } else { 1 };
        let files = if has_pawns { 4 } else { 1 };
        let mut numberings = Vec::new();
        for file in 0..files {
            let both = read_numberings(&mut reader, material, file)?;
            numberings.extend(both.into_iter().take(sides));
        }
        reader.align()?;
        let mut parts = Vec::new();
        for numbering in numberings {
            let numbering = numbering.ok_or(Fault::Corrupt("pieces in an impossible order"))?;
            let (pairs, flags) = Pairs::read(&mut reader, numbering.size())?;
            parts.push(Part { numbering, pairs, flags, maps: None });
        }
        if kind == Kind::Dtz {
            for part in &mut parts {
                part.maps = read_maps(&mut reader, part.flags)?;
            }
            reader.align()?;
        }
        let at = reader.at();
        drop(reader);
        let end = Pairs::place(parts.iter_mut().map(|part| &mut part.pairs), at)?;
        let expected = end.next_multiple_of(ALIGNMENT) + CHECKSUM;
        if bytes.len() != expected {
            return Err(Fault::Length { actual: bytes.len(), expected });
        }
        Ok(TableFile { bytes, material, sides, parts })
    }

    /// Returns the part for a position.
    fn part(&self, view: &TableView) -> Result<&Part, Fault> {
        let file = match self.parts.first().map(|part| part.numbering.pieces()) {
            Some([first, ..]) if first.piece_type == PieceType::Pawn => {
                let pawns = view.pieces.iter().filter(|(piece, _)| piece == first);
                usize::from(leading_file(pawns.map(|(_, square)| *square)))
            }
            _ => 0,
        };
        let side = match self.sides {
            1 => 0,
            _ => view.to_move.index(),
        };
        let part = self.parts.get(file * self.sides + side);
        part.ok_or(Fault::Corrupt("a part too few"))
    }

    /// Returns the value of a position in its part.
    fn value(&self, part: &Part, view: &TableView) -> Result<u16, Fault> {
        let mismatch = || Fault::Corrupt("a position without number");
        let squares = view.squares(part.numbering.pieces()).ok_or_else(mismatch)?;
        let number = part.numbering.number(squares).ok_or_else(mismatch)?;
        part.pairs.value(&self.bytes, number)
    }

    /// Returns the result for the side to move. The position has the table's material, or its
    /// reverse.
    pub fn wdl(&self, position: &Position) -> Result<Wdl, Fault> {
        let view = TableView::of(position, self.material);
        let value = self.value(self.part(&view)?, &view)?;
        let wdl = Wdl::ALL.get(usize::from(value));
        wdl.copied().ok_or(Fault::Corrupt("a value of no meaning"))
    }

    /// Returns the distance in plies, for a result that is no draw; `None` where the table is for
    /// the other side to move.
    pub fn distance(&self, position: &Position, wdl: Wdl) -> Result<Option<i32>, Fault> {
        let view = TableView::of(position, self.material);
        let part = self.part(&view)?;
        // Symmetric material is always seen as White's move, and the flag has no meaning.
        let is_for_both = self.material == self.material.flipped();
        let side = part.flags & Part::BLACK_TO_MOVE;
        let is_for_mover = usize::from(side) == view.to_move.index();
        if !(is_for_both || is_for_mover) {
            return Ok(None);
        }
        let value = self.value(part, &view)?;
        part.distance(value, wdl).map(Some)
    }
}

/// Reads how both sides' parts number placements; `None` for a side whose pieces are not those of
/// the material, or in an impossible order.
fn read_numberings(
    reader: &mut Reader,
    material: MaterialSignature,
    file: u8,
) -> Result<[Option<Numbering>; 2], Fault> {
    let orders = if Color::ALL.into_iter().all(|color| material.has_pawns_of(color)) {
        [reader.u8()?, reader.u8()?]
    } else {
        [reader.u8()?, 0xff]
    };
    let codes = reader.take(material.pieces() as usize)?;
    let numbering = |bits: u32| {
        let mut pieces = PieceList::new();
        let mut found = MaterialSignature::KINGS;
        for code in &codes {
            let piece = piece(code >> bits & 15)?;
            if piece.piece_type != PieceType::King {
                found.add(piece.color, piece.piece_type);
            } else if pieces.contains(&piece) {
                return None;
            }
            pieces.push(piece);
        }
        if found != material {
            return None;
        }
        Numbering::new(&pieces, orders.map(|order| order >> bits & 15), file)
    };
    Ok([numbering(0), numbering(4)])
}

/// Returns the piece of a code, which has its type from 1 on, and 8 for Black.
fn piece(code: u8) -> Option<Piece> {
    let piece_type = *PieceType::ALL.get(usize::from(code & 7).checked_sub(1)?)?;
    let color = Color::ALL[usize::from(code >> 3 & 1)];
    Some(Piece { color, piece_type })
}

/// Reads the maps of a part's values, if it has any.
fn read_maps(reader: &mut Reader, flags: u8) -> Result<Option<[Vec<u16>; 4]>, Fault> {
    if flags & Part::MAPPED == 0 {
        return Ok(None);
    }
    let is_wide = flags & Part::WIDE_MAPS != 0;
    if is_wide {
        reader.align()?;
    }
    let mut maps = [(); 4].map(|()| Vec::new());
    for map in &mut maps {
        *map = if is_wide {
            let count = reader.u16()?;
            (0..count).map(|_| reader.u16()).collect::<Result<_, _>>()?
        } else {
            let count = usize::from(reader.u8()?);
            reader.take(count)?.iter().map(|&v| u16::from(v)).collect()
        };
    }
    Ok(Some(maps))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_file_are_as_good_as_the_whole() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/syzygy");
        if !folder.is_dir() {
            return println!("skipped: {} is not here", folder.display());
        }
        let material = MaterialSignature::from_name("KQvKP").unwrap();
        let pages = Arc::default();
        let open = |kind: Kind, in_memory| {
            let path = folder.join("KQvKP").with_extension(kind.extension());
            TableFile::open(&path, material, kind, in_memory, &pages).unwrap()
        };
        let [wdl, dtz] = [Kind::Wdl, Kind::Dtz].map(|kind| [0, u64::MAX].map(|m| open(kind, m)));
        assert!(matches!(wdl[0].bytes, Bytes::File { .. }));
        assert!(matches!(wdl[1].bytes, Bytes::Memory(_)));
        let mut wins = 0;
        for (queen, pawn) in (0..8).flat_map(|queen| (0..8).map(move |pawn| (queen, pawn))) {
            let row =
                |pieces: char, file: u8| format!("{file}{pieces}{}", 7 - file).replace('0', "");
            let (queen, pawn) = (row('Q', queen), row('p', pawn));
            for side in ['w', 'b'] {
                let fen = format!("7K/8/{queen}/8/{pawn}/8/8/k7 {side} - - 0 1");
                let Ok(position) = Position::from_fen(&fen) else {
                    continue;
                };
                let [parts, whole] = wdl.each_ref().map(|table| table.wdl(&position).unwrap());
                assert_eq!(parts, whole, "{fen}");
                if whole != Wdl::Draw {
                    wins += 1;
                    let [parts, whole] =
                        dtz.each_ref().map(|table| table.distance(&position, whole).unwrap());
                    assert_eq!(parts, whole, "{fen}");
                }
            }
        }
        assert!(wins > 50, "{wins}");
    }
}
