//! The static evaluation piece by piece, for people to read.

use std::fmt;

use super::nnue;
use super::psqt;
use super::{Evaluation, Evaluator, Nnue, PieceSquares, Score, endgame};
use crate::board::{Piece, PieceType, Position, Square};

/// The static value of a position, and each piece's part in it.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The static value for White.
    pub value: Score,
    /// The worth of each piece but the kings, in centipawns for White: by how much the value falls
    /// without the piece. It is empty for a known ending, whose value has another source.
    pub worths: Vec<(Square, i32)>,
    pieces: Vec<(Square, Piece)>,
    source: String,
    /// The reason why the value means little, if there is one.
    doubt: Option<String>,
}

impl Evaluator {
    /// Evaluates a position, and each piece's part in the value.
    ///
    /// ```
    /// use ox88::board::Position;
    /// use ox88::eval::Evaluator;
    /// let explanation = Evaluator::default().explain(&Position::startpos());
    /// assert_eq!(explanation.worths.len(), 30);
    /// println!("{explanation}");
    /// ```
    pub fn explain(&self, position: &Position) -> Explanation {
        let (value, source) = match self {
            Evaluator::Classical => {
                (value(PieceSquares::default(), position), "piece-square tables".to_string())
            }
            Evaluator::Network(network) => (
                value(Nnue::new(network.clone()), position),
                format!("network, {} hidden units", network.units()),
            ),
        };
        let value_without = |left_out| match self {
            Evaluator::Classical => psqt::value_without(position, left_out),
            Evaluator::Network(network) => nnue::value_without(network, position, left_out),
        };
        let (worths, source) = match endgame::known(position) {
            Some(_) => (Vec::new(), "known ending".to_string()),
            None => (worths(position, value_without), source),
        };
        Explanation {
            value: value.of_white(position.side_to_move()),
            worths,
            pieces: position.all_pieces().collect(),
            source,
            doubt: doubt(position),
        }
    }
}

/// Returns the reason why the static evaluation of a position means nothing or little, if there is
/// one: the search evaluates no position that is in check or where the game is over.
fn doubt(position: &Position) -> Option<String> {
    let side = position.side_to_move();
    match (position.in_check(), position.has_legal_move()) {
        (true, false) => Some(format!("{side} is checkmated: the value means nothing")),
        (false, false) => Some(format!("{side} is stalemated: the value means nothing")),
        (true, true) => Some(format!("{side} is in check: the value means little")),
        (false, true) => None,
    }
}

fn value(mut evaluation: impl Evaluation, position: &Position) -> Score {
    evaluation.reset(position);
    evaluation.evaluate(position)
}

/// Returns for each piece but the kings, without which no board is, by how much the value for White
/// falls without it.
fn worths(
    position: &Position,
    value_without: impl Fn(Option<Square>) -> i32,
) -> Vec<(Square, i32)> {
    let whole = value_without(None);
    position
        .all_pieces()
        .filter(|(_, piece)| piece.piece_type != PieceType::King)
        .map(|(square, _)| (square, whole - value_without(Some(square))))
        .collect()
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        const RULE: &str = "  +-------+-------+-------+-------+-------+-------+-------+-------+";
        writeln!(f, "{RULE}")?;
        for rank in (0..8).rev() {
            let squares = || (0..8).map(|file| Square::at(file, rank));
            write!(f, "{} |", rank + 1)?;
            for square in squares() {
                let piece = self.pieces.iter().find(|(place, _)| *place == square);
                write!(f, "   {}   |", piece.map_or(' ', |(_, piece)| piece.letter()))?;
            }
            write!(f, "\n  |")?;
            for square in squares() {
                match self.worths.iter().find(|(place, _)| *place == square) {
                    Some((_, worth)) => write!(f, "{:^+7.2}|", f64::from(*worth) / 100.0)?,
                    None => write!(f, "       |")?,
                }
            }
            writeln!(f, "\n{RULE}")?;
        }
        writeln!(f, "      a       b       c       d       e       f       g       h\n")?;
        if !self.worths.is_empty() {
            writeln!(f, "Under each piece: how much less White would have without it, in pawns.")?;
        }
        if let Some(doubt) = &self.doubt {
            writeln!(f, "{doubt}.")?;
        }
        write!(f, "Static evaluation: {} for White ({})", self.value, self.source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of the worths would contradict the value.
    #[test]
    fn a_known_ending_has_no_worths() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").unwrap();
        let explanation = Evaluator::default().explain(&position);
        assert_eq!(explanation.worths, []);
        let text = explanation.to_string();
        assert!(text.contains("(known ending)") && !text.contains("Under"), "{text}");
    }

    #[test]
    fn every_piece_but_the_kings_has_a_worth() {
        let position = Position::from_fen("4k2r/8/8/8/8/8/8/Q3K3 b - - 0 1").unwrap();
        for evaluator in [Evaluator::Classical, Evaluator::default()] {
            let explanation = evaluator.explain(&position);
            let [queen, rook] = explanation.worths[..] else {
                panic!("two pieces");
            };
            assert!(queen.1 > 200 && rook.1 < -100, "{explanation}");
            assert!(explanation.value.get() > 0);
            let text = explanation.to_string();
            assert!(text.contains("   Q   |") && text.contains(" cp "), "{text}");
        }
    }

    #[test]
    fn with_nothing_left_out_the_value_is_the_evaluation() {
        let network = crate::eval::Network::embedded();
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k2r/8/8/8/8/8/8/Q3K3 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let expected = value(Nnue::new(network.clone()), &position);
            let found = nnue::value_without(&network, &position, None);
            assert_eq!(found, expected.of_white(position.side_to_move()).get(), "{fen}");
        }
    }

    #[test]
    fn worths_of_ten_pawns_keep_the_board_aligned() {
        let position = Position::from_fen("7k/p7/8/3Q4/8/8/8/K7 b - - 0 1").unwrap();
        let text = Evaluator::Classical.explain(&position).to_string();
        assert!(text.contains("|+10.") && text.contains("| -1."), "{text}");
        let board: Vec<&str> = text.lines().take(1 + 3 * 8).collect();
        assert!(board.iter().all(|line| line.len() == board[0].len()), "{text}");
    }
}
