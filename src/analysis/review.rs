//! Review of a game: what each move kept and gave away.

use super::accuracy;
use super::grade::{Curve, Grade, Grading};
use crate::board::{Color, Move, Outcome, Position};
use crate::eval::{Score, WinModel};
use crate::search::Line;

/// The most plies of a best line that are printed or written.
const MOST_PLIES: usize = 12;

/// A move of a game with its evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedMove {
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
    /// The expected points, 0 to 1, that the move gave away.
    pub points_lost: f64,
    /// How bad the move is, if it is bad.
    pub grade: Option<Grade>,
}

impl ReviewedMove {
    /// Returns the accuracy of the move, 0 to 100, by the formula of Lichess; `None` for a null move.
    pub fn accuracy(&self) -> Option<f64> {
        let share = |score: Score| accuracy::expectation(score.of_white(self.side));
        self.measured(100.0, || accuracy::of_move(share(self.before), share(self.after)))
    }

    /// Returns the centipawns that the move gave away; scores beyond ten pawns count as ten. `None`
    /// stands for a null move.
    pub fn centipawn_loss(&self) -> Option<u32> {
        let centipawns = |score: Score| accuracy::centipawns(score.of_white(self.side));
        self.measured(0, || (centipawns(self.before) - centipawns(self.after)).max(0) as u32)
    }

    /// Returns a measure of the move, which is `best` for the best move. A null move has none, as it
    /// is no player's choice.
    fn measured<T>(&self, best: T, measure: impl FnOnce() -> T) -> Option<T> {
        let measure = || if self.best.first() == self.mv { best } else { measure() };
        (!self.mv.is_none()).then(measure)
    }

    /// Returns the move with number and mark, in the position before it: `12... Nf6??`
    pub fn text(&self, position: &Position) -> String {
        let mark = self.grade.map_or("", Grade::mark);
        position.numbered_san(&[self.mv]).concat() + mark
    }

    /// Returns the first moves of the best line with numbers, in the position before the move.
    pub fn best_line(&self, position: &Position) -> Vec<String> {
        let plies = self.best.moves.len().min(MOST_PLIES);
        position.numbered_san(&self.best.moves[..plies])
    }
}

/// How a side has played.
#[derive(Copy, Clone, PartialEq, Default, Debug)]
pub struct SideSummary {
    /// The number of its moves. Null moves are left out of this and all other figures.
    pub moves: u32,
    /// The numbers of its inaccuracies, mistakes and blunders.
    pub grades: [u32; 3],
    /// The expected points, 0 to 1, that its moves gave away on average.
    pub mean_points_lost: f64,
    /// The centipawns that its moves gave away on average.
    pub mean_centipawn_loss: f64,
    /// The accuracy of its moves, 0 to 100, by the formula of Lichess; 100 without moves.
    pub accuracy: f64,
}

/// A game with an evaluation of its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The position before the first of the moves.
    pub start: Position,
    /// The moves of the game, or the last of them where the review was stopped.
    pub moves: Vec<ReviewedMove>,
    /// How it ended by the rules, if it did.
    pub outcome: Option<Outcome>,
    /// White's expected points, 0 to 1, at the start and after each move.
    pub expectations: Vec<f64>,
}

/// The evaluation of a position. The score is for the side to move.
struct Verdict {
    score: Score,
    /// How scores become expected points; `None` stands for Lichess' curve.
    model: Option<WinModel>,
}

impl Review {
    /// Judges these moves. `best` returns the best line of a position with a legal move. It is
    /// called from the last position to the first, so that the transposition table already has the
    /// later positions. If it returns no line, the review ends there, and has only the moves after
    /// that position.
    pub fn new(
        start: &Position,
        moves: &[Move],
        grading: Grading,
        mut best: impl FnMut(&Position) -> Option<Line>,
    ) -> Review {
        let mut position = start.clone();
        for &mv in moves {
            position.make_or_pass(mv);
        }
        let mut review = Review {
            start: position.clone(),
            moves: Vec::new(),
            outcome: position.outcome(),
            expectations: Vec::new(),
        };
        let end = known_score(&position).or_else(|| best(&position).map(|line| line.score));
        let Some(end) = end else {
            return review;
        };
        let mut reached = Verdict { score: end, model: model_of(&position, grading.curve) };
        review.expectations.push(reached.expectation(position.side_to_move()));
        for &mv in moves.iter().rev() {
            let after = -reached.score;
            position.unmake();
            let Some(line) = best(&position) else {
                break;
            };
            review.start = position.clone();
            let side = position.side_to_move();
            reached = Verdict { score: line.score, model: model_of(&position, grading.curve) };
            review.moves.push(reached.judge(mv, side, after, line, grading));
            // A game that is drawn by the rules may go on.
            reached.score = known_score(&position).unwrap_or(reached.score);
            review.expectations.push(reached.expectation(side));
        }
        review.moves.reverse();
        review.expectations.reverse();
        review
    }

    /// Returns each move with the position before it.
    pub fn positions(&self) -> impl Iterator<Item = (Position, &ReviewedMove)> {
        let mut next = self.start.clone();
        self.moves.iter().map(move |reviewed| {
            let position = next.clone();
            next.make_or_pass(reviewed.mv);
            (position, reviewed)
        })
    }

    /// Returns how this side has played.
    pub fn summary(&self, side: Color) -> SideSummary {
        let mut summary = SideSummary::default();
        let (mut points_lost, mut centipawns) = (0.0, 0);
        for reviewed in self.moves.iter().filter(|reviewed| reviewed.side == side) {
            let Some(centipawn_loss) = reviewed.centipawn_loss() else { continue };
            summary.moves += 1;
            points_lost += reviewed.points_lost;
            centipawns += centipawn_loss;
            for (count, grade) in summary.grades.iter_mut().zip(Grade::ALL) {
                *count += u32::from(reviewed.grade == Some(grade));
            }
        }
        let count = f64::from(summary.moves.max(1));
        summary.mean_points_lost = points_lost / count;
        summary.mean_centipawn_loss = f64::from(centipawns) / count;
        summary.accuracy = self.accuracy(side);
        summary
    }

    /// Returns the accuracy of this side, 0 to 100.
    fn accuracy(&self, side: Color) -> f64 {
        let own = |reviewed: &ReviewedMove| reviewed.accuracy().filter(|_| reviewed.side == side);
        let moves: Vec<Option<f64>> = self.moves.iter().map(own).collect();
        let first = self.moves.first().map(|reviewed| reviewed.before);
        let scores = first.into_iter().chain(self.moves.iter().map(|reviewed| reviewed.after));
        let shares: Vec<f64> = scores.map(accuracy::expectation).collect();
        accuracy::of_side(&moves, &shares).unwrap_or(100.0)
    }
}

impl Verdict {
    /// Returns the expected points of the side with this score.
    fn points(&self, score: Score) -> f64 {
        match &self.model {
            Some(model) => model.chances(score).expectation(),
            None => accuracy::expectation(score),
        }
    }

    /// Returns White's expected points in the position, where this side is to move.
    fn expectation(&self, side: Color) -> f64 {
        self.points(self.score.of_white(side))
    }

    /// Judges a move; `after` is its score for the side that plays it.
    fn judge(
        &self,
        mv: Move,
        side: Color,
        after: Score,
        best: Line,
        grading: Grading,
    ) -> ReviewedMove {
        // One curve for both scores: a capture changes the model and must not look like
        // lost points. Two searches differ a little, so the best move never loses any;
        // a null move is no player's choice.
        let points_lost = if mv.is_none() || best.first() == mv {
            0.0
        } else {
            (self.points(self.score) - self.points(after)).max(0.0)
        };
        ReviewedMove {
            mv,
            side,
            before: self.score.of_white(side),
            after: after.of_white(side),
            best,
            points_lost,
            grade: grading.grade(points_lost).filter(|_| points_lost > 0.0),
        }
    }
}

/// Returns the score, for the side to move, of a position in which the game is over by the rules.
fn known_score(position: &Position) -> Option<Score> {
    position.outcome().map(|outcome| match outcome {
        Outcome::Checkmate => Score::mated_in(0),
        _ => Score::DRAW,
    })
}

fn model_of(position: &Position, curve: Curve) -> Option<WinModel> {
    (curve == Curve::SelfPlay).then(|| WinModel::of(position))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reviews a game; `thoughts` has, for each ply, the best move and the centipawns of the side to
    /// move.
    fn review(fen: &str, moves: &[&str], thoughts: &[(&str, i32)]) -> Review {
        graded(Grading::USUAL, fen, moves, thoughts)
    }

    fn graded(grading: Grading, fen: &str, moves: &[&str], thoughts: &[(&str, i32)]) -> Review {
        let start = Position::from_fen(fen).unwrap();
        let mut position = start.clone();
        let mut played = Vec::new();
        for san in moves {
            let is_null = *san == "--";
            let mv = if is_null { Move::NONE } else { position.parse_san(san).unwrap() };
            position.make_or_pass(mv);
            played.push(mv);
        }
        Review::new(&start, &played, grading, |position| {
            let (san, score) = thoughts[position.plies_made()];
            Some(Line {
                moves: vec![position.parse_san(san).unwrap()],
                score: Score::centipawns(score),
                is_drawn: false,
                depth: 1,
            })
        })
    }

    const START: &str = crate::board::START_FEN;

    #[test]
    fn the_blunder_of_a_fools_mate_is_found() {
        let thoughts = [("e4", 20), ("e5", 100), ("Nc3", -50), ("Qh4", 2000)];
        let review = review(START, &["f3", "e5", "g4", "Qh4"], &thoughts);
        let grades: Vec<Option<Grade>> =
            review.moves.iter().map(|reviewed| reviewed.grade).collect();
        assert_eq!(grades, [Some(Grade::Mistake), None, Some(Grade::Blunder), None]);
        assert_eq!(review.outcome, Some(Outcome::Checkmate));
        assert_eq!(review.moves[0].text(&review.start), "1. f3?");
        let last = &review.moves[3];
        assert_eq!(last.before, Score::centipawns(-2000));
        assert_eq!(last.after, Score::mated_in(0));
        assert_eq!(last.points_lost, 0.0);
        assert_eq!(review.expectations.len(), 5);
        assert_eq!(review.expectations[4], 0.0);
        assert!(review.expectations[0] > 0.5);
        let white = review.summary(Color::White);
        assert_eq!((white.moves, white.grades), (2, [0, 1, 1]));
        let mean = (review.moves[0].points_lost + review.moves[2].points_lost) / 2.0;
        assert_eq!(white.mean_points_lost, mean);
        // From +0.20 to -1.00, and from -0.50 to a mate, which counts as ten pawns.
        assert_eq!(white.mean_centipawn_loss, f64::from(120 + 950) / 2.0);
        assert!(white.accuracy < 50.0, "{}", white.accuracy);
        assert_eq!(
            review.summary(Color::Black),
            SideSummary { moves: 2, accuracy: 100.0, ..SideSummary::default() }
        );
    }

    #[test]
    fn a_review_that_is_stopped_has_the_last_moves() {
        let start = Position::startpos();
        let mut position = start.clone();
        let mut moves = Vec::new();
        for san in ["e4", "e5", "Nf3", "Nc6"] {
            moves.push(position.parse_san(san).unwrap());
            position.make(moves[moves.len() - 1]);
        }
        for (searched, expected) in [(0, 0), (1, 0), (2, 1), (3, 2), (5, 4)] {
            let mut left = searched;
            let review = Review::new(&start, &moves, Grading::USUAL, |position| {
                left = usize::checked_sub(left, 1)?;
                let moves = vec![position.legal_moves()[0]];
                Some(Line { moves, score: Score::DRAW, is_drawn: false, depth: 1 })
            });
            assert_eq!(review.moves.len(), expected);
            assert_eq!(review.start.plies_made(), 4 - expected);
            let played: Vec<Move> = review.moves.iter().map(|reviewed| reviewed.mv).collect();
            assert_eq!(played, moves[4 - expected..]);
        }
    }

    #[test]
    fn the_curve_of_lichess_is_a_choice() {
        let thoughts = [("e4", 0), ("e5", 100)];
        let reviewed = |grading| graded(grading, START, &["d4"], &thoughts).moves.remove(0);
        let by_lichess = reviewed(Grading::LICHESS);
        assert!((by_lichess.points_lost - 0.091_017).abs() < 1e-4, "{by_lichess:?}");
        assert_eq!(by_lichess.grade, Some(Grade::Inaccuracy));
        assert_eq!(reviewed(Grading::USUAL).grade, Some(Grade::Mistake));
    }

    #[test]
    fn a_game_that_goes_on_after_a_draw_is_one() {
        let fen = "4k3/7p/8/8/8/8/7P/R3K3 w - - 98 90";
        let thoughts = [("Kd2", 900), ("Kd7", -900), ("Ra3", 900), ("Kd7", -900)];
        let review = review(fen, &["Ra2", "Kd8", "Ra3"], &thoughts);
        assert_eq!(review.moves[1].after, Score::DRAW);
        assert_eq!(review.moves[1].points_lost, 0.0);
        assert_eq!(review.moves[0].points_lost, 0.0);
        assert_eq!(review.expectations[2], 0.5);
        assert!(review.expectations[1] > 0.9);
        // White could have claimed no more than a draw, but may win by it.
        assert_eq!(review.moves[2].before, Score::centipawns(900));
    }

    #[test]
    fn the_best_move_is_never_blamed() {
        let thoughts = [("e4", 300), ("e5", 300)];
        let review = review(START, &["e4"], &thoughts);
        assert_eq!(review.moves[0].points_lost, 0.0);
        assert_eq!(review.moves[0].after, Score::centipawns(-300));
    }

    #[test]
    fn who_finds_better_than_best_is_not_praised() {
        let thoughts = [("e4", 0), ("e5", -300)];
        let review = review(START, &["d4"], &thoughts);
        assert_eq!(review.moves[0].points_lost, 0.0);
    }

    #[test]
    fn a_pawn_less_is_nothing_where_all_is_won() {
        let thoughts = [("e4", 1500), ("e5", -1400)];
        let won = review(START, &["d4"], &thoughts);
        assert!(won.moves[0].points_lost < 0.01);
        let thoughts = [("e4", 0), ("e5", 100)];
        let even = review(START, &["d4"], &thoughts);
        assert!(even.moves[0].points_lost > 0.2);
    }

    /// A null move that costs a rook is no mistake, and the mean is that of two moves of White.
    #[test]
    fn null_moves_count_nowhere() {
        let thoughts = [("e4", 20), ("e5", -10), ("Nf3", 500), ("e5", 50), ("Nf3", 0)];
        let review = review(START, &["d4", "--", "Nc3", "e5"], &thoughts);
        let [white, black] = Color::ALL.map(|side| review.summary(side));
        assert_eq!((white.moves, black.moves), (2, 1));
        // From +0.20 to +0.10, and from +5.00 to -0.50.
        assert_eq!(white.mean_centipawn_loss, f64::from(10 + 550) / 2.0);
        assert_eq!(black, SideSummary { moves: 1, accuracy: 100.0, ..SideSummary::default() });
        assert_eq!((review.moves[1].accuracy(), review.moves[1].centipawn_loss()), (None, None));
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
        assert_eq!(none.summary(Color::White).moves, 0);
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
