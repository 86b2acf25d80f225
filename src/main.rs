use ox88::board::*;
fn main() {
    let depth: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let fen = std::env::args().nth(2).unwrap_or(START_FEN.into());
    let mut p = Position::from_fen(&fen).unwrap();
    let t = std::time::Instant::now();
    let n = perft(&mut p, depth);
    println!("{n} {:.1} M/s", n as f64 / t.elapsed().as_secs_f64() / 1e6);
}
