//! A program as words that are the same for programs which differ in nothing that matters.

use std::collections::{BTreeMap, BTreeSet};

use elenchus_front::diagnostic::Diagnostics;
use elenchus_front::lexer::lex;
use elenchus_front::token::TokenKind;
use elenchus_lang::builtins;
use elenchus_lang::rules::Language;
use elenchus_lang::symbol::Interner;

use crate::program::Program;

/// The tokens of a program, its names numbered in the order of the text. Names that mean
/// something to a compiler stay as they are.
pub fn canonical(program: &Program) -> Vec<String> {
    let mut names = BTreeMap::new();
    words(program, |kind, text| match kind {
        TokenKind::Ident => name(text, &mut names),
        _ => text.to_owned(),
    })
}

/// The same, with all constants of a type alike: programs with the same tree, operators
/// and types have the same words.
pub fn pattern(program: &Program) -> Vec<String> {
    let mut names = BTreeMap::new();
    words(program, |kind, text| match kind {
        TokenKind::Ident => name(text, &mut names),
        TokenKind::Number => number(text),
        TokenKind::Char => "'c'".to_owned(),
        TokenKind::Str => "\"s\"".to_owned(),
        _ => text.to_owned(),
    })
}

/// The words of a program that mean something to a compiler by themselves: those of C, the
/// types of constants, what the library and gcc have.
pub fn known(program: &Program) -> BTreeSet<String> {
    let is_own = |text: &str| {
        builtins::lookup(text.as_bytes()).is_none() && builtins::library_type(text).is_none()
    };
    let found = words(program, |kind, text| match kind {
        TokenKind::Ident if is_own(text) => String::new(),
        TokenKind::Number => number(text),
        TokenKind::Char => "'c'".to_owned(),
        TokenKind::Str => "\"s\"".to_owned(),
        _ => text.to_owned(),
    });
    found.into_iter().filter(|word| !word.is_empty() && !word.contains(' ')).collect()
}

fn words(program: &Program, mut word: impl FnMut(TokenKind, &str) -> String) -> Vec<String> {
    let mut out = Vec::new();
    for file in &program.files {
        let text = String::from_utf8_lossy(&file.text);
        // Directives are no tokens. A pragma is one.
        let lines = text.lines().map(str::trim).filter(|line| line.starts_with('#'));
        out.extend(lines.filter(|line| !line[1..].trim().starts_with("pragma")).map(str::to_owned));
        let (mut interner, mut diagnostics) = (Interner::default(), Diagnostics::default());
        let tokens = lex(text.as_bytes(), 0, Language::GNU17, &mut interner, &mut diagnostics);
        for token in tokens.list.iter().filter(|token| token.kind != TokenKind::Eof) {
            let spelling = text.get(token.start as usize..token.end as usize).unwrap_or("");
            out.push(word(token.kind, spelling));
        }
        out.push("end of file".to_owned());
    }
    out
}

fn name(text: &str, names: &mut BTreeMap<String, usize>) -> String {
    let known = builtins::lookup(text.as_bytes()).is_some()
        || builtins::library_type(text).is_some()
        || text == "main";
    if known {
        return text.to_owned();
    }
    let next = names.len();
    format!("v{}", *names.entry(text.to_owned()).or_insert(next))
}

/// A constant by its type, as far as its spelling tells: `1u`, `1.0f`. Decimals that need
/// 64 bits are of a larger type.
fn number(text: &str) -> String {
    let text = text.to_ascii_lowercase();
    let hexadecimal = text.starts_with("0x");
    let is_float = text.contains(['.', 'p']) || (!hexadecimal && text.contains('e'));
    let suffix = |letters: &[char]| {
        let digits = text.trim_end_matches(letters);
        text[digits.len()..].to_owned()
    };
    if is_float {
        return format!("1.0{}", suffix(if hexadecimal { &['l'] } else { &['f', 'l'] }));
    }
    let suffix = suffix(&['u', 'l']);
    let digits = text.trim_end_matches(['u', 'l']);
    let value = match digits.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    let is_long =
        value.is_ok_and(|value| value > if hexadecimal { 0xffff_ffff } else { 0x7fff_ffff });
    format!("{}{suffix}", if is_long { "9" } else { "1" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ProgramFile;

    fn program(text: &str) -> Program {
        Program { files: vec![ProgramFile::new("program.c", text)], flags: Vec::new() }
    }

    #[test]
    fn names_do_not_matter_but_those_of_the_library() {
        let check = |one: &str, other: &str, same: bool| {
            let same_words = canonical(&program(one)) == canonical(&program(other));
            assert_eq!(same_words, same, "{one} {other}");
        };
        check("int a; int b = 1;", "int  x;\nint y = 1; /* b */", true);
        check("int a; int b = a;", "int a; int b = b;", false);
        check("int f(void) { return abs(1); }", "int f(void) { return ffs(1); }", false);
        check("int a = 1;", "int a = 2;", false);
        check("#define A 1\nint a;", "#define A 2\nint a;", false);
    }

    #[test]
    fn constants_differ_in_types_only() {
        let check = |one: &str, other: &str, same: bool| {
            let text = |value: &str| program(&format!("long a = b + {value};"));
            let same_words = pattern(&text(one)) == pattern(&text(other));
            assert_eq!(same_words, same, "{one} {other}");
        };
        check("1", "0x7f", true);
        check("1", "2u", false);
        check("1", "4000000000", false);
        check("0xffffffff", "0x1", true);
        check("1.5", "3e7", true);
        check("1.5f", "1.5", false);
        check("'a'", "'\\n'", true);
        check("\"a\"", "\"bc\"", true);
        check("1", "-1", false);
    }
}
