//! Attributes whose arguments make no sense: gcc rejects them.

use elenchus_lang::span::Span;
use elenchus_lang::tree::{Attr, AttrArg, Conversion, ExprKind};
use elenchus_lang::types::{TypeId, TypeKind};

use super::Checker;
use crate::syntax as syn;

/// The largest alignment of an object file.
const LARGEST_ALIGN: i128 = 1 << 28;

/// How many arguments an attribute takes, from and to, as gcc's tables have
/// it. Attributes that are not here may have any.
#[rustfmt::skip]
const COUNTS: &[(&str, usize, usize)] = &[
    ("alias", 1, 1), ("aligned", 0, 1), ("alloc_align", 1, 1), ("alloc_size", 1, 2),
    ("always_inline", 0, 0), ("artificial", 0, 0), ("assume_aligned", 1, 2), ("cleanup", 1, 1),
    ("cold", 0, 0), ("common", 0, 0), ("const", 0, 0), ("constructor", 0, 1), ("copy", 1, 1),
    ("deprecated", 0, 1), ("designated_init", 0, 0), ("destructor", 0, 1), ("error", 1, 1),
    ("externally_visible", 0, 0), ("fallthrough", 0, 0), ("flatten", 0, 0), ("format", 3, 3),
    ("format_arg", 1, 1), ("gnu_inline", 0, 0), ("hot", 0, 0), ("ifunc", 1, 1), ("leaf", 0, 0),
    ("malloc", 0, 2), ("may_alias", 0, 0), ("maybe_unused", 0, 0), ("mode", 1, 1),
    ("no_icf", 0, 0), ("no_instrument_function", 0, 0), ("no_reorder", 0, 0), ("noclone", 0, 0),
    ("nocommon", 0, 0), ("noinline", 0, 0), ("noipa", 0, 0), ("nonstring", 0, 0), ("noplt", 0, 0),
    ("noreturn", 0, 0), ("nothrow", 0, 0), ("packed", 0, 0), ("pure", 0, 0),
    ("returns_nonnull", 0, 0), ("returns_twice", 0, 0), ("scalar_storage_order", 1, 1),
    ("section", 1, 1), ("sentinel", 0, 1), ("tls_model", 1, 1), ("transparent_union", 0, 0),
    ("unavailable", 0, 1), ("unused", 0, 0), ("used", 0, 0), ("vector_size", 1, 1),
    ("visibility", 1, 1), ("warn_if_not_aligned", 0, 1), ("warn_unused_result", 0, 0),
    ("warning", 1, 1), ("weak", 0, 0), ("weakref", 0, 1),
];

impl Checker<'_> {
    /// What can be said without knowing what the attribute stands on.
    pub(super) fn check_attribute(&mut self, attr: &syn::Attr, made: &Attr) {
        let foreign = attr.namespace.is_some_and(|space| self.name(space) != "gnu");
        if foreign || !self.check_count(attr) {
            return;
        }
        match self.name(attr.name) {
            "aligned" | "warn_if_not_aligned" => self.check_aligned(attr, made),
            "vector_size" => self.check_vector_size(attr, made),
            "mode" => self.check_mode(attr),
            "deprecated" | "unavailable" | "section" => {
                self.check_words(attr, made, &[]);
            }
            "visibility" => {
                self.check_words(attr, made, &["default", "hidden", "protected", "internal"]);
            }
            "scalar_storage_order" => {
                self.check_words(attr, made, &["big-endian", "little-endian"]);
            }
            "access" => self.check_access(attr),
            _ => {}
        }
    }

    fn check_count(&mut self, attr: &syn::Attr) -> bool {
        let name = self.name(attr.name);
        let Ok(row) = COUNTS.binary_search_by(|row| row.0.cmp(name)) else { return true };
        let (name, least, most) = COUNTS[row];
        let given = attr.args.len();
        if (least..=most).contains(&given) {
            return true;
        }
        let takes = match (least, most) {
            (_, 0) => "none".to_string(),
            (0, most) => format!("{most} at most"),
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least} to {most}"),
        };
        let arguments = if given == 1 { "argument" } else { "arguments" };
        let message = format!("attribute '{name}' has {given} {arguments}; it takes {takes}");
        self.report(attr.span, message);
        false
    }

    /// The first argument as a number; reports if it is none.
    fn checked_number(&mut self, attr: &syn::Attr, made: &Attr) -> Option<i128> {
        let &first = self.p.attr_args[made.args].first()?;
        let value = self.attribute_value(made);
        let failed = matches!(first, AttrArg::Expr(e) if self.p.types.is_error(self.ty(e)));
        if value.is_none() && !failed {
            let name = self.name(attr.name).to_string();
            self.report(attr.span, format!("attribute '{name}' needs an integer constant"));
        }
        value
    }

    fn check_aligned(&mut self, attr: &syn::Attr, made: &Attr) {
        let Some(asked) = self.checked_number(attr, made) else { return };
        let power = asked >= 0 && asked & (asked - 1) == 0;
        if !power {
            self.report(attr.span, format!("an alignment is a power of two, not {asked}"));
        } else if asked > LARGEST_ALIGN {
            self.report(attr.span, format!("an alignment is {LARGEST_ALIGN} at most"));
        }
    }

    fn check_vector_size(&mut self, attr: &syn::Attr, made: &Attr) {
        if self.checked_number(attr, made).is_some_and(|bytes| bytes <= 0) {
            self.report(attr.span, "a vector has a positive size");
        }
    }

    /// `vector_size` on what it is to be made of; false after a report.
    pub(super) fn check_vector(&mut self, element: TypeId, bytes: u64, span: Span) -> bool {
        let size = self.size_of(element).unwrap_or(1).max(1);
        let count = bytes / size;
        let problem = match self.p.types.kind(element) {
            TypeKind::Error => return false,
            // Reported where the attribute stands.
            _ if bytes == 0 => return false,
            TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_) | TypeKind::Decimal(_)
                if element != TypeId::BOOL =>
            {
                if bytes % size != 0 {
                    let shown = self.show(element);
                    format!("a vector of {bytes} bytes does not hold whole elements of '{shown}'")
                } else if !count.is_power_of_two() {
                    format!("the number of a vector's elements is a power of two, not {count}")
                } else {
                    return true;
                }
            }
            _ => format!("a vector cannot be made of '{}'", self.show(element)),
        };
        self.report(span, problem);
        false
    }

    fn check_mode(&mut self, attr: &syn::Attr) {
        let syntax = self.s;
        let [only] = &syntax.expr_lists[attr.args] else { return };
        let syn::ExprKind::Name(symbol) = self.s.exprs[*only].kind else { return };
        let name = self.name(symbol).trim_matches('_').to_string();
        // `CSI`: a complex number of two SI.
        let part = name.strip_prefix('C').unwrap_or(&name);
        let known = [name.as_str(), part]
            .into_iter()
            .any(|mode| self.mode_type(mode, TypeId::INT).is_some());
        if !known {
            self.report(attr.span, format!("there is no mode '{name}' on this target"));
        }
    }

    /// A string, one of these if there are any.
    fn check_words(&mut self, attr: &syn::Attr, made: &Attr, words: &[&str]) {
        let Some(&first) = self.p.attr_args[made.args].first() else { return };
        let text = match first {
            AttrArg::Expr(expr) if self.p.types.is_error(self.ty(expr)) => return,
            AttrArg::Expr(expr) => self.string_argument(expr),
            AttrArg::Name(_) => None,
        };
        let name = self.name(attr.name).to_string();
        match text {
            None => self.report(attr.span, format!("attribute '{name}' needs a string")),
            Some(text) if !words.is_empty() && !words.contains(&text.as_str()) => {
                let words = words.join("', '");
                self.report(attr.span, format!("attribute '{name}' takes one of '{words}'"));
            }
            Some(_) => {}
        }
    }

    fn string_argument(&self, expr: elenchus_lang::tree::ExprId) -> Option<String> {
        match self.kind(expr) {
            ExprKind::Convert(Conversion::Decay, inner) => self.string_argument(inner),
            ExprKind::String(string) => {
                let bytes = &self.p.bytes[self.p.strings[string].bytes];
                Some(String::from_utf8_lossy(bytes).into_owned())
            }
            _ => None,
        }
    }

    fn check_access(&mut self, attr: &syn::Attr) {
        const MODES: [&str; 4] = ["none", "read_only", "read_write", "write_only"];
        let syntax = self.s;
        let args = &syntax.expr_lists[attr.args];
        let mode = args.first().and_then(|&mode| match self.s.exprs[mode].kind {
            syn::ExprKind::Name(symbol) => Some(self.name(symbol).trim_matches('_')),
            _ => None,
        });
        if !mode.is_some_and(|mode| MODES.contains(&mode)) {
            let modes = MODES.join("', '");
            self.report(attr.span, format!("attribute 'access' starts with one of '{modes}'"));
        } else if !(2..=3).contains(&args.len()) {
            self.report(attr.span, "attribute 'access' takes a mode and one or two positions");
        }
    }
}
