//! The backends against plain arithmetic.

mod plain;

use std::any::type_name;
use std::array::from_fn;

use bytemuck::cast;
use plain::Plain;
use rand::prelude::*;

use super::{BYTES, GROUP, GROUPS, I16S, I32S, InputNumbers, PARTS, Simd, for_each_backend};

/// Returns a random number of any size, and often one of the ends of the range.
fn number(random: &mut StdRng) -> i32 {
    const EXTREMES: [i32; 12] = [
        i32::MIN,
        i32::MIN + 1,
        -32769,
        -32768,
        -1,
        0,
        1,
        255,
        32767,
        32768,
        i32::MAX - 1,
        i32::MAX,
    ];
    match random.random_range(0..4) {
        0 => EXTREMES[random.random_range(0..EXTREMES.len())],
        _ => random.random::<i32>() >> random.random_range(0..32),
    }
}

fn i16s(random: &mut StdRng) -> [i16; I16S] {
    from_fn(|_| match number(random) {
        i32::MIN => i16::MIN,
        i32::MAX => i16::MAX,
        number => number as i16,
    })
}

/// Returns random bytes up to 127, most of them zero.
fn u8s(random: &mut StdRng) -> [u8; BYTES] {
    from_fn(|_| if random.random_bool(0.7) { 0 } else { random.random_range(0..=127) })
}

fn stored_i16<S: Simd>(vector: S::I16) -> [i16; I16S] {
    let mut numbers = [0; I16S];
    S::store_i16(vector, &mut numbers);
    numbers
}

fn stored_i32<S: Simd>(vector: S::I32) -> [i32; I32S] {
    cast(vector)
}

fn stored_u8<S: Simd>(vector: S::U8) -> [u8; BYTES] {
    let mut numbers = [0; BYTES];
    S::store_u8(vector, &mut numbers);
    numbers
}

fn arranged<S: Simd>(numbers: &[i16; BYTES]) -> [S::I16; 2] {
    S::arranged(numbers).each_ref().map(S::load_i16)
}

fn packed_u8<S: Simd>(bytes: [u8; BYTES]) -> S::U8 {
    S::pack_i16(arranged::<S>(&bytes.map(i16::from)))
}

type Results = (Vec<[i16; I16S]>, Vec<[i32; I32S]>, [[u8; BYTES]; 2]);

fn results<S: Simd>(random: &mut StdRng) -> Results {
    let [a, b] = [(); 2].map(|()| i16s(random));
    let (va, vb) = (S::load_i16(&a), S::load_i16(&b));
    // No product of two numbers of -32768.
    let bounded = S::max_i16(vb, S::splat_i16(-32767));
    let [c, d]: [[i32; I32S]; 2] = from_fn(|_| from_fn(|_| number(random)));
    let (vc, vd) = (S::load_i32(&c), S::load_i32(&d));
    let words = vec![
        a,
        stored_i16::<S>(S::splat_i16(a[0])),
        stored_i16::<S>(S::splat_pair([a[0], a[1]])),
        stored_i16::<S>(S::min_i16(va, vb)),
        stored_i16::<S>(S::max_i16(va, vb)),
        stored_i16::<S>(S::shift_left_i16::<1>(va)),
        stored_i16::<S>(S::shift_left_i16::<7>(va)),
        stored_i16::<S>(S::mul_high_i16(va, bounded)),
        stored_i16::<S>(S::pack_i32(vc, vd)),
    ];
    let packed = S::pack_i16(arranged::<S>(&cast([a, b])));
    let groups = u8s(random);
    let weights = from_fn(|_| random.random_range(i8::MIN..=i8::MAX));
    let extreme = weights.map(|weight: i8| if weight < 0 { i8::MIN } else { i8::MAX });
    let numbers = vec![
        stored_i32::<S>(S::splat_i32(c[0])),
        stored_i32::<S>(S::add_i32(vc, vd)),
        stored_i32::<S>(S::shift_right_i32::<9>(vc)),
        stored_i32::<S>(S::shift_right_i32::<10>(vc)),
        stored_i32::<S>(S::multiply_add(vc, va, vb)),
        [S::sum_i32(vd); I32S],
        stored_i32::<S>(S::dot(vc, [groups[0], 127, 1, groups[1]], &weights)),
        stored_i32::<S>(S::dot(vd, [127; 4], &extreme)),
    ];
    let bytes = [packed, S::squares(packed_u8::<S>(groups))].map(stored_u8::<S>);
    (words, numbers, bytes)
}

fn agrees<S: Simd>() {
    let [mut one, mut other] = [(); 2].map(|()| StdRng::seed_from_u64(88));
    for _ in 0..2_000 {
        let (found, expected) = (results::<S>(&mut one), results::<Plain>(&mut other));
        assert_eq!(found, expected, "{}", type_name::<S>());
    }
}

#[test]
fn all_backends_agree() {
    for_each_backend!(agrees);
}

fn multiplies_by_weights<S: Simd>() {
    let mut random = StdRng::seed_from_u64(88);
    for _ in 0..500 {
        let mut sums = [[S::splat_i32(0); PARTS]];
        let mut expected = [0; I32S];
        for _ in 0..3 {
            let bytes = u8s(&mut random);
            let mut weights = [[[0; BYTES]]; GROUPS];
            for (input, &byte) in bytes.iter().enumerate() {
                for (unit, sum) in expected.iter_mut().enumerate() {
                    let weight: i8 = random.random_range(i8::MIN..=i8::MAX);
                    let [vector, place] = S::place(input / GROUP, unit);
                    weights[vector][0][place * GROUP + input % GROUP] = weight;
                    *sum += i32::from(byte) * i32::from(weight);
                }
            }
            S::dots(&mut sums, packed_u8::<S>(bytes), &weights);
        }
        let [parts] = sums;
        let found = stored_i32::<S>(S::total(parts));
        assert_eq!(found, expected, "{}", type_name::<S>());
    }
}

#[test]
fn bytes_are_multiplied_by_weights() {
    for_each_backend!(multiplies_by_weights);
}

fn adds_differences<S: Simd>() {
    let mut random = StdRng::seed_from_u64(88);
    for _ in 0..2_000 {
        let numbers = [(); 2].map(|()| i16s(&mut random));
        let [added, removed] = [(); 2].map(|()| from_fn(|_| random.random()));
        let expected = Plain::add_differences(numbers, &added, &removed);
        let sums = arranged::<S>(&cast(numbers));
        let found = S::add_differences(sums, &added, &removed).map(stored_i16::<S>);
        assert_eq!(found, S::arranged(&cast(expected)), "{}", type_name::<S>());
    }
}

#[test]
fn differences_are_added() {
    for_each_backend!(adds_differences);
}

fn tells_nonzero_groups<S: Simd>() {
    let mut random = StdRng::seed_from_u64(88);
    for _ in 0..2_000 {
        let bytes = u8s(&mut random);
        let packed = packed_u8::<S>(bytes);
        assert_eq!(stored_u8::<S>(packed), bytes, "{}", type_name::<S>());
        let expected = (0..16).filter(|i| bytes[4 * i..][..4] != [0; 4]);
        let mask = expected.fold(0, |mask, i| mask | 1 << i);
        assert_eq!(S::nonzero_groups(packed), mask, "{}: {bytes:?}", type_name::<S>());
    }
}

#[test]
fn groups_that_are_not_zero_are_found() {
    for_each_backend!(tells_nonzero_groups);
}

fn tells_squares_apart<S: Simd>() {
    let mut random = StdRng::seed_from_u64(88);
    let numbers = InputNumbers { table: from_fn(|i| 100 * i as u16 + 7), steps: [9000, 3000] };
    for _ in 0..2_000 {
        let a: [u8; BYTES] = from_fn(|_| random.random());
        let share = random.random_range(0.0..=1.0);
        let b = a.map(|byte| if random.random_bool(share) { random.random() } else { byte });
        let mask = Plain::differences(&a, &b);
        assert_eq!(S::differences(&a, &b), mask, "{}: {a:?} {b:?}", type_name::<S>());
        let (mut found, mut expected) = (a, a);
        let bits = random.random();
        S::set_bits(&mut found, mask, bits);
        Plain::set_bits(&mut expected, mask, bits);
        assert_eq!(found, expected, "{}: {mask:x} {bits}", type_name::<S>());
        let flip = random.random_range(0..64);
        let (mut found, mut expected) = ([0; BYTES], [1; BYTES]);
        S::inputs(&numbers, &a, mask, flip, &mut found);
        Plain::inputs(&numbers, &a, mask, flip, &mut expected);
        assert_eq!(found, expected, "{}: {mask:x} {flip}", type_name::<S>());
    }
}

#[test]
fn squares_are_told_apart() {
    for_each_backend!(tells_squares_apart);
}
