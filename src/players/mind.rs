//! The kinds of players: the rungs of the ladder, by name.

/// The kinds of players.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mind {
    /// Any legal move.
    Random,
    /// The best position after one move.
    Greedy,
    /// Every line to a fixed depth.
    Minimax,
    /// Alpha-beta, the moves as they come.
    AlphaBeta,
    /// Alpha-beta with good moves first.
    Ordered,
    /// That with a transposition table.
    Table,
    /// That with iterative deepening.
    Deepening,
    /// The full engine.
    Ox88,
}

impl Mind {
    /// All kinds, from the bottom of the ladder up.
    pub const ALL: [Mind; 8] = [
        Mind::Random,
        Mind::Greedy,
        Mind::Minimax,
        Mind::AlphaBeta,
        Mind::Ordered,
        Mind::Table,
        Mind::Deepening,
        Mind::Ox88,
    ];

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Mind::Random => "random",
            Mind::Greedy => "greedy",
            Mind::Minimax => "minimax",
            Mind::AlphaBeta => "alphabeta",
            Mind::Ordered => "ordered",
            Mind::Table => "table",
            Mind::Deepening => "deepening",
            Mind::Ox88 => "ox88",
        }
    }

    /// What it does, in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Mind::Random => "any legal move",
            Mind::Greedy => "the best position after one move",
            Mind::Minimax => "every line to a fixed depth",
            Mind::AlphaBeta => "no line that cannot matter",
            Mind::Ordered => "and good moves first",
            Mind::Table => "and no position twice",
            Mind::Deepening => "and less deep first",
            Mind::Ox88 => "the full engine",
        }
    }

    /// What may be said of it.
    pub(super) const fn keys(self) -> &'static [&'static str] {
        match self {
            Mind::Random => &["seed"],
            Mind::Greedy => &["eval", "seed"],
            Mind::Ox88 => &["depth", "nodes", "movetime", "elo", "eval", "seed"],
            _ => &["depth", "eval", "seed"],
        }
    }

    /// Plies to look ahead where nothing else is said.
    pub const fn usual_depth(self) -> i32 {
        match self {
            Mind::Minimax => 3,
            Mind::AlphaBeta | Mind::Ordered => 4,
            Mind::Table | Mind::Deepening => 5,
            _ => 1,
        }
    }
}
