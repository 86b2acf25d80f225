//! Review of a game: what each move kept and gave away.

use super::grade::Grade;
use crate::board::{Color, Move, Outcome, Position};
use crate::eval::{Score, WinModel};
use crate::search::Line;

/// Plies of a best line that is printed or written, at most.
const MOST_PLIES: usize = 12;

/// A move of a game with its evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The move played.
    pub mv: Move,
    /// Who played it.
    pub side: Color,
    /// The score of the position before it, for White.
    pub before: Score,
    /// The score of the position after it, for White.
    pub after: Score,
    /// The best line, perhaps with the move played.
    pub best: Line,
    /// Expected points, 0 to 1, that the move gave away.
    pub lost: f64,
}

impl Judged {
    /// How bad the move is, if it is bad.
    pub fn grade(&self) -> Option<Grade> {
        Grade::of(self.lost)
    }

    /// The move with number and mark, in the position before it: `12... Nf6??`
    pub fn text(&self, position: &Position) -> String {
        let mark = self.grade().map_or("", Grade::mark);
        position.numbered_san(&[self.mv]).concat() + mark
    }

    /// The first moves of the best line with numbers, in the position before the move.
    pub fn best_line(&self, position: &Position) -> Vec<String> {
        let plies = self.best.moves.len().min(MOST_PLIES);
        position.numbered_san(&self.best.moves[..plies])
    }
}

/// How a side has played.
#[derive(Copy, Clone, PartialEq, Default, Debug)]
pub struct Conduct {
    /// Number of its moves.
    pub moves: u32,
    /// Of these inaccuracies, mistakes and blunders.
    pub grades: [u32; 3],
    /// Expected points, 0 to 1, that its moves gave away on average.
    pub mean_lost: f64,
}

/// A game with an evaluation of its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// Where it began.
    pub start: Position,
    /// Its moves.
    pub moves: Vec<Judged>,
    /// How it ended by the rules, if it did.
    pub outcome: Option<Outcome>,
    /// White's expected points, 0 to 1, at the start and after each move.
    pub expectations: Vec<f64>,
}

/// What is known of a position. The score is for the side to move.
struct Verdict {
    score: Score,
    model: WinModel,
    best: Option<Line>,
}

impl Review {
    /// Judges these moves. `best` gives the best line of a position with a legal move. It is called
    /// from the last position to the first, so that the transposition table knows what follows.
    pub fn new(
        start: &Position,
        moves: &[Move],
        mut best: impl FnMut(&Position) -> Option<Line>,
    ) -> Review {
        let mut position = start.clone();
        for &mv in moves {
            position.make(mv);
        }
        let outcome = position.outcome();
        let mut reached = match outcome {
            Some(outcome) => Verdict::of_end(&position, outcome),
            None => Verdict::new(&position, &mut best),
        };
        let mut expectations = vec![reached.expectation(position.side_to_move())];
        let mut judged = Vec::new();
        for &mv in moves.iter().rev() {
            let after = -reached.score;
            position.unmake();
            let verdict = Verdict::new(&position, &mut best);
            let side = position.side_to_move();
            judged.push(verdict.judge(mv, side, after));
            // A game that is drawn by the rules may go on.
            reached = match position.outcome() {
                Some(outcome) => Verdict::of_end(&position, outcome),
                None => verdict,
            };
            expectations.push(reached.expectation(side));
        }
        judged.reverse();
        expectations.reverse();
        Review {
            start: start.clone(),
            moves: judged,
            outcome,
            expectations,
        }
    }

    /// How this side has played.
    pub fn conduct(&self, side: Color) -> Conduct {
        let mut conduct = Conduct::default();
        let mut lost = 0.0;
        for judged in self.moves.iter().filter(|judged| judged.side == side) {
            conduct.moves += 1;
            lost += judged.lost;
            for (count, grade) in conduct.grades.iter_mut().zip(Grade::ALL) {
                *count += u32::from(judged.grade() == Some(grade));
            }
        }
        conduct.mean_lost = lost / f64::from(conduct.moves.max(1));
        conduct
    }
}

impl Verdict {
    fn new(position: &Position, best: &mut impl FnMut(&Position) -> Option<Line>) -> Verdict {
        let best = best(position);
        Verdict {
            score: best.as_ref().map_or(Score::DRAW, |line| line.score),
            model: WinModel::of(position),
            best,
        }
    }

    /// Of a position in which the game is over by the rules.
    fn of_end(position: &Position, outcome: Outcome) -> Verdict {
        Verdict {
            score: match outcome {
                Outcome::Checkmate => Score::mated_in(0),
                _ => Score::DRAW,
            },
            model: WinModel::of(position),
            best: None,
        }
    }

    /// White's expected points, where this side is to move.
    fn expectation(&self, side: Color) -> f64 {
        let chances = self.model.chances(of_white(self.score, side));
        chances.expectation()
    }

    /// Judges a move; `after` is its score for the side that plays it.
    fn judge(&self, mv: Move, side: Color, after: Score) -> Judged {
        let best = self.best.clone().unwrap_or(Line {
            moves: vec![mv],
            score: self.score,
            depth: 0,
        });
        // One model for both scores: a capture changes the model and must not look like
        // lost points. Two searches differ a little, so the best move never loses any.
        let points = |score| self.model.chances(score).expectation();
        let lost = if best.first() == mv {
            0.0
        } else {
            (points(self.score) - points(after)).max(0.0)
        };
        Judged {
            mv,
            side,
            before: of_white(self.score, side),
            after: of_white(after, side),
            best,
            lost,
        }
    }
}

/// The score of this side as one for White.
pub fn of_white(score: Score, side: Color) -> Score {
    match side {
        Color::White => score,
        Color::Black => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `thoughts`: the best move, and centipawns for the side to move, by ply.
    fn review(fen: &str, moves: &[&str], thoughts: &[(&str, i32)]) -> Review {
        let start = Position::from_fen(fen).unwrap();
        let mut position = start.clone();
        let mut played = Vec::new();
        for san in moves {
            let mv = position.parse_san(san).unwrap();
            position.make(mv);
            played.push(mv);
        }
        Review::new(&start, &played, |position| {
            let (san, score) = thoughts[position.plies_made()];
            Some(Line {
                moves: vec![position.parse_san(san).unwrap()],
                score: Score::centipawns(score),
                depth: 1,
            })
        })
    }

    const START: &str = crate::board::START_FEN;

    #[test]
    fn the_blunder_of_a_fools_mate_is_found() {
        let thoughts = [("e4", 20), ("e5", 100), ("Nc3", -50), ("Qh4", 2000)];
        let review = review(START, &["f3", "e5", "g4", "Qh4"], &thoughts);
        let grades: Vec<Option<Grade>> = review.moves.iter().map(Judged::grade).collect();
        assert_eq!(
            grades,
            [Some(Grade::Mistake), None, Some(Grade::Blunder), None]
        );
        assert_eq!(review.outcome, Some(Outcome::Checkmate));
        assert_eq!(review.moves[0].text(&review.start), "1. f3?");
        let last = &review.moves[3];
        assert_eq!(last.before, Score::centipawns(-2000));
        assert_eq!(last.after, Score::mated_in(0));
        assert_eq!(last.lost, 0.0);
        assert_eq!(review.expectations.len(), 5);
        assert_eq!(review.expectations[4], 0.0);
        assert!(review.expectations[0] > 0.5);
        let white = review.conduct(Color::White);
        assert_eq!((white.moves, white.grades), (2, [0, 1, 1]));
        let mean = (review.moves[0].lost + review.moves[2].lost) / 2.0;
        assert_eq!(white.mean_lost, mean);
        assert_eq!(
            review.conduct(Color::Black),
            Conduct {
                moves: 2,
                ..Conduct::default()
            }
        );
    }

    #[test]
    fn a_game_that_goes_on_after_a_draw_is_one() {
        let fen = "4k3/7p/8/8/8/8/7P/R3K3 w - - 98 90";
        let thoughts = [("Kd2", 900), ("Kd7", -900), ("Ra3", 900), ("Kd7", -900)];
        let review = review(fen, &["Ra2", "Kd8", "Ra3"], &thoughts);
        assert_eq!(review.moves[1].after, Score::DRAW);
        assert_eq!(review.moves[1].lost, 0.0);
        assert_eq!(review.moves[0].lost, 0.0);
        assert_eq!(review.expectations[2], 0.5);
        assert!(review.expectations[1] > 0.9);
        // White could have claimed no more than a draw, but may win by it.
        assert_eq!(review.moves[2].before, Score::centipawns(900));
    }

    #[test]
    fn the_best_move_is_never_blamed() {
        let thoughts = [("e4", 300), ("e5", 300)];
        let review = review(START, &["e4"], &thoughts);
        assert_eq!(review.moves[0].lost, 0.0);
        assert_eq!(review.moves[0].after, Score::centipawns(-300));
    }

    #[test]
    fn who_finds_better_than_best_is_not_praised() {
        let thoughts = [("e4", 0), ("e5", -300)];
        let review = review(START, &["d4"], &thoughts);
        assert_eq!(review.moves[0].lost, 0.0);
    }

    #[test]
    fn a_pawn_less_is_nothing_where_all_is_won() {
        let thoughts = [("e4", 1500), ("e5", -1400)];
        let won = review(START, &["d4"], &thoughts);
        assert!(won.moves[0].lost < 0.01);
        let thoughts = [("e4", 0), ("e5", 100)];
        let even = review(START, &["d4"], &thoughts);
        assert!(even.moves[0].lost > 0.2);
    }

    #[test]
    fn black_may_begin_and_a_game_may_have_no_moves() {
        let fen = "4k3/4p3/8/8/8/8/8/4K3 b - - 0 30";
        let even = review(fen, &["e5"], &[("e6", 90), ("Kd2", -90)]);
        assert_eq!(even.moves[0].side, Color::Black);
        assert_eq!(even.moves[0].before, Score::centipawns(-90));
        assert!(even.expectations[0] < 0.5);
        let none = review(fen, &[], &[("e6", 90)]);
        assert!(none.moves.is_empty());
        assert_eq!(none.conduct(Color::White), Conduct::default());
    }

    #[test]
    fn a_draw_by_repetition_counts() {
        let fen = "4k3/4p3/8/8/8/8/8/4K3 b - - 0 30";
        let moves = ["Kd8", "Kd1", "Ke8", "Ke1", "Kd8", "Kd1", "Ke8", "Ke1"];
        let mut thoughts = vec![("e5", 400), ("Kd1", -400), ("e5", 400), ("Ke1", -400)];
        thoughts.extend(thoughts.clone());
        let review = review(fen, &moves, &thoughts);
        assert_eq!(review.outcome, Some(Outcome::Threefold));
        assert_eq!(review.moves[7].after, Score::DRAW);
        assert_eq!(review.expectations[8], 0.5);
    }
}
