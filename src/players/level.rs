//! Levels: players with a name that people understand, from the weakest to the
//! strongest.

/// A named strength.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// As it is asked for.
    pub name: &'static str,
    /// The player that it stands for.
    pub specification: &'static str,
    /// What to expect, in a few words.
    pub description: &'static str,
}

const fn level(
    name: &'static str,
    specification: &'static str,
    description: &'static str,
) -> Level {
    Level {
        name,
        specification,
        description,
    }
}

/// All levels, the weakest first.
pub const LEVELS: [Level; 9] = [
    level("random", "random", "plays any legal move"),
    level("toddler", "greedy:eval=material", "takes what it can"),
    level(
        "beginner",
        "minimax:depth=2,eval=material",
        "sees your next move",
    ),
    level(
        "novice",
        "alphabeta:depth=2,eval=tables",
        "knows where pieces belong",
    ),
    level(
        "casual",
        "deepening:depth=3,eval=tables",
        "sees short combinations",
    ),
    level("intermediate", "ox88:elo=1300", "misjudges now and then"),
    level("club", "ox88:elo=1700", "errs seldom"),
    level("expert", "ox88:elo=2100", "errs very seldom"),
    level(
        "master",
        "ox88:movetime=1000",
        "thinks a second, and plays its best",
    ),
];

impl Level {
    /// The level of this name.
    ///
    /// ```
    /// use ox88::players::{Level, Specification};
    /// let level = Level::named("novice").unwrap();
    /// assert!(level.specification.parse::<Specification>().is_ok());
    /// ```
    pub fn named(name: &str) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.name == name)
    }
}
