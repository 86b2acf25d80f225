//! A start for wider networks. Chen, Goodfellow, Shlens, "Net2Net: Accelerating Learning via
//! Knowledge Transfer" (2016). <https://arxiv.org/abs/1511.05641>

use rand::prelude::*;

use crate::eval::nnue::{QuantisedNetwork, QuantisedStack, Shape};

/// The noise of a weight, as a share of the standard deviation of its unit's weights.
const NOISE: f32 = 0.25;

/// Returns a network of up to twice as many hidden units that evaluates nearly the same. The first
/// units get a twin: both have opposite noise in their weights, so that they learn different
/// things, and half of the unit's weights in L1. Returns `None` for a width that is not greater, or
/// more than twice as great.
pub fn widened(network: &QuantisedNetwork, units: usize, seed: u64) -> Option<QuantisedNetwork> {
    let hidden = network.shape.hidden;
    if !(hidden + 1..=2 * hidden).contains(&units) {
        return None;
    }
    let twins = units - hidden;
    let mut random = StdRng::seed_from_u64(seed);
    let noises: Vec<f32> = (0..hidden)
        .map(|unit| NOISE * spread(network.hidden_weights.iter().skip(unit).step_by(hidden)))
        .collect();
    let mut hidden_weights = Vec::with_capacity(2 * network.hidden_weights.len());
    for weights in network.hidden_weights.chunks(hidden) {
        let (twinned, others) = weights.split_at(twins);
        let pairs = twinned.iter().zip(&noises).map(|(&weight, &noise)| {
            let noise = around_zero(noise, &mut random);
            (weight.saturating_add(noise), weight.saturating_sub(noise))
        });
        let (first, second): (Vec<i8>, Vec<i8>) = pairs.unzip();
        hidden_weights.extend(first);
        hidden_weights.extend(others);
        hidden_weights.extend(second);
    }
    Some(QuantisedNetwork {
        shape: Shape { hidden: units, ..network.shape },
        scale: network.scale,
        hidden_weights,
        hidden_bias: [&network.hidden_bias[..], &network.hidden_bias[..twins]].concat(),
        stacks: network.stacks.iter().map(|stack| halved(stack, hidden, twins)).collect(),
    })
}

/// Returns the standard deviation from zero.
fn spread<'a>(weights: impl ExactSizeIterator<Item = &'a i8>) -> f32 {
    let count = weights.len() as f32;
    let squares: f32 = weights.map(|&weight| f32::from(weight).powi(2)).sum();
    (squares / count).sqrt()
}

/// Draws a number with mean zero and this standard deviation, all values equally likely.
fn around_zero(deviation: f32, random: &mut impl Rng) -> i8 {
    let most = deviation * 3f32.sqrt();
    (most * random.random_range(-1.0..=1.0)).round() as i8
}

/// Splits the weights of the first inputs of each view between them and their twins.
fn halved(stack: &QuantisedStack, hidden: usize, twins: usize) -> QuantisedStack {
    let halves = |weights: &[i8]| {
        let (twinned, others) = weights.split_at(twins);
        let lesser = twinned.iter().map(|&weight| weight.div_euclid(2));
        let rest = twinned.iter().map(|&weight| weight - weight.div_euclid(2));
        lesser.chain(others.iter().copied()).chain(rest).collect::<Vec<i8>>()
    };
    QuantisedStack {
        l1_weights: stack.l1_weights.chunks(hidden).flat_map(halves).collect(),
        ..stack.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::Position;
    use crate::eval::{Evaluation, Network, Nnue};

    /// Returns the program's network with its first `hidden` units alone.
    fn narrow(hidden: usize) -> QuantisedNetwork {
        let bytes = include_bytes!("../eval/nnue/ox88.nnue");
        let whole = QuantisedNetwork::from_bytes(bytes).unwrap();
        let all = whole.shape.hidden;
        let part_of = |weights: &[i8]| {
            let rows = weights.chunks(all).flat_map(|row| &row[..hidden]);
            rows.copied().collect()
        };
        let part_of_stack = |stack: &QuantisedStack| QuantisedStack {
            l1_weights: part_of(&stack.l1_weights),
            ..stack.clone()
        };
        QuantisedNetwork {
            shape: Shape { hidden, ..whole.shape },
            scale: whole.scale,
            hidden_weights: part_of(&whole.hidden_weights),
            hidden_bias: whole.hidden_bias[..hidden].to_vec(),
            stacks: whole.stacks.iter().map(part_of_stack).collect(),
        }
    }

    /// Returns the values of the positions of a random game.
    fn values(network: &QuantisedNetwork) -> Vec<f64> {
        let mut evaluation = Nnue::new(Arc::new(Network::new(network).unwrap()));
        let mut random = StdRng::seed_from_u64(88);
        let mut position = Position::startpos();
        let mut values = Vec::new();
        while let Some(&mv) = position.legal_moves().choose(&mut random)
            && values.len() < 60
        {
            position.make(mv);
            evaluation.reset(&position);
            values.push(f64::from(evaluation.evaluate(&position).get()));
        }
        values
    }

    fn root_mean_square(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
        let count = numbers.len() as f64;
        (numbers.map(|number| number * number).sum::<f64>() / count).sqrt()
    }

    #[test]
    fn it_says_nearly_the_same() {
        let narrow = narrow(256);
        let before = values(&narrow);
        let spread = root_mean_square(before.iter().copied());
        for units in [320, 384, 512] {
            let wide = widened(&narrow, units, 1).unwrap();
            assert_eq!(wide.shape.hidden, units);
            let after = values(&wide);
            let differences = before.iter().zip(&after).map(|(a, b)| a - b);
            let difference = root_mean_square(differences);
            assert!(difference < spread / 4.0, "{units}: {difference} of {spread}");
        }
        for units in [128, 256, 576] {
            assert_eq!(widened(&narrow, units, 1), None, "{units}");
        }
    }

    #[test]
    fn its_twins_differ_and_the_seed_tells_how() {
        let narrow = narrow(128);
        let wide = widened(&narrow, 256, 1).unwrap();
        let twins = wide.hidden_weights.chunks(256).map(|row| row.split_at(128));
        assert!(twins.flat_map(|(a, b)| a.iter().zip(b)).any(|(a, b)| a != b));
        assert_eq!(widened(&narrow, 256, 1).as_ref(), Some(&wide));
        assert_ne!(widened(&narrow, 256, 2).as_ref(), Some(&wide));
    }
}
