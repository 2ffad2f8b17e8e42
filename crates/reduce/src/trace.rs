//! One run of the program, as far as passes want to know it: what was executed, and the
//! values that expressions had.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use elenchus_lang::tree::{DeclId, ExprId, Program, StmtId};
use elenchus_machine::observe::{Flow, Held, ON, Observer, Pointer, Step, View, Wants};
use elenchus_machine::{Machine, Origin};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::Rules;

/// A value that an expression had, if it can be written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constant {
    Int(i128),
    Null,
    /// The address of what is declared.
    Address(DeclId),
}

/// What an expression had over time.
#[derive(Default, Debug)]
struct Seen {
    /// In the order in which they came; the later ones are not kept.
    first: Vec<Constant>,
    last: Option<Constant>,
    /// There were others, or some that cannot be written down.
    more: bool,
}

/// So many different values are kept.
const KEPT: usize = 6;

#[derive(Default, Debug)]
pub struct Trace {
    /// Statements that were begun, and those with a condition or step that was.
    executed: FxHashSet<StmtId>,
    values: FxHashMap<ExprId, Seen>,
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
        let seen = self.values.get(&expr).filter(|seen| !seen.more)?;
        match seen.first[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Some of the values that it had, if there were several; the last one first.
    pub fn values(&self, expr: ExprId) -> Vec<Constant> {
        let Some(seen) = self.values.get(&expr) else { return Vec::new() };
        let mut values: Vec<Constant> = seen.last.into_iter().chain(seen.first.clone()).collect();
        let again = values.iter().skip(1).position(|one| Some(*one) == seen.last);
        if let Some(again) = again {
            values.remove(again + 1);
        }
        values
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
            Held::Pointer(Pointer::Function(decl)) => Some(Constant::Address(decl)),
            Held::Pointer(Pointer::Object { decl: Some(decl), offset: 0, .. }) => {
                Some(Constant::Address(decl))
            }
            _ => None,
        };
        let seen = self.values.entry(expr).or_default();
        let known = value.is_some_and(|value| seen.first.contains(&value));
        match value {
            Some(value) if !known && seen.first.len() < KEPT => seen.first.push(value),
            _ => seen.more |= !known,
        }
        seen.last = value.or(seen.last);
        ON
    }
}
