//! Levels: players with everyday names, the weakest first.

/// A named strength.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// The name of the level in specifications.
    pub name: &'static str,
    /// The approximate strength of the level on the scale of `UCI_Elo`; below 1000 it comes from
    /// matches of neighbouring levels.
    pub elo: &'static str,
    /// The player that it stands for.
    pub specification: &'static str,
    /// A short description.
    pub description: &'static str,
}

const fn level(
    name: &'static str,
    elo: &'static str,
    specification: &'static str,
    description: &'static str,
) -> Level {
    Level { name, elo, specification, description }
}

/// All levels, the weakest first.
pub const LEVELS: [Level; 9] = [
    level("random", "below 100", "random", "plays any legal move"),
    level("toddler", "below 100", "greedy:eval=material", "takes what it can"),
    level("beginner", "250", "minimax:depth=2,eval=material", "sees your next move"),
    level("novice", "400", "alphabeta:depth=2,eval=tables", "knows where pieces belong"),
    level("casual", "850", "deepening:depth=3,eval=tables", "sees short combinations"),
    level("intermediate", "1300", "ox88:elo=1300", "misjudges now and then"),
    level("club", "1700", "ox88:elo=1700", "errs seldom"),
    level("expert", "2100", "ox88:elo=2100", "errs very seldom"),
    level("master", "above 2500", "ox88:movetime=1000", "thinks a second, and plays its best"),
];

impl Level {
    /// Returns the level of this name.
    ///
    /// ```
    /// use ox88::players::{Level, Specification};
    /// let level = Level::named("novice").unwrap();
    /// assert!(level.specification.parse::<Specification>().is_ok());
    /// assert_eq!(level.about(), "about 400");
    /// ```
    pub fn named(name: &str) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.name == name)
    }

    /// Returns its strength in words: `about 1700`, `below 100`.
    pub fn about(&self) -> String {
        if self.elo.starts_with(|letter: char| letter.is_ascii_digit()) {
            format!("about {}", self.elo)
        } else {
            self.elo.to_string()
        }
    }
}
