//! Limited strength: a search has fewer nodes, and chooses among the best lines by chance, likelier
//! the less a move loses (Luce, "Individual Choice Behavior", 1959).
//! <https://www.chessprogramming.org/Playing_Strength>

use rand::distr::weighted::WeightedIndex;
use rand::prelude::*;

use crate::eval::Score;

/// A strength on the scale of Stockfish's `UCI_Elo`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Skill {
    elo: i32,
}

impl Skill {
    /// The least Elo.
    pub const MIN_ELO: i32 = 1000;
    /// The greatest Elo.
    pub const MAX_ELO: i32 = 3000;
    /// The skill level without limit.
    pub const FULL_SKILL: i32 = 20;

    /// Returns the skill of this Elo, clamped.
    pub fn from_elo(elo: i32) -> Skill {
        Skill { elo: elo.clamp(Skill::MIN_ELO, Skill::MAX_ELO) }
    }

    /// Returns the Elo of this skill.
    pub fn elo(self) -> i32 {
        self.elo
    }

    /// Returns the skill of a level, of which 0 is the weakest; `None` from [`Skill::FULL_SKILL`]
    /// on, where the strength is not limited.
    ///
    /// ```
    /// use ox88::search::Skill;
    /// assert_eq!(Skill::from_level(0), Some(Skill::from_elo(1000)));
    /// assert_eq!(Skill::from_level(20), None);
    /// ```
    pub fn from_level(level: i32) -> Option<Skill> {
        let steps = Skill::MAX_ELO - Skill::MIN_ELO;
        (level < Skill::FULL_SKILL)
            .then(|| Skill::from_elo(Skill::MIN_ELO + steps * level.max(0) / Skill::FULL_SKILL))
    }

    /// The settings by Elo. They were fitted by games against Stockfish 15.1 with the same
    /// `UCI_Elo`; below 1350, where that begins, against 1350. The points above 2500 are a guess. All
    /// are to be fitted again with each network. The columns are the Elo; the base-2 logarithm of
    /// the nodes per move; the temperature, which is the loss in centipawns that makes a move e
    /// times less likely; and the number of candidates.
    const POINTS: [(i32, f64, f64, f64); 11] = [
        (1000, 7.15, 460.0, 5.0),
        (1200, 7.2, 230.0, 5.0),
        (1280, 7.3, 159.0, 5.0),
        (1350, 8.25, 111.0, 5.0),
        (1500, 8.8, 98.0, 5.0),
        (1750, 10.0, 63.0, 5.0),
        (2000, 12.55, 27.5, 5.0),
        (2250, 14.85, 9.2, 4.6),
        (2500, 16.8, 2.8, 2.0),
        (2700, 18.0, 1.4, 1.0),
        (3000, 19.8, 1.15, 1.0),
    ];

    /// Returns a column's value, interpolated linearly between the two points around the Elo.
    fn interpolate(self, column: impl Fn((i32, f64, f64, f64)) -> f64) -> f64 {
        let points = &Skill::POINTS;
        let inner = &points[1..points.len() - 1];
        let upper = inner.iter().filter(|point| point.0 < self.elo).count() + 1;
        let (low, high) = (points[upper - 1], points[upper]);
        let share = f64::from(self.elo - low.0) / f64::from(high.0 - low.0);
        column(low) + share * (column(high) - column(low))
    }

    /// Returns the number of nodes per move.
    pub fn nodes(self) -> u64 {
        self.interpolate(|(_, nodes, ..)| nodes).exp2() as u64
    }

    /// Returns the number of lines among which a move is chosen.
    pub fn candidates(self) -> usize {
        self.interpolate(|(.., candidates)| candidates).round() as usize
    }

    fn temperature(self) -> f64 {
        self.interpolate(|(_, _, temperature, _)| temperature)
    }

    /// Chooses one of several moves by their values, the best of which comes first. MultiPV may be
    /// greater than the number of candidates; the lines beyond these are not chosen, but share the
    /// nodes.
    pub fn choose(self, values: &[Score], random: &mut impl Rng) -> usize {
        let best = values.first().map_or(0, |value| value.get());
        // Lines that the last iteration has not reached may have old values above the first one's.
        let behind = |value: &Score| f64::from((value.get() - best).min(0));
        let weight = |value: &Score| (behind(value) / self.temperature()).exp();
        let candidates = values.iter().take(self.candidates());
        WeightedIndex::new(candidates.map(weight)).map_or(0, |chances| chances.sample(random))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_sees_more_and_errs_less() {
        let all: Vec<Skill> = (Skill::MIN_ELO..=Skill::MAX_ELO).map(Skill::from_elo).collect();
        for pair in all.windows(2) {
            assert!(pair[0].nodes() <= pair[1].nodes());
            assert!(pair[0].temperature() >= pair[1].temperature());
            assert!(pair[0].candidates() >= pair[1].candidates() && pair[1].candidates() > 0);
        }
    }

    #[test]
    fn the_better_move_is_chosen_more_often() {
        let values = [40, 10, -300].map(Score::centipawns);
        let mut random = StdRng::seed_from_u64(88);
        let mut count = |elo| {
            let mut counts = [0; 3];
            for _ in 0..10_000 {
                counts[Skill::from_elo(elo).choose(&values, &mut random)] += 1;
            }
            counts
        };
        let (weak, strong) = (count(1000), count(Skill::MAX_ELO));
        assert!(weak[0] > weak[1] && weak[1] > weak[2] && weak[2] > 0);
        assert!(strong[0] > weak[0] && strong[2] == 0);
    }

    #[test]
    fn no_line_and_lost_ones_are_no_trouble() {
        let mut random = StdRng::seed_from_u64(88);
        let weak = Skill::from_elo(0);
        assert_eq!(weak.choose(&[], &mut random), 0);
        let lost = [Score::mated_in(4), Score::mated_in(2)];
        let mut chosen = [0; 2];
        for _ in 0..200 {
            chosen[weak.choose(&lost, &mut random)] += 1;
        }
        assert!(chosen.iter().all(|&times| times > 0), "{chosen:?}");
        let won = [Score::mate_in(1), Score::centipawns(90)];
        assert_eq!(weak.choose(&won, &mut random), 0);
    }
}
