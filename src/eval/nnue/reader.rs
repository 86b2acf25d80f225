//! The numbers in a network's file, one after the other.

/// What is left of the bytes. Where they have ended, numbers are zero: whoever
/// reads has looked at the length before.
pub struct Numbers<'a>(pub &'a [u8]);

impl Numbers<'_> {
    /// So many numbers of eight bits.
    pub fn i8s(&mut self, count: usize) -> Vec<i8> {
        (0..count).map(|_| i8::from_le_bytes(self.take())).collect()
    }

    /// So many numbers of 16 bits.
    pub fn i16s(&mut self, count: usize) -> Vec<i16> {
        (0..count)
            .map(|_| i16::from_le_bytes(self.take()))
            .collect()
    }

    /// Numbers of 32 bits.
    pub fn i32s<const N: usize>(&mut self) -> [i32; N] {
        [(); N].map(|()| i32::from_le_bytes(self.take()))
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        let Some((bytes, rest)) = self.0.split_first_chunk() else {
            return [0; N];
        };
        self.0 = rest;
        *bytes
    }
}
