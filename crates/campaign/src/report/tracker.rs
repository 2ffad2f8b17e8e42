//! A finding in the form of the tracker of its compiler: GCC's Bugzilla wants plain text
//! and a few fields, LLVM's tracker Markdown with a title and labels.

use std::fmt::{self, Write as _};

use elenchus_compilers::breakdown::title as breakdown;
use elenchus_compilers::toolchain::Family;
use elenchus_judge::bytes::escaped;

use super::{block, shell};
use crate::certificate::{Certificate, Standing};
use crate::finding::{Finding, Kind};
use crate::outcome::Outcome;

/// The file of a finding for the tracker of its compiler, and what is in it; nothing for a
/// compiler whose tracker has no form of its own.
pub fn text(finding: &Finding, certificate: &Certificate) -> Option<(&'static str, String)> {
    let mut out = String::new();
    let (name, written) = match Family::of(&finding.version) {
        Family::Gcc => ("bugzilla.txt", bugzilla(finding, certificate, &mut out)),
        Family::Clang => ("llvm-issue.md", llvm(finding, certificate, &mut out)),
        Family::Other => return None,
    };
    // Writing to a string does not fail.
    written.is_ok().then_some((name, out))
}

/// What trackers call a kind of bug: a few words, the keyword of Bugzilla, the label of
/// LLVM.
const NAMES: &[(Kind, &str, &str, &str)] = &[
    (Kind::Crash, "internal compiler error", "ice-on-valid-code", "crash-on-valid"),
    (Kind::Hang, "the compiler does not end", "compile-time-hog", "hang"),
    (Kind::Flood, "the compiler writes without end", "compile-time-hog", "hang"),
    (Kind::Slow, "slow compilation", "compile-time-hog", "slow-compile"),
    (Kind::Bloated, "compilation takes much memory", "memory-hog", "memory-usage"),
    (Kind::Rejected, "a valid program is rejected", "rejects-valid", "rejects-valid"),
    (Kind::CompareDebug, "-fcompare-debug fails", "compare-debug-failure", "debuginfo"),
    (Kind::Alarm, "a sanitizer stops a valid program", "diagnostic", "false-positive"),
    (Kind::Abi, "objects of two compilers do not work together", "ABI", "ABI"),
];

/// All others: a program does not do what it must.
const WRONG: (&str, &str, &str) = ("wrong code", "wrong-code", "miscompilation");

fn names(kind: Kind) -> (&'static str, &'static str, &'static str) {
    let row = NAMES.iter().find(|row| row.0 == kind);
    row.map_or(WRONG, |(_, words, keyword, label)| (words, keyword, label))
}

/// The part of gcc that a pass belongs to, by how its name begins, or by what gcc says
/// when it breaks down in it.
const COMPONENTS: &[(&str, &str, &str)] = &[
    ("tree-", "during GIMPLE pass:", "tree-optimization"),
    ("ipa-", "during IPA pass:", "ipa"),
    ("rtl-", "during RTL pass:", "rtl-optimization"),
];

fn component(finding: &Finding) -> &'static str {
    let pass = pass(finding).unwrap_or_default();
    let said = finding.actual.message().unwrap_or_default();
    let is_of =
        |(start, words, _): &&(&str, &str, &str)| pass.starts_with(start) || said.contains(words);
    match COMPONENTS.iter().find(is_of) {
        Some((_, _, component)) => component,
        None if finding.kind == Kind::Rejected => "c",
        None => "middle-end",
    }
}

fn pass(finding: &Finding) -> Option<&str> {
    finding.blamed.as_deref().and_then(|blamed| blamed.blame.pass.as_deref())
}

/// In one line: what goes wrong, where, and since when.
fn summary(finding: &Finding) -> String {
    let (words, ..) = names(finding.kind);
    let detail = match (finding.kind, finding.actual.message()) {
        (Kind::Crash | Kind::Rejected, Some(message)) => format!(": {}", breakdown(message)),
        _ => String::new(),
    };
    let level = finding.compiler.levels.concat().join(" ");
    let at = if level.is_empty() { String::new() } else { format!(" at {level}") };
    let pass = pass(finding).map_or(String::new(), |pass| format!(" ({pass})"));
    format!("{words}{at} on {}{detail}{pass}", finding.target)
}

/// The version number in what a compiler says of itself: its last word that is one.
fn number(version: &str) -> &str {
    let is_number =
        |word: &&str| word.contains('.') && word.split('.').all(|part| part.parse::<u32>().is_ok());
    version.split_whitespace().rev().find(is_number).unwrap_or(version)
}

/// Versions of the compiler that were tried, by whether they are wrong.
fn versions(finding: &Finding, wrong: bool) -> String {
    let versions = finding.blamed.as_deref().and_then(|one| one.blame.versions.as_ref());
    let tried = versions.map(|versions| &versions.tried[..]).unwrap_or_default();
    let of = tried.iter().filter(|one| one.wrong == Some(wrong));
    let mut names: Vec<&str> = of.map(|one| number(&one.version)).collect();
    if wrong && names.is_empty() {
        names.push(number(&finding.version));
    }
    names.join(", ")
}

fn bugzilla(finding: &Finding, certificate: &Certificate, out: &mut String) -> fmt::Result {
    let (_, keyword, _) = names(finding.kind);
    writeln!(out, "Product:        gcc")?;
    writeln!(out, "Component:      {}", component(finding))?;
    writeln!(out, "Version:        {}", number(&finding.version))?;
    writeln!(out, "Keywords:       {keyword}")?;
    writeln!(out, "Target:         {}", finding.target)?;
    writeln!(out, "Known to fail:  {}", versions(finding, true))?;
    writeln!(out, "Known to work:  {}", versions(finding, false))?;
    writeln!(out, "Summary:        {}\n", summary(finding))?;
    writeln!(out, "Description:\n")?;
    for file in &finding.program.files {
        writeln!(out, "$ cat {}", file.name.to_string_lossy())?;
        plain(&file.text, out)?;
        writeln!(out)?;
    }
    commands(finding, out)?;
    happens(finding, out)?;
    if let Some(answer) = &finding.expected {
        writeln!(out, "\nExpected (exit status and output as C defines them): {}", answer.end)?;
        plain(&answer.output, out)?;
    }
    others(finding, out)?;
    if let Some(blamed) = finding.blamed.as_deref() {
        writeln!(out, "\nWhere it comes from:")?;
        indented(&blamed.blame.to_string(), out)?;
    }
    defined(finding, certificate, out)?;
    writeln!(out, "\n$ {} -v", finding.compiler.command.join(" "))?;
    certificate.compiler.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out, "\nFound by Elenchus {}.", finding.elenchus)
}

fn llvm(finding: &Finding, certificate: &Certificate, out: &mut String) -> fmt::Result {
    let (_, _, label) = names(finding.kind);
    let title = match pass(finding) {
        Some(pass) => format!("[{}] ", pass.strip_suffix("Pass").unwrap_or(pass)),
        None => String::new(),
    };
    let plain_summary = summary(finding);
    let plain_summary = match pass(finding) {
        Some(pass) => plain_summary.trim_end_matches(&format!(" ({pass})")).to_owned(),
        None => plain_summary,
    };
    writeln!(out, "Title: {title}{plain_summary}\nLabels: {label}\n")?;
    for file in &finding.program.files {
        if finding.program.files.len() > 1 {
            writeln!(out, "`{}`:\n", file.name.to_string_lossy())?;
        }
        block("c", &file.text, out)?;
        writeln!(out)?;
    }
    writeln!(out, "```console")?;
    commands(finding, out)?;
    happens(finding, out)?;
    writeln!(out, "```")?;
    if let Some(answer) = &finding.expected {
        writeln!(out, "\nIt must print this and end with {}:\n", answer.end)?;
        block("text", &answer.output, out)?;
    }
    others(finding, out)?;
    if let Some(blamed) = finding.blamed.as_deref() {
        writeln!(out, "\n### Where it comes from\n")?;
        block("text", blamed.blame.to_string().as_bytes(), out)?;
    }
    writeln!(out, "\n### The program is well-defined\n")?;
    block("text", certificate.to_string().as_bytes(), out)?;
    writeln!(out, "\n### Version\n")?;
    block("text", certificate.compiler.join("\n").as_bytes(), out)?;
    writeln!(out, "\nFound by Elenchus {}.", finding.elenchus)
}

/// What to type; files lie where one stands.
fn commands(finding: &Finding, out: &mut String) -> fmt::Result {
    finding.compile.iter().try_for_each(|command| writeln!(out, "$ {}", shell(command)))?;
    match (&finding.execute, finding.kind.needs_validity()) {
        (Some(execute), true) => writeln!(out, "$ {}; echo \"exit status: $?\"", shell(execute)),
        _ => Ok(()),
    }
}

/// How much of a compiler's message is shown: the frames of a crash are.
const LINES: usize = 60;

fn happens(finding: &Finding, out: &mut String) -> fmt::Result {
    match (&finding.actual, finding.actual.message()) {
        (Outcome::Ran(answer), _) => {
            plain(&answer.output, out)?;
            writeln!(out, "{}", answer.end.to_string().replace("status ", "status: "))
        }
        (_, Some(message)) => {
            message.lines().take(LINES).try_for_each(|line| writeln!(out, "{line}"))
        }
        (other, None) => writeln!(out, "({})", other.in_words()),
    }
}

/// Which other configurations are right, and which are not.
fn others(finding: &Finding, out: &mut String) -> fmt::Result {
    let is_right = |outcome: &Outcome| match (outcome, &finding.expected) {
        (Outcome::Ran(answer), Some(expected)) => answer == expected,
        (Outcome::Ran(_) | Outcome::Compiled, None) => true,
        _ => false,
    };
    for (words, right) in [("right", true), ("wrong", false)] {
        let of = finding.outcomes.iter().filter(|(_, outcome)| is_right(outcome) == right);
        let names: Vec<&str> = of.map(|(name, _)| name.as_str()).collect();
        if !names.is_empty() {
            writeln!(out, "\nSeen to be {words}: {}", names.join(", "))?;
        }
    }
    Ok(())
}

fn defined(finding: &Finding, certificate: &Certificate, out: &mut String) -> fmt::Result {
    let is_said = finding.kind.needs_validity() || certificate.standing == Standing::Defined;
    if is_said {
        writeln!(out, "\nThe program is free of undefined behaviour, as far as that was found:")?;
        return indented(&certificate.to_string(), out);
    }
    writeln!(out, "\nThe compiler must not do this whatever the program is.")
}

fn indented(text: &str, out: &mut String) -> fmt::Result {
    text.lines().try_for_each(|line| writeln!(out, "    {line}"))
}

/// Bytes as they are, if they are text.
fn plain(bytes: &[u8], out: &mut String) -> fmt::Result {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => escaped(bytes),
    };
    if text.trim().is_empty() { Ok(()) } else { writeln!(out, "{}", text.trim_end()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_numbers() {
        assert_eq!(number("gcc (Debian 12.2.0-14+deb12u1) 12.2.0"), "12.2.0");
        assert_eq!(number("Debian clang version 14.0.6"), "14.0.6");
        assert_eq!(number("tcc version 0.9.27 (x86_64 Linux)"), "0.9.27");
        assert_eq!(number("unknown version"), "unknown version");
    }
}
