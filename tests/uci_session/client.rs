//! A client that runs the program over pipes.

use std::io::{BufRead, BufReader, Read, Write};
#[cfg(unix)]
use std::os::{fd::OwnedFd, unix::net::UnixStream};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A time that is longer than any wait on the slowest and busiest machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The time between two polls of what is waited for.
const POLL: Duration = Duration::from_millis(5);

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_ox88");

pub fn program() -> Command {
    piped(Command::new(PROGRAM))
}

/// Gives a program pipes, and no variables that change what it prints.
pub fn piped(mut program: Command) -> Command {
    program
        .env_remove("RUST_LOG")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    program
}

/// Returns the program with so many kB of address space; `None`, with a message, where the shell
/// cannot limit it.
pub fn program_within(kilobytes: u32) -> Option<Command> {
    limited(&format!("ulimit -v {kilobytes}"))
}

/// Returns the program with room for so many blocks of 512 bytes in each file, as on a full disk;
/// `None`, with a message, where the shell cannot limit it.
pub fn program_with_room(blocks: usize) -> Option<Command> {
    // Otherwise a signal would end the program.
    let mut program = limited(&format!("trap '' XFSZ; ulimit -f {blocks}"))?;
    // Where coverage is measured, its file has no room either, and standard error would say so.
    program.env("LLVM_PROFILE_FILE", "/dev/null");
    Some(program)
}

/// Returns the program with at most so many open files; `None`, with a message, where the shell
/// cannot limit them.
pub fn program_with_files(count: usize) -> Option<Command> {
    limited(&format!("ulimit -n {count}"))
}

/// Returns the program as a shell starts it after these commands.
fn limited(commands: &str) -> Option<Command> {
    if !cfg!(target_os = "linux") {
        println!("skipped: the shell does not limit memory or files here");
        return None;
    }
    let script = format!("{commands}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, PROGRAM]);
    Some(piped(shell))
}

/// Starts the program with one socket that does not block for input and output; returns the other
/// end.
#[cfg(unix)]
pub fn on_a_socket(program: &mut Command) -> (UnixStream, Child) {
    let (ours, theirs) = UnixStream::pair().unwrap();
    ours.set_read_timeout(Some(PATIENCE)).unwrap();
    ours.set_write_timeout(Some(PATIENCE)).unwrap();
    theirs.set_nonblocking(true).unwrap();
    let output = theirs.try_clone().unwrap();
    program.stdin(OwnedFd::from(theirs));
    program.stdout(OwnedFd::from(output));
    (ours, program.spawn().unwrap())
}

/// Waits until `is_so` returns true. It polls, as files and the ends of programs are not announced.
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < end, "not in time: {what}");
        std::thread::sleep(POLL);
    }
}

/// Waits for the end of a program, which is killed if it does not come, and for its success.
#[track_caller]
pub fn wait_for_end(mut child: Child, what: &str) -> Output {
    let end = Instant::now() + PATIENCE;
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            let _ = child.kill();
            panic!("{what}: runs on");
        }
        std::thread::sleep(POLL);
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{what}");
    output
}

#[cfg(unix)]
pub fn send_signal(process: u32, name: &str) {
    let killed = Command::new("sh").args(["-c", &format!("kill -{name} {process}")]).status();
    assert!(killed.unwrap().success());
}

pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    errors: Option<JoinHandle<String>>,
}

#[derive(Debug)]
pub struct Ending {
    /// The exit status; `None` after a signal.
    pub status: Option<i32>,
    /// The lines that no call waited for.
    pub lines: Vec<String>,
    /// Standard error.
    pub errors: String,
}

impl Client {
    pub fn start() -> Client {
        Client::of(&mut program())
    }

    pub fn of(program: &mut Command) -> Client {
        let mut child = program.spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut stderr = child.stderr.take().unwrap();
        let (sender, output) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let errors = std::thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        Client { input: child.stdin.take(), child, output, errors: Some(errors) }
    }

    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("input is closed");
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// Returns the lines up to the first that is wanted, which is the last of them.
    #[track_caller]
    pub fn wait_for(&self, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let end = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            let patience = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(patience) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("{error} after {lines:#?}"),
            }
            if wanted(&lines[lines.len() - 1]) {
                return lines;
            }
        }
    }

    #[track_caller]
    pub fn wait_for_answer(&self) -> Vec<String> {
        self.wait_for(is_answer)
    }

    /// Sends lines and returns those up to the answer to the `go` among them.
    #[track_caller]
    pub fn ask(&mut self, lines: &str) -> Vec<String> {
        self.send(lines);
        self.wait_for_answer()
    }

    /// Sends `isready`; returns the lines before `readyok`.
    #[track_caller]
    pub fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.wait_for(|line| line == "readyok");
        lines.pop();
        lines
    }

    #[track_caller]
    pub fn fen(&mut self) -> String {
        self.send("d");
        let lines = self.wait_for(|line| line.starts_with("Checkers: "));
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.unwrap().to_string()
    }

    /// Returns a figure of the program's memory in kB, from `/proc`; `None` without it.
    pub fn memory(&self, name: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// Returns the number of the program's open files (`fd`) or threads (`task`), from `/proc`.
    pub fn count(&self, folder: &str) -> u64 {
        let entries = std::fs::read_dir(format!("/proc/{}/{folder}", self.child.id()));
        entries.unwrap().count() as u64
    }

    /// Interrupts the program as Control-C does.
    #[cfg(unix)]
    pub fn interrupt(&self) {
        send_signal(self.child.id(), "INT");
    }

    /// Closes the program's input and waits for its end.
    #[track_caller]
    pub fn close(mut self) -> Ending {
        self.input = None;
        self.ending()
    }

    #[track_caller]
    fn ending(mut self) -> Ending {
        let end = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            let patience = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(patience) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("runs on after {lines:#?}"),
            }
        }
        Ending {
            status: self.child.wait().unwrap().code(),
            lines,
            errors: self.errors.take().unwrap().join().unwrap(),
        }
    }

    /// Sends `quit` with the input left open, and waits for the end.
    #[track_caller]
    pub fn quit(mut self) -> Ending {
        self.send("quit");
        self.ending()
    }
}

impl Drop for Client {
    /// Lets the program end by itself, for coverage; kills it if it does not.
    fn drop(&mut self) {
        self.input = None;
        while self.output.recv_timeout(Duration::from_secs(1)).is_ok() {}
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn count_answers(lines: &[String]) -> usize {
    lines.iter().filter(|line| is_answer(line)).count()
}

pub fn is_answer(line: &str) -> bool {
    line.starts_with("bestmove")
}
