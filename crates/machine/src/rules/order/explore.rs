//! Whether the order of evaluation makes a difference.
//!
//! Where operands without order met in calls, the program is run again. In that run the
//! full expression is evaluated in each of its orders, and every time all is undone: if
//! what lives in memory, what was printed, what the library remembers and the value are the
//! same in all of them, nothing depends on the order, and the run goes on. A run that
//! meets nothing pays nothing.

use std::collections::{BTreeMap, BTreeSet};

use elenchus_lang::tree::ExprId;
use rustc_hash::FxHashSet;

use crate::Machine;
use crate::code::{Code, Evaluation, Index, StaticRef};
use crate::live::snapshot::{Change, Snapshot};
use crate::machine::Outcome;
use crate::memory::After;
use crate::stop::{Stop, Verdict};
use crate::value::Value;
use crate::words::Finding;

/// In so many expressions operands may meet; then the run stays as it is.
const MOST_EXPRESSIONS: usize = 64;

/// Orders are tried within orders that are tried: after so many steps, those around them
/// count as ones that make a difference.
const MOST_STEPS: u64 = 1 << 22;

/// All orders together may take so many steps, and so many times those of the run: in a
/// recursion each call tries the orders of all calls below.
const FREE_STEPS: u64 = 1 << 24;
const TIMES_THE_RUN: u64 = 32;

/// What a run knows of the orders of its expressions.
#[derive(Default)]
pub(crate) struct Explored {
    /// Operators whose operands met, where that ended the run or an order that was tried.
    met: Vec<ExprId>,
    /// Full expressions whose orders made no difference when they were last evaluated.
    pardoned: FxHashSet<ExprId>,
    /// The value of the full expression in the order that was tried last.
    value: Option<Value>,
    /// Steps of orders that were tried and undone: all, and before the outermost of those
    /// that are tried now.
    steps: u64,
    before: u64,
    /// How many are tried, one within the other.
    depth: usize,
}

/// What a full expression left behind.
#[derive(PartialEq)]
struct Left {
    value: Option<Value>,
    output: Vec<u8>,
    errors: Vec<u8>,
    library: crate::library::Remembered,
}

impl Machine {
    /// Whether operands that met in calls make a difference is not known: where it is not
    /// chosen, and was not tried, that is an error.
    pub(crate) fn met(
        &mut self,
        found: Result<(), Stop>,
        code: &Code,
        pc: usize,
    ) -> Result<(), Stop> {
        let Err(stop @ Stop::Unspecified(_)) = found else { return found };
        let Some(crate::code::Origin::Expr(expr)) = code.origins.get(pc - 1).copied() else {
            return Err(stop);
        };
        let root = self.cache.scratch.orders.roots.get(&expr);
        if root.is_some_and(|root| self.explored.pardoned.contains(root)) {
            return Ok(());
        }
        self.explored.met.push(expr);
        Err(stop)
    }

    /// Runs the program from its start; where operands met, again.
    pub(crate) fn run_all_orders(mut self, args: &[&str]) -> Outcome {
        let input = self.library.input_bytes();
        loop {
            let verdict = self.run_to_end(args);
            let known = &self.cache.scratch.orders.met;
            let more: Vec<ExprId> =
                self.explored.met.iter().copied().filter(|met| !known.contains(met)).collect();
            let ends = matches!(verdict, Verdict::Unspecified { .. });
            let goes_on = ends && self.may_explore() && known.len() < MOST_EXPRESSIONS;
            if more.is_empty() || !goes_on {
                return self.outcome(verdict);
            }
            let mut again = self.once_more(input.clone());
            again.cache.scratch.orders.met.extend(more);
            self = again;
        }
    }

    fn may_explore(&self) -> bool {
        self.cache.evaluation == Evaluation::Watched
            && self.observing.is_none()
            && self.history.is_none()
            && !self.live.writing
    }

    /// A machine that does the same from the start, and does not print again what was
    /// printed.
    fn once_more(&mut self, input: Vec<u8>) -> Machine {
        let mut again = Machine::new(self.p.clone(), self.budget.limits).with_input(input);
        again.cache.scratch.orders.met = std::mem::take(&mut self.cache.scratch.orders.met);
        again.allowed = std::mem::take(&mut self.allowed).unmet();
        again.streams.printer = self.streams.printer.take();
        again.streams.told = self.streams.told;
        again
    }

    /// An order was evaluated to its end.
    pub(crate) fn evaluated(&mut self, value: Value) -> Stop {
        self.explored.value = Some(value);
        Stop::Evaluated
    }

    /// Tries all orders of a full expression. Where they differ, or one of them comes to
    /// no end, it counts whether operands meet.
    pub(crate) fn try_orders(&mut self, code: &Code, table: Index) -> Result<(), Stop> {
        let (root, starts) = &code.orders[table as usize];
        self.explored.pardoned.remove(root);
        if self.explored.depth == 0 {
            self.explored.before = self.explored.steps;
        } else if self.explored.steps - self.explored.before > MOST_STEPS {
            return Err(Stop::unspecified(Finding::OrderMatters));
        }
        self.explored.depth += 1;
        let same = self.all_the_same(starts);
        self.explored.depth -= 1;
        if same? {
            self.explored.pardoned.insert(*root);
        }
        Ok(())
    }

    fn all_the_same(&mut self, starts: &[Index]) -> Result<bool, Stop> {
        // It is work, though nothing is left of it.
        let most = FREE_STEPS.saturating_add(self.budget.steps.saturating_mul(TIMES_THE_RUN));
        let enough = self.explored.steps > most.min(self.budget.limits.steps);
        let Some(&first) = starts.first().filter(|_| !enough) else { return Ok(false) };
        // What is made when it is first named is made before, so that it has the same
        // place in all orders.
        let mark = self.snapshot_inside();
        let tried = self.try_order(first, &mark)?;
        let named = self.named_since(&mark);
        self.go_back_to(&mark);
        self.forget(mark);
        if tried.is_none() {
            return Ok(false);
        }
        for item in named {
            self.static_address(item)?;
        }
        let mark = self.snapshot_inside();
        let mut before: Option<(Left, BTreeMap<usize, After>)> = None;
        let mut same = true;
        for &start in starts {
            let tried = self.try_order(start, &mark)?;
            let objects = self.memory.after(&self.memory.touched_since(&mark.memory()));
            self.go_back_to(&mark);
            same = match (tried, &before) {
                (None, _) => false,
                (Some(left), None) => {
                    before = Some((left, objects));
                    true
                }
                (Some(left), Some((one, its))) => {
                    *one == left && !self.memory_differs(its, &objects)
                }
            };
            if !same {
                break;
            }
        }
        self.forget(mark);
        Ok(same)
    }

    /// Evaluates in one order, up to its end; nothing if something else happens there.
    fn try_order(&mut self, start: Index, mark: &Snapshot) -> Result<Option<Left>, Stop> {
        let bottom = self.control.frames.len() - 1;
        let (inner, in_library) = (self.control.inner, self.control.in_library);
        let (jumps, nested) = (self.control.jumps.len(), self.control.trampolines.len());
        let (guards, restricted) = (self.rules.guards.len(), self.rules.restrict.count());
        let windows = self.rules.windows.len();
        let signals = self.library.signals();
        self.explored.value = None;
        self.frame_mut().pc = start;
        let result = self.execute_above(bottom);
        if self.rules.restrict.count() != restricted || self.library.signals() != signals {
            // That cannot be undone.
            return Err(Stop::unspecified(Finding::OrderMatters));
        }
        let ended = matches!(result, Err((Stop::Evaluated, _)))
            && self.control.jumps.len() == jumps
            && self.control.trampolines.len() == nested
            && !self.lists_changed_since(mark);
        (self.control.inner, self.control.in_library) = (inner, in_library);
        self.control.jumps.truncate(jumps);
        self.control.trampolines.truncate(nested);
        self.rules.guards.truncate(guards);
        self.rules.windows.truncate(windows);
        let (output, errors) = mark.printed();
        Ok(ended.then(|| Left {
            value: self.explored.value.take(),
            output: self.streams.output[output..].to_vec(),
            errors: self.streams.errors[errors..].to_vec(),
            library: self.library.remembers(),
        }))
    }

    fn go_back_to(&mut self, mark: &Snapshot) {
        let after = self.budget.steps;
        self.roll_back(mark);
        self.explored.steps += after.saturating_sub(self.budget.steps);
    }

    fn changes_since(&self, mark: &Snapshot) -> &[Change] {
        self.undo.changes.get(mark.changes()..).unwrap_or_default()
    }

    /// What was made because it was named.
    fn named_since(&self, mark: &Snapshot) -> Vec<StaticRef> {
        let named = |change: &Change| match change {
            Change::Static(item) => Some(*item),
            _ => None,
        };
        self.changes_since(mark).iter().filter_map(named).collect()
    }

    fn lists_changed_since(&self, mark: &Snapshot) -> bool {
        self.changes_since(mark).iter().any(|change| matches!(change, Change::VaList(_)))
    }

    /// Whether two orders left other objects behind; memory is as it was before them.
    fn memory_differs(&self, a: &BTreeMap<usize, After>, b: &BTreeMap<usize, After>) -> bool {
        let all: BTreeSet<usize> = a.keys().chain(b.keys()).copied().collect();
        all.into_iter().any(|object| {
            let now = || self.memory.after_one(object);
            match (a.get(&object), b.get(&object)) {
                (Some(x), Some(y)) => x != y,
                (Some(x), None) | (None, Some(x)) => *x != now(),
                (None, None) => false,
            }
        })
    }
}
