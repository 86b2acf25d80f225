//! The mean of networks that grew from the same weights. Training on new games alone loses a little
//! of what older games taught; the mean keeps both. Wortsman et al., "Model soups: averaging
//! weights of multiple fine-tuned models", 2022.
//! <https://arxiv.org/abs/2203.05482>

use super::quantised::{QuantisedNetwork, QuantisedStack};

impl QuantisedNetwork {
    /// Averages networks of one shape, number by number. Each network counts by its share, and the
    /// shares add up to 1; the scale is that of the first network. Returns `None` where there is no
    /// network, the shapes differ, or the numbers of a network do not fit its shape.
    ///
    /// ```
    /// use ox88::eval::nnue::{QuantisedNetwork, Shape};
    /// let mut network = QuantisedNetwork::zero(Shape::PROGRAM, 200);
    /// let zero = network.clone();
    /// network.hidden_bias[3] = 8;
    /// let mean = QuantisedNetwork::mean(&[(zero, 0.25), (network, 0.75)]).unwrap();
    /// assert_eq!(mean.hidden_bias[3], 6);
    /// ```
    pub fn mean(networks: &[(QuantisedNetwork, f64)]) -> Option<QuantisedNetwork> {
        let (first, _) = networks.first()?;
        let fits = |other: &QuantisedNetwork| other.shape == first.shape && other.check().is_ok();
        if !networks.iter().all(|(network, _)| fits(network)) {
            return None;
        }
        let mut mean = first.clone();
        mean_of(networks, |network| &network.hidden_weights, &mut mean.hidden_weights);
        mean_of(networks, |network| &network.hidden_bias, &mut mean.hidden_bias);
        for (i, to) in mean.stacks.iter_mut().enumerate() {
            let QuantisedStack { l1_weights, l1_bias, l2_weights, l2_bias, l3_weights, l3_bias } =
                to;
            mean_of(networks, |network| &network.stacks[i].l1_weights, l1_weights);
            mean_of(networks, |network| &network.stacks[i].l1_bias, l1_bias);
            mean_of(networks, |network| &network.stacks[i].l2_weights, l2_weights);
            mean_of(networks, |network| &network.stacks[i].l2_bias, l2_bias);
            mean_of(networks, |network| &network.stacks[i].l3_weights, l3_weights);
            let bias = |network: &QuantisedNetwork| network.stacks[i].l3_bias;
            *l3_bias = i32::rounded(sum(networks, |network| bias(network).into()));
        }
        mean_of(
            networks,
            |network| network.calibration.0.as_flattened(),
            mean.calibration.0.as_flattened_mut(),
        );
        Some(mean)
    }
}

trait Number: Copy + Into<f64> {
    fn rounded(number: f64) -> Self;
}

macro_rules! numbers {
    ($($kind:ty),*) => {
        $(impl Number for $kind {
            fn rounded(number: f64) -> $kind {
                number.round_ties_even() as $kind
            }
        })*
    };
}
numbers!(i8, i16, i32);

fn sum(networks: &[(QuantisedNetwork, f64)], number: impl Fn(&QuantisedNetwork) -> f64) -> f64 {
    let weighted = networks.iter().map(|(network, share)| share * number(network));
    weighted.sum()
}

fn mean_of<T: Number>(
    networks: &[(QuantisedNetwork, f64)],
    numbers: impl Fn(&QuantisedNetwork) -> &[T],
    to: &mut [T],
) {
    for (i, to) in to.iter_mut().enumerate() {
        *to = T::rounded(sum(networks, |network| numbers(network)[i].into()));
    }
}
