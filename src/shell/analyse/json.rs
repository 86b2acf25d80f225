//! The results of an analysis for other programs: a JSON object a line.

use std::path::Path;

use serde_json::{Value, json};

use super::position::{MOST_PLIES, chances_of_white};
use crate::analysis::{PositionAnalysis, Review, ReviewedMove, SideSummary};
use crate::board::{CastlingNotation, Color, Move, Position};
use crate::eval::Score;
use crate::knowledge::openings::{self, Opening};
use crate::knowledge::pgn::PgnGame;

/// The description of the objects in `--help`.
pub const HELP: &str = "\
With --json each result is an object, on a line of its own. Scores are
White's, {\"centipawns\": 35} or {\"mate\": -3}, where Black mates in three
moves; an ending that is known to be won has 10000 centipawns or more. Moves
are in the notation of UCI. What is not known is null.

A position has type (\"position\"), file, name, fen, opening (eco, name),
outcome (how the game is over there), depth, nodes, seconds, and lines, the
best first; each has depth, score, win, draw, loss (0 to 1), moves and san.

A game has type (\"game\"), file, number, tags, start (its FEN), opening,
outcome, stopped (whether Control-C came before all was done; then only the
last moves are there), white, black, and moves. The sides have moves,
inaccuracies, mistakes, blunders, accuracy (0 to 100), and centipawn_loss and
points_lost, which are the mean of a move. Each move has fen (before it),
move, san, side, before, after, points_lost, centipawn_loss, accuracy, grade
(\"inaccuracy\", \"mistake\" or \"blunder\"), and best (moves, san).";

/// Returns the object of a position with its best lines; it has none where the game is over.
pub fn of_position(
    path: Option<&Path>,
    name: &str,
    position: &Position,
    analysis: Option<&PositionAnalysis>,
) -> Value {
    let lines = analysis.map_or(&[][..], |analysis| &analysis.lines).iter().map(|line| {
        let chances = chances_of_white(position, line);
        let share = |chance: u16| f64::from(chance) / 1000.0;
        let moves = &line.moves[..line.moves.len().min(MOST_PLIES)];
        let mut object = of_moves(position, moves);
        object["depth"] = json!(line.depth);
        object["score"] = of_score(line.score.of_white(position.side_to_move()));
        object["win"] = json!(share(chances.win));
        object["draw"] = json!(share(chances.draw));
        object["loss"] = json!(share(chances.loss));
        object
    });
    json!({
        "type": "position",
        "file": path.map(Path::to_string_lossy),
        "name": Some(name).filter(|name| !name.is_empty()),
        "fen": position.fen(),
        "opening": openings::name_of(position).map(of_opening),
        "outcome": position.outcome().map(|outcome| outcome.to_string()),
        "depth": analysis.and_then(|analysis| Some(analysis.lines.first()?.depth)),
        "nodes": analysis.map(|analysis| analysis.nodes),
        "seconds": analysis.map(|analysis| analysis.time.as_secs_f64()),
        "lines": lines.collect::<Value>(),
    })
}

/// Returns the object of a game.
pub fn of_game(path: &Path, number: u64, game: &PgnGame, review: &Review) -> Value {
    // Of several tags with one name the first counts, as everywhere.
    let tags: serde_json::Map<String, Value> =
        game.tags.iter().rev().map(|(name, value)| (name.clone(), json!(value))).collect();
    let moves = review.positions().map(|(position, reviewed)| of_move(&position, reviewed));
    json!({
        "type": "game",
        "file": path.to_string_lossy(),
        "number": number,
        "tags": tags,
        "start": game.start.fen(),
        "opening": openings::name_of(&game.last_position()).map(of_opening),
        "outcome": review.outcome.map(|outcome| outcome.to_string()),
        "stopped": review.moves.len() < game.moves.len(),
        "white": of_side(review.summary(Color::White)),
        "black": of_side(review.summary(Color::Black)),
        "moves": moves.collect::<Value>(),
    })
}

fn of_move(position: &Position, reviewed: &ReviewedMove) -> Value {
    let uci = |mv: Move| mv.uci(CastlingNotation::of(position));
    json!({
        "fen": position.fen(),
        "move": uci(reviewed.mv),
        "san": position.san(reviewed.mv),
        "side": reviewed.side.to_string().to_lowercase(),
        "before": of_score(reviewed.before),
        "after": of_score(reviewed.after),
        "points_lost": reviewed.points_lost,
        "centipawn_loss": reviewed.centipawn_loss(),
        "accuracy": reviewed.accuracy(),
        "grade": reviewed.grade.map(|grade| grade.to_string()),
        "best": of_moves(position, &reviewed.best.moves),
    })
}

fn of_side(summary: SideSummary) -> Value {
    let [inaccuracies, mistakes, blunders] = summary.grades;
    json!({
        "moves": summary.moves,
        "inaccuracies": inaccuracies,
        "mistakes": mistakes,
        "blunders": blunders,
        "accuracy": summary.accuracy,
        "centipawn_loss": summary.mean_centipawn_loss,
        "points_lost": summary.mean_points_lost,
    })
}

/// Returns a line of moves in both notations.
fn of_moves(position: &Position, moves: &[Move]) -> Value {
    let notation = CastlingNotation::of(position);
    let uci: Vec<String> = moves.iter().map(|mv| mv.uci(notation)).collect();
    let mut last = position.clone();
    let san: Vec<String> = moves
        .iter()
        .map(|&mv| {
            let san = last.san(mv);
            last.make(mv);
            san
        })
        .collect();
    json!({"moves": uci, "san": san})
}

fn of_score(score: Score) -> Value {
    match score.moves_to_mate() {
        Some(moves) => json!({"mate": moves}),
        None => json!({"centipawns": score.get()}),
    }
}

fn of_opening(opening: Opening) -> Value {
    json!({"eco": opening.eco, "name": opening.name})
}
