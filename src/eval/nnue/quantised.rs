//! A network as whole numbers, and the file format that holds them.

use super::architecture::{HIDDEN, MAX_BIAS, MAX_HIDDEN_BIAS, MAX_WEIGHT, Shape};
use super::features::INPUTS;
use super::file::{CHECKED, HEADER, MAGIC, VERSION, checksum, read, write};

/// The number of king buckets in each file: one set of inputs, wherever the king stands.
const KING_BUCKETS: u16 = 1;
/// The number of the activation in each file: values are clipped and squared.
const ACTIVATION: u16 = 0;
/// The last bytes of each file.
const NO_CORRECTION: [u8; 8] = [0; 8];

/// Why a network cannot be read, written or used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct NetworkError(pub(super) String);

impl From<NetworkError> for String {
    fn from(error: NetworkError) -> String {
        error.0
    }
}

/// A network as whole numbers, of any shape: the form that trainers write and read.
///
/// Its file begins with the eight letters `OX88NNUE`; eight numbers of 16 bits: version, king
/// buckets (1, as there is one set of inputs), hidden units, activation (0, as they are squared),
/// output buckets, units of L1 and of L2, and the centipawns of one logistic unit; and a checksum
/// of 64 bits over what follows. Then come the weights of the hidden layer by input, of 8 bits, and
/// its biases, of 16; the stack of each output bucket; and eight bytes of zero, where some earlier
/// networks had a correction by the number of pieces. All numbers are little-endian.
///
/// ```
/// use ox88::eval::nnue::{QuantisedNetwork, Shape};
/// let network = QuantisedNetwork::zero(Shape::PROGRAM, 200);
/// let bytes = network.to_bytes().unwrap();
/// assert_eq!(QuantisedNetwork::from_bytes(&bytes), Ok(network));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuantisedNetwork {
    /// The widths of the network.
    pub shape: Shape,
    /// Centipawns of one logistic unit.
    pub scale: u16,
    /// The weights of the hidden layer by input, then by hidden unit; 127 stands for one.
    pub hidden_weights: Vec<i8>,
    /// The biases by hidden unit; 127 stands for one.
    pub hidden_bias: Vec<i16>,
    /// The layers behind the hidden one, by output bucket.
    pub stacks: Vec<QuantisedStack>,
}

/// The L1, L2 and output layers of one output bucket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuantisedStack {
    /// The weights of L1 by its unit, then by its input: the side to move's activations, then the
    /// other's; 129 stands for one.
    pub l1_weights: Vec<i8>,
    /// The biases of L1 by its unit; 127 × 128 stands for one.
    pub l1_bias: Vec<i32>,
    /// The weights of L2 by its input (L1's units clipped, then their clipped squares), then by its
    /// unit. 512 stands for one, or 516 for the weight of a square, as the square of one is only
    /// 127 × 127.
    pub l2_weights: Vec<i16>,
    /// The biases of L2 by its unit; 127 × 128 × 512 stands for one.
    pub l2_bias: Vec<i32>,
    /// The weights of the output by unit of L2; 512 stands for one.
    pub l3_weights: Vec<i16>,
    /// The bias of the output; 127 × 128 × 512 stands for one logistic unit.
    pub l3_bias: i32,
}

impl QuantisedNetwork {
    /// Returns a network of zeros, in which one logistic unit is `scale` centipawns.
    pub fn zero(shape: Shape, scale: u16) -> QuantisedNetwork {
        let stack = QuantisedStack {
            l1_weights: vec![0; shape.l1 * shape.l1_inputs()],
            l1_bias: vec![0; shape.l1],
            l2_weights: vec![0; shape.l2_inputs() * shape.l2],
            l2_bias: vec![0; shape.l2],
            l3_weights: vec![0; shape.l2],
            l3_bias: 0,
        };
        QuantisedNetwork {
            shape,
            scale,
            hidden_weights: vec![0; INPUTS * shape.hidden],
            hidden_bias: vec![0; shape.hidden],
            stacks: vec![stack; shape.output_buckets],
        }
    }

    /// Returns the file of the network.
    ///
    /// # Errors
    /// Where it does not have the shape's numbers, or larger ones than the arithmetic can take.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NetworkError> {
        self.check()?;
        let Shape { hidden, output_buckets, l1, l2 } = self.shape;
        let [hidden, output_buckets, l1, l2] =
            [hidden, output_buckets, l1, l2].map(|width| width as u16);
        let mut bytes = MAGIC.to_vec();
        for field in [VERSION, KING_BUCKETS, hidden, ACTIVATION, output_buckets, l1, l2] {
            bytes.extend(field.to_le_bytes());
        }
        bytes.extend(self.scale.to_le_bytes());
        bytes.resize(HEADER, 0);
        write(&mut bytes, &self.hidden_weights, i8::to_le_bytes);
        write(&mut bytes, &self.hidden_bias, i16::to_le_bytes);
        for stack in &self.stacks {
            write(&mut bytes, &stack.l1_weights, i8::to_le_bytes);
            write(&mut bytes, &stack.l1_bias, i32::to_le_bytes);
            write(&mut bytes, &stack.l2_weights, i16::to_le_bytes);
            write(&mut bytes, &stack.l2_bias, i32::to_le_bytes);
            write(&mut bytes, &stack.l3_weights, i16::to_le_bytes);
            write(&mut bytes, [&stack.l3_bias], i32::to_le_bytes);
        }
        bytes.extend(NO_CORRECTION);
        let checksum = checksum(&bytes[HEADER..]);
        bytes[CHECKED..HEADER].copy_from_slice(&checksum.to_le_bytes());
        Ok(bytes)
    }

    /// Reads the file of a network of any shape.
    ///
    /// # Errors
    /// Where the bytes are not those of a network of this version.
    pub fn from_bytes(bytes: &[u8]) -> Result<QuantisedNetwork, NetworkError> {
        let (header, mut payload) = bytes
            .split_first_chunk::<HEADER>()
            .filter(|(header, _)| header.starts_with(MAGIC))
            .ok_or_else(|| NetworkError("not a network of Ox88".to_string()))?;
        let field = |i: usize| u16::from_le_bytes([header[8 + 2 * i], header[9 + 2 * i]]);
        let version = field(0);
        if version != VERSION {
            return Err(NetworkError(format!(
                "a network of version {version}; this program takes version {VERSION}"
            )));
        }
        let (king_buckets, activation) = (field(1), field(3));
        if (king_buckets, activation) != (KING_BUCKETS, ACTIVATION) {
            return Err(NetworkError(format!(
                "a network of king buckets {king_buckets} and activation {activation}; \
                 this program takes {KING_BUCKETS} and {ACTIVATION}"
            )));
        }
        let shape = Shape {
            hidden: field(2).into(),
            output_buckets: field(4).into(),
            l1: field(5).into(),
            l2: field(6).into(),
        };
        if shape.hidden == 0 {
            return Err(NetworkError(format!(
                "a network of 0 hidden units; this program takes 1 to {HIDDEN}"
            )));
        }
        let expected = HEADER + payload_size(&shape);
        if bytes.len() != expected {
            return Err(NetworkError(format!("{} bytes instead of {expected}", bytes.len())));
        }
        if header[CHECKED..] != checksum(payload).to_le_bytes() {
            return Err(NetworkError("damaged: its checksum is another".to_string()));
        }
        let mut network = QuantisedNetwork::zero(shape, field(7));
        read(&mut payload, &mut network.hidden_weights, i8::from_le_bytes);
        read(&mut payload, &mut network.hidden_bias, i16::from_le_bytes);
        for stack in &mut network.stacks {
            read(&mut payload, &mut stack.l1_weights, i8::from_le_bytes);
            read(&mut payload, &mut stack.l1_bias, i32::from_le_bytes);
            read(&mut payload, &mut stack.l2_weights, i16::from_le_bytes);
            read(&mut payload, &mut stack.l2_bias, i32::from_le_bytes);
            read(&mut payload, &mut stack.l3_weights, i16::from_le_bytes);
            read(&mut payload, [&mut stack.l3_bias], i32::from_le_bytes);
        }
        if payload != NO_CORRECTION {
            return Err(NetworkError(
                "a network with a correction by results; this program has none".to_string(),
            ));
        }
        network.check()?;
        Ok(network)
    }

    /// Replaces each integer, in the order of the file, rounded to the nearest one of its type.
    ///
    /// ```
    /// use ox88::eval::nnue::{QuantisedNetwork, Shape};
    /// let mut network = QuantisedNetwork::zero(Shape::PROGRAM, 200);
    /// network.replace_integers(|integer| integer + 5.6);
    /// assert_eq!(network.hidden_bias[3], 6);
    /// ```
    pub fn replace_integers(&mut self, mut replace: impl FnMut(f64) -> f64) {
        let mut rounded = |integer: f64| replace(integer).round_ties_even();
        replace_each(&mut self.hidden_weights, |weight| rounded(weight) as i8);
        replace_each(&mut self.hidden_bias, |bias| rounded(bias) as i16);
        for stack in &mut self.stacks {
            replace_each(&mut stack.l1_weights, |weight| rounded(weight) as i8);
            replace_each(&mut stack.l1_bias, |bias| rounded(bias) as i32);
            replace_each(&mut stack.l2_weights, |weight| rounded(weight) as i16);
            replace_each(&mut stack.l2_bias, |bias| rounded(bias) as i32);
            replace_each(&mut stack.l3_weights, |weight| rounded(weight) as i16);
            stack.l3_bias = rounded(stack.l3_bias.into()) as i32;
        }
    }

    /// Checks that the network has the numbers of its shape, and none so large that sums could
    /// overflow: those of the hidden layer have 16 bits, the others 32.
    pub(super) fn check(&self) -> Result<(), NetworkError> {
        let shape = &self.shape;
        if self.scale == 0 {
            return Err(NetworkError("a network of scale 0".to_string()));
        }
        let widths = [shape.hidden, shape.output_buckets, shape.l1, shape.l2];
        // A file has 16 bits for each width.
        let is_too_wide = widths.iter().any(|&width| width > u16::MAX.into());
        if is_too_wide || shape.hidden == 0 {
            return Err(other_shape(shape));
        }
        count("hidden weights", INPUTS * shape.hidden, self.hidden_weights.len())?;
        count("hidden biases", shape.hidden, self.hidden_bias.len())?;
        count("stacks", shape.output_buckets, self.stacks.len())?;
        refuse_beyond("bias", MAX_HIDDEN_BIAS, &self.hidden_bias)?;
        for stack in &self.stacks {
            let (l1, l2) = (&stack.l1_weights, &stack.l2_weights);
            count("weights of layer 1", shape.l1 * shape.l1_inputs(), l1.len())?;
            count("biases of layer 1", shape.l1, stack.l1_bias.len())?;
            count("weights of layer 2", shape.l2_inputs() * shape.l2, l2.len())?;
            count("biases of layer 2", shape.l2, stack.l2_bias.len())?;
            count("weights of layer 3", shape.l2, stack.l3_weights.len())?;
            refuse_beyond("weight", MAX_WEIGHT, l2.iter().chain(&stack.l3_weights))?;
            let biases = stack.l1_bias.iter().chain(&stack.l2_bias);
            refuse_beyond("bias", MAX_BIAS, biases.chain([&stack.l3_bias]))?;
        }
        Ok(())
    }
}

fn replace_each<N: Copy + Into<f64>>(numbers: &mut [N], mut replace: impl FnMut(f64) -> N) {
    for number in numbers {
        *number = replace((*number).into());
    }
}

/// Returns how many bytes follow the header of a file of this shape.
fn payload_size(shape: &Shape) -> usize {
    let hidden = shape.hidden * (INPUTS + 2);
    let l1 = shape.l1 * (shape.l1_inputs() + 4);
    let l2 = shape.l2 * (2 * shape.l2_inputs() + 4);
    let l3 = 2 * shape.l2 + 4;
    hidden + shape.output_buckets * (l1 + l2 + l3) + NO_CORRECTION.len()
}

/// Returns the error of a network whose shape is not the program's.
pub(super) fn other_shape(shape: &Shape) -> NetworkError {
    NetworkError(format!("a network of {shape}; this program takes {}", Shape::PROGRAM))
}

fn count(what: &str, expected: usize, found: usize) -> Result<(), NetworkError> {
    if found == expected {
        Ok(())
    } else {
        Err(NetworkError(format!("{found} {what} instead of {expected}")))
    }
}

/// Returns an error that names the first number whose magnitude is beyond the limit.
pub fn refuse_beyond<'a, N: Copy + Into<i32> + 'a>(
    what: &str,
    limit: N,
    numbers: impl IntoIterator<Item = &'a N>,
) -> Result<(), NetworkError> {
    let limit: i32 = limit.into();
    let mut numbers = numbers.into_iter().map(|&number| number.into());
    match numbers.find(|number| number.unsigned_abs() > limit.unsigned_abs()) {
        Some(number) => Err(NetworkError(format!("a {what} of {number}, beyond {limit}"))),
        None => Ok(()),
    }
}
