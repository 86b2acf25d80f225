//! Running a shell command to its end, and files for it.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};

use super::client::{PATIENCE, program};
use super::temporary::temporary_folder;

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Kills a program that runs for much longer than any should, unless the result is dropped before.
/// So no test waits forever, and each sees that the program has no exit status.
#[must_use]
pub fn time_limit(program: &Child) -> Sender<()> {
    let process = program.id();
    let (limit, end) = channel::<()>();
    std::thread::spawn(move || {
        if end.recv_timeout(5 * PATIENCE) == Err(RecvTimeoutError::Timeout) {
            let kill = format!("kill -KILL {process}");
            // Without a shell, the program runs on.
            let _ = Command::new("sh").args(["-c", &kill]).status();
        }
    });
    limit
}

/// Returns the output of a program at its end.
pub fn output_of(program: &mut Command) -> Output {
    // A test that fails shows which run it was.
    println!("{program:?}");
    rest_of_output(program.spawn().unwrap())
}

pub fn rest_of_output(child: Child) -> Output {
    let _limit = time_limit(&child);
    child.wait_with_output().unwrap()
}

/// Runs the program with an empty standard input.
pub fn run(arguments: &[&str]) -> Output {
    output_of(program().args(arguments).stdin(Stdio::null()))
}

/// Returns the standard output of a run that reads `input`, which must succeed.
#[track_caller]
pub fn printed_of(input: &str, arguments: &[&str]) -> String {
    let mut child = program().args(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    quiet_success(&rest_of_output(child))
}

/// Returns the standard output of a run, which must succeed.
#[track_caller]
pub fn printed(arguments: &[&str]) -> String {
    quiet_success(&run(arguments))
}

/// Returns the only line on standard error of a run, which must fail.
#[track_caller]
#[must_use = "the program may have refused something else"]
pub fn complaint(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(text(&output.stdout), "");
    failed(&output)
}

/// Checks that a run fails, and that its only line on standard error contains `reason`.
#[track_caller]
pub fn assert_refused(arguments: &[&str], reason: &str) {
    let complaint = complaint(arguments);
    assert!(complaint.contains(reason), "{arguments:?}: {complaint}");
}

/// Returns the standard output of a program that has succeeded, with nothing on standard error.
#[track_caller]
pub fn quiet_success(output: &Output) -> String {
    let ending = (output.status.code(), text(&output.stderr));
    assert_eq!(ending, (Some(0), String::new()));
    text(&output.stdout)
}

/// Returns the only line on standard error of a program that has failed.
#[track_caller]
pub fn failed(output: &Output) -> String {
    let complaint = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert!(complaint.starts_with("ox88: "), "{complaint}");
    complaint
}

/// A program that is killed when this is dropped, also by a test that fails.
pub struct RunningProgram(Option<Child>);

impl RunningProgram {
    pub fn start(program: &mut Command) -> RunningProgram {
        RunningProgram(Some(program.spawn().unwrap()))
    }

    /// Waits for the end of the program.
    #[cfg(unix)]
    pub fn output(mut self) -> Output {
        rest_of_output(self.0.take().unwrap())
    }
}

impl Drop for RunningProgram {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Runs the program with a standard output whose reader has left.
pub fn unread(arguments: &[&str]) -> Output {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    output_of(program().args(arguments).stdin(Stdio::null()).stdout(writer))
}

/// Returns a shell's command at a terminal, which `script` makes; `None`, with a message, where it
/// does not.
#[cfg(target_os = "linux")]
pub fn at_a_terminal(command: &str) -> Option<Command> {
    let script = |command: &str| {
        let mut script = Command::new("script");
        script.args(["-qec", command, "/dev/null"]);
        script.env("SHELL", "/bin/sh").env("TERM", "xterm");
        super::client::piped(script)
    };
    let trial = script("test -t 0 && test -t 1").stdin(Stdio::null()).spawn();
    if trial.is_ok_and(|trial| rest_of_output(trial).status.success()) {
        return Some(script(command));
    }
    println!("skipped: no 'script' here that gives a terminal");
    None
}

/// Interrupts the program as Control-C does once it handles that and `is_time` holds.
#[cfg(unix)]
pub fn interrupted(arguments: &[&str], is_time: impl Fn() -> bool) -> Output {
    ended_by("INT", program().args(arguments), is_time)
}

/// Sends the program a signal once it handles Control-C and `is_time` holds.
#[cfg(unix)]
pub fn ended_by(signal: &str, program: &mut Command, is_time: impl Fn() -> bool) -> Output {
    let start = std::time::Instant::now();
    signalled(signal, program, |process| handles_interrupts(process, start) && is_time())
}

/// Sends the program a signal once `is_time` holds for the number of its process.
#[cfg(unix)]
pub fn signalled(signal: &str, program: &mut Command, is_time: impl Fn(u32) -> bool) -> Output {
    let running = RunningProgram::start(program.stdin(Stdio::null()));
    let process = running.0.as_ref().unwrap().id();
    super::client::wait_until("time for Control-C", || is_time(process));
    super::client::send_signal(process, signal);
    running.output()
}

/// Returns true if the program handles Control-C. Where the system does not tell, it is taken to do
/// so a while after its start.
#[cfg(unix)]
fn handles_interrupts(process: u32, start: std::time::Instant) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    // The signals that are caught, SIGINT in the second bit.
    match status.lines().find_map(|line| line.strip_prefix("SigCgt:")) {
        Some(mask) => u64::from_str_radix(mask.trim(), 16).unwrap() & 2 != 0,
        None => start.elapsed().as_secs() >= 10,
    }
}

/// Returns a path without a file. Tests run in parallel and need different names.
#[track_caller]
pub fn fresh(name: &str) -> String {
    static OWNERS: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    let owner = OWNERS.lock().unwrap().entry(name.to_string()).or_insert(test.to_string()).clone();
    assert_eq!(owner, test, "both tests use {name}");
    let path = temporary_folder().join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().unwrap().to_string()
}

pub fn file(name: &str, text: &str) -> String {
    binary_file(name, text.as_bytes())
}

pub fn binary_file(name: &str, bytes: &[u8]) -> String {
    let path = fresh(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// Makes a named pipe without a writer; returns `None`, with a message, where none can be made.
#[cfg(unix)]
pub fn pipe(name: &str) -> Option<String> {
    let path = fresh(name);
    let made = Command::new("mkfifo").arg(&path).status();
    if made.is_ok_and(|status| status.success()) {
        return Some(path);
    }
    println!("skipped: no pipe can be made here");
    None
}

/// Returns the system's own words for an error.
pub fn system_message<T>(outcome: std::io::Result<T>) -> String {
    let error = outcome.err().unwrap().to_string();
    error.split(" (os error").next().unwrap().to_string()
}

/// Returns the system's message on a path in a missing folder.
pub fn no_such_file() -> String {
    system_message(std::fs::File::open("no/such/file"))
}

/// Returns the text of a page of the project, by its path.
pub fn page(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    // Git gives lines other ends on Windows.
    std::fs::read_to_string(path).unwrap().replace("\r\n", "\n")
}
