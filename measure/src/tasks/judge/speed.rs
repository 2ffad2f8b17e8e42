//! Judgements for a second of CPU, on one core: of a text that is parsed each
//! time, and of a fork of the parsed program with one edit. Who makes programs
//! smaller needs thousands of them.

use std::ffi::OsStr;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use elenchus_judge::{Judge, Judgement, Unit};
use elenchus_lang::edits::{Edit, Edits};
use elenchus_lang::target::Target;
use elenchus_lang::tree::{Item, Program, StmtKind};
use elenchus_lang::{build, tree};
use elenchus_machine::Limits;
use elenchus_produce::generate::{Preset, Settings};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;
use elenchus_records::packages::Skip;

use crate::corpus::{self, Group, Part, standard};
use crate::cpu;
use crate::generated::{generated, text};
use crate::tasks::Task;

pub const TASK: Task = Task::bench("judge", "judgements for a second, of texts and of forks", run);

/// How many files of c-torture.
const FILES: usize = 200;

/// Of so many rounds the fastest counts.
const ROUNDS: usize = 3;

/// What a text of about so many bytes costs is told by the program that is
/// nearest to it.
const LARGE: usize = 100_000;

const LIMITS: Limits =
    Limits { steps: 20_000_000, memory: 256 << 20, stack: 4 << 20, output: 1 << 20 };

fn run(ctx: &Context, _args: &[String]) -> Result<Vec<Figure>> {
    Ok(vec![
        figure("judge-small", "files of c-torture", small(ctx))?,
        figure("judge-csmith", "a program of Csmith of about 100 kB", csmith(ctx))?,
        figure("judge-large", "a program of `mix` of about 100 kB", large())?,
    ])
}

/// Texts, or why there are none.
type Texts = Result<Vec<Vec<u8>>>;

fn small(ctx: &Context) -> Texts {
    let texts = Part::sample(FILES).texts(ctx, Group::Execute)?.texts;
    texts.iter().map(|text| text.read()).collect()
}

/// The one nearest in size among those that end.
fn csmith(ctx: &Context) -> Texts {
    let mut texts = Vec::new();
    for text in corpus::texts(ctx, Group::Csmith)?.texts {
        texts.push(text.read()?);
    }
    texts.sort_by_key(|text| text.len().abs_diff(LARGE));
    let judge = judge()?;
    let ends = |text: &Vec<u8>| matches!(judge.judge(&[unit(text)]), Judgement::Valid(_));
    Ok(texts.into_iter().find(ends).into_iter().collect())
}

fn large() -> Texts {
    let settings = Settings { preset: Preset::Mix, size: LARGE as u64, ..Settings::default() };
    Ok(vec![text(&generated(&settings, 1)?.files).into_bytes()])
}

fn judge() -> Result<Judge<'static>> {
    Ok(Judge::new(Target::x86_64(), standard()?, LIMITS))
}

fn unit(text: &[u8]) -> Unit<'_> {
    Unit { name: OsStr::new("text.i"), text }
}

fn figure(name: &str, of: &str, texts: Texts) -> Result<Figure> {
    let what = format!("judgements for a second of CPU on one core: {of}");
    let bar = "a fork with an edit costs no more than a text".to_owned();
    let (name, skipped) = (name.to_owned(), None);
    let texts = match texts {
        Ok(texts) => texts,
        Err(error) if error.is::<Skip>() => {
            let (figure, skipped) = (String::new(), Some(error.to_string()));
            return Ok(Figure { name, what, figure, bar, holds: false, skipped });
        }
        Err(error) => return Err(error),
    };
    let (mut parsed, mut forked) = (Duration::ZERO, Duration::ZERO);
    let (mut programs, mut bytes) = (0, 0);
    for text in &texts {
        let Some((from_text, from_fork)) = cost(text)? else { continue };
        (parsed, forked) = (parsed + from_text, forked + from_fork);
        (programs, bytes) = (programs + 1, bytes + text.len());
    }
    if programs == 0 {
        bail!("none of the programs is valid");
    }
    let a_second = |time: Duration| f64::from(programs) / time.as_secs_f64();
    let (texts, forks) = (a_second(parsed), a_second(forked));
    let each = bytes as f64 / f64::from(programs) / 1000.0;
    let figure =
        format!("{texts:.0} from a text, {forks:.0} from a fork ({programs} of {each:.1} kB)");
    Ok(Figure { name, what, figure, bar, holds: forks >= texts, skipped })
}

/// What a judgement costs, from the text and from a fork; nothing of a program
/// that is not valid.
fn cost(text: &[u8]) -> Result<Option<(Duration, Duration)>> {
    let judge = judge()?;
    let units = [unit(text)];
    if !matches!(judge.judge(&units), Judgement::Valid(_)) {
        return Ok(None);
    }
    let mut program = judge.parse(&units).map_err(|why| anyhow::anyhow!("{why}"))?;
    let edits = one_edit(&mut program).context("it has a function")?;
    let (mut parsed, mut forked) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        let (time, _) = cpu::measure(|| judge.judge(&units));
        parsed = parsed.min(time);
        let (time, judgement) = cpu::measure(|| judge.judge_edited(&program, &edits));
        if !matches!(judgement, Ok(Judgement::Valid(_))) {
            bail!("an empty statement changes a program: {judgement:?}");
        }
        forked = forked.min(time);
    }
    Ok(Some((parsed, forked)))
}

/// An empty statement at the start of the first function with a body.
fn one_edit(program: &mut Program) -> Option<Edits> {
    let bodies = program.units.iter().flat_map(|unit| &unit.items).filter_map(|item| match item {
        Item::Function(function) => Some(program.functions[*function].body),
        _ => None,
    });
    let block = bodies.into_iter().next()?;
    let stmt: tree::StmtId = build::stmt(program, StmtKind::Empty);
    let mut edits = Edits::new();
    edits.push(Edit::InsertStmt { block, before: 0, stmt });
    Some(edits)
}
