//! Memory for large tables, in pages of 2 MB where the system has them. In pages of 4 KB nearly
//! every random access would miss the TLB. <https://docs.kernel.org/admin-guide/mm/transhuge.html>

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bytemuck::Zeroable;
use memmap2::{MmapMut, MmapRaw};

/// Size of a huge page, in bytes, on nearly all processors.
const HUGE_PAGE: usize = 1 << 21;

/// Every mapping begins at a multiple of this, in bytes.
const SMALL_PAGE: usize = 1 << 12;

/// A zeroed array, whose memory is touched only as it fills.
pub struct Pages<T> {
    map: MmapRaw,
    /// The offset of the first value, in bytes.
    offset: usize,
    count: usize,
    values: PhantomData<T>,
}

impl<T: Zeroable> Pages<T> {
    /// Allocates `count` zeroed values; `None` without memory.
    pub fn zeroed(count: usize) -> Option<Pages<T>> {
        const { assert!(!std::mem::needs_drop::<T>() && align_of::<T>() <= SMALL_PAGE) };
        let bytes = count.checked_mul(size_of::<T>())?;
        // Smaller tables would not fill a huge page.
        let is_large = bytes >= HUGE_PAGE;
        // The last page is a whole one too.
        let (bytes, slack) = if is_large {
            (bytes.checked_next_multiple_of(HUGE_PAGE)?, HUGE_PAGE)
        } else {
            (bytes, 0)
        };
        let map = MmapMut::map_anon(bytes.checked_add(slack)?.max(1)).ok()?;
        let start = map.as_ptr().addr();
        let offset = if is_large { start.next_multiple_of(HUGE_PAGE) - start } else { 0 };
        // Miri has no `madvise`.
        #[cfg(all(target_os = "linux", not(miri)))]
        if is_large {
            // Without huge pages the table is only slower.
            let _ = map.advise_range(memmap2::Advice::HugePage, offset, bytes);
        }
        Some(Pages { map: map.into(), offset, count, values: PhantomData })
    }
}

impl<T> Pages<T> {
    fn first(&self) -> *mut T {
        self.map.as_mut_ptr().wrapping_add(self.offset).cast()
    }
}

impl<T> Deref for Pages<T> {
    type Target = [T];

    #[inline(always)]
    #[expect(unsafe_code, reason = "huge pages are mapped as bytes")]
    fn deref(&self) -> &[T] {
        // SAFETY: the map has room for the values behind the offset, aligned to 4 KB or more, and
        // lives as long as `self`. Only zeros, which are valid, and values were ever written to it.
        unsafe { std::slice::from_raw_parts(self.first(), self.count) }
    }
}

impl<T> DerefMut for Pages<T> {
    #[inline(always)]
    #[expect(unsafe_code, reason = "huge pages are mapped as bytes")]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; and `&mut self` makes this the only reference.
        unsafe { std::slice::from_raw_parts_mut(self.first(), self.count) }
    }
}

/// A single large zeroed value.
pub struct LargeBox<T>(Pages<T>);

impl<T: Zeroable> LargeBox<T> {
    /// Allocates the value; `None` without memory.
    pub fn zeroed() -> Option<LargeBox<T>> {
        Pages::zeroed(1).map(LargeBox)
    }
}

impl<T> Deref for LargeBox<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0[0]
    }
}

impl<T> DerefMut for LargeBox<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0[0]
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn small_and_large_ones_are_zero_aligned_and_writable() {
        // Blocks are compared as a whole: Miri would take half an hour over single numbers.
        type Block = [u64; 512];
        const FILL: usize = HUGE_PAGE / size_of::<Block>();
        let block = |i: usize| -> Block { [i as u64; 512] };
        for count in [0, 1, FILL - 1, FILL, 8 * FILL] {
            let mut pages = Pages::<Block>::zeroed(count).unwrap();
            assert_eq!(pages.len(), count);
            assert!(pages.iter().all(|&value| value == block(0)));
            for (i, value) in pages.iter_mut().enumerate() {
                *value = block(i);
            }
            assert!((0..).zip(&*pages).all(|(i, &value)| value == block(i)));
            let wanted = if count < FILL { 8 } else { HUGE_PAGE };
            assert!(pages.as_ptr().addr().is_multiple_of(wanted));
        }
        assert!(Pages::<u64>::zeroed(usize::MAX).is_none());
        assert!(Pages::<u64>::zeroed(usize::MAX / 8).is_none());
    }
}
