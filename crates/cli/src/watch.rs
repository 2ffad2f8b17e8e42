//! What `run --trace` and `run --profile` see of a run.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use elenchus_front::source::Spot;
use elenchus_lang::span::Span;
use elenchus_machine::{Machine, Observer, Origin};
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::run::in_words;
use crate::talk;

/// The statements of a run: shared with the observer that the machine owns.
#[derive(Default)]
pub struct Seen {
    record: Rc<RefCell<Record>>,
}

#[derive(Default)]
struct Record {
    /// The statements that were executed.
    statements: Vec<Statement>,
    /// Their numbers in `statements`.
    numbers: FxHashMap<Span, u32>,
    /// Numbers in the order of execution, if asked for.
    trace: Vec<u32>,
    left_out: u64,
}

struct Statement {
    span: Span,
    count: u64,
}

impl Record {
    fn number(&mut self, span: Span) -> u32 {
        let next = self.statements.len() as u32;
        let number = *self.numbers.entry(span).or_insert(next);
        if number == next {
            self.statements.push(Statement { span, count: 0 });
        }
        number
    }
}

/// More statements than anyone reads.
const TRACED: usize = 1_000_000;
/// How much of a trace is written at once, in bytes.
const AT_ONCE: usize = 1 << 16;

struct Recorder {
    record: Rc<RefCell<Record>>,
    traces: bool,
}

impl Observer for Recorder {
    fn statement(&mut self, machine: &Machine, at: Origin) {
        let span = at.span(machine.program());
        let mut record = self.record.borrow_mut();
        let number = record.number(span);
        record.statements[number as usize].count += 1;
        if self.traces {
            match record.trace.len() < TRACED {
                true => record.trace.push(number),
                false => record.left_out += 1,
            }
        }
    }
}

/// A line of the profile.
#[derive(Serialize)]
struct Line {
    place: String,
    count: u64,
}

impl Seen {
    pub fn observer(&self, traces: bool) -> Box<dyn Observer> {
        Box::new(Recorder { record: Rc::clone(&self.record), traces })
    }

    /// Each statement by its place, one on a line.
    pub fn show_trace<'a>(&self, place: impl Fn(Span) -> Option<Spot<'a>>) {
        let record = self.record.borrow();
        // A place is looked for once, however often its statement was executed.
        let words = |statement: &Statement| place(statement.span).as_ref().map(in_words);
        let words: Vec<_> = record.statements.iter().map(words).collect();
        let mut text = String::new();
        for &number in &record.trace {
            text += words[number as usize].as_deref().unwrap_or("?");
            text.push('\n');
            if text.len() > AT_ONCE {
                talk::say(&text);
                text.clear();
            }
        }
        talk::say(&text);
        if record.left_out > 0 {
            talk::complain(&format!("{} more statements are not shown", record.left_out));
        }
    }

    /// How often each line was executed: a line counts as its busiest statement.
    pub fn write_profile<'a>(
        &self,
        file: &Path,
        place: impl Fn(Span) -> Option<Spot<'a>>,
    ) -> anyhow::Result<()> {
        let mut lines: BTreeMap<String, u64> = BTreeMap::new();
        for statement in &self.record.borrow().statements {
            let Some(spot) = place(statement.span) else { continue };
            let count = lines.entry(format!("{}:{}", spot.file, spot.line)).or_default();
            *count = statement.count.max(*count);
        }
        let lines: Vec<Line> =
            lines.into_iter().map(|(place, count)| Line { place, count }).collect();
        std::fs::write(file, serde_json::to_string_pretty(&lines)?)?;
        Ok(())
    }
}
