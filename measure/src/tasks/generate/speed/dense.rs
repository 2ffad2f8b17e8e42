//! The size of a text without comments and blanks.

/// Counts what is neither in a comment nor blank. Blanks in literals do not
/// count either.
pub fn bytes(text: &[u8]) -> u64 {
    let mut count = 0;
    let mut at = 0;
    let mut quote = None;
    while let Some(&byte) = text.get(at) {
        let next = text.get(at + 1).copied();
        match (quote, byte, next) {
            (None, b'/', Some(b'*')) => {
                at = end_of(text, at + 2, b"*/");
                continue;
            }
            (None, b'/', Some(b'/')) => {
                at = end_of(text, at + 2, b"\n");
                continue;
            }
            (Some(_), b'\\', Some(_)) => {
                count += 1;
                at += 1;
            }
            (None, b'"' | b'\'', _) => quote = Some(byte),
            (Some(open), _, _) if open == byte => quote = None,
            _ => {}
        }
        count += u64::from(!text[at].is_ascii_whitespace());
        at += 1;
    }
    count
}

/// Behind the next `what`, or at the end.
fn end_of(text: &[u8], from: usize, what: &[u8]) -> usize {
    let found = text[from..].windows(what.len()).position(|window| window == what);
    found.map_or(text.len(), |at| from + at + what.len())
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn comments_and_blanks_do_not_count() {
        assert_eq!(bytes(b"int  a;\n"), 5);
        assert_eq!(bytes(b"a /* b */ c // d\n e"), 3);
        assert_eq!(bytes(br#""/* x\"" y"#), 8);
        assert_eq!(bytes(b"/* open"), 0);
    }
}
