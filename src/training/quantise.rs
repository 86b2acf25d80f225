//! From the weights of training to the engine's integers, and to the network's file.

use super::shape::{Activation, BUCKETS, INPUTS, L1, L2, L2_INPUTS, Shape, TILE};

const MAGIC: &[u8; 8] = b"OX88NNUE";
const VERSION: u16 = 3;
const KING_BUCKETS: u16 = 1;
/// Bytes before the numbers.
const HEADER: usize = 32;
/// One in the accumulator.
const HIDDEN_ONE: f32 = 255.0;
/// One in the weights of the first narrow layer.
const L1_ONE: f32 = 128.0;
/// One among the first narrow layer's inputs: 255 × 255 / 512.
const ACTIVATION_ONE: f32 = 65_025.0 / 512.0;
/// One among its values, and among the second layer's.
const VALUE_ONE: f32 = ACTIVATION_ONE * L1_ONE;
/// One among the squares of its values, which lose fourteen bits.
const SQUARE_ONE: f32 = VALUE_ONE * VALUE_ONE / 16_384.0;
/// One in the weights of the later layers.
const LATER_ONE: f32 = 512.0;

/// Types of integers in the file, which are little-endian.
#[derive(Copy, Clone)]
enum Type {
    I8,
    I16,
    I32,
}

/// A number of the file: its place among the weights of training, its type, and what
/// stands for one.
type Number = (usize, Type, f32);

/// All numbers behind the header of a file, in their order.
fn numbers(shape: Shape) -> impl Iterator<Item = Number> {
    let features = (0..INPUTS).flat_map(move |input| {
        (0..shape.hidden).map(move |unit| {
            let (tile, column) = (unit / TILE, unit % TILE);
            let place = shape.tile(tile).start + input * TILE + column;
            (place, Type::I16, HIDDEN_ONE)
        })
    });
    let bias = shape
        .feature_bias()
        .map(|place| (place, Type::I16, HIDDEN_ONE));
    let stacks = (0..BUCKETS).flat_map(move |bucket| stack(shape, bucket));
    features.chain(bias).chain(stacks)
}

/// The narrow layers of one bucket: the first by unit, the second by input.
fn stack(shape: Shape, bucket: usize) -> impl Iterator<Item = Number> {
    let inputs = shape.l1_inputs();
    let l1 = (0..L1).flat_map(move |unit| {
        let place = move |input| shape.l1().start + (bucket * inputs + input) * L1 + unit;
        (0..inputs).map(move |input| (place(input), Type::I8, L1_ONE))
    });
    let part = |start: usize, count: usize, kind, one| {
        let start = start + bucket * count;
        (start..start + count).map(move |place| (place, kind, one))
    };
    let l1_bias = part(shape.l1_bias().start, L1, Type::I32, VALUE_ONE);
    let l2 = part(shape.l2().start, L2_INPUTS * L2, Type::I16, LATER_ONE);
    let l2 = l2.enumerate().map(|(i, (place, kind, one))| {
        // Values and squares have not quite the same one.
        let is_square = i / L2 >= L1;
        (
            place,
            kind,
            if is_square {
                one * VALUE_ONE / SQUARE_ONE
            } else {
                one
            },
        )
    });
    let l2_bias = part(shape.l2_bias().start, L2, Type::I32, VALUE_ONE * LATER_ONE);
    let l3 = part(shape.l3().start, L2, Type::I16, LATER_ONE);
    let l3_bias = part(shape.l3_bias().start, 1, Type::I32, VALUE_ONE * LATER_ONE);
    l1.chain(l1_bias)
        .chain(l2)
        .chain(l2_bias)
        .chain(l3)
        .chain(l3_bias)
}

/// What the nearest integers stand for, in the places of these weights.
pub fn rounded(shape: Shape, weights: &[f32]) -> Vec<f32> {
    let mut rounded = weights.to_vec();
    for (place, _, one) in numbers(shape) {
        rounded[place] = (weights[place] * one).round() / one;
    }
    rounded
}

/// The file of a network of these weights, with so many centipawns to a logistic unit.
pub fn to_file(shape: Shape, weights: &[f32], scale: u16) -> Vec<u8> {
    let mut payload = Vec::new();
    for (place, kind, one) in numbers(shape) {
        let value = (weights[place] * one).round();
        match kind {
            Type::I8 => payload.extend((value as i8).to_le_bytes()),
            Type::I16 => payload.extend((value as i16).to_le_bytes()),
            Type::I32 => payload.extend((value as i32).to_le_bytes()),
        }
    }
    let mut bytes = header(shape, scale);
    bytes.extend(checksum(&payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

/// The weights in the file of a network of this shape; none where it is another file.
pub fn from_file(shape: Shape, bytes: &[u8]) -> Option<Vec<f32>> {
    let (head, payload) = bytes.split_at_checked(HEADER)?;
    // Any scale is welcome.
    let expected = header(shape, 0);
    if head[..HEADER - 10] != expected[..HEADER - 10]
        || head[HEADER - 8..] != checksum(payload).to_le_bytes()
    {
        return None;
    }
    let mut weights = vec![0.0; shape.len()];
    let mut rest = payload;
    for (place, kind, one) in numbers(shape) {
        let value = match kind {
            Type::I8 => i32::from(i8::from_le_bytes(*take(&mut rest)?)),
            Type::I16 => i32::from(i16::from_le_bytes(*take(&mut rest)?)),
            Type::I32 => i32::from_le_bytes(*take(&mut rest)?),
        };
        weights[place] = value as f32 / one;
    }
    rest.is_empty().then_some(weights)
}

fn take<'a, const N: usize>(bytes: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(taken)
}

/// All of the header but its checksum.
fn header(shape: Shape, scale: u16) -> Vec<u8> {
    let activation = match shape.activation {
        Activation::Squared => 0,
        Activation::Pairwise => 1,
    };
    let sizes = [
        VERSION,
        KING_BUCKETS,
        shape.hidden as u16,
        activation,
        BUCKETS as u16,
        L1 as u16,
        L2 as u16,
        scale,
    ];
    let mut bytes = MAGIC.to_vec();
    bytes.extend(sizes.iter().flat_map(|number| number.to_le_bytes()));
    bytes
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
