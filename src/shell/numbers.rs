//! Arguments that are numbers.

use std::num::{IntErrorKind, NonZero, ParseIntError};
use std::ops::RangeInclusive;

use clap::builder::TypedValueParser;

use crate::eval::Score;
use crate::search::{Effort, MAX_THREADS};

/// Reads a whole number within a range, and says what is wrong with others: the messages of Rust's
/// parsers are not for users.
pub fn within<T: TryFrom<i128> + Clone + Send + Sync + 'static>(
    range: RangeInclusive<i128>,
) -> impl TypedValueParser<Value = T> {
    move |text: &str| whole(text, &range)
}

/// Reads a whole number that is not less than this.
pub fn from<T: TryFrom<i128> + Clone + Send + Sync + 'static>(
    least: i128,
) -> impl TypedValueParser<Value = T> {
    within(least..=i128::MAX)
}

fn whole<T: TryFrom<i128>>(text: &str, range: &RangeInclusive<i128>) -> Result<T, String> {
    let number: i128 = text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::Empty => "not a number",
        IntErrorKind::PosOverflow => "too large",
        IntErrorKind::NegOverflow => "too small",
        _ => "not a whole number",
    })?;
    if let Some(number) = T::try_from(number).ok().filter(|_| range.contains(&number)) {
        return Ok(number);
    }
    let (first, last) = (*range.start(), *range.end());
    Err(if number > u64::MAX.into() {
        "too large".to_string()
    } else if last < u32::MAX.into() {
        format!("{number} is not a number from {first} to {last}")
    } else if number < 0 {
        "below 0".to_string()
    } else if number < first {
        format!("{number} is not {first} or more")
    } else {
        format!("{number} is too large")
    })
}

/// Reads a whole number from 1 to `most`.
fn up_to(most: i128) -> impl TypedValueParser<Value = NonZero<usize>> {
    within(1..=most).map(|number| NonZero::new(number).unwrap_or(NonZero::<usize>::MIN))
}

/// Reads a whole number of 1 or more.
pub fn count() -> impl TypedValueParser<Value = NonZero<usize>> {
    up_to(i128::MAX)
}

/// Reads a number of threads: 1 to [`MAX_THREADS`].
pub fn threads() -> impl TypedValueParser<Value = NonZero<usize>> {
    up_to(MAX_THREADS as i128)
}

/// Reads the time for a move, in milliseconds.
pub fn move_time() -> impl TypedValueParser<Value = u64> {
    within(1..=Effort::MAX_MILLISECONDS.into())
}

/// Reads the nodes of a search of self-play: with more, a game would take days.
pub fn soft_nodes() -> impl TypedValueParser<Value = u64> {
    within(1..=1_000_000_000)
}

/// Reads a score that a game can have, for either side.
pub fn centipawns() -> impl TypedValueParser<Value = i32> {
    within(1..=Score::MATE.get().into())
}

/// Reads any number.
pub fn any(text: &str) -> Result<f64, String> {
    number(text, |_| true, "")
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
    fn numbers_beyond_a_bound_are_refused() {
        for text in ["inf", "-inf", "NaN", "1e999", ""] {
            for parse in [positive, one_or_more, share] {
                assert_eq!(parse(text), Err("not a number".to_string()), "{text}");
            }
        }
        assert_eq!(positive("0"), Err("not above 0".to_string()));
        assert_eq!(share("1.5"), Err("not between 0 and 1".to_string()));
        assert_eq!(one_or_more("0.99"), Err("not 1 or more".to_string()));
        assert_eq!(one_or_more("1"), Ok(1.0));
    }
}
