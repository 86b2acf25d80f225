//! shakmaty, the reference for the rules, beside our own position.

use ox88::board::{Color, Move, MoveKind, Position, Square};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, Role};

/// The same position in both libraries.
#[derive(Clone)]
pub struct Twins {
    pub ours: Position,
    pub theirs: Chess,
}

impl Twins {
    pub fn from_fen(fen: &str) -> Twins {
        let ours = Position::from_fen(fen).unwrap_or_else(|error| panic!("{error}: {fen}"));
        // Standard chess is read as Chess960 too.
        let read: Fen = fen.parse().unwrap_or_else(|error| panic!("{error}: {fen}"));
        let theirs: Chess = read
            .into_position(CastlingMode::Chess960)
            .unwrap_or_else(|error| panic!("{error}: {fen}"));
        Twins { ours, theirs }
    }

    /// Returns shakmaty's legal moves, each with our own.
    pub fn moves(&self) -> Vec<(Move, shakmaty::Move)> {
        self.theirs.legal_moves().into_iter().map(|mv| (translate(mv), mv)).collect()
    }

    pub fn play(&mut self, mv: shakmaty::Move) {
        self.ours.make(translate(mv));
        self.theirs.play_unchecked(mv);
    }

    /// Checks that both agree for which side the material is insufficient.
    pub fn compare_material(&self) {
        for color in Color::ALL {
            let theirs = shakmaty::Color::from_white(color == Color::White);
            assert_eq!(
                self.ours.has_insufficient_material(color),
                self.theirs.has_insufficient_material(theirs),
                "{color} in {:?}",
                self.ours
            );
        }
    }

    /// Returns shakmaty's FEN, with an en passant square only where a capture is legal.
    pub fn fen(&self) -> String {
        Fen::from_position(&self.theirs, EnPassantMode::Legal).to_string()
    }
}

/// Translates shakmaty's move, from nothing but that move.
pub fn translate(mv: shakmaty::Move) -> Move {
    let from = square(mv.from().expect("a move of chess has an origin"));
    let to = square(mv.to());
    Move::new(from, to, kind(mv))
}

fn square(square: shakmaty::Square) -> Square {
    Square::at(u32::from(square.file()) as u8, u32::from(square.rank()) as u8)
}

fn kind(mv: shakmaty::Move) -> MoveKind {
    let two_ranks =
        |from: shakmaty::Square, to: shakmaty::Square| from.rank().distance(to.rank()) == 2;
    match mv {
        shakmaty::Move::Castle { .. } => MoveKind::Castle,
        shakmaty::Move::EnPassant { .. } => MoveKind::EnPassant,
        shakmaty::Move::Normal { role, from, capture, to, promotion } => match (promotion, capture)
        {
            (Some(Role::Knight), None) => MoveKind::PromoteKnight,
            (Some(Role::Bishop), None) => MoveKind::PromoteBishop,
            (Some(Role::Rook), None) => MoveKind::PromoteRook,
            (Some(_), None) => MoveKind::PromoteQueen,
            (Some(Role::Knight), Some(_)) => MoveKind::CapturePromoteKnight,
            (Some(Role::Bishop), Some(_)) => MoveKind::CapturePromoteBishop,
            (Some(Role::Rook), Some(_)) => MoveKind::CapturePromoteRook,
            (Some(_), Some(_)) => MoveKind::CapturePromoteQueen,
            (None, Some(_)) => MoveKind::Capture,
            (None, None) if role == Role::Pawn && two_ranks(from, to) => MoveKind::DoublePush,
            (None, None) => MoveKind::Quiet,
        },
        shakmaty::Move::Put { .. } => unreachable!("no drops in chess"),
    }
}
