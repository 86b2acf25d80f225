//! The chess clock of a game.

use std::str::FromStr;
use std::time::Duration;

use crate::board::Color;
use crate::search::Clock;

/// The longest time for a game, in minutes: a day for each side.
const MOST_MINUTES: f64 = 1440.0;
/// The longest increment, in seconds: an hour.
const MOST_SECONDS: f64 = 3600.0;

/// A clock with fewer seconds than this shows tenths.
const SHORT: f64 = 20.0;

/// A time control: the time of each side for the game, and the increment for each move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TimeControl {
    base: Duration,
    increment: Duration,
}

impl TimeControl {
    /// Writes it as PGN does: `300+3`.
    pub fn in_seconds(self) -> String {
        let (base, increment) = (self.base.as_secs_f64(), self.increment.as_secs_f64());
        format!("{base}+{increment}")
    }
}

/// Reads `5+3`, minutes and seconds a move, or `5`. Both may have decimals.
impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str, most: f64| {
            let number: Option<f64> = text.parse().ok();
            number.filter(|number| (0.0..=most).contains(number))
        };
        let base = number(minutes, MOST_MINUTES).map(|minutes| 60.0 * minutes);
        let increment = number(seconds, MOST_SECONDS);
        match [base, increment].map(|seconds| seconds.map(Duration::from_secs_f64)) {
            [Some(base), Some(increment)] if !base.is_zero() => Ok(TimeControl { base, increment }),
            _ => Err(format!(
                "a clock is minutes+seconds, like 5+3: more than 0 and up to {MOST_MINUTES} \
                 minutes, and 0 to {MOST_SECONDS} seconds a move"
            )),
        }
    }
}

/// The clocks of both sides.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    remaining: [Duration; 2],
    increment: Duration,
}

impl Clocks {
    pub fn new(control: TimeControl) -> Clocks {
        Clocks { remaining: [control.base; 2], increment: control.increment }
    }

    /// Returns the time that a side has left.
    pub fn left(&self, color: Color) -> Duration {
        self.remaining[color.index()]
    }

    /// Returns the clocks after a side has thought so long without a move.
    #[must_use]
    pub fn after(mut self, color: Color, thought: Duration) -> Clocks {
        let remaining = &mut self.remaining[color.index()];
        *remaining = remaining.saturating_sub(thought);
        self
    }

    /// Takes the time of a move from a side's clock, and adds the increment.
    pub fn count_move(&mut self, color: Color, thought: Duration) {
        *self = self.after(color, thought);
        self.remaining[color.index()] += self.increment;
    }

    /// Returns a side's time as a command in a comment of PGN: `[%clk 0:04:58]`.
    pub fn in_pgn(&self, color: Color) -> String {
        let seconds = self.left(color).as_secs();
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        format!("[%clk {hours}:{minutes:02}:{:02}]", seconds % 60)
    }

    /// Returns the clocks as players see them, White's first.
    pub fn shown(&self) -> [Clock; 2] {
        self.remaining
            .map(|remaining| Clock { remaining: Some(remaining), increment: self.increment })
    }
}

impl std::fmt::Display for Clocks {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let sides = Color::ALL.map(|color| {
            let seconds = self.left(color).as_secs_f64();
            if seconds < SHORT {
                // Rounded down, so that the clock never shows time that is not left.
                return format!("{color} 0:{:04.1}", (seconds * 10.0).floor() / 10.0);
            }
            let seconds = seconds.ceil() as u64;
            format!("{color} {}:{:02}", seconds / 60, seconds % 60)
        });
        f.write_str(&sides.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_counted_and_shown() {
        let mut clocks = Clocks::new("1+2".parse().unwrap());
        let seconds = Duration::from_secs_f64;
        assert_eq!(clocks.to_string(), "White 1:00, Black 1:00");
        clocks.count_move(Color::White, seconds(10.0));
        clocks.count_move(Color::Black, seconds(52.75));
        assert_eq!(clocks.to_string(), "White 0:52, Black 0:09.2");
        assert_eq!(clocks.in_pgn(Color::White), "[%clk 0:00:52]");
        assert_eq!(Clocks::new("75".parse().unwrap()).in_pgn(Color::Black), "[%clk 1:15:00]");
        let thinking = clocks.after(Color::Black, seconds(9.2));
        assert_eq!(thinking.to_string(), "White 0:52, Black 0:00.0");
        assert!(thinking.left(Color::Black) > Duration::ZERO);
        let late = clocks.after(Color::Black, seconds(9.25));
        assert_eq!(late.left(Color::Black), Duration::ZERO);
    }

    #[test]
    fn only_time_is_a_time_control() {
        let control: TimeControl = "5+3".parse().unwrap();
        assert_eq!(control.in_seconds(), "300+3");
        for text in ["5", "5+0", "0.5+1", "90+30", "1440+3600"] {
            assert!(text.parse::<TimeControl>().is_ok(), "{text}");
        }
        for text in [
            "", "0", "0+5", "1e-300", "-1+2", "5+", "+3", "5+3+1", "inf", "NaN", "1e9", "1+1e9",
            "joho",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
