//! The table of forms: how a defect is written, as data.
//!
//! A form begins with `= KIND NAME`. What stands before a line `--` goes before
//! the function that gets the defect, the rest into a block of its own there.
//!
//! - `//!` ends the guilty line;
//! - `$[a|b]` is `a`, and `b` in the twin, which is valid;
//! - `$int[a|b]` is a number of a type, hidden: `a`, and `b` in the twin; both
//!   the same if there is no `|`. It is a constant, `max` or `min`, or `n`,
//!   perhaps with a sign and an offset;
//! - `$n` is a number from 3 to 9, the same throughout.
//!
//! Functions of the library, and `kept`, which takes what is computed, are
//! declared if they are mentioned.

use std::borrow::Cow;
use std::sync::OnceLock;

use elenchus_lang::tree::Program;
use elenchus_lang::undefined::Undefined;

use super::hide::Hider;

/// How the guilty line ends.
pub const MARK: &str = " //!";

/// One way to write a defect.
#[derive(Clone, Debug)]
pub struct Form {
    pub kind: Undefined,
    pub name: &'static str,
    /// What goes before the function.
    file: Cow<'static, str>,
    /// What goes into it.
    block: Cow<'static, str>,
}

const TEXTS: &[&str] = &[
    include_str!("forms/arithmetic.txt"),
    include_str!("forms/access.txt"),
    include_str!("forms/rest.txt"),
];

/// What a form may mention without declaring it.
const DECLARED: &[(&str, &str)] = &[
    ("kept", "long long kept;"),
    ("malloc", "void *malloc($size);"),
    ("calloc", "void *calloc($size, $size);"),
    ("free", "void free(void *);"),
    ("memset", "void *memset(void *, int, $size);"),
    ("memcpy", "void *memcpy(void *, const void *, $size);"),
    ("strcpy", "char *strcpy(char *, const char *);"),
    ("strlen", "$size strlen(const char *);"),
    ("snprintf", "int snprintf(char *, $size, const char *, ...);"),
    ("isalpha", "int isalpha(int);"),
    ("abs", "int abs(int);"),
    ("llabs", "long long llabs(long long);"),
    ("qsort", "void qsort(void *, $size, $size, int (*)(const void *, const void *));"),
    ("_setjmp", "int _setjmp(long long *);"),
    ("longjmp", "_Noreturn void longjmp(long long *, int);"),
];

/// Words of the table that are no names of C: types and numbers.
const OURS: &[&str] = &["n", "max", "min", "size", "ulong", "llong", "ullong"];

/// All forms, in the order of the table.
pub fn all() -> &'static [Form] {
    static ALL: OnceLock<Vec<Form>> = OnceLock::new();
    ALL.get_or_init(|| TEXTS.iter().flat_map(|text| pieces(text)).filter_map(parse).collect())
}

fn pieces(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.strip_prefix("= ").unwrap_or(text).split("\n= ")
}

/// What follows `= `. A test sees that all can be read.
fn parse(text: &'static str) -> Option<Form> {
    let (head, body) = text.split_once('\n')?;
    let (id, name) = head.split_once(' ')?;
    let (file, block) = body.split_once("\n--\n").unwrap_or(("", body));
    let (file, block) = (file.into(), block.trim_end().into());
    Some(Form { kind: Undefined::by_id(id)?, name, file, block })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_of_word(c))
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A text with some of its words replaced.
fn with_words(text: &str, new: impl Fn(&str) -> Option<String>) -> String {
    let pieces = text.split_inclusive(|c| !is_of_word(c));
    let piece = |piece: &str| {
        let word = piece.trim_end_matches(|c| !is_of_word(c));
        new(word).map_or_else(|| piece.to_owned(), |new| new + &piece[word.len()..])
    };
    pieces.map(piece).collect()
}

impl Form {
    /// The same with other names for what it declares before the function, where the
    /// program has these names.
    pub fn beside(&self, program: &Program) -> Form {
        let is_taken = |name: &str| {
            let of_decls = program.decls.iter().map(|(_, decl)| decl.name);
            let of_tags = program.types.records.iter().filter_map(|(_, record)| record.tag);
            of_decls.chain(of_tags).any(|symbol| program.name(symbol) == name)
        };
        let is_kept = |word: &str| OURS.contains(&word) || DECLARED.iter().any(|row| row.0 == word);
        let clashes: Vec<&str> = words(&self.file)
            .filter(|word| !word.is_empty() && !is_kept(word) && is_taken(word))
            .collect();
        let another = |word: &str| {
            let mut name = word.to_owned();
            while is_taken(&name) || words(&self.file).any(|word| word == name) {
                name.push('_');
            }
            name
        };
        let new = |word: &str| clashes.contains(&word).then(|| another(word));
        let (file, block) = (with_words(&self.file, new), with_words(&self.block, new));
        Form { file: file.into(), block: block.into(), ..*self }
    }

    fn declared(&self) -> impl Iterator<Item = &'static (&'static str, &'static str)> + '_ {
        let mentions = |name| words(&self.file).chain(words(&self.block)).any(|word| word == name);
        DECLARED.iter().filter(move |row| mentions(row.0))
    }

    /// Whether it takes more than the language.
    pub fn uses_library(&self) -> bool {
        self.declared().any(|row| row.0 != "kept")
    }

    /// What goes before the function.
    pub fn file_text(&self, count: i64, hider: &mut Hider) -> String {
        let size = hider.size_type();
        let mut text = String::new();
        for (_, declaration) in self.declared() {
            text.extend([&declaration.replace("$size", size), "\n"]);
        }
        if !self.file.is_empty() {
            text += &fill(&self.file, count, hider);
            text.push('\n');
        }
        text
    }

    /// What goes into it.
    pub fn block_text(&self, count: i64, hider: &mut Hider) -> String {
        fill(&self.block, count, hider)
    }
}

/// The text of a form with all its parts after `$` replaced.
fn fill(text: &str, count: i64, hider: &mut Hider) -> String {
    let mut parts = text.split('$');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    let mut rest: String = parts.map(|part| format!("${part}")).collect();
    while let Some(after) = rest.strip_prefix('$') {
        let word = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let (name, after) = after.split_at(word);
        let (inside, after) = bracketed(after).unwrap_or(("", after));
        let (bad, good) = halves(inside);
        match name {
            "n" => filled += &count.to_string(),
            "" => filled += &fill(if hider.twin { good } else { bad }, count, hider),
            _ => filled += &hider.number(name, bad, good, count),
        }
        let next = after.find('$').unwrap_or(after.len());
        filled += &after[..next];
        rest = after[next..].to_owned();
    }
    filled
}

/// What stands in the brackets that a text begins with, and what follows.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    if !text.starts_with('[') {
        return None;
    }
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&text[1..at], &text[at + 1..]));
        }
    }
    None
}

/// The two sides of the first `|`; the same twice if there is none.
fn halves(text: &str) -> (&str, &str) {
    text.split_once('|').unwrap_or((text, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plant::refusal;

    #[test]
    fn every_form_can_be_read_and_has_one_guilty_line() {
        let written: usize = TEXTS.iter().map(|text| pieces(text).count()).sum();
        assert_eq!(all().len(), written);
        for form in all() {
            let lines = [&*form.file, &*form.block].join("\n");
            let guilty = lines.lines().filter(|line| line.ends_with(MARK)).count();
            assert_eq!(guilty, 1, "{} {}", form.kind.id(), form.name);
        }
    }

    #[test]
    fn every_kind_has_forms_with_names_of_their_own_or_is_refused() {
        for &kind in Undefined::all() {
            let mut names = crate::plant::forms(kind);
            assert_eq!(names.is_empty(), refusal(kind).is_some(), "{}", kind.id());
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{}", kind.id());
        }
    }

    #[test]
    fn what_stands_after_a_dollar_is_replaced() {
        assert_eq!(bracketed("[a[1]|b] = 2"), Some(("a[1]|b", " = 2")));
        assert_eq!(bracketed("] = 2"), None);
        assert_eq!(halves("5"), ("5", "5"));
        assert_eq!(halves("n+1|n"), ("n+1", "n"));
    }
}
