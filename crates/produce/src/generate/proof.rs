//! The finished text, run once from the start.

use std::rc::Rc;

use elenchus_machine::{Limits, Machine, Verdict};

use super::drive::{self, Written};
use super::{Check, Dropped, Settings, text};

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
