//! The kernels against each other.

use rand::prelude::*;

use super::portable::Portable;
use super::{GROUPS, HIDDEN, Kernel, NARROW, NarrowWeights, Row, SECOND, SecondWeights, Squares};

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

            let mut squares = [Squares::default(), Squares::default()];
            let (front, back) = squares[0].views();
            K::square(from, front);
            K::square(a, back);
            let (front, back) = squares[1].views();
            Portable::square(from, front);
            Portable::square(a, back);
            assert_eq!(squares[0], squares[1], "{}", K::NAME);
            let mut narrow = NarrowWeights::default();
            let extreme = random.random_bool(0.2);
            for weight in narrow.0.as_flattened_mut().as_flattened_mut() {
                let number = random.random_range(i8::MIN..=i8::MAX);
                *weight = if extreme {
                    number.signum() * 127
                } else {
                    number
                };
            }
            assert_eq!(
                K::narrow(&squares[0], &narrow),
                Portable::narrow(&squares[0], &narrow),
                "{}",
                K::NAME
            );

            let units = [(); NARROW].map(|()| random.random_range(0..=8064));
            let bias = [(); SECOND].map(|()| random.random_range(-1 << 28..1 << 28));
            let mut second = SecondWeights::default();
            for weight in second.0.as_flattened_mut().as_flattened_mut() {
                *weight = random.random_range(-4096..=4096);
            }
            assert_eq!(
                K::second(&units, &second, &bias),
                Portable::second(&units, &second, &bias),
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

#[test]
fn squares_are_weighed_by_the_narrow_units() {
    let mut values = Row::default();
    values.0[..5].copy_from_slice(&[-5, 22, 23, 255, 1000]);
    let mut squares = Squares::default();
    Portable::square(&values, squares.views().1);
    // The other's view comes second. 22² and 23² lie around 512.
    let words = &squares.0[GROUPS / 2..][..2];
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
    assert_eq!(bytes, [0, 0, 1, 127, 127, 0, 0, 0]);
    let mut weights = NarrowWeights::default();
    weights.0[GROUPS / 2][3] = [9, 9, 2, -1];
    weights.0[GROUPS / 2 + 1][3] = [4, 9, 9, 9];
    let mut sums = [0; 16];
    sums[3] = 2 - 127 + 4 * 127;
    assert_eq!(Portable::narrow(&squares, &weights), sums);
}
