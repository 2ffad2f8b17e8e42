//! The proof of the typed tree: programs are parsed, printed and parsed
//! again, and gcc makes the same code of the original and of the print.
//!
//! Each failure is listed with its reason in `target/roundtrip/SET.txt`; the
//! print of a file that fails stays in `target/roundtrip/printed`. A file
//! whose assembly differs needs its reason in docs/differences.md.

mod assembly;
mod cache;
mod reasons;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Parser;
use elenchus_lang::rules::Language;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::corpus::{self, Group, Part, Text};
use crate::files;
use crate::groups::grouped;
use crate::hash::fnv1a;
use crate::tasks::{Task, share};
use crate::{ours, parallel};
use assembly::first_difference;
use cache::{Cache, Original};
use reasons::Reasons;

pub const TASK: Task =
    Task::soak("roundtrip", "parse, print, parse, and gcc's code for the print", run);

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    #[command(flatten)]
    part: Part,
    /// Keep the prints of programs that pass, too
    #[arg(long)]
    keep: bool,
}

/// What became of one program.
#[derive(Default)]
struct Outcome {
    name: String,
    /// Why it was not accepted.
    rejected: Option<String>,
    /// How the tree of the print differs.
    tree: Option<String>,
    /// How the assembly of the print differs.
    assembly: Option<String>,
    /// Why gcc makes no assembly of the original: there is nothing to compare.
    no_original: Option<String>,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let folder = files::folder(ctx.path("target/roundtrip"))?;
    let bench = Bench {
        printed: folder.join("printed"),
        keep: args.keep,
        cache: Cache::load(ctx)?,
        standard: corpus::standard()?,
    };
    let mut sets = Vec::new();
    for group in Group::ALL {
        let texts = args.part.texts(ctx, group)?;
        let outcomes = parallel::map(&texts.texts, ctx.threads, |text| bench.check(text));
        let mut outcomes = outcomes.into_iter().collect::<Result<Vec<Outcome>>>()?;
        outcomes.extend(texts.unreadable.into_iter().map(|(name, why)| Outcome {
            name,
            rejected: Some(format!("gcc -E alone: {why}")),
            ..Outcome::default()
        }));
        bench.cache.save()?;
        let set = Set { group, outcomes };
        std::fs::write(folder.join(format!("{}.txt", group.name())), set.list())?;
        print!("{}", set.summary());
        sets.push(set);
    }
    let reasons = Reasons::load(ctx)?;
    let differing = sets.iter().flat_map(|set| &set.outcomes);
    let differing: Vec<&str> =
        differing.filter(|o| o.assembly.is_some()).map(|o| o.name.as_str()).collect();
    let without = reasons.report(&differing, args.part.is_all());
    Ok(vec![accepted(&sets), same_tree(&sets), same_assembly(&sets, without)])
}

/// What a check needs.
struct Bench {
    printed: PathBuf,
    keep: bool,
    cache: Cache,
    standard: Language,
}

impl Bench {
    fn check(&self, text: &Text) -> Result<Outcome> {
        let source = text.read()?;
        let mut outcome = Outcome { name: text.name.clone(), ..Outcome::default() };
        let (name, standard, copy) = (text.name.clone(), self.standard, source.clone());
        let printed = match ours::watched(move || parse_and_print(&name, &copy, standard)) {
            Ok(Ok((printed, difference))) => {
                outcome.tree = difference;
                printed
            }
            Ok(Err(reason)) | Err(reason) => {
                outcome.rejected = Some(reason);
                return Ok(outcome);
            }
        };
        let file = self.printed.join(&text.name).with_extension("i");
        if let Some(parent) = file.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(&file, &printed)?;
        self.compare_assembly(text, &source, &file, &mut outcome)?;
        if outcome.tree.is_none() && outcome.assembly.is_none() && !self.keep {
            std::fs::remove_file(&file)?;
        }
        Ok(outcome)
    }

    fn compare_assembly(
        &self,
        text: &Text,
        source: &[u8],
        printed: &Path,
        outcome: &mut Outcome,
    ) -> Result<()> {
        let original = self.cache.original(source, || assembly::compile(&text.file))?;
        if let Original::Fails(error) = original {
            outcome.no_original = Some(error);
            return Ok(());
        }
        let ours = match assembly::compile(printed)? {
            Ok(assembly) => assembly,
            Err(error) => {
                outcome.assembly = Some(format!("gcc rejects the print: {error}"));
                return Ok(());
            }
        };
        if original == Original::Hash(fnv1a(ours.as_bytes())) {
            return Ok(());
        }
        // Only its hash is kept, so the original is compiled again.
        let theirs = assembly::compile(&text.file)?.unwrap_or_default();
        outcome.assembly = first_difference(&theirs, &ours)
            .map(|(a, b)| format!("`{a}` became `{b}`"))
            .or_else(|| Some("the original's assembly is not the cached one".to_string()));
        Ok(())
    }
}

/// The print, and how its tree differs; or why the text is not accepted.
fn parse_and_print(
    name: &str,
    source: &[u8],
    standard: Language,
) -> Result<(String, Option<String>), String> {
    let first = ours::parse(name, source, standard);
    if !first.accepted() {
        return Err(first.first_error(source));
    }
    let printed = first.print();
    // The text is accepted by now, so what goes wrong from here on is a fault
    // of the print and not a rejection.
    let second = match ours::guarded(|| ours::parse(name, printed.as_bytes(), standard)) {
        Ok(second) => second,
        Err(panic) => return Ok((printed, Some(format!("parsing the print: {panic}")))),
    };
    let difference = if second.accepted() {
        first_difference(&first.dump(), &second.dump()).map(|(a, b)| format!("`{a}` became `{b}`"))
    } else {
        Some(format!("the print is rejected: {}", second.first_error(printed.as_bytes())))
    };
    Ok((printed, difference))
}

/// The outcomes of a set of programs.
struct Set {
    group: Group,
    outcomes: Vec<Outcome>,
}

impl Set {
    fn count(&self, holds: impl Fn(&Outcome) -> bool) -> usize {
        self.outcomes.iter().filter(|outcome| holds(outcome)).count()
    }

    fn accepted(&self) -> usize {
        self.count(|o| o.rejected.is_none())
    }

    fn same_tree(&self) -> usize {
        self.count(|o| o.rejected.is_none() && o.tree.is_none())
    }

    /// How many are the same, and how many could be compared. A file that is
    /// not accepted has no print: it counts as different.
    fn same_assembly(&self) -> (usize, usize) {
        let compared = self.count(|o| o.no_original.is_none());
        let same =
            self.count(|o| o.no_original.is_none() && o.rejected.is_none() && o.assembly.is_none());
        (same, compared)
    }

    /// Every failure as `name: stage: reason`.
    fn failures(&self) -> impl Iterator<Item = (&str, &'static str, &str)> {
        self.outcomes.iter().flat_map(|o| {
            let stages = [
                ("rejected", &o.rejected),
                ("tree", &o.tree),
                ("assembly", &o.assembly),
                ("no assembly of the original", &o.no_original),
            ];
            stages.into_iter().filter_map(|(stage, reason)| {
                reason.as_deref().map(|reason| (o.name.as_str(), stage, reason))
            })
        })
    }

    fn list(&self) -> String {
        self.failures().fold(String::new(), |mut text, (name, stage, reason)| {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{name}: {stage}: {reason}");
            text
        })
    }

    /// The counts, and the failures grouped by what their reasons share.
    fn summary(&self) -> String {
        let files = self.outcomes.len();
        let (same, compared) = self.same_assembly();
        let counts = format!(
            "{}: {files} files, accepted {}, same tree {}, same assembly {same} of {compared}\n",
            self.group.name(),
            self.accepted(),
            self.same_tree()
        );
        let failures = self.failures();
        counts + &grouped(failures.map(|(name, stage, why)| (name, format!("{stage}: {why}"))))
    }
}

fn figure(name: &str, what: &str, figure: Vec<String>, bar: &str, holds: bool) -> Figure {
    Figure {
        name: name.to_string(),
        what: what.to_string(),
        figure: figure.join(", "),
        bar: bar.to_string(),
        holds,
        skipped: None,
    }
}

fn accepted(sets: &[Set]) -> Figure {
    let part = |set: &Set| share(set.group.name(), set.accepted(), set.outcomes.len());
    let enough = |set: &Set| match set.group {
        Group::Dg => set.accepted() * 100 >= set.outcomes.len() * 99,
        _ => set.accepted() == set.outcomes.len(),
    };
    figure(
        "accepted",
        "programs that gcc accepts and we accept",
        sets.iter().map(part).collect(),
        "all of c-torture and Csmith, 99% of the sample of gcc.dg",
        sets.iter().all(enough),
    )
}

fn same_tree(sets: &[Set]) -> Figure {
    let part = |set: &Set| share(set.group.name(), set.same_tree(), set.accepted());
    figure(
        "same-tree",
        "accepted programs whose print parses to the same tree",
        sets.iter().map(part).collect(),
        "all",
        sets.iter().all(|set| set.same_tree() == set.accepted()),
    )
}

fn same_assembly(sets: &[Set], without_reason: usize) -> Figure {
    let total = |set: &Set| set.same_assembly();
    let mut parts: Vec<String> = (sets.iter())
        .map(|set| (set.group.name(), total(set)))
        .map(|(name, (same, compared))| share(name, same, compared))
        .collect();
    let (same, compared) =
        (sets.iter().map(total)).fold((0, 0), |(same, compared), (s, c)| (same + s, compared + c));
    parts.push(share("all", same, compared));
    parts.push(format!("{without_reason} without a reason"));
    figure(
        "same-assembly",
        "programs whose print gcc -O0 compiles to the same assembly",
        parts,
        "99%, with a reason in docs/differences.md for each that differs",
        same * 100 >= compared * 99 && without_reason == 0,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(set: impl FnOnce(&mut Outcome)) -> Outcome {
        let mut outcome = Outcome { name: "a.c".to_string(), ..Outcome::default() };
        set(&mut outcome);
        outcome
    }

    #[test]
    fn rejected_files_are_not_the_same() {
        let outcomes = vec![
            outcome(|_| ()),
            outcome(|o| o.rejected = Some("no".to_string())),
            outcome(|o| o.assembly = Some("no".to_string())),
            outcome(|o| o.no_original = Some("no".to_string())),
        ];
        let set = Set { group: Group::Execute, outcomes };
        assert_eq!((set.accepted(), set.same_tree(), set.same_assembly()), (3, 3, (1, 3)));
        assert_eq!(set.list().lines().count(), 3);
        assert!(!accepted(&[set]).holds);
    }
}
