//! Staged move generation and ordering. The stages are the TT move, good captures by victim (MVV)
//! and capture history, quiet moves by history (with bonuses for the killer, for checks and for
//! leaving danger), and bad captures. A capture is good if its loss by SEE is within a margin that
//! grows with its sort value. Most nodes are cut off before the later stages are generated.
//! <https://www.chessprogramming.org/Move_Ordering>

use arrayvec::ArrayVec;
use wide::i32x16;

use super::history::{Context, History, PieceTo};
use super::params;
use crate::board::{
    Checks, Color, Move, MoveList, Noisy, PieceType, PlacedPiece, Position, Quiet, SquareSet, see,
};

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Stage {
    TtMove,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
}

/// A sort key: the value of a move in the upper bits, and in the lower ones its index from the end.
/// The greatest key is that of the best move, or of the first of equal ones, and contains its
/// index.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct SortKey(i32);

impl SortKey {
    const INDEX_BITS: u32 = 8;
    const LAST_INDEX: i32 = (1 << SortKey::INDEX_BITS) - 1;

    /// A key below those of all moves.
    const LEAST: SortKey = SortKey(i32::MIN);

    /// Packs a value, which must fit in 23 bits, and an index.
    #[inline(always)]
    fn new(value: i32, index: usize) -> SortKey {
        SortKey((value << SortKey::INDEX_BITS) | (SortKey::LAST_INDEX - index as i32))
    }

    #[inline(always)]
    fn value(self) -> i32 {
        self.0 >> SortKey::INDEX_BITS
    }

    #[inline(always)]
    fn index(self) -> usize {
        (SortKey::LAST_INDEX - (self.0 & SortKey::LAST_INDEX)) as usize
    }
}

/// The threshold of a move for which no SEE is known.
const NO_THRESHOLD: i32 = i32::MIN;

/// The number of keys that are compared at once.
const LANES: usize = 16;

/// Gives the moves of a position one at a time, stage by stage.
pub struct MovePicker {
    stage: Stage,
    tt_move: Move,
    checks: Checks,
    yields_quiets: bool,
    /// The least that a good capture must win by SEE, in centipawns; `None` where that depends on
    /// the sort value of the capture.
    threshold: Option<i32>,
    killer: Move,
    /// The SEE threshold that the last move has passed, in centipawns.
    passed_threshold: i32,
    next: usize,
    next_bad: usize,
    moves: MoveList,
    /// The keys of the moves. The keys of moves that were given already, and the keys that fill up
    /// the last group, are [`SortKey::LEAST`].
    keys: ArrayVec<SortKey, 256>,
    bad: ArrayVec<Move, 128>,
}

impl MovePicker {
    #[inline(always)]
    pub fn all(position: &Position, checks: Checks, tt_move: Move, killer: Move) -> MovePicker {
        let mut picker = MovePicker::new(position, checks, tt_move, None);
        picker.yields_quiets = true;
        picker.killer = killer;
        picker
    }

    /// Picks noisy moves only, of which good ones win at least `threshold` centipawns by SEE.
    #[inline(always)]
    pub fn noisy(position: &Position, checks: Checks, tt_move: Move, threshold: i32) -> MovePicker {
        let mut picker = MovePicker::new(position, checks, tt_move, Some(threshold));
        let tt_move = picker.tt_move;
        if !tt_move.is_noisy() || !position.see_at_least(tt_move, threshold) {
            picker.tt_move = Move::NONE;
            picker.stage = Stage::GenerateNoisy;
        }
        picker
    }

    #[inline(always)]
    fn new(
        position: &Position,
        checks: Checks,
        tt_move: Move,
        threshold: Option<i32>,
    ) -> MovePicker {
        // The move may be that of another position, as keys may collide.
        let is_usable = !tt_move.is_none() && position.is_legal(tt_move, checks);
        MovePicker {
            stage: if is_usable { Stage::TtMove } else { Stage::GenerateNoisy },
            tt_move: if is_usable { tt_move } else { Move::NONE },
            checks,
            yields_quiets: false,
            threshold,
            moves: MoveList::new(),
            keys: ArrayVec::new(),
            passed_threshold: NO_THRESHOLD,
            next: 0,
            bad: ArrayVec::new(),
            next_bad: 0,
            killer: Move::NONE,
        }
    }

    #[inline]
    pub fn next(
        &mut self,
        position: &Position,
        history: &History,
        context: &Context,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::GenerateNoisy;
                    return Some(self.tt_move);
                }
                Stage::GenerateNoisy => {
                    self.stage = Stage::GoodNoisy;
                    self.generate_noisy(position, history);
                }
                Stage::GoodNoisy => match self.select() {
                    Some((mv, value)) if self.is_good(position, mv, value) => return Some(mv),
                    Some((mv, _)) => {
                        // More than 128 losing captures are dropped.
                        let _ = self.bad.try_push(mv);
                    }
                    None => {
                        self.passed_threshold = NO_THRESHOLD;
                        self.stage = Stage::GenerateQuiet;
                    }
                },
                // No quiet moves are wanted, as in quiescence search.
                Stage::GenerateQuiet | Stage::Quiet if !self.yields_quiets => {
                    self.stage = Stage::BadNoisy;
                }
                Stage::GenerateQuiet => {
                    self.stage = Stage::Quiet;
                    self.generate_quiets(position, history, context);
                }
                Stage::Quiet => match self.select() {
                    Some((mv, _)) => return Some(mv),
                    None => self.stage = Stage::BadNoisy,
                },
                Stage::BadNoisy => {
                    let mv = self.bad.get(self.next_bad).copied();
                    self.next_bad += 1;
                    return mv;
                }
            }
        }
    }

    #[inline(always)]
    fn is_good(&mut self, position: &Position, mv: Move, value: i32) -> bool {
        let threshold = self.threshold.unwrap_or(-value / params::good_capture_divisor());
        self.passed_threshold = threshold;
        // Underpromotions are rarely good.
        mv.promotion().is_none_or(|piece_type| piece_type == PieceType::Queen)
            && position.see_at_least(mv, threshold)
    }

    // The generators are not inlined, as most calls of `next` only select.
    #[inline(never)]
    fn generate_noisy(&mut self, position: &Position, history: &History) {
        position.generate::<Noisy>(self.checks, &mut self.moves);
        self.keys.extend(self.moves.iter().enumerate().map(|(at, &mv)| {
            let gain = params::gain_weight() * gain(position, mv);
            SortKey::new(gain + history.noisy(position, mv), at)
        }));
        self.pad_keys();
    }

    /// Generates the quiet moves, and orders them: by the histories, the danger that a move leaves
    /// or enters, and bonuses for the killer and for checks.
    #[inline(never)]
    fn generate_quiets(&mut self, position: &Position, history: &History, context: &Context) {
        self.moves.clear();
        self.keys.clear();
        self.next = 0;
        position.generate::<Quiet>(self.checks, &mut self.moves);
        let dangers = Dangers::of(position);
        let where_true = |condition, bonus: i32| if condition { bonus } else { 0 };
        // Most histories are not in the first cache: a loop without calls and branches waits for
        // those of several moves at a time.
        self.keys.extend(self.moves.iter().enumerate().map(|(at, &mv)| {
            let piece = position.piece_on(mv.from());
            let piece_to = PieceTo::new(piece, mv.to());
            let value = history.order(context, (mv, piece_to))
                + dangers.of_move(piece, mv)
                + where_true(mv == self.killer, params::killer_bonus());
            SortKey::new(value, at)
        }));
        self.pad_keys();
        let check_squares = position.check_squares();
        let candidates = check_squares.quiet_candidates(position);
        if candidates.is_empty() {
            return;
        }
        for (at, &mv) in self.moves.iter().enumerate() {
            if candidates.contains(mv.from())
                && check_squares.gives_check(position, mv)
                && position.see_at_least(mv, -params::quiet_check_loss())
            {
                let value = self.keys[at].value() + params::quiet_check_bonus();
                self.keys[at] = SortKey::new(value, at);
            }
        }
    }

    fn pad_keys(&mut self) {
        while !self.keys.len().is_multiple_of(LANES) {
            self.keys.push(SortKey::LEAST);
        }
    }

    /// Selects the best move that is left, with its sort value.
    #[inline(always)]
    fn select(&mut self) -> Option<(Move, i32)> {
        while self.next < self.moves.len() {
            let mut greatest = i32x16::splat(SortKey::LEAST.0);
            for keys in &self.keys.as_chunks::<LANES>().0[self.next / LANES..] {
                greatest = greatest.max(i32x16::new(keys.map(|key| key.0)));
            }
            let key = SortKey(greatest.reduce_max());
            let (next, best) = (self.next, key.index());
            let mv = self.moves[best];
            self.moves.swap(next, best);
            self.keys[best] = SortKey::new(self.keys[next].value(), best);
            self.keys[next] = SortKey::LEAST;
            self.next += 1;
            if mv != self.tt_move {
                return Some((mv, key.value()));
            }
        }
        None
    }

    pub fn skip_quiets(&mut self) {
        self.yields_quiets = false;
    }

    /// Returns false once quiet moves are skipped, and in a picker of noisy moves.
    pub fn yields_quiets(&self) -> bool {
        self.yields_quiets
    }

    /// Returns whether the picker has found that the last move wins at least `threshold` centipawns
    /// by SEE.
    #[inline(always)]
    pub fn passed_see(&self, threshold: i32) -> bool {
        self.passed_threshold >= threshold
    }

    /// Returns whether the last move was a bad capture or an underpromotion.
    pub fn is_bad_noisy(&self) -> bool {
        self.stage == Stage::BadNoisy
    }
}

/// Returns the material that a move wins at once, in centipawns. The promoting pawn is not
/// subtracted.
#[inline(always)]
pub fn gain(position: &Position, mv: Move) -> i32 {
    see::captured_value(position, mv) + mv.promotion().map_or(0, see::value)
}

/// For each piece type, by [`PieceType::index`]: the squares that the opponent attacks with a piece
/// of less worth, and the bonus for leaving one of them, in units of history.
struct Dangers([(SquareSet, i32); 8]);

impl Dangers {
    fn of(position: &Position) -> Dangers {
        let them = !position.side_to_move();
        let of = |piece_type| position.pieces_of(them, piece_type);
        let by_pawns = pawn_attacks(position.pawns(them), them);
        let minors = of(PieceType::Knight) | of(PieceType::Bishop);
        let by_minors = by_pawns | position.attacked_by(them, minors);
        let by_rooks = by_minors | position.attacked_by(them, of(PieceType::Rook));
        let mut dangers = [(SquareSet::EMPTY, 0); 8];
        for (piece_type, squares, stake) in [
            (PieceType::Knight, by_pawns, params::danger_minor()),
            (PieceType::Bishop, by_pawns, params::danger_minor()),
            (PieceType::Rook, by_minors, params::danger_rook()),
            (PieceType::Queen, by_rooks, params::danger_queen()),
        ] {
            dangers[piece_type.index()] = (squares, stake);
        }
        Dangers(dangers)
    }

    /// Returns the bonus of a move that leaves a square attacked by a lesser piece, or the malus of
    /// a move that enters one, in units of history.
    #[inline(always)]
    fn of_move(&self, piece: PlacedPiece, mv: Move) -> i32 {
        let (squares, stake) = self.0[piece.type_index()];
        let within = |square| i32::from(squares.contains(square));
        stake * (within(mv.from()) - within(mv.to()))
    }
}

fn pawn_attacks(pawns: SquareSet, side: Color) -> SquareSet {
    let ahead = pawns.forward(side);
    ahead.east() | ahead.west()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::bench::POSITIONS;

    fn positions() -> impl Iterator<Item = Position> {
        POSITIONS.iter().map(|fen| Position::from_fen(fen).unwrap())
    }

    fn all_of(mut picker: MovePicker, position: &Position) -> Vec<Move> {
        let (history, context) = (History::new().unwrap(), Context::default());
        std::iter::from_fn(|| picker.next(position, &history, &context)).collect()
    }

    fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
        let mut bits: Vec<u16> = moves.into_iter().map(Move::bits).collect();
        bits.sort_unstable();
        bits
    }

    #[test]
    fn every_legal_move_once_and_the_tables_first() {
        for position in positions() {
            let (checks, legal) = (position.checks(), position.legal_moves());
            let candidates = legal.iter().copied();
            for tt_move in candidates.chain([Move::NONE, Move::from_bits(0xffff)]) {
                let moves =
                    all_of(MovePicker::all(&position, checks, tt_move, Move::NONE), &position);
                assert_eq!(sorted(moves.clone()), sorted(legal.clone()));
                if legal.contains(&tt_move) {
                    assert_eq!(moves[0], tt_move);
                }
            }
        }
    }

    #[test]
    fn noisy_ones_alone_and_the_winning_first() {
        for position in positions() {
            let checks = position.checks();
            let noisy = position.legal_moves().into_iter().filter(|mv| mv.is_noisy());
            let moves = all_of(MovePicker::noisy(&position, checks, Move::NONE, 0), &position);
            assert_eq!(sorted(moves.clone()), sorted(noisy));
            let wins = |mv: &Move| {
                mv.promotion().is_none_or(|piece_type| piece_type == PieceType::Queen)
                    && position.see_at_least(*mv, 0)
            };
            assert!(moves.is_sorted_by_key(|mv| !wins(mv)));
        }
    }

    #[test]
    fn quiet_moves_come_by_their_history_and_the_killer_first() {
        let position = Position::startpos();
        let [killer, good, fair] =
            ["b1a3", "h2h3", "a2a3"].map(|text| position.parse_move(text).unwrap());
        let (mut history, context) = (History::new().unwrap(), Context::default());
        for (mv, bonus) in [(fair, 300), (good, 600)] {
            let piece_to = PieceTo::new(position.piece_on(mv.from()), mv.to());
            history.add_quiet(&context, (mv, piece_to), bonus);
        }
        let mut picker = MovePicker::all(&position, position.checks(), Move::NONE, killer);
        for expected in [killer, good, fair] {
            assert_eq!(picker.next(&position, &history, &context), Some(expected));
        }
    }

    #[test]
    fn no_quiet_move_after_they_are_skipped() {
        for position in positions() {
            let (history, context) = (History::new().unwrap(), Context::default());
            let mut picker = MovePicker::all(&position, position.checks(), Move::NONE, Move::NONE);
            while let Some(mv) = picker.next(&position, &history, &context) {
                if !mv.is_noisy() {
                    break;
                }
            }
            picker.skip_quiets();
            while let Some(mv) = picker.next(&position, &history, &context) {
                assert!(mv.is_noisy() && picker.is_bad_noisy());
            }
        }
    }

    #[test]
    fn a_queen_flees_from_a_pawn() {
        let position = Position::from_fen("k7/8/8/3p4/4Q3/8/8/4K3 w - - 0 1").unwrap();
        let dangers = Dangers::of(&position);
        let value = |text| {
            let mv = position.parse_move(text).unwrap();
            dangers.of_move(position.piece_on(mv.from()), mv)
        };
        assert!(value("e4f3") > 0);
        assert_eq!(value("e4c4"), 0);
    }
}
