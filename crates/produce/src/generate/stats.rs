//! What was generated, in numbers.

use std::collections::BTreeMap;

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::undefined::Undefined;

#[derive(Clone, Default, Debug)]
pub struct Stats {
    pub operators: BTreeMap<&'static str, u64>,
    pub constructs: BTreeMap<&'static str, u64>,
    /// Operations replaced before they were executed, and the operators that
    /// were added by that.
    pub rewrites: u64,
    pub inserted: u64,
    /// Operations replaced after they had been executed, by kind.
    pub repairs: BTreeMap<&'static str, u64>,
    /// Statements that were taken back.
    pub taken_back: u64,
    pub reasons: BTreeMap<String, u64>,
    pub steps: u64,
    pub bytes: u64,
    /// Executed operations that can be undefined, and those of them in plain
    /// form.
    pub risky: u64,
    pub plain: u64,
    /// Statements, and those of them that were executed.
    pub statements: u64,
    pub executed: u64,
}

impl Stats {
    pub fn operation(&mut self, op: BinaryOp) {
        *self.operators.entry(op.symbol()).or_default() += 1;
    }

    pub fn construct(&mut self, name: &'static str) {
        *self.constructs.entry(name).or_default() += 1;
    }

    pub fn repair(&mut self, kind: Undefined) {
        *self.repairs.entry(kind.id()).or_default() += 1;
    }
}
