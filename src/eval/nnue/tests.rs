//! Networks are written, read, and evaluated, against slow integer arithmetic.

use std::any::type_name;
use std::sync::Arc;

use rand::prelude::*;

use super::architecture::{HIDDEN, MAX_BIAS, MAX_HIDDEN_BIAS, MAX_WEIGHT, NARROW_ONE};
use super::file::{CHECKED, HEADER, checksum};
use super::quantised::refuse_beyond;
use super::*;
use crate::board::{Color, PieceType, Position};
use crate::eval::{Evaluation, Score, endgame};

/// Numbers so large that many are clipped.
fn random_network(random: &mut StdRng, shape: Shape) -> QuantisedNetwork {
    let mut network = QuantisedNetwork::zero(shape, 200);
    for weight in &mut network.hidden_weights {
        *weight = random.random_range(-50..=50);
    }
    for bias in &mut network.hidden_bias {
        *bias = random.random_range(-100..=200);
    }
    for stack in &mut network.stacks {
        for weight in &mut stack.l1_weights {
            *weight = random.random_range(i8::MIN..=i8::MAX) / 2;
        }
        let narrow_one = i32::from(NARROW_ONE);
        for bias in &mut stack.l1_bias {
            *bias = random.random_range(-2 * narrow_one..=2 * narrow_one);
        }
        for weight in stack.l2_weights.iter_mut().chain(&mut stack.l3_weights) {
            *weight = random.random_range(-MAX_WEIGHT..=MAX_WEIGHT) / 4;
        }
        for bias in &mut stack.l2_bias {
            *bias = random.random_range(-narrow_one * 512..=narrow_one * 512);
        }
        stack.l3_bias = random.random_range(-MAX_BIAS..=MAX_BIAS) / 100;
    }
    network
}

fn reference(network: &QuantisedNetwork, position: &Position) -> i64 {
    let shape = network.shape;
    let us = position.side_to_move();
    let mut inputs = Vec::new();
    for side in [us, !us] {
        let mut sums: Vec<i64> = network.hidden_bias.iter().map(|&bias| bias.into()).collect();
        let king = position.king(side);
        for (square, piece) in position.all_pieces() {
            let kind = PieceType::ALL.iter().position(|&kind| kind == piece.piece_type);
            let plane = if piece.color == side { 0 } else { 6 } + kind.unwrap();
            let file = if king.file() < 4 { square.file() } else { 7 - square.file() };
            let rank = if side == Color::White { square.rank() } else { 7 - square.rank() };
            let is_by = |color: Color, piece_types: &[PieceType]| {
                let attackers = position.attackers(color, square);
                let of = |&piece_type| attackers & position.pieces_of(color, piece_type);
                piece_types.iter().any(|piece_type| !of(piece_type).is_empty())
            };
            let cheaper = match piece.piece_type {
                PieceType::Queen => &PieceType::ALL[..4],
                PieceType::Rook => &PieceType::ALL[..3],
                _ => &[PieceType::Pawn],
            };
            let grade = |color: Color, piece_types: &[PieceType]| {
                let attacks = [position.is_attacked(square, color), is_by(color, piece_types)];
                attacks.iter().filter(|&&attacks| attacks).count()
            };
            let threat_bucket =
                3 * grade(!piece.color, cheaper) + grade(piece.color, &[PieceType::Pawn]);
            let input = 768 * threat_bucket + 64 * plane + usize::from(8 * rank + file);
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum += i64::from(network.hidden_weights[input * shape.hidden + i]);
            }
        }
        let clipped = sums.iter().map(|sum| *sum.clamp(&0, &127));
        inputs.extend(clipped.map(|value| (value * value) >> 7));
    }
    let stack = &network.stacks[(position.all_pieces().count() - 2) / 4];
    let one = i64::from(NARROW_ONE);
    let l1: Vec<i64> = (0..shape.l1)
        .map(|unit| {
            let weights = &stack.l1_weights[unit * inputs.len()..][..inputs.len()];
            let products = inputs.iter().zip(weights).map(|(i, &w)| i * i64::from(w));
            products.sum::<i64>() + i64::from(stack.l1_bias[unit])
        })
        .collect();
    let mut inputs: Vec<i64> = l1.iter().map(|x| *x.clamp(&0, &one)).collect();
    inputs.extend(l1.iter().map(|x| x.clamp(&-one, &one).pow(2) >> 14));
    let l2 = (0..shape.l2).map(|unit| {
        let weight = |i: usize| i64::from(stack.l2_weights[i * shape.l2 + unit]);
        let sum: i64 = inputs.iter().enumerate().map(|(i, x)| x * weight(i)).sum();
        ((sum + i64::from(stack.l2_bias[unit])) >> 9).clamp(0, one)
    });
    let products = l2.zip(&stack.l3_weights).map(|(x, &w)| x * i64::from(w));
    let output = products.sum::<i64>() + i64::from(stack.l3_bias);
    let scale = i64::from(network.scale);
    output * scale / (one * 512)
}

#[test]
fn written_networks_evaluate_as_the_format_says() {
    let mut random = StdRng::seed_from_u64(88);
    for hidden in [HIDDEN, 1, HIDDEN - 7, HIDDEN] {
        let shape = Shape { hidden, ..Shape::PROGRAM };
        let network = random_network(&mut random, shape);
        let bytes = network.to_bytes().unwrap();
        assert_eq!(QuantisedNetwork::from_bytes(&bytes), Ok(network.clone()));
        let read = Network::from_bytes(&bytes).unwrap();
        assert_eq!(read.units(), hidden);
        let mut evaluation = Nnue::new(Arc::new(read));
        let mut position = Position::startpos();
        evaluation.reset(&position);
        while let Some(&mv) = position.legal_moves().choose(&mut random) {
            evaluation.push(&position);
            position.make(mv);
            if endgame::known(&position).is_some() || position.plies_made() > 300 {
                break;
            }
            let expected = reference(&network, &position) as i32;
            let found = evaluation.evaluate(&position);
            assert_eq!(found, Score::estimate(expected), "{position:?}");
        }
        assert!(position.plies_made() > 10);
    }
}

#[test]
fn larger_numbers_than_the_arithmetic_takes_are_refused() {
    let refused = |change: fn(&mut QuantisedStack)| {
        let mut network = QuantisedNetwork::zero(Shape::PROGRAM, 200);
        change(&mut network.stacks[7]);
        network.to_bytes().unwrap_err().to_string()
    };
    let bias = |number: i32| format!("a bias of {number}, beyond {MAX_BIAS}");
    assert_eq!(refused(|stack| stack.l2_weights[5] = 2049), "a weight of 2049, beyond 2048");
    assert_eq!(refused(|stack| stack.l3_weights[31] = i16::MIN), "a weight of -32768, beyond 2048");
    assert_eq!(refused(|stack| stack.l1_bias[0] = i32::MIN), bias(i32::MIN));
    assert_eq!(refused(|stack| stack.l2_bias[0] = 1 << 30), bias(1 << 30));
    assert_eq!(refused(|stack| stack.l3_bias = 1 << 30), bias(1 << 30));
    let count = refused(|stack| stack.l1_weights.truncate(7));
    assert!(count.starts_with("7 weights of layer 1 instead of "), "{count}");
    assert!(refuse_beyond("weight", 5, &[5, -5]).is_ok());
}

#[test]
fn hidden_layers_that_cannot_be_read_are_not_written() {
    for hidden in [0, 1 << 16] {
        let shape = Shape { hidden, ..Shape::PROGRAM };
        let network = QuantisedNetwork { shape, ..QuantisedNetwork::zero(Shape::PROGRAM, 200) };
        let error = format!("a network of {shape}; this program takes {}", Shape::PROGRAM);
        assert_eq!(network.to_bytes(), Err(NetworkError(error)));
    }
}

#[test]
fn hidden_biases_leave_room_for_a_full_board() {
    assert_eq!(i32::from(MAX_HIDDEN_BIAS) + 32 * 128, i32::from(i16::MAX));
    let with_bias = |bias: i16| {
        let mut network = QuantisedNetwork::zero(Shape::PROGRAM, 200);
        network.hidden_bias[HIDDEN - 1] = bias;
        network.to_bytes().map(|_| ())
    };
    for bias in [MAX_HIDDEN_BIAS, -MAX_HIDDEN_BIAS] {
        assert_eq!(with_bias(bias), Ok(()));
    }
    for bias in [MAX_HIDDEN_BIAS + 1, i16::MIN] {
        let error = format!("a bias of {bias}, beyond {MAX_HIDDEN_BIAS}");
        assert_eq!(with_bias(bias), Err(NetworkError(error)));
    }
}

#[test]
fn wrong_files_are_told_apart() {
    let file = QuantisedNetwork::zero(Shape::PROGRAM, 200).to_bytes().unwrap();
    let error = |change: fn(&mut Vec<u8>)| {
        let mut bytes = file.clone();
        change(&mut bytes);
        Network::from_bytes(&bytes).err().unwrap().to_string()
    };
    let foreign = "not a network of Ox88";
    assert_eq!(error(|bytes| bytes.clear()), foreign);
    assert_eq!(error(|bytes| bytes.truncate(31)), foreign);
    assert_eq!(error(|bytes| bytes[7] = b'X'), foreign);
    let version = |number| format!("a network of version {number}; this program takes version 7");
    assert_eq!(error(|bytes| bytes[8] = 6), version(6));
    assert_eq!(error(|bytes| bytes[8] = 8), version(8));
    let hidden = error(|bytes| bytes[12..14].fill(0));
    assert!(hidden.starts_with("a network of 0 hidden units; "), "{hidden}");
    let takes = "this program takes 1 and 0";
    assert_eq!(
        error(|bytes| bytes[10] = 3),
        format!("a network of king buckets 3 and activation 0; {takes}")
    );
    assert_eq!(
        error(|bytes| bytes[14] = 1),
        format!("a network of king buckets 1 and activation 1; {takes}")
    );
    let length = error(|bytes| bytes.truncate(bytes.len() - 1));
    assert_eq!(length, format!("{} bytes instead of {}", file.len() - 1, file.len()));
    assert_eq!(error(|bytes| bytes[1000] ^= 1), "damaged: its checksum is another");
    assert_eq!(error(|bytes| bytes[22..24].fill(0)), "a network of scale 0");
    let corrected = error(|bytes| {
        *bytes.last_mut().unwrap() = 1;
        let checksum = checksum(&bytes[HEADER..]);
        bytes[CHECKED..HEADER].copy_from_slice(&checksum.to_le_bytes());
    });
    assert_eq!(corrected, "a network with a correction by results; this program has none");
}

#[test]
fn other_shapes_are_written_and_read_but_not_computed() {
    let mut random = StdRng::seed_from_u64(88);
    let shape = Shape { hidden: HIDDEN + 128, output_buckets: 2, l1: 8, l2: 24 };
    let network = random_network(&mut random, shape);
    let bytes = network.to_bytes().unwrap();
    assert_eq!(QuantisedNetwork::from_bytes(&bytes), Ok(network));
    let said = Network::from_bytes(&bytes).err().unwrap().to_string();
    let shape = format!("6912 -> {} -> 8 -> 24 -> 1 with 2 outputs", HIDDEN + 128);
    assert!(said.starts_with(&format!("a network of {shape};")), "{said}");
}

#[test]
fn all_backends_agree() {
    fn values<S: simd::Simd>() -> Vec<i32> {
        let mut random = StdRng::seed_from_u64(88);
        let network = random_network(&mut random, Shape::PROGRAM);
        let network = Network::for_backend::<S>(&network).unwrap();
        let mut numbers = |limit: i16| {
            let numbers = std::array::from_fn(|_| random.random_range(-limit..=limit));
            values::Values::arranged::<S>(&numbers)
        };
        let mut buffer = layers::Activations::ZERO;
        let limits = [0, 100, 300, 600, i16::MAX].into_iter().cycle().take(400);
        let found = limits.enumerate().map(|(i, limit)| {
            let (own, theirs) = (numbers(limit), numbers(limit));
            network.value::<S>([&own, &theirs], 2 + i % 31, &mut buffer)
        });
        found.collect()
    }
    fn agrees<S: simd::Simd>() {
        assert_eq!(values::<S>(), values::<simd::Portable>(), "{}", type_name::<S>());
    }
    simd::for_each_backend!(agrees);
}
