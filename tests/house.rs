//! The architecture: which module may use which, and what only some of them may do. Read
//! from the sources, since neither compiler nor lints know it.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the library, lowest first. Each may use those before it.
const FLOORS: [&str; 12] = [
    "text",
    "sync",
    "disk",
    "board",
    "perft",
    "eval",
    "knowledge",
    "search",
    "selfplay",
    "training",
    "players",
    "analysis",
];

/// The modules on top, which may use all floors, but not each other.
const FACES: [&str; 2] = ["shell", "uci"];

/// Files and folders that may contain unsafe code.
const UNSAFE: &[&str] = &[
    "board/attack_table",
    "board/push/vectors.rs",
    "eval/nnue/simd",
    "sync/pages.rs",
    "sync/prefetch.rs",
];

/// Words that only these modules may contain.
const ROOMS: [(&str, &[&str]); 17] = [
    ("vampirc_uci", &["uci"]),
    ("anstyle", &["shell"]),
    ("terminal_size", &["shell"]),
    ("clap::", &["shell"]),
    ("indicatif", &["shell"]),
    ("plotters", &["shell"]),
    ("rustyline", &["shell"]),
    ("signal_hook", &["shell"]),
    ("env_logger", &["main.rs"]),
    ("bulletformat", &["selfplay"]),
    // Standard input and the other two streams; lints look for `println!` and its like.
    ("stdin()", &["shell", "uci", "main.rs"]),
    ("stdout()", &["shell", "uci"]),
    ("stderr()", &["shell", "uci"]),
    // It panics where standard error cannot be written; `shell::print_error_line` does not.
    ("eprint", &[]),
    ("process::exit", &["shell", "uci"]),
    // A lint finds unsafe code without this attribute.
    ("unsafe_code", UNSAFE),
    ("std::arch", UNSAFE),
];

struct Source {
    /// The path below `src`, with slashes.
    path: String,
    text: String,
}

impl Source {
    fn read(path: &Path, root: &Path) -> Source {
        Source {
            path: path_below(root, path),
            text: fs::read_to_string(path).expect("a source file is text"),
        }
    }

    /// Returns the lines with their numbers from 1, without lines that are only comments.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate();
        lines
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
            .map(|(i, line)| (i + 1, line))
    }

    fn is_in(&self, room: &str) -> bool {
        self.path.strip_prefix(room).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Returns the floor of the file; `None` for `lib.rs` and `main.rs`.
    fn floor(&self) -> Option<&str> {
        self.path.split_once('/').map(|(floor, _)| floor)
    }
}

/// Returns the path of a file below a folder, with slashes on every system.
fn path_below(root: &Path, file: &Path) -> String {
    let below = file.strip_prefix(root).expect("a file below the root");
    let names: Vec<_> = below.iter().map(|name| name.to_string_lossy()).collect();
    names.join("/")
}

fn files_below(path: PathBuf) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path];
    }
    let entries = fs::read_dir(&path).expect("a folder");
    entries.flat_map(|entry| files_below(entry.expect("an entry of it").path())).collect()
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = files_below(root.clone()).into_iter();
    let sources: Vec<Source> = files
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .map(|path| Source::read(&path, &root))
        .collect();
    assert!(sources.len() > 100, "not the sources: {}", root.display());
    sources
}

/// Returns the name behind each `start`; of a list in braces, the first name of each item.
fn names_after<'a>(text: &'a str, start: &str) -> Vec<&'a str> {
    let mut names = Vec::new();
    for rest in text.split(start).skip(1) {
        let Some(list) = rest.strip_prefix('{') else {
            names.push(first_name(rest));
            continue;
        };
        let mut depth = 0;
        let mut begin = 0;
        for (place, letter) in list.char_indices() {
            if depth == 0 && matches!(letter, ',' | '}') {
                names.push(first_name(list[begin..place].trim()));
                begin = place + 1;
            }
            depth += i32::from(letter == '{') - i32::from(letter == '}');
            if depth < 0 {
                break;
            }
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn first_name(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The modules that a file declares.
fn modules_of(source: &Source) -> Vec<&str> {
    let modules = source.code().filter_map(|(_, line)| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        line.strip_prefix("mod ")?.strip_suffix(';')
    });
    modules.collect()
}

/// The dispatcher is above all commands: what it shared with them would be a way back.
#[test]
fn no_file_of_the_shell_imports_from_its_parent() {
    let sources = sources();
    let parent = sources.iter().find(|source| source.path == "shell/mod.rs");
    let modules = modules_of(parent.expect("the shell"));
    let mut complaints = Vec::new();
    for source in sources.iter().filter(|source| source.is_in("shell")) {
        let is_module = source.path.ends_with("/mod.rs");
        let levels = source.path.matches('/').count() - usize::from(is_module);
        let shell = if levels > 0 { "super::".repeat(levels) } else { "crate::shell::".into() };
        let code = source.text.split("\nmod tests {").next().unwrap_or_default();
        for start in [&shell[..], "crate::shell::"] {
            let names = names_after(code, start).into_iter();
            let wrong = names.filter(|name| *name != "super" && !modules.contains(name));
            complaints.extend(wrong.map(|name| format!("{}: {start}{name}", source.path)));
        }
    }
    assert_none(complaints);
}

fn assert_none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn each_floor_uses_only_those_below() {
    let mut complaints = Vec::new();
    for source in sources() {
        let Some(floor) = source.floor() else {
            continue;
        };
        let height = FLOORS.iter().position(|&name| name == floor);
        assert!(height.is_some() || FACES.contains(&floor), "{floor}: a folder that is no floor");
        let below = &FLOORS[..height.unwrap_or(FLOORS.len())];
        let is_above = |name: &str| {
            let is_floor = FLOORS.contains(&name) || FACES.contains(&name);
            is_floor && name != floor && !below.contains(&name)
        };
        for (number, line) in source.code() {
            let at = format!("{}:{number}: {}", source.path, line.trim());
            if line.contains("crate::{") {
                complaints.push(format!("{at}: each floor needs a line of its own"));
            }
            let named = ["crate::", "super::"].map(|start| names_after(line, start)).concat();
            for name in named.into_iter().filter(|name| is_above(name)) {
                complaints.push(format!("{at}: {floor} may not use {name}"));
            }
        }
    }
    assert_none(complaints);
}

#[test]
fn the_floors_are_all_there_is() {
    let sources = sources();
    let library = sources.iter().find(|source| source.path == "lib.rs");
    let mut modules = modules_of(library.expect("a library"));
    modules.sort_unstable();
    let mut floors = [&FLOORS[..], &FACES].concat();
    floors.sort_unstable();
    assert_eq!(modules, floors);
}

#[test]
fn main_uses_only_the_faces() {
    let sources = sources();
    let main = sources.iter().find(|source| source.path == "main.rs");
    for (_, line) in main.expect("a program").code() {
        for word in line.split(|letter: char| !letter.is_alphanumeric()) {
            assert!(!FLOORS.contains(&word), "{line}");
        }
    }
}

#[test]
fn some_things_are_done_in_some_rooms_only() {
    let mut complaints = Vec::new();
    for source in sources() {
        for (word, rooms) in ROOMS {
            if rooms.iter().any(|room| source.is_in(room)) {
                continue;
            }
            let lines = source.code().filter(|(_, line)| line.contains(word));
            complaints.extend(lines.map(|(number, line)| {
                let path = &source.path;
                format!("{path}:{number}: {}: '{word}' belongs in {rooms:?}", line.trim())
            }));
        }
    }
    assert_none(complaints);
}

/// The name of a type that each subcommand has.
const SHARED: &str = "Arguments";

/// Within a folder short names are good, but the same name in two folders confuses.
#[test]
fn a_type_name_has_one_meaning() {
    let mut places = std::collections::BTreeMap::<String, Vec<String>>::new();
    for source in sources() {
        for (_, line) in source.code() {
            let line = line.strip_prefix("pub ").unwrap_or(line);
            let line = line.strip_prefix("pub(super) ").unwrap_or(line);
            let kinds = ["struct ", "enum ", "trait ", "type "];
            let declared = kinds.iter().find_map(|kind| line.strip_prefix(kind));
            let Some(name) = declared
                .and_then(|rest| rest.split(|letter: char| !letter.is_alphanumeric()).next())
            else {
                continue;
            };
            if name != SHARED {
                let found = places.entry(name.to_string()).or_default();
                found.push(source.path.clone());
            }
        }
    }
    places.retain(|_, paths| paths.len() > 1);
    let complaints = places.iter().map(|(name, paths)| format!("{name}: {paths:?}"));
    assert_none(complaints.collect());
}

/// Code for a feature of processors that the released programs are built without is in none of them.
#[test]
fn the_released_programs_have_the_vector_code() {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    let script = |name: &str| fs::read_to_string(scripts.join(name)).expect("a script");
    let (release, choose) = (script("release"), script("choose.c"));
    let mut complaints = Vec::new();
    for source in sources() {
        for feature in names_after(&source.text, "target_feature = \"") {
            // Those of x86-64-v4 need not be named.
            if !feature.starts_with("avx512") || ["avx512f", "avx512bw"].contains(&feature) {
                continue;
            }
            let is_built = names_after(&release, "+").contains(&feature);
            if !is_built || !choose.contains(&format!("\"{feature}\"")) {
                complaints.push(format!("{}: {feature} is not in releases", source.path));
            }
        }
    }
    assert_none(complaints);
}

#[test]
fn each_file_says_what_it_is() {
    let is_silent = |source: &Source| !source.text.starts_with("//! ");
    let silent = sources().into_iter().filter(is_silent);
    let complaints = silent.map(|source| {
        let path = &source.path;
        format!("{path}: the first line has to say what the file is, after '//! '")
    });
    assert_none(complaints.collect());
}
