//! The kernels against each other.

use rand::prelude::*;

use super::portable::Portable;
use super::{HIDDEN, Kernel, Row};

fn row(random: &mut StdRng, limit: i16) -> Row {
    Row([(); HIDDEN].map(|()| random.random_range(-limit..=limit)))
}

/// Compares with the portable kernel, on numbers that overflow too.
fn agrees<K: Kernel>() {
    let mut random = StdRng::seed_from_u64(88);
    for limit in [100, 600, i16::MAX] {
        for _ in 0..200 {
            let rows: [Row; 5] = [(); 5].map(|()| row(&mut random, limit));
            let [from, a, b, c, d] = &rows;
            let updated = |update: fn(&Row, &mut Row, [&Row; 2], [&Row; 2])| {
                let mut to = Row::default();
                update(from, &mut to, [a, b], [c, d]);
                to
            };
            let sum = updated(Portable::update);
            assert_eq!(updated(K::update), sum, "{}", K::NAME);

            let mut step_by_step = from.clone();
            for row in [a, b] {
                K::add(&mut step_by_step, row);
            }
            for row in [c, d] {
                K::subtract(&mut step_by_step, row);
            }
            assert_eq!(step_by_step, sum, "{}", K::NAME);

            let weights = row(&mut random, 128);
            assert_eq!(
                K::weigh(from, &weights),
                Portable::weigh(from, &weights),
                "{}",
                K::NAME
            );
        }
    }
}

#[test]
fn all_kernels_agree() {
    agrees::<Portable>();
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    agrees::<super::avx2::Avx2>();
    #[cfg(all(
        target_arch = "x86_64",
        target_feature = "avx512f",
        target_feature = "avx512bw"
    ))]
    agrees::<super::avx512::Avx512>();
}

#[test]
fn values_are_clipped_squared_and_weighed() {
    let mut values = Row::default();
    values.0[..4].copy_from_slice(&[-5, 3, 255, 1000]);
    let mut weights = Row::default();
    weights.0[..4].copy_from_slice(&[7, 2, -1, 1]);
    assert_eq!(Portable::weigh(&values, &weights), 2 * 9);
    weights.0[3] = 128;
    assert_eq!(Portable::weigh(&values, &weights), 2 * 9 + 127 * 255 * 255);
}
