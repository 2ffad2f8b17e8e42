//! A finding as a bug report: Markdown, and a folder that shows it by itself.

pub mod plain;
mod tracker;

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use elenchus_judge::bytes::{Word, escaped};

use crate::certificate::Certificate;
use crate::finding::{Blamed, Finding};
use crate::new_files::{NewFile, NotWritten, write_all};
use crate::oracle::{self, Script};
use crate::program::{self, Answer, Ended};

const MAKEFILE: &str = "Makefile";

/// The folder of the program that was found, if a smaller one is beside it.
const ORIGINAL: &str = "original";

/// How much of a compiler's message a report shows.
const LINES: usize = 30;

/// What a tracker wants to read; of a finding that was reduced, the smaller program.
pub fn markdown(finding: &Finding) -> String {
    let finding = &finding.shown();
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_markdown(finding, &mut out);
    out
}

fn write_markdown(finding: &Finding, out: &mut String) -> std::fmt::Result {
    writeln!(out, "# {}\n", title(finding))?;
    writeln!(out, "- compiler: {}", finding.version)?;
    writeln!(out, "- target: {}", finding.target)?;
    writeln!(out, "- state: {}\n", finding.state.name())?;
    writeln!(out, "```sh")?;
    for command in &finding.compile {
        writeln!(out, "$ {}", shell(command))?;
    }
    if let (Some(execute), true) = (&finding.execute, finding.kind.needs_validity()) {
        writeln!(out, "$ {}", shell(execute))?;
    }
    writeln!(out, "```\n")?;
    writeln!(out, "## What happens\n\n{}.\n", finding.actual.in_words())?;
    if let Some(message) = finding.actual.message() {
        let lines: Vec<&str> = message.lines().take(LINES).collect();
        writeln!(out, "```text\n{}\n```\n", lines.join("\n"))?;
    }
    if let Some(Answer { end, output }) = &finding.expected {
        writeln!(out, "## What should happen\n\nIt prints this and ends with {end}:\n")?;
        block("text", output, out)?;
        writeln!(out)?;
    }
    writeln!(out, "## Other configurations\n\n| configuration | outcome |\n|---|---|")?;
    for (name, outcome) in &finding.outcomes {
        writeln!(out, "| {name} | {} |", outcome.in_words().replace('|', "\\|"))?;
    }
    if let Some(Blamed { version, blame }) = finding.blamed.as_deref() {
        writeln!(out, "\n## Where it comes from\n")?;
        if *version != finding.version {
            writeln!(out, "Found out with {version}.\n")?;
        }
        block("text", blame.to_string().as_bytes(), out)?;
    }
    writeln!(out, "\n## Why we believe it\n")?;
    for reason in &finding.reasons {
        writeln!(out, "- {reason}")?;
    }
    if !finding.mutations.is_empty() {
        writeln!(out, "\n## What was changed in the program that it is a variant of\n")?;
        for mutation in &finding.mutations {
            writeln!(out, "- {mutation}")?;
        }
    }
    writeln!(out, "\n## Program\n")?;
    for file in &finding.program.files {
        writeln!(out, "`{}`:\n", file.name.to_string_lossy())?;
        block("c", &file.text, out)?;
    }
    writeln!(out, "\nFound by Elenchus {}, seed {}.", finding.elenchus, finding.seed)
}

/// A block of text; of other bytes, too, but not to be taken for text.
fn block(language: &str, bytes: &[u8], out: &mut String) -> std::fmt::Result {
    let (text, note) = match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::from(text), ""),
        Err(_) => (escaped(bytes).into(), ESCAPED),
    };
    writeln!(out, "```{language}\n{}\n```{note}", text.trim_end())
}

const ESCAPED: &str = r"

Not all of this is UTF-8: `\xNN` stands for a byte, `\\` for a backslash.";

/// A finding in one line.
pub fn title(finding: &Finding) -> String {
    format!("{}: {}", finding.compiler.name, oracle::of(finding.kind).title(finding))
}

/// Writes the folder: sources, `README.md`, `repro.sh`, `interesting.sh`, `Makefile`.
/// `elenchus` is what a script calls to run a program on the machine.
pub fn write(finding: &Finding, folder: &Path, elenchus: &Path) -> Result<(), NotWritten> {
    write_with(finding, None, folder, elenchus)
}

/// The same with what can be said for the program that is shown, in `README.md`, in a
/// file of its own, and in the form that the tracker of the compiler wants.
pub fn write_certified(
    finding: &Finding,
    certified: &Certified,
    folder: &Path,
    elenchus: &Path,
) -> Result<(), NotWritten> {
    write_with(finding, Some(certified), folder, elenchus)
}

/// What a tracker wants besides the finding.
pub struct Certified {
    pub certificate: Certificate,
    /// What is shown, with the shortest commands.
    pub plain: Finding,
}

fn write_with(
    finding: &Finding,
    certified: Option<&Certified>,
    folder: &Path,
    elenchus: &Path,
) -> Result<(), NotWritten> {
    let failed = |source| NotWritten::Failed { path: folder.to_path_buf(), source };
    let mut files = Vec::new();
    if finding.reduced.is_some() {
        let original = folder.join(ORIGINAL);
        fs::create_dir_all(&original).map_err(failed)?;
        for file in &finding.program.files {
            files.push(NewFile::new(
                program::place(file, &original).map_err(failed)?,
                &file.text[..],
            ));
        }
    }
    let finding = &finding.shown();
    for file in &finding.program.files {
        let path = program::place(file, folder).map_err(failed)?;
        // A program of ours for several files has one, too; this one shows the bug as well.
        if file.name != MAKEFILE {
            files.push(NewFile::new(path, &file.text[..]));
        }
    }
    if let Some(answer) = &finding.expected {
        files.push(NewFile::new(folder.join("expected.txt"), &answer.output[..]));
    }
    let mut readme = markdown(finding);
    if let Some(Certified { certificate, plain }) = certified {
        readme += &format!("\n## What can be said for the program\n\n```text\n{certificate}```\n");
        files.push(NewFile::new(folder.join("certificate.txt"), certificate.to_string()));
        let form = tracker::text(plain, certificate);
        files.extend(form.map(|(name, text)| NewFile::new(folder.join(name), text)));
    }
    files.push(NewFile::new(folder.join("README.md"), readme));
    files.push(NewFile::new(folder.join(MAKEFILE), makefile(finding)));
    files.push(NewFile::script(folder.join("repro.sh"), repro(finding)));
    files.push(NewFile::script(folder.join("interesting.sh"), interesting(finding, elenchus)));
    fs::create_dir_all(folder).map_err(failed)?;
    write_all(&files, &[])
}

/// `make` compiles the program, `make check` shows the bug.
fn makefile(finding: &Finding) -> String {
    // In a recipe, make takes a dollar for itself.
    let recipe = |step: &Vec<Word>| format!("\t{}\n", shell(step).replace('$', "$$"));
    // Other names mean something to make, or cannot be written here.
    let is_plain = |name: &&str| quoted(name) == *name;
    let files = finding.program.files.iter().filter_map(|file| file.name.to_str());
    let files: Vec<&str> = files.filter(is_plain).collect();
    format!(
        "# {}\nprogram: {}\n{}\ncheck:\n\t./repro.sh\n\nclean:\n\t\
         rm -f program actual.txt said.txt\n\n.PHONY: check clean\n",
        title(finding),
        files.join(" "),
        finding.compile.iter().map(recipe).collect::<String>()
    )
}

/// What a script needs wherever it is started: the tools of every system, messages in the
/// language in which they were found, and the seconds after which a compiler or a
/// program counts as endless.
const STANDS_ALONE: &str = "\
PATH=${PATH:+$PATH:}/usr/bin:/bin
LC_ALL=C
export PATH LC_ALL
limit=${LIMIT:-30}
";

/// Ends with status 0 if the bug is there.
fn repro(finding: &Finding) -> String {
    format!(
        "#!/bin/sh\n# {}\n# Ends with status 0 if the bug is there.\n{STANDS_ALONE}\
         cd \"$(dirname \"$0\")\" || exit 2\n{}",
        title(finding),
        shows(finding, &status(finding).to_string())
    )
}

/// For C-Reduce and C-Vise, which run it in a folder with a smaller program:
/// status 0 if it still shows the bug. The answer of the smaller program comes
/// from `elenchus run`, which also rejects what is undefined.
fn interesting(finding: &Finding, elenchus: &Path) -> String {
    let mut out = format!("#!/bin/sh\n# {}\n", title(finding));
    out += "# For creduce or cvise: status 0 if the program here still shows the bug.\n";
    out += STANDS_ALONE;
    // What breaks down on a valid program is not to end as an invalid one.
    if finding.kind.needs_validity() || finding.expected.is_some() {
        let units: Vec<String> =
            finding.program.units().map(|file| quoted_bytes(&file.name)).collect();
        let elenchus = quoted_bytes(elenchus.as_os_str());
        out += &format!("{elenchus} run {} > expected.txt 2>/dev/null\n", units.join(" "));
        out += "expected=$?\n[ $expected -eq 125 ] || [ $expected -eq 2 ] || \
                [ $expected -eq 3 ] && exit 1\n";
    }
    out += &shows(finding, "$expected");
    out
}

fn status(finding: &Finding) -> i32 {
    match finding.expected.as_ref().map(|answer| answer.end) {
        Some(Ended::Status(status)) => status,
        Some(Ended::Signal(signal)) => 128 + signal,
        None => 0,
    }
}

/// The part of a script that compiles, runs and compares; `expected` is the
/// status that the program must have.
fn shows(finding: &Finding, expected: &str) -> String {
    let compile = one(&finding.compile);
    let run = finding.execute.as_ref().map(|words| shell(words)).unwrap_or_default();
    oracle::of(finding.kind).script(finding, &Script { compile, run, expected })
}

/// Several commands as one.
fn one(commands: &[Vec<Word>]) -> String {
    match commands {
        [] => "true".into(),
        [command] => shell(command),
        several => {
            let all: Vec<String> = several.iter().map(|words| shell(words)).collect();
            shell(&["sh".into(), "-c".into(), Word(all.join(" && ").into())])
        }
    }
}

/// A command as a shell takes it.
pub fn shell(words: &[Word]) -> String {
    words.iter().map(|Word(word)| quoted_bytes(word)).collect::<Vec<_>>().join(" ")
}

/// A word as a shell takes it, whatever its bytes are.
fn quoted_bytes(word: &OsStr) -> String {
    if let Some(word) = word.to_str() {
        return quoted(word);
    }
    let parts = word.as_bytes().utf8_chunks().map(|chunk| {
        let valid = if chunk.valid().is_empty() { String::new() } else { quoted(chunk.valid()) };
        let bytes = chunk.invalid().iter().map(|byte| format!("\"$(printf '\\{byte:03o}')\""));
        valid + &bytes.collect::<String>()
    });
    parts.collect()
}

pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./+,:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_gets_every_byte_of_a_word() {
        let check = |word: &[u8], expected: &str| {
            assert_eq!(quoted_bytes(OsStr::from_bytes(word)), expected);
        };
        check(b"-I/a/b", "-I/a/b");
        check(b"it's", r"'it'\''s'");
        check(b"", "''");
        check(b"caf\xe9 1.c", r#"caf"$(printf '\351')"' 1.c'"#);
    }
}
