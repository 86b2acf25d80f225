//! Writing a review of a game into its PGN.

use super::grade::Grade;
use super::review::{Judged, Review};
use crate::board::Position;
use crate::eval::Score;
use crate::knowledge::openings;
use crate::knowledge::pgn::{PgnGame, Remark};

/// The last words of the variations written here, so that the next annotation can replace them.
const SIGNATURE: &str = "{Ox88}";

/// The game with `%eval` (White's point of view) for each move, and a mark and the better line,
/// signed `{Ox88}`, after bad ones. Earlier scores, marks of bad moves and signed variations are
/// removed from all moves, as are empty comments, and unsigned variations that are the better line.
/// All other remarks stay; the comments on a move before its variations are joined.
/// <https://www.chessprogramming.org/Portable_Game_Notation>
pub fn annotated(game: &PgnGame, review: &Review) -> PgnGame {
    let mut written = game.clone();
    written.remarks.clear();
    let mut remarks = game.remarks.iter().peekable();
    while let Some(remark) = remarks.next_if(|(moves, _)| *moves == 0) {
        written.remarks.push(remark.clone());
    }
    let mut position = review.start.clone();
    for (moves, judged) in (1..).zip(&review.moves) {
        let mut said = Vec::new();
        while let Some((_, remark)) = remarks.next_if(|(before, _)| *before <= moves) {
            said.push(remark.clone());
        }
        let all = with_verdict(said, &position, judged).into_iter();
        written.remarks.extend(all.map(|remark| (moves, remark)));
        position.make(judged.mv);
    }
    if let Some(opening) = openings::name_of(&position) {
        for (name, value) in opening.tags() {
            if game.tag(name).is_none() {
                written.set_tag(name, value);
            }
        }
    }
    written
}

/// The remarks on a move, with its score and, if it is bad, mark and better line. Order: the mark,
/// the score and the comment, the better line, other variations.
fn with_verdict(said: Vec<Remark>, position: &Position, judged: &Judged) -> Vec<Remark> {
    let grade = judged.grade();
    let mut nags: Vec<Remark> = grade.map(Grade::nag).map(Remark::Nag).into_iter().collect();
    let mut comments: Vec<String> = eval_command(judged).into_iter().collect();
    let better = grade.map(|_| judged.best_line(position).join(" "));
    let mut others = Vec::new();
    for remark in said {
        match remark {
            Remark::Nag(number) if Grade::ALL.map(Grade::nag).contains(&number) => {}
            Remark::Nag(_) => nags.push(remark),
            Remark::Comment(text) if others.is_empty() => comments.push(without_evals(&text)),
            Remark::Comment(text) => others.push(Remark::Comment(without_evals(&text))),
            Remark::Variation(text)
                if text.ends_with(SIGNATURE) || better.as_ref() == Some(&text) => {}
            Remark::Variation(_) => others.push(remark),
        }
    }
    comments.retain(|text| !text.is_empty());
    others.retain(|remark| *remark != Remark::Comment(String::new()));
    let comment = (!comments.is_empty()).then(|| Remark::Comment(comments.join(" ")));
    let variation = better.map(|line| Remark::Variation(format!("{line} {SIGNATURE}")));
    let remarks = nags.into_iter().chain(comment).chain(variation);
    remarks.chain(others).collect()
}

/// The command with the score after a move. None after a mate: other programs write nothing there
/// either.
fn eval_command(judged: &Judged) -> Option<String> {
    let score = judged.after;
    let value = match score.moves_to_mate() {
        Some(0) => return None,
        Some(moves) => format!("#{moves}"),
        None => format!("{:.2}", f64::from(eval(score)) / 100.0),
    };
    Some(format!("[%eval {value}]"))
}

/// A score in centipawns; a hundred pawns for what tables or endgames know.
fn eval(score: Score) -> i32 {
    if score.is_known() {
        10_000 * score.get().signum()
    } else {
        score.get()
    }
}

/// A comment without its `%eval` commands.
fn without_evals(comment: &str) -> String {
    let mut kept = Vec::new();
    let mut rest = comment;
    while let Some((before, command)) = rest.split_once("[%eval")
        && let Some((_, after)) = command.split_once(']')
    {
        kept.push(before.trim());
        rest = after;
    }
    kept.push(rest.trim());
    kept.retain(|text| !text.is_empty());
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Move};
    use crate::knowledge::pgn::Games;
    use crate::search::Line;

    #[test]
    fn only_whole_commands_are_taken_out() {
        for (comment, kept) in [
            ("one [%eval 0.30] two [%eval #3]", "one two"),
            (
                "[%eval 0.30] but [%eval 1 not closed",
                "but [%eval 1 not closed",
            ),
        ] {
            assert_eq!(without_evals(comment), kept);
        }
    }

    fn game(text: &str) -> PgnGame {
        let mut games = Games::new(text.as_bytes());
        games.next().unwrap().unwrap().unwrap()
    }

    /// A fool's mate. Centipawns for the side to move, by ply; 2000 is a mate.
    fn review(game: &PgnGame, scores: [i32; 4]) -> Review {
        let best = ["e4", "e5", "Nc3", "Qh4"];
        Review::new(&game.start, &game.moves, |position| {
            let san = best[position.plies_made()];
            let score = match scores[position.plies_made()] {
                2000 => Score::mate_in(1),
                score => Score::centipawns(score),
            };
            Some(Line {
                moves: vec![position.parse_san(san).unwrap()],
                score,
                depth: 1,
            })
        })
    }

    const SCORES: [i32; 4] = [20, 60, -50, 2000];

    fn move_text(written: &str) -> String {
        let (_, moves) = written.split_once("\n\n").unwrap();
        moves.trim_end().replace('\n', " ")
    }

    #[test]
    fn scores_marks_and_better_lines_join_what_was_said() {
        let text = "[Event \"x\"]\n[White \"A\"]\n[WhiteElo \"2400\"]\n[Result \"0-1\"]\n\n\
                    {first} 1. f3! {[%eval 0.10] [%clk 0:03:00] bad} e5 $14 2. g4 (2. e4 {x} Nf6) \
                    {odd} Qh4# {over} 0-1\n";
        let game = game(text);
        let written = annotated(&game, &review(&game, SCORES)).to_string();
        for tag in ["Event \"x\"", "White \"A\"", "WhiteElo \"2400\""] {
            assert!(written.contains(&format!("[{tag}]")), "{written}");
        }
        assert_eq!(
            move_text(&written),
            "{first} 1. f3 $6 $1 {[%eval -0.60] [%clk 0:03:00] bad} (1. e4 {Ox88}) 1... e5 $14 \
             {[%eval -0.50]} 2. g4 $4 {[%eval #-1]} (2. Nc3 {Ox88}) (2. e4 {x} Nf6) {odd} \
             2... Qh4# {over} 0-1"
        );
        let again = self::game(&written);
        assert_eq!(
            (&again.moves, again.termination),
            (&game.moves, game.termination)
        );
        let twice = annotated(&again, &review(&again, SCORES)).to_string();
        assert_eq!(twice, written);
    }

    #[test]
    fn another_annotation_leaves_nothing_of_the_first() {
        let text = "1. f3 {[%eval 0.10] one [%eval 0.20] two} e5 $6 2. g4 (2. e4) {[%eval 0.30]} \
                    {three [%eval 0.40]} Qh4#!! -+ 0-1\n";
        let first = game(text);
        let first = annotated(&first, &review(&first, SCORES)).to_string();
        assert_eq!(
            move_text(&first),
            "1. f3 $6 {[%eval -0.60] one two} (1. e4 {Ox88}) 1... e5 {[%eval -0.50]} \
             2. g4 $4 {[%eval #-1]} (2. Nc3 {Ox88}) (2. e4) {three} 2... Qh4# $3 $19 0-1"
        );
        let second = game(&first);
        let second = annotated(&second, &review(&second, [0; 4])).to_string();
        assert_eq!(
            move_text(&second),
            "1. f3 {[%eval 0.00] one two} 1... e5 {[%eval 0.00]} 2. g4 {[%eval 0.00]} \
             (2. e4) {three} 2... Qh4# $3 $19 0-1"
        );
    }

    #[test]
    fn what_tables_know_is_no_nonsense() {
        let judged = |after| Judged {
            mv: Move::NONE,
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
        let command = |score| eval_command(&judged(score)).unwrap_or_default();
        assert_eq!(command(Score::table_loss_in(4)), "[%eval -100.00]");
        assert_eq!(command(Score::centipawns(10_572)), "[%eval 100.00]");
        assert_eq!(command(Score::mated_in(0)), "");
        assert_eq!(command(Score::mated_in(4)), "[%eval #-2]");
    }
}
