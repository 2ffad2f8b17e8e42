//! Types are right, not only syntax: what we say about the size and the type
//! of expressions, gcc must say too.
//!
//! The sample: the expressions of each program in the order of FNV-1a of the
//! program's name, the expression's offset and its number; of those that can
//! be asked about, the first few, a quarter of them names and constants at
//! most. What is passed over on the way is counted by its reason.

mod ask;
mod names;
mod question;
mod walk;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;
use clap::Parser;
use elenchus_lang::rules::Language;
use elenchus_lang::tree::{ExprKind, Program};
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::corpus::{self, Group, Part, Text};
use crate::files;
use crate::groups::pattern;
use crate::hash::fnv1a_parts;
use crate::tasks::Task;
use crate::{ours, parallel};
use ask::Question;
use names::Tags;
use question::{Asked, Asker, BAD_SPAN};
use walk::Candidate;

pub const TASK: Task =
    Task::soak("types", "sizes and types of expressions, compared with gcc's", run);

/// How many expressions must have been compared.
const BAR: usize = 20_000;

/// How many expressions of one program are passed over at most before it is
/// left alone.
const PATIENCE: usize = 200;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    #[command(flatten)]
    part: Part,
    /// How many expressions of each program
    #[arg(long, default_value_t = 8)]
    each: usize,
}

/// What came of one program, or of all of them.
#[derive(Default)]
struct Report {
    asked: usize,
    checks: usize,
    /// Disagreements, a line each.
    wrong: Vec<String>,
    /// Spans that are no expressions, a line each.
    spans: Vec<String>,
    passed_over: BTreeMap<String, usize>,
    /// What gcc did not want to be asked, a line each.
    refused: Vec<String>,
    /// The program is not accepted, or worse.
    unread: Vec<String>,
}

impl Report {
    fn add(&mut self, other: Report) {
        self.asked += other.asked;
        self.checks += other.checks;
        self.wrong.extend(other.wrong);
        self.spans.extend(other.spans);
        self.refused.extend(other.refused);
        self.unread.extend(other.unread);
        for (reason, count) in other.passed_over {
            *self.passed_over.entry(reason).or_default() += count;
        }
    }

    fn pass_over(&mut self, reason: &str) {
        *self.passed_over.entry(reason.to_string()).or_default() += 1;
    }
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let folder = files::folder(ctx.path("target/types"))?;
    let standard = corpus::standard()?;
    let mut total = Report::default();
    for group in Group::ALL {
        let texts = args.part.texts(ctx, group)?;
        let reports = parallel::map(&texts.texts, ctx.threads, |text| {
            check(text, standard, args.each, &folder)
        });
        let before = total.asked;
        for report in reports {
            total.add(report?);
        }
        println!("{}: {} expressions compared", group.name(), total.asked - before);
    }
    let list = total.wrong.iter().chain(&total.spans).chain(&total.unread);
    let list = list.fold(String::new(), |text, line| text + line + "\n");
    std::fs::write(folder.join("disagreements.txt"), &list)?;
    std::fs::write(folder.join("refused.txt"), total.refused.join("\n"))?;
    print!("{}", summary(&total, &list));
    Ok(vec![figure(&total)])
}

fn summary(total: &Report, list: &str) -> String {
    const SHOWN: usize = 30;
    let mut text = String::new();
    for line in list.lines().take(SHOWN) {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{line}");
    }
    if list.lines().count() > SHOWN {
        let _ = writeln!(text, "… all in target/types/disagreements.txt");
    }
    let _ = writeln!(text, "passed over, because of");
    let mut reasons: Vec<_> = total.passed_over.iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (reason, count) in reasons {
        let _ = writeln!(text, "  {count:>6} {reason}");
    }
    text
}

fn figure(total: &Report) -> Figure {
    let passed_over: usize = total.passed_over.values().sum();
    Figure {
        name: "types".to_string(),
        what: "expressions whose sizeof, type and `_Generic` choice gcc confirms".to_string(),
        figure: format!(
            "{} expressions compared in {} checks, {} disagreements, {} wrong spans; \
             {passed_over} could not be asked about; {} programs not read",
            total.asked,
            total.checks,
            total.wrong.len(),
            total.spans.len(),
            total.unread.len()
        ),
        bar: format!("at least {BAR}, no disagreement, no wrong span"),
        holds: total.asked >= BAR && total.wrong.is_empty() && total.spans.is_empty(),
        skipped: None,
    }
}

/// Compares the chosen expressions of one program.
fn check(text: &Text, standard: Language, each: usize, folder: &Path) -> Result<Report> {
    let source = text.read()?;
    // `transaction_safe` makes types that C cannot name.
    if text.name.contains("gcc.dg/tm/") {
        let passed_over = BTreeMap::from([("transactional memory (files)".to_string(), 1)]);
        return Ok(Report { passed_over, ..Report::default() });
    }
    let (name, copy) = (text.name.clone(), source.clone());
    let (chosen, mut report) = match ours::watched(move || choose(&name, &copy, standard, each)) {
        Ok(Ok(chosen)) => chosen,
        Ok(Err(why)) | Err(why) => {
            let unread = vec![format!("{}: not read: {why}", text.name)];
            return Ok(Report { unread, ..Report::default() });
        }
    };
    if chosen.is_empty() {
        return Ok(report);
    }
    let questions: Vec<Question> = chosen.iter().map(|(question, _)| question.clone()).collect();
    let copy = folder.join(text.name.replace('/', "-")).with_extension("i");
    let answers = ask::ask(&source, &questions, &copy)?;
    if answers.wrong.is_empty() {
        std::fs::remove_file(&copy)?;
    }
    for (number, check) in &answers.wrong {
        let (question, asked) = &chosen[*number];
        let line = source[..question.at].iter().filter(|byte| **byte == b'\n').count() + 1;
        let Asked { text: expression, ty, .. } = asked;
        let name = &text.name;
        report
            .wrong
            .push(format!("{name}: line {line} of the text: {check}: `{expression}` is no `{ty}`"));
    }
    for (number, why) in &answers.refused {
        report.refused.push(format!("{}: {why}: `{}`", text.name, chosen[*number].1.text));
        report.pass_over(&format!("gcc: {}", pattern(why)));
    }
    let answered = chosen.len() - answers.refused.len();
    report.asked = answered;
    report.checks = chosen.iter().map(|(question, _)| question.checks.len()).sum::<usize>();
    Ok(report)
}

/// The questions about one program, and a report on what was passed over; an
/// error says why it cannot be read.
fn choose(
    name: &str,
    source: &[u8],
    standard: Language,
    each: usize,
) -> Result<(Vec<(Question, Asked)>, Report), String> {
    let mut parsed = ours::parse(name, source, standard);
    if !parsed.accepted() {
        return Err(parsed.first_error(source));
    }
    let mut report = Report::default();
    let base = parsed.base();
    let mut candidates = walk::candidates(&parsed.program);
    let program = &parsed.program;
    candidates.sort_by_cached_key(|candidate| order(name, program, candidate));
    let tags = Tags::new(program);
    let mut asker = Asker { program: &mut parsed.program, tags, text: source, base };
    let mut chosen: Vec<(Question, Asked)> = Vec::new();
    let (mut leaves, mut passed) = (0, 0);
    for candidate in &candidates {
        if chosen.len() == each || passed == PATIENCE {
            break;
        }
        let leaf = is_leaf(asker.program.exprs[candidate.expr].kind);
        if leaf && leaves >= each / 4 {
            continue;
        }
        match asker.ask(candidate) {
            Ok(asked) => {
                leaves += usize::from(leaf);
                let at = (candidate.place.offset - base) as usize;
                let checks = asked.checks.clone();
                chosen.push((Question { number: chosen.len(), at, checks }, asked));
            }
            Err(reason) => {
                passed += 1;
                if reason == BAD_SPAN {
                    let start = asker.program.exprs[candidate.expr].span.start;
                    let around = ours::line_around(source, start.saturating_sub(base) as usize);
                    report.spans.push(format!("{name}: {reason}: [{around}]"));
                } else {
                    report.pass_over(reason);
                }
            }
        }
    }
    Ok((chosen, report))
}

/// The place of an expression in the fixed order of the sample.
fn order(name: &str, program: &Program, candidate: &Candidate) -> u64 {
    let start = program.exprs[candidate.expr].span.start.to_le_bytes();
    let number = candidate.expr.index().to_le_bytes();
    fnv1a_parts(&[name.as_bytes(), &start, &number])
}

fn is_leaf(kind: ExprKind) -> bool {
    use ExprKind::*;
    matches!(kind, Int(..) | Float(_) | Imaginary(_) | String(_) | Name(_) | Enumerator(_))
}
