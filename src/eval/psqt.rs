//! Material and piece-square tables: what each piece is worth on each square,
//! in the middlegame and in the endgame, summed up as moves are made.
//!
//! <https://www.chessprogramming.org/Piece-Square_Tables>

use super::tapered::{Phase, Tapered};
use super::{Evaluation, Score};
use crate::board::{Color, Man, Observer, Piece, PieceKind, Position, Square};

/// A white piece's values in centipawns, its material included, as seen on a
/// board: the eighth rank first, the a-file left.
struct Table {
    middlegame: [i16; 64],
    endgame: [i16; 64],
}

#[rustfmt::skip]
const PAWN: Table = Table {
    middlegame: [
           0,    0,    0,    0,    0,    0,    0,    0,
         148,  148,  148,  148,  148,  148,  148,  148,
         122,  122,  122,  122,  122,  122,  122,  122,
          98,  104,  110,  116,  116,  110,  104,   98,
          90,   96,  102,  108,  108,  102,   96,   90,
          84,   90,   96,  102,  102,   96,   90,   84,
          88,   88,   88,   76,   76,   88,   88,   88,
           0,    0,    0,    0,    0,    0,    0,    0,
    ],
    endgame: [
           0,    0,    0,    0,    0,    0,    0,    0,
         209,  209,  209,  209,  209,  209,  209,  209,
         164,  164,  164,  164,  164,  164,  164,  164,
         132,  132,  132,  132,  132,  132,  132,  132,
         116,  116,  116,  116,  116,  116,  116,  116,
         108,  108,  108,  108,  108,  108,  108,  108,
         104,  104,  104,  104,  104,  104,  104,  104,
           0,    0,    0,    0,    0,    0,    0,    0,
    ],
};

#[rustfmt::skip]
const KNIGHT: Table = Table {
    middlegame: [
         280,  295,  310,  325,  325,  310,  295,  280,
         295,  310,  325,  340,  340,  325,  310,  295,
         318,  333,  348,  363,  363,  348,  333,  318,
         333,  348,  363,  378,  378,  363,  348,  333,
         325,  340,  355,  370,  370,  355,  340,  325,
         310,  325,  340,  355,  355,  340,  325,  310,
         295,  310,  325,  340,  340,  325,  310,  295,
         272,  287,  302,  317,  317,  302,  287,  272,
    ],
    endgame: [
         255,  265,  275,  285,  285,  275,  265,  255,
         265,  275,  285,  295,  295,  285,  275,  265,
         275,  285,  295,  305,  305,  295,  285,  275,
         285,  295,  305,  315,  315,  305,  295,  285,
         285,  295,  305,  315,  315,  305,  295,  285,
         275,  285,  295,  305,  305,  295,  285,  275,
         265,  275,  285,  295,  295,  285,  275,  265,
         255,  265,  275,  285,  285,  275,  265,  255,
    ],
};

#[rustfmt::skip]
const BISHOP: Table = Table {
    middlegame: [
         332,  338,  338,  344,  344,  338,  338,  332,
         338,  344,  350,  350,  350,  350,  344,  338,
         338,  350,  356,  362,  362,  356,  350,  338,
         344,  350,  362,  368,  368,  362,  350,  344,
         344,  350,  362,  368,  368,  362,  350,  344,
         338,  350,  356,  362,  362,  356,  350,  338,
         338,  344,  350,  350,  350,  350,  344,  338,
         322,  328,  328,  334,  334,  328,  328,  322,
    ],
    endgame: [
         295,  299,  303,  307,  307,  303,  299,  295,
         299,  303,  307,  311,  311,  307,  303,  299,
         303,  307,  311,  315,  315,  311,  307,  303,
         307,  311,  315,  319,  319,  315,  311,  307,
         307,  311,  315,  319,  319,  315,  311,  307,
         303,  307,  311,  315,  315,  311,  307,  303,
         299,  303,  307,  311,  311,  307,  303,  299,
         295,  299,  303,  307,  307,  303,  299,  295,
    ],
};

#[rustfmt::skip]
const ROOK: Table = Table {
    middlegame: [
         466,  469,  472,  475,  475,  472,  469,  466,
         488,  491,  494,  497,  497,  494,  491,  488,
         466,  469,  472,  475,  475,  472,  469,  466,
         466,  469,  472,  475,  475,  472,  469,  466,
         466,  469,  472,  475,  475,  472,  469,  466,
         466,  469,  472,  475,  475,  472,  469,  466,
         466,  469,  472,  475,  475,  472,  469,  466,
         466,  469,  472,  475,  475,  472,  469,  466,
    ],
    endgame: [
         529,  529,  529,  529,  529,  529,  529,  529,
         537,  537,  537,  537,  537,  537,  537,  537,
         529,  529,  529,  529,  529,  529,  529,  529,
         529,  529,  529,  529,  529,  529,  529,  529,
         529,  529,  529,  529,  529,  529,  529,  529,
         525,  525,  525,  525,  525,  525,  525,  525,
         525,  525,  525,  525,  525,  525,  525,  525,
         525,  525,  525,  525,  525,  525,  525,  525,
    ],
};

#[rustfmt::skip]
const QUEEN: Table = Table {
    middlegame: [
         954,  956,  958,  960,  960,  958,  956,  954,
         956,  958,  960,  962,  962,  960,  958,  956,
         958,  960,  962,  964,  964,  962,  960,  958,
         960,  962,  964,  966,  966,  964,  962,  960,
         960,  962,  964,  966,  966,  964,  962,  960,
         958,  960,  962,  964,  964,  962,  960,  958,
         956,  958,  960,  962,  962,  960,  958,  956,
         950,  952,  954,  956,  956,  954,  952,  950,
    ],
    endgame: [
         945,  954,  963,  972,  972,  963,  954,  945,
         954,  963,  972,  981,  981,  972,  963,  954,
         963,  972,  981,  990,  990,  981,  972,  963,
         972,  981,  990,  999,  999,  990,  981,  972,
         972,  981,  990,  999,  999,  990,  981,  972,
         963,  972,  981,  990,  990,  981,  972,  963,
         954,  963,  972,  981,  981,  972,  963,  954,
         945,  954,  963,  972,  972,  963,  954,  945,
    ],
};

#[rustfmt::skip]
const KING: Table = Table {
    middlegame: [
         -95, -107, -119, -131, -131, -119, -107,  -95,
         -85,  -97, -109, -121, -121, -109,  -97,  -85,
         -75,  -87,  -99, -111, -111,  -99,  -87,  -75,
         -65,  -77,  -89, -101, -101,  -89,  -77,  -65,
         -55,  -67,  -79,  -91,  -91,  -79,  -67,  -55,
         -45,  -57,  -69,  -81,  -81,  -69,  -57,  -45,
           0,  -12,  -24,  -36,  -36,  -24,  -12,    0,
          38,   46,   46,   -8,   -8,    4,   46,   38,
    ],
    endgame: [
         -35,  -21,   -7,    7,    7,   -7,  -21,  -35,
         -21,   -7,    7,   21,   21,    7,   -7,  -21,
          -7,    7,   21,   35,   35,   21,    7,   -7,
           7,   21,   35,   49,   49,   35,   21,    7,
           7,   21,   35,   49,   49,   35,   21,    7,
          -7,    7,   21,   35,   35,   21,    7,   -7,
         -21,   -7,    7,   21,   21,    7,   -7,  -21,
         -35,  -21,   -7,    7,    7,   -7,  -21,  -35,
    ],
};

const fn table(kind: PieceKind) -> &'static Table {
    match kind {
        PieceKind::Pawn => &PAWN,
        PieceKind::Knight => &KNIGHT,
        PieceKind::Bishop => &BISHOP,
        PieceKind::Rook => &ROOK,
        PieceKind::Queen => &QUEEN,
        PieceKind::King => &KING,
    }
}

/// By [`Man::piece_index`] and 0x88 index, from White's point of view.
static VALUES: [[Tapered; 128]; Piece::COUNT] = {
    let mut values = [[Tapered::new(0, 0); 128]; Piece::COUNT];
    let mut i = 0;
    while i < PieceKind::ALL.len() {
        let kind = PieceKind::ALL[i];
        let table = table(kind);
        let mut number = 0;
        while number < 64 {
            let square = Square::from_dense(number);
            // The tables are printed with the eighth rank first.
            let printed = square.mirror().dense() as usize;
            let (middlegame, endgame) = (table.middlegame[printed], table.endgame[printed]);
            let white = Piece {
                color: Color::White,
                kind,
            };
            let black = Piece {
                color: Color::Black,
                kind,
            };
            values[white.index()][square.index()] = Tapered::new(middlegame, endgame);
            values[black.index()][square.mirror().index()] = Tapered::new(-middlegame, -endgame);
            number += 1;
        }
        i += 1;
    }
    values
};

/// By [`Man::piece_index`].
static PHASES: [i32; Piece::COUNT] = [0, 0, 1, 0, 0, 1, 2, 4, 0, 0, 1, 0, 0, 1, 2, 4];

/// Of two sides alike in everything, the one to move is better by this much.
const TEMPO: i32 = 12;

#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
struct Sum {
    /// From White's point of view.
    value: Tapered,
    phase: Phase,
}

impl Observer for Sum {
    #[inline(always)]
    fn placed(&mut self, man: Man, square: Square) {
        self.value += VALUES[man.piece_index()][square.index()];
        self.phase.0 += PHASES[man.piece_index()];
    }

    #[inline(always)]
    fn lifted(&mut self, man: Man, square: Square) {
        self.value -= VALUES[man.piece_index()][square.index()];
        self.phase.0 -= PHASES[man.piece_index()];
    }
}

/// Evaluation by tapered piece-square tables alone.
///
/// ```
/// use ox88::board::Position;
/// use ox88::eval::{Evaluation, PieceSquares};
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1").unwrap();
/// let mut evaluation = PieceSquares::default();
/// evaluation.reset(&position);
/// assert!(evaluation.evaluate(&position).get() < -500);
/// ```
#[derive(Clone, Default, Debug)]
pub struct PieceSquares {
    now: Sum,
    before: Vec<Sum>,
}

impl Observer for PieceSquares {
    #[inline(always)]
    fn placed(&mut self, man: Man, square: Square) {
        self.now.placed(man, square);
    }

    #[inline(always)]
    fn lifted(&mut self, man: Man, square: Square) {
        self.now.lifted(man, square);
    }
}

impl Evaluation for PieceSquares {
    fn reset(&mut self, position: &Position) {
        self.before.clear();
        self.now = Sum::default();
        for square in Square::all() {
            let man = position.man_at(square);
            if !man.is_none() {
                self.now.placed(man, square);
            }
        }
    }

    #[inline(always)]
    fn push(&mut self) {
        self.before.push(self.now);
    }

    #[inline(always)]
    fn pop(&mut self) {
        if let Some(sum) = self.before.pop() {
            self.now = sum;
        }
    }

    #[inline(always)]
    fn evaluate(&self, position: &Position) -> Score {
        let white = self.now.value.at(self.now.phase);
        let ours = match position.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        };
        Score::centipawns(ours + TEMPO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;

    /// Plays pseudo-random games and compares with starting afresh after every
    /// move, made and unmade.
    #[test]
    fn incremental_equals_from_scratch() {
        let mut seed: usize = 88;
        let mut fresh = PieceSquares::default();
        for _ in 0..20 {
            let mut position = Position::startpos();
            let mut sums = PieceSquares::default();
            sums.reset(&position);
            for _ in 0..200 {
                let moves = position.legal_moves();
                let Some(&mv): Option<&Move> = moves.get(seed % moves.len().max(1)) else {
                    break;
                };
                seed = seed
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407)
                    >> 3;
                sums.push();
                position.make_observed(mv, &mut sums);
                fresh.reset(&position);
                assert_eq!(sums.now, fresh.now, "{}", position.fen());
            }
            while position.plies_made() > 0 {
                position.unmake();
                sums.pop();
                fresh.reset(&position);
                assert_eq!(sums.now, fresh.now);
            }
        }
    }

    #[test]
    fn both_sides_count_alike() {
        for fen in ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"] {
            let position = Position::from_fen(fen).unwrap();
            let swapped: String = {
                let board = fen.split(' ').next().unwrap();
                let ranks: Vec<&str> = board.rsplit('/').collect();
                let swap = |c: char| {
                    if c.is_ascii_uppercase() {
                        c.to_ascii_lowercase()
                    } else {
                        c.to_ascii_uppercase()
                    }
                };
                format!(
                    "{} b KQkq - 0 1",
                    ranks.join("/").chars().map(swap).collect::<String>()
                )
            };
            let mirrored = Position::from_fen(&swapped).unwrap();
            let value = |position: &Position| {
                let mut sums = PieceSquares::default();
                sums.reset(position);
                sums.evaluate(position)
            };
            assert_eq!(value(&position), value(&mirrored));
        }
    }
}
