//! The program as its clients meet it: the real binary, over pipes. Behaviour
//! only: nothing here depends on how fast the machine is, and waiting ends
//! after a generous while. How single lines are read is in `uci_lines`.

mod analysis;
mod book;
mod client;
mod command;
mod evaluation;
mod faults;
mod games;
mod handshake;
mod help;
mod hostile;
mod lines;
mod play;
mod players;
mod searching;
mod selfplay;
mod shell;
mod signals;
mod tables;
mod threads;
