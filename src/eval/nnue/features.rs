//! The inputs of the network: one for each piece on each square, by what attacks and defends it. A
//! side sees the board from its own end, mirrored so that its king is on the files a to d. Only
//! this file decides how inputs are numbered and when a view is mirrored.

use super::simd::{Aligned, InputNumbers, Simd};
use crate::board::{Attacks, Color, Piece, PieceType, Position, Square, attacked_squares};

/// The number of pairs of a piece, of either side, and a square.
pub const PLACEMENTS: usize = 2 * 6 * 64;

/// The number of threat buckets. A piece is not attacked by the other side, attacked, or threatened:
/// attacked by a pawn or by a piece that is worth less. It is not defended by its own side,
/// defended, or defended by a pawn.
pub const THREAT_BUCKETS: usize = 9;
/// The distance between the threat buckets of a piece that is not attacked, of an attacked one, and
/// of a threatened one.
const ATTACK_STEP: usize = 3;
/// The distance between the threat buckets of a piece that is not defended, of a defended one, and of
/// one that a pawn defends.
const DEFENCE_STEP: usize = 1;

/// The number of inputs of a view. They are ordered by threat bucket, then by piece, then by square.
pub const INPUTS: usize = THREAT_BUCKETS * PLACEMENTS;

/// The board as one side sees it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct View {
    side: Color,
    /// The number that turns the dense number of a square into the view's by XOR: 56 mirrors the
    /// ranks, 7 the files.
    flip: u8,
}

impl View {
    /// Returns the view of a side with its king here.
    #[inline(always)]
    pub fn new(side: Color, king: Square) -> View {
        let turn = match side {
            Color::White => 0,
            Color::Black => 56,
        };
        let mirror = if king.file() >= 4 { 7 } else { 0 };
        View { side, flip: turn ^ mirror }
    }

    /// Returns the index of the view among the four: by its side, and by whether the files are
    /// mirrored.
    #[inline(always)]
    pub fn index(self) -> usize {
        2 * self.side.index() + usize::from(self.flip & 1)
    }

    /// Returns the number of the input for what is on a square, which is not empty; below
    /// [`INPUTS`].
    #[inline(always)]
    pub fn input(self, occupant: Occupant, square: Square) -> usize {
        let Occupant(bits) = occupant;
        usize::from(self.numbers().table[usize::from(bits) % 64])
            + usize::from(bits >> 6 & 1) * ATTACK_STEP * PLACEMENTS
            + usize::from(bits >> 7) * DEFENCE_STEP * PLACEMENTS
            + usize::from(square.dense() ^ self.flip)
    }

    #[inline(always)]
    fn numbers(self) -> &'static InputNumbers {
        &NUMBERS[self.side.index()]
    }
}

/// The content of a square: [`Piece::index`] in bits 0 to 3, 0 if it is empty; in bit 4 whether
/// White attacks the piece, in bit 5 whether Black does, in bit 6 whether it is threatened, and in
/// bit 7 whether a pawn defends it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Occupant(u8);

impl Occupant {
    /// Returns the content of a square on which a piece stands, by the attacks of both sides, White
    /// first.
    #[inline(always)]
    pub fn new(piece: Piece, square: Square, attacks: &[Attacks; 2]) -> Occupant {
        let [white, black] = attacks.map(|attacks| u8::from(attacks.all.contains(square)));
        let [own, other] = [piece.color, !piece.color].map(|color| &attacks[color.index()]);
        let cheaper = match piece.piece_type {
            PieceType::Queen => other.pawns | other.minors | other.rooks,
            PieceType::Rook => other.pawns | other.minors,
            _ => other.pawns,
        };
        let is_threatened = u8::from(cheaper.contains(square));
        let by_pawn = u8::from(own.pawns.contains(square));
        Occupant(piece.index() as u8 | white << 4 | black << 5 | is_threatened << 6 | by_pawn << 7)
    }
}

/// The input of each [`Occupant`] on the first square, by side of the view; [`INPUTS`] for no piece.
static NUMBERS: [InputNumbers; 2] = {
    const NONE: InputNumbers = InputNumbers {
        table: [INPUTS as u16; 64],
        steps: [(ATTACK_STEP * PLACEMENTS) as u16, (DEFENCE_STEP * PLACEMENTS) as u16],
    };
    let mut inputs = [NONE; 2];
    let mut i = 0;
    // In `i`: the side, whether White attacks it, whether Black does, the view's side, the type.
    while i < PieceType::ALL.len() << 4 {
        let color = Color::ALL[i & 1];
        let attacked = [i >> 1 & 1, i >> 2 & 1];
        let view = i >> 3 & 1;
        let ordinal = i >> 4;
        let piece_type = PieceType::ALL[ordinal];
        let piece = Piece { color, piece_type };
        let occupant = piece.index() | attacked[0] << 4 | attacked[1] << 5;
        let is_attacked = attacked[1 - color.index()];
        let is_defended = attacked[color.index()];
        let plane = if color.index() == view { 0 } else { 6 } + ordinal;
        let threat_bucket = ATTACK_STEP * is_attacked + DEFENCE_STEP * is_defended;
        inputs[view].table[occupant] = (threat_bucket * PLACEMENTS + 64 * plane) as u16;
        i += 1;
    }
    inputs
};
const _: () = assert!(INPUTS < 1 << 16);

/// The content of each square, by [`Square::dense`] number. The inputs of both views depend on it
/// and on their kings' squares alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occupants(Aligned<[u8; 64]>);

impl Occupants {
    /// The contents of the empty board.
    pub const NONE: Occupants = Occupants(Aligned([0; 64]));

    /// Returns the contents of a position's board.
    #[inline(always)]
    pub(super) fn of<S: Simd>(position: &Position) -> Occupants {
        let mut occupants = Occupants::NONE;
        let bytes = &mut occupants.0.0;
        for (rank, pieces) in (0..8).zip(bytes.as_chunks_mut().0) {
            *pieces = position.rank(rank).map(|piece| piece.piece_index() as u8);
        }
        let [rooks, queens] = [PieceType::Rook, PieceType::Queen].map(|piece_type| {
            Color::ALL.map(|color| {
                !S::differences(bytes, &[Piece { color, piece_type }.index() as u8; 64])
            })
        });
        let mut attacked = [0; 2];
        let mut threatened = 0;
        let mut by_pawn = 0;
        for color in Color::ALL {
            let i = color.index();
            let attacks_of = |piece_types: &[PieceType]| {
                let pieces = piece_types.iter().map(|&of| position.pieces_of(color, of));
                let pieces = pieces.reduce(|all, pieces| all | pieces).unwrap_or_default();
                position.attacked_by(color, pieces).bits()
            };
            let pawns = attacks_of(&[PieceType::Pawn]);
            let minors = attacks_of(&[PieceType::Knight, PieceType::Bishop]);
            let own = position.occupied_by(color).bits();
            let other = position.occupied_by(!color).bits();
            let theirs = 1 - i;
            attacked[i] = position.attacked(color).bits() & (own | other);
            by_pawn |= pawns & own;
            threatened |= pawns & other
                | minors & (rooks[theirs] | queens[theirs])
                | attacks_of(&[PieceType::Rook]) & queens[theirs];
        }
        for (mask, bit) in
            [(attacked[0], 1 << 4), (attacked[1], 1 << 5), (threatened, 1 << 6), (by_pawn, 1 << 7)]
        {
            S::set_bits(bytes, mask, bit);
        }
        occupants
    }

    /// Returns the contents of a board with these pieces, which need not be a position.
    pub fn of_pieces(pieces: &[(Piece, Square)]) -> Occupants {
        let attacked = attacked_squares(pieces.iter().copied());
        let mut occupants = Occupants::NONE;
        for &(piece, square) in pieces {
            let occupant = Occupant::new(piece, square, &attacked);
            occupants.0.0[usize::from(square.dense())] = occupant.0;
        }
        occupants
    }

    /// Lists the inputs of a view for what is on these squares.
    #[inline(always)]
    fn list<S: Simd>(&self, view: View, squares: u64, to: &mut Inputs) {
        let occupied = squares & S::differences(&self.0.0, &Occupants::NONE.0.0);
        S::inputs(view.numbers(), &self.0.0, occupied, view.flip, &mut to.numbers);
        to.count = occupied.count_ones() as usize;
    }
}

#[derive(Clone)]
struct Inputs {
    numbers: [u16; 64],
    count: usize,
}

impl Inputs {
    const NONE: Inputs = Inputs { numbers: [0; 64], count: 0 };
}

/// The inputs by which one view differs at two positions. The lists are filled in place: a copy by
/// vectors of numbers that were just written one by one cannot be served by store forwarding, and
/// waits for the cache.
#[derive(Clone)]
pub(super) struct Changes {
    added: Inputs,
    removed: Inputs,
}

impl Changes {
    pub const NONE: Changes = Changes { added: Inputs::NONE, removed: Inputs::NONE };

    #[inline(always)]
    pub fn set<S: Simd>(&mut self, view: View, from: &Occupants, to: &Occupants) {
        let squares = S::differences(&from.0.0, &to.0.0);
        to.list::<S>(view, squares, &mut self.added);
        from.list::<S>(view, squares, &mut self.removed);
    }

    /// Returns pairs of an input that is added and one that is removed; [`INPUTS`] where one list
    /// is shorter.
    #[inline(always)]
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let count = self.added.count.max(self.removed.count);
        let pairs = self.added.numbers.iter().zip(&self.removed.numbers);
        pairs.take(count).map(|(&added, &removed)| [added, removed].map(usize::from))
    }
}
