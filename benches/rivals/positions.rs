//! The positions.

use std::fs;
use std::path::Path;

/// The position of Peter McKenzie, which has every kind of move within a few plies.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Openings, crowded and open middlegames, checks, promotions, en passant, endings.
pub const VARIED: [&str; 16] = [
    ox88::board::START_FEN,
    KIWIPETE,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r1bqkbnr/ppp2ppp/2n5/1N1pP3/8/8/PPP2PPP/R1BQKBNR w KQkq d6 0 5",
    "2rq1rk1/pb1nbppp/1p2pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QR1K1 b - - 4 11",
    "2kr3r/ppp1qpp1/2n1bn1p/4p3/1b2P3/2N1BN2/PPP1BPPP/R2Q1RK1 w - - 6 10",
    "3r2k1/p4ppp/1q2p3/8/1n6/1P2PN2/P3QPPP/3R2K1 b - - 3 22",
    "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5",
    "rnb1kbnr/pppp1ppp/8/4p3/5P1q/8/PPPPP1PP/RNBQKBNR w KQkq - 1 3",
    "8/5pk1/6p1/R6p/5P1P/6PK/r7/8 w - - 5 45",
    "8/8/1p2k3/pP2p1p1/P1K1P1P1/8/8/8 w - - 0 50",
    "4k3/8/8/2q5/8/8/3BN3/R3K2R w KQ - 0 1",
];

pub fn read(file: &Path) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let fens: Vec<String> = text
        .lines()
        .filter_map(|line| line.split(';').next())
        .map(|fen| fen.trim().to_string())
        .filter(|fen| !fen.is_empty() && !fen.starts_with('#'))
        .collect();
    if fens.is_empty() { Err(format!("{}: no positions", file.display())) } else { Ok(fens) }
}
