//! What the terminal on standard output can show: colours and chess symbols.

use std::io::{self, IsTerminal};

use anstyle::Style;
use anstyle_query::windows::enable_ansi_colors;

/// The colours of a terminal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Colors {
    /// There are no colours, as in a file.
    None,
    /// The terminal has the eight colours of ANSI.
    Basic,
    /// The terminal has the 256 colours of xterm.
    Many,
}

/// What can be shown.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Screen {
    /// The colours that text may have.
    pub colors: Colors,
    /// Whether the terminal's font is likely to have chess symbols.
    pub has_chess_symbols: bool,
}

/// Terminals with 256 colours whose names do not say so.
const MANY_COLORS: [&str; 6] = ["alacritty", "foot", "ghostty", "kitty", "rio", "wezterm"];

impl Screen {
    /// Returns what standard output can show, by the variables of the environment.
    pub fn of_stdout() -> Screen {
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        Screen::new(io::stdout().is_terminal(), variable)
    }

    /// Returns the text in a style, where there are colours.
    pub fn styled(&self, style: Style, text: &str) -> String {
        if self.colors == Colors::None || text.is_empty() {
            text.to_string()
        } else {
            format!("{style}{text}{style:#}")
        }
    }

    fn new(is_terminal: bool, variable: impl Fn(&str) -> String) -> Screen {
        let term = variable("TERM").to_lowercase();
        // <https://no-color.org>
        let is_plain = !is_terminal || !variable("NO_COLOR").is_empty();
        // The console of Windows shows colours once it is told to. It has a name only where a user
        // sets one for other programs.
        let is_windows_console = !is_plain && enable_ansi_colors() == Some(true);
        let colors = match term.as_str() {
            _ if is_plain => Colors::None,
            "" if is_windows_console => Colors::Many,
            "" | "dumb" | "unknown" => Colors::None,
            name if name.starts_with("vt") || name.ends_with("-m") || name.ends_with("-mono") => {
                Colors::None
            }
            name if name.contains("256color")
                || name.contains("direct")
                || MANY_COLORS.iter().any(|many| name.contains(many))
                || !variable("COLORTERM").is_empty() =>
            {
                Colors::Many
            }
            _ => Colors::Basic,
        };
        // The first variable that is set decides.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(variable);
        let locale = locale.iter().find(|name| !name.is_empty());
        let is_utf8 = locale.is_some_and(|name| {
            let name = name.to_lowercase();
            name.contains("utf-8") || name.contains("utf8")
        });
        // The console of Linux has a font of at most 512 letters.
        let is_console = term.starts_with("linux") || term.starts_with("vt");
        Screen { colors, has_chess_symbols: (is_utf8 || cfg!(windows)) && !is_console }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_shows_what_it_can() {
        use Colors::{Basic, Many, None};
        for (term, more, colors, has_chess_symbols) in [
            ("xterm-256color", "", Many, true),
            ("xterm", "", Basic, true),
            ("xterm", "COLORTERM=truecolor", Many, true),
            ("xterm-kitty", "", Many, true),
            ("screen-256color", "LANG=C", Many, false),
            ("linux", "", Basic, false),
            ("vt100", "", None, false),
            ("vt220", "", None, false),
            ("dumb", "", None, true),
            ("xterm-256color", "NO_COLOR=1", None, true),
            ("xterm-256color", "LC_ALL=C", Many, false),
        ] {
            let variable = |name: &str| match more.split_once('=') {
                Some((other, value)) if other == name => value.to_string(),
                _ if name == "TERM" => term.to_string(),
                _ if name == "LANG" => "en_GB.UTF-8".to_string(),
                _ => String::new(),
            };
            let expected = Screen {
                colors,
                has_chess_symbols: has_chess_symbols
                    || cfg!(windows) && !term.starts_with(['l', 'v']),
            };
            assert_eq!(Screen::new(true, variable), expected, "{term} {more}");
            assert_eq!(Screen::new(false, variable).colors, None);
        }
    }
}
