//! Volatile variables are read and written as often, as wide and in the order
//! that the program says.
//!
//! A tool of Valgrind, lackey, prints every access of a program; those to
//! volatile variables are compared with what the machine saw, variable by
//! variable: which of two variables an expression reads first is open.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

use elenchus_compilers::find;
use elenchus_compilers::run::{End, Limits, Room};
use elenchus_compilers::toolchain::{Run, Tool};
use elenchus_judge::Touch;

use super::{Notice, Oracle, PROGRAM, Row, Script, Suspect, Trial, units};
use crate::bench::{Bench, Place};
use crate::confirm::{AGAIN, Confirmed, validity};
use crate::finding::{Finding, Kind};
use crate::group;
use crate::lab::{Configuration, Lab};
use crate::outcome::Outcome;
use crate::program::{Answer, Ended, mentions};
use crate::reading::reading;
use crate::report::quoted;
use crate::states::Why;

pub struct Volatile;

const ROWS: &[Row] =
    &[Row::new(Kind::Volatile, "a volatile object is accessed otherwise than written")];

impl Oracle for Volatile {
    fn name(&self) -> &'static str {
        "volatile"
    }

    fn kinds(&self) -> &'static [Row] {
        ROWS
    }

    fn needs(&self) -> Option<&'static str> {
        Some(TOOL)
    }

    fn look(&self, lab: &Lab, bench: &Bench, trial: &mut Trial) -> io::Result<Vec<Notice>> {
        let mut found: Vec<Notice> = Vec::new();
        if !mentions(bench.program, "volatile") || find::find(TOOL).is_none() {
            return Ok(found);
        }
        for one in trial.tried.iter().filter(|one| is_watched(lab, trial, &one.configuration)) {
            match difference(lab, bench, trial, &one.configuration)? {
                Watched::Right | Watched::Unknown => {}
                Watched::Wrong(actual) => {
                    let toolchain = one.configuration.toolchain;
                    let known = |other: &Notice| other.suspect.configuration.toolchain == toolchain;
                    if found.iter().any(known) {
                        continue;
                    }
                    let name = &lab.toolchains[toolchain].name;
                    let level = one.configuration.level.join(" ");
                    let signature = group::signature(Kind::Volatile, name, &level, None);
                    let configuration = one.configuration.clone();
                    let suspect = Suspect { kind: Kind::Volatile, configuration, signature };
                    let mut notice = Notice::new(lab, bench, suspect, actual);
                    let flags = [&bench.program.flags[..], &FIXED.map(str::to_owned)].concat();
                    let (toolchain, program) = (&lab.toolchains[toolchain], Path::new(PROGRAM));
                    let level = &one.configuration.level;
                    notice.compile = toolchain.compile(level, &flags, &units(bench), program);
                    found.push(notice);
                }
            }
        }
        Ok(found)
    }

    fn confirm(
        &self,
        lab: &Lab,
        bench: &Bench,
        trial: &Trial,
        notice: &Notice,
    ) -> io::Result<Option<Confirmed>> {
        let configuration = &notice.suspect.configuration;
        let Some(answer) = trial.answer(configuration) else { return Ok(None) };
        let mut reasons = Vec::new();
        for _ in 0..AGAIN {
            match difference(lab, bench, trial, configuration)? {
                Watched::Wrong(again) if again == notice.actual => {}
                _ => {
                    let said = "watched again: it does something else";
                    return Ok(Some(Confirmed::because(Why::NotAgain, reasons, said)));
                }
            }
        }
        reasons.push(format!("seen again {AGAIN} times"));
        // Where nobody does what the machine says, it is the machine that is wrong.
        let Some(friend) = friend(lab, bench, trial, configuration)? else {
            let said = "no compiler accesses it as the machine says";
            return Ok(Some(Confirmed::because(Why::NobodySides, reasons, said)));
        };
        reasons.push(format!("{} accesses it as the machine says", lab.name(friend)));
        validity(lab, bench, trial, &notice.suspect, answer, reasons)
    }

    fn script(&self, finding: &Finding, script: &Script) -> String {
        let Outcome::Accesses { object, offset, expected, .. } = &finding.actual else {
            return script.differs();
        };
        let compile = &script.compile;
        format!(
            "{compile} || exit 1\n\
             start=$(nm program | awk '$3 == \"{object}\" {{ print $1 }}')\n\
             place=$(printf ' %08x,' $((0x$start + {offset})))\n\
             actual=$(valgrind --tool=lackey --vex-iropt-level=0 --trace-mem=yes \
             --log-fd=9 ./program 9>&1 \
             >/dev/null 2>&1 | grep -F \"$place\" | sed -e 's/^ L .*,/r/' -e 's/^ S .*,/w/' \
             -e 's/^ M .*,\\(.*\\)/r\\1w\\1/' | tr -d '\\n ')\n\
             echo \"$actual\"\n[ \"${{actual:-never}}\" != {} ]\n",
            quoted(expected)
        )
    }
}

/// Accesses of each place of a variable: `r4` for a read of four bytes.
type Accesses = BTreeMap<(String, u64), String>;

/// Whose tool watches.
const TOOL: &str = "valgrind";

/// A program is that much slower when it is watched.
const SLOWER: u32 = 30;

/// Bytes of volatile variables that are watched.
const WATCHED: u64 = 4096;

/// Runs a program so that its accesses to the places in a file are printed. Its
/// own output goes to another file. Valgrind would leave out reads whose value
/// is not used, if it were to optimise.
const OBSERVE: &str = "valgrind --tool=lackey --vex-iropt-level=0 --trace-mem=yes --log-fd=9 \
                       ./watched.exe 9>&1 >watched.out 2>/dev/null </dev/null | \
                       grep -F -f watched.txt";

/// Flags of a program that always lies at the same place.
const FIXED: [&str; 2] = ["-static", "-no-pie"];

/// Native programs of 64 bits, which access eight bytes at once. What is for
/// this very processor, Valgrind may not know.
fn is_watched(lab: &Lab, trial: &Trial, configuration: &Configuration) -> bool {
    let toolchain = &lab.toolchains[configuration.toolchain];
    toolchain.tool == Tool::Compiler
        && toolchain.run == Run::Native
        && toolchain.target.name == "x86_64-linux"
        && configuration.is_plain()
        && trial.answer(configuration).is_some()
}

enum Watched {
    Right,
    Wrong(Outcome),
    /// It could not be watched.
    Unknown,
}

/// Whether a configuration accesses its variables as the machine says.
fn difference(
    lab: &Lab,
    bench: &Bench,
    trial: &Trial,
    configuration: &Configuration,
) -> io::Result<Watched> {
    let toolchain = &lab.toolchains[configuration.toolchain];
    let Some(answer) = trial.answer(configuration) else {
        return Ok(Watched::Unknown);
    };
    let reading = reading(lab, bench, toolchain, &configuration.level)?;
    let touches = reading.ok().and_then(|reading| reading.volatiles());
    let Some(touches) = touches else { return Ok(Watched::Unknown) };
    let place = bench.place()?;
    let Some(symbols) = build(lab, bench, &place, configuration, &touches)? else {
        return Ok(Watched::Unknown);
    };
    let Some(actual) = observe(lab, &place, &symbols, answer)? else {
        return Ok(Watched::Unknown);
    };
    let expected = expected(&touches, &symbols);
    let places = expected.keys().chain(actual.keys());
    let differs = |place: &&(String, u64)| expected.get(*place) != actual.get(*place);
    Ok(match places.clone().find(differs) {
        None => Watched::Right,
        Some((name, offset)) => {
            let key = (name.clone(), *offset);
            let said = |all: &Accesses| all.get(&key).cloned().unwrap_or_else(|| "never".into());
            let (expected, actual) = (said(&expected), said(&actual));
            Watched::Wrong(Outcome::Accesses {
                object: name.clone(),
                offset: *offset,
                expected,
                actual,
            })
        }
    })
}

/// A variable in a program: its address and size.
struct Symbol {
    name: String,
    address: u64,
    size: u64,
}

/// Compiles to a program that can be watched, and says where its volatile
/// variables lie; nothing if that does not work.
fn build(
    lab: &Lab,
    bench: &Bench,
    place: &Place,
    configuration: &Configuration,
    touches: &[Touch],
) -> io::Result<Option<Vec<Symbol>>> {
    let toolchain = &lab.toolchains[configuration.toolchain];
    let program = place.folder.join("watched.exe");
    let flags = [&bench.program.flags[..], &FIXED.map(str::to_owned)].concat();
    let limits = lab.allowance.of(toolchain).compiling(bench.program.size());
    let files = units(bench);
    for words in toolchain.compile(&configuration.level, &flags, &files, &program) {
        if lab.start(words, place, &limits)?.end != End::Exit(0) {
            return Ok(None);
        }
    }
    let words: Vec<OsString> = vec!["nm".into(), "-S".into(), program.into()];
    let listed = lab.start(words, place, &Limits { stdout: WIDE, ..limits })?;
    if listed.end != End::Exit(0) {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&listed.stdout).into_owned();
    let all: Vec<Symbol> = text.lines().filter_map(symbol).collect();
    let touched = |one: &&Symbol| touches.iter().any(|touch| touch.variable == one.name);
    // A name that is there twice could be either.
    let single = |one: &&Symbol| all.iter().filter(|other| other.name == one.name).count() == 1;
    let mut left = WATCHED;
    let room = |one: &&Symbol| match left.checked_sub(one.size) {
        Some(less) => {
            left = less;
            true
        }
        None => false,
    };
    let found = all.iter().filter(touched).filter(single).filter(room);
    Ok(Some(found.map(|one| Symbol { name: one.name.clone(), ..*one }).collect()))
}

/// A line of `nm -S`: address, size, kind and name.
fn symbol(line: &str) -> Option<Symbol> {
    let [address, size, _, name] = line.split_whitespace().collect::<Vec<_>>()[..] else {
        return None;
    };
    let number = |text: &str| u64::from_str_radix(text, 16).ok();
    Some(Symbol { name: name.to_owned(), address: number(address)?, size: number(size)? })
}

/// What is printed may be long.
const WIDE: Room = Room { keep: 32 << 20, flood: 32 << 20 };

/// Runs the program that was built; nothing if it does not do what it must.
fn observe(
    lab: &Lab,
    place: &Place,
    symbols: &[Symbol],
    answer: &Answer,
) -> io::Result<Option<Accesses>> {
    let places = symbols.iter().flat_map(|one| one.address..one.address + one.size);
    let mut patterns: String = places.map(|address| format!(" {address:08x},\n")).collect();
    patterns += "Exit code:\n";
    fs::write(place.folder.join("watched.txt"), patterns)?;
    let words: Vec<OsString> = ["sh", "-c", OBSERVE].map(Into::into).to_vec();
    let time = lab.allowance.run * SLOWER;
    let limits = Limits { stdout: WIDE, ..Limits::NONE.time(time) };
    let watched = lab.start(words, place, &limits)?;
    let text = String::from_utf8_lossy(&watched.stdout).into_owned();
    let Ended::Status(status) = answer.end else { return Ok(None) };
    let ended = text.lines().any(|line| {
        let said = line.split_once("Exit code:").map(|(_, status)| status.trim());
        said.is_some_and(|said| said == status.to_string())
    });
    let out = fs::read(place.folder.join("watched.out")).unwrap_or_default();
    if !ended || out != answer.output {
        return Ok(None);
    }
    let mut accesses = Accesses::new();
    for (kind, address, size) in text.lines().filter_map(line) {
        let inside = |one: &&Symbol| (one.address..one.address + one.size).contains(&address);
        let Some(symbol) = symbols.iter().find(inside) else { continue };
        let place = (symbol.name.clone(), address - symbol.address);
        let said = accesses.entry(place).or_default();
        for letter in kind.chars() {
            *said += &format!("{letter}{size}");
        }
    }
    Ok(Some(accesses))
}

/// A line of lackey: ` L 0404028,4`. What modifies reads and writes.
fn line(text: &str) -> Option<(&'static str, u64, u32)> {
    let kind = match text.get(..3)? {
        " L " => "r",
        " S " => "w",
        " M " => "rw",
        _ => return None,
    };
    let (address, size) = text.get(3..)?.split_once(',')?;
    Some((kind, u64::from_str_radix(address, 16).ok()?, size.trim().parse().ok()?))
}

/// What the machine says of the variables that were watched.
fn expected(touches: &[Touch], symbols: &[Symbol]) -> Accesses {
    let mut accesses = Accesses::new();
    for touch in touches {
        if symbols.iter().any(|one| one.name == touch.variable) {
            let said = accesses.entry((touch.variable.clone(), touch.offset)).or_default();
            *said += &format!("{}{}", if touch.write { 'w' } else { 'r' }, touch.size);
        }
    }
    accesses
}

/// Another configuration that does as the machine says.
fn friend<'a>(
    lab: &Lab,
    bench: &Bench,
    trial: &'a Trial,
    suspect: &Configuration,
) -> io::Result<Option<&'a Configuration>> {
    for one in trial.tried.iter().map(|one| &one.configuration) {
        if one == suspect || !is_watched(lab, trial, one) {
            continue;
        }
        if matches!(difference(lab, bench, trial, one)?, Watched::Right) {
            return Ok(Some(one));
        }
    }
    Ok(None)
}
