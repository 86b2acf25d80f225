//! The result as a Markdown table.

use super::library::{COZY_CHESS, OX88, RIVALS};

/// Each library's rate in millions a second.
pub struct Rates {
    pub name: String,
    /// The rates in the order of [`RIVALS`].
    pub millions: Vec<f64>,
}

/// Prints the table. Its last column is the rate of Ox88 divided by that of cozy-chess.
pub fn print(rows: &[Rates]) {
    let mut lines = vec![heads()];
    lines.extend(rows.iter().map(cells));
    let width = |column: usize| lines.iter().map(|line| line[column].len()).max();
    let widths: Vec<usize> = (0..lines[0].len()).filter_map(width).collect();
    let rule = |(column, &width): (usize, &usize)| match column {
        0 => "-".repeat(width),
        _ => "-".repeat(width - 1) + ":",
    };
    lines.insert(1, widths.iter().enumerate().map(rule).collect());
    for line in &lines {
        print!("| {:<width$} |", line[0], width = widths[0]);
        for (cell, width) in line.iter().zip(&widths).skip(1) {
            print!(" {cell:>width$} |");
        }
        println!();
    }
}

fn heads() -> Vec<String> {
    let mut heads = vec!["million moves a second".to_string()];
    heads.extend(RIVALS.iter().map(|rival| rival.name.to_string()));
    heads.push(format!("{} / {}", heads[1 + OX88], heads[1 + COZY_CHESS]));
    heads
}

fn cells(row: &Rates) -> Vec<String> {
    let mut cells = vec![row.name.clone()];
    cells.extend(row.millions.iter().map(|&rate| three_digits(rate)));
    cells.push(format!("{:.2}", row.millions[OX88] / row.millions[COZY_CHESS]));
    cells
}

fn three_digits(rate: f64) -> String {
    match rate {
        ..9.995 => format!("{rate:.2}"),
        ..99.95 => format!("{rate:.1}"),
        _ => format!("{rate:.0}"),
    }
}
