//! The shortest commands that show a finding: what a maintainer types. A hunt says more to
//! all compilers (no warnings, one edition of C, where headers are), most of which one
//! finding does not need.

use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use elenchus_compilers::run::{End, Limits, Reach, Task, run};
use elenchus_compilers::scratch::Scratch;
use elenchus_judge::bytes::Word;

use super::write;
use crate::finding::Finding;

/// Options that a finding may do without; of some the next word goes along.
const SPARED: &[(&str, bool)] =
    &[("-I", true), ("-w", false), ("-ffp-contract=off", false), ("-std=gnu11", false)];

/// The finding, with commands of which nothing of that can be left out any more: each was
/// tried by the finding's own script.
pub fn plain(finding: &Finding, stop: &AtomicBool) -> io::Result<Finding> {
    let scratch = Scratch::new()?;
    let mut best = finding.clone();
    for (option, takes_one) in SPARED {
        let shorter = without(&best, option, *takes_one);
        if shorter.compile != best.compile && shows(&shorter, &scratch, stop)? {
            best = shorter;
        }
    }
    let named = by_name(&best);
    Ok(if shows(&named, &scratch, stop)? { named } else { best })
}

fn without(finding: &Finding, option: &str, takes_one: bool) -> Finding {
    let mut shorter = finding.clone();
    for command in &mut shorter.compile {
        let mut kept: Vec<Word> = Vec::new();
        let mut words = command.drain(..);
        while let Some(word) = words.next() {
            if word.0 != option {
                kept.push(word);
            } else if takes_one {
                words.next();
            }
        }
        drop(words);
        *command = kept;
    }
    shorter
}

/// Compilers as they are called where they are on PATH.
fn by_name(finding: &Finding) -> Finding {
    let mut named = finding.clone();
    for program in named.compile.iter_mut().filter_map(|command| command.first_mut()) {
        if let Some(name) = Path::new(&program.0).file_name() {
            *program = Word(name.to_owned());
        }
    }
    named
}

/// Whether its script, in a folder of its own, says that the bug is there.
fn shows(finding: &Finding, scratch: &Scratch, stop: &AtomicBool) -> io::Result<bool> {
    let folder = scratch.unique("plain")?;
    write(finding, &folder, Path::new("elenchus")).map_err(io::Error::other)?;
    let task = Task { words: vec![folder.join("repro.sh").into()], folder: Some(folder) };
    let limits = Limits { reach: Reach::Anywhere, ..Limits::NONE }.time(TIME);
    Ok(run(&task, &limits, stop)?.end == End::Exit(0))
}

const TIME: Duration = Duration::from_secs(60);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_along_with_an_option() {
        let finding: Finding =
            serde_json::from_str(include_str!("../../tests/it/old-record.json")).unwrap();
        let words = |text: &str| text.split(' ').map(Word::from).collect::<Vec<_>>();
        let compile = vec![words("/usr/bin/gcc -w -I /a -O2 -o ./program program.c")];
        let finding = Finding { compile, ..finding };
        let shorter = by_name(&without(&without(&finding, "-I", true), "-w", false));
        assert_eq!(shorter.compile, [words("gcc -O2 -o ./program program.c")]);
    }
}
