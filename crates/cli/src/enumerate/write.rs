//! Variants, to standard output or to files, with their answers.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufWriter, StdoutLock, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use elenchus_lang::tree::Program;
use elenchus_produce::enumerate::summary::short;
use elenchus_produce::enumerate::valid::{Cut, VariantJudge};
use elenchus_produce::enumerate::{FileSkeleton, Space, UBig, Var};

use super::batch::File;
use super::form::Line;
use super::pick::Picked;
use super::save::{Variant, save};
use super::{Args, stem};
use crate::expected::{Expected, in_heading, text_or_bytes};
use crate::talk;

pub struct Writer<'a> {
    args: &'a Args,
    out: BufWriter<StdoutLock<'static>>,
    /// Names that are taken.
    taken: BTreeSet<PathBuf>,
    stop: &'a AtomicBool,
}

/// What became of the variants of one file.
#[derive(Default)]
struct Told {
    written: u64,
    cut: BTreeMap<Cut, u64>,
}

/// One file and its place in the output.
struct Job<'a> {
    file: &'a File,
    found: &'a FileSkeleton,
    space: &'a Space,
    user_text: &'a [u8],
    judge: Option<VariantJudge<'a>>,
    /// Where its variants go, without their numbers.
    base: PathBuf,
    ending: String,
    /// The only variant stands alone on standard output, unless there is
    /// something to say of it.
    alone: bool,
}

impl<'a> Writer<'a> {
    pub fn new(args: &'a Args, stop: &'a AtomicBool) -> anyhow::Result<Writer<'a>> {
        if let Some(dir) = &args.out {
            std::fs::create_dir_all(dir)
                .with_context(|| format!("cannot make {}", dir.display()))?;
        }
        let out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
        Ok(Writer { args, out, taken: BTreeSet::new(), stop })
    }

    pub fn end(&mut self) -> anyhow::Result<()> {
        Ok(self.out.flush()?)
    }

    /// Writes the variants of a file that are wanted.
    pub fn file(
        &mut self,
        file: &File,
        found: &FileSkeleton,
        space: &Space,
        picked: Picked,
        user_text: &[u8],
        parsed: Option<(&Program, &[u8])>,
    ) -> anyhow::Result<()> {
        let judge = parsed
            .filter(|_| self.args.valid_only)
            .map(|(program, text)| VariantJudge::new(program, found, text, self.args.fuel));
        let base = self.base(file)?;
        let count = match &picked {
            Picked::Range(range) => &range.end - &range.start,
            Picked::Numbers(numbers) => UBig::from(numbers.len()),
        };
        let alone = count == UBig::ONE;
        let ending = file.path.extension().map_or("c".into(), |e| e.to_string_lossy());
        let ending = ending.into_owned();
        let job = Job { file, found, space, user_text, judge, base, ending, alone };
        let mut told = Told::default();
        match picked {
            Picked::Range(range) => {
                let mut index = range.start.clone();
                let mut walk = space.walk(&range.start, count.clone());
                while let Some(filling) = walk.advance().filter(|_| self.goes_on()) {
                    self.variant(&job, &index, filling, &mut told)?;
                    index += UBig::ONE;
                }
            }
            Picked::Numbers(numbers) => {
                for index in numbers {
                    if !self.goes_on() {
                        break;
                    }
                    let Some(filling) = space.unrank(&index) else { continue };
                    self.variant(&job, &index, &filling, &mut told)?;
                }
            }
        }
        self.tell(&job, &count, &told);
        Ok(())
    }

    fn goes_on(&self) -> bool {
        !self.stop.load(Ordering::Relaxed)
    }

    /// A name for the variants of a file that no other file has.
    fn base(&mut self, file: &File) -> anyhow::Result<PathBuf> {
        let Some(dir) = &self.args.out else { return Ok(PathBuf::new()) };
        let folder = dir.join(&file.folder);
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
        let stem = stem(&file.path);
        let names = (1u32..).map(|n| if n == 1 { stem.clone() } else { format!("{stem}.{n}") });
        let mut free =
            names.map(|name| folder.join(name)).filter(|base| !self.taken.contains(base));
        let base = free.next().context("there is a number for every file")?;
        self.taken.insert(base.clone());
        Ok(base)
    }

    fn variant(
        &mut self,
        job: &Job,
        index: &UBig,
        filling: &[Var],
        told: &mut Told,
    ) -> anyhow::Result<()> {
        let answer = match job.judge.as_ref().map(|judge| judge.judge(filling)) {
            Some(Err(cut)) => {
                *told.cut.entry(cut).or_default() += 1;
                return Ok(());
            }
            Some(Ok(answer)) => Some(answer),
            None => None,
        };
        told.written += 1;
        let mut text = Vec::with_capacity(job.user_text.len() + 64);
        job.found.render(job.user_text, filling, &mut text);
        let variant = Variant { index, text: &text, answer: answer.as_ref() };
        if self.args.out.is_some() {
            save(&job.base, &job.ending, &variant)?;
        }
        if self.args.json {
            self.as_json(job, &variant)
        } else if self.args.out.is_none() {
            self.as_text(job, &variant)
        } else {
            Ok(())
        }
    }

    fn as_json(&mut self, job: &Job, variant: &Variant) -> anyhow::Result<()> {
        let &Variant { index, text, answer } = variant;
        let (text, text_bytes) = text_or_bytes(text);
        let line = Line {
            file: &job.file.path.to_string_lossy(),
            index: index.to_string(),
            size: job.space.size().to_string(),
            text,
            text_bytes,
            expected: answer.map(Expected::new),
            crash_only: self.args.crash_only,
        };
        serde_json::to_writer(&mut self.out, &line)?;
        Ok(self.out.write_all(b"\n")?)
    }

    fn as_text(&mut self, job: &Job, variant: &Variant) -> anyhow::Result<()> {
        let &Variant { index, text, answer } = variant;
        if !job.alone || answer.is_some() {
            let (name, size) = (job.file.path.display(), short(job.space.size()));
            let answer = answer.map_or(String::new(), |answer| format!(", {}", in_heading(answer)));
            writeln!(self.out, "/* {name}: variant {index} of {size}{answer} */")?;
        }
        Ok(self.out.write_all(text)?)
    }

    /// Says what there was and what was cut.
    fn tell(&self, job: &Job, count: &UBig, told: &Told) {
        let (name, of) = (job.file.path.display(), short(job.space.size()));
        let s = if told.written == 1 { "" } else { "s" };
        let mut text = format!("{name}: {} variant{s}", told.written);
        if UBig::from(told.written) != *count {
            text += &format!(" of {} kept", short(count));
        }
        if count != job.space.size() {
            text += &format!(" ({of} there are)");
        }
        talk::mention(&format!("{text}\n"));
        for (cut, times) in &told.cut {
            talk::mention(&format!("  {times} cut: {}\n", cut.words()));
        }
    }
}
