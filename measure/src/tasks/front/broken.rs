//! Broken input: no panic, no hang, no memory above a limit, and for every
//! rejected text a diagnostic that points at a place in it.
//!
//! The texts are parsed in processes of their own, whose memory is limited:
//! one that dies is started again behind the text that killed it. A text
//! follows from its seed; those that fail are kept in `target/broken`.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Parser;
use elenchus_compilers::run::End;
use elenchus_lang::rules::Language;
use elenchus_records::context::Context;
use elenchus_records::figures::Figure;

use crate::call::call;
use crate::corpus::{self, Group, Text};
use crate::cpu::own_peak;
use crate::files;
use crate::groups::grouped;
use crate::machine::last_words;
use crate::mutate::mutate;
use crate::random::Random;
use crate::tasks::Task;
use crate::{ours, parallel};

pub const TASK: Task =
    Task::soak("broken", "mutated programs: no panic, no hang, a diagnostic", run);

/// How many texts the figure asks for.
const COUNT: u64 = 100_000;

/// Larger programs are left out: the time is better spent on more of them.
const LARGEST: u64 = 100 << 10;

/// What one text may take: it is smaller than a few times [`LARGEST`].
const TIME: Duration = Duration::from_secs(2);

/// How many texts a process works through, and what it may take: most do so in
/// a second.
const SLOT: u64 = 500;
const PATIENCE: Duration = Duration::from_secs(60);

/// The address space of a process. A deep text alone reserves hundreds of MiB
/// of stack.
const MEMORY: u64 = 2 << 30;

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Args {
    /// How many texts
    #[arg(long, default_value_t = COUNT)]
    count: u64,
    /// The seed of the first
    #[arg(long, default_value_t = 0)]
    first: u64,
}

fn run(ctx: &Context, args: &[String]) -> Result<Vec<Figure>> {
    let args = Args::try_parse_from(args)?;
    let programs = Programs::load(ctx)?;
    // What an earlier run left may be put right by now.
    let folder = files::fresh_folder(ctx.path("target/broken"))?;
    let results = parallel::map(&slots(args.first, args.count), ctx.threads, run_slot);
    let mut verdicts: BTreeMap<u64, Verdict> = BTreeMap::new();
    let mut peak = 0;
    for heard in results {
        let heard = heard?;
        verdicts.extend(heard.verdicts);
        peak = peak.max(heard.peak);
    }
    let mut bad: Vec<(String, String)> = Vec::new();
    for (seed, verdict) in &verdicts {
        let Some(complaint) = verdict.complaint() else { continue };
        let name = format!("{seed}.i");
        std::fs::write(folder.join(&name), programs.broken(*seed)?)?;
        bad.push((name, complaint));
    }
    if !bad.is_empty() {
        println!("texts that fail are in target/broken:");
        print!("{}", grouped(bad.iter().map(|(name, what)| (name.as_str(), what.clone()))));
    }
    Ok(vec![figure(&verdicts, args.count, peak)])
}

fn figure(verdicts: &BTreeMap<u64, Verdict>, asked: u64, peak: u64) -> Figure {
    let count = |wanted: fn(&Verdict) -> bool| verdicts.values().filter(|v| wanted(v)).count();
    let accepted = count(|v| *v == Verdict::Accepted);
    let rejected = count(|v| *v == Verdict::Rejected);
    let panics = count(|v| matches!(v, Verdict::Panic(_)));
    let crashes = count(|v| matches!(v, Verdict::Crash(_)));
    let hangs = count(|v| matches!(v, Verdict::Hang(_)));
    let nowhere = count(|v| matches!(v, Verdict::Nowhere(_)));
    Figure {
        name: "broken".to_string(),
        what: "mutated programs of c-torture and Csmith, parsed".to_string(),
        figure: format!(
            "{} texts: {rejected} rejected, {accepted} accepted; {panics} panics, {crashes} \
             crashes, {hangs} over {} s, {nowhere} without a place; at most {} MB resident, {} MB \
             of address space allowed",
            verdicts.len(),
            TIME.as_secs(),
            peak >> 20,
            MEMORY >> 20,
        ),
        bar: format!("{COUNT} texts: no panic, crash or hang, each error with a place"),
        holds: verdicts.len() as u64 >= asked.min(COUNT) && accepted + rejected == verdicts.len(),
        skipped: None,
    }
}

// ---- one text ----

/// What became of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Verdict {
    Accepted,
    /// With diagnostics that have places.
    Rejected,
    Panic(String),
    /// The process ended: out of memory or of stack.
    Crash(String),
    /// It took too long.
    Hang(String),
    /// A diagnostic without a place in the text, or none at all.
    Nowhere(String),
}

impl Verdict {
    fn complaint(&self) -> Option<String> {
        match self {
            Verdict::Accepted | Verdict::Rejected => None,
            Verdict::Panic(what) => Some(what.clone()),
            Verdict::Crash(what) => Some(format!("crash: {what}")),
            Verdict::Hang(what) => Some(format!("hang: {what}")),
            Verdict::Nowhere(what) => Some(format!("without a place: {what}")),
        }
    }

    fn write(&self) -> String {
        let (word, what) = match self {
            Verdict::Accepted => ("accepted", ""),
            Verdict::Rejected => ("rejected", ""),
            Verdict::Panic(what) => ("panic", what.as_str()),
            Verdict::Crash(what) => ("crash", what.as_str()),
            Verdict::Hang(what) => ("hang", what.as_str()),
            Verdict::Nowhere(what) => ("nowhere", what.as_str()),
        };
        format!("{word} {}", what.replace('\n', " "))
    }

    fn read(line: &str) -> Option<Verdict> {
        let (word, what) = line.split_once(' ')?;
        let what = what.to_string();
        Some(match word {
            "accepted" => Verdict::Accepted,
            "rejected" => Verdict::Rejected,
            "panic" => Verdict::Panic(what),
            "crash" => Verdict::Crash(what),
            "hang" => Verdict::Hang(what),
            "nowhere" => Verdict::Nowhere(what),
            _ => return None,
        })
    }
}

/// Parses a text, and prints it if it is a program still.
fn judge(text: &[u8], standard: Language) -> Verdict {
    let start = Instant::now();
    let verdict = ours::guarded(|| {
        let parsed = ours::parse("broken.i", text, standard);
        if parsed.accepted() {
            parsed.print();
            Verdict::Accepted
        } else if parsed.errors_have_places(text) {
            Verdict::Rejected
        } else {
            Verdict::Nowhere(parsed.first_error(text))
        }
    });
    match verdict {
        Err(panic) => Verdict::Panic(panic),
        Ok(_) if start.elapsed() > TIME => Verdict::Hang(format!("{:?}", start.elapsed())),
        Ok(verdict) => verdict,
    }
}

/// The programs that are broken.
struct Programs {
    texts: Vec<Text>,
}

impl Programs {
    fn load(ctx: &Context) -> Result<Programs> {
        let mut texts = Vec::new();
        for group in [Group::Execute, Group::Compile, Group::Csmith] {
            texts.extend(corpus::texts(ctx, group)?.texts);
        }
        texts.retain(|text| text.file.metadata().is_ok_and(|data| data.len() <= LARGEST));
        Ok(Programs { texts })
    }

    /// The text that a seed stands for.
    fn broken(&self, seed: u64) -> Result<Vec<u8>> {
        let mut random = Random::new(seed);
        let text = self.texts[random.below(self.texts.len())].read()?;
        let other = self.texts[random.below(self.texts.len())].read()?;
        Ok(mutate(&mut random, &text, &other))
    }
}

// ---- processes ----

/// The work of a child process: says for each text that it begins, and then
/// what became of it.
pub fn work(ctx: &Context, first: u64, end: u64) -> Result<()> {
    let programs = Programs::load(ctx)?;
    let standard = corpus::standard()?;
    let mut out = std::io::stdout();
    for seed in first..end {
        let text = programs.broken(seed)?;
        writeln!(out, "{seed} begins")?;
        out.flush()?;
        writeln!(out, "{seed} {}", judge(&text, standard).write())?;
    }
    writeln!(out, "peak {}", own_peak().unwrap_or(0))?;
    Ok(())
}

/// Seeds that are worked through together.
struct Slot {
    first: u64,
    end: u64,
}

/// All seeds, a slot for each process.
fn slots(first: u64, count: u64) -> Vec<Slot> {
    let starts = (0..count).step_by(SLOT as usize);
    starts.map(|at| Slot { first: first + at, end: first + (at + SLOT).min(count) }).collect()
}

/// What processes said.
#[derive(Default)]
struct Heard {
    verdicts: Vec<(u64, Verdict)>,
    /// The largest resident size of a process that came to its end.
    peak: u64,
}

fn run_slot(slot: &Slot) -> Result<Heard> {
    let mut heard = Heard::default();
    loop {
        // Each seed gets one verdict, in order.
        let next = slot.first + heard.verdicts.len() as u64;
        if next >= slot.end {
            return Ok(heard);
        }
        let work = call(std::env::current_exe()?).args(["work", "broken"]);
        let work = work.args([next.to_string(), slot.end.to_string()]);
        let ran = work.memory(MEMORY).limit(PATIENCE).run()?;
        let current = heard.listen(&String::from_utf8_lossy(&ran.stdout));
        let last = || format!("{}: {}", ran.end, last_words(&ran.stderr));
        let done = slot.first + heard.verdicts.len() as u64;
        match current {
            None if done == slot.end || (ran.end == End::Wall && done > next) => {}
            None => bail!("a process ends too early: {}", last()),
            // The time of a process is for all of its texts: only the first is
            // to blame. Another begins a process of its own.
            Some(seed) if ran.end == End::Wall && seed != next => {}
            Some(seed) if ran.end == End::Wall => {
                heard.verdicts.push((seed, Verdict::Hang(format!("more than {PATIENCE:?}"))));
            }
            Some(seed) => heard.verdicts.push((seed, Verdict::Crash(last()))),
        }
    }
}

impl Heard {
    /// Takes what a process said; the seed at which it ended, if it was at one.
    fn listen(&mut self, said: &str) -> Option<u64> {
        let mut current = None;
        for line in said.lines() {
            if let Some(peak) = line.strip_prefix("peak ") {
                self.peak = self.peak.max(peak.parse().unwrap_or(0));
            }
            let Some((seed, rest)) = line.split_once(' ') else { continue };
            let Ok(seed) = seed.parse() else { continue };
            match Verdict::read(rest) {
                Some(verdict) => {
                    self.verdicts.push((seed, verdict));
                    current = None;
                }
                None => current = Some(seed),
            }
        }
        current
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "typedef struct S { int a : 3; struct S *next; } S;\n\
        static const char *names[] = { [0 ... 2] = \"a\", \"b\\n\" };\n\
        _Complex double z; int f(a, b) int a; char b; { return a[names][0] + b; }\n\
        int main(void) {\n\
          S s = { .a = 1, .next = &s }, *p = &s; int n = 3, v[n];\n\
          for (int i = 0; i < n; i++) switch (i) { case 1 ... 2: v[i] = p->a; break; }\n\
          void *l = &&out; __auto_type w = ({ int t = n; t ?: 1; });\n\
          asm volatile (\"\" : \"+r\"(n) : : \"memory\"); goto *l;\n\
        out: return _Generic(w, int: sizeof(int[n]), default: 0.5f) + (n ? 'x' : L'\\x41');\n\
        }\n";

    /// The short version of the soak, on one program and in this process.
    #[test]
    fn a_few_broken_texts() {
        let standard = corpus::standard().unwrap();
        assert_eq!(judge(PROGRAM.as_bytes(), standard), Verdict::Accepted);
        for seed in 0..1000 {
            let program = PROGRAM.as_bytes();
            let text = mutate(&mut Random::new(seed), program, program);
            let verdict = judge(&text, standard);
            let text = String::from_utf8_lossy(&text);
            assert_eq!(verdict.complaint(), None, "seed {seed}:\n{text}");
        }
    }

    #[test]
    fn verdicts_are_read_as_written() {
        for verdict in [Verdict::Accepted, Verdict::Rejected, Verdict::Panic("a b".to_string())] {
            assert_eq!(Verdict::read(&verdict.write()), Some(verdict));
        }
        assert_eq!(Verdict::read("begins"), None);
    }

    #[test]
    fn slots_cover_all_seeds() {
        for count in [0, 1, SLOT, 3 * SLOT + 1] {
            let seeds: Vec<u64> =
                slots(5, count).into_iter().flat_map(|slot| slot.first..slot.end).collect();
            assert_eq!(seeds, (5..5 + count).collect::<Vec<_>>(), "{count}");
        }
    }

    #[test]
    fn the_last_words_of_a_process_are_heard() {
        let mut heard = Heard::default();
        assert_eq!(heard.listen("3 begins\n3 rejected \n4 begins\n"), Some(4));
        assert_eq!(heard.verdicts, [(3, Verdict::Rejected)]);
        assert_eq!(heard.listen("4 begins\n4 accepted \npeak 7\n"), None);
        assert_eq!((heard.verdicts.len(), heard.peak), (2, 7));
    }
}
