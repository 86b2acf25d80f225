//! How players evaluate, by name.

use std::str::FromStr;

use super::specification::SpecificationError;

/// What a player knows of the worth of positions.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Knowledge {
    /// What the pieces are worth.
    Material,
    /// And where they belong.
    Tables,
    /// What the network has learnt.
    Network,
}

impl Knowledge {
    /// All of them, the one that knows least first.
    pub const ALL: [Knowledge; 3] = [Knowledge::Material, Knowledge::Tables, Knowledge::Network];

    /// What the full engine knows of.
    pub(super) const OF_ENGINE: [Knowledge; 2] = [Knowledge::Tables, Knowledge::Network];

    /// The one of this name, if it is among those that will do.
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

    /// As it is written.
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
