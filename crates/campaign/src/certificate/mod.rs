//! What can be said for a program that somebody reports to a compiler: whether it is
//! free of undefined behaviour, on which targets, what was looked at, and what others
//! say of it.
//!
//! Only the machine's verdict counts. Sanitizers are asked because maintainers ask for
//! them; that they are silent proves nothing.

mod targets;
mod words;

use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use elenchus_blame::judged::{judged, language};
use elenchus_compilers::run::{Limits, Task, run};
use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::toolchain::{Tool, Toolchain};
use elenchus_judge::Judgement;
use elenchus_lang::undefined::Undefined;
use serde::Serialize;

use crate::bench::Bench;
use crate::lab::{Allowance, Configuration, Lab};
use crate::program::{self, Answer, Program};
use crate::witness::{self, Word};

pub use targets::OnTarget;

/// A program with what it is given, and the compiler that it is reported to.
pub struct Asked<'a> {
    pub program: &'a Program,
    pub toolchain: &'a Toolchain,
    /// What the compiler is told besides.
    pub level: &'a [String],
    pub input: &'a [u8],
    pub args: &'a [String],
}

/// How a program stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It has no undefined behaviour and does not depend on what C leaves open.
    Defined,
    /// It has, or does.
    AtFault,
    Unknown,
}

/// What a compiler with a sanitizer says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Opinion {
    /// The compiler with its flags.
    pub who: String,
    pub silent: bool,
    pub words: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Certificate {
    pub standing: Standing,
    /// What the machine says for the target of the compiler.
    pub verdict: String,
    /// Where in the program, if it is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    pub answer: Option<Answer>,
    pub target: String,
    pub language: String,
    /// Other targets; none if the text is another one there.
    pub others: Vec<OnTarget>,
    /// How many kinds of undefined behaviour were looked for.
    pub kinds: usize,
    pub sanitizers: Vec<Opinion>,
    /// The version of Elenchus.
    pub elenchus: String,
    /// What the compiler says of itself when it is asked for all.
    #[serde(skip)]
    pub compiler: Vec<String>,
}

/// Looks at a program as the machine and sanitizers see it.
pub fn certify(asked: &Asked, stop: &'static AtomicBool) -> io::Result<Certificate> {
    let Asked { program, toolchain, level, input, args } = *asked;
    let scratch = Scratch::new()?;
    let folder = scratch.fresh("certificate")?;
    program::write(program, &folder)?;
    let judgement = judged(program, toolchain, level, input, args, &folder);
    let (standing, answer) = match &judgement {
        Judgement::Valid(answer) => (Standing::Defined, Some(answer.clone())),
        Judgement::Invalid(_) => (Standing::AtFault, None),
        Judgement::Long | Judgement::Unknown(_) => (Standing::Unknown, None),
    };
    let place = match &judgement {
        Judgement::Invalid(verdict) => targets::place(asked, verdict, &folder),
        _ => None,
    };
    let others = targets::others(asked, answer.as_ref(), &folder);
    let compiler = says_of_itself(toolchain, &folder, stop)?;
    let sanitizers = match &answer {
        // They are given nothing to read.
        Some(answer) if input.is_empty() && args.is_empty() => {
            opinions(asked, answer, scratch, stop)?
        }
        _ => Vec::new(),
    };
    let language = language(program, level).map_or(String::new(), |one| one.name().to_owned());
    Ok(Certificate {
        standing,
        verdict: judgement.to_string(),
        place,
        answer,
        target: toolchain.target.name.to_owned(),
        language,
        others,
        kinds: Undefined::all().len(),
        sanitizers,
        elenchus: env!("CARGO_PKG_VERSION").to_owned(),
        compiler,
    })
}

/// What all compilers with sanitizers say; the one of the report among them.
fn opinions(
    asked: &Asked,
    answer: &Answer,
    scratch: Scratch,
    stop: &'static AtomicBool,
) -> io::Result<Vec<Opinion>> {
    let lab = Lab::new(vec![asked.toolchain.clone()], scratch, Allowance::default(), stop);
    let bench = Bench::new(asked.program, lab.scratch.fresh("sanitizers")?);
    let level = asked.level.to_vec();
    let suspect = Configuration { toolchain: 0, level, fuzzed: false };
    let mut opinions: Vec<Opinion> = Vec::new();
    for witness in lab.witnesses(asked.toolchain) {
        let who = witness.toolchain.at(&witness.flags());
        // The compiler of the report may be found a second time, under its usual name.
        if opinions.iter().any(|one| one.who == who) {
            continue;
        }
        let (silent, words) = match witness::ask(&lab, &bench, &witness, &suspect, answer)? {
            Word::Silent => (true, "silent".to_owned()),
            Word::Alarm(said) => (false, said),
            Word::Otherwise(said) | Word::Nothing(said) => (false, format!("no word: {said}")),
            Word::Stopped => break,
        };
        opinions.push(Opinion { who, silent, words });
    }
    Ok(opinions)
}

/// What maintainers want to see of a compiler: `gcc -v`.
fn says_of_itself(
    toolchain: &Toolchain,
    folder: &Path,
    stop: &AtomicBool,
) -> io::Result<Vec<String>> {
    if toolchain.tool != Tool::Compiler {
        return Ok(vec![toolchain.version.clone()]);
    }
    let mut words: Vec<_> = toolchain.command.iter().map(Into::into).collect();
    words.push("-v".into());
    let task = Task { words, folder: Some(folder.to_path_buf()) };
    let limits = Limits { reach: toolchain.reach, ..Allowance::default().compiling(0) };
    let finished = run(&task, &limits, stop)?;
    let said = [finished.stderr, finished.stdout].concat();
    let said = String::from_utf8_lossy(&said);
    let lines = said.lines().filter(|line| TOLD.iter().any(|start| line.starts_with(start)));
    let told: Vec<String> = lines.map(str::to_owned).collect();
    Ok(if told.is_empty() { vec![toolchain.version.clone()] } else { told })
}

/// How the lines begin that say which compiler it is; the others are paths of this machine.
const TOLD: &[&str] = &[
    "Target:",
    "Configured with:",
    "Thread model:",
    "gcc version",
    "Debian clang",
    "clang version",
    "Ubuntu clang",
    "tcc version",
    "pcc ",
];
