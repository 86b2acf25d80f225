//! Reading memory into the cache ahead of its use.

/// Prefetches the first 64 bytes of a value into the first-level cache. Does nothing on processors
/// other than x86-64 and aarch64.
#[inline(always)]
#[cfg_attr(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    expect(unsafe_code, reason = "no safe function prefetches")
)]
pub fn prefetch<T>(value: &T) {
    let place = std::ptr::from_ref(value);
    cfg_select! {
        target_arch = "x86_64" => {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing and cannot fault; SSE is part of every x86-64.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
        }
        target_arch = "aarch64" => {
            // SAFETY: a prefetch reads nothing and cannot fault.
            unsafe {
                std::arch::asm!(
                    "prfm pldl1keep, [{place}]",
                    place = in(reg) place,
                    options(readonly, nostack, preserves_flags),
                );
            }
        }
        _ => { let _ = place; }
    }
}
