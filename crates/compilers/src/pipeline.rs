//! Commands with places to fill in: `{in}`, `{out}` and `{level}`.
//!
//! A pipeline makes a program in several steps. All but the last are done for
//! each file of the program by itself; the last gets all that came of them.
//! `{out}.bc` names an output with an ending; the next step finds it under
//! `{in}`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

const IN: &str = "{in}";
const OUT: &str = "{out}";
pub(crate) const LEVEL: &str = "{level}";

/// What is wrong with a pipeline, in words.
pub fn fault(steps: &[Vec<String>]) -> Option<String> {
    if steps.is_empty() {
        return Some("a pipeline has at least one command".into());
    }
    let lacks = |step: &Vec<String>, place: &str| !step.iter().any(|word| word.contains(place));
    steps.iter().find_map(|step| {
        let place = [IN, OUT].into_iter().find(|place| lacks(step, place))?;
        Some(format!("the command `{}` of a pipeline has no {place}", step.join(" ")))
    })
}

/// All commands that make `program` of `files`, in order.
pub fn commands(
    steps: &[Vec<String>],
    flags: &[String],
    files: &[PathBuf],
    program: &Path,
) -> Vec<Vec<OsString>> {
    let Some((last, before)) = steps.split_last() else { return Vec::new() };
    let mut commands = Vec::new();
    let mut inputs = Vec::new();
    for (unit, file) in files.iter().enumerate() {
        let mut input = file.clone();
        for (number, step) in before.iter().enumerate() {
            let out = program.with_extension(format!("{number}.{unit}"));
            commands.push(fill(step, flags, &[input], Some(&out)));
            input = output(step, &out);
        }
        inputs.push(input);
    }
    commands.push(fill(last, flags, &inputs, Some(program)));
    commands
}

/// A command for files, which come last if it does not say where, with flags
/// before them.
pub fn filled(command: &[String], flags: &[String], files: &[PathBuf]) -> Vec<OsString> {
    let mut command = command.to_vec();
    let place = |command: &[String], place| command.iter().position(|word| word.contains(place));
    let at = place(&command, IN).unwrap_or_else(|| {
        command.push(IN.to_owned());
        command.len() - 1
    });
    if place(&command, LEVEL).is_none() {
        command.insert(at, LEVEL.to_owned());
    }
    fill(&command, flags, files, None)
}

/// The words of a command that are neither files nor say where its output goes.
pub(crate) fn without_files(command: &[String], flags: &[String]) -> Vec<OsString> {
    let names_file = |word: &String| word.contains(IN) || word.contains(OUT);
    let mut words: Vec<String> = Vec::new();
    for word in command {
        match names_file(word) {
            true if words.last().is_some_and(|last| last == "-o") => drop(words.pop()),
            true => {}
            false => words.push(word.clone()),
        }
    }
    fill(&words, flags, &[], None)
}

fn fill(
    step: &[String],
    flags: &[String],
    inputs: &[PathBuf],
    out: Option<&Path>,
) -> Vec<OsString> {
    let mut words: Vec<OsString> = Vec::new();
    for word in step {
        match word.as_str() {
            IN => words.extend(inputs.iter().map(Into::into)),
            LEVEL => words.extend(flags.iter().map(Into::into)),
            _ => {
                let input = inputs.first().map(|path| path.to_string_lossy()).unwrap_or_default();
                let out = out.map(|path| path.to_string_lossy()).unwrap_or_default();
                words.push(word.replace(IN, &input).replace(OUT, &out).into());
            }
        }
    }
    words
}

/// Where a step wrote to: with what follows `{out}`.
fn output(step: &[String], out: &Path) -> PathBuf {
    let ending = step.iter().find_map(|word| word.split_once(OUT)).map_or("", |(_, rest)| rest);
    let mut path = out.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolchain::words;

    fn text(commands: Vec<Vec<OsString>>) -> Vec<String> {
        let line = |words: Vec<OsString>| words.join(" ".as_ref()).to_string_lossy().into_owned();
        commands.into_iter().map(line).collect()
    }

    #[test]
    fn steps_follow_each_other_for_each_file() {
        let steps = ["clang -emit-llvm -c -o {out}.bc {in}", "llc {level} -o{out} {in}"];
        let steps = [steps[0], steps[1], "cc -o {out} {in}"].map(words);
        let files = ["a.c".into(), "b.c".into()];
        let commands = commands(&steps, &["-O2".into()], &files, Path::new("p.exe"));
        let expected = [
            "clang -emit-llvm -c -o p.0.0.bc a.c",
            "llc -O2 -op.1.0 p.0.0.bc",
            "clang -emit-llvm -c -o p.0.1.bc b.c",
            "llc -O2 -op.1.1 p.0.1.bc",
            "cc -o p.exe p.1.0 p.1.1",
        ];
        assert_eq!(text(commands), expected);
    }

    #[test]
    fn files_come_last_unless_it_says_where() {
        let files = ["a.c".into(), "b.c".into()];
        let check = |command: &str, expected: &str| {
            let words = filled(&words(command), &["-O1".into()], &files);
            assert_eq!(text(vec![words]), [expected]);
        };
        check("lint", "lint -O1 a.c b.c");
        check("run {in} -- x", "run -O1 a.c b.c -- x");
    }

    #[test]
    fn a_command_without_its_files() {
        let check = |command: &str, expected: &str| {
            let words = without_files(&words(command), &["-O1".into()]);
            assert_eq!(text(vec![words]), [expected]);
        };
        check("clang -c {level} -o {out}.bc {in} -DX", "clang -c -O1 -DX");
        check("run {in} -o", "run -o");
    }

    #[test]
    fn faults_are_named() {
        let check = |steps: &[&str], part: &str| {
            let steps: Vec<_> = steps.iter().map(|step| words(step)).collect();
            assert!(fault(&steps).unwrap().contains(part), "{steps:?}");
        };
        check(&[], "at least one");
        check(&["a {in} {out}", "b {in}"], "`b {in}` of a pipeline has no {out}");
        assert_eq!(fault(&[words("cc -o {out} {in}")]), None);
    }
}
