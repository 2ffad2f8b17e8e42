//! The little of C's grammar that one must know of a text to cut something out
//! of it: comments, literals, brackets.

use std::ops::Range;

/// Past white space, comments and joined lines.
fn skip_blank(text: &[u8], mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let length = match rest {
            [b' ' | b'\t' | b'\r' | b'\n' | 11 | 12, ..] => 1,
            [b'\\', b'\n', ..] => 2,
            [b'\\', b'\r', b'\n', ..] => 3,
            [b'/', b'*', ..] => end_of(rest, 2, b"*/").unwrap_or(rest.len()),
            [b'/', b'/', ..] => end_of(rest, 2, b"\n").unwrap_or(rest.len()),
            _ => return at,
        };
        at += length;
    }
}

/// Where the first `end` after so many bytes ends.
fn end_of(text: &[u8], from: usize, end: &[u8]) -> Option<usize> {
    let found = text[from..].windows(end.len()).position(|window| window == end)?;
    Some(from + found + end.len())
}

/// How long the literal is that begins here; one byte, if none does.
fn literal(text: &[u8]) -> usize {
    let quote = text[0];
    if !matches!(quote, b'"' | b'\'') {
        return 1;
    }
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            b'\\' => at += 1,
            byte if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

/// Nothing but the separator, with blanks and comments around it. Directives
/// are something.
pub(super) fn is_separator(text: &[u8], separator: u8) -> bool {
    let at = skip_blank(text, 0);
    text.get(at) == Some(&separator) && skip_blank(text, at + 1) == text.len()
}

/// With a comma after it, if there is one.
pub(super) fn with_comma(text: &[u8], range: Range<usize>) -> Range<usize> {
    let next = skip_blank(text, range.end);
    if text.get(next) == Some(&b',') { range.start..next + 1 } else { range }
}

/// The arguments in the parentheses of a call, after its callee; closing
/// parentheses around the callee may come first.
pub(super) fn arguments(text: &[u8], from: usize, to: usize) -> Option<Vec<Range<usize>>> {
    let text = text.get(..to)?;
    let mut at = skip_blank(text, from);
    while text.get(at) == Some(&b')') {
        at = skip_blank(text, at + 1);
    }
    if text.get(at) != Some(&b'(') {
        return None;
    }
    at = skip_blank(text, at + 1);
    let (mut found, mut depth, mut current) = (Vec::new(), 0usize, at..at);
    while at < text.len() {
        match text[at] {
            b')' if depth == 0 => {
                let is_last = skip_blank(text, at + 1) == text.len();
                if !current.is_empty() {
                    found.push(current);
                }
                return is_last.then_some(found);
            }
            b',' if depth == 0 => {
                found.push(current);
                at = skip_blank(text, at + 1);
                current = at..at;
                continue;
            }
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        at += literal(&text[at..]);
        current.end = at;
        at = skip_blank(text, at);
    }
    None
}

/// An attribute with its comma, or with all that says it is one, if it stands
/// alone.
pub(super) fn around_attribute(text: &[u8], name: Range<usize>) -> Range<usize> {
    let right = skip_blank(text, name.end);
    if text.get(right) == Some(&b',') {
        return name.start..skip_blank(text, right + 1);
    }
    let left = text[..name.start].trim_ascii_end();
    if left.ends_with(b",") {
        return left.len() - 1..name.end;
    }
    let alone = |open: &[u8], close: u8| -> Option<Range<usize>> {
        let outer = left.strip_suffix(&open[..1])?.trim_ascii_end().strip_suffix(&open[..1])?;
        let second = skip_blank(text, right + 1);
        let closed = text.get(right) == Some(&close) && text.get(second) == Some(&close);
        closed.then_some(outer.len()..second + 1)
    };
    if let Some(whole) = alone(b"[", b']') {
        return with_blanks(text, whole);
    }
    let Some(parens) = alone(b"(", b')') else { return name };
    let word = text[..parens.start].trim_ascii_end();
    let word = [&b"__attribute__"[..], b"__attribute"].iter().find_map(|w| word.strip_suffix(*w));
    word.map_or(name, |before| with_blanks(text, before.len()..parens.end))
}

/// With the blanks before it, or after it if it is the first in its line.
fn with_blanks(text: &[u8], range: Range<usize>) -> Range<usize> {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let before = text[..range.start].iter().rev().take_while(is_blank).count();
    let start = range.start - before;
    if start > 0 && text[start - 1] != b'\n' {
        return start..range.end;
    }
    let after = text[range.end..].iter().take_while(is_blank).count();
    range.start..range.end + after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_found() {
        let check = |text: &str, expected: &[&str]| {
            let found = arguments(text.as_bytes(), 1, text.len()).unwrap();
            let found: Vec<&str> = found.into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, expected);
        };
        check("f()", &[]);
        check("f( /* no, nothing */ )", &[]);
        check("f(a, (b , c), d[1, 2])", &["a", "(b , c)", "d[1, 2]"]);
        check("f ( \",)\" /* , */ , ')' // )\n)", &["\",)\"", "')'"]);
        check("f)(a)", &["a"]);
    }

    #[test]
    fn attributes_take_their_separators_along() {
        let check = |text: &str, name: &str, expected: &str| {
            let start = text.find(name).unwrap();
            let range = around_attribute(text.as_bytes(), start..start + name.len());
            assert_eq!(&text[range], expected);
        };
        check("int __attribute__((unused)) a;", "unused", " __attribute__((unused))");
        check("int __attribute__((unused, hot)) a;", "unused", "unused, ");
        check("int __attribute__((unused, hot)) a;", "hot", ", hot");
        check("[[ a::b ]] int a;", "a::b", "[[ a::b ]] ");
    }
}
