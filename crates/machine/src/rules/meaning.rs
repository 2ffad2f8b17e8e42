//! What a program says that gives it a meaning which the machine does not carry out:
//! attributes, pragmas, `asm` outside of functions.
//!
//! Compilers pass over most attributes and pragmas, and so may the machine. Those that
//! gcc or clang know, and that change what a program does, are in the tables here, unless
//! front end or machine do as they say; a program that has one is not run.

use elenchus_lang::rules::Language;
use elenchus_lang::span::Span;
use elenchus_lang::target::Endian;
use elenchus_lang::tree::{Attr, AttrArg, ExprKind, Item, Program, StmtKind};

use super::promises::plain_name;

/// Attributes by which a function runs, or is chosen, without being called by its name;
/// that make other types or other first values.
const ATTRIBUTES: &[&str] = &[
    "constructor",
    "destructor",
    "ifunc",
    "naked",
    "interrupt",
    "interrupt_handler",
    "signal",
    "weakref",
    "overloadable",
    "enable_if",
    "pass_object_size",
    "pass_dynamic_object_size",
    "ms_struct",
    "hardbool",
    "noinit",
    "loader_uninitialized",
    "address_space",
    "ext_vector_type",
    "matrix_type",
    "neon_vector_type",
    "neon_polyvector_type",
    "progmem",
    "io",
    "io_low",
];

/// What a pragma's words have to say for it to change something.
#[derive(Clone, Copy)]
enum When {
    Always,
    /// One of these words follows.
    Says(&'static [&'static str]),
    /// An option follows under which the language is another.
    Options,
    /// An order of bytes follows that is not the target's.
    Order,
}

/// Pragmas, by their first words.
const PRAGMAS: &[(&[&str], When)] = &[
    (&["GCC", "optimize"], When::Options),
    (&["scalar_storage_order"], When::Order),
    (&["redefine_extname"], When::Always),
    (&["ms_struct"], When::Says(&["on"])),
    (&["STDC", "CX_LIMITED_RANGE"], When::Says(&["ON"])),
    (&["STDC", "FENV_ROUND"], When::Always),
    (&["clang", "fp"], When::Always),
    (&["clang", "attribute"], When::Always),
    (&["float_control"], When::Always),
    (&["options"], When::Always),
    (&["align"], When::Always),
];

/// The first of these in a program, and where it is.
pub(crate) fn unknown(p: &Program) -> Option<(String, Span)> {
    unknown_attribute(p).or_else(|| unknown_item(p)).or_else(|| {
        p.stmts.iter().find_map(|(_, stmt)| match stmt.kind {
            StmtKind::Pragma(text) => unknown_pragma(p, p.name(text)).map(|what| (what, stmt.span)),
            _ => None,
        })
    })
}

fn unknown_attribute(p: &Program) -> Option<(String, Span)> {
    p.attrs.all().iter().find_map(|attr| {
        let name = plain_name(p, attr);
        let changes = match name {
            "optimize" => !options_of(p, attr).iter().all(|one| means_nothing(&p.language, one)),
            _ => ATTRIBUTES.contains(&name),
        };
        changes.then(|| (format!("__attribute__(({name}))"), attr.span))
    })
}

fn unknown_item(p: &Program) -> Option<(String, Span)> {
    p.units.iter().flat_map(|unit| &unit.items).find_map(|item| match *item {
        Item::Asm(asm) => {
            let asm = &p.asms[asm];
            let template = &p.bytes[p.strings[asm.template].bytes];
            let says = template.iter().any(|byte| !byte.is_ascii_whitespace());
            says.then(|| ("asm outside of functions".to_owned(), asm.span))
        }
        Item::Pragma(text) => unknown_pragma(p, p.name(text)).map(|what| (what, Span::NONE)),
        _ => None,
    })
}

fn unknown_pragma(p: &Program, text: &str) -> Option<String> {
    let text = &said(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let (start, when) = PRAGMAS.iter().find(|(start, _)| words.starts_with(start))?;
    let rest = &words[start.len()..];
    let changes = match when {
        When::Always => true,
        When::Says(which) => rest.iter().any(|word| which.contains(word)),
        When::Options => {
            let after = text.split_once(start[start.len() - 1]).map_or("", |(_, after)| after);
            !quoted(after).iter().all(|one| means_nothing(&p.language, one))
        }
        When::Order => {
            let own = match p.target.endian {
                Endian::Little => "little-endian",
                Endian::Big => "big-endian",
            };
            !rest.iter().all(|word| *word == own || *word == "default")
        }
    };
    changes.then(|| format!("#pragma {}", start.join(" ")))
}

/// What a pragma says, as a line or as an operator.
fn said(text: &str) -> String {
    let text = text.trim_start();
    if let (Some(start), Some(end)) =
        (text.find("(\"").filter(|_| text.starts_with('_')), text.rfind('"'))
    {
        let literal = text.get(start + 2..end).unwrap_or_default();
        return literal.replace("\\\"", "\"").replace("\\\\", "\\");
    }
    let text = text.trim_start_matches('#').trim_start();
    text.strip_prefix("pragma").unwrap_or(text).to_owned()
}

/// What stands in quotes; without any, all there is.
fn quoted(text: &str) -> Vec<String> {
    match text.contains('"') {
        true => text.split('"').skip(1).step_by(2).map(str::to_owned).collect(),
        false => vec![text.trim_matches(|c: char| " ()\t".contains(c)).to_owned()],
    }
}

/// The arguments of an attribute as text.
fn options_of(p: &Program, attr: &Attr) -> Vec<String> {
    let text = |arg: &AttrArg| {
        let AttrArg::Expr(mut e) = *arg else { return "?".to_owned() };
        while let ExprKind::Convert(_, inner) = p.exprs[e].kind {
            e = inner;
        }
        match p.exprs[e].kind {
            ExprKind::String(string) => {
                String::from_utf8_lossy(&p.bytes[p.strings[string].bytes]).into_owned()
            }
            ExprKind::Int(..) => "O".to_owned(),
            _ => "?".to_owned(),
        }
    };
    p.attr_args[attr.args].iter().map(text).collect()
}

/// Whether options, as `optimize` takes them, leave the language as it is.
fn means_nothing(language: &Language, options: &str) -> bool {
    options.split(',').map(str::trim).all(|option| {
        let option = match option {
            _ if option.starts_with('-') => option.to_owned(),
            _ if option.starts_with('O') => format!("-{option}"),
            _ if !option.is_empty() && option.bytes().all(|b| b.is_ascii_digit()) => {
                format!("-O{option}")
            }
            _ => format!("-f{option}"),
        };
        language.with_options([option.as_str()]).is_ok_and(|under| under == *language)
    })
}
