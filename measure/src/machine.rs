//! The machine, run in a process of its own: a crash, a hang and the memory
//! it takes are seen from outside.
//!
//! Verdicts for whole programs come from here only.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Args;
use elenchus_compilers::run::End;
use elenchus_front::diagnostic::Severity;
use elenchus_front::source::{Original, SourceFile, SourceText, file_of};
use elenchus_lang::rules::Language;
use elenchus_lang::span::Span;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Machine};
use serde::{Deserialize, Serialize};

use crate::call::call;
use crate::corpus::STANDARD;
use crate::cpu::own_peak;

/// What is to be run, and with what bounds.
#[derive(Args, Clone, Debug)]
pub struct Order {
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[arg(long, default_value = "x86_64-linux")]
    pub target: String,
    #[arg(long, default_value = STANDARD)]
    pub standard: String,
    /// Of a compiler, which say what the language is
    #[arg(long = "option", value_name = "OPTION", allow_hyphen_values = true)]
    pub options: Vec<String>,
    /// Takes the choices that C leaves open
    #[arg(long)]
    pub seed: Option<u64>,
    /// Statements
    #[arg(long, default_value_t = 1_000_000_000)]
    pub fuel: u64,
    /// Ended from outside after so many seconds
    #[arg(long, default_value_t = 60)]
    pub seconds: u64,
    /// Address space in MiB, also bounded from outside
    #[arg(long, default_value_t = 4096)]
    pub memory: u64,
}

impl Order {
    /// To run these files with the usual bounds.
    pub fn new(files: impl IntoIterator<Item = PathBuf>) -> Order {
        Order {
            files: files.into_iter().collect(),
            target: "x86_64-linux".to_string(),
            standard: STANDARD.to_string(),
            options: Vec::new(),
            seed: None,
            fuel: 1_000_000_000,
            seconds: 60,
            memory: 4096,
        }
    }
}

/// How a run came to its end, in a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    Exit,
    Abort,
    Undefined,
    Unspecified,
    Unsupported,
    Limit,
    /// The front end does not take it.
    Rejected,
    /// The process died, or panicked.
    Crash,
    /// The process had to be ended.
    Hang,
}

impl Word {
    pub fn name(self) -> &'static str {
        match self {
            Word::Exit => "exit",
            Word::Abort => "abort",
            Word::Undefined => "undefined",
            Word::Unspecified => "unspecified",
            Word::Unsupported => "unsupported",
            Word::Limit => "limit",
            Word::Rejected => "rejected",
            Word::Crash => "crash",
            Word::Hang => "hang",
        }
    }
}

/// What the machine says, or what became of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    pub word: Word,
    /// The exit status.
    pub status: u8,
    /// Which undefined behaviour, or which limit.
    pub kind: String,
    pub clause: String,
    pub detail: String,
    /// The file's name without its folder, and the line there.
    pub file: String,
    pub line: u32,
    pub steps: u64,
    /// The largest resident size of the process, in bytes; 0 where it could
    /// not tell.
    pub peak: u64,
}

impl Verdict {
    pub fn new(word: Word, detail: impl Into<String>) -> Verdict {
        Verdict {
            word,
            status: 0,
            kind: String::new(),
            clause: String::new(),
            detail: detail.into(),
            file: String::new(),
            line: 0,
            steps: 0,
            peak: 0,
        }
    }

    /// In a line, for lists.
    pub fn shown(&self) -> String {
        let word = self.word.name();
        match self.word {
            Word::Exit => format!("exit {}", self.status),
            Word::Abort => word.to_string(),
            Word::Limit => format!("limit: {}", self.kind),
            Word::Undefined => {
                format!("{word}: {} at {}: {}", self.kind, self.place(), self.detail)
            }
            Word::Unspecified | Word::Unsupported => {
                format!("{word}: {} at {}", self.detail, self.place())
            }
            Word::Rejected | Word::Crash | Word::Hang => format!("{word}: {}", self.detail),
        }
    }

    pub fn place(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }
}

/// A run that was watched.
pub struct Ran {
    pub verdict: Verdict,
    /// What the program printed.
    pub output: Vec<u8>,
    pub wall: Duration,
    /// The largest resident size, in bytes.
    pub peak: u64,
}

/// Of what a program prints, so much is kept.
const OUTPUT: u64 = 64 << 20;

/// Runs a program in a process of its own.
pub fn run(order: &Order) -> Result<Ran> {
    let work = call(std::env::current_exe()?).args(["work", "run"]);
    let work = work.args(["--target", &order.target, "--standard", &order.standard]);
    let work = work.args(order.options.iter().map(|option| format!("--option={option}")));
    let work = work.args(order.seed.map(|seed| format!("--seed={seed}")));
    let work = work.args(["--fuel", &order.fuel.to_string()]).args(&order.files);
    let ran = work.memory(order.memory << 20).seconds(order.seconds).keep(OUTPUT).run()?;
    let head = ran.stdout.iter().position(|byte| *byte == b'\n');
    let said = head.and_then(|end| serde_json::from_slice(&ran.stdout[..end]).ok());
    let (verdict, output) = match (ran.end, said, head) {
        (End::Exit(0), Some(said), Some(end)) => (said, ran.stdout[end + 1..].to_vec()),
        (End::Wall, ..) => {
            (Verdict::new(Word::Hang, format!("more than {} s", order.seconds)), Vec::new())
        }
        (end, ..) => {
            let last = last_words(&ran.stderr);
            (Verdict::new(Word::Crash, format!("{end}: {last}")), Vec::new())
        }
    };
    let peak = if verdict.peak > 0 { verdict.peak } else { ran.memory };
    Ok(Ran { verdict, output, wall: ran.wall, peak })
}

/// What a process that died said last, or rather why it died.
pub fn last_words(stderr: &[u8]) -> String {
    const CAUSES: &[&str] = &["memory allocation", "panicked", "overflowed"];
    let text = String::from_utf8_lossy(stderr);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let cause = lines.iter().position(|line| CAUSES.iter().any(|cause| line.contains(cause)));
    match cause {
        // The message of a panic is on the line after its place.
        Some(at) => lines[at..lines.len().min(at + 2)].join(" "),
        None => lines.last().map_or("no message", |line| line).to_string(),
    }
}

/// The work of the process: the verdict as a line of JSON, then the output.
pub fn work(order: &Order) -> Result<()> {
    let standard = Language::by_name(&order.standard).context("no such standard")?;
    let standard = standard.with_options(order.options.iter().map(String::as_str))?;
    let target = Target::by_name(&order.target).context("no such target")?;
    let texts = order.files.iter().map(std::fs::read).collect::<Result<Vec<_>, _>>()?;
    let limits = Limits { steps: order.fuel, ..Limits::default() };
    let (mut verdict, output) = run_with(&texts, target, standard, limits, order.seed);
    verdict.peak = own_peak().unwrap_or(0);
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(&verdict)?)?;
    out.write_all(&output)?;
    Ok(())
}

/// Parses and runs preprocessed texts as one program, in this process.
pub fn run_texts(
    texts: &[Vec<u8>],
    target: &'static Target,
    standard: Language,
    limits: Limits,
) -> (Verdict, Vec<u8>) {
    run_with(texts, target, standard, limits, None)
}

/// The same, and with a seed every choice that C leaves open is taken.
fn run_with(
    texts: &[Vec<u8>],
    target: &'static Target,
    standard: Language,
    limits: Limits,
    seed: Option<u64>,
) -> (Verdict, Vec<u8>) {
    let mut program = Program::new(target, standard);
    let mut units = Vec::new();
    for text in texts {
        let text = text.clone();
        let text = SourceText { name: "text.i".into(), text, original: Original::Itself };
        let file = SourceFile::parse(&mut program, text);
        if !file.accepted() {
            let list = &file.diagnostics().list;
            let first = list.iter().find(|d| d.severity == Severity::Error);
            let message = first.map_or("no error is told", |first| &first.message);
            return (Verdict::new(Word::Rejected, message), Vec::new());
        }
        units.push(file);
    }
    let machine = Machine::new(std::rc::Rc::new(program), limits);
    let machine = match seed {
        Some(seed) => machine.with_choices(seed),
        None => machine,
    };
    let outcome = machine.run(&[]);
    let mut verdict = translate(&outcome.verdict, &units);
    verdict.steps = outcome.steps;
    (verdict, outcome.output)
}

fn translate(verdict: &elenchus_machine::Verdict, units: &[SourceFile]) -> Verdict {
    use elenchus_machine::Verdict as Theirs;
    let at = |word, detail: &str, span: Span| {
        let mut said = Verdict::new(word, detail);
        (said.file, said.line) = place(units, span);
        said
    };
    match verdict {
        Theirs::Exit(status) => Verdict { status: *status, ..Verdict::new(Word::Exit, "") },
        Theirs::Abort => Verdict::new(Word::Abort, ""),
        Theirs::Undefined { kind, span, .. } => Verdict {
            kind: kind.id().to_string(),
            clause: kind.clause().to_string(),
            ..at(Word::Undefined, &verdict.detail(), *span)
        },
        Theirs::Unspecified { span, .. } => at(Word::Unspecified, &verdict.detail(), *span),
        Theirs::Unsupported { span, .. } => at(Word::Unsupported, &verdict.detail(), *span),
        Theirs::Limit(limit) => {
            let kind = limit.name().to_owned();
            Verdict { kind, ..Verdict::new(Word::Limit, "") }
        }
    }
}

/// The file without its folder, and the line.
fn place(units: &[SourceFile], span: Span) -> (String, u32) {
    let Some(unit) = file_of(units, span) else { return (String::new(), 0) };
    let place = unit.place(span.start);
    let file = Path::new(place.file).file_name();
    (file.map_or_else(String::new, |name| name.to_string_lossy().into_owned()), place.line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(texts: &[&str]) -> Verdict {
        let texts: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
        let standard = crate::corpus::standard().unwrap();
        run_texts(&texts, Target::x86_64(), standard, Limits::default()).0
    }

    #[test]
    fn verdicts_have_places() {
        let undefined = "# 7 \"dir/a.c\"\nint main(void) {\n int i = 2147483647; return ++i; }\n";
        assert_eq!(verdict(&[undefined]).place(), "a.c:8");
        let units = ["int f(void);\nint main(void) { return f(); }\n", "int f(void) { return 3; }"];
        assert_eq!(verdict(&units).shown(), "exit 3");
        assert_eq!(verdict(&["int"]).word, Word::Rejected);
    }

    #[test]
    fn causes_of_death_are_found() {
        let text = b"\nthread 'main' panicked at a.rs:1:2:\nboom\nnote: x\n";
        assert_eq!(last_words(text), "thread 'main' panicked at a.rs:1:2: boom");
        assert_eq!(last_words(b""), "no message");
    }
}
