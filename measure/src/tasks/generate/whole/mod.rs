//! What stands in programs of `whole`: keywords, operators and features of the language
//! and its library, and in how many programs each.

mod features;
mod operators;

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use clap::Parser;
use elenchus_front::diagnostic::Diagnostics;
use elenchus_front::lexer::lex;
use elenchus_lang::rules::Language;
use elenchus_lang::symbol::Interner;
use elenchus_produce::generate::{Preset, Settings};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use super::constructs::{FRAME, walk};
use super::soak;
use crate::generated::{generated, text};
use crate::tasks::Task;
use crate::{ours, parallel};

pub const TASK: Task =
    Task::show("whole", "keywords, operators and features in programs of `whole`", run);

const PROGRAMS: usize = 1000;

/// Each feature is in so many per cent of them.
const LEAST: f64 = 2.0;

/// The keywords of C99, without `_Imaginary`, which no compiler of ours has.
const C99: [&str; 36] = [
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
    "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register",
    "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef",
    "union", "unsigned", "void", "volatile", "while", "_Bool", "_Complex",
];
const C11: [&str; 7] =
    ["_Alignas", "_Alignof", "_Atomic", "_Generic", "_Noreturn", "_Static_assert", "_Thread_local"];

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// How many programs
    #[arg(long, default_value_t = PROGRAMS)]
    count: usize,
}

/// What a program has.
pub struct Whole {
    /// The words of its text: keywords and names.
    words: BTreeSet<String>,
    operators: BTreeSet<&'static str>,
    seen: walk::Seen,
    /// What the generator says that it wrote.
    written: BTreeSet<&'static str>,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let cases = soak::cases(args.count, 1, None, &[Preset::Whole]);
    let made = parallel::map(&cases, ctx.threads, |case| {
        let size = case.size;
        let settings = Settings { preset: Preset::Whole, size, ..Settings::default() };
        let program = generated(&settings, case.seed)?;
        look(&text(&program.files), program.stats.constructs.iter().copied().collect())
    });
    let all: Vec<Whole> = made.into_iter().collect::<Result<_>>()?;
    let words = |list: &[&'static str]| -> Vec<(&'static str, f64)> {
        list.iter().map(|&word| (word, share(&all, |one| one.words.contains(word)))).collect()
    };
    let operators = operators::ALL
        .iter()
        .map(|&operator| (operator, share(&all, |one| one.operators.contains(operator))));
    let features = features::ALL.iter().map(|row| (row.name, share(&all, row.has)));
    let tables = [
        Table { name: "keywords of C99", rows: words(&C99), least: 0.0 },
        Table { name: "keywords that C11 added", rows: words(&C11), least: 0.0 },
        Table { name: "operators", rows: operators.collect(), least: 0.0 },
        Table { name: "features", rows: features.collect(), least: LEAST },
    ];
    tables.iter().for_each(Table::show);
    Ok(vec![figure(&tables, all.len())])
}

fn look(text: &str, written: BTreeSet<&'static str>) -> Result<Whole> {
    let mut said = Diagnostics::default();
    let tokens = lex(text.as_bytes(), 0, Language::GNU11, &mut Interner::default(), &mut said);
    let spelled = |token: &elenchus_front::token::Token| {
        text.get(token.start as usize..token.end as usize).unwrap_or_default().to_string()
    };
    let words = tokens.list.iter().map(spelled).collect();
    let parsed = ours::parse("ours", text.as_bytes(), Language::GNU11);
    if !parsed.accepted() {
        bail!("{}", parsed.first_error(text.as_bytes()));
    }
    let operators = operators::of(&parsed.program);
    let seen = walk::look(&parsed.program, FRAME);
    Ok(Whole { words, operators, seen, written })
}

/// In how many per cent of the programs something is.
fn share(all: &[Whole], has: impl Fn(&Whole) -> bool) -> f64 {
    100.0 * all.iter().filter(|one| has(one)).count() as f64 / all.len().max(1) as f64
}

/// Things that are looked for, each with its share, and the least that it should have.
struct Table {
    name: &'static str,
    rows: Vec<(&'static str, f64)>,
    least: f64,
}

impl Table {
    fn is_there(&self, share: f64) -> bool {
        share > 0.0 && share >= self.least
    }

    fn missing(&self) -> Vec<&'static str> {
        let rows = self.rows.iter().filter(|(_, share)| !self.is_there(*share));
        rows.map(|(name, _)| *name).collect()
    }

    fn show(&self) {
        println!("  per cent of programs with {}", self.name);
        for (name, share) in &self.rows {
            println!("    {name:<44} {share:>6.1}");
        }
    }
}

fn figure(tables: &[Table], programs: usize) -> Figure {
    let parts: Vec<String> = tables
        .iter()
        .map(|table| {
            let (missing, all) = (table.missing(), table.rows.len());
            let tail = match missing.is_empty() {
                true => String::new(),
                false => format!(" (not {})", missing.join(", ")),
            };
            let least = if table.least > 0.0 { format!(" in {LEAST}%") } else { String::new() };
            format!("{} of {all} {}{least}{tail}", all - missing.len(), table.name)
        })
        .collect();
    Figure {
        name: "generate-whole".to_string(),
        what: format!("what stands in {programs} programs of `whole`"),
        figure: parts.join("; "),
        bar: format!(
            "all keywords but _Imaginary, all operators, each feature in {LEAST}% of \
             {PROGRAMS} programs"
        ),
        holds: tables.iter().all(|table| table.missing().is_empty()) && programs >= PROGRAMS,
        skipped: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_looked_at() {
        let text = "static int f(int *p) { return p[1] += sizeof(int) - -*p++; }\n\
                    int main(void) { int a[2] = { 1 }; return f(a) ? 0 : (a[0]--, 1); }\n";
        let whole = look(text, BTreeSet::new()).unwrap();
        assert!(whole.words.contains("sizeof") && !whole.words.contains("for"));
        let found: Vec<&str> = whole.operators.iter().copied().collect();
        let all = ["()", "+=", ",", "-", "-x", "x--", "*x", "x++", "sizeof", "?:", "[]"];
        assert!(all.iter().all(|one| found.contains(one)), "{found:?}");
    }

    #[test]
    fn what_is_missing_is_named() {
        let rows = vec![("a", 0.0), ("b", 1.0), ("c", 2.0)];
        let table = Table { name: "letters", rows, least: 2.0 };
        assert_eq!(table.missing(), ["a", "b"]);
        let figure = figure(&[table], PROGRAMS);
        assert!(figure.figure.contains("1 of 3 letters in 2% (not a, b)"), "{}", figure.figure);
        assert!(!figure.holds);
    }
}
