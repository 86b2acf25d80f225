//! The argument that says how many threads work.

use std::num::NonZero;

use clap::builder::TypedValueParser;

use crate::search::MAX_THREADS;

/// Takes 1 to [`MAX_THREADS`].
pub fn parser() -> impl TypedValueParser<Value = NonZero<usize>> {
    clap::value_parser!(u16)
        .range(1..=MAX_THREADS as i64)
        .try_map(|threads| NonZero::try_from(usize::from(threads)))
}
