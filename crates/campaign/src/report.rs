//! A finding as a bug report: Markdown, and a folder that shows it by itself.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use elenchus_judge::bytes::{Word, escaped};

use crate::finding::{Finding, Kind};
use crate::group;
use crate::outcome::Outcome;
use crate::program::{self, Answer, Ended};

/// How much of a compiler's message a report shows.
const LINES: usize = 30;

/// What a tracker wants to read.
pub fn markdown(finding: &Finding) -> String {
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
    writeln!(out, "\n## Why we believe it\n")?;
    for reason in &finding.reasons {
        writeln!(out, "- {reason}")?;
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
    let level = finding.compiler.levels.concat().join(" ");
    let what = match finding.kind {
        Kind::Crash => "the compiler crashes",
        Kind::Hang => "the compiler does not end",
        Kind::Flood => "the compiler prints, writes or forks without end",
        Kind::Rejected => "a valid program is rejected",
        Kind::WrongOutput | Kind::WrongStatus => "wrong code",
        Kind::RunCrash => "wrong code: the program crashes",
        Kind::RunHang => "wrong code: the program does not end",
        Kind::Disagreement => "another answer than that of other compilers",
        Kind::Unstable => "two compilations give different programs",
        Kind::CompareDebug => "debugging information changes the code",
        Kind::Abi => "objects of two compilers do not work together",
        Kind::Volatile => "a volatile object is accessed otherwise than written",
        Kind::Alarm => "a sanitizer stops a valid program",
        Kind::Slow => "the compiler takes far more time than others",
        Kind::Bloated => "the compiler takes far more memory than others",
    };
    let level = if level.is_empty() { String::new() } else { format!(" at {level}") };
    let partner = match (&finding.partner, finding.kind) {
        (Some(partner), Kind::Abi) => {
            format!(" and {} {}", partner.name, partner.levels.concat().join(" "))
        }
        _ => String::new(),
    };
    format!("{}: {what}{level}{partner}", finding.compiler.name)
}

/// Writes the folder: sources, `README.md`, `repro.sh`, `interesting.sh`, `Makefile`.
pub fn write(finding: &Finding, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    program::write(&finding.program, folder)?;
    fs::write(folder.join("README.md"), markdown(finding))?;
    if let Some(answer) = &finding.expected {
        fs::write(folder.join("expected.txt"), &answer.output)?;
    }
    fs::write(folder.join("Makefile"), makefile(finding))?;
    script(&folder.join("repro.sh"), &repro(finding))?;
    script(&folder.join("interesting.sh"), &interesting(finding))
}

fn script(path: &Path, text: &str) -> io::Result<()> {
    fs::write(path, text)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
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

/// Ends with status 0 if the bug is there.
fn repro(finding: &Finding) -> String {
    format!(
        "#!/bin/sh\n# {}\n# Ends with status 0 if the bug is there.\ncd \"$(dirname \"$0\")\" || exit 2\n{}",
        title(finding),
        shows(finding, &status(finding).to_string())
    )
}

/// For C-Reduce and C-Vise, which run it in a folder with a smaller program:
/// status 0 if it still shows the bug. The answer of the smaller program comes
/// from `elenchus run`, which also rejects what is undefined.
fn interesting(finding: &Finding) -> String {
    let mut out = format!("#!/bin/sh\n# {}\n", title(finding));
    out += "# For creduce or cvise: status 0 if the program here still shows the bug.\n";
    // What breaks down on a valid program is not to end as an invalid one.
    if finding.kind.needs_validity() || finding.expected.is_some() {
        let units: Vec<String> =
            finding.program.units().map(|file| quoted_bytes(&file.name)).collect();
        out += &format!("elenchus run {} > expected.txt 2>/dev/null\n", units.join(" "));
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

/// Seconds after which a compiler or a program counts as endless.
const ENDLESS: u32 = 30;

/// The part of a script that compiles, runs and compares; `expected` is the
/// status that the program must have.
fn shows(finding: &Finding, expected: &str) -> String {
    let compile = one(&finding.compile);
    let run = finding.execute.as_ref().map(|words| shell(words)).unwrap_or_default();
    match (finding.kind, &finding.actual) {
        (Kind::Crash, actual) => {
            let said = match actual.message().and_then(group::telling) {
                Some(words) => format!("grep -q -F -e {} said.txt", quoted(words)),
                None => "[ $status -gt 128 ]".to_owned(),
            };
            format!("{compile} > said.txt 2>&1\nstatus=$?\ncat said.txt\n{said}\n")
        }
        (Kind::Rejected, Outcome::Rejected { .. }) => {
            format!("{compile}\nstatus=$?\n[ $status -ne 0 ] && [ $status -le 128 ]\n")
        }
        (Kind::Hang, _) => {
            format!("timeout {ENDLESS} {compile}\n[ $? -eq 124 ]\n")
        }
        (Kind::Flood, Outcome::Full | Outcome::Swarm) => {
            // It must not do to others what it did to us.
            format!("ulimit -f 1000000 -u 500\ntimeout {ENDLESS} {compile}\n[ $? -ne 0 ]\n")
        }
        (Kind::Flood, _) => {
            format!("[ \"$({compile} 2>&1 | head -c 64000000 | wc -c)\" -eq 64000000 ]\n")
        }
        (Kind::RunHang, _) => {
            format!("{compile} || exit 1\ntimeout {ENDLESS} {run} > actual.txt\n[ $? -eq 124 ]\n")
        }
        (Kind::Disagreement, _) => {
            format!("{compile} || exit 1\n{run}\necho \"exit status $?\"\n")
        }
        (Kind::Unstable, _) => format!(
            "{compile} || exit 1\ncp program first.exe\nfor i in 1 2 3 4 5 6 7 8 9 10; do\n  \
             {compile} || exit 1\n  cmp program first.exe || exit 0\ndone\nexit 1\n"
        ),
        (Kind::CompareDebug, _) => format!(
            "{compile} > said.txt 2>&1\ncat said.txt\ngrep -q 'compare-debug.*failure' said.txt\n"
        ),
        // Half of what it took is still far more than what others take.
        (Kind::Slow, Outcome::Slow { time, .. }) => {
            format!("! (ulimit -t {}; {compile})\n", (time / 2000).max(1))
        }
        (Kind::Bloated, Outcome::Bloated { memory, .. }) => {
            format!("! (ulimit -v {}; {compile})\n", memory / 4 * 3)
        }
        (Kind::Volatile, Outcome::Accesses { object, offset, expected, .. }) => format!(
            "{compile} || exit 1\n\
             start=$(nm program | awk '$3 == \"{object}\" {{ print $1 }}')\n\
             place=$(printf ' %08x,' $((0x$start + {offset})))\n\
             actual=$(valgrind --tool=lackey --vex-iropt-level=0 --trace-mem=yes \
             --log-fd=9 ./program 9>&1 \
             >/dev/null 2>&1 | grep -F \"$place\" | sed -e 's/^ L .*,/r/' -e 's/^ S .*,/w/' \
             -e 's/^ M .*,\\(.*\\)/r\\1w\\1/' | tr -d '\\n ')\n\
             echo \"$actual\"\n[ \"${{actual:-never}}\" != {} ]\n",
            quoted(expected)
        ),
        (kind, actual) => {
            // A smaller program is to be wrong in the same way.
            let wrong = match kind {
                Kind::WrongOutput => {
                    format!("[ $actual -eq {expected} ] && ! cmp -s actual.txt expected.txt")
                }
                Kind::WrongStatus => {
                    format!("[ $actual -ne {expected} ] && [ $actual -le 128 ]")
                }
                Kind::RunCrash => format!("[ $actual -ne {expected} ] && {}", crashed(actual)),
                _ => format!("[ $actual -ne {expected} ] || ! cmp -s actual.txt expected.txt"),
            };
            format!(
                "{compile} || exit 1\ntimeout {ENDLESS} {run} > actual.txt\nactual=$?\n\
                 cat actual.txt\n\
                 echo \"exit status $actual\"\n{wrong}\n"
            )
        }
    }
}

/// By the same signal: a status that is rubbish may look like any.
fn crashed(actual: &Outcome) -> String {
    match actual {
        Outcome::Ran(Answer { end: Ended::Signal(signal), .. }) => {
            format!("[ $actual -eq {} ]", 128 + signal)
        }
        _ => "[ $actual -gt 128 ]".to_owned(),
    }
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

fn quoted(word: &str) -> String {
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
