//! The rows of the table.

use ox88::board::START_FEN;

use super::library::Job;
use super::positions::{KIWIPETE, VARIED};

/// A row of the table, whose rates are the means of its measurements.
pub struct Row {
    pub name: String,
    /// The measurements, at least one.
    pub measurements: Vec<Measurement>,
}

/// A job on some positions.
pub struct Measurement {
    pub job: Job,
    pub fens: Vec<String>,
}

/// Returns all rows. `set` and `depth` are for the mean rates of perft.
pub fn all(set: Vec<String>, depth: u32) -> Vec<Row> {
    let set_name = format!("mean of {} positions", set.len());
    let trees = [
        ("start position", vec![START_FEN.to_string()], 5),
        ("Kiwipete", vec![KIWIPETE.to_string()], 4),
        (&set_name, set, depth),
    ];
    let mut rows = Vec::new();
    for (name, job) in [
        ("perft bulk", Job::PerftBulk as fn(u32) -> Job),
        ("perft making all", Job::PerftMakingAll),
    ] {
        for (tree, fens, depth) in &trees {
            let measurement =
                |fen: &String| Measurement { job: job(*depth), fens: vec![fen.clone()] };
            rows.push(Row {
                name: format!("{name}, {tree}, depth {depth}"),
                measurements: fens.iter().map(measurement).collect(),
            });
        }
    }
    for (name, job) in [
        ("make and unmake", Job::MakeUnmake),
        ("generate all", Job::GenerateAll),
        ("generate noisy", Job::GenerateNoisy),
    ] {
        let fens = VARIED.map(String::from).to_vec();
        rows.push(Row { name: name.to_string(), measurements: vec![Measurement { job, fens }] });
    }
    rows
}
