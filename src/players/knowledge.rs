//! How players evaluate, by name.

use std::str::FromStr;

use super::specification::SpecificationError;

/// A player's evaluation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Knowledge {
    /// Material.
    Material,
    /// Material and piece-square tables.
    Tables,
    /// The network.
    Network,
}

impl Knowledge {
    /// All of them, the simplest first.
    pub const ALL: [Knowledge; 3] = [Knowledge::Material, Knowledge::Tables, Knowledge::Network];

    pub(super) const OF_ENGINE: [Knowledge; 2] = [Knowledge::Tables, Knowledge::Network];

    pub(super) fn among(known: &[Knowledge], name: &str) -> Result<Knowledge, SpecificationError> {
        let found = known.iter().find(|knowledge| knowledge.name() == name);
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|knowledge| knowledge.name()).collect();
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
            Knowledge::Material => "material",
            Knowledge::Tables => "tables",
            Knowledge::Network => "network",
        }
    }
}

impl FromStr for Knowledge {
    type Err = SpecificationError;

    fn from_str(text: &str) -> Result<Knowledge, SpecificationError> {
        Knowledge::among(&Knowledge::ALL, text)
    }
}
