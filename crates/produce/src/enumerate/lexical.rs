//! Skeletons of texts that nobody parsed, such as C++: words and braces alone.
//!
//! A name is taken for declared where it first comes up in an open scope
//! behind something that looks like a type; later it is a hole, and may be any
//! name that is declared in an open scope. Few of the variants compile: they
//! test front ends, which must not crash.

use rustc_hash::{FxHashMap, FxHashSet};

use super::file::{FileSkeleton, Measures, Site};
use super::skeleton::{Skeleton, Var};

/// The skeleton of any text that looks like C or C++.
pub fn find(text: &[u8]) -> FileSkeleton {
    let words = scan(text);
    let mut finder = Finder::default();
    for (index, word) in words.iter().enumerate() {
        finder.word(&words, index, word);
    }
    finder.found(text)
}

/// A piece of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Word<'a> {
    text: &'a [u8],
    start: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Name,
    Keyword,
    /// One character; also a string or a number, which means nothing here.
    Mark,
}

/// Words that are no names; after some of them a name is not declared.
const KEYWORDS: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "asm",
    "auto",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "concept",
    "const",
    "constexpr",
    "const_cast",
    "continue",
    "co_await",
    "co_return",
    "co_yield",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "final",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "nullptr",
    "operator",
    "or",
    "override",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "__attribute__",
    "__extension__",
    "__typeof__",
    "__asm__",
    "_Bool",
    "restrict",
    "__restrict",
];
const NO_TYPES: &[&str] = &[
    "and",
    "break",
    "case",
    "co_await",
    "co_return",
    "co_yield",
    "delete",
    "do",
    "else",
    "goto",
    "new",
    "not",
    "operator",
    "or",
    "return",
    "sizeof",
    "throw",
    "typeid",
    "using",
    "namespace",
];

/// The words of a text without comments, directives, strings and numbers.
fn scan(text: &[u8]) -> Vec<Word<'_>> {
    let is_start = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || byte >= 128;
    let is_more = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 128;
    let mut words = Vec::new();
    let mut at = 0;
    let mut fresh_line = true;
    while at < text.len() {
        let rest = &text[at..];
        let start = at;
        let byte = rest[0];
        at += match byte {
            b'\n' => 1,
            _ if byte.is_ascii_whitespace() => 1,
            b'#' if fresh_line => directive(rest),
            b'/' if rest.starts_with(b"//") => line(rest),
            b'/' if rest.starts_with(b"/*") => after(rest, 2, b"*/"),
            b'"' | b'\'' => quoted(rest, byte),
            b'0'..=b'9' => rest.iter().take_while(|b| is_more(**b) || b".'".contains(b)).count(),
            _ if is_start(byte) => {
                let length = rest.iter().take_while(|byte| is_more(**byte)).count();
                match raw_string(rest, length) {
                    Some(all) => all,
                    None => length,
                }
            }
            _ => 1,
        }
        .max(1);
        fresh_line = byte == b'\n' || fresh_line && byte.is_ascii_whitespace();
        if byte.is_ascii_whitespace()
            || byte == b'#'
            || rest.starts_with(b"//")
            || rest.starts_with(b"/*")
        {
            continue;
        }
        let word = &text[start..at];
        let kind = match is_start(byte) && word.iter().all(|byte| is_more(*byte)) {
            false => Kind::Mark,
            true if KEYWORDS.iter().any(|keyword| keyword.as_bytes() == word) => Kind::Keyword,
            true => Kind::Name,
        };
        words.push(Word { text: word, start, kind });
    }
    words
}

fn line(text: &[u8]) -> usize {
    text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len())
}

/// A directive with its continued lines.
fn directive(text: &[u8]) -> usize {
    let mut at = line(text);
    while at < text.len() && text[..at].trim_ascii_end().last() == Some(&b'\\') {
        at += 1 + line(&text[at + 1..]);
    }
    at
}

/// Up to and with the first `end` after so many bytes.
fn after(text: &[u8], from: usize, end: &[u8]) -> usize {
    let found = text[from..].windows(end.len()).position(|window| window == end);
    found.map_or(text.len(), |at| from + at + end.len())
}

fn quoted(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < text.len() && text[at] != quote && text[at] != b'\n' {
        at += 1 + usize::from(text[at] == b'\\');
    }
    (at + 1).min(text.len())
}

/// `R"x(…)x"`, after its prefix of `length` bytes.
fn raw_string(text: &[u8], length: usize) -> Option<usize> {
    let quote = text.get(length).filter(|byte| **byte == b'"')?;
    debug_assert_eq!(*quote, b'"');
    if !text[..length].ends_with(b"R") {
        return None;
    }
    let open = text[length..].iter().position(|&byte| byte == b'(')? + length;
    let end = [b")", &text[length + 1..open], b"\""].concat();
    Some(after(text, open, &end))
}

#[derive(Default)]
struct Finder<'a> {
    /// Open braces: their numbers, and the names that end with them.
    scopes: Vec<(u32, Vec<&'a [u8]>)>,
    count: u32,
    parens: u32,
    /// Names between parentheses: they belong to the block that follows.
    pending: Vec<&'a [u8]>,
    visible: FxHashMap<&'a [u8], Var>,
    names: Vec<&'a [u8]>,
    groups: Vec<u32>,
    sets: Vec<Vec<Var>>,
    holes: Vec<(usize, usize, u32, Var)>,
    /// Whether the last set is still what is visible.
    fresh: bool,
    functions: u64,
}

impl<'a> Finder<'a> {
    fn word(&mut self, words: &[Word<'a>], index: usize, word: &Word<'a>) {
        match (word.kind, word.text) {
            (Kind::Mark, b"{") => self.open(),
            (Kind::Mark, b"}") => self.close(),
            (Kind::Mark, b"(") => self.parens += 1,
            (Kind::Mark, b")") => self.parens = self.parens.saturating_sub(1),
            (Kind::Mark, b";") if self.parens == 0 => self.forget_pending(),
            (Kind::Name, name) if !is_part(words, index) => match self.visible.get(name) {
                Some(&var) => self.hole(word, var),
                None if is_declared(words, index) => self.declare(name),
                None => {}
            },
            _ => {}
        }
    }

    fn open(&mut self) {
        self.count += 1;
        self.functions += u64::from(self.scopes.is_empty());
        let names = std::mem::take(&mut self.pending);
        for name in &names {
            if let Some(&var) = self.visible.get(name) {
                self.groups[var as usize] = self.count;
            }
        }
        self.parens = 0;
        self.scopes.push((self.count, names));
    }

    fn close(&mut self) {
        self.forget_pending();
        self.parens = 0;
        let Some((_, names)) = self.scopes.pop() else { return };
        self.forget(&names);
    }

    fn forget_pending(&mut self) {
        let names = std::mem::take(&mut self.pending);
        self.forget(&names);
    }

    fn forget(&mut self, names: &[&'a [u8]]) {
        names.iter().for_each(|name| _ = self.visible.remove(name));
        self.fresh &= names.is_empty();
    }

    fn declare(&mut self, name: &'a [u8]) {
        self.visible.insert(name, self.names.len() as Var);
        self.names.push(name);
        self.groups.push(self.scopes.last().map_or(0, |(scope, _)| *scope));
        self.fresh = false;
        match self.scopes.last_mut() {
            _ if self.parens > 0 => self.pending.push(name),
            Some((_, names)) => names.push(name),
            None => {}
        }
    }

    fn hole(&mut self, word: &Word<'a>, var: Var) {
        if !self.fresh {
            let mut set: Vec<Var> = self.visible.values().copied().collect();
            set.sort_unstable();
            self.sets.push(set);
            self.fresh = true;
        }
        let set = self.sets.len() as u32 - 1;
        self.holes.push((word.start, word.start + word.text.len(), set, var));
    }

    fn found(self, text: &[u8]) -> FileSkeleton {
        let site = |&(start, end, ..): &(usize, usize, u32, Var)| Site {
            user: start..end,
            parsed: start..end,
            expr: None,
            escapes: true,
        };
        let used: FxHashSet<u32> = self.groups.iter().copied().collect();
        let candidates = self.holes.iter().map(|hole| self.sets[hole.2 as usize].len() as u64);
        let measures = Measures {
            holes: self.holes.len() as u64,
            scopes: used.len() as u64,
            functions: self.functions,
            types: u64::from(!self.holes.is_empty()),
            candidates: candidates.sum(),
        };
        debug_assert!(self.holes.iter().all(|hole| hole.1 <= text.len()));
        let name = |name: &&[u8]| String::from_utf8_lossy(name).into_owned();
        let numbers = self.holes.iter().map(|hole| hole.2).collect();
        let skeleton =
            Skeleton::new(self.sets, numbers, &self.groups).expect("all of it was just numbered");
        FileSkeleton {
            skeleton,
            original: self.holes.iter().map(|hole| hole.3).collect(),
            measures,
            names: self.names.iter().map(name).collect(),
            decls: Vec::new(),
            sites: self.holes.iter().map(site).collect(),
        }
    }
}

/// Whether a name belongs to another one: `a.x`, `a->x`, `a::x`, `x::a`.
fn is_part(words: &[Word], index: usize) -> bool {
    let mark = |at: Option<usize>| at.and_then(|at| words.get(at)).map_or(&b""[..], |w| w.text);
    let before = mark(index.checked_sub(1));
    let before_that = mark(index.checked_sub(2));
    before == b"."
        || (before_that, before) == (b"-", b">")
        || before == b":" && before_that == b":"
        || mark(Some(index + 1)) == b":" && mark(Some(index + 2)) == b":"
}

/// Whether this looks like the declaration of a name.
fn is_declared(words: &[Word], index: usize) -> bool {
    let Some(before) = index.checked_sub(1).and_then(|at| words.get(at)) else { return false };
    let next = words.get(index + 1).map_or(&b";"[..], |word| word.text);
    let may_follow =
        matches!(next, b";" | b"=" | b"," | b")" | b"[" | b"(" | b"{" | b":" | b">" | b"}");
    let behind_type = match before.kind {
        Kind::Name => true,
        Kind::Keyword => !NO_TYPES.iter().any(|word| word.as_bytes() == before.text),
        Kind::Mark => matches!(before.text, b"*" | b"&" | b">" | b"," | b"{"),
    };
    may_follow && behind_type
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each hole with its candidates.
    fn check(text: &str, expected: &[&str]) {
        let found = find(text.as_bytes());
        let shown = |hole: usize| {
            let names = found.skeleton.candidates(hole).iter().map(|&var| found.name(var));
            let names = names.collect::<Vec<_>>().join(" ");
            format!("{}: {names}", found.name(found.original[hole]))
        };
        let holes: Vec<String> = (0..found.skeleton.len()).map(shown).collect();
        assert_eq!(holes, expected, "{text}");
        let mut out = Vec::new();
        found.render(text.as_bytes(), &found.original, &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), text);
    }

    #[test]
    fn names_and_braces() {
        check("struct A { int n; }; A a;", &["A: A"]);
        check("int f(int x) { return x; } int y = f(1);", &["x: f x", "f: f y"]);
        check(
            "int a; void g() { int b; { int c = b; } b = a; }",
            &["b: a g b c", "b: a g b", "a: a g b"],
        );
        check("template <typename T> T h(T t) { return t; }", &["T: T", "T: T h", "t: T h t"]);
    }

    #[test]
    fn what_is_no_name() {
        check("int a; // a\n/* a */ const char *s = \"a\" R\"x(a)x\" 'a'; int b = 0xa;", &[]);
        check("#define a b \\\n a\nint a; int b = a;", &["a: a b"]);
        check("int a; int b = x.a + y->a + z::a + a::c;", &[]);
        check("int a; int b = \u{e9}; a", &["a: a b"]);
    }

    #[test]
    fn broken_texts_are_harmless() {
        for text in ["", "}", "}}{", "\"", "/*", "R\"(", "#", "'\\", "int a; {{{ a", ")))", "#\\\n"]
        {
            let found = find(text.as_bytes());
            let mut out = Vec::new();
            found.render(text.as_bytes(), &found.original, &mut out);
            assert_eq!(out, text.as_bytes(), "{text}");
        }
    }
}
