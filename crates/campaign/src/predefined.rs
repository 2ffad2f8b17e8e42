//! Macros that a configuration has before it reads anything: whether they can
//! make another text of a program.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use elenchus_compilers::run::Finished;
use elenchus_compilers::toolchain::Toolchain;
use xxhash_rust::xxh3::xxh3_128;

use crate::program::Program;

/// What a configuration says when it is asked without a program.
#[derive(Debug)]
pub struct Predefined {
    /// Whether it gives a text at all: not every tool can.
    pub gives_text: bool,
    /// The names of its macros, if it tells them.
    names: Option<BTreeSet<Vec<u8>>>,
    /// Equal where all of them are.
    pub hash: Option<u128>,
}

/// Answers that were given before, by command.
#[derive(Default)]
pub struct Known(Mutex<BTreeMap<Vec<OsString>, Arc<Predefined>>>);

/// The file that is asked about.
const FILE: &str = "asked.c";
const TEXT: &str = "#define ASKED 41\nint text = ASKED + 1;\n";
const EXPECTED: &str = "int text = 41 + 1;";

impl Known {
    /// Asks a configuration in an empty folder, unless it was asked before.
    pub fn of(
        &self,
        toolchain: &Toolchain,
        level: &[String],
        flags: &[String],
        ask: &dyn Fn(Vec<OsString>) -> io::Result<Finished>,
    ) -> io::Result<Arc<Predefined>> {
        let words = toolchain.preprocess(level, flags, OsStr::new(FILE));
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(&words) {
            return Ok(Arc::clone(known));
        }
        let said = ask(words.clone())?;
        let text = String::from_utf8_lossy(&said.stdout);
        let gives_text = said.succeeded() && text.lines().any(|line| line.trim_end() == EXPECTED);
        let listed = [flags, &["-dM".to_owned()]].concat();
        let listed = match gives_text {
            true => ask(toolchain.preprocess(level, &listed, OsStr::new(FILE)))?,
            false => said,
        };
        let names = names(&listed.stdout).filter(|_| gives_text && listed.succeeded());
        let hash = names.as_ref().map(|_| xxh3_128(&listed.stdout));
        let predefined = Arc::new(Predefined { gives_text, names, hash });
        known().insert(words, Arc::clone(&predefined));
        Ok(predefined)
    }
}

/// Writes the file that is asked about.
pub fn prepare(folder: &Path) -> io::Result<()> {
    fs::write(folder.join(FILE), TEXT)
}

/// The names in a list of definitions; nothing if it is no such list.
fn names(list: &[u8]) -> Option<BTreeSet<Vec<u8>>> {
    let name = |line: &[u8]| {
        let rest = line.strip_prefix(b"#define ")?;
        let end = rest.iter().position(|byte| !is_word(*byte)).unwrap_or(rest.len());
        Some(rest[..end].to_vec())
    };
    let names: BTreeSet<_> = list.split(|byte| *byte == b'\n').filter_map(name).collect();
    names.contains(&b"ASKED"[..]).then_some(names)
}

/// Reserved words that are no macros anywhere. What is in no list may be one.
const NO_MACROS: &[&str] = &[
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Bool",
    "_Complex",
    "_Generic",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "__alignof__",
    "__asm__",
    "__attribute__",
    "__builtin_",
    "__complex__",
    "__const__",
    "__extension__",
    "__func__",
    "__imag__",
    "__inline",
    "__inline__",
    "__int128",
    "__label__",
    "__real__",
    "__restrict",
    "__restrict__",
    "__signed__",
    "__typeof__",
    "__vector_size__",
    "__volatile__",
];

/// Options after which a text may be another one, whatever it is.
const TEXT_OPTIONS: &[&str] =
    &["-D", "-U", "-include", "-imacros", "-undef", "-A", "-Wp,", "-Xp", "-ansi", "-std=c", "@"];

impl Predefined {
    /// Whether these options, and no macro of the configuration, change
    /// nothing in a program whose directives only include its own files.
    pub fn leaves(&self, program: &Program, options: &[String]) -> bool {
        let Some(names) = &self.names else { return false };
        let changes = |option: &String| TEXT_OPTIONS.iter().any(|one| option.starts_with(one));
        !options.iter().any(changes)
            && program.files.iter().all(|file| {
                let mut lines = file.text.split(|byte| *byte == b'\n');
                lines.all(|line| is_plain_line(program, line))
                    && words(&file.text).all(|word| !names.contains(word) && is_no_macro(word))
            })
    }
}

/// A line without a directive, or with one that includes a file of the program.
fn is_plain_line(program: &Program, line: &[u8]) -> bool {
    let line = line.trim_ascii();
    // `%:` and `??=` are other spellings, and a line may go on in the next one.
    if !line.starts_with(b"#") {
        let spelled = |pair: &[u8]| pair == b"%:" || pair == b"??";
        return !line.windows(2).any(spelled) && !line.ends_with(b"\\");
    }
    let included = line[1..].trim_ascii().strip_prefix(b"include").map(<[u8]>::trim_ascii);
    let name = included.and_then(|name| name.strip_prefix(b"\"")?.strip_suffix(b"\""));
    name.is_some_and(|name| {
        program.files.iter().any(|file| file.name.as_encoded_bytes() == name && !file.is_unit())
    })
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// Everything that looks like a word, also in comments and strings.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| !is_word(*byte)).filter(|word| !word.is_empty())
}

/// Names that a program may use as it likes are macros only if they are listed.
fn is_no_macro(word: &[u8]) -> bool {
    let reserved = word[0] == b'_' && word.get(1).is_some_and(|next| !next.is_ascii_lowercase());
    let known = |name: &&str| match name.ends_with('_') && !name.ends_with("__") {
        true => word.starts_with(name.as_bytes()),
        false => word == name.as_bytes(),
    };
    !reserved || NO_MACROS.iter().any(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ProgramFile;

    fn check(text: &str, options: &str, expected: bool) {
        let list = b"#define ASKED 41\n#define unix 1\n#define __INT_MAX__ 7\n";
        let predefined = Predefined { gives_text: true, names: names(list), hash: None };
        let files =
            vec![ProgramFile::new("program.c", text), ProgramFile::new("own.h", "int x;\n")];
        let program = Program { files, flags: Vec::new() };
        let options: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
        assert_eq!(predefined.leaves(&program, &options), expected, "{text} {options:?}");
    }

    #[test]
    fn a_text_that_no_macro_changes() {
        check("int main(void) { _Bool b = __builtin_abs(1); return b; }\n", "-O2 -w", true);
        check("#include \"own.h\"\nint main(void) { return x; }\n", "", true);
        check("int main(void) { return 5 % 3; } /* a # b */\n", "", true);
    }

    #[test]
    fn a_text_that_may_be_another_one() {
        for text in [
            "int unix;\n",
            "int a[__INT_MAX__];\n",
            "int optimised = __OPTIMIZE__;\n",
            "  #ifdef X\n#endif\n",
            "%:ifdef X\n%:endif\n",
            "??=ifdef X\n??=endif\n",
            "\\\n#ifdef X\n#endif\n",
            "#include <stdio.h>\n",
            "#include \"other.h\"\n",
            "_Pragma(\"pack(1)\") int x;\n",
        ] {
            check(text, "", false);
        }
        for options in ["-DX", "-O2 -Uunix", "-include x.h", "-std=c11"] {
            check("int x;\n", options, false);
        }
    }
}
