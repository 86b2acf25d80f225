//! Judges a network by the order in which its static evaluation puts quiet moves.
//!
//! The judge's positions come with a value for each legal move, from deep searches. A move is quiet
//! if it neither takes nor promotes nor gives check, and calm if the other side then has neither a
//! promotion nor a capture that wins material at once. The share of pairs of calm moves in the
//! right order follows strength in games. Nothing is trained on these positions.

use std::fmt::Display;
use std::io::BufRead;

use crate::board::{Move, PieceType, Position};
use crate::eval::{Evaluation, Score, material};

/// Centipawns of one logistic unit, for the values of moves.
const SCALE: f64 = 120.0;
/// A pair of moves whose expected scores differ by less is not counted.
const LEAST_DIFFERENCE: f64 = 0.02;
/// A pair weighs as much as its expected scores differ, but at most this.
const MOST_DIFFERENCE: f64 = 0.15;
/// A position with fewer calm moves is not counted.
const LEAST_CALM: usize = 3;
/// The standard errors come from leaving out each of this many parts of the positions.
const PARTS: usize = 20;

/// Positions with the values of their quiet moves.
#[derive(Debug)]
pub struct MoveJudge {
    positions: Vec<(Position, Vec<ValuedMove>)>,
}

/// A quiet move.
#[derive(Copy, Clone, Debug)]
struct ValuedMove {
    mv: Move,
    /// The score to expect after it, from 0 to 1, for the side that moves.
    value: f64,
    is_calm: bool,
}

/// The sums of a network for each position.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement(Vec<Sums>);

/// The sums of a position, in this order: the weights of the calm pairs in the right order, and of
/// all calm pairs; the same two of the other pairs; and the expected score that the network's best
/// calm move loses. Both moves of a calm pair are calm.
type Sums = [f64; 5];

/// The figures of a network, or their standard errors: the share of pairs of calm moves in the
/// right order; the same share of the other pairs of quiet moves; and the mean expected score that
/// the best calm move of the network loses.
pub type MoveFigures = [f64; 3];

impl MoveJudge {
    /// Reads positions, a line each.
    ///
    /// # Errors
    /// Fails if a line is of another form.
    pub fn read(file: impl BufRead) -> Result<MoveJudge, String> {
        let mut positions = Vec::new();
        for (number, line) in (1..).zip(file.lines()) {
            let line = line.map_err(|error| error.to_string())?;
            if line.is_empty() {
                continue;
            }
            let (position, moves) = read_line(&line, number)?;
            if moves.iter().filter(|valued| valued.is_calm).count() >= LEAST_CALM {
                positions.push((position, moves));
            }
        }
        // A standard error needs two positions.
        if positions.len() < 2 {
            return Err(format!("fewer than two positions with {LEAST_CALM} calm moves"));
        }
        Ok(MoveJudge { positions })
    }

    /// Returns the number of positions that count.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// Evaluates each position after each quiet move.
    pub fn judge(&self, evaluation: &mut impl Evaluation) -> Judgement {
        let sums = self.positions.iter().map(|(position, moves)| {
            let mut position = position.clone();
            let scores = moves.iter().map(|valued| {
                position.make(valued.mv);
                evaluation.reset(&position);
                let score = -evaluation.evaluate(&position);
                position.unmake();
                score
            });
            let scores: Vec<Score> = scores.collect();
            sums(moves, &scores)
        });
        Judgement(sums.collect())
    }
}

fn read_line(line: &str, number: usize) -> Result<(Position, Vec<ValuedMove>), String> {
    let wrong = |reason: &dyn Display| format!("line {number}: {reason}");
    let form = || wrong(&"not a FEN, a tab, and moves with their centipawns");
    let (fen, moves) = line.split_once('\t').ok_or_else(form)?;
    let mut position = Position::from_fen(fen).map_err(|error| wrong(&error))?;
    let mut valued = Vec::new();
    for text in moves.split_whitespace() {
        let (mv, centipawns) = text.split_once(':').ok_or_else(form)?;
        let centipawns: i32 = centipawns.parse().map_err(|_| form())?;
        let mv = position.parse_move(mv).map_err(|error| wrong(&error))?;
        if mv.is_noisy() {
            continue;
        }
        position.make(mv);
        if !position.in_check() {
            valued.push(ValuedMove {
                mv,
                value: 1.0 / (1.0 + (-f64::from(centipawns) / SCALE).exp()),
                is_calm: is_calm(&position),
            });
        }
        position.unmake();
    }
    Ok((position, valued))
}

/// Returns true if the side to move can neither promote, nor take a piece that is worth more than
/// the piece that takes it, nor take a piece that is not defended.
fn is_calm(position: &Position) -> bool {
    let value_at = |square| {
        // No piece stands on the square that an en passant capture reaches.
        material::value(position.piece_on(square).piece_type().unwrap_or(PieceType::Pawn))
    };
    let wins = |mv: Move| {
        mv.promotion().is_some()
            || mv.is_noisy()
                && (value_at(mv.to()) > value_at(mv.from())
                    || !position.is_attacked(mv.to(), !position.side_to_move()))
    };
    !position.legal_moves().into_iter().any(wins)
}

fn sums(moves: &[ValuedMove], scores: &[Score]) -> Sums {
    let mut sums = Sums::default();
    let scored: Vec<_> = moves.iter().zip(scores.iter().map(|score| score.get())).collect();
    for (i, (valued, score)) in scored.iter().enumerate() {
        for (other, other_score) in &scored[..i] {
            let difference = valued.value - other.value;
            let weight = difference.abs().min(MOST_DIFFERENCE);
            if weight < LEAST_DIFFERENCE {
                continue;
            }
            let agreement = f64::from(score - other_score) * difference;
            let right = if agreement > 0.0 {
                weight
            } else if agreement == 0.0 {
                0.5 * weight
            } else {
                0.0
            };
            let first = if valued.is_calm && other.is_calm { 0 } else { 2 };
            sums[first] += right;
            sums[first + 1] += weight;
        }
    }
    let calm = || scored.iter().filter(|(valued, _)| valued.is_calm);
    let best = calm().map(|(valued, _)| valued.value).fold(0.0, f64::max);
    // The first of equal ones.
    let chosen = calm().rev().max_by_key(|(_, score)| *score);
    sums[4] = best - chosen.map_or(best, |(valued, _)| valued.value);
    sums
}

impl Judgement {
    /// Returns the figures.
    pub fn figures(&self) -> MoveFigures {
        self.figures_without(PARTS)
    }

    /// Returns the standard errors of the figures.
    pub fn errors(&self) -> MoveFigures {
        standard_errors(|part| self.figures_without(part))
    }

    /// Returns the differences from another network's figures on the same positions, and their
    /// standard errors.
    pub fn difference_from(&self, other: &Judgement) -> (MoveFigures, MoveFigures) {
        let difference = |part| {
            let (own, others) = (self.figures_without(part), other.figures_without(part));
            std::array::from_fn(|figure| own[figure] - others[figure])
        };
        (difference(PARTS), standard_errors(difference))
    }

    /// Returns the figures of all positions but those of this part, one of [`PARTS`] counted from
    /// 0. Part [`PARTS`] has none, so that all positions count.
    fn figures_without(&self, part: usize) -> MoveFigures {
        let mut all = Sums::default();
        let mut count = 0.0;
        for (number, sums) in self.0.iter().enumerate() {
            if number % PARTS != part {
                all.iter_mut().zip(sums).for_each(|(sum, number)| *sum += number);
                count += 1.0;
            }
        }
        // Nothing is in order where there is no pair.
        let share = |right: f64, pairs: f64| right / pairs.max(f64::MIN_POSITIVE);
        let [calm_right, calm, hanging_right, hanging, lost] = all;
        [share(calm_right, calm), share(hanging_right, hanging), lost / count]
    }
}

/// Returns the standard errors by the jackknife.
/// <https://en.wikipedia.org/wiki/Jackknife_resampling>
fn standard_errors(figures: impl Fn(usize) -> MoveFigures) -> MoveFigures {
    let parts: Vec<MoveFigures> = (0..PARTS).map(figures).collect();
    std::array::from_fn(|figure| {
        let mean = parts.iter().map(|part| part[figure]).sum::<f64>() / PARTS as f64;
        let squares = parts.iter().map(|part| (part[figure] - mean).powi(2));
        ((PARTS - 1) as f64 / PARTS as f64 * squares.sum::<f64>()).sqrt()
    })
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::BufReader;

    use super::*;
    use crate::eval::{Network, Nnue};

    #[test]
    fn what_wins_material_is_not_calm() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", true),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", false),
            // An undefended pawn, and a defended one.
            ("4k3/8/8/p7/8/8/8/R3K3 w - - 0 1", false),
            ("4k3/8/1p6/p7/8/8/8/R3K3 w - - 0 1", true),
            // A defended knight, taken by a pawn.
            ("4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1", false),
            // An en passant capture, which takes a defended pawn.
            ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", true),
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(is_calm(&position), expected, "{fen}");
        }
    }

    #[test]
    fn a_pair_counts_by_its_difference() {
        let valued = |value, is_calm| ValuedMove { mv: Move::NONE, value, is_calm };
        let moves = [valued(0.5, true), valued(0.6, true), valued(0.61, true), valued(0.9, false)];
        let scores = [10, 20, 5, 10].map(Score::centipawns);
        let sums = sums(&moves, &scores);
        let [calm_right, calm, hanging_right, hanging, lost] = sums;
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        // 0.5 beside 0.6 is right, 0.5 beside 0.61 is wrong, and the other two are too near.
        assert!(near(calm, 0.1 + 0.11) && near(calm_right, 0.1), "{sums:?}");
        // Of the pairs with the last one, an equal one counts half.
        assert!(near(hanging, 0.45) && near(hanging_right, 0.075 + 0.15), "{sums:?}");
        assert!(near(lost, 0.01), "{sums:?}");
    }

    #[test]
    fn wrong_lines_are_told() {
        let error = |text: &str| MoveJudge::read(text.as_bytes()).unwrap_err().to_string();
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(error("").starts_with("fewer than two positions"));
        assert!(error("\n8/8\te2e4:1").starts_with("line 2: "));
        assert!(error(start).starts_with("line 1: not a FEN, a tab"));
        assert!(error(&format!("{start}\te2e4")).starts_with("line 1: not a FEN, a tab"));
        assert!(error(&format!("{start}\te2e5:3")).starts_with("line 1: "));
    }

    /// The program's own network puts far more pairs in order than chance would.
    #[test]
    fn a_network_tells_good_moves_from_bad_ones() {
        let path = "../shared/suites/moves.tsv";
        let Ok(file) = File::open(path) else {
            println!("skipped: {path} is absent");
            return;
        };
        let judge = MoveJudge::read(BufReader::new(file)).unwrap();
        assert_eq!(judge.positions(), 1819);
        let judgement = judge.judge(&mut Nnue::new(Network::embedded()));
        let figures = judgement.figures();
        assert!((0.74..0.82).contains(&figures[0]), "{figures:?}");
        assert!((0.001..0.02).contains(&judgement.errors()[0]));
        let (difference, errors) = judgement.difference_from(&judgement);
        assert_eq!((difference[0], errors[0]), (0.0, 0.0));
    }
}
