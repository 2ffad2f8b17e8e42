//! Lines that begin with `#`: markers and pragmas.

use super::Lexer;
use crate::token::LineMarker;
use crate::token::TokenKind::Pragma;

impl<'a> Lexer<'a> {
    /// A `#` that begins a line has the line for itself; any other is stray.
    pub(super) fn hash(&mut self, start: usize) -> usize {
        let before = self.bytes[..start].iter().rev().find(|b| !matches!(b, b' ' | b'\t'));
        if before.is_some_and(|&b| b != b'\n') {
            return self.stray(start);
        }
        let end = self.end_of_line(start);
        let text: &'a str = self.text;
        let line = text[start + 1..end].trim();
        let word_len = line.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(line.len());
        match &line[..word_len] {
            "pragma" => self.push(Pragma, start, end),
            "line" => self.marker(&line[word_len..], end),
            "" if line.is_empty() => {}
            // Of no effect on the program.
            "ident" | "sccs" => {}
            number if number.starts_with(|c: char| c.is_ascii_digit()) => self.marker(line, end),
            _ => self.error(start, end, "a directive: the text must be preprocessed first"),
        }
        end
    }

    /// Where the line ends, with those that a backslash joins to it.
    fn end_of_line(&self, start: usize) -> usize {
        let mut from = start;
        loop {
            let Some(length) = self.bytes[from..].iter().position(|&b| b == b'\n') else {
                return self.bytes.len();
            };
            let end = from + length;
            let end = if end > 0 && self.bytes[end - 1] == b'\r' { end - 1 } else { end };
            if self.bytes[..end].last() != Some(&b'\\') {
                return end;
            }
            from += length + 1;
        }
    }

    /// `12 "file" 1 3 4`, on a line that ends there.
    fn marker(&mut self, text: &'a str, end: usize) {
        let text = text.trim_start();
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let line = text[..digits].parse().unwrap_or(0);
        let (name, flags) = split_name(text[digits..].trim_start());
        let file = match (name, self.tokens.markers.last()) {
            (None, Some(marker)) => marker.file,
            (name, _) => self.file(name.unwrap_or_default()),
        };
        let flags = flags
            .split_ascii_whitespace()
            .filter_map(|flag| flag.parse::<u32>().ok())
            .fold(0, |set, flag| set | 1u8.checked_shl(flag).unwrap_or(0));
        let offset = self.base + (end + 1).min(self.bytes.len()) as u32;
        self.tokens.markers.push(LineMarker { offset, line, file, flags });
    }

    /// The number of the file with this name, as spelled between quotes.
    fn file(&mut self, name: &'a str) -> u32 {
        let files = &mut self.tokens.files;
        *self.files.entry(name).or_insert_with(|| {
            files.push(unescape(name));
            files.len() as u32 - 1
        })
    }
}

/// Splits `"name" rest`.
fn split_name(text: &str) -> (Option<&str>, &str) {
    let Some(quoted) = text.strip_prefix('"') else { return (None, text) };
    let mut escaped = false;
    let end = quoted.bytes().position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    });
    match end {
        Some(end) => (Some(&quoted[..end]), &quoted[end + 1..]),
        None => (Some(quoted), ""),
    }
}

fn unescape(name: &str) -> String {
    let mut chars = name.chars();
    let mut plain = String::new();
    while let Some(c) = chars.next() {
        plain.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    plain
}
