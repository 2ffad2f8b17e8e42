//! The table of rules: what each is called, and in which editions it holds.

use super::{Edition, Family, Language};
use Edition::{C11, C23, C99};
use When::{Always, Before, Never, Since};

/// In which editions of C a rule holds.
#[derive(Clone, Copy)]
enum When {
    Always,
    Never,
    Since(Edition),
    Before(Edition),
}

impl When {
    const fn holds_in(self, edition: Edition) -> bool {
        match self {
            Always => true,
            Never => false,
            Since(first) => edition as u8 >= first as u8,
            Before(end) => (edition as u8) < end as u8,
        }
    }
}

/// A rule is a row: the name of the method of [`Language`] that asks for it,
/// its clause (C11's, where no other edition is named), when ISO C has it and
/// when GNU C has it, and the option that decides otherwise, if one does; above
/// it what it says.
macro_rules! rules {
    ($($(#[doc = $says:literal])+
        $name:ident, $clause:literal, $iso:expr, $gnu:expr $(, $option:path)?;)*) => {
        impl Language {
            $(
                $(#[doc = $says])+
                #[doc = concat!("\n\n(", $clause, ")")]
                #[inline]
                pub const fn $name(&self) -> bool {
                    $(if let Some(holds) = $option(self) {
                        return holds;
                    })?
                    match (self.family, self.gnu) {
                        (Family::C, false) => $iso.holds_in(self.edition),
                        (Family::C, true) => $gnu.holds_in(self.edition),
                    }
                }
            )*
        }

        /// The names of the rules and the methods that ask for them.
        #[cfg(test)]
        const RULES: &[(&str, fn(&Language) -> bool)] =
            &[$((stringify!($name), Language::$name)),*];
    };
}

// rule, clause, in ISO C, in GNU C, what decides before them
rules! {
    // ---- words and constants ----

    /// `asm` is a keyword, as `__asm__` is always.
    has_asm_keyword, "GNU", Never, Always, gnu_word;
    /// `typeof` is a keyword, as `__typeof__` is always.
    has_typeof_keyword, "C23 6.4.1, GNU", Since(C23), Always, gnu_word_until_c23;
    /// `inline` is a keyword, as `__inline__` is always.
    has_inline_keyword, "6.4.1", Since(C99), Always, gnu_word_until_c99;
    /// `restrict` is a keyword, as `__restrict` is always.
    has_restrict_keyword, "6.4.1", Since(C99), Since(C99);
    /// `bool`, `true`, `alignas`, `static_assert` and their like are keywords,
    /// as `_Bool`, `_Alignas` and `_Static_assert` are always.
    has_bool_keyword, "C23 6.4.1", Since(C23), Since(C23);
    /// `'` may stand between the digits of a number.
    has_digit_separators, "C23 6.4.4", Since(C23), Since(C23);
    /// Floating constants may be hexadecimal.
    has_hexadecimal_floats, "6.4.4.2", Since(C99), Always;
    /// A decimal constant without `U` that no `long` holds is an `unsigned
    /// long` if that holds it.
    decimal_constants_may_be_unsigned, "C90 6.1.3.2", Before(C99), Before(C99);
    /// `R"x(…)x"` is a string.
    has_raw_strings, "GNU", Never, Since(C99);
    /// The elements of a string `u8"…"` are `unsigned char`, not `char`.
    utf8_strings_are_unsigned, "C23 6.4.5", Since(C23), Since(C23);

    // ---- declarations ----

    /// A declaration without a type is one of an `int`. C89 says so; gcc only
    /// warns up to C17.
    has_implicit_int, "C90 6.5.2", Before(C23), Before(C23);
    /// `inline` without `extern` is an external definition, and `extern inline`
    /// is none. What C99 made of it is the other way round.
    inline_is_gnu89, "6.7.4p7", Before(C99), Before(C99), gnu89_inline;
    /// Declarations may ask for an alignment.
    has_alignas, "6.7.5", Since(C11), Since(C11);
    /// `= {}` is an initialiser of everything, also of a scalar.
    has_empty_initializers, "C23 6.7.10", Since(C23), Since(C23);

    /// An enumerated type is the smallest integer type that holds its values.
    enums_are_short, "6.7.2.2p4", Never, Never, short_enums;

    // ---- statements and expressions ----

    /// `if`, `switch` and the loops are blocks, and so is each of their
    /// substatements.
    statements_are_blocks, "6.8.4p3, 6.8.5p5", Since(C99), Since(C99);
    /// The first clause of a `for` may be a declaration.
    for_may_declare, "6.8.5p3", Since(C99), Since(C99);
    /// An array that is no lvalue becomes a pointer too.
    values_of_arrays_decay, "6.3.2.1p3", Since(C99), Since(C99);
    /// A left shift of a signed number moves its bits, whatever they mean
    /// then. Later editions leave undefined what does not fit.
    left_shift_only_moves_bits, "C90 6.3.7, DR 81", Before(C99), Before(C99), wraps;
    /// A sum, difference or product that its signed type does not hold keeps its
    /// low bits. It is undefined otherwise.
    signed_overflow_wraps, "6.5p5", Never, Never, wraps;
    /// An object is accessed through lvalues of its effective type only, of the
    /// like, and of characters.
    has_effective_types, "6.5p7", Always, Always, effective_types;
}

// ---- what options decide ----

const fn gnu_word(language: &Language) -> Option<bool> {
    language.dialect.gnu_words
}

const fn gnu_word_until_c23(language: &Language) -> Option<bool> {
    if Since(C23).holds_in(language.edition) { Some(true) } else { gnu_word(language) }
}

const fn gnu_word_until_c99(language: &Language) -> Option<bool> {
    if Since(C99).holds_in(language.edition) { Some(true) } else { gnu_word(language) }
}

const fn gnu89_inline(language: &Language) -> Option<bool> {
    language.dialect.gnu89_inline
}

const fn wraps(language: &Language) -> Option<bool> {
    if language.dialect.wraps { Some(true) } else { None }
}

const fn effective_types(language: &Language) -> Option<bool> {
    Some(!language.dialect.aliases_freely)
}

const fn short_enums(language: &Language) -> Option<bool> {
    Some(language.dialect.short_enums)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn rules_and_the_languages_that_have_them() {
        let names = ["c90", "gnu90", "c99", "gnu99", "c17", "gnu17", "c2x", "gnu2x"];
        let mut text = format!("{:36} {}\n", "", names.map(|name| format!("{name:5}")).join(" "));
        for (rule, holds_in) in RULES {
            let has = names.map(|name| {
                let language = Language::by_name(name).expect("known");
                let mark = if holds_in(&language) { "yes" } else { "-" };
                format!("{mark:5}")
            });
            text += format!("{:36} {}", rule, has.join(" ")).trim_end();
            text += "\n";
        }
        expect![[r#"
                                                 c90   gnu90 c99   gnu99 c17   gnu17 c2x   gnu2x
            has_asm_keyword                      -     yes   -     yes   -     yes   -     yes
            has_typeof_keyword                   -     yes   -     yes   -     yes   yes   yes
            has_inline_keyword                   -     yes   yes   yes   yes   yes   yes   yes
            has_restrict_keyword                 -     -     yes   yes   yes   yes   yes   yes
            has_bool_keyword                     -     -     -     -     -     -     yes   yes
            has_digit_separators                 -     -     -     -     -     -     yes   yes
            has_hexadecimal_floats               -     yes   yes   yes   yes   yes   yes   yes
            decimal_constants_may_be_unsigned    yes   yes   -     -     -     -     -     -
            has_raw_strings                      -     -     -     yes   -     yes   -     yes
            utf8_strings_are_unsigned            -     -     -     -     -     -     yes   yes
            has_implicit_int                     yes   yes   yes   yes   yes   yes   -     -
            inline_is_gnu89                      yes   yes   -     -     -     -     -     -
            has_alignas                          -     -     -     -     yes   yes   yes   yes
            has_empty_initializers               -     -     -     -     -     -     yes   yes
            enums_are_short                      -     -     -     -     -     -     -     -
            statements_are_blocks                -     -     yes   yes   yes   yes   yes   yes
            for_may_declare                      -     -     yes   yes   yes   yes   yes   yes
            values_of_arrays_decay               -     -     yes   yes   yes   yes   yes   yes
            left_shift_only_moves_bits           yes   yes   -     -     -     -     -     -
            signed_overflow_wraps                -     -     -     -     -     -     -     -
            has_effective_types                  yes   yes   yes   yes   yes   yes   yes   yes
        "#]]
        .assert_eq(&text);
    }
}
