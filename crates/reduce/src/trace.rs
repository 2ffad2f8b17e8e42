//! One run of the program, as far as passes want to know it: what was executed, and the
//! values that expressions had.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use elenchus_lang::tree::{ExprId, Program, StmtId};
use elenchus_machine::observe::{Flow, Held, ON, Observer, Pointer, Step, View, Wants};
use elenchus_machine::{Machine, Origin};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::Rules;

/// A value that an expression had each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constant {
    Int(i128),
    Null,
}

#[derive(Default, Debug)]
pub struct Trace {
    /// Statements that were begun, and those with a condition or step that was.
    executed: FxHashSet<StmtId>,
    /// Nothing where values differed, or are none that can be written down.
    values: FxHashMap<ExprId, Option<Constant>>,
    /// Whether there was a run at all.
    pub known: bool,
}

impl Trace {
    /// Runs the program once. Wherever it ends, what was seen until then is told.
    pub fn of(program: &Program, rules: &Rules) -> Trace {
        let judge = rules.judge();
        let words: Vec<&str> = judge.args.iter().map(String::as_str).collect();
        let run = || {
            let machine = Machine::new(Rc::new(program.clone()), judge.limits);
            let machine = machine.with_input(judge.input.clone());
            machine.run_with(Trace::default(), &words).1
        };
        // A program that confuses us has no trace.
        let trace = catch_unwind(AssertUnwindSafe(run)).unwrap_or_default();
        Trace { known: !trace.executed.is_empty(), ..trace }
    }

    pub fn was_executed(&self, stmt: StmtId) -> bool {
        self.executed.contains(&stmt)
    }

    /// The value that an expression had whenever it was evaluated.
    pub fn value(&self, expr: ExprId) -> Option<Constant> {
        self.values.get(&expr).copied().flatten()
    }

    /// Whether it was evaluated, as far as that is told.
    pub fn was_evaluated(&self, expr: ExprId) -> bool {
        self.values.contains_key(&expr)
    }
}

impl Observer for Trace {
    fn wants(&self) -> Wants {
        Wants { statements: true, values: true, ..Wants::NOTHING }
    }

    fn statement(&mut self, _: &View<'_>, step: Step) -> Flow {
        self.executed.extend(step.stmt);
        if let Origin::Stmt(stmt) = step.at {
            self.executed.insert(stmt);
        }
        ON
    }

    fn value(&mut self, _: &View<'_>, expr: ExprId, value: Held) -> Flow {
        let value = match value {
            Held::Int { value, open: 0 } => Some(Constant::Int(value)),
            Held::Pointer(Pointer::Null) => Some(Constant::Null),
            _ => None,
        };
        let known = self.values.entry(expr).or_insert(value);
        if *known != value {
            *known = None;
        }
        ON
    }
}
