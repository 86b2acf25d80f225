//! Hints, completions and manual pages.

use std::io::Write;
use std::process::{Command, Stdio};

use super::command::{assert_refused, complaint, printed, rest_of_output, run, text};
use super::temporary::temporary_folder;

#[test]
fn a_wrong_command_line_names_the_help_that_tells_more() {
    for (arguments, expected) in [
        (
            &["perft"][..],
            "the following required arguments were not provided: <DEPTH> \
             (try 'ox88 perft --help')",
        ),
        (
            &["book", "show", "--joho"],
            "unexpected argument '--joho' found (try 'ox88 book show --help')",
        ),
        (&["perfd", "3"], "unknown command: 'perfd'; did you mean 'perft'? (try 'ox88 --help')"),
        (
            &["perft", "3", "--theads", "2"],
            "unexpected argument '--theads' found; did you mean '--threads'? \
             (try 'ox88 perft --help')",
        ),
        (
            &["perft", "13"],
            "invalid value '13' for '<DEPTH>': 13 is not a number from 0 to 12 \
             (try 'ox88 perft --help')",
        ),
        (
            &["perft", "deep"],
            "invalid value 'deep' for '<DEPTH>': not a whole number \
             (try 'ox88 perft --help')",
        ),
        (
            &["play", "--elo", "99"],
            "invalid value '99' for '--elo <ELO>': 99 is not a number from 1000 to 3000 \
             (try 'ox88 play --help')",
        ),
        (&["joho"], "unknown command: 'joho' (try 'ox88 --help')"),
        (&["foo"], "unknown command: 'foo' (try 'ox88 --help')"),
        (
            &["play", "--level", "joho"],
            "invalid value 'joho' for '--level <NAME>' [possible values: random, toddler, \
             beginner, novice, casual, intermediate, club, expert, master] \
             (try 'ox88 play --help')",
        ),
    ] {
        assert_eq!(complaint(arguments), format!("ox88: {expected}\n"));
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        for word in ["perft", "divide", "completions"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(run(&["completions", "joho"]).status.code(), Some(2));
}

/// In bash itself, where one is installed that completes words: some are built without.
#[test]
fn bash_completes_commands_and_options() {
    let completes = Command::new("bash").args(["-c", "type complete compgen"]).output();
    if !completes.is_ok_and(|output| output.status.success()) {
        return println!("skipped: no bash here that completes words");
    }
    let complete = |words: &str, place: u32, last: &str| {
        let script = format!(
            "source /dev/stdin; COMP_WORDS=(ox88 {words}); COMP_CWORD={place}; \
             _ox88 ox88 {last}; echo ${{COMPREPLY[@]}}"
        );
        let mut bash = Command::new("bash")
            .args(["--norc", "-c", &script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let completions = printed(&["completions", "bash"]);
        let mut input = bash.stdin.take().unwrap();
        input.write_all(completions.as_bytes()).unwrap();
        drop(input);
        text(&rest_of_output(bash).stdout)
    };
    assert_eq!(complete("per", 1, "per ox88"), "perft\n");
    assert_eq!(complete("book show --b", 3, "--b show"), "--book\n");
    assert_eq!(complete("play --level ma", 3, "ma --level"), "master\n");
    // These options take more than names.
    for (words, place, last, expected) in [
        ("play --white hu", 3, "hu --white", "human"),
        ("play --black mini", 3, "mini --black", "minimax"),
        ("match cl", 2, "cl match", "club"),
        ("compare --eval ta", 3, "ta --eval", "tables"),
    ] {
        let found = complete(words, place, last);
        // Of each argument that it may be.
        let mut names: Vec<&str> = found.split_whitespace().collect();
        names.dedup();
        assert_eq!(names, [expected], "{words}");
    }
}

#[test]
fn manual_pages_tell_what_the_help_tells() {
    let page = printed(&["man"]);
    assert!(page.contains(".TH ox88 1"), "{page}");
    assert!(page.contains("ox88\\-perft(1)"), "{page}");
    assert!(!page.contains("\\-help(1)"), "{page}");
    assert!(!printed(&["man", "data"]).contains("\\-help(1)"));
    let page = printed(&["man", "book", "show"]);
    for part in [
        ".TH ox88-book-show 1",
        ".SH EXAMPLES\n.nf\n",
        "ox88 book show",
        ".SH \"EXIT STATUS\"",
        "\\-\\-book",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }

    let expected = "ox88: unknown command: 'joho' (try 'ox88 --help')\n";
    assert_eq!(complaint(&["man", "joho"]), expected);
}

#[test]
fn manual_pages_are_written_into_a_directory() {
    let directory = temporary_folder().join("manual-pages");
    // From an earlier run that failed.
    let _ = std::fs::remove_dir_all(&directory);
    let name = directory.to_str().unwrap();
    assert_eq!(printed(&["man", "--out", name]), "");
    let page = std::fs::read_to_string(directory.join("ox88-data-filter.1")).unwrap();
    assert_eq!(page, printed(&["man", "data", "filter"]));
    assert!(directory.join("ox88.1").exists());
    // Pages that exist are written over only with `--force`.
    let own = directory.join("ox88-perft.1");
    std::fs::write(&own, "mine").unwrap();
    std::fs::remove_file(directory.join("ox88.1")).unwrap();
    assert_refused(&["man", "--out", name], "exists; --force writes over it");
    assert_eq!(std::fs::read_to_string(&own).unwrap(), "mine");
    assert!(!directory.join("ox88.1").exists());
    printed(&["man", "--out", name, "--force"]);
    assert_ne!(std::fs::read_to_string(&own).unwrap(), "mine");
    std::fs::remove_dir_all(&directory).unwrap();
}
