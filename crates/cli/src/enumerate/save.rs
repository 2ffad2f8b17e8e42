//! Variants as files of their own, with what is known of them beside them.
//!
//! A file that is there already is never replaced: it may be the user's.

use std::path::Path;

use elenchus_campaign::new_files::{NewFile, NotWritten, write_all};
use elenchus_judge::{Answer, Ended};
use elenchus_produce::enumerate::UBig;
use xxhash_rust::xxh3::xxh3_128;

use crate::expected::end;

/// A longer number is no part of a file's name.
const DIGITS: usize = 60;

/// What stands beside a variant; which of them depends on the options.
const BESIDE: [&str; 3] = ["expected", "status", "number"];

/// The number of a variant as part of a file's name: a hash if it is long.
fn short_name(number: &str) -> String {
    match number.len() {
        0..=DIGITS => number.to_owned(),
        _ => format!("x{:016x}", xxh3_128(number.as_bytes()) >> 64),
    }
}

/// A variant that is kept.
#[derive(Clone, Copy)]
pub struct Variant<'a> {
    pub index: &'a UBig,
    pub text: &'a [u8],
    pub answer: Option<&'a Answer>,
}

/// Writes a variant and what is known of it.
pub fn save(base: &Path, ending: &str, variant: &Variant) -> Result<(), NotWritten> {
    let &Variant { index, text, answer } = variant;
    let number = index.to_string();
    let name = base.file_name().unwrap_or_default().to_string_lossy();
    let name = format!("{name}-{}", short_name(&number));
    let path = |ending: &str| base.with_file_name(format!("{name}.{ending}"));
    let beside = |what: &str| match (what, answer) {
        ("expected", Some(answer)) if matches!(answer.end, Ended::Status(_)) => {
            Some(answer.output.clone())
        }
        ("status", Some(answer)) => Some(format!("{}\n", end(answer)).into_bytes()),
        // The way back from the hash.
        ("number", _) if number.len() > DIGITS => Some(format!("{number}\n").into_bytes()),
        _ => None,
    };
    let mut wanted = vec![NewFile::new(path(ending), text)];
    let mut unwanted = Vec::new();
    for what in BESIDE {
        match beside(what) {
            Some(bytes) => wanted.push(NewFile::new(path(what), bytes)),
            None => unwanted.push(path(what)),
        }
    }
    write_all(&wanted, &unwanted)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn long_numbers_have_short_names_of_their_own() {
        assert_eq!(short_name("17"), "17");
        let (one, other) = (format!("1{}", "0".repeat(60)), format!("2{}", "0".repeat(60)));
        assert_eq!(short_name(&one), "x31e48dd7750dda41");
        assert_ne!(short_name(&one), short_name(&other));
    }

    fn files(folder: &Path) -> Vec<(String, String)> {
        let name = |entry: &fs::DirEntry| entry.file_name().into_string().unwrap();
        let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let mut files: Vec<_> = entries
            .map(|entry| (name(&entry), fs::read_to_string(entry.path()).unwrap()))
            .collect();
        files.sort();
        files
    }

    fn check(before: &[(&str, &str)], answer: Option<Ended>, refused: Option<&str>) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in before {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let untouched = files(folder.path());
        let answer = answer.map(|end| Answer { end, output: b"1\n".to_vec() });
        let base = folder.path().join("t");
        let index = UBig::from(7u32);
        let variant = Variant { index: &index, text: b"int x;\n", answer: answer.as_ref() };
        let saved = save(&base, "c", &variant);
        let error = saved.err().map(|error| match error {
            NotWritten::InTheWay(path) => path,
            other => panic!("{other}"),
        });
        assert_eq!(error, refused.map(|name| folder.path().join(name)), "{before:?}");
        if refused.is_some() {
            assert_eq!(files(folder.path()), untouched);
        }
    }

    #[test]
    fn no_file_is_replaced_and_no_old_answer_stays() {
        let (text, other) = (("t-7.c", "int x;\n"), ("t-7.c", "int y;\n"));
        let (output, status) = (("t-7.expected", "1\n"), ("t-7.status", "exit 0\n"));
        let exit = Some(Ended::Status(0));
        check(&[], exit, None);
        check(&[text], None, None);
        check(&[text, output, status], exit, None);
        check(&[other], None, Some("t-7.c"));
        check(&[text, output, status], None, Some("t-7.expected"));
        check(&[text, status], None, Some("t-7.status"));
        check(&[output], Some(Ended::ABORT), Some("t-7.expected"));
        check(&[("t-7.expected", "2\n")], exit, Some("t-7.expected"));
        check(&[("t-7.number", "7\n")], None, Some("t-7.number"));
    }
}
