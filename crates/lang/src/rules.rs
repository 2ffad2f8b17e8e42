//! What depends on the language and its edition.
//!
//! Callers ask here instead of comparing editions, so that another language
//! is another value.

/// An edition of C, with or without GNU's extensions, as `-std=` names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Standard {
    pub edition: Edition,
    pub gnu: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Edition {
    C89,
    C99,
    C11,
    C17,
    C23,
}

/// Every name that `-std=` takes.
const NAMES: [(&str, Edition, bool); 22] = [
    ("c89", Edition::C89, false),
    ("c90", Edition::C89, false),
    ("ansi", Edition::C89, false),
    ("iso9899:1990", Edition::C89, false),
    ("gnu89", Edition::C89, true),
    ("gnu90", Edition::C89, true),
    ("c99", Edition::C99, false),
    ("iso9899:1999", Edition::C99, false),
    ("gnu99", Edition::C99, true),
    ("c11", Edition::C11, false),
    ("c1x", Edition::C11, false),
    ("iso9899:2011", Edition::C11, false),
    ("gnu11", Edition::C11, true),
    ("c17", Edition::C17, false),
    ("c18", Edition::C17, false),
    ("iso9899:2017", Edition::C17, false),
    ("gnu17", Edition::C17, true),
    ("gnu18", Edition::C17, true),
    ("c2x", Edition::C23, false),
    ("c23", Edition::C23, false),
    ("gnu2x", Edition::C23, true),
    ("gnu23", Edition::C23, true),
];

impl Standard {
    /// What gcc 12 takes when nothing is said.
    pub const GNU17: Standard = Standard { edition: Edition::C17, gnu: true };

    pub fn by_name(name: &str) -> Option<Standard> {
        let (_, edition, gnu) = NAMES.iter().find(|(n, ..)| *n == name)?;
        Some(Standard { edition: *edition, gnu: *gnu })
    }

    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, ..)| *name)
    }
}
