//! What depends on the language: its family, its edition, what GNU adds to it,
//! and what options of a compiler make of it.
//!
//! The fields of a [`Language`] are private: callers ask for a rule by its
//! name, as in `language.has_bool_keyword()`, and never compare editions. So
//! another language is another value, and the table of rules is the one place
//! that says what it has.

mod dialect;
mod names;
mod options;
mod table;

pub use options::UnknownOption;

use crate::arith::int::Overflow;
use dialect::Dialect;

/// The language that a text is written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Language {
    family: Family,
    edition: Edition,
    /// With GNU's extensions, as in `-std=gnu17`.
    gnu: bool,
    dialect: Dialect,
}

/// Languages whose editions follow each other. C is the only one so far:
/// whoever adds another says in [`table`] which rules hold in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Family {
    C,
}

/// An edition of C.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Edition {
    C89,
    C99,
    C11,
    C17,
    C23,
}

impl Language {
    /// What becomes of signed results that their types do not hold.
    #[inline]
    pub const fn overflow(&self) -> Overflow {
        Overflow {
            sums_wrap: self.signed_overflow_wraps(),
            shifts_move_bits: self.left_shift_only_moves_bits(),
        }
    }
}
