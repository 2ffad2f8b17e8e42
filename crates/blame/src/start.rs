//! How a case begins: which level is wrong, and what would be right.

use std::sync::atomic::AtomicBool;

use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::toolchain::Toolchain;
use elenchus_judge::{Answer, Judgement, Program};
use thiserror::Error;

use crate::bench::{Bench, Cut, Patience, Way};
use crate::case::{Case, has_level};
use crate::judged::judged;
use crate::symptom::Seen;

/// Who says what is right.
#[derive(Clone, Debug)]
pub enum Against<'a> {
    /// The abstract machine.
    Machine,
    /// What a compiler makes of it when told this.
    Compiler(&'a Toolchain, Vec<String>),
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    pub program: &'a Program,
    pub toolchain: &'a Toolchain,
    /// Without a level, the lowest one of the compiler that is wrong is taken.
    pub level: Vec<String>,
    pub input: Vec<u8>,
    pub args: Vec<String>,
    pub against: Against<'a>,
    pub patience: Patience,
}

/// Why there is nobody to blame.
#[derive(Debug, Error)]
pub enum Refusal {
    #[error("the program is at fault, not the compiler: {0}")]
    AtFault(Judgement),
    #[error(
        "the machine cannot say what is right: {0}; name a compiler that is right, for instance \
         --against 'gcc -O0'"
    )]
    NoAnswer(Judgement),
    #[error("`{0}` does not give an answer: {1}")]
    NoWitness(String, Seen),
    #[error("`{0}` is right: there is nothing to blame")]
    NotWrong(String),
    #[error("`{0}` is not wrong in the same way each time")]
    Unstable(String),
    #[error(transparent)]
    Cut(#[from] Cut),
}

impl From<std::io::Error> for Refusal {
    fn from(error: std::io::Error) -> Refusal {
        Refusal::Cut(error.into())
    }
}

/// A bench at which the case shows its symptom.
pub fn start<'a>(
    request: &Request<'a>,
    scratch: &Scratch,
    stop: &'static AtomicBool,
) -> Result<(Bench<'a>, Seen), Refusal> {
    let answer = answer(request, scratch, stop);
    let levels = match has_level(&request.level) || request.toolchain.levels.is_empty() {
        true => vec![request.level.clone()],
        false => {
            let levels = request.toolchain.levels.iter();
            levels.map(|level| [&level[..], &request.level[..]].concat()).collect()
        }
    };
    for level in &levels {
        let name = request.toolchain.at(level);
        // A compiler that makes no program needs no answer to be wrong.
        let expected = answer.as_ref().ok().cloned();
        let case = case(request, request.toolchain, level, expected);
        let mut bench = Bench::new(case, scratch.fresh("blame")?, request.patience, stop)?;
        let first = bench.tried(request.toolchain, &Way::level(level))?.seen;
        match (first, &answer) {
            (Seen::NoProgram { .. }, _) | (Seen::Otherwise(_) | Seen::Endless, Ok(_)) => {}
            (Seen::Right, _) if level != &levels[levels.len() - 1] => continue,
            (Seen::Right, Ok(_)) => return Err(Refusal::NotWrong(name)),
            (_, Err(_)) => break,
        }
        let Some(symptom) = bench.begin()? else { return Err(Refusal::Unstable(name)) };
        return Ok((bench, symptom));
    }
    match answer {
        Err(refusal) => Err(refusal),
        Ok(_) => Err(Refusal::NotWrong(request.toolchain.name.clone())),
    }
}

fn case<'a>(
    request: &Request<'a>,
    toolchain: &'a Toolchain,
    level: &[String],
    expected: Option<Answer>,
) -> Case<'a> {
    Case {
        toolchain,
        level: level.to_vec(),
        program: request.program,
        input: request.input.clone(),
        args: request.args.clone(),
        expected,
    }
}

/// What is right.
fn answer(
    request: &Request,
    scratch: &Scratch,
    stop: &'static AtomicBool,
) -> Result<Answer, Refusal> {
    let folder = scratch.fresh("answer")?;
    let Against::Compiler(toolchain, level) = &request.against else {
        // The files are written where a bench would have them.
        let case = case(request, request.toolchain, &request.level, None);
        let _bench = Bench::new(case, folder.clone(), request.patience, stop)?;
        let Request { program, toolchain, level, input, args, .. } = request;
        return match judged(program, toolchain, level, input, args, &folder) {
            Judgement::Valid(answer) => Ok(answer),
            fault @ Judgement::Invalid(_) => Err(Refusal::AtFault(fault)),
            unknown => Err(Refusal::NoAnswer(unknown)),
        };
    };
    // Every answer is another one than this, so it is told.
    let nobody = Answer { end: elenchus_judge::Ended::Status(i32::MIN), output: Vec::new() };
    let case = case(request, toolchain, level, Some(nobody));
    let mut bench = Bench::new(case, folder, request.patience, stop)?;
    match bench.tried(toolchain, &Way::level(level))?.seen {
        Seen::Otherwise(answer) => Ok(answer),
        other => Err(Refusal::NoWitness(toolchain.at(level), other)),
    }
}
