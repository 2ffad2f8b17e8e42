//! Finished programs made safe in another way than by repairs.
//!
//! - `wrap`: every operation that could be undefined is a call of a guard that stands in
//!   the program ([`guards`], [`wrap`]). It does the same as before.
//! - `static`: the program is valid for any values of its global variables. Arithmetic
//!   and indices are guarded; loops and recursion have a bound ([`bound`]); where a
//!   pointer may point, what may have no value, which member of a union is there and in
//!   which order operands meet is what [`crate::facts`] say on all ways, and what they
//!   cannot show to be safe is taken out ([`prune`]). No pointer is moved within an
//!   array, so that each points to an object or nowhere.
//!
//! The text is parsed, changed as a tree, printed and parsed again, and the machine runs
//! it: for `static` also with other values of its variables ([`inputs`]).

mod bound;
mod guards;
mod inputs;
mod prune;
mod wrap;

use std::rc::Rc;

use elenchus_lang::printer;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Machine, Verdict};

use crate::choices::Choices;
use crate::generate::{self, Dropped, Generated, Input, Safety, Settings};

/// The steps that a run of such a program may take.
const MOST_STEPS: u64 = 100_000_000;

/// Another text of a generated program, and inputs for it.
pub fn apply(
    settings: &Settings,
    generated: Generated,
    choices: &mut Choices,
) -> Result<Generated, Dropped> {
    if settings.safety == Safety::Repair {
        return Ok(generated);
    }
    let mut generated = generated;
    let [(_, text)] = &mut generated.files[..] else { return Ok(generated) };
    let turns = generated.stats.steps;
    let changed = match settings.safety {
        Safety::Static => any_input(settings, text, turns)?,
        _ => wrapped(settings, text)?,
    };
    let is_open = settings.safety == Safety::Static;
    let output = run(settings, &changed)?;
    if !is_open && output != generated.output {
        return Err(unproven(&changed, "the guards change what it prints".into()));
    }
    *text = changed;
    generated.output = output;
    generated.stats.bytes = text.len() as u64;
    let text = text.clone();
    for _ in 0..settings.inputs {
        let mut program = parsed(settings, &text)?;
        inputs::draw(&mut program, choices);
        let text = head(&text) + &printer::print(&program, 0);
        let output = run(settings, &text)?;
        generated.inputs.push(Input { text, output });
    }
    Ok(generated)
}

fn parsed(settings: &Settings, text: &str) -> Result<Program, Dropped> {
    let mut program = Program::new(settings.target, settings.language);
    generate::parse(&mut program, "program.c", text)?;
    Ok(program)
}

/// The comment that a text begins with.
fn head(text: &str) -> String {
    let line = text.lines().next().filter(|line| line.starts_with("/*"));
    line.map_or(String::new(), |line| format!("{line}\n"))
}

/// The same text behind functions that it needs.
fn behind(text: &str, functions: &str) -> String {
    let head = head(text);
    format!("{head}{functions}{}", &text[head.len()..])
}

fn wrapped(settings: &Settings, text: &str) -> Result<String, Dropped> {
    let bare = parsed(settings, text)?;
    let guards = guards::texts(&bare, &wrap::needed(&bare));
    let mut program = parsed(settings, &behind(text, &guards))?;
    wrap::unused_steps(&mut program);
    wrap::guard_all(&mut program);
    Ok(head(text) + &printer::print(&program, 0))
}

fn any_input(settings: &Settings, text: &str, turns: u64) -> Result<String, Dropped> {
    let mut bare = parsed(settings, text)?;
    wrap::unused_steps(&mut bare);
    let guards = guards::texts(&bare, &wrap::needed(&bare));
    let (before, after) = bound::texts(&bare, text, turns);
    let text = behind(text, &(guards + &before)) + &after;
    let mut program = parsed(settings, &text)?;
    wrap::unused_steps(&mut program);
    let left = wrap::guard_all(&mut program);
    prune::prepare(&mut program);
    bound::put(&mut program);
    prune::prune(&mut program, left).map_err(|error| unproven(&text, error))?;
    Ok(head(&text) + &printer::print(&program, 0))
}

/// Runs a finished text; gives what it prints.
fn run(settings: &Settings, text: &str) -> Result<String, Dropped> {
    let program = parsed(settings, text)?;
    let limits = Limits { steps: MOST_STEPS, ..Limits::default() };
    let outcome = Machine::new(Rc::new(program), limits).run(&[]);
    match outcome.verdict {
        Verdict::Exit(0) => Ok(String::from_utf8_lossy(&outcome.output).into_owned()),
        verdict => Err(unproven(text, verdict.to_string())),
    }
}

fn unproven(text: &str, what: String) -> Dropped {
    Dropped::Unproven { what, files: vec![("program.c".into(), text.to_owned())] }
}
