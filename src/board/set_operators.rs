//! The operators of sets that are stored as bits.

/// Implements `a & b`, `a | b`, `a ^ b`, `!a` and the assigning forms for a set `$set(bits)`.
macro_rules! set_operators {
    ($set:ident) => {
        impl std::ops::BitAnd for $set {
            type Output = $set;

            #[inline(always)]
            fn bitand(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }
        }

        impl std::ops::BitOr for $set {
            type Output = $set;

            #[inline(always)]
            fn bitor(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }
        }

        impl std::ops::BitXor for $set {
            type Output = $set;

            #[inline(always)]
            fn bitxor(self, other: $set) -> $set {
                $set(self.0 ^ other.0)
            }
        }

        impl std::ops::Not for $set {
            type Output = $set;

            #[inline(always)]
            fn not(self) -> $set {
                $set(!self.0 & $set::ALL.0)
            }
        }

        impl std::ops::BitAndAssign for $set {
            #[inline(always)]
            fn bitand_assign(&mut self, other: $set) {
                *self = *self & other;
            }
        }

        impl std::ops::BitOrAssign for $set {
            #[inline(always)]
            fn bitor_assign(&mut self, other: $set) {
                *self = *self | other;
            }
        }

        impl std::ops::BitXorAssign for $set {
            #[inline(always)]
            fn bitxor_assign(&mut self, other: $set) {
                *self = *self ^ other;
            }
        }
    };
}

pub(super) use set_operators;
