//! Writing what is thought of a game's moves into its PGN.

use super::grade::Grade;
use super::review::{Judged, Review};
use crate::board::GameResult;
use crate::eval::Score;
use crate::knowledge::openings;
use crate::knowledge::pgn::{PgnGame, Termination};
use crate::players::Pgn;

/// The game with the score after each move, for White, as the command `%eval`
/// of its comment, and marks behind bad moves. Its own comments and variations
/// are not there, as they are not read; its tags are.
///
/// <https://www.chessprogramming.org/Portable_Game_Notation>
pub fn annotated(game: &PgnGame, review: &Review) -> Pgn {
    let mut pgn = Pgn::new("?", &review.start);
    for judged in &review.moves {
        let nag = judged.grade().map(Grade::nag);
        pgn.push_judged(judged.mv, nag, comment(judged));
    }
    pgn.result = match game.termination {
        Termination::WhiteWins => Some(GameResult::WhiteWins),
        Termination::BlackWins => Some(GameResult::BlackWins),
        Termination::Draw => Some(GameResult::Draw),
        Termination::Unknown => None,
    };
    pgn.others = game.tags.clone();
    let opening = openings::name_of(pgn.last_position());
    let found = opening.map(|opening| [("ECO", opening.eco), ("Opening", opening.name)]);
    for (name, value) in found.into_iter().flatten() {
        if game.tag(name).is_none() {
            pgn.others.push((name.to_string(), value.to_string()));
        }
    }
    pgn
}

/// Nothing after a mate, where other programs write nothing either.
fn comment(judged: &Judged) -> String {
    let score = judged.after;
    let value = match score.moves_to_mate() {
        Some(0) => return String::new(),
        Some(moves) => format!("#{moves}"),
        None => format!("{:.2}", f64::from(eval(score)) / 100.0),
    };
    format!("[%eval {value}]")
}

/// In centipawns; what endgame tables know is worth much, but no nonsense.
fn eval(score: Score) -> i32 {
    match score.is_decided() {
        true => 10_000 * score.get().signum(),
        false => score.get(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;
    use crate::knowledge::pgn::Games;
    use crate::search::Line;

    fn game(text: &str) -> PgnGame {
        let mut games = Games::new(text.as_bytes());
        games.next().unwrap().unwrap().unwrap()
    }

    #[test]
    fn scores_and_marks_are_written() {
        let text = "[Event \"x\"]\n[White \"A\"]\n[WhiteElo \"2400\"]\n[Result \"0-1\"]\n\n\
                    1. f3 {bad} e5 2. g4 (2. e4) Qh4# 0-1\n";
        let game = game(text);
        let thoughts = [("e4", 20), ("e5", 60), ("Nc3", -50), ("Qh4", 2000)];
        let review = Review::new(&game.start, &game.moves, |position| {
            let (san, score) = thoughts[position.plies_made()];
            let score = match score {
                2000 => Score::mate_in(1),
                score => Score::centipawns(score),
            };
            Some(Line {
                moves: vec![position.parse_san(san).unwrap()],
                score,
                depth: 1,
            })
        });
        let written = annotated(&game, &review).to_string();
        for tag in ["Event \"x\"", "White \"A\"", "WhiteElo \"2400\""] {
            assert!(written.contains(&format!("[{tag}]")), "{written}");
        }
        let moves = "1. f3 $2 {[%eval -0.60]} 1... e5 {[%eval -0.50]} \
                     2. g4 $4 {[%eval #-1]} 2...\nQh4# 0-1\n";
        assert!(written.ends_with(moves), "{written}");
        // What was written is read again.
        let again = self::game(&written);
        assert_eq!(
            (again.moves, again.termination),
            (game.moves, game.termination)
        );
    }

    #[test]
    fn what_tables_know_is_no_nonsense() {
        let judged = |after| Judged {
            mv: crate::board::Move::NONE,
            side: Color::White,
            before: Score::DRAW,
            after,
            best: Line {
                moves: Vec::new(),
                score: Score::DRAW,
                depth: 0,
            },
            lost: 0.0,
        };
        assert_eq!(comment(&judged(Score::table_loss_in(4))), "[%eval -100.00]");
        assert_eq!(comment(&judged(Score::mated_in(0))), "");
        assert_eq!(comment(&judged(Score::mated_in(4))), "[%eval #-2]");
    }
}
