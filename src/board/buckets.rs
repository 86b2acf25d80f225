//! What hash tables have in common: memory for so many buckets, and the place
//! of a hash among them.

use bytemuck::Zeroable;

/// As many empty buckets as fit in so many megabytes, one at least; nothing
/// where there is no memory for them. Memory is only touched as they fill.
pub fn allocate<B: Zeroable>(megabytes: usize) -> Option<Vec<B>> {
    let bytes = megabytes.max(1).checked_mul(1 << 20)?;
    bytemuck::allocation::try_zeroed_vec(bytes / size_of::<B>()).ok()
}

/// The place of a hash among `count` buckets: as its upper bits say, evenly for
/// any count. <https://lemire.me/blog/2016/06/27/a-fast-alternative-to-the-modulo-reduction/>
#[inline(always)]
pub fn place(hash: u64, count: usize) -> usize {
    ((u128::from(hash) * count as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bucket_is_as_likely() {
        for count in [1, 3, 1000, 1 << 14] {
            let step = u64::MAX / count as u64;
            for expected in 0..count {
                let hash = expected as u64 * step + step / 2;
                assert_eq!(place(hash, count), expected);
            }
            assert_eq!((place(0, count), place(u64::MAX, count)), (0, count - 1));
        }
    }

    #[test]
    fn no_memory_is_no_panic() {
        assert_eq!(allocate::<[u64; 8]>(1).map(|all| all.len()), Some(1 << 14));
        assert!(allocate::<[u64; 8]>(usize::MAX).is_none());
    }
}
