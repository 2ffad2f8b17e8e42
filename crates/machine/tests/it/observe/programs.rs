//! Whoever watches, a program does the same; and nothing that it does is left out.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::observe::{
    AccessKind, Accessed, Ended, Flow, ON, ObjectRef, Observer, Step, View, Wants,
};

use super::replay::{Replay, compare};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/c");
fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(programs(&path));
        } else if path.extension().is_some_and(|ending| ending == "c") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn check(folder: &str) {
    if !crate::has_gcc_for_x86_64() {
        return;
    }
    let mut problems = String::new();
    let mut compared = 0;
    for file in programs(&Path::new(FOLDER).join(folder)) {
        let output = Command::new("gcc").args(["-E", "-std=gnu11"]).arg(&file).output();
        let text = output.expect("gcc is there").stdout;
        let standard = Language::by_name("gnu11").expect("a standard");
        let mut program = Program::new(Target::x86_64(), standard);
        if !parse_unit(&mut program, "main", &text).accepted() {
            continue;
        }
        compared += 1;
        let input = std::fs::read(file.with_extension("in")).unwrap_or_default();
        if let Some(problem) = compare(&Rc::new(program), &input) {
            problems += &format!("{}: {problem}\n", file.display());
        }
    }
    assert!(problems.is_empty(), "{problems}");
    assert!(compared > 5, "the programs are in tests/c/{folder}");
}

#[test]
fn programs_of_the_library_do_the_same() {
    check("library");
}

#[test]
fn extensions_do_the_same() {
    check("language");
}

#[test]
fn loops_do_the_same() {
    check("kernels");
}

#[test]
fn what_is_undefined_stays_so() {
    check("undefined");
}

/// One write that is kept back is missed.
#[test]
fn what_is_not_told_is_missed() {
    struct Forgetful {
        replay: Replay,
        writes: u64,
        lost: u64,
    }
    impl Observer for Forgetful {
        fn wants(&self) -> Wants {
            Wants::ALL
        }
        fn made(&mut self, view: &View<'_>, object: &ObjectRef) -> Flow {
            self.replay.made(view, object)
        }
        fn ended(&mut self, view: &View<'_>, object: &ObjectRef, how: Ended) -> Flow {
            self.replay.ended(view, object, how)
        }
        fn access(&mut self, view: &View<'_>, access: &Accessed) -> Flow {
            self.writes += u64::from(access.kind == AccessKind::Write);
            match self.writes == self.lost && access.kind == AccessKind::Write {
                true => ON,
                false => self.replay.access(view, access),
            }
        }
        fn statement(&mut self, view: &View<'_>, step: Step) -> Flow {
            self.replay.statement(view, step)
        }
    }
    let text = "struct s { char c[3]; unsigned b : 3; } s;
                int main(void) { int x = 3; s.c[1] = x; s.b = 5; x += s.b; return x - 8; }";
    for lost in 0..=4 {
        let forgetful = Forgetful { replay: Replay::default(), writes: 0, lost };
        let (_, Forgetful { replay, writes, .. }) = super::watched(text, forgetful);
        assert_eq!((replay.problems.is_empty(), writes >= lost), (lost == 0, true), "{lost}");
    }
}
