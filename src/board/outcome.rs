//! How a game ends.

use std::fmt;

use super::piece::{Color, PieceType};
use super::position::Position;
use super::zobrist::Key;

/// Why the game is over.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can ever mate.
    InsufficientMaterial,
    /// Fifty moves by each side without capture or pawn move.
    FiftyMoves,
    /// The position stands for the third time.
    Threefold,
}

/// Why, in a few words.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Outcome::Checkmate => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::InsufficientMaterial => "neither side can mate",
            Outcome::FiftyMoves => "fifty moves without capture or pawn move",
            Outcome::Threefold => "threefold repetition",
        })
    }
}

/// Who won a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// Black won.
    BlackWins,
    /// Nobody won.
    Draw,
    /// White won.
    WhiteWins,
}

impl GameResult {
    /// All of them, the best for Black first.
    pub const ALL: [GameResult; 3] = [
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::WhiteWins,
    ];

    /// This side won.
    pub const fn win_of(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::WhiteWins,
            Color::Black => GameResult::BlackWins,
        }
    }
}

/// As PGN writes it.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::WhiteWins => "1-0",
        })
    }
}

impl Position {
    /// Whether and how the game is over. Mate comes before the draws that a
    /// player would have to claim.
    ///
    /// ```
    /// use ox88::board::{Outcome, Position};
    /// assert_eq!(Position::startpos().outcome(), None);
    /// let mate = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
    /// assert_eq!(mate.outcome(), Some(Outcome::Checkmate));
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.in_check() {
                Outcome::Checkmate
            } else {
                Outcome::Stalemate
            });
        }
        if self.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if self.halfmove_clock() >= 100 {
            Some(Outcome::FiftyMoves)
        } else if self.repetitions() >= 2 {
            Some(Outcome::Threefold)
        } else {
            None
        }
    }

    /// How often this position has stood before, since the last move that
    /// cannot be taken back.
    ///
    /// ```
    /// use ox88::board::Position;
    /// let mut position = Position::startpos();
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     assert_eq!(position.repetitions(), 0);
    ///     position.make(position.parse_move(text).unwrap());
    /// }
    /// assert_eq!(position.repetitions(), 1);
    /// ```
    pub fn repetitions(&self) -> usize {
        self.earlier_occurrences().count()
    }

    /// Whether a search should take this position for a draw by repetition:
    /// it has stood before within the last `searched` plies, where the players
    /// could repeat it again, or twice in all.
    pub fn is_repetition(&self, searched: usize) -> bool {
        let mut occurrences = self.earlier_occurrences();
        match occurrences.next() {
            Some(distance) if distance <= searched => true,
            Some(_) => occurrences.next().is_some(),
            None => false,
        }
    }

    /// The keys of this position and of those before it that could come again,
    /// the latest first: back to the last move that cannot be taken back.
    pub fn recent_keys(&self) -> impl Iterator<Item = Key> + '_ {
        let now = self.plies_made();
        (0..=self.reach()).map(move |distance| self.states[now - distance].keys.whole())
    }

    /// The keys among [`recent_keys`](Position::recent_keys) of positions that have
    /// stood more than once, each once.
    pub fn repeated_keys(&self) -> Vec<Key> {
        let mut keys: Vec<Key> = self.recent_keys().collect();
        keys.sort_unstable_by_key(|key| key.0);
        let pairs = keys.windows(2).filter(|pair| pair[0] == pair[1]);
        let mut repeated: Vec<Key> = pairs.map(|pair| pair[0]).collect();
        repeated.dedup();
        repeated
    }

    /// How many plies ago this position stood, nearest first.
    fn earlier_occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let key = self.key();
        // Two plies ago the side to move cannot have been back yet.
        (4..=self.reach())
            .step_by(2)
            .filter(move |&distance| self.states[self.plies_made() - distance].keys.whole() == key)
    }

    /// How many plies ago the earliest position stood that may come back: the
    /// moves since then can all be taken back by moves.
    #[inline(always)]
    pub(super) fn reach(&self) -> usize {
        let state = self.state();
        let reversible = state.halfmove_clock.min(state.plies_since_null) as usize;
        reversible.min(self.plies_made())
    }

    /// Whether neither side has enough left to mate by any sequence of moves:
    /// bare kings, one knight, or bishops all on squares of one colour.
    pub fn is_insufficient_material(&self) -> bool {
        let majors_or_pawns = |color| {
            self.pieces_of(color, PieceType::Pawn)
                .union(self.pieces_of(color, PieceType::Rook))
                .union(self.pieces_of(color, PieceType::Queen))
        };
        if Color::ALL
            .into_iter()
            .any(|color| !majors_or_pawns(color).is_empty())
        {
            return false;
        }
        let total = |piece_type| -> u32 {
            Color::ALL
                .into_iter()
                .map(|c| self.count(c, piece_type))
                .sum()
        };
        match (total(PieceType::Knight), total(PieceType::Bishop)) {
            (0, 0) | (1, 0) => true,
            (0, _) => {
                let mut shades = self.bishop_shades();
                let first = shades.next();
                shades.all(|shade| Some(shade) == first)
            }
            _ => false,
        }
    }

    /// Whether a side can never mate with what it has, however badly the other
    /// plays: it does not win when the other's time is up.
    ///
    /// FIDE Laws of Chess, article 6.9.
    ///
    /// ```
    /// use ox88::board::{Color, Position};
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K1n1 w - - 0 1").unwrap();
    /// // The pawn may become something that takes a square from its own king.
    /// assert!(!position.has_insufficient_material(Color::Black));
    /// let bare = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    /// assert!(bare.has_insufficient_material(Color::Black));
    /// ```
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let own = |piece_type| self.count(color, piece_type);
        let total = |piece_type| own(piece_type) + self.count(!color, piece_type);
        let is_strong = own(PieceType::Pawn) + own(PieceType::Rook) + own(PieceType::Queen) > 0;
        if is_strong {
            return false;
        }
        if own(PieceType::Knight) > 0 {
            // Only a piece beside its king can take the last square from it, and
            // a queen could always take the knight instead.
            let others = self.pieces(!color).len() - 1 - self.count(!color, PieceType::Queen);
            return self.pieces(color).len() == 2 && others == 0;
        }
        if own(PieceType::Bishop) > 0 {
            let mut shades = self.bishop_shades();
            let first = shades.next();
            return total(PieceType::Pawn) + total(PieceType::Knight) == 0
                && shades.all(|shade| Some(shade) == first);
        }
        true
    }

    /// Of each bishop: 0 on dark squares, 1 on light ones.
    fn bishop_shades(&self) -> impl Iterator<Item = u8> + '_ {
        Color::ALL.into_iter().flat_map(move |color| {
            self.pieces_of(color, PieceType::Bishop).map(move |id| {
                let square = self.square_of(color, id);
                (square.file() + square.rank()) % 2
            })
        })
    }
}
