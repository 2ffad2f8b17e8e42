//! The finished text, run once from the start.

use std::rc::Rc;

use elenchus_machine::{Limits, Machine, Verdict};

use super::drive::{self, Written};
use super::{Check, Dropped, Generated, Settings, text};
use crate::facts::emit::{self, Form};
use crate::facts::{self, check};

/// Runs the text on a plain machine; gives what it prints.
pub fn prove(
    settings: &Settings,
    files: &[(String, String)],
    written: &mut Written,
) -> Result<String, Dropped> {
    let program = match (written.opening.take(), files) {
        // Its first part is parsed already.
        (Some(opening), [(_, text)]) if text.starts_with(&opening.text) => {
            let rest = &text[opening.text.len()..];
            opening.close(rest)?
        }
        _ => {
            let mut program = drive::empty_program(settings);
            for (name, text) in text::units(files) {
                drive::parse(&mut program, name, &text)?;
            }
            program
        }
    };
    let limits = Limits { steps: written.steps * 2 + 10_000, ..Limits::default() };
    let outcome = Machine::new(Rc::new(program), limits).run(&[]);
    written.stats.steps = outcome.steps;
    let output = String::from_utf8_lossy(&outcome.output).into_owned();
    let is_tolerant = |line: &&str| line.starts_with('~');
    let rest: String = output.split_inclusive('\n').filter(|line| !is_tolerant(line)).collect();
    let expected = match settings.check {
        Check::Checksum => format!("checksum = {:x}\n", written.checksum),
        Check::Expected => String::new(),
        Check::Values if settings.freestanding => String::new(),
        Check::Values => written.values.iter().map(|(name, _)| format!("OK {name}\n")).collect(),
    };
    match outcome.verdict {
        Verdict::Exit(0) if rest == expected => Ok(output),
        verdict => {
            let what = format!("{verdict}, {output:?} for {expected:?}");
            Err(Dropped::Unproven { what, files: files.to_vec() })
        }
    }
}

/// Runs the text once more, beside what static facts say of it.
pub fn compare_facts(settings: &Settings, files: &[(String, String)]) -> Result<(), Dropped> {
    let refuted = |what: String| Dropped::Refuted { what, files: files.to_vec() };
    let mut program = drive::empty_program(settings);
    for (name, text) in text::units(files) {
        drive::parse(&mut program, name, &text)?;
    }
    let facts = facts::analyse(&program).map_err(|error| refuted(error.to_string()))?;
    let program = Rc::new(program);
    let machine = Machine::new(Rc::clone(&program), Limits::default());
    let (_, check) = machine.run_with(check::Check::new(program, facts), &[]);
    match check.refuted.first() {
        Some(first) => Err(refuted(first.to_string())),
        None => Ok(()),
    }
}

/// Writes the facts into the text, which must do the same as before.
pub fn write_facts(
    settings: &Settings,
    generated: &mut Generated,
    form: Form,
) -> Result<(), Dropped> {
    let [(name, text)] = &mut generated.files[..] else { return Ok(()) };
    let mut program = drive::empty_program(settings);
    drive::parse(&mut program, name, text)?;
    let refuted = |what: String, text: &str| {
        let files = vec![("program.c".into(), text.to_owned())];
        Dropped::Refuted { what, files }
    };
    let facts = facts::analyse(&program).map_err(|error| refuted(error.to_string(), text))?;
    let with = emit::write(&program, &facts, text, form);
    let mut program = drive::empty_program(settings);
    drive::parse(&mut program, name, &with)?;
    let outcome = Machine::new(Rc::new(program), Limits::default()).run(&[]);
    if outcome.verdict != Verdict::Exit(0) || outcome.output != generated.output.as_bytes() {
        return Err(refuted(outcome.verdict.to_string(), &with));
    }
    generated.stats.bytes = with.len() as u64;
    *text = with;
    Ok(())
}
