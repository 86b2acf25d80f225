//! Writing a review of a game into its PGN.

use super::grade::Grade;
use super::review::{Review, ReviewedMove};
use crate::board::Position;
use crate::eval::Score;
use crate::knowledge::pgn::{PgnGame, Remark};

/// The last words of the variations written here, so that the next annotation can replace them.
const SIGNATURE: &str = "{Ox88}";

/// Returns the game with `%eval` (White's point of view) for each move of its review, and a mark
/// and the better line, signed `{Ox88}`, after bad ones. Earlier scores, marks of bad moves and
/// signed variations are removed from these moves, as are empty comments, unsigned variations that
/// are the better line, and the sentence and the line of Lichess on a bad move. All other remarks
/// stay, and all remarks on moves that a stopped review has not come to; the comments on a move
/// before its variations are joined.
/// <https://www.chessprogramming.org/Portable_Game_Notation>
pub fn annotated(game: &PgnGame, review: &Review) -> PgnGame {
    let mut written = game.clone();
    written.remarks.clear();
    let mut remarks = game.remarks.iter().peekable();
    let unreviewed = game.moves.len() - review.moves.len();
    while let Some(remark) = remarks.next_if(|(moves, _)| *moves <= unreviewed) {
        written.remarks.push(remark.clone());
    }
    for (moves, (position, reviewed)) in (unreviewed + 1..).zip(review.positions()) {
        let mut said = Vec::new();
        while let Some((_, remark)) = remarks.next_if(|(before, _)| *before <= moves) {
            said.push(remark.clone());
        }
        let all = with_verdict(said, &position, reviewed).into_iter();
        written.remarks.extend(all.map(|remark| (moves, remark)));
    }
    written.name_opening();
    written
}

/// Returns the remarks on a move, with its score and, if it is bad, mark and better line. They are
/// in this order: the mark, the score and the comment, the better line, other variations.
fn with_verdict(said: Vec<Remark>, position: &Position, reviewed: &ReviewedMove) -> Vec<Remark> {
    let grade = reviewed.grade;
    let mut nags: Vec<Remark> = grade.map(Grade::nag).map(Remark::Nag).into_iter().collect();
    let mut comments: Vec<String> = eval_command(reviewed).into_iter().collect();
    let better = grade.map(|_| reviewed.best_line(position).join(" "));
    let mut others = Vec::new();
    // The moves that Lichess calls better, until their lines are met.
    let mut recommended: Vec<String> = Vec::new();
    for remark in said {
        match remark {
            Remark::Nag(number) if Grade::ALL.map(Grade::nag).contains(&number) => {}
            Remark::Nag(_) => nags.push(remark),
            Remark::Comment(text) => {
                let kept = without_judgements(&without_evals(&text), &mut recommended);
                if others.is_empty() {
                    comments.push(kept);
                } else {
                    others.push(Remark::Comment(kept));
                }
            }
            Remark::Variation(text)
                if text.ends_with(SIGNATURE)
                    || better.as_ref() == Some(&text)
                    || takes_first_move(&mut recommended, &text) => {}
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

/// Returns the command with the score after a move. There is none after a mate, as other programs
/// write nothing there either.
fn eval_command(reviewed: &ReviewedMove) -> Option<String> {
    let score = reviewed.after;
    let value = match score.moves_to_mate() {
        Some(0) => return None,
        Some(moves) => format!("#{moves}"),
        None => format!("{:.2}", f64::from(eval(score)) / 100.0),
    };
    Some(format!("[%eval {value}]"))
}

/// Returns a score in centipawns, where an ending that is known to be won counts as a hundred pawns.
fn eval(score: Score) -> i32 {
    if score.is_known_win_or_loss() { 10_000 * score.get().signum() } else { score.get() }
}

/// Returns a comment without its `%eval` commands.
fn without_evals(comment: &str) -> String {
    let mut kept = Vec::new();
    let mut rest = comment;
    while let Some((before, command)) = rest.split_once("[%eval")
        && let Some((_, after)) = command.split_once(']')
    {
        kept.push(before);
        rest = after;
    }
    kept.push(rest);
    joined(kept)
}

/// What Lichess writes of a bad move, before the move that it calls best.
const JUDGEMENTS: [&str; 6] = [
    "Inaccuracy.",
    "Mistake.",
    "Blunder.",
    "Checkmate is now unavoidable.",
    "Lost forced checkmate sequence.",
    "Not the best checkmate sequence.",
];

/// Returns a comment without the judgements of Lichess, whose best moves are added to those that
/// are recommended: `(0.20 → -1.30) Blunder. d6 was best.`
fn without_judgements(comment: &str, recommended: &mut Vec<String>) -> String {
    let mut kept = Vec::new();
    let mut begin = 0;
    for (end, _) in comment.match_indices('.') {
        let said = comment.get(begin..=end).unwrap_or_default();
        if let Some(before) = JUDGEMENTS.iter().find_map(|judgement| said.strip_suffix(judgement))
            && let Some((best, after)) = best_move(comment[end + 1..].trim_start())
        {
            recommended.push(best.to_string());
            kept.push(without_scores(before.trim_end()));
            begin = comment.len() - after.len();
        }
    }
    kept.push(&comment[begin..]);
    joined(kept)
}

/// Joins the parts of a comment that are kept.
fn joined(parts: Vec<&str>) -> String {
    let parts = parts.into_iter().map(str::trim).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

/// Returns the best move of a judgement, and what follows: `d6 was best.`, or `Best move was d6.`
/// of older exports.
fn best_move(text: &str) -> Option<(&str, &str)> {
    let older = text.strip_prefix("Best move was ");
    let words = older.unwrap_or(text);
    let is_end = |letter: char| letter.is_whitespace() || letter == '.';
    let (best, after) = words.split_at(words.find(is_end).unwrap_or(words.len()));
    match older {
        Some(_) => Some((best, after.trim_start_matches('.'))),
        None => Some((best, after.strip_prefix(" was best.")?)),
    }
}

/// Returns the text before a judgement without the scores that belong to it: `(0.20 → -1.30)`.
fn without_scores(text: &str) -> &str {
    match text.rsplit_once('(') {
        Some((before, scores)) if scores.ends_with(')') && scores.contains('→') => {
            before.trim_end()
        }
        _ => text,
    }
}

/// Removes the first move of a variation from the moves; returns false if it is not among them.
fn takes_first_move(moves: &mut Vec<String>, variation: &str) -> bool {
    let unnumbered = |word: &str| {
        let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        digits.trim_start_matches('.').to_string()
    };
    let mut words = variation.split_whitespace().map(unnumbered);
    let first = words.find(|word| !word.is_empty());
    let place = moves.iter().position(|mv| Some(mv) == first.as_ref());
    place.map(|place| moves.swap_remove(place)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Grading;
    use crate::board::{Color, Move};
    use crate::knowledge::pgn::Games;
    use crate::search::Line;

    #[test]
    fn only_whole_commands_are_taken_out() {
        for (comment, kept) in [
            ("one [%eval 0.30] two [%eval #3]", "one two"),
            ("[%eval 0.30] but [%eval 1 not closed", "but [%eval 1 not closed"),
        ] {
            assert_eq!(without_evals(comment), kept);
        }
    }

    fn game(text: &str) -> PgnGame {
        let mut games = Games::new(text.as_bytes());
        games.next().unwrap().unwrap().unwrap()
    }

    /// Reviews a fool's mate with these centipawns for the side to move at each ply; 2000 is a mate.
    fn review(game: &PgnGame, scores: [i32; 4]) -> Review {
        let best = ["e4", "e5", "Nc3", "Qh4"];
        Review::new(&game.start, &game.moves, Grading::USUAL, |position| {
            let san = best[position.plies_made()];
            let score = match scores[position.plies_made()] {
                2000 => Score::mate_in(1),
                score => Score::centipawns(score),
            };
            let moves = vec![position.parse_san(san).unwrap()];
            Some(Line { moves, score, is_drawn: false, depth: 1 })
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
        assert_eq!((&again.moves, again.result), (&game.moves, game.result));
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

    /// Comments and lines as Lichess writes them; the remarks of people stay.
    #[test]
    fn what_lichess_says_of_bad_moves_goes() {
        let text = "1. f3?! { (0.18 → -0.42) Inaccuracy. e4 was best. } { [%eval -0.42] } \
                    (1. e4 e5 2. Nf3) (1. d4 1-0) e5 { Blunder. c5 was best. As I thought. } (1... c5) \
                    2. g4?? { [%eval #-1] [%clk 0:01:00] } \
                    { Checkmate is now unavoidable. Nc3 was best. } (2. Nc3 d5) \
                    Qh4# { Blunder. So he said. It was best. } 0-1\n";
        let game = game(text);
        let written = annotated(&game, &review(&game, SCORES)).to_string();
        assert_eq!(
            move_text(&written),
            "1. f3 $6 {[%eval -0.60]} (1. e4 {Ox88}) (1. d4 1-0) 1... e5 {[%eval -0.50] As I thought.} \
             2. g4 $4 {[%eval #-1] [%clk 0:01:00]} (2. Nc3 {Ox88}) \
             2... Qh4# {Blunder. So he said. It was best.} 0-1"
        );
        for (comment, kept, best) in [
            ("Mistake. Best move was Nxf6+.", "", "Nxf6+"),
            ("Good. (+0.10 → #-3) Lost forced checkmate sequence. O-O was best.", "Good.", "O-O"),
            (
                "Blunder. So he said. Mistake. d6 was best. Blunder. e5 was best.",
                "Blunder. So he said.",
                "d6e5",
            ),
            ("Mistake.", "Mistake.", ""),
            ("Mistake. I was not at my best.", "Mistake. I was not at my best.", ""),
        ] {
            let mut recommended = Vec::new();
            assert_eq!(without_judgements(comment, &mut recommended), kept);
            assert_eq!(recommended.concat(), best);
        }
        // As much as a comment can hold.
        for text in ["Blunder. d6 was best. ", "Blunder.", "(→) Mistake. "] {
            let comment = text.repeat((1 << 24) / text.len());
            without_judgements(&comment, &mut Vec::new());
        }
    }

    #[test]
    fn moves_before_a_stopped_review_keep_their_remarks() {
        let game = game("{first} 1. f3! {[%eval 0.10] bad} e5 {odd} 2. g4 Qh4# {over} 0-1\n");
        let mut stopped = review(&game, SCORES);
        for reviewed in stopped.moves.drain(..2) {
            stopped.start.make(reviewed.mv);
        }
        let written = annotated(&game, &stopped).to_string();
        assert_eq!(
            move_text(&written),
            "{first} 1. f3 $1 {[%eval 0.10] bad} 1... e5 {odd} 2. g4 $4 {[%eval #-1]} \
             (2. Nc3 {Ox88}) 2... Qh4# {over} 0-1"
        );
    }

    #[test]
    fn no_opening_contradicts_another() {
        // A fool's mate is an opening of its own in A00.
        for (tags, expected) in [
            ("", Some("A00")),
            ("[ECO \"?\"]", Some("A00")),
            ("[ECO \"A00\"]", Some("A00")),
            ("[ECO \"B20\"]", Some("B20")),
            ("[Opening \"Sicilian Defense\"]", None),
        ] {
            let game = game(&format!("{tags}\n\n1. f3 e5 2. g4 Qh4# 0-1\n"));
            let written = annotated(&game, &review(&game, SCORES));
            assert_eq!(written.tag("ECO"), expected, "{tags}");
            let is_ours = written.tag("ECO") == Some("A00");
            let name = written.tag("Opening").filter(|name| *name != "Sicilian Defense");
            assert_eq!(name.is_some(), is_ours, "{tags}");
        }
    }

    #[test]
    fn what_tables_know_is_no_nonsense() {
        let reviewed = |after| ReviewedMove {
            mv: Move::NONE,
            side: Color::White,
            before: Score::DRAW,
            after,
            best: Line { moves: Vec::new(), score: Score::DRAW, is_drawn: false, depth: 0 },
            points_lost: 0.0,
            grade: None,
        };
        let command = |score| eval_command(&reviewed(score)).unwrap_or_default();
        assert_eq!(command(Score::tb_loss_in(4)), "[%eval -100.00]");
        assert_eq!(command(Score::centipawns(10_572)), "[%eval 100.00]");
        assert_eq!(command(Score::mated_in(0)), "");
        assert_eq!(command(Score::mated_in(4)), "[%eval #-2]");
    }
}
