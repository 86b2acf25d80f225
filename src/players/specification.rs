//! Players as text: `name:key=value,key=value`, or the name of a level.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use super::Player;
use super::algorithm::Algorithm;
use super::alphabeta::AlphaBeta;
use super::deepening::Deepening;
use super::engine::EnginePlayer;
use super::fixed_depth::{FixedDepth, TreeSearch};
use super::level::{LEVELS, Level};
use super::minimax::Minimax;
use super::ordering::MvvLvaKillers;
use super::random::RandomMover;
use super::table::TableSearch;
use crate::eval::{Evaluation, EvaluationKind, Evaluator, Material, Network, Nnue, PieceSquares};
use crate::search::{Effort, MAX_DEPTH, NoMemory, Skill};
use crate::text::Quoted;

/// The largest depth of a fixed-depth search, in plies: no search gets there.
const DEEPEST: u64 = 30;

/// The largest number of nodes: no search visits as many.
const MOST_NODES: u64 = 1_000_000_000_000;

/// A player's settings, from which any number of players can be made.
///
/// ```
/// use ox88::players::Specification;
/// let player: Specification = "minimax:eval=material".parse().unwrap();
/// assert_eq!(player.to_string(), "minimax:depth=3,eval=material");
/// let error = "minimax:nodes=5".parse::<Specification>().unwrap_err();
/// assert_eq!(error.to_string(), "minimax has no 'nodes', only depth, eval, seed");
/// let level: Specification = "novice".parse().unwrap();
/// assert_eq!(level.name, "novice");
/// assert_eq!(level.to_string(), "alphabeta:depth=2,eval=tables");
/// ```
#[derive(Clone)]
pub struct Specification {
    /// The name that was asked for, such as `club` or `minimax:eval=material`.
    pub name: String,
    /// The kind of player.
    pub algorithm: Algorithm,
    /// The evaluation; [`Algorithm::Random`] has no use for it.
    pub evaluation: EvaluationKind,
    /// The full engine's network and its file, if it is not the program's own.
    pub network: Option<(PathBuf, Arc<Network>)>,
    /// The limits of its searches; only [`Algorithm::Ox88`] uses others than the depth.
    pub effort: Effort,
    /// The strength limit; only [`Algorithm::Ox88`] has one.
    pub skill: Option<Skill>,
    /// The seed of every game, if it is given.
    pub seed: Option<u64>,
}

impl Specification {
    /// The nodes of the engine if no limit is given.
    pub const USUAL_NODES: u64 = 20_000;

    /// Returns a player of this kind that looks this many plies ahead.
    pub fn new(algorithm: Algorithm, evaluation: EvaluationKind, depth: i32) -> Specification {
        Specification {
            name: algorithm.name().to_string(),
            algorithm,
            evaluation,
            network: None,
            effort: Effort { depth: Some(depth), ..Effort::default() },
            skill: None,
            seed: None,
        }
    }

    /// Creates the player.
    ///
    /// # Errors
    /// Fails if there is no memory for its table.
    pub fn player(&self) -> Result<Box<dyn Player>, NoMemory> {
        Ok(match self.algorithm {
            Algorithm::Random => Box::new(RandomMover::default()),
            // Greedy is minimax to depth 1.
            Algorithm::Greedy | Algorithm::Minimax => self.fixed_depth(Minimax),
            Algorithm::AlphaBeta => self.fixed_depth(AlphaBeta { order: None }),
            Algorithm::Ordered => {
                self.fixed_depth(AlphaBeta { order: Some(MvvLvaKillers::default()) })
            }
            Algorithm::Table => self.fixed_depth(TableSearch::new()?),
            Algorithm::Deepening => self.fixed_depth(Deepening(TableSearch::new()?)),
            Algorithm::Ox88 => {
                let evaluator = match (&self.network, self.evaluation) {
                    (Some((_, network)), _) => Evaluator::Network(Arc::clone(network)),
                    (None, EvaluationKind::Network) => Evaluator::default(),
                    (None, _) => Evaluator::Classical,
                };
                Box::new(EnginePlayer::new(evaluator, self.effort, self.skill)?)
            }
        })
    }

    /// Returns true if the player answers the same moves alike in all games of a match.
    pub fn is_deterministic(&self) -> bool {
        // Each game has its own seed, unless one is given, but the engine uses it only to play worse.
        let has_use_for_seed = self.algorithm != Algorithm::Ox88 || self.skill.is_some();
        self.effort.move_time.is_none() && (self.seed.is_some() || !has_use_for_seed)
    }

    fn fixed_depth(&self, search: impl TreeSearch + 'static) -> Box<dyn Player> {
        let evaluation: Box<dyn Evaluation + Send> = match self.evaluation {
            EvaluationKind::Material => Box::new(Material),
            EvaluationKind::PieceSquares => Box::new(PieceSquares::default()),
            EvaluationKind::Network => Box::new(Nnue::new(Network::embedded())),
        };
        Box::new(FixedDepth::new(search, evaluation, self.effort.depth.unwrap_or(1)))
    }

    /// Sets one of [`Algorithm::keys`].
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let effort = &mut self.effort;
        match key {
            "depth" => {
                let deepest = match self.algorithm {
                    Algorithm::Ox88 => MAX_DEPTH as u64,
                    _ => DEEPEST,
                };
                effort.depth = Some(number(key, value, 1..=deepest)? as i32);
            }
            "nodes" => effort.nodes = Some(number(key, value, 1..=MOST_NODES)?),
            "movetime" => {
                let milliseconds = number(key, value, 1..=Effort::MAX_MILLISECONDS)?;
                effort.move_time = Some(Duration::from_millis(milliseconds));
            }
            "elo" => {
                let range = Skill::MIN_ELO as u64..=Skill::MAX_ELO as u64;
                let elo = number(key, value, range)?;
                self.skill = Some(Skill::from_elo(elo as i32));
            }
            "eval" => {
                let known: &[EvaluationKind] = match self.algorithm {
                    Algorithm::Ox88 => &EvaluationKind::OF_ENGINE,
                    _ => &EvaluationKind::ALL,
                };
                self.evaluation = EvaluationKind::among(known, value)
                    .ok_or_else(|| bad_value(key, value, EvaluationKind::names(known)))?;
            }
            "net" => {
                let path = Path::new(value);
                let network = Network::from_file(path);
                let network = network.map_err(|error| format!("{}: {error}", path.display()))?;
                self.network = Some((path.to_path_buf(), Arc::new(network)));
            }
            _ => self.seed = Some(number(key, value, 0..=u64::MAX)?),
        }
        Ok(())
    }
}

/// Returns the value of a key that is a number in this range.
fn number(key: &str, value: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    let expected = || format!("a number from {} to {}", range.start(), range.end());
    number.ok_or_else(|| bad_value(key, value, expected()))
}

fn bad_value(key: &str, value: &str, expected: String) -> String {
    format!("{key} of a player is {} instead of {expected}", Quoted(value))
}

/// Reads `ox88:nodes=8000` or the name of a level. Keys that are left out have a default.
impl FromStr for Specification {
    type Err = String;

    fn from_str(asked_for: &str) -> Result<Specification, String> {
        let text = Level::named(asked_for).map_or(asked_for, |level| level.specification);
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let mut algorithms = Algorithm::ALL.into_iter();
        let Some(algorithm) = algorithms.find(|algorithm| algorithm.name() == name) else {
            let players = Algorithm::ALL.map(Algorithm::name).join(", ");
            return Err(match Level::named(name) {
                Some(Level { name, .. }) => {
                    format!("{name} is a level, which takes no settings; the players {players} do")
                }
                None => format!(
                    "{} is no player: there are {players}, and the levels {}",
                    Quoted(name),
                    LEVELS.map(|level| level.name).join(", ")
                ),
            });
        };
        let evaluation = match algorithm {
            Algorithm::Ox88 => EvaluationKind::Network,
            _ => EvaluationKind::PieceSquares,
        };
        let mut specification = Specification::new(algorithm, evaluation, algorithm.usual_depth());
        specification.name = asked_for.to_string();
        if algorithm == Algorithm::Ox88 {
            specification.effort.depth = None;
        }
        let mut keys = Vec::new();
        // Without a colon there are no settings, though an empty text splits into one.
        for setting in settings.split(',').filter(|_| text != name) {
            if setting.is_empty() {
                return Err(format!(
                    "{} has an empty setting; settings are key=value, with commas between them",
                    Quoted(text)
                ));
            }
            let Some((key, value)) = setting.split_once('=') else {
                return Err(format!("{} of a player is not key=value", Quoted(setting)));
            };
            if !algorithm.keys().contains(&key) {
                let (key, known) = (Quoted(key), algorithm.keys().join(", "));
                return Err(format!("{name} has no {key}, only {known}"));
            }
            // Either of the two chooses the evaluation.
            let same = if key == "net" { "eval" } else { key };
            if keys.contains(&same) {
                return Err(format!("{same} of a player is given twice"));
            }
            keys.push(same);
            specification.set(key, value)?;
        }
        let is_unlimited =
            specification.effort == Effort::default() && specification.skill.is_none();
        if algorithm == Algorithm::Ox88 && is_unlimited {
            specification.effort.nodes = Some(Specification::USUAL_NODES);
        }
        Ok(specification)
    }
}

impl fmt::Debug for Specification {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Specification {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let effort = &self.effort;
        let network_file = self.network.as_ref().map(|(path, _)| path);
        let value = |key: &str| match key {
            "depth" => effort.depth.map(|depth| depth.to_string()),
            "nodes" => effort.nodes.map(|nodes| nodes.to_string()),
            "movetime" => effort.move_time.map(|time| time.as_millis().to_string()),
            "elo" => self.skill.map(|skill| skill.elo().to_string()),
            "eval" => network_file.is_none().then(|| self.evaluation.name().to_string()),
            "net" => network_file.map(|path| path.display().to_string()),
            _ => self.seed.map(|seed| seed.to_string()),
        };
        f.write_str(self.algorithm.name())?;
        let mut separator = ':';
        for key in self.algorithm.keys() {
            if let Some(value) = value(key) {
                write!(f, "{separator}{key}={value}")?;
                separator = ',';
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for (text, written) in [
            ("random", "random"),
            ("random:seed=7", "random:seed=7"),
            ("greedy", "greedy:eval=tables"),
            ("minimax:depth=3,eval=material", "minimax:depth=3,eval=material"),
            ("alphabeta:depth=4", "alphabeta:depth=4,eval=tables"),
            ("ordered:seed=1,depth=4", "ordered:depth=4,eval=tables,seed=1"),
            ("table:depth=5", "table:depth=5,eval=tables"),
            ("deepening:eval=network", "deepening:depth=5,eval=network"),
            ("ox88", "ox88:nodes=20000,eval=network"),
            ("ox88:depth=8", "ox88:depth=8,eval=network"),
            ("ox88:nodes=5000,eval=tables", "ox88:nodes=5000,eval=tables"),
            ("ox88:movetime=50,depth=9", "ox88:depth=9,movetime=50,eval=network"),
            ("ox88:elo=1500", "ox88:elo=1500,eval=network"),
            (
                "ox88:net=src/eval/nnue/ox88.nnue,nodes=9",
                "ox88:nodes=9,net=src/eval/nnue/ox88.nnue",
            ),
        ] {
            let specification: Specification = text.parse().unwrap();
            assert_eq!(specification.to_string(), written);
            let again: Specification = written.parse().unwrap();
            assert_eq!(again.to_string(), written);
        }
    }

    #[test]
    fn every_level_is_a_player() {
        for level in &LEVELS {
            let player: Specification = level.name.parse().unwrap();
            let same: Specification = level.specification.parse().unwrap();
            assert_eq!(same.to_string(), player.to_string());
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, part) in [
            ("", "'' is no player: there are random, greedy,"),
            ("joho", "the levels random, "),
            ("Minimax", "'Minimax' is no player"),
            ("minimax:", "'minimax:' has an empty setting; settings are key"),
            ("minimax:depth", "'depth' of a player is not key=value"),
            ("minimax:depth=3,", "'minimax:depth=3,' has an empty setting"),
            ("minimax:,depth=3", "has an empty setting"),
            ("ox88:nodes=50,nodes=60", "nodes of a player is given twice"),
            ("ox88:nodes=50,depth=3,nodes=50", "is given twice"),
            ("ox88:eval=network,net=src/eval/nnue/ox88.nnue", "eval of a player is given twice"),
            ("ox88:net=Cargo.toml", "Cargo.toml: "),
            ("ox88:net=", ": "),
            ("table:net=Cargo.toml", "table has no 'net', only"),
            ("club:depth=2", "club is a level, which takes no settings"),
            ("club:", "club is a level, which takes no settings"),
            ("minimax:depth=0", "'0' instead of a number from 1 to 30"),
            ("minimax:depth=-1", "'-1' instead of"),
            ("minimax:depth=99999999999999999999", "instead of a number"),
            ("minimax:elo=1500", "minimax has no 'elo', only depth, eval, seed"),
            ("random:depth=1", "random has no 'depth', only seed"),
            ("greedy:eval=joho", "material or tables or network"),
            ("ox88:eval=material", "'material' instead of tables or network"),
            ("ox88:depth=240", "from 1 to 239"),
            ("ox88:elo=900", "from 1000 to 3000"),
            ("ox88:nodes=0", "from 1 to"),
            ("random:seed=x", "seed of a player is 'x'"),
        ] {
            let error = text.parse::<Specification>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
            assert!(!error.contains('\n'));
        }
    }
}
