//! Filtering the positions of self-play into training samples in bulletformat.
//! <https://github.com/jw1912/bulletformat>

use std::collections::HashSet;
use std::num::NonZero;

use bytemuck::{Pod, Zeroable};

use super::game_record::GameRecord;
use super::packed_pieces::PackedPieces;
use crate::board::{Color, GameResult, Key, Move, Piece, PieceType, Position, Square};
use crate::eval::Score;

/// Which positions are trained on. By default positions in check are left out, as the search does
/// not evaluate them, and so are positions whose move takes or promotes, as their score is that of
/// the board after the move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SampleFilter {
    /// Positions with a score beyond this, in centipawns, are left out.
    pub max_score: i32,
    /// The number of positions at the start of each game that are left out.
    pub skip_plies: usize,
    /// Whether positions in check are kept.
    pub with_checks: bool,
    /// Whether positions whose move in the game takes or promotes are kept. With scores of the
    /// game's own searches, that move is the best one.
    pub with_noisy: bool,
    /// Positions with a higher halfmove clock are left out: scores fade as the fifty moves run out,
    /// which a network without the clock among its inputs cannot see.
    pub max_clock: u32,
    /// Of the positions that are left of each game, one in this many is kept, since they are much
    /// alike. The key of the game's start chooses the first.
    pub every: NonZero<usize>,
}

impl Default for SampleFilter {
    fn default() -> SampleFilter {
        SampleFilter {
            max_score: 4000,
            skip_plies: 0,
            with_checks: false,
            with_noisy: false,
            max_clock: SampleFilter::ANY_CLOCK,
            every: NonZero::<usize>::MIN,
        }
    }
}

/// A position with score and result from the side to move: 32 bytes in bulletformat. The side to
/// move is the format's White and plays up the board: for Black the ranks are flipped.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct TrainingSample {
    /// The code of a piece is its type, and 8 more for the other side's.
    pieces: PackedPieces,
    score: [u8; 2],
    result: u8,
    king: u8,
    /// The square with its rank flipped.
    other_king: u8,
    /// The weight in training, in hundredths; 0 stands for 1.
    weight: u8,
    unused: [u8; 2],
}

impl SampleFilter {
    /// A [`SampleFilter::max_clock`] that leaves none out: the fifty-move rule ends games here.
    pub const ANY_CLOCK: u32 = Position::FIFTY_MOVES;

    /// Returns the samples of a game, in its order, without the positions in `seen`, and adds their
    /// positions to `seen`.
    pub fn samples(&self, game: &GameRecord, seen: &mut SeenPositions) -> Vec<TrainingSample> {
        let mut samples = Vec::new();
        let every = self.every.get() as u64;
        // Positions left out for `every` are not seen, so that another game can have them.
        let mut until_next = game.start.key().0 % every;
        let mut ply = 0;
        game.positions(|position, mv, score| {
            if ply >= self.skip_plies && self.keeps(position, mv, score) {
                let is_due = until_next == 0;
                until_next = if is_due { every - 1 } else { until_next - 1 };
                if is_due && seen.is_new(position) {
                    samples.push(TrainingSample::new(position, score, game.result));
                }
            }
            ply += 1;
        });
        samples
    }

    pub(super) fn keeps(&self, position: &Position, mv: Move, score: Score) -> bool {
        score != Score::NONE
            && score.get().abs() <= self.max_score
            && position.halfmove_clock() <= self.max_clock
            && (self.with_noisy || !mv.is_noisy())
            && (self.with_checks || !position.in_check())
    }
}

/// The keys of the positions drawn from games so far: of equal positions only the first is kept. It
/// takes some twenty bytes a position.
#[derive(Clone, Debug, Default)]
pub struct SeenPositions {
    keys: HashSet<Key>,
    duplicates: u64,
}

impl SeenPositions {
    /// Returns the number of positions that had been seen before.
    pub fn duplicates(&self) -> u64 {
        self.duplicates
    }

    fn is_new(&mut self, position: &Position) -> bool {
        let is_new = self.keys.insert(position.key());
        self.duplicates += u64::from(!is_new);
        is_new
    }
}

impl TrainingSample {
    /// The number of bytes of a sample.
    pub const SIZE: usize = size_of::<TrainingSample>();

    /// Returns the sample of a position with its score for White, and the result of its game.
    pub fn new(position: &Position, score: Score, result: GameResult) -> TrainingSample {
        let us = position.side_to_move();
        let coded = position.all_pieces().map(|(square, Piece { color, piece_type })| {
            (seen_by(us, square), piece_type.ordinal() as u8 | u8::from(color != us) << 3)
        });
        TrainingSample {
            pieces: PackedPieces::new(coded),
            score: (score.of_white(us).get() as i16).to_le_bytes(),
            result: result.half_points(us),
            king: seen_by(us, position.king(us)),
            other_king: seen_by(!us, position.king(!us)),
            weight: 0,
            unused: [0; 2],
        }
    }

    /// Returns the sample as it stands in a file.
    pub fn to_bytes(self) -> [u8; TrainingSample::SIZE] {
        bytemuck::cast(self)
    }

    /// Returns true if the bytes are two to 32 pieces of known types and a result. The other
    /// methods assume it.
    pub fn is_valid(&self) -> bool {
        (2..=32).contains(&self.piece_count())
            && self.pieces.iter().all(|(_, code)| code & 7 < 6)
            && self.king < 64
            && self.other_king < 64
            && self.result <= 2
    }

    /// Returns the number of pieces on the board.
    pub fn piece_count(&self) -> usize {
        self.pieces.count()
    }

    /// Returns the pieces and their squares.
    #[inline(always)]
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> {
        self.pieces.iter().map(|(square, code)| {
            let piece_type = PieceType::ALL[usize::from(code & 7).min(PieceType::ALL.len() - 1)];
            (Piece { color: Color::ALL[usize::from(code >> 3)], piece_type }, square)
        })
    }

    /// Returns the squares of the kings, the side to move's first.
    pub fn kings(&self) -> [Square; 2] {
        [self.king, self.other_king ^ 56].map(Square::from_dense)
    }

    /// Returns the score in centipawns.
    pub fn score(&self) -> i16 {
        i16::from_le_bytes(self.score)
    }

    /// Returns the game's result: 0, 0.5 or 1.
    pub fn result(&self) -> f32 {
        f32::from(self.result) / 2.0
    }

    /// Sets how much the sample counts in training, in hundredths. The weight is not part of the
    /// format; a reader of files sets it.
    pub fn set_weight(&mut self, hundredths: u8) {
        self.weight = if hundredths == 100 { 0 } else { hundredths };
    }

    /// Returns how much the sample counts in training; 1 unless it was set.
    pub fn weight(&self) -> f32 {
        if self.weight == 0 { 1.0 } else { f32::from(self.weight) / 100.0 }
    }
}

/// Returns the number of a square as this side sees it, which plays up the board.
pub(super) fn seen_by(side: Color, square: Square) -> u8 {
    let seen = if side == Color::White { square } else { square.mirror() };
    seen.dense()
}

#[cfg(test)]
mod tests {
    use bulletformat::ChessBoard;
    use rand::prelude::*;

    use super::*;

    #[test]
    fn samples_are_seen_from_the_side_to_move() {
        let sample = |fen: &str, score, result| {
            let position = Position::from_fen(fen).unwrap();
            TrainingSample::new(&position, Score::centipawns(score), result)
        };
        // The second is the first with colours exchanged and ranks flipped.
        let white = sample("4k3/8/8/3p4/8/8/1P6/4K2R w - - 0 1", 300, GameResult::WhiteWins);
        let black = sample("4k2r/1p6/8/8/3P4/8/8/4K3 b - - 0 1", -300, GameResult::BlackWins);
        assert_eq!(white, black);
        let bytes = white.to_bytes();
        assert_eq!(bytes[24..27], [44, 1, 2]);
        assert_eq!(white.piece_count(), 5);
        assert!(white.is_valid());
        let position = Position::from_fen("4k3/8/8/3p4/8/8/1P6/4K2R w - - 0 1").unwrap();
        let mut pieces: Vec<_> =
            position.all_pieces().map(|(square, piece)| (piece, square)).collect();
        pieces.sort_by_key(|piece| piece.1.dense());
        assert!(white.pieces().eq(pieces));
        assert_eq!(white.kings(), Color::ALL.map(|side| position.king(side)));
        assert_eq!((white.score(), white.result()), (300, 1.0));
        assert_eq!(white.weight(), 1.0);
        let mut light = white;
        light.set_weight(30);
        assert_eq!(light.weight(), 0.3);
        light.set_weight(100);
        assert_eq!(light, white);
    }

    /// Returns the sample as the format's crate makes it.
    fn by_their_crate(position: &Position, score: Score, result: GameResult) -> TrainingSample {
        let mut sets = [0u64; 8];
        for (square, piece) in position.all_pieces() {
            let bit = 1 << square.dense();
            sets[piece.color.index()] |= bit;
            sets[2 + piece.piece_type.ordinal()] |= bit;
        }
        let side = position.side_to_move().index();
        let points = f32::from(result.half_points(Color::White)) / 2.0;
        let board = ChessBoard::from_raw(sets, side, score.get() as i16, points).unwrap();
        let mut pieces = [0; 24];
        pieces[..8].copy_from_slice(&board.occ.to_le_bytes());
        pieces[8..].copy_from_slice(&board.pcs);
        TrainingSample {
            pieces: bytemuck::cast(pieces),
            score: board.score.to_le_bytes(),
            result: board.result,
            king: board.ksq,
            other_king: board.opp_ksq,
            weight: 0,
            unused: [0; 2],
        }
    }

    #[test]
    fn the_formats_own_crate_agrees() {
        let mut random = StdRng::seed_from_u64(88);
        let mut position = Position::startpos();
        for number in 0..1000u32 {
            let score = Score::centipawns(random.random_range(-3000..=3000));
            let result = GameResult::ALL[number as usize % 3];
            let sample = TrainingSample::new(&position, score, result);
            assert_eq!(sample, by_their_crate(&position, score, result), "{}", position.fen());
            match position.legal_moves().choose(&mut random) {
                Some(&mv) => position.make(mv),
                None => position = Position::chess960(number % 960),
            }
        }
    }

    /// Returns a drawn game of these moves from the initial position.
    fn game(moves: &[(&str, Score)]) -> GameRecord {
        let start = Position::startpos();
        let mut position = start.clone();
        let moves = moves.iter().map(|&(text, score)| {
            let mv = position.parse_san(text).unwrap();
            position.make(mv);
            (mv, score)
        });
        GameRecord { moves: moves.collect(), start, result: GameResult::Draw }
    }

    #[test]
    fn the_filter_keeps_quiet_positions() {
        let cp = Score::centipawns;
        let game = game(&[
            ("e4", cp(20)),
            ("d5", cp(10)),
            ("exd5", cp(30)),
            ("a6", cp(30)),
            ("Bb5+", cp(9000)),
            ("c6", cp(0)),
            ("Nf3", Score::NONE),
        ]);
        let samples = |filter: SampleFilter| filter.samples(&game, &mut SeenPositions::default());
        let count = |filter: SampleFilter| samples(filter).len();
        // Without the capture, the absurd score, and the check.
        assert_eq!(count(SampleFilter::default()), 3);
        let all = SampleFilter {
            max_score: i32::MAX,
            with_checks: true,
            with_noisy: true,
            ..SampleFilter::default()
        };
        assert_eq!(count(all), 6);
        let late = SampleFilter { skip_plies: 2, ..SampleFilter::default() };
        assert_eq!(count(late), 1);
        // The clock is 1 after the check, 0 elsewhere.
        let fresh_clock = SampleFilter { max_clock: 0, ..all };
        assert_eq!(count(fresh_clock), 5);
        let some = SampleFilter { every: NonZero::new(3).unwrap(), ..all };
        let first = game.start.key().0 % 3;
        let expected = samples(all).into_iter().skip(first as usize).step_by(3);
        assert_eq!(samples(some), expected.collect::<Vec<_>>());
        // What is left out can be had from another game.
        let mut seen = SeenPositions::default();
        assert_eq!(some.samples(&game, &mut seen).len(), 2);
        assert_eq!(all.samples(&game, &mut seen).len(), 4);
    }

    #[test]
    fn a_position_is_sampled_once() {
        let (filter, mut seen) = (SampleFilter::default(), SeenPositions::default());
        // The start comes twice in the first game; the second shares two more positions with it.
        let shuffling = game(&["Nf3", "Nf6", "Ng1", "Ng8", "e4"].map(|san| (san, Score::DRAW)));
        assert_eq!(filter.samples(&shuffling, &mut seen).len(), 4);
        assert_eq!(seen.duplicates(), 1);
        let other = game(&["Nf3", "Nf6", "d4", "d5"].map(|san| (san, Score::DRAW)));
        assert_eq!(filter.samples(&other, &mut seen).len(), 1);
        assert_eq!(seen.duplicates(), 4);
    }
}
