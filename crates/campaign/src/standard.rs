//! Whether a compiler must take a program. A refusal accuses it only where the standard
//! is on our side: of what is not in C, of more than 5.2.4.1 promises, and of a name that
//! nobody defines (6.9p5) it may say no.

mod edition;
mod limits;

use std::io;

use elenchus_compilers::run::Finished;
use elenchus_compilers::toolchain::{Family, Tool, Toolchain};

use crate::bench::Bench;
use crate::judge::{Reading, language};
use crate::lab::Lab;
use crate::oracle::{Suspect, Trial};
use crate::outcome::Outcome;
use crate::program::{Answer, Program};
use crate::reading::reading;
use crate::states::Why;

/// How linkers begin to say that there is no definition of something.
const UNDEFINED: &[&str] = &["undefined reference to", "undefined symbol", "unresolved symbol"];

/// What a linker misses, if all of that is missing in the program: one of the names.
/// What the program defines, or never speaks of, is the compiler's to bring.
pub fn missing(
    lab: &Lab,
    bench: &Bench,
    toolchain: &Toolchain,
    level: &[String],
    message: &str,
) -> io::Result<Option<String>> {
    let names: Vec<&str> = message.lines().filter_map(undefined).collect();
    let Some(first) = names.first() else { return Ok(None) };
    let reading = reading(lab, bench, toolchain, level)?;
    let lacks = reading.is_ok_and(|reading| names.iter().all(|name| reading.lacks(name)));
    Ok(lacks.then(|| (*first).to_owned()))
}

/// The name that a line of a linker says is not defined.
fn undefined(line: &str) -> Option<&str> {
    let (_, rest) = UNDEFINED.iter().find_map(|words| line.split_once(words))?;
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let rest = &rest[rest.find(is_word)?..];
    Some(&rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())])
}

/// Why a compiler need not take a program, if that is so.
pub fn excuse(
    lab: &Lab,
    bench: &Bench,
    trial: &Trial,
    suspect: &Suspect,
    answer: &Answer,
    reading: &Reading,
) -> io::Result<Option<(Why, String)>> {
    let texts = reading.units.iter().map(|(_, text)| &text[..]);
    if let Some(what) = limits::beyond(texts) {
        return Ok(Some((Why::TooMuch, what)));
    }
    let refuses = &lab.toolchains[suspect.configuration.toolchain];
    // Who takes the same text at another level, or is a gcc as one that takes it, has
    // all extensions that are in it.
    let speaks = trial.tried.iter().any(|one| {
        let toolchain = &lab.toolchains[one.configuration.toolchain];
        let both_gcc = toolchain.family == Family::Gcc && refuses.family == Family::Gcc;
        (one.configuration.toolchain == suspect.configuration.toolchain || both_gcc)
            && trial.answer(&one.configuration) == Some(answer)
            && one.outcome == Outcome::Ran(answer.clone())
    });
    if speaks {
        return Ok(None);
    }
    if let Some(word) = reserved(bench.program) {
        let what = format!("the program uses `{word}`, which is not in C");
        return Ok(Some((Why::NotC, what)));
    }
    let level = &suspect.configuration.level;
    if let Some(what) = edition::lacks(lab, bench, refuses, level)? {
        return Ok(Some((Why::NotC, what)));
    }
    let arbiters: Vec<&Toolchain> = arbiters(lab, refuses);
    if arbiters.is_empty() {
        let what = "there is no other gcc or clang that tells C from its extensions";
        return Ok(Some((Why::NoArbiter, what.to_owned())));
    }
    for arbiter in arbiters {
        let said = strictly(lab, bench, arbiter)?;
        if !said.succeeded() {
            let text = String::from_utf8_lossy(&said.stderr).into_owned();
            let error = text.lines().find(|line| line.contains("error")).unwrap_or("it is refused");
            let what = format!("{}, asked for nothing but C, says: {}", arbiter.name, error.trim());
            return Ok(Some((Why::NotC, what)));
        }
    }
    Ok(None)
}

/// Compilers that know what is C and what is not, but for the one that refuses.
fn arbiters<'a>(lab: &'a Lab, refuses: &Toolchain) -> Vec<&'a Toolchain> {
    let all =
        lab.toolchains.iter().chain(lab.witnesses(refuses).into_iter().map(|one| one.toolchain));
    let mut found: Vec<&Toolchain> = Vec::new();
    for one in all {
        let fits = one.family != Family::Other && one.tool == Tool::Compiler;
        let is_other = one.command != refuses.command && one.target == refuses.target;
        let is_known = found.iter().any(|other| other.version == one.version);
        if fits && is_other && !is_known {
            found.push(one);
        }
    }
    found
}

/// A compiler, asked to refuse whatever is not in the edition of C that a program is for.
fn strictly(lab: &Lab, bench: &Bench, arbiter: &Toolchain) -> io::Result<Finished> {
    let flags = &bench.program.flags;
    let edition =
        language(flags).map_or("c11".to_owned(), |known| known.name().replace("gnu", "c"));
    let strict = [format!("-std={edition}"), "-pedantic-errors".into(), "-fsyntax-only".into()];
    let words = arbiter.command.iter().chain(flags).chain(&strict).map(Into::into);
    let words = words.chain(bench.files().iter().map(Into::into)).collect();
    let limits = lab.allowance.of(arbiter).compiling(bench.program.size());
    lab.start(words, &bench.place()?, &limits)
}

/// Reserved words and macros that C11 has itself.
const STANDARD: &[&str] = &[
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Bool",
    "_Complex",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Pragma",
    "_Static_assert",
    "_Thread_local",
    "__DATE__",
    "__FILE__",
    "__LINE__",
    "__STDC__",
    "__STDC_HOSTED__",
    "__STDC_VERSION__",
    "__STDC_IEC_559__",
    "__TIME__",
    "__VA_ARGS__",
    "__func__",
    "_Exit",
    "_IOFBF",
    "_IOLBF",
    "_IONBF",
    "_Complex_I",
    "_Imaginary_I",
];

/// A name that is reserved for compilers and libraries, and that C does not give a
/// meaning to, in the program's own files.
pub fn reserved(program: &Program) -> Option<String> {
    let is_reserved = |word: &&[u8]| {
        let second = word.get(1).copied().unwrap_or(b' ');
        word[0] == b'_'
            && (second == b'_' || second.is_ascii_uppercase())
            && !STANDARD.iter().any(|known| known.as_bytes() == *word)
    };
    let mut found = program.files.iter().filter_map(|file| {
        limits::words(&file.text)
            .find(is_reserved)
            .map(|word| String::from_utf8_lossy(word).into_owned())
    });
    found.next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ProgramFile;

    #[test]
    fn what_linkers_miss() {
        let check = |line: &str, expected: Option<&str>| assert_eq!(undefined(line), expected);
        check("a.c:(.text+0x5): undefined reference to `foo'", Some("foo"));
        check("tcc: error: undefined symbol 'bar_1'", Some("bar_1"));
        check("ld.lld: error: undefined symbol: baz", Some("baz"));
        check("collect2: error: ld returned 1 exit status", None);
    }

    #[test]
    fn names_that_are_not_in_c() {
        let check = |text: &str, expected: Option<&str>| {
            let files = vec![ProgramFile::new("program.c", text)];
            let program = Program { files, flags: Vec::new() };
            assert_eq!(reserved(&program).as_deref(), expected, "{text}");
        };
        check("_Bool b; int _x; int a__b; /* __x */ char *s = \"__y\";", None);
        check("__typeof__(1) x;", Some("__typeof__"));
        check("_Float32 x;", Some("_Float32"));
        check("int x = __builtin_abs(1);", Some("__builtin_abs"));
    }
}
