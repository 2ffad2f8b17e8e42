//! What is reduced: programs, and what is wrong with a compiler that gets them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use elenchus_produce::generate::{Preset, Settings};
use elenchus_records::context::Context;

use super::result::look;
use crate::call::call;
use crate::corpus::{csmith_call, csmith_include};
use crate::faultbench::Faultbench;
use crate::files;
use crate::generated::{generated, text};
use crate::random::Random;

pub struct Case {
    pub name: &'static str,
    input: Input,
    accused: Accused,
    pub wrong: Wrong,
    /// The peers' script has sanitizers in it.
    pub guarded: bool,
    /// creduce is asked as well.
    pub creduce: bool,
}

enum Input {
    /// A seed.
    Csmith(u64),
    /// The first program of so many bytes that shows it: seeds do not keep their programs.
    Ours(u64),
    /// Expressions that are added up: how many, and the operators of each.
    Expressions(usize, usize),
}

/// Who is wrong.
enum Accused {
    /// gcc with a fault of faultbench.
    Fault(&'static str),
    Command(&'static str),
}

/// How.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    Code,
    /// The compiler says this.
    Crash(&'static str),
    /// The compiler does not end.
    Hang,
}

const fn of_gcc(name: &'static str, input: Input, fault: &'static str) -> Case {
    let (accused, wrong) = (Accused::Fault(fault), Wrong::Code);
    Case { name, input, accused, wrong, guarded: false, creduce: false }
}

const fn csmith(name: &'static str, seed: u64, fault: &'static str) -> Case {
    of_gcc(name, Input::Csmith(seed), fault)
}

const fn ours(name: &'static str, fault: &'static str) -> Case {
    of_gcc(name, Input::Ours(SIZE), fault)
}

const fn small(name: &'static str, fault: &'static str) -> Case {
    of_gcc(name, Input::Ours(SMALL_SIZE), fault)
}

/// Of our programs.
const SIZE: u64 = 30_000;
const SMALL_SIZE: u64 = 8_000;

/// So many of our programs are tried.
const SEEDS: u64 = 200;

const BROKEN: Wrong = Wrong::Crash("internal compiler error");

pub const CASES: &[Case] = &[
    Case { creduce: true, ..csmith("csmith-control", 5, "F088") },
    csmith("csmith-convert", 12, "F017"),
    Case { guarded: true, ..csmith("csmith-fields", 46, "F036") },
    csmith("csmith-loop", 40, "F038"),
    Case { guarded: true, ..csmith("csmith-memory", 40, "F030") },
    ours("ours-elements", "F080"),
    ours("ours-returned", "F053"),
    ours("ours-arith", "F001"),
    Case { guarded: true, ..ours("ours-shift", "F022") },
    Case { creduce: true, wrong: BROKEN, ..ours("ours-crash", "F059") },
    Case { wrong: Wrong::Hang, ..ours("ours-hang", "F061") },
    Case { accused: Accused::Command("pcc -O2"), ..ours("ours-pcc", "") },
    of_gcc("one-expression", Input::Expressions(1, 10_000), "F005"),
    of_gcc("many-expressions", Input::Expressions(2500, 4), "F005"),
];

/// Faults that many small programs show.
pub const SMALL: &[Case] = &[
    small("small-arith", "F001"),
    small("small-shift", "F022"),
    small("small-loop", "F038"),
    small("small-returned", "F053"),
    small("small-call", "F056"),
    small("small-elements", "F080"),
];

/// A case on this machine.
pub struct Ready {
    pub case: &'static Case,
    pub folder: PathBuf,
    pub text: Vec<u8>,
    /// The accused compiler and its flags.
    pub accused: String,
    /// One that is right.
    pub right: &'static str,
}

const RIGHT: &str = "gcc -O0";

/// Makes the program of a case and its compiler, in a folder that was empty.
pub fn ready(ctx: &Context, bench: &Faultbench, case: &'static Case) -> Result<Ready> {
    let all = several(ctx, bench, case, 1)?;
    all.into_iter().next().context("there is one")
}

/// The first programs that show it, each in a folder of its own.
pub fn several(
    ctx: &Context,
    bench: &Faultbench,
    case: &'static Case,
    count: usize,
) -> Result<Vec<Ready>> {
    let mut all = Vec::new();
    let seeds = if matches!(case.input, Input::Ours(_)) { SEEDS } else { 1 };
    for seed in 1..=seeds {
        if all.len() == count {
            return Ok(all);
        }
        let name = if count == 1 { String::new() } else { all.len().to_string() };
        let folder = ctx.path("target/reduce").join(case.name).join(name);
        let mut ready = empty(bench, case, folder)?;
        ready.text = program(&case.input, seed, &ready.folder)?;
        if look(&ready, &ready.text)?.shows {
            all.push(ready);
        }
    }
    match all.len() == count {
        true => Ok(all),
        false => bail!("{}: only {} programs show it", case.name, all.len()),
    }
}

fn empty(bench: &Faultbench, case: &'static Case, folder: PathBuf) -> Result<Ready> {
    let folder = files::fresh_folder(folder)?;
    let accused = match case.accused {
        Accused::Command(command) => command.to_owned(),
        Accused::Fault(fault) => {
            bench.call().args(["wrapper", fault]).arg(&folder).succeed()?;
            format!("{} -O2", folder.join(format!("gcc-{fault}")).display())
        }
    };
    Ok(Ready { case, folder, text: Vec::new(), accused, right: RIGHT })
}

/// Preprocessed, so that all reduce the same.
fn program(input: &Input, seed: u64, folder: &Path) -> Result<Vec<u8>> {
    let source = folder.join("source.c");
    let text = match *input {
        Input::Csmith(seed) => csmith_call(seed, folder).seconds(600).succeed()?.stdout,
        Input::Ours(size) => {
            let settings = Settings { preset: Preset::Mix, size, ..Settings::default() };
            text(&generated(&settings, seed)?.files).into_bytes()
        }
        Input::Expressions(count, operators) => expressions(count, operators).into_bytes(),
    };
    files::write_whole(&source, &text)?;
    let preprocessor = call("gcc").args(["-E", "-P", "-w"]);
    let preprocessor = match input {
        Input::Csmith(_) => preprocessor.arg("-I").arg(csmith_include()?),
        _ => preprocessor,
    };
    Ok(preprocessor.arg(&source).succeed()?.stdout)
}

/// Unsigned arithmetic, which is never undefined, added up and printed.
fn expressions(count: usize, operators: usize) -> String {
    let mut random = Random::new(operators as u64);
    let mut out = String::from("int printf(const char *, ...);\nunsigned x[8] = {");
    for number in 0..8_u32 {
        let _ = write!(out, "{}u, ", number.wrapping_mul(0x9e37_79b9) >> 3);
    }
    out.push_str("};\nint main(void)\n{\n    unsigned sum = 0;\n");
    for _ in 0..count {
        out.push_str("    sum = sum * 5 + ");
        expression(&mut random, operators, &mut out);
        out.push_str(";\n");
    }
    out.push_str("    printf(\"%u\\n\", sum);\n    return 0;\n}\n");
    out
}

/// With so many operators, in parentheses.
fn expression(random: &mut Random, operators: usize, out: &mut String) {
    if operators == 0 {
        let _ = match random.below(3) {
            // Compilers do something special for those.
            0 => write!(out, "{}u", (1 << random.below(10)) - 1),
            _ => write!(out, "x[{}]", random.below(8)),
        };
        return;
    }
    let left = random.below(operators);
    out.push('(');
    expression(random, left, out);
    let _ = write!(out, " {} ", ["+", "-", "*", "&", "|", "^"][random.below(6)]);
    expression(random, operators - 1 - left, out);
    out.push(')');
}
