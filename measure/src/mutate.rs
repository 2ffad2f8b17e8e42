//! Texts that were programs once: cut off, shuffled, with bytes flipped.

use std::ops::Range;

use crate::random::Random;

/// What is put in place of other tokens: what begins or ends something.
const TOKENS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "=",
    ":",
    "?",
    "*",
    "&",
    "...",
    "->",
    ".",
    "++",
    "#",
    "sizeof",
    "struct",
    "union",
    "enum",
    "typedef",
    "static",
    "extern",
    "int",
    "void",
    "unsigned",
    "_Complex",
    "_Generic",
    "_Static_assert",
    "_Alignas",
    "_Atomic",
    "__attribute__",
    "asm",
    "typeof",
    "__label__",
    "goto",
    "case",
    "default",
    "switch",
    "return",
    "if",
    "else",
    "for",
    "while",
    "do",
    "__builtin_offsetof",
    "__builtin_va_arg",
    "__builtin_choose_expr",
    "0x",
    "1e",
    "08",
    "'",
    "\"",
    "'\\",
    "L\"",
    "99999999999999999999999999",
    "1.0fi",
    "-1",
    "0",
    "\\",
    "$",
    "/*",
    "//",
    "\n#pragma x\n",
    "\n# 1 \"x\"\n",
    "\u{e9}",
    "__int128",
    "__extension__",
];

/// How many tokens a change of a range touches at most.
const WINDOW: usize = 40;

/// `text` changed once or a few times; `other` lends its end.
pub fn mutate(random: &mut Random, text: &[u8], other: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    // Mostly once: what is broken everywhere is rejected at its start.
    let times = [1, 1, 1, 1, 2, 3][random.below(6)];
    for _ in 0..times {
        if text.is_empty() {
            break;
        }
        text = mutate_once(random, &text, other);
    }
    text
}

fn mutate_once(random: &mut Random, text: &[u8], other: &[u8]) -> Vec<u8> {
    match random.below(11) {
        0 => text[..random.below(text.len() + 1)].to_vec(),
        1 => splice(random, text, other),
        2 => flip(random, text),
        3 => {
            let cut = range(random, text.len(), 64);
            [&text[..cut.start], &text[cut.end..]].concat()
        }
        4 => {
            let at = random.below(text.len() + 1);
            let new: Vec<u8> = (0..1 + random.below(8)).map(|_| random.next() as u8).collect();
            [&text[..at], &new, &text[at..]].concat()
        }
        kind => mutate_tokens(random, text, kind),
    }
}

fn mutate_tokens(random: &mut Random, text: &[u8], kind: usize) -> Vec<u8> {
    let mut tokens: Vec<&[u8]> = tokens(text).into_iter().map(|range| &text[range]).collect();
    if tokens.is_empty() {
        return text.to_vec();
    }
    match kind {
        5 => tokens.truncate(random.below(tokens.len() + 1)),
        6 => drop(tokens.drain(range(random, tokens.len(), WINDOW))),
        7 => {
            let copied = tokens[range(random, tokens.len(), WINDOW)].to_vec();
            let at = random.below(tokens.len() + 1);
            tokens.splice(at..at, copied);
        }
        8 => {
            for _ in 0..1 + random.below(8) {
                let (a, b) = (random.below(tokens.len()), random.below(tokens.len()));
                tokens.swap(a, b);
            }
        }
        9 => {
            let window = range(random, tokens.len(), WINDOW);
            shuffle(random, &mut tokens[window]);
        }
        _ => {
            for _ in 0..1 + random.below(4) {
                let at = random.below(tokens.len());
                tokens[at] = TOKENS[random.below(TOKENS.len())].as_bytes();
            }
        }
    }
    tokens.concat()
}

/// The beginning of one text and the end of another.
fn splice(random: &mut Random, text: &[u8], other: &[u8]) -> Vec<u8> {
    let end = random.below(text.len() + 1);
    let start = random.below(other.len() + 1);
    [&text[..end], &other[start..]].concat()
}

fn flip(random: &mut Random, text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..1 + random.below(16) {
        let at = random.below(text.len());
        text[at] = match random.below(3) {
            0 => random.next() as u8,
            1 => text[at] ^ (1 << random.below(8)),
            _ => text[random.below(text.len())],
        };
    }
    text
}

fn shuffle(random: &mut Random, tokens: &mut [&[u8]]) {
    for index in (1..tokens.len()).rev() {
        tokens.swap(index, random.below(index + 1));
    }
}

/// A range of at most `longest` within `length`, which is not 0.
fn range(random: &mut Random, length: usize, longest: usize) -> Range<usize> {
    let start = random.below(length);
    let longest = longest.min(length - start);
    start..start + random.below(longest + 1)
}

/// Words, literals and single other bytes; white space goes with what is
/// before it, so that shuffled words stay apart.
fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        at += match text[at] {
            quote @ (b'"' | b'\'') => literal_length(&text[at..], quote),
            byte if in_word(byte) => text[at..].iter().take_while(|b| in_word(**b)).count(),
            _ => 1,
        };
        at += text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        found.push(start..at);
    }
    found
}

fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn literal_length(text: &[u8], quote: u8) -> usize {
    let mut escaped = false;
    for (at, byte) in text.iter().enumerate().skip(1) {
        match byte {
            b'\n' => return at,
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            byte if *byte == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_cover_the_text() {
        let text = b"int x = 'a' + f(\"s \\\" t\");\n# 1 \"x\"\n\"open\nend";
        let tokens = tokens(text);
        assert_eq!(tokens.iter().flat_map(|t| &text[t.clone()]).count(), text.len());
        let pieces: Vec<&[u8]> = tokens.into_iter().map(|range| &text[range]).collect();
        assert!(pieces.contains(&&b"'a' "[..]) && pieces.contains(&&b"\"s \\\" t\""[..]));
    }

    #[test]
    fn a_seed_gives_the_same_text_again() {
        let text = b"int main(void) { return 1 + 2; }\n";
        for seed in 0..2000 {
            let make = || mutate(&mut Random::new(seed), text, b"void f(void) {}\n");
            assert_eq!(make(), make());
        }
        assert!(mutate(&mut Random::new(1), b"", b"").is_empty());
    }
}
