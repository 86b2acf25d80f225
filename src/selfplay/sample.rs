//! The positions of a game that teach something, as trainers read them.

use bulletformat::ChessBoard;

use super::record::Record;
use crate::board::{Color, GameResult, Move, Position};
use crate::eval::Score;

/// Which positions are learnt from. The evaluation is asked only where nothing
/// is hanging, so only such positions teach it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SampleFilter {
    /// Positions with a score beyond this, in centipawns, are left out.
    pub max_score: i32,
    /// So many positions at the start of each game are left out.
    pub skip_plies: usize,
    /// Positions in check are kept.
    pub with_checks: bool,
    /// Positions whose best move takes or promotes are kept.
    pub with_noisy: bool,
}

impl Default for SampleFilter {
    fn default() -> SampleFilter {
        SampleFilter {
            max_score: 4000,
            skip_plies: 0,
            with_checks: false,
            with_noisy: false,
        }
    }
}

/// A position with its score and its game's result, seen from the side to move:
/// 32 bytes in bulletformat.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TrainingSample(ChessBoard);

impl SampleFilter {
    /// The samples of a game, in its order.
    pub fn samples(&self, game: &Record) -> Vec<TrainingSample> {
        let mut samples = Vec::new();
        let mut ply = 0;
        game.positions(|position, mv, score| {
            if ply >= self.skip_plies && self.keeps(position, mv, score) {
                samples.extend(TrainingSample::new(position, score, game.result));
            }
            ply += 1;
        });
        samples
    }

    fn keeps(&self, position: &Position, best: Move, score: Score) -> bool {
        score.get().abs() <= self.max_score
            && (self.with_noisy || !best.is_noisy())
            && (self.with_checks || !position.in_check())
    }
}

impl TrainingSample {
    /// Bytes of a sample.
    pub const SIZE: usize = size_of::<ChessBoard>();

    /// A position with what it was worth to White, and its game's result.
    pub fn new(position: &Position, score: Score, result: GameResult) -> Option<TrainingSample> {
        // White, Black, pawns, knights, bishops, rooks, queens, kings.
        let mut sets = [0u64; 8];
        for (square, piece) in position.all_pieces() {
            let bit = 1 << square.dense();
            sets[piece.color.index()] |= bit;
            sets[2 + piece.piece_type.ordinal()] |= bit;
        }
        let black = usize::from(position.side_to_move() == Color::Black);
        let points = match result {
            GameResult::BlackWins => 0.0,
            GameResult::Draw => 0.5,
            GameResult::WhiteWins => 1.0,
        };
        let board = ChessBoard::from_raw(sets, black, score.get() as i16, points);
        board.ok().map(TrainingSample)
    }

    /// The sample as it stands in a file.
    pub fn to_bytes(self) -> [u8; TrainingSample::SIZE] {
        let board = self.0;
        let mut bytes = [0; TrainingSample::SIZE];
        bytes[..8].copy_from_slice(&board.occ.to_le_bytes());
        bytes[8..24].copy_from_slice(&board.pcs);
        bytes[24..26].copy_from_slice(&board.score.to_le_bytes());
        bytes[26] = board.result;
        bytes[27] = board.ksq;
        bytes[28] = board.opp_ksq;
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_are_seen_from_the_side_to_move() {
        let sample = |fen: &str, score, result| {
            let position = Position::from_fen(fen).unwrap();
            TrainingSample::new(&position, Score::centipawns(score), result).unwrap()
        };
        // The second is the first with colours and ranks exchanged.
        let white = sample(
            "4k3/8/8/3p4/8/8/1P6/4K2R w - - 0 1",
            300,
            GameResult::WhiteWins,
        );
        let black = sample(
            "4k2r/1p6/8/8/3P4/8/8/4K3 b - - 0 1",
            -300,
            GameResult::BlackWins,
        );
        assert_eq!(white, black);
        let bytes = white.to_bytes();
        assert_eq!(bytes[24..27], [44, 1, 2]);
        assert_eq!(
            u64::from_le_bytes(bytes[..8].try_into().unwrap()).count_ones(),
            5
        );
    }

    #[test]
    fn the_sieve_keeps_quiet_positions() {
        let start = Position::startpos();
        let mut position = start.clone();
        let mut moves = Vec::new();
        for (text, score) in [
            ("e4", 20),
            ("d5", 10),
            ("exd5", 30),
            ("a6", 30),
            ("Bb5+", 9000),
            ("c6", 0),
        ] {
            let mv = position.parse_san(text).unwrap();
            moves.push((mv, Score::centipawns(score)));
            position.make(mv);
        }
        let game = Record {
            start,
            moves,
            result: GameResult::Draw,
        };
        // Without the capture, the absurd score, and the check.
        assert_eq!(SampleFilter::default().samples(&game).len(), 3);
        let all = SampleFilter {
            max_score: 10_000,
            with_checks: true,
            with_noisy: true,
            ..SampleFilter::default()
        };
        assert_eq!(all.samples(&game).len(), 6);
        assert_eq!(
            SampleFilter {
                skip_plies: 2,
                ..SampleFilter::default()
            }
            .samples(&game)
            .len(),
            1
        );
    }
}
