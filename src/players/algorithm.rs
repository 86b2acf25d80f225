//! The kinds of players: the rungs of the ladder, by name.

/// The kinds of players.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Plays any legal move.
    Random,
    /// Plays the move after which the static evaluation is best.
    Greedy,
    /// Searches every line to a fixed depth.
    Minimax,
    /// Alpha-beta with the moves in the order of the move generator.
    AlphaBeta,
    /// Alpha-beta with good moves first.
    Ordered,
    /// Alpha-beta with good moves first and a transposition table.
    Table,
    /// Alpha-beta with good moves first, a transposition table, and iterative deepening.
    Deepening,
    /// The full engine.
    Ox88,
}

impl Algorithm {
    /// All kinds, from the bottom of the ladder up.
    pub const ALL: [Algorithm; 8] = [
        Algorithm::Random,
        Algorithm::Greedy,
        Algorithm::Minimax,
        Algorithm::AlphaBeta,
        Algorithm::Ordered,
        Algorithm::Table,
        Algorithm::Deepening,
        Algorithm::Ox88,
    ];

    /// Returns its name in specifications.
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    /// Returns a short description.
    pub const fn description(self) -> &'static str {
        self.words().1
    }

    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Algorithm::Random => ("random", "any legal move"),
            Algorithm::Greedy => ("greedy", "the best position after one move"),
            Algorithm::Minimax => ("minimax", "every line to a fixed depth"),
            Algorithm::AlphaBeta => ("alphabeta", "no line that cannot matter"),
            Algorithm::Ordered => ("ordered", "and good moves first"),
            Algorithm::Table => ("table", "and no position twice"),
            Algorithm::Deepening => ("deepening", "and shallower searches first"),
            Algorithm::Ox88 => ("ox88", "the full engine"),
        }
    }

    /// Returns the keys of its settings, in the order in which they are written.
    pub(super) const fn keys(self) -> &'static [&'static str] {
        match self {
            Algorithm::Random => &["seed"],
            Algorithm::Greedy => &["eval", "seed"],
            Algorithm::Ox88 => &["depth", "nodes", "movetime", "elo", "eval", "net", "seed"],
            _ => &["depth", "eval", "seed"],
        }
    }

    /// Returns the default depth in plies; 1 for players whose depth is fixed or has no default.
    pub const fn usual_depth(self) -> i32 {
        match self {
            Algorithm::Minimax => 3,
            Algorithm::AlphaBeta | Algorithm::Ordered => 4,
            Algorithm::Table | Algorithm::Deepening => 5,
            _ => 1,
        }
    }
}
