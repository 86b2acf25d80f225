//! Reading memory into the cache ahead of its use.

/// Prefetches the first 64 bytes of a value into the first-level cache. Does nothing on processors
/// other than x86-64.
#[inline(always)]
#[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "no safe function prefetches"))]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and cannot fault; SSE is part of every x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
