//! The machine: a program, its memory, and all that a run of it remembers.

use std::cell::Cell;
use std::rc::Rc;

use elenchus_lang::tree::{Program, StmtId};
use elenchus_lang::undefined::Undefined;

use crate::allow::Allowed;
use crate::choose::Open;
use crate::code::{Evaluation, Origin, Renewed};
use crate::core::cache::CodeCache;
use crate::core::exec::control::Control;
use crate::core::exec::link::Linked;
use crate::history::History;
use crate::library;
use crate::live::{Live, Undo};
use crate::memory::{Memory, Order as ByteOrder};
use crate::observe::Observing;
use crate::rules::order::Explored;
use crate::rules::types::across;
use crate::rules::{Rules, meaning, taint};
use crate::stop::{Stop, Verdict};
use crate::streams::Streams;
use crate::value::Value;

/// Bounds of a run; each is a verdict of its own when it is reached.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Statements.
    pub steps: u64,
    /// Bytes of all objects together.
    pub memory: u64,
    /// Bytes of calls that have not returned, as the machine counts them.
    pub stack: usize,
    /// Bytes of output.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { steps: 1 << 40, memory: 1 << 30, stack: 1 << 26, output: 1 << 28 }
    }
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    pub output: Vec<u8>,
    pub errors: Vec<u8>,
    pub steps: u64,
    /// What was chosen of what C leaves open; nothing unless the run was to choose.
    pub chosen: Vec<Open>,
    /// What was met of what the run was to let pass.
    pub allowed: Vec<Undefined>,
}

/// Why a machine that is being extended came to a stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A statement that is not written yet is reached.
    Hole(StmtId),
    /// What would have ended the run. The machine stands again before the
    /// full expression in which it happened.
    Trouble {
        stop: Stop,
        origin: Origin,
        /// What to refresh when the full expression was changed.
        unit: Option<Renewed>,
    },
    Ended(Verdict),
}

/// How much of its limits a run has used.
pub(crate) struct Budget {
    pub(crate) limits: Limits,
    pub(crate) steps: u64,
    /// The step from which on there is something else to do.
    pub(crate) attention: u64,
    /// Steps that library functions took, to be counted when they return.
    pub(crate) steps_in_library: Cell<u64>,
}

/// A run of a program. Each part belongs to one room of this crate.
pub struct Machine {
    pub(crate) p: Rc<Program>,
    pub(crate) memory: Memory,
    pub(crate) cache: CodeCache,
    pub(crate) linked: Linked,
    pub(crate) control: Control,
    pub(crate) budget: Budget,
    pub(crate) rules: Rules,
    pub(crate) allowed: Allowed,
    pub(crate) explored: Explored,
    pub(crate) streams: Streams,
    /// What the library remembers between calls.
    pub(crate) library: library::State,
    pub(crate) observing: Option<Box<Observing>>,
    /// What is looked for in a run that explains another one.
    pub(crate) history: Option<Box<History>>,
    pub(crate) live: Live,
    pub(crate) undo: Undo,
}

impl Machine {
    pub fn new(mut p: Rc<Program>, limits: Limits) -> Machine {
        if p.units.len() > 1 {
            across::join(Rc::make_mut(&mut p));
        }
        let order = ByteOrder { endian: p.target.endian, word: p.target.pointer.size.into() };
        Machine {
            p,
            memory: Memory::new(limits.memory, order),
            cache: CodeCache::default(),
            linked: Linked::default(),
            control: Control::default(),
            budget: Budget {
                limits,
                steps: 0,
                attention: limits.steps,
                steps_in_library: Cell::new(0),
            },
            rules: Rules::default(),
            allowed: Allowed::default(),
            explored: Explored::default(),
            streams: Streams::default(),
            library: library::State::default(),
            observing: None,
            history: None,
            live: Live::default(),
            undo: Undo::default(),
        }
    }

    /// Chooses the order of operands where C leaves it open.
    pub fn with_evaluation(mut self, evaluation: Evaluation) -> Machine {
        self.cache.evaluation = evaluation;
        self
    }

    /// What the program reads from its standard input.
    pub fn with_input(mut self, bytes: Vec<u8>) -> Machine {
        self.library.set_input(bytes);
        self
    }

    /// Runs the program from its start.
    pub fn run(self, args: &[&str]) -> Outcome {
        self.run_all_orders(args)
    }

    pub(crate) fn run_to_end(&mut self, args: &[&str]) -> Verdict {
        match self.start(args) {
            Ok(()) => match self.go() {
                Event::Ended(verdict) => verdict,
                Event::Hole(stmt) => self.verdict(Stop::Hole(stmt), Origin::Stmt(stmt)),
                Event::Trouble { stop, origin, .. } => self.verdict(stop, origin),
            },
            Err(verdict) => verdict,
        }
    }

    pub(crate) fn outcome(self, verdict: Verdict) -> Outcome {
        Outcome {
            chosen: self.chosen(),
            allowed: self.allowed.met(),
            verdict,
            output: self.streams.output,
            errors: self.streams.errors,
            steps: self.budget.steps,
        }
    }

    /// Makes the static objects and calls `main`, without a step yet.
    pub fn start(&mut self, args: &[&str]) -> Result<(), Verdict> {
        let linked = self.link();
        linked.map_err(|(stop, decl)| self.verdict(stop, Origin::Decl(decl)))?;
        if let Some((what, place)) = meaning::unknown(&self.p) {
            return Err(Stop::unsupported(what).at(place));
        }
        self.link_aliases();
        let made = self.make_statics();
        made.map_err(|(stop, origin)| self.verdict(stop, origin))?;
        self.linked.lasting = self.memory.objects.len();
        self.call_main(args).map_err(|stop| self.verdict(stop, Origin::None))
    }

    /// Goes on until something ends the run or interrupts it.
    pub fn go(&mut self) -> Event {
        // What was written since is done only once.
        self.live.mark_due = 0;
        if let Some(hole) = self.next_hole() {
            return Event::Hole(hole);
        }
        let (stop, origin) = match self.execute_above(0) {
            Ok(value) => return Event::Ended(self.exit_status(value)),
            Err(stopped) => stopped,
        };
        match stop {
            Stop::Hole(stmt) => Event::Hole(stmt),
            Stop::Exit(_) | Stop::Abort => Event::Ended(self.verdict(stop, origin)),
            _ => match self.live.writing && self.go_back() {
                true => Event::Trouble { stop, origin, unit: self.unit() },
                false => Event::Ended(self.verdict(stop, origin)),
            },
        }
    }

    fn exit_status(&self, value: Value) -> Verdict {
        match taint::check(value) {
            Ok(()) => Verdict::Exit(value.lo as u8),
            Err(stop) => self.verdict(stop, Origin::None),
        }
    }

    pub fn program(&self) -> &Program {
        &self.p
    }

    /// What the program has printed so far.
    pub fn output(&self) -> &[u8] {
        &self.streams.output
    }

    pub fn steps(&self) -> u64 {
        self.budget.steps
    }
}
