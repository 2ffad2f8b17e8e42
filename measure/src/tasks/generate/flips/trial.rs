//! A program that is run over and over, each time with another flip.

use std::rc::Rc;

use anyhow::{Context as _, Result, bail};
use elenchus_front::diagnostic::Severity;
use elenchus_front::parse_unit;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::{Evaluation, Limits, Machine, Outcome, Verdict};

use super::instrument::{MARK, instrument};
use crate::corpus::standard;

/// What a flip did to the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flipped {
    Output,
    End,
    Undefined,
    Same,
}

pub struct Subject {
    program: Rc<Program>,
    expected: Vec<u8>,
    /// The statement of each store, in the order of the run.
    stores: Vec<String>,
    limits: Limits,
}

/// How many times longer than without a flip a run may take; then it has no end.
const LONGER: u64 = 20;

impl Subject {
    /// Of a program that prints `expected`.
    pub fn new(text: &str, expected: &str) -> Result<Subject> {
        let (text, statements) = instrument(&parse(text)?, text);
        let program = Rc::new(parse(&text)?);
        let mut subject = Subject {
            program,
            expected: expected.as_bytes().to_vec(),
            stores: Vec::new(),
            limits: Limits::default(),
        };
        let counted = subject.run(0, 0);
        let told = String::from_utf8_lossy(&counted.output);
        // What lies between two marks; calls do not print between a pair.
        for number in told.split(MARK).skip(1).step_by(2) {
            let statement = statements.get(number.parse::<usize>()?);
            subject.stores.push(statement.context("a known place")?.to_string());
        }
        subject.limits.steps = counted.steps * LONGER + 100_000;
        let untouched = subject.run(u64::MAX, 0);
        if untouched.verdict != Verdict::Exit(0) || untouched.output != subject.expected {
            let output = String::from_utf8_lossy(&untouched.output);
            bail!("other without a flip: {:?}, {output:?}", untouched.verdict);
        }
        Ok(subject)
    }

    /// How many assignments are executed.
    pub fn stores(&self) -> u64 {
        self.stores.len() as u64
    }

    /// The assignment that is executed as the `at`th, from 1 on.
    pub fn statement(&self, at: u64) -> &str {
        &self.stores[at as usize - 1]
    }

    /// Flips a bit, taken modulo the width, after one of the assignments.
    pub fn flip(&self, at: u64, bit: u64) -> Flipped {
        let outcome = self.run(at, bit);
        match outcome.verdict {
            Verdict::Exit(0) if outcome.output == self.expected => Flipped::Same,
            Verdict::Exit(0) => Flipped::Output,
            Verdict::Exit(_) | Verdict::Abort | Verdict::Limit(_) => Flipped::End,
            _ => Flipped::Undefined,
        }
    }

    fn run(&self, at: u64, bit: u64) -> Outcome {
        // In one order: calls in one expression would all change the counter.
        Machine::new(self.program.clone(), self.limits)
            .with_evaluation(Evaluation::LeftToRight)
            .with_input(format!("{at}\n{bit}\n").into_bytes())
            .run(&[])
    }
}

/// The program of a text that needs no preprocessing.
pub fn parse(text: &str) -> Result<Program> {
    let standard = standard()?;
    let mut program = Program::new(Target::x86_64(), standard);
    let parsed = parse_unit(&mut program, "text.c", text.as_bytes());
    if !parsed.accepted() {
        let list = &parsed.diagnostics.list;
        let first = list.iter().find(|d| d.severity == Severity::Error);
        bail!("rejected: {}", first.map_or("no error is told", |first| &first.message));
    }
    Ok(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flip_is_seen_where_it_matters() {
        let text = "int printf(const char *, ...);\nint a; unsigned char b; int c;\n\
                    void test0(void) { a = 5; b = 6; b = 7; c = 1 / (a - 4); }\n\
                    int main(void) { test0(); printf(\"%d\", b + c); return 0; }\n";
        let subject = Subject::new(text, "8").unwrap();
        assert_eq!((subject.stores(), subject.statement(2)), (4, "b = 6;"));
        assert_eq!(subject.flip(1, 0), Flipped::Undefined);
        assert_eq!(subject.flip(2, 0), Flipped::Same);
        assert_eq!(subject.flip(3, 8), Flipped::Output);
        assert_eq!(subject.flip(4, 31), Flipped::Output);
    }
}
