//! Endgame tables in the search.
//!
//! If the root is in the tables, its moves are ranked by DTZ: the search chooses freely among wins,
//! but must make progress when the fifty moves run out, positions repeat, or distances are to mate.
//! Below such a root nothing is probed, unless it is won and DTZ is missing. Displayed lines are
//! extended through the tables. Elsewhere WDL is probed right after captures and pawn moves, as it
//! holds for a fifty-move clock of zero.
//!
//! The search calls this in three places: `Shared::begin` (`worker.rs`) ranks the moves of the
//! root, step 4 of `alphabeta.rs` probes WDL, and `iterative_deepening.rs` extends displayed lines.
//! <https://www.chessprogramming.org/Syzygy_Bases>

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::limits::{Limits, Probing};
use super::root_moves::{RootMove, TbRank};
use super::transposition::Bound;
use crate::board::{CastlingRights, Color, Move, Outcome, PieceType, Position};
use crate::eval::{MAX_PLY, Score, endgame};
use crate::knowledge::syzygy::{Dtz, Prober, Tables, Wdl};

/// The endgame tables of one search, and how they are probed.
pub struct Tablebases {
    tables: Option<Arc<Tables>>,
    probing: Probing,
    /// The most pieces of positions that are probed below the root; 0 for none.
    max_pieces: u32,
    /// The number of successful probes.
    hits: AtomicU64,
}

/// The score of a cursed win, in centipawns.
const CURSED: i32 = 2;

/// The fifty-move clock up to which any winning move will do. The rest is for progress by the
/// tables, whose rounded distances may cost a ply each.
const FREE_PLIES: i32 = 80;

/// The rank of a winning move, before the plies of its distance are subtracted.
const WON: i32 = 1 << 20;
/// The rank of a move whose win the fifty-move rule prevents, before the clock and the plies of its
/// distance are subtracted.
const CURSED_WIN: i32 = 1 << 16;

impl Tablebases {
    /// Returns the tables for a search with these limits; one of limited strength has none.
    pub fn new(tables: Option<Arc<Tables>>, limits: &Limits) -> Tablebases {
        let tables = tables.filter(|_| limits.skill.is_none());
        tables.iter().for_each(|tables| tables.retry());
        let largest = tables.as_deref().map_or(0, Tables::max_pieces);
        Tablebases {
            tables,
            probing: limits.probing,
            max_pieces: largest.min(limits.probing.max_pieces),
            hits: AtomicU64::new(0),
        }
    }

    /// Returns whether a position below the root, searched `depth` plies deep, is probed.
    #[inline(always)]
    pub fn cover(&self, position: &Position, depth: i32) -> bool {
        self.max_pieces > 0 && position.halfmove_clock() == 0 && {
            let pieces = position.piece_count();
            pieces < self.max_pieces || (pieces == self.max_pieces && depth >= self.probing.depth)
        }
    }

    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// Returns the score and bound of a position that the tables cover, `ply` plies below the root.
    /// A win or loss is a bound, as there may be a nearer mate. Returns `None` where a bare king
    /// has just captured and the rest is a known ending of the evaluation: with scores of both
    /// kinds in a tree, hindsight would extend so often that the tree explodes.
    #[cold]
    pub fn probe(
        &self,
        position: &mut Position,
        ply: usize,
        is_late: &dyn Fn() -> bool,
    ) -> Option<(Score, Bound)> {
        let has_bare_king_taken = position.is_bare(!position.side_to_move());
        if has_bare_king_taken && endgame::known(position).is_some() {
            return None;
        }
        let wdl = self.tables.as_deref()?.until(is_late).wdl(position)?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        let wdl = self.as_played(wdl);
        let bound = match wdl {
            Wdl::Win => Bound::Lower,
            Wdl::Loss => Bound::Upper,
            _ => Bound::Exact,
        };
        Some((score(wdl, ply), bound))
    }

    /// Ranks the moves, the best first; if only the best line is wanted, drops those of lower rank.
    /// Has no effect if the position is not in the tables. If it is late before all moves are
    /// ranked, no move gets a rank, and nothing is probed below the root either.
    pub fn rank(
        &mut self,
        position: &Position,
        moves: &mut Vec<RootMove>,
        lines: usize,
        is_late: &dyn Fn() -> bool,
    ) {
        let Some(tables) = self.tables.as_deref() else {
            return;
        };
        let prober = tables.until(is_late);
        if position.piece_count() > self.max_pieces || position.castling() != CastlingRights::NONE {
            return;
        }
        let clock = position.halfmove_clock() as i32;
        let must_progress = !position.repeated_keys().is_empty();
        let to_mate = counts_to_mate(position);
        let rank_move = |mv, by_distance: bool| {
            let mut after = position.clone();
            after.make(mv);
            let comes_back = after.repetitions() > 0;
            // With no ply searched, only a third occurrence counts.
            let is_threefold = must_progress && after.has_upcoming_repetition(0);
            if by_distance {
                let distance = self.distance_before(prober, &mut after)?;
                let distance = if is_threefold { distance.min(Dtz(0)) } else { distance };
                let must_progress = must_progress || comes_back;
                return Some(self.rank_by_distance(distance, clock, must_progress, to_mate));
            }
            let wdl = self.result_before(prober, &mut after)?;
            let wdl = if is_threefold { wdl.min(Wdl::Draw) } else { wdl };
            // Without DTZ, avoiding repetitions is all the progress there is.
            let comes_back = wdl > Wdl::Draw && comes_back;
            Some(TbRank { rank: 2 * wdl as i32 - i32::from(comes_back), score: score(wdl, 0) })
        };
        let of_all = |by_distance| -> Option<Vec<TbRank>> {
            moves.iter().map(|root_move| rank_move(root_move.mv, by_distance)).collect()
        };
        let distances = of_all(true);
        let knows_distances = distances.is_some();
        let Some(tb_ranks) = distances.or_else(|| of_all(false)) else {
            if is_late() {
                self.max_pieces = 0;
            }
            return;
        };
        for (root_move, tb_rank) in moves.iter_mut().zip(tb_ranks) {
            root_move.tb_rank = Some(tb_rank);
        }
        self.hits = AtomicU64::new(moves.len() as u64);
        moves.sort_by_key(|root_move| Reverse(root_move.rank()));
        let best = moves.first().and_then(|best| best.tb_rank);
        if lines == 1 {
            moves.retain(|root_move| root_move.tb_rank == best);
        }
        let is_winning = best.is_some_and(|best| best.score > Score::DRAW);
        if knows_distances || !is_winning {
            self.max_pieces = 0;
        }
    }

    /// Returns the rank of a move with this distance, given the clock before it. If `to_mate`, each
    /// ply counts.
    fn rank_by_distance(
        &self,
        distance: Dtz,
        clock: i32,
        must_progress: bool,
        to_mate: bool,
    ) -> TbRank {
        let plies = distance.0.abs();
        let left = clock + plies;
        // Distances may be a ply too short, unless the next move zeroes.
        let in_time = !self.probing.fifty_moves || left < 100 || plies == 1;
        let is_free = !must_progress && !to_mate && left <= FREE_PLIES;
        let (rank, wdl) = match distance.0.signum() {
            1 if in_time && is_free => (WON, Wdl::Win),
            1 if in_time => (WON - plies, Wdl::Win),
            1 => (CURSED_WIN - left, Wdl::CursedWin),
            // Any defence is equal if none comes near the fifty moves.
            -1 if in_time && !to_mate && plies + left < 100 => (-WON, Wdl::Loss),
            -1 if in_time => (-WON + plies, Wdl::Loss),
            -1 => (-CURSED_WIN + left, Wdl::BlessedLoss),
            _ => (0, Wdl::Draw),
        };
        TbRank { rank, score: score(wdl, 0) }
    }

    /// Returns the distance before the last move, for the side that made it.
    fn distance_before(&self, prober: Prober, position: &mut Position) -> Option<Dtz> {
        match self.outcome(position) {
            Some(Outcome::Checkmate) => Some(Dtz(1)),
            Some(_) => Some(Dtz(0)),
            None if position.piece_count() > self.probing.max_pieces => None,
            None if position.halfmove_clock() == 0 => {
                prober.wdl(position).map(|reply| (-reply).dtz_before_zeroing())
            }
            None => prober.dtz(position).map(Dtz::one_ply_before),
        }
    }

    /// Returns the result for the side that made the last move.
    fn result_before(&self, prober: Prober, position: &mut Position) -> Option<Wdl> {
        let wdl = match self.outcome(position) {
            Some(Outcome::Checkmate) => Wdl::Win,
            Some(_) => Wdl::Draw,
            None if position.piece_count() > self.probing.max_pieces => return None,
            None => -prober.wdl(position)?,
        };
        Some(self.as_played(wdl))
    }

    /// Returns how the game is over, if it is, with the fifty-move rule only where that counts.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        match position.outcome() {
            Some(Outcome::FiftyMoves) if !self.probing.fifty_moves => {
                (position.repetitions() >= 2).then_some(Outcome::Threefold)
            }
            other => other,
        }
    }

    /// Extends a root move's won or lost line to mate by the tables, and sets the mate unless the
    /// search has proven a nearer one. If that fails, for instance for lack of time, it is replaced
    /// by an earlier line of the move that ended in mate, if there is one. Makes and unmakes moves.
    pub fn extend_line(
        &self,
        position: &mut Position,
        root_move: &mut RootMove,
        score: Score,
        is_late: &dyn Fn() -> bool,
    ) {
        let Some(tables) = self.tables.as_deref() else {
            return;
        };
        let is_winning = score > Score::DRAW;
        let us = position.side_to_move();
        let play_out = PlayOut {
            tablebases: self,
            prober: tables.until(is_late),
            winner: if is_winning { us } else { !us },
        };
        let mut line = root_move.line.clone();
        // Where distances are to mate, the search's line is at best as short. Elsewhere moves that
        // keep a win may still lead to where every winning move repeats a position.
        let to_mate = counts_to_mate(position);
        let mut is_mate = !to_mate && play_out.extend(position, &mut line);
        if !is_mate {
            let mut first = ArrayVec::from_iter(line.first().copied());
            is_mate = play_out.extend(position, &mut first);
            if is_mate || (to_mate && !is_late()) {
                line = first;
            }
        }
        let before = &root_move.mate_line;
        let was_mate = !before.is_empty() && is_winning == (before.len() % 2 == 1);
        let mate_of = |line: &[Move]| {
            if is_winning { Score::mate_in(line.len()) } else { Score::mated_in(line.len()) }
        };
        // A mate that the search has proven may be much farther than that of the line.
        let is_as_near = |line: &[Move]| to_mate || mate_of(line).get().abs() >= score.get().abs();
        if is_mate && is_as_near(&line) {
            root_move.mate_line.clone_from(&line);
        } else if was_mate && is_as_near(before) {
            line.clone_from(before);
        } else {
            // A mate of the search is proven, whatever its line.
            if !score.is_mate() {
                root_move.line = line;
            }
            return;
        }
        root_move.tb_mate = Some(mate_of(&line));
        root_move.line = line;
    }

    fn as_played(&self, wdl: Wdl) -> Wdl {
        if self.probing.fifty_moves { wdl } else { wdl.without_fifty_moves() }
    }
}

/// Plays won lines out to mate.
struct PlayOut<'a> {
    tablebases: &'a Tablebases,
    prober: Prober<'a>,
    winner: Color,
}

impl PlayOut<'_> {
    /// Follows a line as long as its moves keep the result, except the first, which is given; then
    /// the winner plays the fastest and the loser the slowest moves. Returns whether that ends in
    /// mate. Makes and unmakes moves.
    fn extend(&self, position: &mut Position, line: &mut ArrayVec<Move, MAX_PLY>) -> bool {
        let before = position.plies_made();
        let mut planned = std::mem::take(line).into_iter();
        let is_mate = loop {
            // The root may be drawn by the rules already, and is played on.
            if !line.is_empty()
                && let Some(outcome) = self.tablebases.outcome(position)
            {
                break outcome == Outcome::Checkmate && position.side_to_move() != self.winner;
            }
            let next =
                planned.next().filter(|&mv| line.is_empty() || self.keeps_result(position, mv));
            if next.is_none() {
                planned = ArrayVec::new().into_iter();
            }
            let Some(mv) = next.or_else(|| self.best_move(position)) else {
                break false;
            };
            if line.try_push(mv).is_err() {
                break false;
            }
            position.make(mv);
        };
        while position.plies_made() > before {
            position.unmake();
        }
        is_mate
    }

    /// Returns whether a move keeps the win or the loss, or cannot be probed.
    fn keeps_result(&self, position: &mut Position, mv: Move) -> bool {
        let is_winner = position.side_to_move() == self.winner;
        let expected = if is_winner { Wdl::Win } else { Wdl::Loss };
        position.make(mv);
        let result = self.tablebases.result_before(self.prober, position);
        let is_new = position.repetitions() == 0;
        position.unmake();
        result.is_none_or(|result| result == expected && is_new)
    }

    /// Returns the winner's fastest or the loser's slowest move; `None` where a move cannot be
    /// probed, or it is too late.
    fn best_move(&self, position: &mut Position) -> Option<Move> {
        let is_winner = position.side_to_move() == self.winner;
        let mut best: Option<((i32, i32), Move)> = None;
        for mv in position.legal_moves() {
            position.make(mv);
            let is_mate = self.tablebases.outcome(position) == Some(Outcome::Checkmate);
            let comes_back = position.repetitions() > 0;
            let order = if is_mate { None } else { self.order(position) };
            position.unmake();
            if is_mate {
                return Some(mv);
            }
            let order = order?;
            // The loser can draw, by a repetition.
            if !is_winner && order.0 == 0 {
                return Some(mv);
            }
            let is_wanted = !is_winner || (order.0 > 0 && !comes_back);
            if is_wanted && best.is_none_or(|(other, _)| order < other) {
                best = Some((order, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// Returns the sort key of the last move, for the side that made it: of wins the nearest comes
    /// first, of losses (negative) the farthest.
    fn order(&self, position: &mut Position) -> Option<(i32, i32)> {
        let distance = self.tablebases.distance_before(self.prober, position)?.0;
        // After a zeroing move the count restarts.
        let next = match distance.abs() {
            1 => self.prober.dtz(position)?.0,
            _ => 0,
        };
        Some((distance, -next))
    }
}

/// Returns whether distances (DTZ) are to mate: there are no pawns, and the winner's material
/// against a bare king cannot win once it has lost a piece.
fn counts_to_mate(position: &Position) -> bool {
    let Some(winner) = Color::ALL.into_iter().find(|&side| position.is_bare(!side)) else {
        return false;
    };
    let count = |piece_type| position.count(winner, piece_type);
    let minor = count(PieceType::Knight) + count(PieceType::Bishop);
    let major = count(PieceType::Rook) + count(PieceType::Queen);
    count(PieceType::Pawn) == 0 && matches!((major, minor), (1, 0) | (0, 2))
}

fn score(wdl: Wdl, ply: usize) -> Score {
    match wdl {
        Wdl::Win => Score::tb_win_in(ply),
        Wdl::CursedWin => Score::centipawns(CURSED),
        Wdl::Draw => Score::DRAW,
        Wdl::BlessedLoss => Score::centipawns(-CURSED),
        Wdl::Loss => Score::tb_loss_in(ply),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::path::Path;

    use super::*;
    use crate::search::root_moves::list_root_moves;

    fn tablebases(fifty_moves: bool) -> Tablebases {
        let probing = Probing { fifty_moves, ..Probing::default() };
        let limits = Limits { probing, ..Limits::default() };
        Tablebases::new(None, &limits)
    }

    /// Returns the ranks and the scores of moves with these distances.
    fn tb_ranks(fifty_moves: bool, clock: i32, distances: &[i32]) -> (Vec<i32>, Vec<i32>) {
        let of = |&distance: &i32| {
            let tb_rank =
                tablebases(fifty_moves).rank_by_distance(Dtz(distance), clock, false, false);
            (tb_rank.rank, tb_rank.score.get())
        };
        distances.iter().map(of).unzip()
    }

    /// Returns tablebases with the tables of a folder, whose path begins at the project's.
    fn equipped(folder: &str) -> Option<Tablebases> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        if !folder.is_dir() {
            println!("skipped: {} is not here", folder.display());
            return None;
        }
        let tables = Arc::new(Tables::load([folder]).0);
        Some(Tablebases::new(Some(tables), &Limits::default()))
    }

    const SMALL: &str = "tests/knowledge/syzygy/tables";
    const QUEEN: &str = "8/8/8/8/8/2k5/8/KQ6 w - - 0 1";

    /// Returns the root move with this line.
    fn root_move(position: &Position, line: &str) -> RootMove {
        let mut position = position.clone();
        let play = |text| {
            let mv = position.parse_move(text).unwrap();
            position.make(mv);
            mv
        };
        let line: ArrayVec<Move, MAX_PLY> = line.split(' ').map(play).collect();
        RootMove { mv: line[0], line, ..RootMove::default() }
    }

    /// The only winning move after this line leads to a position that was there before.
    #[test]
    fn a_line_that_wanders_is_still_extended_to_mate() {
        let Some(tablebases) = equipped("../shared/syzygy") else {
            return;
        };
        let mut position = Position::from_fen("8/8/8/8/8/6k1/4P3/1K6 w - - 0 1").unwrap();
        let line = "b1c2 g3f4 c2d3 f4e5 d3e3 e5e6 e3e4 e6e7 e4f4 e7e6";
        let mut root_move = root_move(&position, line);
        tablebases.extend_line(&mut position, &mut root_move, Score::tb_win_in(0), &|| false);
        for &mv in &root_move.line {
            assert!(position.legal_moves().contains(&mv));
            position.make(mv);
        }
        assert_eq!(root_move.tb_mate, Some(Score::mate_in(root_move.line.len())));
        assert_eq!(position.outcome(), Some(Outcome::Checkmate));
    }

    #[test]
    fn what_is_too_late_to_be_looked_at_stays_in_the_line() {
        let tablebases = equipped(SMALL).unwrap();
        let mut position = Position::from_fen(QUEEN).unwrap();
        let before = root_move(&position, "b1b7 c3c4 a1b2 c4c5").line;
        let mut extended = |is_late: &dyn Fn() -> bool| {
            let prober = tablebases.tables.as_deref().unwrap().until(is_late);
            let play_out = PlayOut { tablebases: &tablebases, prober, winner: Color::White };
            let mut line = before.clone();
            (play_out.extend(&mut position, &mut line), line)
        };
        assert_eq!(extended(&|| true), (false, before.clone()));
        let (is_mate, line) = extended(&|| false);
        assert!(is_mate && line.len() > before.len());
        assert_eq!(position.plies_made(), 0);
    }

    #[test]
    fn a_mate_that_was_found_stays_where_time_runs_out() {
        let tablebases = equipped(SMALL).unwrap();
        let mut position = Position::from_fen(QUEEN).unwrap();
        let mut root_move = root_move(&position, "b1e4");
        let win = Score::tb_win_in(0);
        tablebases.extend_line(&mut position, &mut root_move, win, &|| true);
        assert!(root_move.tb_mate.is_none() && root_move.line.len() == 1);
        tablebases.extend_line(&mut position, &mut root_move, win, &|| false);
        let line = root_move.line.clone();
        assert_eq!(root_move.tb_mate, Some(Score::mate_in(line.len())));
        root_move.tb_mate = None;
        root_move.line.truncate(1);
        tablebases.extend_line(&mut position, &mut root_move, win, &|| true);
        assert_eq!(root_move.tb_mate, Some(Score::mate_in(line.len())));
        assert_eq!(root_move.line, line);
    }

    /// The score and the line of the search, and what becomes of them.
    #[test]
    fn a_farther_mate_of_the_search_gives_way_to_the_line() {
        let tablebases = equipped(SMALL).unwrap();
        let mut position = Position::from_fen("8/8/8/8/8/2k5/1n6/KQ6 w - - 0 1").unwrap();
        let mut root_move = root_move(&position, "b1b2");
        tablebases.extend_line(&mut position, &mut root_move, Score::mate_in(95), &|| false);
        let line = root_move.line.clone();
        assert_eq!(root_move.tb_mate, Some(Score::mate_in(line.len())));
        for (mate, is_late, expected) in [(95, true, Some(line.len())), (9, false, None)] {
            root_move.tb_mate = None;
            root_move.line.truncate(1);
            let score = Score::mate_in(mate);
            tablebases.extend_line(&mut position, &mut root_move, score, &|| is_late);
            assert_eq!(root_move.tb_mate, expected.map(Score::mate_in));
            assert_eq!(root_move.line.len(), expected.unwrap_or(1));
        }
    }

    /// A disk may be so slow that there is time for some probes only.
    #[test]
    fn either_all_root_moves_are_ranked_or_none() {
        let tables = equipped(SMALL).unwrap().tables;
        let position = Position::from_fen(QUEEN).unwrap();
        let rank = |probes: usize| {
            let mut tablebases = Tablebases::new(tables.clone(), &Limits::default());
            let asked = Cell::new(0);
            let is_late = || asked.replace(asked.get() + 1) >= probes;
            let mut moves = Vec::new();
            list_root_moves(&mut moves, &position, &[]);
            tablebases.rank(&position, &mut moves, 1, &is_late);
            let ranked = moves.iter().filter(|other| other.tb_rank.is_some());
            (ranked.count(), moves.len(), asked.get(), tablebases)
        };
        let (ranked, left, needed, _) = rank(usize::MAX);
        assert!(ranked == left && needed > 20);
        for probes in 0..needed {
            let (ranked, left, asked, tablebases) = rank(probes);
            assert_eq!((ranked, left), (0, position.legal_moves().len()), "{probes}");
            assert!(asked <= probes + 3, "{asked} after {probes}");
            assert!(!tablebases.cover(&position, 9));
        }
    }

    #[test]
    fn wins_are_equal_until_time_runs_out() {
        let (ranks, scores) = tb_ranks(true, 10, &[1, 30, 70, 71, 80, 95, 120]);
        assert_eq!(ranks[0], ranks[2]);
        assert!(ranks[2..].is_sorted_by(|a, b| a > b));
        let win = Score::tb_win_in(0).get();
        assert_eq!(scores, [win, win, win, win, win, CURSED, CURSED]);
        for (must_progress, to_mate) in [(true, false), (false, true)] {
            let strict = |distance| {
                let tb_rank =
                    tablebases(true).rank_by_distance(Dtz(distance), 10, must_progress, to_mate);
                tb_rank.rank
            };
            assert!(strict(3) > strict(4) && strict(4) > strict(101));
        }
    }

    #[test]
    fn blessed_losses_are_better_than_losses() {
        let (ranks, scores) = tb_ranks(true, 40, &[-10, -40, -59, -60, -130, 0]);
        assert!(ranks[1..].is_sorted_by(|a, b| a < b));
        let loss = Score::tb_loss_in(0).get();
        assert_eq!(scores, [loss, loss, loss, -CURSED, -CURSED, 0]);
    }

    #[test]
    fn without_the_rule_there_is_always_time() {
        let (ranks, scores) = tb_ranks(false, 90, &[30, 120, -30, -120]);
        let (win, loss) = (Score::tb_win_in(0).get(), Score::tb_loss_in(0).get());
        assert_eq!(scores, [win, win, loss, loss]);
        assert!(ranks[0] > ranks[1] && ranks[2] < ranks[3]);
    }

    #[test]
    fn the_last_ply_before_the_draw_still_wins() {
        let (_, scores) = tb_ranks(true, 99, &[1, 2]);
        assert_eq!(scores, [Score::tb_win_in(0).get(), CURSED]);
    }

    #[test]
    fn distances_to_mate_are_told_by_the_pieces() {
        let is_so = |fen: &str| counts_to_mate(&Position::from_fen(fen).unwrap());
        for fen in [
            "8/8/8/8/8/1k6/3R4/K7 w - - 0 1",
            "8/8/8/8/8/1K6/3q4/k7 w - - 0 1",
            "8/8/8/8/4k3/8/1N6/3BK3 w - - 0 1",
        ] {
            assert!(is_so(fen), "{fen}");
        }
        for fen in [
            "8/8/8/8/8/6k1/4P3/1K6 w - - 0 1",
            "8/8/8/8/8/1k6/3RQ3/K7 w - - 0 1",
            "8/8/8/8/4k3/8/1r6/3QK3 w - - 0 1",
            "8/8/8/4k3/8/8/8/K7 w - - 0 1",
        ] {
            assert!(!is_so(fen), "{fen}");
        }
    }

    #[test]
    fn repetitions_are_seen_back_to_the_last_capture() {
        let mut position = Position::startpos();
        let mut play = |moves: &str| {
            for text in moves.split(' ') {
                let mv = position.parse_move(text).unwrap();
                position.make(mv);
            }
            !position.repeated_keys().is_empty()
        };
        assert!(!play("g1f3 g8f6 f3g1"));
        assert!(play("f6g8"));
        assert!(play("b1c3"));
        assert!(!play("e7e5"));
    }
}
