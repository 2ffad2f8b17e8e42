//! What a program must do, as JSON, and in a heading.

use elenchus_judge::{Answer, Ended};
use serde::Serialize;

#[derive(Serialize)]
pub struct Expected<'a> {
    end: String,
    /// One of both; none where it aborts: what comes out then is not certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_bytes: Option<&'a [u8]>,
}

impl<'a> Expected<'a> {
    pub fn new(answer: &'a Answer) -> Expected<'a> {
        let (output, output_bytes) = match answer.end {
            Ended::Status(_) => text_or_bytes(&answer.output),
            Ended::Signal(_) => (None, None),
        };
        Expected { end: end(answer), output, output_bytes }
    }
}

/// A string if it is one.
pub fn text_or_bytes(bytes: &[u8]) -> (Option<&str>, Option<&[u8]>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Some(text), None),
        Err(_) => (None, Some(bytes)),
    }
}

pub fn end(answer: &Answer) -> String {
    match answer.end {
        Ended::Status(status) => format!("exit {status}"),
        Ended::Signal(_) => "abort".into(),
    }
}

/// Of a longer output a heading has the beginning only.
const SHOWN: usize = 200;

/// What a variant must do, in a line that may stand in a comment.
pub fn in_heading(answer: &Answer) -> String {
    let prints = match (answer.end, &answer.output[..]) {
        (Ended::Signal(_), _) => String::new(),
        (_, []) => ", prints nothing".into(),
        (_, output) => format!(", prints {}", quoted(output)),
    };
    format!("{}{prints}", end(answer))
}

/// A string of C, cut off where it is long.
fn quoted(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(SHOWN)];
    let mut text = String::from("\"");
    for (at, &byte) in shown.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| shown.get(before));
        match byte {
            b'\n' => text += "\\n",
            b'\t' => text += "\\t",
            b'"' | b'\\' => text.extend(['\\', byte.into()]),
            // Neither ends the comment nor begins another.
            b'/' if before == Some(&b'*') => text += "\\057",
            b'*' if before == Some(&b'/') => text += "\\052",
            b' '..=b'~' => text.push(byte.into()),
            _ => text += &format!("\\{byte:03o}"),
        }
    }
    text + if shown.len() < bytes.len() { "…\"" } else { "\"" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_say_what_is_printed() {
        let check = |end, output: &[u8], expected: &str| {
            assert_eq!(in_heading(&Answer { end, output: output.to_vec() }), expected);
        };
        check(Ended::ABORT, b"", "abort");
        check(Ended::Status(3), b"", "exit 3, prints nothing");
        check(Ended::Status(0), b"a\t\"b\\\"\n", r#"exit 0, prints "a\t\"b\\\"\n""#);
        check(Ended::Status(0), b"\x801*/2/*/", r#"exit 0, prints "\2001*\0572/\052\057""#);
        let long = format!("exit 0, prints \"{}…\"", "x".repeat(200));
        check(Ended::Status(0), &[b'x'; 201], &long);
        check(Ended::Status(0), &[b'x'; 200], &long.replace('…', ""));
    }

    #[test]
    fn bytes_that_are_no_text_stay_what_they_are() {
        let check = |output: &[u8], expected: &str| {
            let answer = Answer { end: Ended::Status(0), output: output.to_vec() };
            let line = serde_json::to_string(&Expected::new(&answer)).unwrap();
            assert_eq!(line, format!("{{\"end\":\"exit 0\",{expected}}}"));
        };
        check("é\n".as_bytes(), r#""output":"é\n""#);
        check(b"a\xff", r#""output_bytes":[97,255]"#);
    }
}
