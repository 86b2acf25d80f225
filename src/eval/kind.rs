//! The kinds of evaluation, by name.

/// A kind of evaluation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EvaluationKind {
    /// Material alone.
    Material,
    /// Material and piece-square tables.
    PieceSquares,
    /// The network.
    Network,
}

impl EvaluationKind {
    /// All kinds, the simplest first.
    pub const ALL: [EvaluationKind; 3] =
        [EvaluationKind::Material, EvaluationKind::PieceSquares, EvaluationKind::Network];

    /// The kinds by which the full engine can evaluate.
    pub const OF_ENGINE: [EvaluationKind; 2] =
        [EvaluationKind::PieceSquares, EvaluationKind::Network];

    /// Returns the kind among the known ones that has this name.
    pub fn among(known: &[EvaluationKind], name: &str) -> Option<EvaluationKind> {
        known.iter().copied().find(|kind| kind.name() == name)
    }

    /// Returns the names of kinds, as a message lists them.
    pub fn names(kinds: &[EvaluationKind]) -> String {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
        names.join(" or ")
    }

    /// Returns the name of the kind in specifications of players.
    pub const fn name(self) -> &'static str {
        match self {
            EvaluationKind::Material => "material",
            EvaluationKind::PieceSquares => "tables",
            EvaluationKind::Network => "network",
        }
    }
}
