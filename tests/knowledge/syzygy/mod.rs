//! Endgame tables against shakmaty-syzygy; bad files; endings with built-in knowledge.

mod bundled;
mod endgames;
mod files;
mod values;

use std::path::{Path, PathBuf};

use ox88::board::Position;
use ox88::knowledge::syzygy::{Tables, Wdl};
use rand::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use crate::shared::shared;

/// Returns the folder of tables of up to four pieces; `None`, with a message, where they are
/// absent.
fn folder() -> Option<PathBuf> {
    shared("syzygy")
}

fn load(folder: &Path) -> Tables {
    let (tables, problems) = Tables::load([folder]);
    assert!(problems.is_empty(), "{problems:?}");
    tables
}

fn wdl(tables: &Tables, fen: &str) -> Option<Wdl> {
    tables.wdl(&mut Position::from_fen(fen).unwrap())
}

fn twins(fen: &str) -> Option<(Position, Chess)> {
    let ours = Position::from_fen(fen).ok()?;
    let theirs = fen.parse::<Fen>().ok()?;
    Some((ours, theirs.into_position(CastlingMode::Standard).ok()?))
}

/// Returns the FEN of these pieces, kings among them, on random squares. It may be no legal
/// position.
fn scattered(pieces: &str, random: &mut StdRng) -> String {
    let mut board = [[' '; 8]; 8];
    for letter in pieces.chars() {
        loop {
            let place = &mut board[random.random_range(0..8)][random.random_range(0..8)];
            if *place == ' ' {
                *place = letter;
                break;
            }
        }
    }
    let rank = |rank: &[char; 8]| -> String {
        let mut text = String::new();
        for run in rank.chunk_by(|a, b| a == b && *a == ' ') {
            match run {
                [' ', ..] => text += &run.len().to_string(),
                _ => text.extend(run),
            }
        }
        text
    };
    let side = if random.random() { 'w' } else { 'b' };
    let ranks = board.each_ref().map(rank).join("/");
    format!("{ranks} {side} - - 0 1")
}
