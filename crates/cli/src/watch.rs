//! What `run --trace` and `run --profile` see of a run.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use elenchus_lang::span::Span;
use elenchus_machine::{Machine, Observer, Origin};
use serde::Serialize;

use crate::talk;

/// The statements of a run: shared with the observer that the machine owns.
#[derive(Default)]
pub struct Seen {
    record: Rc<RefCell<Record>>,
}

#[derive(Default)]
struct Record {
    /// In the order of execution, if asked for.
    trace: Vec<Span>,
    left_out: u64,
    counts: BTreeMap<(u32, u32), u64>,
}

/// More statements than anyone reads.
const TRACED: usize = 1_000_000;

struct Recorder {
    record: Rc<RefCell<Record>>,
    traces: bool,
}

impl Observer for Recorder {
    fn statement(&mut self, machine: &Machine, at: Origin) {
        let span = at.span(machine.program());
        let mut record = self.record.borrow_mut();
        if self.traces {
            match record.trace.len() < TRACED {
                true => record.trace.push(span),
                false => record.left_out += 1,
            }
        }
        *record.counts.entry((span.start, span.end)).or_default() += 1;
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
    pub fn show_trace(&self, place: impl Fn(Span) -> Option<String>) {
        let record = self.record.borrow();
        for &span in &record.trace {
            talk::say(&format!("{}\n", place(span).unwrap_or_else(|| "?".into())));
        }
        if record.left_out > 0 {
            talk::complain(&format!("{} more statements are not shown", record.left_out));
        }
    }

    /// How often each line was executed: a line counts as its busiest statement.
    pub fn write_profile(
        &self,
        file: &Path,
        place: impl Fn(Span) -> Option<String>,
    ) -> anyhow::Result<()> {
        let mut lines: BTreeMap<String, u64> = BTreeMap::new();
        for (&(start, end), &count) in &self.record.borrow().counts {
            let Some(place) = place(Span::new(start, end)) else { continue };
            // `file:line:column`, or without the column.
            let line: Vec<&str> = place.split(':').take(2).collect();
            let entry = lines.entry(line.join(":")).or_default();
            *entry = count.max(*entry);
        }
        let lines: Vec<Line> =
            lines.into_iter().map(|(place, count)| Line { place, count }).collect();
        std::fs::write(file, serde_json::to_string_pretty(&lines)?)?;
        Ok(())
    }
}
