//! What depends on the language: its family, its edition, and what compilers
//! add to it.
//!
//! The fields of a [`Language`] are private: callers ask for a rule by its
//! name, as in `language.has_bool_keyword()`, and never compare editions. So
//! another language is another value, and the table of rules is the one place
//! that says what it has.

mod names;
mod table;

/// The language that a text is written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Language {
    family: Family,
    edition: Edition,
    /// With GNU's extensions, as in `-std=gnu17`.
    gnu: bool,
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
