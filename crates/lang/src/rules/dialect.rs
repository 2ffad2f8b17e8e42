//! What options of a compiler make of a language.

use super::Language;
use crate::target::{IntKind, Target};
use crate::undefined::Undefined;

/// The choices of a language beside its edition. Nothing is chosen by default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Dialect {
    /// `-fwrapv`: signed sums and products wrap, and left shifts move bits.
    pub wraps: bool,
    /// `-fwrapv-pointer`: addresses wrap.
    pub pointers_wrap: bool,
    /// `-fno-strict-aliasing`: an lvalue of any type may access any object.
    pub aliases_freely: bool,
    /// `-fno-delete-null-pointer-checks`: something may lie at address 0.
    pub null_is_a_place: bool,
    /// `-fcommon`: variables without an initialiser may be defined again.
    pub commons: bool,
    /// `-fshort-enums`: all enumerated types are packed.
    pub short_enums: bool,
    /// `-fshort-wchar`.
    pub short_wchar: bool,
    /// `-fsigned-char`, `-funsigned-char`: otherwise the target decides.
    pub char_signed: Option<bool>,
    /// `-fgnu89-inline` and its opposite: otherwise the edition decides.
    pub gnu89_inline: Option<bool>,
    /// `-fasm` and its opposite: otherwise GNU C has its words, and ISO C not.
    pub gnu_words: Option<bool>,
}

impl Dialect {
    pub const PLAIN: Dialect = Dialect {
        wraps: false,
        pointers_wrap: false,
        aliases_freely: false,
        null_is_a_place: false,
        commons: false,
        short_enums: false,
        short_wchar: false,
        char_signed: None,
        gnu89_inline: None,
        gnu_words: None,
    };
}

impl Language {
    /// A target as the options make it.
    pub fn adapt(&self, target: &Target) -> Target {
        let mut target = target.clone();
        if let Some(signed) = self.dialect.char_signed {
            target.set_char_signed(signed);
        }
        if self.dialect.short_wchar {
            target.wchar_type = IntKind::UShort;
        }
        target
    }

    /// The option under which a kind of undefined behaviour may be none, where
    /// it is not known what it is then. Whoever meets that kind under the option
    /// cannot accuse the program.
    pub fn may_define(&self, kind: Undefined) -> Option<&'static str> {
        use Undefined::*;
        let dialect = &self.dialect;
        match kind {
            // What leaves its object need not overflow, and then it is undefined.
            PointerArithmetic | PointerOrder | PointerDifference if dialect.pointers_wrap => {
                Some("-fwrapv-pointer")
            }
            AbsOverflow if dialect.wraps => Some("-fwrapv"),
            NullAccess | Nonnull if dialect.null_is_a_place => {
                Some("-fno-delete-null-pointer-checks")
            }
            MultipleDefinitions if dialect.commons => Some("-fcommon"),
            _ => None,
        }
    }
}
