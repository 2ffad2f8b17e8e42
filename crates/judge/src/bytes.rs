//! Bytes that are mostly text, for people and for stores.
//!
//! What is UTF-8 is a string, as it always was in stores. Other bytes are
//! marked as escaped: an object `{"escaped": "caf\\xe9"}`, where `\xNN` is a
//! byte and `\\` a backslash. So nothing is lost, and nothing can be taken for
//! something else.

use std::borrow::Cow;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Bytes as text in which each byte that is no text stands as `\xNN`, and a
/// backslash as `\\`.
pub fn escaped(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + 16);
    for chunk in bytes.utf8_chunks() {
        out += &chunk.valid().replace('\\', "\\\\");
        for byte in chunk.invalid() {
            out += &format!("\\x{byte:02x}");
        }
    }
    out
}

/// What was escaped; nothing where that is no such text.
pub fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.extend_from_slice(before.as_bytes());
        rest = match after.strip_prefix('\\') {
            Some(after) => {
                out.push(b'\\');
                after
            }
            None => {
                let digits = after.strip_prefix('x')?.get(..2)?;
                out.push(u8::from_str_radix(digits, 16).ok()?);
                &after[3..]
            }
        };
    }
    out.extend_from_slice(rest.as_bytes());
    Some(out)
}

/// The beginning of bytes in a line, in quotation marks and with escapes as in a
/// string of C; what is left out is an ellipsis.
pub fn quoted(bytes: &[u8], most: usize) -> String {
    let mut out = String::from('"');
    let mut left = most;
    for chunk in bytes.utf8_chunks() {
        let valid: String = chunk.valid().chars().take(left).collect();
        left -= valid.chars().count();
        let debug = format!("{valid:?}");
        out += &debug[1..debug.len() - 1];
        let invalid = chunk.invalid();
        for byte in invalid.iter().take(left) {
            out += &format!("\\x{byte:02x}");
        }
        left -= invalid.len().min(left);
    }
    let all: usize =
        bytes.utf8_chunks().map(|c| c.valid().chars().count() + c.invalid().len()).sum();
    if all > most {
        out.push('…');
    }
    out + "\""
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Form<'a> {
    Text(Cow<'a, str>),
    Escaped { escaped: Cow<'a, str> },
}

/// How bytes are stored: for `#[serde(with = …)]`.
pub mod stored {
    use super::*;

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Form::Text(text.into()),
            Err(_) => Form::Escaped { escaped: escaped(bytes).into() },
        }
        .serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        match Form::deserialize(from)? {
            Form::Text(text) => Ok(text.into_owned().into_bytes()),
            Form::Escaped { escaped } => {
                unescaped(&escaped).ok_or_else(|| D::Error::custom("a wrong escape in bytes"))
            }
        }
    }
}

/// A name of a file or a word of a command, stored as bytes are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(from = "StoredBytes", into = "StoredBytes")]
pub struct Word(pub OsString);

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct StoredBytes(#[serde(with = "stored")] Vec<u8>);

impl From<StoredBytes> for Word {
    fn from(StoredBytes(bytes): StoredBytes) -> Word {
        Word(OsString::from_vec(bytes))
    }
}

impl From<Word> for StoredBytes {
    fn from(Word(word): Word) -> StoredBytes {
        StoredBytes(word.into_vec())
    }
}

impl From<&str> for Word {
    fn from(text: &str) -> Word {
        Word(text.into())
    }
}

/// How the paths of files are stored.
pub mod stored_paths {
    use super::*;

    pub fn serialize<S: Serializer>(paths: &[PathBuf], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(paths.iter().map(|path| Word(path.clone().into())))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<PathBuf>, D::Error> {
        let words = Vec::<Word>::deserialize(from)?;
        Ok(words.into_iter().map(|Word(word)| word.into()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_escaped_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        for bytes in [&all[..], b"", b"a\\x41", b"\\", "é".as_bytes(), b"caf\xe9\\\n"] {
            assert_eq!(unescaped(&escaped(bytes)).as_deref(), Some(bytes));
        }
        assert_eq!(escaped(b"caf\xe9 \\n\n"), "caf\\xe9 \\\\n\n");
    }

    #[test]
    fn a_line_of_it() {
        assert_eq!(quoted(b"caf\xe9 'x'\n\\", 60), r#""caf\xe9 'x'\n\\""#);
        assert_eq!(quoted("é\t".as_bytes(), 60), r#""é\t""#);
        assert_eq!(quoted(b"ab\xff\xfecd", 3), r#""ab\xff…""#);
        assert_eq!(quoted(b"abc", 3), r#""abc""#);
        assert_eq!(quoted(b"", 3), r#""""#);
    }

    #[test]
    fn words_are_stored_as_strings_where_they_are_text() {
        let check = |word: Word, stored: &str| {
            assert_eq!(serde_json::to_string(&word).unwrap(), stored);
            assert_eq!(serde_json::from_str::<Word>(stored).unwrap(), word);
        };
        check(Word::from("a\\b"), r#""a\\b""#);
        check(Word(OsString::from_vec(b"\xff\\".to_vec())), r#"{"escaped":"\\xff\\\\"}"#);
    }

    #[test]
    fn what_is_no_escape() {
        for wrong in ["\\", "\\n", "\\x", "\\x4", "\\x4g", "\\xé", "a\\\\\\"] {
            assert_eq!(unescaped(wrong), None, "{wrong}");
        }
    }
}
