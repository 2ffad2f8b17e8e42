//! Random command lines: commands and options as the help names them, with values that
//! fit, and with values that nobody would give on purpose.

use std::ffi::{OsStr, OsString};

use xxhash_rust::xxh3::xxh3_64;

use super::help::{Spoken, Taken};
use super::world;

const USUAL: &[&str] = &["1", "2", "3", "7", "100", "2000"];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "100",
    "4096",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "100000",
    "-1",
    "1e3",
    "0x10",
    "",
    " 1",
    "one",
    "½",
    "1..3",
    "0/2",
    "1h",
    "2s",
    "10s",
    "99999999999999999999h",
];

const COMPILERS: &[&str] = &[
    "gcc",
    "gcc -O1",
    "gcc -O2 -m32",
    "tcc",
    "tcc -run {in}",
    "./brokencc",
    "./brokencc -O2",
    "false",
    "true",
    "cat",
    "sh -c 'exit 3'",
    "no-such-cc",
    "",
    " ",
    "gcc 'unended",
    "gcc {in} -o {out}",
    "sh -c 'kill -9 $$'",
    "sh -c 'rm -f *.c; exec gcc \"$@\"' -",
    "csmith --seed {seed} -o {out}",
    "printf x {out}",
];

const WORDS: &[&str] = &[
    "mix",
    "arithmetic",
    "all",
    "list",
    "known",
    "none",
    "c11",
    "gnu89",
    "c++17",
    "avr",
    "wrapv",
    "no-strict-aliasing",
    "X=1",
    "X",
    "=",
    "-",
    "--",
    "-O2",
    "two words",
    "\u{1f980}",
    "",
    "'",
    "$(touch hacked)",
    "; touch hacked",
    "{out}",
    "%s%n",
    "confirmed",
    "division-by-zero",
    "abi",
    "determinism",
    "sanitizer",
    "1,2",
    "bash",
];

/// Of the environment; `None` takes the variable away.
const ENVIRONMENT: &[(&str, Option<&str>)] = &[
    ("PATH", Some("/nonexistent")),
    ("PATH", None),
    ("HOME", None),
    ("TERM", Some("dumb")),
    ("COLUMNS", Some("1")),
    ("LC_ALL", Some("tr_TR.UTF-8")),
    ("TMPDIR", Some("/nonexistent")),
    ("NO_COLOR", Some("1")),
    ("CLICOLOR_FORCE", Some("1")),
    ("GCC_COLORS", Some("x")),
    ("SOURCE_DATE_EPOCH", Some("-1")),
];

/// Where the output goes: to us, or where there is no room for it.
const OUTPUTS: &[&str] = &["/dev/stdout", "/dev/stdout", "/dev/stdout", "/dev/full"];

#[derive(Debug)]
pub struct Line {
    /// The command and what follows it.
    pub words: Vec<OsString>,
    pub variable: Option<(&'static str, Option<&'static str>)>,
    pub stdout: &'static str,
}

/// Chance that can be repeated: the numbers of a line are hashes of its own number.
struct Dice {
    line: u64,
    throws: u64,
}

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.throws += 1;
        let bytes = [self.line.to_le_bytes(), self.throws.to_le_bytes()].concat();
        (xxh3_64(&bytes) % bound as u64) as usize
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

pub fn line(number: u64, commands: &[Spoken]) -> Line {
    let mut dice = Dice { line: number, throws: 0 };
    let command = dice.pick(commands);
    let mut words = vec![OsString::from(&command.name)];
    for _ in 0..dice.below(5) {
        if let Some(option) = (!command.options.is_empty()).then(|| dice.pick(&command.options)) {
            words.push(OsString::from(&option.name));
            give(option, &mut dice, &mut words);
        }
    }
    for operand in &command.operands {
        if !dice.one_in(10) {
            give(operand, &mut dice, &mut words);
        }
    }
    let variable = dice.one_in(3).then(|| *dice.pick(ENVIRONMENT));
    Line { words, variable, stdout: dice.pick::<&'static str>(OUTPUTS) }
}

/// A value for what has one; several, where they may be.
fn give(taken: &Taken, dice: &mut Dice, words: &mut Vec<OsString>) {
    let Some(name) = &taken.value else { return };
    let times = if taken.repeats { 1 + dice.below(3) } else { 1 };
    for _ in 0..times {
        words.push(value(name, &taken.possible, dice));
    }
}

fn value(name: &str, possible: &[String], dice: &mut Dice) -> OsString {
    // Now and then of any kind.
    let kind = if dice.one_in(12) { *dice.pick(&["FILE", "N", "COMMAND", "?"]) } else { name };
    let word = |dice: &mut Dice, words: &[&'static str]| OsString::from(*dice.pick(words));
    match kind {
        "FILE" | "DIR" if dice.one_in(3) => word(dice, world::ELSEWHERE),
        "FILE" | "DIR" => dice.pick(&world::names()).as_os_str().to_owned(),
        "COMMAND" => word(dice, COMPILERS),
        "N" | "K" | "S" | "BYTES" | "SECONDS" | "TIME" | "ID" | "P" | "A..B" | "I/N" => {
            let numbers = if dice.one_in(2) { USUAL } else { NUMBERS };
            word(dice, numbers)
        }
        _ if !possible.is_empty() => OsStr::new(dice.pick(possible)).to_owned(),
        _ => word(dice, WORDS),
    }
}
