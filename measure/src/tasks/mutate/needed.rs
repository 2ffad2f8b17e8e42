//! Which strategies a variant needs to show a fault that its program does not show: of
//! its changes, the fewest that still do (Figure 8 of Hermes).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use elenchus_campaign::parts::smallest;
use elenchus_compilers::run::End;
use elenchus_produce::mutate::{Drafted, Settings};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use super::originals::{Origin, kept, usual};
use crate::call::call;
use crate::corpus::csmith_include;
use crate::faultbench::Faultbench;
use crate::files;

/// A fault that a variant of a program showed.
pub struct Kill {
    pub fault: String,
    pub program: PathBuf,
    pub variant: PathBuf,
    pub number: u64,
}

/// How often each set of strategies was needed.
pub fn needed(ctx: &Context, bench: &Faultbench, origin: Origin, kills: &[Kill]) -> Result<Figure> {
    let folder = files::fresh_folder(ctx.path("target/mutate/power/needed"))?;
    let mut sets: BTreeMap<String, usize> = BTreeMap::new();
    let mut too = 0;
    for kill in kills {
        let trial = Trial::new(bench, kill, &folder)?;
        if trial.shows(&std::fs::read(&kill.program)?)? {
            too += 1;
            continue;
        }
        let strategies = strategies(kill, &trial)?;
        *sets.entry(strategies.join(" and ")).or_default() += 1;
    }
    let mut list: Vec<(String, usize)> = sets.into_iter().collect();
    list.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let list: Vec<String> = list.iter().map(|(set, count)| format!("{set} {count}")).collect();
    let list = if list.is_empty() { "none".to_string() } else { list.join(", ") };
    Ok(Figure {
        name: format!("mutate-needed-{}", origin.name()),
        what: format!(
            "strategies that variants of programs of {} need to show a fault: the fewest changes \
             that do",
            origin.name()
        ),
        figure: format!("{list}; the program itself shows {too} of {}", kills.len()),
        bar: "none".to_string(),
        holds: true,
        skipped: None,
    })
}

/// The names of the strategies of the fewest changes, each once.
fn strategies(kill: &Kill, trial: &Trial) -> Result<Vec<&'static str>> {
    let original = kept(&kill.program)?;
    let settings: Settings = usual(1);
    let wanted = std::fs::read(&kill.variant)?;
    let found = original.with_seed(|seed| -> Result<Vec<&'static str>> {
        let drafted = seed.variant(kill.number, &settings);
        let drafted = drafted.ok().flatten().context("the variant is made again")?;
        let text =
            |part: &[usize]| -> Option<(Vec<u8>, Vec<&'static str>)> { part_of(&drafted, part) };
        let all: Vec<usize> = (0..drafted.changes()).collect();
        if text(&all).is_none_or(|(text, _)| text != wanted) {
            bail!("{}: it is not made again as it was", kill.variant.display());
        }
        let shows = |part: &[usize]| match text(part) {
            Some((text, _)) => trial.shows(&text),
            None => Ok(false),
        };
        let part = smallest(drafted.changes(), shows)?;
        let mut names = text(&part).map(|(_, names)| names).unwrap_or_default();
        names.sort_unstable();
        names.dedup();
        Ok(names)
    });
    found?
}

/// The text of some changes of a variant, and their strategies.
fn part_of(drafted: &Drafted, part: &[usize]) -> Option<(Vec<u8>, Vec<&'static str>)> {
    let variant = drafted.part(|number| part.contains(&number))?;
    let names = variant.mutations.iter().map(|mutation| mutation.strategy).collect();
    Some((variant.texts.into_iter().next()?, names))
}

/// A compiler with a fault and one without.
struct Trial {
    faulty: PathBuf,
    folder: PathBuf,
    include: PathBuf,
}

impl Trial {
    fn new(bench: &Faultbench, kill: &Kill, folder: &Path) -> Result<Trial> {
        bench.call().args(["wrapper", &kill.fault]).arg(folder).succeed()?;
        let faulty = folder.join(format!("gcc-{}", kill.fault));
        Ok(Trial { faulty, folder: folder.to_path_buf(), include: csmith_include()? })
    }

    /// Whether the compiler with the fault makes something else of a text.
    fn shows(&self, text: &[u8]) -> Result<bool> {
        let source = self.folder.join("part.c");
        std::fs::write(&source, text)?;
        let good = self.does(Path::new("gcc-12"), &source)?;
        Ok(good.is_some() && self.does(&self.faulty, &source)? != good)
    }

    fn does(&self, compiler: &Path, source: &Path) -> Result<Option<(End, Vec<u8>)>> {
        let program = self.folder.join("part");
        let build = call(compiler).args(["-O2", "-w", "-I"]).arg(&self.include).arg(source);
        let built = build.arg("-o").arg(&program).seconds(30).run()?;
        if !built.succeeded() {
            return Ok(None);
        }
        let ran = call(&program).seconds(20).keep(1 << 20).run()?;
        Ok(Some((ran.end, ran.stdout)))
    }
}
