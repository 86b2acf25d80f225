//! Late move reductions: the later a move comes in a good order, the less
//! likely it is the best, and the less deeply it is searched at first.
//!
//! <https://www.chessprogramming.org/Late_Move_Reductions>

use std::sync::OnceLock;

use super::params;

/// The unit of reductions: a ply has so many parts.
pub const PLY: i32 = 1024;

/// Parts of a ply by which the `number`-th move, from 1, is searched less
/// deeply.
#[inline(always)]
pub fn reduction(depth: i32, number: usize, is_quiet: bool) -> i32 {
    let logarithms = logarithms();
    let product = logarithms[depth.clamp(0, 63) as usize] * logarithms[number.min(63)] / PLY;
    if is_quiet {
        params::reduction_base() + product * params::reduction_factor() / PLY
    } else {
        params::reduction_noisy_base() + product * params::reduction_noisy_factor() / PLY
    }
}

/// Natural logarithms, in 1024ths.
fn logarithms() -> &'static [i32; 64] {
    static TABLE: OnceLock<[i32; 64]> = OnceLock::new();
    TABLE.get_or_init(|| {
        std::array::from_fn(|n| ((n.max(1) as f64).ln() * f64::from(PLY)).round() as i32)
    })
}
