//! Tunable numbers, which are constants, or variables set through the protocol with the feature
//! `tune`.

use std::sync::atomic::{AtomicI32, Ordering};

/// A number that can be set while the program runs.
///
/// ```
/// use ox88::search::Tunable;
/// let margin = Tunable::new("margin", 75, 20, 150);
/// margin.set(80);
/// assert_eq!((margin.get(), margin.default), (80, 75));
/// ```
#[derive(Debug)]
pub struct Tunable {
    /// The name of the number, in snake case, which no other option has.
    pub name: &'static str,
    /// The value that the program is built with.
    pub default: i32,
    /// The least value that may be set.
    pub min: i32,
    /// The greatest value that may be set.
    pub max: i32,
    value: AtomicI32,
}

impl Tunable {
    /// Returns a number at its default.
    pub const fn new(name: &'static str, default: i32, min: i32, max: i32) -> Tunable {
        Tunable { name, default, min, max, value: AtomicI32::new(default) }
    }

    /// Returns the present value.
    #[inline(always)]
    pub fn get(&self) -> i32 {
        // Numbers are set between searches: nothing depends on the order.
        self.value.load(Ordering::Relaxed)
    }

    /// Sets the value, clamped to its range.
    pub fn set(&self, value: i32) {
        let value = value.clamp(self.min, self.max);
        self.value.store(value, Ordering::Relaxed);
    }
}

/// Makes a function of each line such as `name = default in least..=greatest;`, which costs nothing
/// in ordinary builds, and the function `all()`, which lists the numbers. A module can use it once.
/// All numbers are `i32`: a fraction is given in parts, such as 64ths or 1024ths.
macro_rules! tunable {
    ($(
        $(#[$attribute:meta])*
        $name:ident = $default:literal in $min:literal..=$max:literal;
    )+) => {
        $(
            $(#[$attribute])*
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub const fn $name() -> i32 {
                $default
            }

            $(#[$attribute])*
            #[cfg(feature = "tune")]
            #[inline(always)]
            pub fn $name() -> i32 {
                ALL[Index::$name as usize].get()
            }

            const _: () = assert!(
                $min <= $default && $default <= $max,
                concat!(stringify!($name), " is not within its range")
            );
        )+

        /// Returns the module's numbers; none without the feature `tune`.
        pub fn all() -> &'static [$crate::search::Tunable] {
            cfg_select! {
                feature = "tune" => { &ALL }
                _ => { &[] }
            }
        }

        #[cfg(feature = "tune")]
        #[allow(non_camel_case_types, reason = "the names of the numbers")]
        enum Index {
            $($name),+
        }

        #[cfg(feature = "tune")]
        static ALL: [$crate::search::Tunable; [$(Index::$name),+].len()] =
            [$($crate::search::Tunable::new(stringify!($name), $default, $min, $max)),+];
    };
}
pub(super) use tunable;

#[cfg(test)]
mod tests {
    #[allow(dead_code, reason = "not all are read")]
    mod numbers {
        tunable! {
            /// A margin, in centipawns …
            margin = 75 in 20..=150;
            /// … and a large number, which may be negative.
            offset = -1_000 in -20_000..=-5;
            /// The only value.
            fixed = 1 in 1..=1;
        }
    }

    #[test]
    fn each_has_its_default() {
        assert_eq!((numbers::offset(), numbers::fixed()), (-1000, 1));
    }

    #[cfg(not(feature = "tune"))]
    #[test]
    fn constants_in_ordinary_builds() {
        const MARGIN: i32 = numbers::margin();
        assert_eq!(MARGIN, 75);
        assert!(numbers::all().is_empty());
        assert!(crate::search::tunables().is_empty());
    }

    #[cfg(feature = "tune")]
    mod with_feature {
        use super::numbers;

        #[test]
        fn listed_as_written() {
            let listed = numbers::all()
                .iter()
                .map(|tunable| (tunable.name, tunable.default, tunable.min, tunable.max))
                .collect::<Vec<_>>();
            let written =
                [("margin", 75, 20, 150), ("offset", -1000, -20_000, -5), ("fixed", 1, 1, 1)];
            assert_eq!(listed, written);
        }

        #[test]
        fn what_is_set_is_read() {
            let margin = &numbers::all()[0];
            for (value, taken) in [(20, 20), (150, 150), (90, 90), (-90, 20), (i32::MAX, 150)] {
                margin.set(value);
                assert_eq!((numbers::margin(), margin.get()), (taken, taken));
            }
            assert_eq!(margin.default, 75);
        }

        #[test]
        fn the_search_has_some_and_their_names_are_told_apart() {
            let all = crate::search::tunables();
            assert!(!all.is_empty());
            for (index, tunable) in all.iter().enumerate() {
                let name = tunable.name;
                let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
                assert!(name.bytes().all(is_plain), "{name}");
                assert!(all[..index].iter().all(|other| other.name != name));
                assert_eq!(tunable.get(), tunable.default, "{name}");
            }
        }
    }
}
