//! The operators of types that are stored as bits.

/// Implements a binary operator and its assigning form for a type `$bits(bits)`.
macro_rules! operator {
    ($bits:ident: $operator:ident $method:ident, $assign:ident $assign_method:ident, $symbol:tt) => {
        impl std::ops::$operator for $bits {
            type Output = $bits;

            #[inline(always)]
            fn $method(self, other: $bits) -> $bits {
                $bits(self.0 $symbol other.0)
            }
        }

        impl std::ops::$assign for $bits {
            #[inline(always)]
            fn $assign_method(&mut self, other: $bits) {
                *self = *self $symbol other;
            }
        }
    };
}

/// Implements `a & b`, `a | b`, `a ^ b`, `!a` and the assigning forms for a set `$set(bits)`.
macro_rules! set_operators {
    ($set:ident) => {
        $crate::board::operators::operator!($set: BitAnd bitand, BitAndAssign bitand_assign, &);
        $crate::board::operators::operator!($set: BitOr bitor, BitOrAssign bitor_assign, |);
        $crate::board::operators::operator!($set: BitXor bitxor, BitXorAssign bitxor_assign, ^);

        impl std::ops::Not for $set {
            type Output = $set;

            #[inline(always)]
            fn not(self) -> $set {
                $set(!self.0 & $set::ALL.0)
            }
        }
    };
}

pub(super) use {operator, set_operators};
