//! Every illegal move has a reason, and no legal one has. Truth: shakmaty.

use ox88::board::{CastlingNotation, PieceType, Position, Square};
use ox88::shell::play::why_illegal::{why_illegal, why_not_san};
use rand::RngExt;

use crate::games::Game;
use crate::oracle::Twins;
use crate::work::in_parallel;

const GAMES: u64 = 400;

const MOST_PLIES: usize = 300;

/// The share of positions that is tested: one in so many, and each rare one.
const SHARE: u32 = 60;

#[test]
fn every_illegal_move_has_its_reason() {
    let looked_at: usize = in_parallel(0..GAMES, play).into_iter().sum();
    println!("{looked_at} positions");
    assert!(looked_at > 1_000);
}

fn play(number: u64) -> usize {
    let mut game = Game::new(number);
    let mut looked_at = 0;
    for _ in 0..MOST_PLIES {
        let ours = &game.twins.ours;
        let is_rare = ours.passed_square().is_some() && ours.in_check()
            || ours.checks().checkers.len() == 2
            || ours.en_passant().is_some() && number.is_multiple_of(4);
        if is_rare || game.rng.random_ratio(1, SHARE) {
            looked_at += 1;
            compare(&game.twins);
        }
        if game.twins.ours.outcome().is_some() || game.step().is_none() {
            break;
        }
    }
    looked_at
}

/// Compares all pairs of squares. Promotions are tried from squares with an own piece only: without
/// one, the promotion is not looked at.
fn compare(twins: &Twins) {
    use CastlingNotation::{Chess960, Standard};
    let legal: Vec<(Square, Square, Option<PieceType>)> = twins
        .moves()
        .iter()
        .flat_map(|(mv, _)| {
            [Standard, Chess960].map(|notation| {
                let (from, to) = mv.written_squares(notation);
                (from, to, mv.promotion())
            })
        })
        .collect();
    let becomes = PieceType::ALL.map(Some).into_iter().chain([None]);
    for promotion in becomes {
        for from in Square::all() {
            let is_own = twins.ours.piece_on(from).belongs_to(twins.ours.side_to_move());
            if promotion.is_some() && !is_own {
                continue;
            }
            for to in Square::all() {
                let reason = why_illegal(&twins.ours, from, to, promotion);
                let is_legal = legal.contains(&(from, to, promotion));
                assert_eq!(
                    reason.is_none(),
                    is_legal,
                    "{from}{to} {promotion:?} in {:?}: {reason:?}",
                    twins.ours
                );
                let said = reason.map(|reason| reason.to_string());
                assert!(said.is_none_or(|said| !said.is_empty() && !said.contains('\n')));
            }
        }
    }
    for (mv, _) in twins.moves() {
        let text = twins.ours.san(mv);
        assert_eq!(why_not_san(&twins.ours, &text), None, "{text}");
    }
    compare_short(&twins.ours);
}

/// Compares moves in SAN.
fn compare_short(position: &Position) {
    for piece in ["", "N", "B", "R", "Q", "K"] {
        for to in Square::all() {
            for suffix in ["", "=Q"] {
                let text = format!("{piece}{to}{suffix}");
                let read = position.parse_san(&text);
                let reason = why_not_san(position, &text);
                let fits = read.is_ok() == reason.is_none();
                assert!(fits, "{text} in {position:?}: {read:?}, {reason:?}");
            }
        }
    }
}
