//! The tests of the scripts, where there is a Python.

use std::process::Command;

#[test]
fn the_scripts_pass_their_own_tests() {
    if cfg!(not(unix)) {
        return println!("skipped: the scripts are for Unix");
    }
    let python = || Command::new("python3");
    let is_new = "import sys; sys.exit(sys.version_info < (3, 9))";
    if !python().args(["-c", is_new]).output().is_ok_and(|output| output.status.success()) {
        return println!("skipped: python3 cannot be run, or is older than 3.9");
    }
    let output = python()
        .args(["-m", "unittest", "discover", "-s", "scripts"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        // The sources may be read-only, and stay as they are.
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("it has told its version");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    assert!(!told.contains("Ran 0 tests"), "{told}");
}
