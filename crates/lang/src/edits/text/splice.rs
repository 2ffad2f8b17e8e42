//! Changes of a text, byte by byte.

use std::ops::Range;

use super::super::EditError;

/// So many bytes of a text become others.
pub(super) struct Splice {
    /// Of which edit.
    pub number: usize,
    pub range: Range<usize>,
    pub text: Vec<u8>,
}

/// The text after the changes. What they leave alone stays as it is.
pub(super) fn splice(old: &[u8], mut splices: Vec<Splice>) -> Result<Vec<u8>, EditError> {
    // Stable: what is inserted at one place keeps the order of its edits.
    splices.sort_by_key(|splice| (splice.range.start, splice.range.end));
    let mut new = Vec::with_capacity(old.len());
    let mut copied = 0;
    for (index, splice) in splices.iter().enumerate() {
        let next = splices.get(index + 1);
        // Two places of the tree can be one place of the text.
        if let Some(next) = next.filter(|next| next.range.start < splice.range.end) {
            return Err(EditError::Overlap(splice.number, next.number));
        }
        let free = copied..next.map_or(old.len(), |next| next.range.start);
        let range = match splice.text.is_empty() {
            true => with_its_lines(old, &splice.range, free),
            false => splice.range.clone(),
        };
        append(&mut new, &old[copied..range.start]);
        append(&mut new, &splice.text);
        copied = range.end;
    }
    append(&mut new, &old[copied..]);
    Ok(new)
}

/// Appends the text with other bytes in some of its places, which are apart and
/// in order. Nothing is looked at, so whoever puts a name in the place of a name
/// can do it a million times.
pub fn substitute<'a>(
    text: &[u8],
    places: impl Iterator<Item = (&'a Range<usize>, &'a [u8])>,
    out: &mut Vec<u8>,
) {
    let mut copied = 0;
    for (place, with) in places {
        out.extend_from_slice(text.get(copied..place.start).unwrap_or_default());
        out.extend_from_slice(with);
        copied = place.end;
    }
    out.extend_from_slice(text.get(copied..).unwrap_or_default());
}

/// Appends with a space in between where it is needed.
fn append(new: &mut Vec<u8>, text: &[u8]) {
    if new.last().zip(text.first()).is_some_and(|(&left, &right)| joins(left, right)) {
        new.push(b' ');
    }
    new.extend_from_slice(text);
}

/// Side by side the two bytes could be read as one token, or begin a comment.
fn joins(left: u8, right: u8) -> bool {
    let in_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..);
    let in_operator = |byte: u8| b"+-*/%&|^<>=!:#.".contains(&byte);
    in_word(left) && (in_word(right) || matches!(right, b'"' | b'\'' | b'.'))
        || left == b'.' && right.is_ascii_digit()
        || in_operator(left) && in_operator(right)
}

/// Widens what is deleted to whole lines, if nothing else stands in them and
/// all of it is free.
fn with_its_lines(text: &[u8], range: &Range<usize>, free: Range<usize>) -> Range<usize> {
    let start = line_start(text, range.start);
    let rest = &text[range.end..];
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    let end = range.end + blanks;
    let alone = is_blank(&text[start..range.start]) && text.get(end).is_none_or(|&b| b == b'\n');
    let end = (end + 1).min(text.len());
    match alone && free.start <= start && end <= free.end {
        true => start..end,
        false => range.clone(),
    }
}

pub(super) fn line_start(text: &[u8], at: usize) -> usize {
    text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1)
}

pub(super) fn is_blank(text: &[u8]) -> bool {
    text.iter().all(|byte| matches!(byte, b' ' | b'\t'))
}

/// The white space that the line of `at` begins with, before `at`.
pub(super) fn indentation(text: &[u8], at: usize) -> &[u8] {
    let line = &text[line_start(text, at)..at];
    let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &line[..blanks]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &str, changes: &[(Range<usize>, &str)], expected: &str) {
        let splice_of = |(number, (range, text)): (usize, &(Range<usize>, &str))| Splice {
            number,
            range: range.clone(),
            text: text.as_bytes().to_vec(),
        };
        let new = splice(old.as_bytes(), changes.iter().enumerate().map(splice_of).collect());
        let new = new.map(|new| String::from_utf8(new).unwrap());
        assert_eq!(new.as_deref(), Ok(expected));
    }

    #[test]
    fn the_rest_stays() {
        check("a  b /* c */;\n", &[(3..4, "x"), (0..1, "y")], "y  x /* c */;\n");
        check("ab", &[(1..1, "1"), (1..1, "2")], "a 1 2 b");
    }

    #[test]
    fn tokens_stay_apart() {
        check("-x", &[(1..2, "-y")], "- -y");
        check("a/b", &[(2..3, "*p")], "a/ *p");
        check("return(x);", &[(6..9, "y")], "return y;");
        check("x=y", &[(2..3, "z")], "x=z");
        check("a;b;c", &[(2..4, "")], "a;c");
    }

    #[test]
    fn deleted_lines_vanish() {
        check("a;\n  b;\nc;\n", &[(5..7, "")], "a;\nc;\n");
        check("a;\n  b; // x\nc;\n", &[(5..7, "")], "a;\n   // x\nc;\n");
        check("  a;", &[(2..4, "")], "");
        // The line is wanted by another edit.
        check("a;\n  b;\nc;\n", &[(5..7, ""), (5..5, "n;\n  ")], "a;\n  n;\n  \nc;\n");
    }

    #[test]
    fn overlaps_are_refused() {
        let splices = [(0, 0..3), (1, 2..4)];
        let splices = splices.map(|(number, range)| Splice { number, range, text: "x".into() });
        assert_eq!(splice(b"abcdef", splices.into()), Err(EditError::Overlap(0, 1)));
    }
}
