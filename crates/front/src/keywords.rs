//! The keywords, in every spelling.

use elenchus_lang::symbol::{Interner, Symbol};

use crate::token::TokenKind::{self, *};
use elenchus_lang::rules::Language;

/// Keywords in every language.
const ALWAYS: &[(&str, TokenKind)] = &[
    ("void", Void),
    ("char", CharType),
    ("short", Short),
    ("int", Int),
    ("long", Long),
    ("float", Float),
    ("double", Double),
    ("signed", Signed),
    ("__signed", Signed),
    ("__signed__", Signed),
    ("unsigned", Unsigned),
    ("_Bool", Bool),
    ("_Complex", Complex),
    ("__complex", Complex),
    ("__complex__", Complex),
    ("__int128", Int128),
    ("_Float16", Float16),
    ("_Float32", Float32),
    ("_Float64", Float64),
    ("_Float128", Float128),
    ("__float128", Float128),
    ("_Float32x", Float32x),
    ("_Float64x", Float64x),
    ("_Decimal32", Decimal32),
    ("_Decimal64", Decimal64),
    ("_Decimal128", Decimal128),
    ("__auto_type", AutoType),
    ("__builtin_va_list", VaList),
    ("struct", Struct),
    ("union", Union),
    ("enum", Enum),
    ("__typeof", Typeof),
    ("__typeof__", Typeof),
    ("_Atomic", Atomic),
    ("const", Const),
    ("__const", Const),
    ("__const__", Const),
    ("volatile", Volatile),
    ("__volatile", Volatile),
    ("__volatile__", Volatile),
    ("__restrict", Restrict),
    ("__restrict__", Restrict),
    ("__seg_fs", SegFs),
    ("__seg_gs", SegGs),
    ("typedef", Typedef),
    ("extern", Extern),
    ("static", Static),
    ("auto", Auto),
    ("register", Register),
    ("_Thread_local", ThreadLocal),
    ("__thread", ThreadLocal),
    ("__inline", Inline),
    ("__inline__", Inline),
    ("_Noreturn", Noreturn),
    ("_Alignas", Alignas),
    ("__attribute", Attribute),
    ("__attribute__", Attribute),
    ("__extension__", Extension),
    ("__asm", Asm),
    ("__asm__", Asm),
    ("_Static_assert", StaticAssert),
    ("_Pragma", PragmaOperator),
    ("break", Break),
    ("case", Case),
    ("continue", Continue),
    ("default", Default),
    ("do", Do),
    ("else", Else),
    ("for", For),
    ("goto", Goto),
    ("if", If),
    ("return", Return),
    ("switch", Switch),
    ("while", While),
    ("__label__", Label),
    ("sizeof", Sizeof),
    ("_Alignof", Alignof),
    ("__alignof", GnuAlignof),
    ("__alignof__", GnuAlignof),
    ("_Generic", Generic),
    ("__real", Real),
    ("__real__", Real),
    ("__imag", Imag),
    ("__imag__", Imag),
    ("__builtin_va_arg", VaArg),
    ("__builtin_offsetof", Offsetof),
    ("__builtin_types_compatible_p", TypesCompatible),
    ("__builtin_choose_expr", ChooseExpr),
    ("__builtin_convertvector", ConvertVector),
    ("__builtin_has_attribute", HasAttribute),
];

type Rule = fn(&Language) -> bool;

/// Names in some languages, keywords where the rule holds. `true`, `false` and
/// `nullptr` stay names: the checker knows them.
const SOMETIMES: &[(&str, TokenKind, Rule)] = &[
    ("inline", Inline, Language::has_inline_keyword),
    ("restrict", Restrict, Language::has_restrict_keyword),
    ("asm", Asm, Language::has_asm_keyword),
    ("typeof", Typeof, Language::has_typeof_keyword),
    ("alignas", Alignas, Language::has_bool_keyword),
    ("alignof", Alignof, Language::has_bool_keyword),
    ("bool", Bool, Language::has_bool_keyword),
    ("static_assert", StaticAssert, Language::has_bool_keyword),
    ("thread_local", ThreadLocal, Language::has_bool_keyword),
];

/// Which symbols of an interner are keywords.
///
/// It is built anew for each text, by interning all keywords: in a fresh
/// interner they are the first symbols, in one that is shared they already
/// have numbers, and both work.
pub struct Keywords {
    kinds: Vec<TokenKind>,
}

impl Keywords {
    pub fn new(language: Language, interner: &mut Interner) -> Self {
        let mut keywords = Keywords { kinds: Vec::with_capacity(ALWAYS.len() + SOMETIMES.len()) };
        for &(word, kind) in ALWAYS {
            keywords.add(word, kind, interner);
        }
        for &(word, kind, rule) in SOMETIMES {
            if rule(&language) {
                keywords.add(word, kind, interner);
            }
        }
        keywords
    }

    fn add(&mut self, word: &str, kind: TokenKind, interner: &mut Interner) {
        let index = interner.intern(word).0 as usize;
        if index >= self.kinds.len() {
            self.kinds.resize(index + 1, Ident);
        }
        self.kinds[index] = kind;
    }

    /// A keyword's kind, or `Ident`.
    #[inline]
    pub fn kind(&self, symbol: Symbol) -> TokenKind {
        self.kinds.get(symbol.0 as usize).copied().unwrap_or(Ident)
    }
}
