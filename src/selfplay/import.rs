//! Games of a match runner: PGN with the score of each move in a comment, as in `{+0.31/12 0.1s}`.

use super::game_record::GameRecord;
use crate::board::Move;
use crate::eval::{MAX_PLY, Score};
use crate::knowledge::pgn::{PgnGame, Remark};

/// What the tag `Termination` contains, in lower case, if the clock, an illegal move or a crash ended
/// the game. Its result says little of its positions.
const UNSOUND: [&str; 5] = ["time", "illegal", "infraction", "abandon", "stalled"];

impl GameRecord {
    /// Converts a game in PGN, with the scores that the players' comments begin with. Returns
    /// `None` for a game without a result, with a null move, or of more than
    /// [`GameRecord::MAX_MOVES`] plies, and for one that the clock, an illegal move or a crash ended.
    pub fn from_pgn(game: &PgnGame) -> Option<GameRecord> {
        let result = game.result?;
        let termination = game.tag("Termination").unwrap_or_default().to_lowercase();
        if UNSOUND.iter().any(|sign| termination.contains(sign)) {
            return None;
        }
        // The format has no null moves, which would be read as the end of the game, and its reader
        // takes no more moves.
        if game.moves.contains(&Move::NONE) || game.moves.len() > GameRecord::MAX_MOVES {
            return None;
        }
        let mut moves: Vec<_> = game.moves.iter().map(|&mv| (mv, Score::NONE)).collect();
        for (count, remark) in &game.remarks {
            if let Some(index) = count.checked_sub(1)
                && let Remark::Comment(comment) = remark
                && let Some(score) = score_of(comment)
            {
                let first = game.start.side_to_move();
                let side = if index.is_multiple_of(2) { first } else { !first };
                moves[index].1 = score.of_white(side);
            }
        }
        Some(GameRecord { start: game.start.clone(), moves, result })
    }
}

/// Reads the score that a comment begins with, from the point of view of the side that moved:
/// `+0.31/12` in pawns, `-M4/20` for a mate in four plies.
fn score_of(comment: &str) -> Option<Score> {
    let (score, depth) = comment.trim_start().split_once('/')?;
    depth.starts_with(|first: char| first.is_ascii_digit()).then_some(())?;
    let (is_loss, size) = match score.strip_prefix('-') {
        Some(size) => (true, size),
        None => (false, score.strip_prefix('+').unwrap_or(score)),
    };
    let size = match size.strip_prefix('M') {
        Some(plies) => {
            let plies: usize = plies.parse().ok()?;
            (plies < MAX_PLY).then(|| Score::mate_in(plies))?
        }
        None => {
            let pawns: f64 = size.parse().ok()?;
            pawns.is_finite().then(|| Score::centipawns((pawns * 100.0).round() as i32))?
        }
    };
    Some(if is_loss { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::GameResult;
    use crate::knowledge::pgn::Games;

    fn record(text: &str) -> Option<GameRecord> {
        GameRecord::from_pgn(&Games::new(text.as_bytes()).next().unwrap().unwrap().unwrap())
    }

    #[test]
    fn scores_are_those_of_white() {
        let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n\
                    1... Kd7 {-0.31/12 0.1s} 2. e4 {+0.30/9} Kd6 {book} 3. e5+ {unknown} Kd7 \
                    4. e6+ {+M5/20, 3s} Kd8 {-M4/20} 1-0\n";
        let game = record(text).unwrap();
        let scores: Vec<_> = game.moves.iter().map(|(_, score)| *score).collect();
        let (cp, none, mate) = (Score::centipawns, Score::NONE, Score::mate_in);
        assert_eq!(scores, [cp(31), cp(30), none, none, none, mate(5), mate(4)]);
        assert_eq!(game.result, GameResult::WhiteWins);
        let bytes = game.to_bytes();
        assert_eq!(GameRecord::read(&mut bytes.as_slice()).unwrap(), Some(game));
    }

    #[test]
    fn a_game_without_a_result_or_with_a_null_move_is_none() {
        assert_eq!(record("1. e4 {+0.31/12} *\n"), None);
        assert_eq!(record("1. e4 -- {0.00/12 0.1s} 2. d4 1-0\n"), None);
    }

    #[test]
    fn a_game_that_a_clock_or_a_crash_decided_is_none() {
        let ended = |how: &str| record(&format!("[Termination \"{how}\"]\n\n1. e4 1-0\n"));
        for how in ["normal", "adjudication"] {
            assert!(ended(how).is_some(), "{how}");
        }
        for how in [
            "time forfeit",
            "Time forfeit",
            "illegal move",
            "rules infraction",
            "abandoned",
            "stalled connection",
        ] {
            assert_eq!(ended(how), None, "{how}");
        }
    }

    #[test]
    fn no_score_is_read_from_other_comments() {
        for comment in ["", "x/1", "+0.3", "+0.3/x", "M/3", "+M999/3", "nan/3", "+M-1/3"] {
            assert_eq!(score_of(comment), None, "{comment}");
        }
        assert_eq!(score_of("+9999999/3"), Some(Score::MAX_EVAL));
    }
}
