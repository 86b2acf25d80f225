//! Arguments that begin with a name, which shells complete.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};

/// A parser of a value that may begin with one of these names. The names are for completions;
/// `hide_possible_values` keeps them out of the help.
#[derive(Clone)]
pub struct CompletedParser<T> {
    /// Reads a value; the error says what is wrong with it.
    pub read: fn(&str) -> Result<T, String>,
    /// The names.
    pub names: fn() -> Vec<&'static str>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for CompletedParser<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, Error> {
        self.read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = (self.names)().into_iter();
        Some(Box::new(names.map(PossibleValue::new)))
    }
}
