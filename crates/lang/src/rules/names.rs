//! Languages by the names that `-std=` takes.

use super::{Dialect, Edition, Family, Language};

/// Every name with its language; the first name of a language is the one that
/// old and new compilers know.
const NAMES: [(&str, Language); 22] = [
    ("c89", iso(Edition::C89)),
    ("c90", iso(Edition::C89)),
    ("ansi", iso(Edition::C89)),
    ("iso9899:1990", iso(Edition::C89)),
    ("gnu89", gnu(Edition::C89)),
    ("gnu90", gnu(Edition::C89)),
    ("c99", iso(Edition::C99)),
    ("iso9899:1999", iso(Edition::C99)),
    ("gnu99", gnu(Edition::C99)),
    ("c11", iso(Edition::C11)),
    ("c1x", iso(Edition::C11)),
    ("iso9899:2011", iso(Edition::C11)),
    ("gnu11", gnu(Edition::C11)),
    ("c17", iso(Edition::C17)),
    ("c18", iso(Edition::C17)),
    ("iso9899:2017", iso(Edition::C17)),
    ("gnu17", gnu(Edition::C17)),
    ("gnu18", gnu(Edition::C17)),
    ("c2x", iso(Edition::C23)),
    ("c23", iso(Edition::C23)),
    ("gnu2x", gnu(Edition::C23)),
    ("gnu23", gnu(Edition::C23)),
];

const fn iso(edition: Edition) -> Language {
    Language { family: Family::C, edition, gnu: false, dialect: Dialect::PLAIN }
}

const fn gnu(edition: Edition) -> Language {
    Language { family: Family::C, edition, gnu: true, dialect: Dialect::PLAIN }
}

impl Language {
    pub const GNU11: Language = gnu(Edition::C11);
    /// What gcc 12 takes when nothing is said.
    pub const GNU17: Language = gnu(Edition::C17);

    /// `gnu17` and its like.
    pub fn by_name(name: &str) -> Option<Language> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, language)| *language)
    }

    /// The name that old and new compilers know: `c2x`, for instance, which
    /// the newest also call `c23`.
    pub fn name(&self) -> &'static str {
        let same = |language: &Language| {
            (language.family, language.edition, language.gnu)
                == (self.family, self.edition, self.gnu)
        };
        NAMES.iter().find(|(_, language)| same(language)).map_or("c17", |(name, _)| name)
    }

    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, ..)| *name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_language_means_it() {
        for name in Language::names() {
            let language = Language::by_name(name);
            let again = language.and_then(|language| Language::by_name(language.name()));
            assert_eq!(again, language, "{name}");
        }
    }
}
