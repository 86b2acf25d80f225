//! How players evaluate, by name.

use std::str::FromStr;

use super::specification::SpecificationError;

/// A player's evaluation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EvaluationKind {
    /// Material.
    Material,
    /// Material and piece-square tables.
    Tables,
    /// The network.
    Network,
}

impl EvaluationKind {
    /// All of them, the simplest first.
    pub const ALL: [EvaluationKind; 3] = [
        EvaluationKind::Material,
        EvaluationKind::Tables,
        EvaluationKind::Network,
    ];

    /// Those of the full engine.
    pub(super) const OF_ENGINE: [EvaluationKind; 2] =
        [EvaluationKind::Tables, EvaluationKind::Network];

    /// The one of the known kinds that has this name.
    pub(super) fn among(
        known: &[EvaluationKind],
        name: &str,
    ) -> Result<EvaluationKind, SpecificationError> {
        let found = known.iter().find(|kind| kind.name() == name);
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|kind| kind.name()).collect();
            SpecificationError::Value {
                key: "eval".to_string(),
                value: name.to_string(),
                expected: names.join(" or "),
            }
        })
    }

    /// Its name in specifications.
    pub const fn name(self) -> &'static str {
        match self {
            EvaluationKind::Material => "material",
            EvaluationKind::Tables => "tables",
            EvaluationKind::Network => "network",
        }
    }
}

impl FromStr for EvaluationKind {
    type Err = SpecificationError;

    fn from_str(text: &str) -> Result<EvaluationKind, SpecificationError> {
        EvaluationKind::among(&EvaluationKind::ALL, text)
    }
}
