//! What the generator knows about the program it writes.

use std::ops::Range;

use elenchus_lang::arena::{List, Pool};
use elenchus_lang::symbol::Symbol;
use elenchus_lang::target::IntType;
use elenchus_lang::tree::{DeclId, ExprId, FunctionId, InitItem, Program, ScopeId, StmtId};
use elenchus_lang::types::TypeId;
use elenchus_machine::{Machine, Snapshot};
use rustc_hash::FxHashMap;

use super::Settings;
use super::stats::Stats;
use super::told::{Initial, Told};
use super::value::Built;
use super::world::write_numbered;
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
    /// A pointer that may be null: it is used where a test guards it.
    Guarded,
    /// A pointer to a function, or a table of them.
    Code,
}

#[derive(Clone, Debug)]
pub struct Var {
    pub decl: DeclId,
    /// With qualifiers.
    pub ty: TypeId,
    pub role: Role,
    pub global: bool,
    /// The block that declares it, if one does, and what that declares next.
    pub block: Option<BlockId>,
    pub next: Option<VarId>,
    /// The values that a counter has in its loop's body; others have none.
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
    /// Of a pointer: the variable into which it points now, if that is known. Nothing
    /// depends on it but which values are used next.
    pub pointee: Option<VarId>,
    /// Of a pointer: no statement gives it another value.
    pub fixed: bool,
    /// Of a pointer: a loop moves it, through this array or from this node on.
    pub walks: Option<VarId>,
    /// The functions that can be called through it.
    pub code: Option<[usize; 3]>,
}

/// What code does with a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Usage {
    Read,
    Write,
}

impl Var {
    #[inline]
    pub fn is_for(&self, usage: Usage) -> bool {
        match usage {
            Usage::Read => self.is_readable(),
            Usage::Write => self.is_writable(),
        }
    }

    #[inline]
    pub fn is_readable(&self) -> bool {
        !matches!(self.role, Role::Output | Role::Guarded | Role::Code)
    }

    /// Whether pointers may lead to it.
    pub fn is_pointee(&self) -> bool {
        self.role == Role::Mixed
            && self.addressable
            && !self.ty.is_volatile()
            && !self.ty.is_const()
    }

    /// Global, local, parameter: as the policy's weights have them.
    pub fn scope(&self) -> usize {
        match (self.global, self.block) {
            (true, _) => 0,
            (false, Some(_)) => 1,
            (false, None) => 2,
        }
    }

    #[inline]
    pub fn is_writable(&self) -> bool {
        matches!(self.role, Role::Output | Role::Mixed) & !self.ty.is_const()
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
    /// The end of a block of a region of jumps, or its entry.
    Exit(super::regions::Exit),
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

    /// Holes of a block, the last statements that were made.
    pub fn add(&mut self, first: StmtId, block: BlockId, kinds: impl Iterator<Item = HoleKind>) {
        debug_assert!(self.0.len() <= first.index(), "homes are added in the order of statements");
        self.0.resize(first.index(), None);
        let home = |(at, kind)| Some(Home { block, place: at + 1, kind });
        self.0.extend(kinds.enumerate().map(home));
    }

    pub fn get(&self, stmt: StmtId) -> Option<Home> {
        *self.0.get(stmt.index())?
    }
}

/// Subexpressions of a block that may be written again, and of which statement each
/// is. Those that are there come first.
#[derive(Clone, Copy, Default, Debug)]
pub struct Common([Option<(ExprId, u32)>; Common::MOST]);

impl Common {
    pub const MOST: usize = 6;

    /// Instead of the one there, or behind the last if there is none.
    pub fn put(&mut self, at: usize, e: ExprId, place: usize) {
        let count = self.0.iter().take_while(|kept| kept.is_some()).count();
        self.0[at.min(count)] = Some((e, place as u32));
    }

    pub fn iter(&self) -> impl Iterator<Item = (ExprId, usize)> {
        self.0.iter().map_while(|kept| kept.map(|(e, place)| (e, place as usize)))
    }

    /// Takes out those of this statement and of later ones.
    pub fn forget_from(&mut self, place: usize) {
        let mut kept = Common::default();
        for (at, (e, of)) in self.iter().filter(|&(_, of)| of < place).enumerate() {
            kept.put(at, e, of);
        }
        *self = kept;
    }
}

/// The variables of a block, in the order of their declarations: each knows the next.
#[derive(Clone, Copy, Default, Debug)]
pub struct Chain {
    first: Option<VarId>,
    last: Option<VarId>,
}

impl Chain {
    pub fn push(&mut self, vars: &mut [Var], var: VarId) {
        match self.last.replace(var) {
            Some(last) => vars[last].next = Some(var),
            None => self.first = Some(var),
        }
    }

    /// Takes out those from a number on: the last ones.
    pub fn cut(&mut self, vars: &mut [Var], from: VarId) {
        let mut kept = Chain::default();
        let mut next = self.first;
        while let Some(var) = next.filter(|&var| var < from) {
            next = vars[var].next.take();
            kept.push(vars, var);
        }
        *self = kept;
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
    pub vars: Chain,
    pub common: Common,
    pub depth: u32,
    /// It is a block of a region of jumps: which.
    pub exit: Option<super::regions::Exit>,
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
    pub params: Range<VarId>,
    /// The global variables that it works on.
    pub palette: List<VarId>,
    /// Those of both that may be used so, and with floats or without, once somebody
    /// asks: most code does.
    pub usable: [[Option<List<VarId>>; 2]; 2],
    /// The functions that it may call: some before it.
    pub callees: List<usize>,
    /// It is called more than once.
    pub repeated: bool,
    /// It reads its parameters and constants only.
    pub pure_: bool,
    /// It computes with floating values, and is called once.
    pub floats: bool,
    pub is_test: bool,
    /// It calls itself while its first parameter is above 0.
    pub recursive: bool,
    /// Its body stands already.
    pub ready: bool,
    /// The steps of a call, once it is known.
    pub cost: Option<u64>,
    pub budget: u64,
    pub body: Option<BlockId>,
    pub written: bool,
    /// A pointer may lead to it.
    pub named: bool,
}

impl Func {
    /// A call of it was written.
    pub fn is_called(&mut self) {
        if self.ready {
            self.written = true;
        }
        if self.written {
            self.repeated = true;
        }
    }
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
    pub odds: Odds,
    pub known: Known,
    pub holes: Holes,
    pub budget: Budget,
    pub totals: Totals,
    pub now: Now,
    pub scratch: Scratch,
    pub naming: Naming,
    pub skipped: Skipped,
}

/// How often what is drawn.
pub struct Odds {
    pub policy: Policy,
    pub operators: super::expr::Operators,
    pub int_types: super::numbers::IntTypes,
    /// Percentage of leaves that are constants.
    pub constant_share: u32,
}

/// The program so far.
pub struct Known {
    pub vars: Vec<Var>,
    /// By the number of a declaration.
    pub var_of: Vec<Option<VarId>>,
    pub builtins: FxHashMap<&'static str, DeclId>,
    /// The struct types of the program.
    pub records: Vec<TypeId>,
    /// Those of linked lists.
    pub linked: Vec<super::walks::Linked>,
    pub blocks: Vec<Block>,
    pub functions: Vec<Func>,
    pub regions: Vec<super::regions::Region>,
    /// The variables and functions that they know.
    pub lists: Pool<usize>,
    /// How many of the functions are tests.
    pub tests: u64,
    /// Constants that were used.
    pub constants: Vec<i128>,
}

/// What is still to be written, and what can be taken back.
pub struct Holes {
    pub homes: Homes,
    pub attempts: Vec<Attempt>,
    /// Statements that were holes, in the order of their writing.
    pub written: Vec<StmtId>,
    /// Steps at the beginning of each call that has not returned.
    pub entered: Vec<(usize, u64)>,
}

/// How much is to be executed, and how much was written.
pub struct Budget {
    /// The most steps that are to be executed.
    pub steps: u64,
    /// About how many bytes of text have been written.
    pub bytes: u64,
}

/// What is told of a program when it is finished.
#[derive(Default)]
pub struct Totals {
    pub stats: Stats,
    pub repaired: super::measure::Repaired,
}

/// Where code is written now, and what may stand there.
pub struct Now {
    /// The machine stands here: values are known.
    pub live: bool,
    pub block: BlockId,
    /// Which statement of the block.
    pub place: usize,
    pub context: super::expr::Context,
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
    /// The present statement accesses a volatile object, and may no other: nobody says
    /// which of two comes first.
    pub volatile_is_spent: bool,
}

/// Lists that are filled and emptied again: only their memory is kept.
#[derive(Default)]
pub struct Scratch {
    /// What the present expression reads, without side effects, from `first_leaf` on;
    /// before that, what those around it read.
    pub leaves: Vec<ExprId>,
    pub first_leaf: usize,
    /// Variables that one is picked of, those of each search behind the ones before.
    pub found: Vec<VarId>,
    /// At the end of a block or function: variables whose values nobody used, and what
    /// is put together of them.
    pub fresh: Vec<VarId>,
    pub loaded: Vec<Built>,
    /// Parts of initialisers, those of each behind the ones of that around it.
    pub items: Vec<InitItem>,
}

/// Names that are made of a number.
#[derive(Default)]
pub struct Naming {
    /// How many there are.
    pub names: u32,
    /// Room for the last of them.
    pub name: String,
}

/// What the machine need not execute, because it is known.
#[derive(Default)]
pub struct Skipped {
    /// What the last assignment or declaration does that was made, if that is known.
    pub told: Option<Told>,
    pub initial: Initial,
    /// Nothing that is known is executed.
    pub trusted: bool,
}

impl Gen<'_> {
    /// Asked for in so many places that the code of each had better be short.
    #[inline(never)]
    pub fn p(&mut self) -> &mut Program {
        self.machine.program_mut()
    }

    pub fn tree(&self) -> &Program {
        self.machine.program()
    }

    pub fn block(&self) -> &Block {
        &self.known.blocks[self.now.block]
    }

    pub fn function(&self) -> &Func {
        &self.known.functions[self.block().function]
    }

    /// Whether code here is executed more than once.
    pub fn repeats(&self) -> bool {
        self.block().turns > 1 || self.function().repeated
    }

    /// The steps that code written here may cost: what is left, and no more
    /// than a few times a test's share, so that large programs do not run
    /// longer for each byte than small ones.
    pub fn steps_left(&self) -> u64 {
        let share = (self.budget.steps / self.known.tests.max(1)).saturating_mul(4);
        self.budget.steps.saturating_sub(self.machine.steps()).min(share)
    }

    /// Whether floating values may be used here.
    pub fn may_float(&self) -> bool {
        self.settings.float == super::FloatMode::Exact
            && (!self.now.live || (self.function().floats && !self.repeats()))
    }

    pub fn fresh_name(&mut self, prefix: &str) -> Symbol {
        self.naming.names += 1;
        self.naming.name.clear();
        write_numbered(&mut self.naming.name, prefix, self.naming.names.into());
        self.machine.program_mut().symbols.intern(&self.naming.name)
    }

    /// One of the variables that code here can name and that fulfil a condition, if
    /// there is any.
    pub fn pick_visible(
        &mut self,
        name: &'static str,
        wanted: impl Fn(&Var) -> bool,
    ) -> Option<VarId> {
        let first = self.gather(wanted);
        self.take_found(name, first)
    }

    /// Adds them to those that were found before: which is the first.
    pub fn gather(&mut self, wanted: impl Fn(&Var) -> bool) -> usize {
        let first = self.gather_visible();
        let may_float = self.may_float();
        self.keep(first, |var| (may_float | !var.floating) & wanted(var));
        first
    }

    /// The same for all that code may use so.
    pub fn gather_for(&mut self, usage: Usage) -> usize {
        if self.now.private_only || self.now.taboo.is_some() {
            return self.gather(|var| var.is_for(usage));
        }
        let may_float = self.may_float();
        let fits = |var: &Var| (may_float | !var.floating) & var.is_for(usage);
        let first = self.gather_local();
        self.keep(first, fits);
        let Func { params, palette, pure_, usable, .. } =
            &mut self.known.functions[self.known.blocks[self.now.block].function];
        let usable = &mut usable[usage as usize][usize::from(may_float)];
        match *usable {
            Some(usable) => self.scratch.found.extend_from_slice(&self.known.lists[usable]),
            None => {
                let start = self.scratch.found.len();
                self.scratch.found.extend(params.clone());
                self.scratch.found.extend_from_slice(if *pure_ {
                    &[]
                } else {
                    &self.known.lists[*palette]
                });
                retain_from(&mut self.scratch.found, start, |var| fits(&self.known.vars[var]));
                *usable = Some(self.known.lists.push(&self.scratch.found[start..]));
            }
        }
        first
    }

    /// One of those that were found, from the first on.
    pub fn pick_found(&mut self, name: &'static str, first: usize) -> Option<VarId> {
        let found = &self.scratch.found[first..];
        (!found.is_empty()).then(|| self.choices.pick(name, found))
    }

    /// The same, and all of them are forgotten.
    pub fn take_found(&mut self, name: &'static str, first: usize) -> Option<VarId> {
        let picked = self.pick_found(name, first);
        self.scratch.found.truncate(first);
        picked
    }

    /// Adds the counters of the loops around whose values fulfil a condition.
    pub fn gather_counters(&mut self, wanted: impl Fn(i128, i128) -> bool) -> usize {
        let first = self.gather_local();
        self.keep(first, |var| var.range.is_some_and(|(low, high)| wanted(low, high)));
        first
    }

    /// Adds all that code here can name.
    ///
    /// What is wanted of them is asked afterwards: so this is code that all searches
    /// have in common.
    fn gather_visible(&mut self) -> usize {
        let first = self.gather_local();
        let Func { params, palette, pure_, .. } =
            &self.known.functions[self.known.blocks[self.now.block].function];
        self.scratch.found.extend(params.clone());
        if !self.now.private_only && !pure_ {
            self.scratch.found.extend_from_slice(&self.known.lists[*palette]);
        }
        first
    }

    /// Those of the blocks around.
    #[inline(never)]
    fn gather_local(&mut self) -> usize {
        let mut found = std::mem::take(&mut self.scratch.found);
        let first = found.len();
        for (block, place) in self.blocks_around() {
            found.extend(self.vars_of(block).filter(|&var| self.known.vars[var].place < place));
        }
        self.scratch.found = found;
        first
    }

    /// Takes out those that are not wanted, and what may not be touched.
    #[inline]
    fn keep(&mut self, first: usize, wanted: impl Fn(&Var) -> bool) {
        let taboo = self.now.taboo.unwrap_or(VarId::MAX);
        retain_from(&mut self.scratch.found, first, |var| {
            (var != taboo) & wanted(&self.known.vars[var])
        });
    }

    /// What a block has declared so far.
    pub fn vars_of(&self, block: &Block) -> impl Iterator<Item = VarId> {
        std::iter::successors(block.vars.first, |&var| self.known.vars[var].next)
    }

    /// The blocks around the place where code is written, innermost first,
    /// each with the number of the statement that it is written in.
    pub fn blocks_around(&self) -> impl Iterator<Item = (&Block, usize)> + Clone {
        let here = (&self.known.blocks[self.now.block], self.now.place);
        std::iter::successors(Some(here), |(block, _)| {
            Some((&self.known.blocks[block.outer?], block.at))
        })
    }
}

/// Takes out the others of those that were found, from the first on.
#[inline]
pub fn retain_from<T: Copy>(found: &mut Vec<T>, first: usize, wanted: impl Fn(T) -> bool) {
    let those = &mut found[first..];
    // Nobody foretells which of them are wanted: all are moved, without a branch.
    let mut kept = 0;
    for at in 0..those.len() {
        let one = those[at];
        those[kept] = one;
        kept += usize::from(wanted(one));
    }
    found.truncate(first + kept);
}
