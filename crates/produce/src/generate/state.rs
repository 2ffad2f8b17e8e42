//! What the generator knows about the program it writes.

use elenchus_lang::target::IntType;
use elenchus_lang::tree::{DeclId, ExprId, FunctionId, Program, ScopeId, StmtId};
use elenchus_lang::types::TypeId;
use elenchus_machine::{Machine, Snapshot, Target};
use rustc_hash::FxHashMap;

use super::Settings;
use super::stats::Stats;
use super::world::numbered;
use crate::choices::Choices;
use crate::policy::Policy;

pub type VarId = usize;
pub type BlockId = usize;

/// What may be done with a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Read, never written after its initialisation.
    Input,
    /// Written, never read before the end.
    Output,
    Mixed,
    /// The counter of a loop: read, and written by the loop alone.
    Counter,
}

#[derive(Clone, Debug)]
pub struct Var {
    pub decl: DeclId,
    /// With qualifiers.
    pub ty: TypeId,
    pub role: Role,
    pub global: bool,
    /// The values that a counter has in its loop's body.
    pub range: Option<(i128, i128)>,
    /// The number of its declaration in its block.
    pub place: usize,
    /// It was given a value that nobody used yet.
    pub fresh: bool,
    /// Its address may be taken.
    pub addressable: bool,
    /// A pointer to it exists.
    pub addressed: bool,
    /// If it is an integer.
    pub int: Option<IntType>,
    /// It holds floating values.
    pub floating: bool,
    /// Values are collected in it: nothing of it is ever lost.
    pub collects: bool,
}

impl Var {
    pub fn is_readable(&self) -> bool {
        self.role != Role::Output
    }

    pub fn is_writable(&self) -> bool {
        matches!(self.role, Role::Output | Role::Mixed) && !self.ty.is_const()
    }
}

/// What goes into a hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HoleKind {
    Statement,
    /// The end of a block: values that nobody used flow on.
    Flush,
    /// The end of a function.
    Return,
    /// A call of a test function, in `run`.
    Call,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Home {
    pub block: BlockId,
    /// Which statement of the block.
    pub place: usize,
    pub kind: HoleKind,
}

/// Where statements stand that are not written yet, by their number.
pub struct Homes(Vec<Option<Home>>);

impl Homes {
    pub fn with_room(count: usize) -> Homes {
        Homes(Vec::with_capacity(count))
    }

    pub fn insert(&mut self, stmt: StmtId, home: Home) {
        if self.0.len() <= stmt.index() {
            self.0.resize(stmt.index() + 1, None);
        }
        self.0[stmt.index()] = Some(home);
    }

    pub fn get(&self, stmt: StmtId) -> Option<Home> {
        *self.0.get(stmt.index())?
    }
}

/// A block of statements, some of them not written yet.
#[derive(Clone, Debug)]
pub struct Block {
    pub function: usize,
    pub scope: ScopeId,
    pub outer: Option<BlockId>,
    /// In which statement of the outer block it stands.
    pub at: usize,
    /// Declared in it so far.
    pub vars: Vec<VarId>,
    /// Subexpressions that may be written again, and of which statement.
    pub common: Vec<(ExprId, usize)>,
    pub depth: u32,
    /// A `continue` and a `break` have a loop around them.
    pub in_loop: bool,
    /// How often it is executed in one call of its function, at most.
    pub turns: u64,
    /// Bytes that were written when it began, and how many it may have.
    pub start: u64,
    pub budget: u64,
}

#[derive(Clone, Debug)]
pub struct Func {
    pub id: FunctionId,
    pub decl: DeclId,
    pub result: TypeId,
    pub params: Vec<VarId>,
    /// The global variables that it works on.
    pub palette: Vec<VarId>,
    /// The functions that it may call: some before it.
    pub callees: Vec<usize>,
    /// It is called more than once.
    pub repeated: bool,
    /// It reads its parameters and constants only.
    pub pure_: bool,
    /// It computes with floating values, and is called once.
    pub floats: bool,
    pub is_test: bool,
    /// Its body stands already.
    pub ready: bool,
    /// The steps of a call, once it is known.
    pub cost: Option<u64>,
    pub budget: u64,
    pub body: Option<BlockId>,
    pub written: bool,
}

/// What was written at a hole and may be taken back.
pub struct Attempt {
    pub snapshot: Snapshot,
    pub hole: StmtId,
    /// How much had been written before.
    pub written: usize,
    pub block: BlockId,
    pub depth: usize,
    pub bytes: u64,
    pub vars: usize,
}

pub struct Gen<'a> {
    pub settings: &'a Settings,
    pub machine: Machine,
    pub choices: Choices,
    pub policy: Policy,
    pub operators: super::expr::Operators,
    pub int_types: super::numbers::IntTypes,
    pub vars: Vec<Var>,
    pub var_of: FxHashMap<DeclId, VarId>,
    pub builtins: FxHashMap<&'static str, DeclId>,
    /// The struct types of the program.
    pub records: Vec<TypeId>,
    pub blocks: Vec<Block>,
    pub functions: Vec<Func>,
    /// How many of them are tests.
    pub tests: u64,
    /// The most steps that are to be executed.
    pub steps: u64,
    pub homes: Homes,
    pub attempts: Vec<Attempt>,
    /// Statements that were holes, in the order of their writing.
    pub written: Vec<StmtId>,
    pub stats: Stats,
    pub repaired: super::measure::Repaired,
    /// About how many bytes of text have been written.
    pub bytes: u64,
    /// The machine stands where code is written: values are known.
    pub live: bool,
    /// Where code is written now.
    pub here: BlockId,
    pub place: usize,
    pub context: super::expr::Context,
    /// Percentage of leaves that are constants.
    pub constant_share: u32,
    /// Constants that were used.
    pub constants: Vec<i128>,
    /// Changed by a side effect of the present expression: nothing else in it
    /// may touch this variable.
    pub taboo: Option<VarId>,
    /// That side effect is still to be written.
    pub effect_to_come: bool,
    /// How many operations around the present one lose part of a value: who
    /// is read there is not used for good.
    pub lossy: u32,
    /// Only variables that no call can change may be read.
    pub private_only: bool,
    pub names: u32,
    /// Steps at the beginning of each call that has not returned.
    pub entered: Vec<(usize, u64)>,
    /// What the present expression reads, without side effects, from `first_leaf` on;
    /// before that, what those around it read.
    pub leaves: Vec<ExprId>,
    pub first_leaf: usize,
    /// Room for the variables that one is picked of.
    pub found: Vec<VarId>,
    /// The last assignment that was made, if it is known what it does.
    pub assigned: Option<Assigned>,
    /// The machine need not execute what is known.
    pub trusted: bool,
}

/// An assignment that does nothing else, and whose value is known.
#[derive(Clone, Copy, Debug)]
pub struct Assigned {
    pub expr: ExprId,
    pub to: Target,
    pub bits: u128,
}

impl Gen<'_> {
    pub fn p(&mut self) -> &mut Program {
        self.machine.program_mut()
    }

    pub fn tree(&self) -> &Program {
        self.machine.program()
    }

    pub fn block(&self) -> &Block {
        &self.blocks[self.here]
    }

    pub fn function(&self) -> &Func {
        &self.functions[self.block().function]
    }

    /// Whether code here is executed more than once.
    pub fn repeats(&self) -> bool {
        self.block().turns > 1 || self.function().repeated
    }

    /// The steps that code written here may cost: what is left, and no more
    /// than a few times a test's share, so that large programs do not run
    /// longer for each byte than small ones.
    pub fn steps_left(&self) -> u64 {
        let share = (self.steps / self.tests.max(1)).saturating_mul(4);
        self.steps.saturating_sub(self.machine.steps()).min(share)
    }

    /// Whether floating values may be used here.
    pub fn may_float(&self) -> bool {
        self.settings.float == super::FloatMode::Exact
            && (!self.live || (self.function().floats && !self.repeats()))
    }

    pub fn fresh_name(&mut self, prefix: &str) -> String {
        self.names += 1;
        numbered(prefix, self.names.into())
    }

    /// The variables that code here can name and that fulfil a condition.
    pub fn visible(&self, wanted: impl Fn(&Var) -> bool) -> Vec<VarId> {
        // Most places see fewer.
        let mut found = Vec::with_capacity(32);
        self.find_visible(&mut found, wanted);
        found
    }

    /// One of them, if there is any.
    pub fn pick_visible(
        &mut self,
        name: &'static str,
        wanted: impl Fn(&Var) -> bool,
    ) -> Option<VarId> {
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        self.find_visible(&mut found, wanted);
        let picked = (!found.is_empty()).then(|| self.choices.pick(name, &found));
        self.found = found;
        picked
    }

    fn find_visible(&self, found: &mut Vec<VarId>, wanted: impl Fn(&Var) -> bool) {
        let may_float = self.may_float();
        let fits = |v: &Var| (may_float || !v.floating) && wanted(v);
        self.add_local(found, fits);
        let function = self.function();
        self.add_visible(found, &function.params, fits);
        if !self.private_only && !function.pure_ {
            self.add_visible(found, &function.palette, fits);
        }
    }

    /// The counters of the loops around whose values fulfil a condition.
    pub fn counters(&self, wanted: impl Fn(i128, i128) -> bool) -> Vec<VarId> {
        let mut found = Vec::new();
        self.add_local(&mut found, |var| {
            var.role == Role::Counter && var.range.is_some_and(|(low, high)| wanted(low, high))
        });
        found
    }

    /// Those of the blocks around.
    fn add_local(&self, found: &mut Vec<VarId>, wanted: impl Fn(&Var) -> bool) {
        for (block, place) in self.blocks_around() {
            self.add_visible(found, &block.vars, |var| var.place < place && wanted(var));
        }
    }

    #[inline]
    fn add_visible(&self, found: &mut Vec<VarId>, from: &[VarId], wanted: impl Fn(&Var) -> bool) {
        for &var in from {
            if wanted(&self.vars[var]) && Some(var) != self.taboo {
                found.push(var);
            }
        }
    }

    /// The blocks around the place where code is written, innermost first,
    /// each with the number of the statement that it is written in.
    pub fn blocks_around(&self) -> impl Iterator<Item = (&Block, usize)> + Clone {
        let here = (&self.blocks[self.here], self.place);
        std::iter::successors(Some(here), |(block, _)| Some((&self.blocks[block.outer?], block.at)))
    }
}
