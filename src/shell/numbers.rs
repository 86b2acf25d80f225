//! Arguments that are numbers.

use std::num::NonZero;

use clap::builder::TypedValueParser;

use crate::eval::Score;
use crate::search::{Effort, MAX_THREADS};

/// Reads a number of threads: 1 to [`MAX_THREADS`].
pub fn threads() -> impl TypedValueParser<Value = NonZero<usize>> {
    clap::value_parser!(u16)
        .range(1..=MAX_THREADS as i64)
        .try_map(|threads| NonZero::try_from(usize::from(threads)))
}

/// Reads the time for a move, in milliseconds.
pub fn move_time() -> impl TypedValueParser<Value = u64> {
    clap::value_parser!(u64).range(1..=Effort::MAX_MILLISECONDS)
}

/// Reads the nodes of a search of self-play: with more, a game would take days.
pub fn soft_nodes() -> impl TypedValueParser<Value = u64> {
    clap::value_parser!(u64).range(1..=1_000_000_000)
}

/// Reads a score that a game can have, for either side.
pub fn centipawns() -> impl TypedValueParser<Value = i32> {
    clap::value_parser!(i32).range(1..=i64::from(Score::MATE.get()))
}

/// Reads a number above 0.
pub fn positive(text: &str) -> Result<f64, String> {
    number(text, |number| number > 0.0, "not above 0")
}

/// Reads a number of 1 or more.
pub fn one_or_more(text: &str) -> Result<f64, String> {
    number(text, |number| number >= 1.0, "not 1 or more")
}

/// Reads a number from 0 to 1.
pub fn share(text: &str) -> Result<f64, String> {
    let is_share = |number: f64| (0.0..=1.0).contains(&number);
    number(text, is_share, "not between 0 and 1")
}

fn number(text: &str, is_right: impl Fn(f64) -> bool, complaint: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    match number.filter(|number| number.is_finite()) {
        Some(number) if is_right(number) => Ok(number),
        Some(_) => Err(complaint.to_string()),
        None => Err("not a number".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_below_1_are_refused() {
        for text in ["0.99", "0", "-1", "NaN", "inf", "x"] {
            assert!(one_or_more(text).is_err(), "{text}");
        }
        assert_eq!(one_or_more("1"), Ok(1.0));
    }

    #[test]
    fn what_is_infinite_is_no_number() {
        for text in ["inf", "-inf", "NaN", "1e999", ""] {
            for parse in [positive, one_or_more, share] {
                assert_eq!(parse(text), Err("not a number".to_string()), "{text}");
            }
        }
        assert_eq!(positive("0"), Err("not above 0".to_string()));
        assert_eq!(share("1.5"), Err("not between 0 and 1".to_string()));
    }
}
