//! One position of a test suite, and what solves it.

use crate::board::{Move, Position};
use crate::eval::Score;
use crate::knowledge::epd::Epd;
use crate::text::Quoted;

/// A position with its solution in EPD: the best moves (`bm`), moves to avoid (`am`), or the number
/// of moves to a mate (`dm`). <https://www.chessprogramming.org/Test-Positions>
#[derive(Clone, Debug)]
pub struct Problem {
    /// The number of its line in the file, from 1.
    pub line: usize,
    /// The name of the problem; empty where it has none.
    pub id: String,
    epd: Epd,
    /// The moves that are right; if there are none, all moves but `avoid` are.
    best: Vec<Move>,
    avoid: Vec<Move>,
    /// The number of moves within which the solution must mate, if it must.
    mate: Option<i32>,
}

impl Problem {
    /// Returns the problem of an EPD line.
    ///
    /// # Errors
    /// Where it has no solution, or one that makes no sense in its position.
    pub fn new(line: usize, epd: Epd) -> Result<Problem, String> {
        let moves = |opcode| epd.moves(opcode).map_err(|error| format!("{opcode}: {error}"));
        let problem = Problem {
            line,
            id: epd.id().unwrap_or_default(),
            best: moves("bm")?,
            avoid: moves("am")?,
            mate: mate(&epd),
            epd,
        };
        if problem.best.is_empty() && problem.avoid.is_empty() && problem.mate.is_none() {
            return Err(match problem.epd.operands("dm") {
                Some(operands) => {
                    format!("dm: {} is not a number of moves", Quoted(&operands.join(" ")))
                }
                None => "neither bm, am nor dm".to_string(),
            });
        }
        if problem.position().has_legal_move() {
            Ok(problem)
        } else {
            Err("the game is over there".to_string())
        }
    }

    /// Returns the position to search.
    pub fn position(&self) -> Position {
        self.epd.position()
    }

    /// Returns whether the move meets all conditions of the problem: it is a best move, it is no
    /// move to avoid, and it mates within the number of moves.
    pub fn is_solved_by(&self, mv: Move, score: Score) -> bool {
        let mates =
            |most: i32| matches!(score.moves_to_mate(), Some(moves) if (1..=most).contains(&moves));
        (self.best.is_empty() || self.best.contains(&mv))
            && !self.avoid.contains(&mv)
            && self.mate.is_none_or(mates)
    }

    /// Returns the solution in words: `Nf3, Nc3, not Qd2, mate in 3`.
    pub fn wanted(&self) -> String {
        let position = self.position();
        let san = |&mv: &Move| position.san(mv);
        let best = self.best.iter().map(san);
        let avoid = self.avoid.iter().map(|mv| format!("not {}", san(mv)));
        let mate = self.mate.iter().map(|moves| format!("mate in {moves}"));
        best.chain(avoid).chain(mate).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the number of moves to a mate, by `dm` or by `bm #3`. A number below 1 is ignored.
fn mate(epd: &Epd) -> Option<i32> {
    let operand = epd.operands("dm").and_then(|operands| operands.first()?.parse().ok());
    let is_sound = |moves: &i32| *moves > 0;
    operand.filter(is_sound).or(epd.mate_among("bm").filter(is_sound))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::epd;

    const ROOK: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - -";

    #[track_caller]
    fn problem(operations: &str) -> Problem {
        format!("{ROOK} {operations}").parse().map(|epd| Problem::new(1, epd)).unwrap().unwrap()
    }

    #[test]
    fn solutions_are_told_from_failures() {
        let cp = Score::centipawns(20);
        for (operations, mv, score, expected) in [
            ("bm Ra8;", "Ra8#", cp, true),
            ("bm Ra8;", "Ra7", cp, false),
            ("bm Ra8 Ra7;", "Ra7", cp, true),
            ("am Ra7;", "Ra7", cp, false),
            ("am Ra7;", "Ra6", cp, true),
            ("bm Ra8 Ra7; am Ra7;", "Ra7", cp, false),
            ("dm 2;", "Ra7", cp, false),
            ("dm 2;", "Ra7", Score::mate_in(3), true),
            ("dm 2;", "Ra7", Score::mate_in(1), true),
            ("dm 2;", "Ra7", Score::mate_in(5), false),
            ("dm 2;", "Ra7", Score::mated_in(2), false),
            ("dm 2;", "Ra7", Score::tb_win_in(1), false),
            ("bm Ra8; dm 1;", "Ra7", Score::mate_in(1), false),
            ("bm Ra8; dm 1;", "Ra8", Score::mate_in(1), true),
        ] {
            let problem = problem(operations);
            let mv = problem.position().parse_san(mv).unwrap();
            assert_eq!(problem.is_solved_by(mv, score), expected, "{operations} {mv:?}");
        }
    }

    #[test]
    fn what_is_wanted_is_told() {
        let problem = problem("am Ra7; bm Ra8+ Kf2; dm 1; id \"corridor\";");
        assert_eq!(problem.wanted(), "Ra8#, Kf2, not Ra7, mate in 1");
        assert_eq!((problem.line, problem.id.as_str()), (1, "corridor"));
    }

    #[test]
    fn wrong_lines_are_told() {
        for (text, expected) in [
            (format!("{ROOK} bm Ra8;\n\n{ROOK} bm Rb2;"), "line 3: bm: 'Rb2' is not legal here"),
            (format!("{ROOK} am joho;"), "line 1: am: 'joho' is not a move"),
            (format!("{ROOK} dm 0;"), "line 1: dm: '0' is not a number of moves"),
            (format!("{ROOK} dm;"), "line 1: dm: '' is not a number of moves"),
            (format!("{ROOK} id \"x\";"), "line 1: neither bm, am nor dm"),
            ("R5k1/5ppp/8/8/8/8/8/6K1 b - - dm 1;".to_string(), "line 1: the game is over there"),
            ("8/8 w - -".to_string(), "line 1: FEN board has 2 ranks instead of 8"),
        ] {
            let mut errors = Vec::new();
            let pass_over = |error| errors.push(error);
            let text = format!("{text}\n{ROOK} bm #2;\n{ROOK} bm Ra8; dm -3;");
            let suite = epd::read(text.as_bytes(), Problem::new, pass_over).unwrap();
            assert_eq!(errors, [expected]);
            let wanted: Vec<String> = suite.iter().map(Problem::wanted).rev().take(2).collect();
            assert_eq!(wanted, ["Ra8#", "mate in 2"]);
        }
    }
}
