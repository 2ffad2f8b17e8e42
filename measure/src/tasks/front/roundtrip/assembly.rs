//! Assembly as gcc -O0 makes it, without what only the layout of the source
//! text decides.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;

use crate::call::complaint;
use crate::compile;
use crate::corpus::STANDARD;
use crate::hash::fnv1a_parts;

/// How long gcc may take for one file.
const SECONDS: u64 = 60;

/// The assembly of a preprocessed file, normalised; or gcc's first error.
pub fn compile(file: &Path) -> Result<Result<String, String>> {
    let options = ["-O0", "-S", "-o", "-"];
    let made = compile::texts("gcc", STANDARD).args(options).arg(file).seconds(SECONDS).run()?;
    Ok(if made.succeeded() {
        Ok(normalise(&String::from_utf8_lossy(&made.stdout)))
    } else {
        Err(complaint(&made))
    })
}

/// Names the normalised assembly of a text: changes with the text, with gcc
/// and with this file.
pub fn cache_key(gcc_version: &str, text: &[u8]) -> u64 {
    fnv1a_parts(&[include_bytes!("assembly.rs"), gcc_version.as_bytes(), text])
}

/// Assembly without file names and line numbers; labels and the numbers of
/// local names counted in the order of their first appearance.
pub fn normalise(assembly: &str) -> String {
    let mut names = Names::default();
    let mut result = String::with_capacity(assembly.len());
    for line in assembly.lines().filter(|line| !only_about_the_source(line)) {
        normalise_line(line, &mut names, &mut result);
        result.push('\n');
    }
    result
}

fn only_about_the_source(line: &str) -> bool {
    let line = line.trim_start();
    let directives = [".file", ".loc", ".ident"];
    let directive = line.split_whitespace().next().unwrap_or("");
    // Around the text of an `asm`, gcc tells its line: `# 12 "a.c" 1`.
    let marker = line
        .strip_prefix("# ")
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains('"'));
    directives.contains(&directive) || marker
}

#[derive(Default)]
struct Names<'a> {
    /// The new name of each numbered name.
    known: BTreeMap<&'a str, usize>,
    /// How many numbered names of each kind there are.
    counts: BTreeMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    fn number(&mut self, name: &'a str, kind: &'a str) -> usize {
        *self.known.entry(name).or_insert_with(|| {
            let count = self.counts.entry(kind).or_default();
            *count += 1;
            *count - 1
        })
    }
}

fn normalise_line<'a>(line: &'a str, names: &mut Names<'a>, result: &mut String) {
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => string_length(rest),
            c if in_name(c) => rest.find(|c| !in_name(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        match numbered(token) {
            Some(kind) => {
                result.push_str(kind);
                result.push_str(&format!("#{}", names.number(token, kind)));
            }
            None => result.push_str(token),
        }
    }
}

fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.$".contains(c) || !c.is_ascii()
}

fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The part before the number, if this is a label (`.L12`, `.LC0`) or the
/// name of something local (`x.3`).
fn numbered(token: &str) -> Option<&str> {
    let kind = token.trim_end_matches(|c: char| c.is_ascii_digit());
    if kind.len() == token.len() || token.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let label = kind.starts_with(".L");
    let local = kind.ends_with('.') && !kind.starts_with('.');
    (label || local).then_some(kind)
}

/// The first pair of lines that differ.
pub fn first_difference(a: &str, b: &str) -> Option<(String, String)> {
    let (mut a, mut b) = (a.lines(), b.lines());
    loop {
        match (a.next(), b.next()) {
            (None, None) => return None,
            (x, y) if x == y => {}
            (x, y) => {
                let text = |line: Option<&str>| line.unwrap_or("(end)").trim().to_string();
                return Some((text(x), text(y)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_counted_anew() {
        let a = "\t.file\t\"a.c\"\n.L7:\n\tjmp\t.L7\n\tleaq\t.LC3(%rip), %rax\n\tmovl\tx.12(%rip), %eax\n\tcall\tx.13@PLT\n";
        let b = "\t.file\t\"b.c\"\n.L2:\n\tjmp\t.L2\n\tleaq\t.LC0(%rip), %rax\n\tmovl\tx.0(%rip), %eax\n\tcall\tx.1@PLT\n";
        assert_eq!(normalise(a), normalise(b));
        let other = b.replace("x.1@", "x.0@");
        let difference = first_difference(&normalise(a), &normalise(&other)).unwrap();
        assert_eq!(difference, ("call\tx.#1@PLT".to_string(), "call\tx.#0@PLT".to_string()));
    }

    #[test]
    fn what_counts_stays() {
        let text = "\t.string\t\"x.12 .L7 \\\" x.13\"\n\tmovq\t%r12, -8(%rbp)\n\t.section\t.rodata.cst8\nx1:\n";
        assert_eq!(normalise(text), text);
    }

    #[test]
    fn lines_of_the_source_go() {
        assert_eq!(normalise("#APP\n# 3 \"a.c\" 1\n\tnop # 1\n# 0 \"\" 2\n#NO_APP\n"), {
            "#APP\n\tnop # 1\n#NO_APP\n"
        });
        assert_eq!(first_difference("a\nb", "a"), Some(("b".into(), "(end)".into())));
    }
}
