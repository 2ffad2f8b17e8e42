//! What `run --trace` and `run --profile` see of a run.

use std::collections::BTreeMap;
use std::path::Path;

use elenchus_campaign::new_files::{self, NotWritten};
use elenchus_front::source::LinePlace;
use elenchus_lang::span::Span;
use elenchus_machine::observe::{Flow, ON, Observer, Step, View, Wants};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::run::in_words;
use crate::talk;

/// The statements of a run.
#[derive(Default)]
pub struct Watched {
    traces: bool,
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

/// More statements than anyone reads.
const TRACED: usize = 1_000_000;
/// How much of a trace is written at once, in bytes.
const AT_ONCE: usize = 1 << 16;

impl Observer for Watched {
    fn wants(&self) -> Wants {
        Wants { statements: true, ..Wants::NOTHING }
    }

    fn statement(&mut self, view: &View<'_>, step: Step) -> Flow {
        let number = self.number(step.at.span(view.program()));
        self.statements[number as usize].count += 1;
        if self.traces {
            match self.trace.len() < TRACED {
                true => self.trace.push(number),
                false => self.left_out += 1,
            }
        }
        ON
    }
}

/// A line of the profile.
#[derive(Serialize, Deserialize)]
struct Line {
    place: String,
    count: u64,
}

impl Watched {
    /// Of all statements their number, and if `traces` their order.
    pub fn new(traces: bool) -> Watched {
        Watched { traces, ..Watched::default() }
    }

    fn number(&mut self, span: Span) -> u32 {
        let next = self.statements.len() as u32;
        let number = *self.numbers.entry(span).or_insert(next);
        if number == next {
            self.statements.push(Statement { span, count: 0 });
        }
        number
    }

    /// Each statement by its place, one on a line.
    pub fn show_trace<'a>(&self, place: impl Fn(Span) -> Option<LinePlace<'a>>) {
        // A place is looked for once, however often its statement was executed.
        let words = |statement: &Statement| place(statement.span).as_ref().map(in_words);
        let words: Vec<_> = self.statements.iter().map(words).collect();
        let mut text = String::new();
        for &number in &self.trace {
            text += words[number as usize].as_deref().unwrap_or("?");
            text.push('\n');
            if text.len() > AT_ONCE {
                talk::say(&text);
                text.clear();
            }
        }
        talk::say(&text);
        if self.left_out > 0 {
            talk::complain(&format!("{} more statements are not shown", self.left_out));
        }
    }

    /// How often each line was executed: a line counts as its busiest statement.
    pub fn write_profile<'a>(
        &self,
        file: &Path,
        place: impl Fn(Span) -> Option<LinePlace<'a>>,
    ) -> Result<(), NotWritten> {
        let mut lines: BTreeMap<String, u64> = BTreeMap::new();
        for statement in &self.statements {
            let Some(spot) = place(statement.span) else { continue };
            let count = lines.entry(format!("{}:{}", spot.file, spot.line)).or_default();
            *count = statement.count.max(*count);
        }
        let lines: Vec<Line> =
            lines.into_iter().map(|(place, count)| Line { place, count }).collect();
        let failed = |error: serde_json::Error| NotWritten::Failed {
            path: file.into(),
            source: error.into(),
        };
        let text = serde_json::to_vec_pretty(&lines).map_err(failed)?;
        // The profile of an earlier run is replaced.
        new_files::replace(file, &text, |found| serde_json::from_slice::<Vec<Line>>(found).is_ok())
    }
}
