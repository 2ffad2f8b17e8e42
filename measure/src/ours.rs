//! The front end and the printer, as the tasks call them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;
use std::sync::{Mutex, Once};
use std::time::Duration;

use elenchus_front::diagnostic::{Diagnostics, Severity};
use elenchus_front::stack;
use elenchus_lang::rules::Language;
use elenchus_lang::span::Span;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;

use crate::parallel;

/// After this, a text is not waited for any longer. The largest of the corpus
/// takes a second.
const PATIENCE: Duration = Duration::from_secs(60);

/// A text that was parsed, accepted or not.
pub struct Parsed {
    pub program: Program,
    pub diagnostics: Diagnostics,
}

/// Parses one preprocessed text for x86-64.
pub fn parse(name: &str, text: &[u8], standard: Language) -> Parsed {
    let mut program = Program::new(Target::x86_64(), standard);
    let parsed = elenchus_front::parse_unit(&mut program, name, text);
    Parsed { program, diagnostics: parsed.diagnostics }
}

impl Parsed {
    pub fn accepted(&self) -> bool {
        self.diagnostics.errors == 0
    }

    pub fn print(&self) -> String {
        on_large_stack(|| elenchus_lang::printer::print(&self.program, 0))
    }

    pub fn dump(&self) -> String {
        on_large_stack(|| elenchus_lang::dump::dump(&self.program, 0))
    }

    /// Where the unit's text begins in the program's space of offsets.
    pub fn base(&self) -> u32 {
        self.program.units.first().map_or(0, |unit| unit.span.start)
    }

    /// The first error with the line that it is about.
    pub fn first_error(&self, text: &[u8]) -> String {
        let first = self.diagnostics.list.iter().find(|d| d.severity == Severity::Error);
        match first {
            Some(error) => {
                let at = (error.span.start.saturating_sub(self.base())) as usize;
                format!("{}  [{}]", error.message, line_around(text, at))
            }
            None => format!("{} errors, and none is told", self.diagnostics.errors),
        }
    }

    /// Whether every error names a place in the text, and there is one.
    pub fn errors_have_places(&self, text: &[u8]) -> bool {
        let mut errors = self.diagnostics.list.iter().filter(|d| d.severity == Severity::Error);
        let inside = |span: Span| {
            let (start, end) = (span.start.checked_sub(self.base()), span.end);
            let end = end.checked_sub(self.base()).map(|end| end as usize);
            matches!((start, end), (Some(start), Some(end))
                if start as usize <= end && end <= text.len())
                && !span.is_none()
        };
        self.diagnostics.list.iter().any(|d| d.severity == Severity::Error)
            && errors.all(|error| inside(error.span))
    }
}

/// Runs what recurses as deep as the tree goes.
fn on_large_stack(f: impl FnOnce() -> String + Send) -> String {
    stack::with_stack(stack::LIMIT, f).expect("there is memory for a stack")
}

/// The line at an offset, cut short.
pub fn line_around(text: &[u8], at: usize) -> String {
    const LONGEST: usize = 100;
    let at = at.min(text.len());
    let start = text[..at].iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
    let end = text[at..].iter().position(|b| *b == b'\n').map_or(text.len(), |n| at + n);
    let start = start.max(at.saturating_sub(LONGEST / 2));
    let end = end.min(start + LONGEST);
    String::from_utf8_lossy(&text[start..end]).trim().to_string()
}

/// The messages of all panics until now, and where they arose: a panic in a
/// helper thread of the front end arrives here without its place.
static PANICS: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// How many are remembered.
const PANICS_KEPT: usize = 1000;

/// Runs `work`; the error is a panic's message and place.
pub fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            let place = info.location().map_or_else(String::new, |l| l.to_string());
            let mut panics = PANICS.lock().unwrap_or_else(|e| e.into_inner());
            if panics.len() < PANICS_KEPT {
                panics.push((message(info.payload()), place));
            }
        }));
    });
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let message = message(&*payload);
        let panics = PANICS.lock().unwrap_or_else(|e| e.into_inner());
        let place = panics.iter().rev().find(|(known, _)| *known == message);
        match place {
            Some((_, place)) => format!("panic at {place}: {message}"),
            None => format!("panic: {message}"),
        }
    })
}

/// As [`guarded`], in a thread of its own: what never ends is left behind
/// and is an error too.
pub fn watched<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> Result<R, String> {
    let (sender, receiver) = channel();
    let thread = std::thread::Builder::new().stack_size(parallel::STACK);
    // Nobody listens any more when it took too long.
    let started = thread.spawn(move || drop(sender.send(guarded(work))));
    started.map_err(|error| format!("no thread can be started: {error}"))?;
    receiver.recv_timeout(PATIENCE).unwrap_or_else(|_| Err(format!("hangs: {PATIENCE:?}")))
}

fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|s| s.to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "?".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        assert_eq!(guarded(|| 1), Ok(1));
        let error = guarded(|| panic!("number {}", 7)).unwrap_err();
        assert!(error.contains("number 7") && error.contains("ours.rs"), "{error}");
    }

    #[test]
    fn lines_are_cut_out() {
        assert_eq!(line_around(b"a\n b c\nd", 4), "b c");
        assert_eq!(line_around(b"a", 9), "a");
        assert_eq!(line_around(&[b'x'; 500], 250).len(), 100);
    }
}
