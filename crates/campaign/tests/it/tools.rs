//! Tools that are not one command that compiles.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use elenchus_campaign::finding::{Kind, State};
use elenchus_compilers::toolchain::{Given, Patience, Tool, words};

use crate::oracles::shows_itself;
use crate::scripted::{BURN, Scripted, changing};

const WRONG: &str = "s/\"checksum = /\"checksum = 7/";

fn gcc() -> Given {
    Given::command("gcc -O1")
}

#[test]
fn a_pipeline() {
    let compiler = Scripted::new(&changing("-O2", WRONG));
    let first = format!("{} -S {{level}} -o {{out}}.s {{in}}", compiler.compiler.display());
    let steps = [first.as_str(), "gcc -c -o {out}.o {in}", "gcc -o {out} {in}"].map(words);
    let levels = vec![vec!["-O0".to_owned()], vec!["-O2".to_owned()]];
    let pipeline = Given { levels, tool: Tool::Pipeline(steps.to_vec()), ..Given::command("gcc") };
    let lab = compiler.lab_of(&[pipeline, gcc()]);
    let (found, summary) = compiler.hunt(&lab, 1);
    assert_eq!((found.len(), summary.tests), (1, 3));
    assert_eq!((found[0].kind, found[0].state), (Kind::WrongOutput, State::Confirmed));
    assert_eq!(found[0].compile.len(), 3, "{:?}", found[0].compile);
    shows_itself(&compiler, &found[0]);
}

/// A script beside the compiler.
fn script(compiler: &Scripted, text: &str) -> String {
    let path = compiler.folder.path().join("tool");
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

#[test]
fn an_interpreter() {
    let compiler = Scripted::new("");
    let check = |change: &str, expected: usize| {
        let run = "gcc -w -o inner.exe changed.c && exec ./inner.exe";
        let text = format!("for last; do :; done\nsed '{change}' $last > changed.c\n{run}");
        let command = Given::command(&script(&compiler, &text));
        let lab = compiler.lab_of(&[Given { tool: Tool::Interpreter, ..command }, gcc()]);
        let (found, _) = compiler.hunt(&lab, 1);
        assert_eq!(found.len(), expected, "{change}");
        for one in found {
            assert_eq!((one.kind, one.state), (Kind::WrongOutput, State::Confirmed));
            assert!(one.compile.is_empty() && one.execute.is_some());
            shows_itself(&compiler, &one);
        }
    };
    check("", 0);
    check(WRONG, 1);
}

#[test]
fn an_analyser() {
    let compiler = Scripted::new("");
    let check = |text: &str, expected: &[Kind]| {
        let text = format!("case \"$*\" in *program.c*) {text} ;; esac");
        let command = Given::command(&script(&compiler, &text));
        let lab = compiler.lab_of(&[Given { tool: Tool::Analyser, ..command }]);
        fs::remove_file(compiler.store()).ok();
        let (found, _) = compiler.hunt(&lab, 1);
        let kinds: Vec<Kind> = found.iter().map(|one| one.kind).collect();
        assert_eq!(kinds, expected, "{text}");
    };
    check("echo 'program.c:1: error: I do not like it' >&2; exit 1", &[]);
    check("kill -SEGV $$", &[Kind::Crash]);
}

#[test]
fn a_tool_may_have_more_time() {
    let compiler = Scripted::new(BURN);
    let command = Given::command(&format!("{} -O0", compiler.compiler.display()));
    let check = |compile: Option<u64>, expected: &[Kind]| {
        let patience = Patience { compile, run: None };
        let lab = compiler.lab_of(&[Given { patience, ..command.clone() }]);
        fs::remove_file(compiler.store()).ok();
        let (found, _) = compiler.hunt(&lab, 1);
        let kinds: Vec<Kind> = found.iter().map(|one| one.kind).collect();
        assert_eq!(kinds, expected, "{compile:?}");
    };
    check(None, &[Kind::Hang]);
    check(Some(60), &[]);
}
