//! A program of several files, of which two configurations compile some each:
//! linked together, it must do the same.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use elenchus_compilers::run::Limits;
use elenchus_compilers::toolchain::{Family, Tool};

use super::answers::against;
use super::{Notice, Oracle, PROGRAM, Row, Script, Suspect, Trial, Tried, titled, units};
use crate::bench::Bench;
use crate::confirm::{AGAIN, Confirmed, validity};
use crate::finding::{Finding, Kind};
use crate::fuzz::Choices;
use crate::lab::{Configuration, Lab};
use crate::outcome::Outcome;
use crate::states::Why;

pub struct Abi;

const ROWS: &[Row] = &[Row::new(Kind::Abi, "objects of two compilers do not work together")];

impl Oracle for Abi {
    fn name(&self) -> &'static str {
        "abi"
    }

    fn kinds(&self) -> &'static [Row] {
        ROWS
    }

    fn wants_several_files(&self) -> bool {
        true
    }

    fn title(&self, finding: &Finding) -> String {
        let partner = finding.partner.as_ref().map_or_else(String::new, |partner| {
            format!(" and {} {}", partner.name, partner.levels.concat().join(" "))
        });
        titled(finding) + &partner
    }

    fn look(&self, lab: &Lab, bench: &Bench, trial: &mut Trial) -> io::Result<Vec<Notice>> {
        let files = units(bench);
        if files.len() < 2 || files.len() > MOST {
            return Ok(Vec::new());
        }
        let Some(pair) = pair(lab, bench, trial) else { return Ok(Vec::new()) };
        let Some(answer) = trial.answer(pair[0]) else { return Ok(Vec::new()) };
        for mixture in 1..(1 << files.len()) - 1 {
            let Some(actual) = attempt(lab, bench, &pair, mixture)? else { continue };
            if against(answer, &actual).is_none() || actual == Outcome::Stopped {
                continue;
            }
            let mut names = pair.map(|one| lab.name(one));
            names.sort();
            let signature = format!("{}: {}", names.join(" with "), Kind::Abi.name());
            let suspect = Suspect { kind: Kind::Abi, configuration: pair[0].clone(), signature };
            let mut notice = Notice::new(lab, bench, suspect, actual);
            notice.compile = commands(lab, bench, &pair, mixture, &files, Path::new(PROGRAM));
            notice.partner = Some(pair[1].clone());
            return Ok(vec![notice]);
        }
        Ok(Vec::new())
    }

    fn confirm(
        &self,
        lab: &Lab,
        bench: &Bench,
        trial: &Trial,
        notice: &Notice,
    ) -> io::Result<Option<Confirmed>> {
        let first = &notice.suspect.configuration;
        let (Some(second), Some(answer)) = (&notice.partner, trial.answer(first)) else {
            return Ok(None);
        };
        let pair = [first, second];
        let count = units(bench).len().min(MOST);
        let mut reasons = Vec::new();
        // Some mixture is wrong every time, and none is without mixing.
        for _ in 0..AGAIN {
            let mut wrong = false;
            for mixture in 0..1 << count {
                let outcome = attempt(lab, bench, &pair, mixture)?;
                let is_wrong = outcome.is_some_and(|outcome| against(answer, &outcome).is_some());
                let pure = mixture == 0 || mixture == (1 << count) - 1;
                if pure && is_wrong {
                    let said = "it is wrong without mixing, too, when it is linked apart";
                    return Ok(Some(Confirmed::because(Why::AloneToo, reasons, said)));
                }
                wrong |= is_wrong;
            }
            if !wrong {
                let said = "tried again: every mixture gives the expected answer";
                return Ok(Some(Confirmed::because(Why::NotAgain, reasons, said)));
            }
        }
        reasons.push(format!("seen again {AGAIN} times; each alone gives the expected answer"));
        validity(lab, bench, trial, &notice.suspect, answer, reasons)
    }

    fn script(&self, _: &Finding, script: &Script) -> String {
        script.differs()
    }
}

/// The most files: they are mixed in all ways.
const MOST: usize = 4;

/// Objects of one may be for a program at any address, those of the other not.
const FIXED: &str = "-no-pie";

/// Two configurations for one target, each of which is right by itself; others
/// for another program.
fn pair<'a>(lab: &Lab, bench: &Bench, trial: &'a Trial) -> Option<[&'a Configuration; 2]> {
    let works = |one: &&Tried| {
        let toolchain = &lab.toolchains[one.configuration.toolchain];
        let answer = trial.answer(&one.configuration);
        toolchain.family != Family::Other
            && toolchain.tool == Tool::Compiler
            && one.configuration.is_plain()
            && answer.is_some_and(|answer| one.outcome == Outcome::Ran(answer.clone()))
    };
    let target = |one: &Configuration| lab.toolchains[one.toolchain].target.name;
    let all: Vec<&Configuration> =
        trial.tried.iter().filter(works).map(|one| &one.configuration).collect();
    let mut choices = Choices::new("abi", bench.program, 0);
    let mut draw = |all: &[&'a Configuration]| {
        let index = usize::try_from(choices.below(all.len() as u64)).unwrap_or(0);
        all.get(index).copied()
    };
    let first = draw(&all)?;
    let answer = trial.answer(first);
    let fits = |one: &&Configuration| {
        *one != first && target(one) == target(first) && trial.answer(one) == answer
    };
    let second = draw(&all.iter().copied().filter(fits).collect::<Vec<_>>())?;
    Some([first, second])
}

/// Commands that compile and link a mixture: a bit for each file says by whom.
fn commands(
    lab: &Lab,
    bench: &Bench,
    pair: &[&Configuration; 2],
    mixture: u32,
    files: &[PathBuf],
    program: &Path,
) -> Vec<Vec<OsString>> {
    let mut commands = Vec::new();
    let mut objects = Vec::new();
    let flags = [&["-c".to_owned()], &bench.program.flags[..]].concat();
    for (number, file) in files.iter().enumerate() {
        let by = pair[usize::from(mixture >> number & 1 == 1)];
        let object = object(program, number);
        let toolchain = &lab.toolchains[by.toolchain];
        commands.extend(toolchain.compile(&by.level, &flags, std::slice::from_ref(file), &object));
        objects.push(object);
    }
    let linker = &lab.toolchains[pair[0].toolchain];
    commands.extend(linker.compile(&[], &[FIXED.to_owned()], &objects, program));
    commands
}

/// What a mixture does; nothing if it is not compiled or linked. Each command has a place
/// of its own: no compiler gets at the objects of another.
fn attempt(
    lab: &Lab,
    bench: &Bench,
    pair: &[&Configuration; 2],
    mixture: u32,
) -> io::Result<Option<Outcome>> {
    let program = bench.path().join("mixed.exe");
    let toolchain = &lab.toolchains[pair[0].toolchain];
    let allowance = lab.allowance.of(toolchain);
    let files = units(bench);
    let mut commands = commands(lab, bench, pair, mixture, &files, &program);
    let Some(link) = commands.pop() else { return Ok(None) };
    let compiling = allowance.compiling(bench.program.size());
    let mut objects = Vec::new();
    for (number, words) in commands.into_iter().enumerate() {
        let place = bench.place()?;
        let object = object(&program, number);
        if !lab.start(words, &place, &compiling)?.succeeded() || !object.is_file() {
            return Ok(None);
        }
        objects.push((fs::read(&object)?, object));
    }
    let place = bench.place()?;
    for (bytes, object) in objects {
        fs::write(object, bytes)?;
    }
    if !lab.start(link, &place, &compiling)?.succeeded() {
        return Ok(None);
    }
    let Some(words) = toolchain.execute(&[], &[], &files, &program) else { return Ok(None) };
    let limits = Limits { reach: toolchain.run.reach(), ..allowance.running() };
    Ok(Some(Outcome::of_program(lab.start(words, &place, &limits)?)))
}

fn object(program: &Path, number: usize) -> PathBuf {
    program.with_extension(format!("{number}.o"))
}
