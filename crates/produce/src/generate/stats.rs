//! What was generated, in numbers.

use std::fmt;

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::undefined::Undefined;
use rustc_hash::FxHashMap;

#[derive(Clone, Default, Debug)]
pub struct Stats {
    /// How often each binary operator was written, in the order of `BinaryOp`.
    pub operators: [u64; BinaryOp::ALL.len()],
    /// What was written, one after the other: few ask how often.
    pub constructs: Vec<&'static str>,
    /// Operations replaced before they were executed, and the operators that
    /// were added by that.
    pub rewrites: u64,
    pub inserted: u64,
    /// Operations replaced after they had been executed, by kind.
    pub repairs: FxHashMap<&'static str, u64>,
    /// Statements that were taken back.
    pub taken_back: u64,
    pub steps: u64,
    pub bytes: u64,
    /// Executed operations that can be undefined, and those of them in plain
    /// form.
    pub risky: u64,
    pub plain: u64,
    /// Statements, and those of them that were executed.
    pub statements: u64,
    pub executed: u64,
    /// Those that were not executed and would do something if they were: all of them,
    /// and the calls, loops and stores through pointers among them.
    pub dead: u64,
    pub dead_lively: u64,
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
        let list = |mut counts: Vec<(&'static str, u64)>| {
            counts.sort_unstable();
            let parts: Vec<String> = counts.iter().map(|(name, n)| format!("{name} {n}")).collect();
            if parts.is_empty() { "none".into() } else { parts.join(", ") }
        };
        let of_map = |(&name, &count): (&&'static str, &u64)| (name, count);
        let Stats { bytes, steps, statements, executed, risky, plain, .. } = self;
        writeln!(f, "bytes       {bytes}, {steps} steps executed")?;
        let live = share(*executed, *statements);
        writeln!(f, "statements  {statements}, {executed} executed ({live:.1}%)")?;
        let in_plain = share(*plain, *risky);
        writeln!(
            f,
            "operations  {risky} executed that can be undefined, {in_plain:.2}% in plain form"
        )?;
        let (rewrites, inserted) = (self.rewrites, self.inserted);
        writeln!(f, "rewritten   {rewrites}, with {inserted} operators added")?;
        writeln!(f, "repaired    {}", list(self.repairs.iter().map(of_map).collect()))?;
        writeln!(f, "taken back  {}", self.taken_back)?;
        writeln!(f, "constructs  {}", list(counted(&self.constructs)))?;
        let operators = BinaryOp::ALL.map(|op| (op.symbol(), self.operators[op as usize]));
        let operators = operators.into_iter().filter(|&(_, count)| count > 0).collect();
        writeln!(f, "operators   {}", list(operators))
    }
}

impl Stats {
    pub fn operation(&mut self, op: BinaryOp) {
        self.operators[op as usize] += 1;
    }

    /// Asked for in so many places that the code of each had better be short.
    #[inline(never)]
    pub fn construct(&mut self, name: &'static str) {
        self.constructs.push(name);
    }

    pub fn repair(&mut self, kind: Undefined) {
        *self.repairs.entry(kind.id()).or_default() += 1;
    }
}

/// How often each of them comes.
fn counted(names: &[&'static str]) -> Vec<(&'static str, u64)> {
    let mut names = names.to_vec();
    names.sort_unstable();
    names.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u64)).collect()
}
