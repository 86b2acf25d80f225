//! Random games, compared move for move with shakmaty.

use std::collections::HashMap;

use ox88::board::{
    Color, Move, MoveKind, MoveList, Noisy, Outcome, Piece, Position, Quiet, Square,
};
use rand::RngExt;
use shakmaty::{Chess, Position as _};

use crate::games::{Game, keys};
use crate::oracle::{Twins, translate};
use crate::work::in_parallel;

const GAMES: u64 = 2_000;

const MOST_PLIES: usize = 600;

/// The share of positions that gets the slow checks: one in so many, and each rare one.
const THOROUGH: u32 = 100;

/// Counts of what occurred, so that nothing is tested in vain.
#[derive(Default, Debug)]
struct Tally {
    positions: u64,
    checks: u64,
    double_checks: u64,
    kinds: [u64; 16],
    /// The castlings towards the h-file and towards the a-file.
    castlings: [u64; 2],
    outcomes: [u64; 5],
    /// The positions that repeated without ending the game.
    repeated: u64,
    thorough: u64,
}

impl Tally {
    fn add(mut self, other: Tally) -> Tally {
        let sums = |ours: &mut [u64], theirs: &[u64]| {
            for (our, their) in ours.iter_mut().zip(theirs) {
                *our += their;
            }
        };
        sums(&mut self.kinds, &other.kinds);
        sums(&mut self.castlings, &other.castlings);
        sums(&mut self.outcomes, &other.outcomes);
        Tally {
            positions: self.positions + other.positions,
            checks: self.checks + other.checks,
            double_checks: self.double_checks + other.double_checks,
            repeated: self.repeated + other.repeated,
            thorough: self.thorough + other.thorough,
            ..self
        }
    }

    fn count_move(&mut self, mv: Move) {
        self.kinds[mv.kind() as usize] += 1;
        if mv.is_castle() {
            self.castlings[usize::from(mv.to() < mv.from())] += 1;
        }
    }

    fn count_position(&mut self, position: &Position) {
        self.positions += 1;
        self.checks += u64::from(position.in_check());
        self.double_checks += u64::from(position.checks().checkers.len() == 2);
    }
}

#[test]
fn every_position_agrees_with_shakmaty() {
    let tally = in_parallel(0..GAMES, play).into_iter().fold(Tally::default(), Tally::add);
    println!("{tally:?}");

    let kinds = [
        (MoveKind::DoublePush, 10_000),
        (MoveKind::Castle, 500),
        (MoveKind::Capture, 20_000),
        (MoveKind::EnPassant, 500),
        (MoveKind::PromoteKnight, 300),
        (MoveKind::PromoteBishop, 300),
        (MoveKind::PromoteRook, 300),
        (MoveKind::PromoteQueen, 300),
        (MoveKind::CapturePromoteKnight, 100),
        (MoveKind::CapturePromoteBishop, 100),
        (MoveKind::CapturePromoteRook, 100),
        (MoveKind::CapturePromoteQueen, 100),
    ];
    for (kind, least) in kinds {
        let count = tally.kinds[kind as usize];
        assert!(count >= least, "{kind:?} was played only {count} times");
    }
    for ((outcome, least), count) in OUTCOMES.into_iter().zip(tally.outcomes) {
        assert!(count >= least, "only {count} games ended by {outcome:?}");
    }
    assert!(tally.positions > 200_000 && tally.thorough > 2_000);
    assert!(tally.checks > 10_000 && tally.double_checks > 50);
    assert!(tally.castlings.iter().all(|count| *count > 200));
    assert!(tally.repeated > 1_000);
}

/// The ends by the rules, with the least number of games that must end so.
const OUTCOMES: [(Outcome, u64); 5] = [
    (Outcome::Checkmate, 50),
    (Outcome::Stalemate, 30),
    (Outcome::InsufficientMaterial, 100),
    (Outcome::FiftyMoves, 100),
    (Outcome::Threefold, 100),
];

fn play(number: u64) -> Tally {
    let mut game = Game::new(number);
    let start = game.twins.ours.clone();
    let mut tally = Tally::default();
    let mut stood: HashMap<Chess, usize> = HashMap::new();
    loop {
        let twins = &mut game.twins;
        tally.count_position(&twins.ours);
        let set_up = Position::from_fen(&twins.ours.shredder_fen()).unwrap();
        assert_eq!(keys(&twins.ours), keys(&set_up), "game {number}");
        assert_eq!(twins.ours.fen(), twins.fen(), "game {number}");
        compare_moves(twins);
        twins.compare_material();
        if game.rng.random_ratio(1, THOROUGH) || is_rare(&twins.ours) {
            tally.thorough += 1;
            compare_thoroughly(twins);
        }

        let times = stood.entry(twins.theirs.clone()).or_default();
        compare_repetitions(&twins.ours, *times);
        tally.repeated += u64::from(*times == 1);
        let outcome = outcome_of(&twins.theirs, *times);
        assert_eq!(twins.ours.outcome(), outcome, "{:?}", twins.ours);
        *times += 1;

        if let Some(outcome) = outcome {
            let kind = OUTCOMES.iter().position(|(kind, _)| *kind == outcome);
            tally.outcomes[kind.unwrap()] += 1;
            break;
        }
        if game.twins.ours.plies_made() == MOST_PLIES {
            break;
        }
        let mv = game.step().expect("the game is not over");
        tally.count_move(translate(mv));
        assert_eq!(game.twins.ours.last_move(), translate(mv));
    }

    let mut ours = game.twins.ours;
    while ours.plies_made() > 0 {
        ours.unmake();
    }
    assert!(ours == start, "game {number} taken back is not its start");
    tally
}

fn is_rare(position: &Position) -> bool {
    position.en_passant().is_some() || position.checks().checkers.len() == 2
}

fn compare_moves(twins: &mut Twins) {
    let ours = &mut twins.ours;
    let theirs = sorted(twins.theirs.legal_moves().into_iter().map(translate));
    let moves = ours.legal_moves();
    assert_eq!(sorted(moves.iter().copied()), theirs, "{ours:?}");

    let mut parts = MoveList::new();
    ours.generate::<Noisy>(ours.checks(), &mut parts);
    assert!(parts.iter().all(|mv| mv.is_noisy()), "{ours:?}");
    let noisy = parts.len();
    ours.generate::<Quiet>(ours.checks(), &mut parts);
    assert!(!parts[noisy..].iter().any(|mv| mv.is_noisy()), "{ours:?}");
    assert_eq!(sorted(parts), theirs, "{ours:?}");
    assert_eq!(ours.has_legal_move(), !theirs.is_empty(), "{ours:?}");
    assert_eq!(ours.count_legal_moves(), theirs.len() as u64, "{ours:?}");

    let checkers = twins.theirs.checkers().count();
    assert_eq!(ours.checks().checkers.len() as usize, checkers, "{ours:?}");
    assert_eq!(ours.in_check(), checkers > 0, "{ours:?}");

    let before = ours.clone();
    let check_squares = ours.check_squares();
    for mv in moves {
        let said = (ours.gives_check(mv), ours.likely_key_after(mv));
        assert_eq!(check_squares.gives_check(ours, mv), said.0, "{mv:?} in {before:?}");
        ours.make(mv);
        let is_special = mv.is_castle() || mv.is_en_passant();
        let is_seen = !is_special && !mv.is_promotion();
        assert_eq!(said.0, is_seen && ours.in_check(), "{mv:?} in {before:?}");
        if !is_special && ours.en_passant().is_none() {
            assert_eq!(said.1, ours.key(), "{mv:?} in {before:?}");
        }
        ours.unmake();
        assert_eq!(ours.key(), before.key(), "{mv:?} taken back in {before:?}");
    }
    // Once for all moves: the whole history of the game is compared.
    assert!(*ours == before, "all moves taken back in {before:?}");
}

/// Returns moves sorted by their bits, to compare sets.
fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_unstable_by_key(|mv| mv.bits());
    moves
}

/// Compares all bit patterns as moves, the attacks on all squares, and the keys after each move with
/// those of a position set up anew.
fn compare_thoroughly(twins: &mut Twins) {
    let (ours, theirs) = (&mut twins.ours, &twins.theirs);
    let checks = ours.checks();
    let legal = (0..=u16::MAX).map(Move::from_bits).filter(|&mv| ours.is_legal(mv, checks));
    let moves = sorted(ours.legal_moves());
    assert_eq!(sorted(legal), moves, "{ours:?}");

    for square in Square::all() {
        for color in Color::ALL {
            let attackers = theirs.board().attacks_to(
                shakmaty::Square::new(square.dense().into()),
                shakmaty::Color::from_white(color == Color::White),
                theirs.board().occupied(),
            );
            let attacked = ours.is_attacked(square, color);
            assert_eq!(attacked, attackers.any(), "{square} by {color}: {ours:?}");
        }
    }

    let mut listed: Vec<(Square, Piece)> = ours.all_pieces().collect();
    listed.sort_by_key(|(square, _)| square.dense());
    let on_board =
        Square::all().filter_map(|square| Some((square, ours.piece_on(square).piece()?)));
    assert_eq!(listed, on_board.collect::<Vec<_>>(), "{ours:?}");

    let before = ours.clone();
    for mv in moves {
        ours.make(mv);
        let set_up = Position::from_fen(&ours.shredder_fen()).unwrap();
        assert_eq!(keys(ours), keys(&set_up), "{mv:?} in {before:?}");
        ours.unmake();
        assert!(*ours == before, "{mv:?} taken back in {before:?}");
    }
}

fn compare_repetitions(ours: &Position, times: usize) {
    assert_eq!(ours.repetitions(), times, "{ours:?}");
    let anywhere = ours.is_repetition(usize::MAX);
    assert_eq!(anywhere, times >= 1, "{ours:?}");
    let before_the_search = ours.is_repetition(0);
    assert_eq!(before_the_search, times >= 2, "{ours:?}");
}

/// Returns the outcome by shakmaty and a count of repetitions. Mate has priority over draws, and
/// draws are in the order of [`Outcome`].
fn outcome_of(theirs: &Chess, times: usize) -> Option<Outcome> {
    if theirs.is_checkmate() {
        Some(Outcome::Checkmate)
    } else if theirs.is_stalemate() {
        Some(Outcome::Stalemate)
    } else if theirs.is_insufficient_material() {
        Some(Outcome::InsufficientMaterial)
    } else if theirs.halfmoves() >= 100 {
        Some(Outcome::FiftyMoves)
    } else if times >= 2 {
        Some(Outcome::Threefold)
    } else {
        None
    }
}
