//! What the edition of C has that a compiler says it is of: nobody must take more.

use std::ffi::OsStr;
use std::fs;
use std::io;

use elenchus_compilers::scratch::remove;
use elenchus_compilers::toolchain::Toolchain;

use super::limits;
use crate::bench::Bench;
use crate::lab::Lab;

/// A word, the least value of `__STDC_VERSION__` with it, and the macro of who leaves it out.
const WORDS: &[(&str, u64, Option<&str>)] = &[
    ("_Alignas", 201_112, None),
    ("_Alignof", 201_112, None),
    ("_Atomic", 201_112, Some("__STDC_NO_ATOMICS__")),
    ("_Bool", 199_901, None),
    ("_Complex", 199_901, Some("__STDC_NO_COMPLEX__")),
    ("_Generic", 201_112, None),
    ("_Noreturn", 201_112, None),
    ("_Static_assert", 201_112, None),
    ("_Thread_local", 201_112, None),
];

const VERSION: &str = "__STDC_VERSION__";

/// The file that is preprocessed to ask.
const FILE: &str = "asked.c";

/// What a program uses that its compiler does not say it has, in words.
pub fn lacks(
    lab: &Lab,
    bench: &Bench,
    toolchain: &Toolchain,
    level: &[String],
) -> io::Result<Option<String>> {
    let is_used = |row: &&(&str, u64, Option<&str>)| {
        let is_it = |word: &[u8]| word == row.0.as_bytes();
        bench.program.files.iter().any(|file| limits::words(&file.text).any(is_it))
    };
    let used: Vec<_> = WORDS.iter().filter(is_used).collect();
    if used.is_empty() {
        return Ok(None);
    }
    let folder = lab.scratch.unique("edition")?;
    let left_out = WORDS.iter().filter_map(|row| row.2);
    let asked = [VERSION].into_iter().chain(left_out).map(|name| format!("\"{name}\" {name}\n"));
    fs::write(folder.join(FILE), asked.collect::<String>())?;
    let words = toolchain.preprocess(level, &bench.program.flags, OsStr::new(FILE));
    let limits = lab.allowance.of(toolchain).compiling(0);
    let said = lab.start_alone(words, &folder, &limits);
    remove(&folder)?;
    let said = String::from_utf8_lossy(&said?.stdout).into_owned();
    let name = &toolchain.name;
    Ok(used.into_iter().find_map(|(word, least, left_out)| {
        let version =
            value(&said, VERSION).and_then(|text| text.trim_end_matches('L').parse().ok());
        let version: u64 = version.unwrap_or(0);
        if version < *least {
            let edition = if version == 0 { "no edition".into() } else { version.to_string() };
            return Some(format!("the program uses `{word}`, and {name} is of {edition}"));
        }
        let left_out = left_out.filter(|name| value(&said, name).is_some())?;
        Some(format!("the program uses `{word}`, and {name} defines `{left_out}`"))
    }))
}

/// What a macro is, if it is one.
fn value<'a>(said: &'a str, name: &str) -> Option<&'a str> {
    let line = |line: &'a str| line.trim().strip_prefix(&format!("\"{name}\" "));
    said.lines().find_map(line).map(str::trim).filter(|value| *value != name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_and_names_that_are_none() {
        let said = "# 1 \"asked.c\"\n\"__STDC_VERSION__\" 199901L\n\"__STDC_NO_ATOMICS__\" 1\n\
                    \"__STDC_NO_COMPLEX__\" __STDC_NO_COMPLEX__\n";
        assert_eq!(value(said, VERSION), Some("199901L"));
        assert_eq!(value(said, "__STDC_NO_ATOMICS__"), Some("1"));
        assert_eq!(value(said, "__STDC_NO_COMPLEX__"), None);
        assert_eq!(value("", VERSION), None);
    }
}
