//! The machine runs the program, and asks what comes next.

use std::rc::Rc;

use elenchus_front::{OpenUnit, Parsed, parse_unit};
use elenchus_lang::arena::{List, Pool};
use elenchus_lang::build;
use elenchus_lang::edits;
use elenchus_lang::tree::{DeclId, Item, Program, StmtId, StmtKind};
use elenchus_lang::types::{TypeId, TypeKind};
use elenchus_machine::{Evaluation, Event, Limits, Machine, Origin, Renewed, Stop, Verdict};
use rustc_hash::FxHashSet;

use super::expr::{Context, Operators};
use super::measure::Repaired;
use super::numbers::int_types;
use super::state::{
    Attempt, Block, Budget, Chain, Common, Func, Gen, HoleKind, Holes, Home, Homes, Known, Naming,
    Now, Odds, Role, Scratch, Skipped, Totals, Var, VarId, retain_from,
};
use super::stats::Stats;
use super::text::{self, Frame};
use super::told::Told;
use super::walks::Linked;
use super::world::{Global, Maker, Shape, World};
use super::{Check, Dropped, Settings, builtins, regions, unused};
use crate::choices::Choices;
use crate::policy::Policy;
use crate::repair;

/// How many global variables a function works on, at most, beside the collectors.
const PALETTE: usize = 14;

/// Room is made for so many expressions and declarations at most.
const MOST_EXPRS: usize = 1 << 16;
const MOST_DECLS: usize = 1 << 10;

/// A finished text is read in parts of about so many bytes.
const PART: usize = 1 << 18;

/// Only functions end like this in what the printer writes.
const END_OF_FUNCTION: &str = "\n}\n";

/// A finished tree and what it does.
pub struct Written {
    pub program: Rc<Program>,
    /// Functions that are called.
    pub used: FxHashSet<DeclId>,
    pub checksum: u64,
    pub stats: Stats,
    pub repaired: Repaired,
    pub world: World,
    pub frame: Frame,
    /// Where in the text that was parsed first the functions begin.
    pub functions_at: u32,
    /// If the proof has not gone on from there.
    pub opening: Option<Opening>,
    /// What the variables hold at the end, if that is to be checked.
    pub values: Vec<(String, String)>,
    pub steps: u64,
}

/// What stands before the functions of a program in one file, parsed: the program
/// is written on a copy, and the finished text goes on from here.
#[derive(Clone)]
pub struct Opening {
    pub text: String,
    program: Program,
    unit: OpenUnit,
}

impl Opening {
    fn new(settings: &Settings, world: &World, seed: u64) -> Result<Opening, Dropped> {
        let mut program = empty_program(settings);
        // About as much as will be made, so that little is copied.
        let size = settings.size as usize;
        program.exprs.reserve(MOST_EXPRS.min(size / 2));
        program.decls.reserve(MOST_DECLS.min(size / 128));
        program.inits.reserve(MOST_DECLS.min(size / 64));
        let text = text::opening(settings, world, seed, &program);
        let mut unit = OpenUnit::new(&program);
        check(&unit.read(&mut program, text.as_bytes()))?;
        Ok(Opening { text, program, unit })
    }

    /// The program that has this text next, which the printer wrote.
    pub fn close(self, mut rest: &str) -> Result<Program, Dropped> {
        let Opening { mut program, mut unit, .. } = self;
        // Tokens and syntax of a part are gone when the next is read: less memory
        // is touched for large programs.
        while let Some(end) = rest.get(PART..).and_then(|late| late.find(END_OF_FUNCTION)) {
            let (part, later) = rest.split_at(PART + end + END_OF_FUNCTION.len());
            check(&unit.read(&mut program, part.as_bytes()))?;
            rest = later;
        }
        check(&unit.close(&mut program, "program.c", rest.as_bytes()))?;
        Ok(program)
    }
}

pub fn empty_program(settings: &Settings) -> Program {
    Program::new(settings.target, settings.language)
}

/// Parses text of our own.
pub fn parse(program: &mut Program, name: &str, text: &str) -> Result<(), Dropped> {
    check(&parse_unit(program, name, text.as_bytes()))
}

fn check(parsed: &Parsed) -> Result<(), Dropped> {
    if parsed.accepted() {
        return Ok(());
    }
    let what = parsed.diagnostics.list.first().map(|d| d.message.clone());
    Err(Dropped::Rejected(what.unwrap_or_default().to_string()))
}

/// Writes a program while it runs. Its machine looks at the order of operands
/// as `evaluation` has it.
pub fn write(
    settings: &Settings,
    policy: &Policy,
    mut choices: Choices,
    seed: u64,
    evaluation: Evaluation,
) -> Result<Written, Dropped> {
    let world = Maker::make(settings, policy, &mut choices);
    let frame = Frame::new(&world);
    let opening = Opening::new(settings, &world, seed)?;
    let functions = world.functions_text();
    let builtins = if settings.builtins { builtins::text() } else { String::new() };
    let rest = [&functions, &builtins, "int main(void) { run(); return 0; }\n"].concat();
    // What stands around the statements is part of the size, and of the steps.
    let around = (frame.bytes() + opening.text.len() + functions.len()) as u64;
    let room = settings.size.saturating_sub(around).max(settings.size / 4);
    let steps = settings.steps().saturating_sub(frame.steps).max(settings.steps() / 4);
    let functions_at = opening.text.len() as u32;
    let kept = opening.clone();
    let program = opening.close(&rest)?;
    let mut generator = Gen::new(settings, policy, choices, program, &world, (room, steps))?;
    generator.machine = generator.machine.with_evaluation(evaluation);
    generator.skipped.trusted = evaluation == Evaluation::Trusted;
    generator.run()?;
    generator.fill_the_rest();
    generator.tidy();
    let values = match settings.check {
        Check::Values => generator.values(&world),
        _ => Vec::new(),
    };
    let checksum = generator.checksum(&world).ok_or(Dropped::NoAnswer)?;
    let used = generator.used();
    for (made, known) in world.functions.iter().zip(&generator.known.functions) {
        if let Some(row) = made.row.filter(|_| known.written || known.named) {
            generator.totals.stats.construct(row);
        }
    }
    let steps = generator.machine.steps() + frame.steps;
    let stats = std::mem::take(&mut generator.totals.stats);
    let repaired = std::mem::take(&mut generator.totals.repaired);
    let program = generator.machine.into_program();
    let written = Written {
        program,
        used,
        checksum,
        stats,
        repaired,
        world,
        frame,
        functions_at,
        opening: Some(kept),
        values,
        steps,
    };
    Ok(written)
}

impl<'a> Gen<'a> {
    fn new(
        settings: &'a Settings,
        policy: &Policy,
        mut choices: Choices,
        mut program: Program,
        world: &World,
        (room, steps): (u64, u64),
    ) -> Result<Gen<'a>, Dropped> {
        // With room for local ones; so have blocks.
        let mut vars = Vec::with_capacity(2 * world.globals.len() + 64);
        let mut var_of = vec![None; program.decls.len()];
        // By the number of a name.
        let mut decls: Vec<Option<DeclId>> = vec![None; program.symbols.len()];
        let mut note = |decl: DeclId| decls[program.decls[decl].name.0 as usize] = Some(decl);
        for item in &program.units[0].items {
            match *item {
                Item::Declaration(group) => {
                    program.decl_lists[program.groups[group].decls]
                        .iter()
                        .copied()
                        .for_each(&mut note);
                }
                Item::Function(function) => {
                    note(program.functions[function].decl);
                }
                _ => {}
            }
        }
        let decl_of = |program: &Program, name: &str| {
            let name = program.symbols.find(name)?;
            decls[name.0 as usize]
        };
        let collectors = world.globals.iter().take_while(|global| global.collects).count();
        let mut add = |vars: &mut Vec<Var>,
                       decl: DeclId,
                       role: Role,
                       global: bool,
                       pointee: Option<VarId>| {
            var_of[decl.index()] = Some(vars.len());
            vars.push(Var {
                decl,
                ty: program.decls[decl].ty,
                role,
                global,
                block: None,
                next: None,
                range: None,
                place: 0,
                // Its first value should matter.
                fresh: global && role == Role::Mixed,
                addressable: true,
                addressed: false,
                int: build::int_type(&program, program.decls[decl].ty),
                floating: holds_floats(&program, program.decls[decl].ty),
                collects: global && vars.len() < collectors,
                pointee,
                fixed: false,
                walks: None,
                code: None,
            });
        };
        let mut name = String::new();
        for global in &world.globals {
            name.clear();
            global.name.write(&mut name);
            let decl = decl_of(&program, &name).ok_or(Dropped::World)?;
            // Globals are the first of all variables.
            add(&mut vars, decl, global.role, true, global.pointee);
        }
        let globals = vars.len();
        let mut lists = Pool::default();
        let function_of = |program: &Program, decl: DeclId| {
            let mut functions = program.functions.iter();
            let found = functions.find(|(_, function)| function.decl == decl);
            found.map(|(id, _)| id).ok_or(Dropped::World)
        };
        let mut functions = Vec::new();
        let tests = world.functions.iter().filter(|f| f.is_test).count().max(1);
        let helpers = world.functions.len() - tests;
        let ready = world.functions.iter().filter(|f| f.body.is_some()).count();
        let budget = match settings.expressions {
            Some(_) => u64::MAX / 4,
            None => room / (tests + (helpers - ready) / 2) as u64,
        };
        for (index, function) in world.functions.iter().enumerate() {
            name.clear();
            function.name.write(&mut name);
            let decl = decl_of(&program, &name).ok_or(Dropped::World)?;
            let id = function_of(&program, decl)?;
            let first = vars.len();
            for (at, &param) in program.decl_lists[program.functions[id].params].iter().enumerate()
            {
                let is_pointer = program.types.is_pointer(program.decls[param].ty);
                // What counts the depth is not changed.
                let is_read = is_pointer || function.recursive && at == 0;
                let role = if is_read { Role::Input } else { Role::Mixed };
                // What comes back leads to something that outlives the function.
                let fixed = matches!(function.result, Some(Shape::Pointer(_)));
                add(&mut vars, param, role, false, None);
                vars[first + at].fixed = fixed;
            }
            let params = first..vars.len();
            let palette = palette(&mut choices, globals, collectors, &mut lists);
            let result = program.types.as_function(program.decls[decl].ty).map(|f| f.result);
            functions.push(Func {
                id,
                decl,
                result: result.unwrap_or(TypeId::VOID),
                params,
                palette,
                usable: Default::default(),
                callees: callees(&mut choices, index, helpers, function.recursive, &mut lists),
                repeated: !function.is_test,
                pure_: function.pure_,
                floats: function.floats,
                is_test: function.is_test,
                recursive: function.recursive,
                ready: function.body.is_some(),
                cost: function.body.as_ref().map(|_| function.cost),
                budget: if function.is_test { budget } else { budget / 2 },
                body: None,
                written: false,
                named: false,
            });
        }
        let run = decl_of(&program, "run").ok_or(Dropped::World)?;
        functions.push(Func {
            id: function_of(&program, run)?,
            decl: run,
            result: TypeId::VOID,
            params: 0..0,
            palette: lists.collect(0..globals),
            usable: Default::default(),
            callees: List::EMPTY,
            repeated: false,
            pure_: false,
            floats: false,
            is_test: false,
            recursive: false,
            ready: false,
            cost: None,
            budget: 0,
            body: None,
            written: true,
            named: false,
        });
        let mut blocks = Vec::with_capacity(8 * functions.len());
        let calls = tests + tests / 3 + 2;
        let holes = world.functions.iter().map(|f| f.holes + 2).sum::<usize>() + calls;
        program.stmts.reserve(4 * holes);
        let mut homes = Homes::with_room(program.stmts.len() + 2 * holes);
        for (index, function) in functions.iter_mut().enumerate() {
            if function.ready {
                continue;
            }
            let body = program.functions[function.id].body;
            let StmtKind::Compound(_, scope) = program.stmts[body].kind else {
                return Err(Dropped::World);
            };
            let is_run = function.decl == run;
            let count = match world.functions.get(index) {
                // The last two flush and return.
                Some(function) => function.holes + 2,
                None => calls,
            };
            let (first, list) = build::holes(&mut program, count);
            edits::fill(&mut program, body, StmtKind::Compound(list, scope));
            let kind = |at: usize| match count - at {
                _ if is_run => HoleKind::Call,
                1 => HoleKind::Return,
                2 => HoleKind::Flush,
                _ => HoleKind::Statement,
            };
            homes.add(first, blocks.len(), (0..count).map(kind));
            function.body = Some(blocks.len());
            blocks.push(Block {
                function: index,
                scope,
                outer: None,
                at: 0,
                vars: Chain::default(),
                common: Common::default(),
                depth: 0,
                exit: None,
                in_loop: false,
                turns: 1,
                start: 0,
                budget: function.budget,
            });
        }
        let builtins = builtins::find(&program);
        let records = (0..world.plain).filter_map(|index| record(&program, index)).collect();
        let linked = linked(&program, world);
        let limits = Limits { steps: settings.steps() * 2 + 100_000, ..Limits::default() };
        Ok(Gen {
            settings,
            machine: Machine::writing(Rc::new(program), limits),
            choices,
            odds: Odds {
                policy: policy.clone(),
                operators: Operators::new(policy),
                int_types: int_types(policy),
                constant_share: policy.leaf_constant,
            },
            known: Known {
                vars,
                var_of,
                builtins,
                records,
                linked,
                blocks,
                functions,
                regions: Vec::new(),
                lists,
                tests: tests as u64,
                constants: Vec::new(),
            },
            holes: Holes { homes, attempts: Vec::new(), written: Vec::new(), entered: Vec::new() },
            budget: Budget { steps, bytes: 0 },
            totals: Totals::default(),
            now: Now {
                live: true,
                block: 0,
                place: 0,
                context: Context::Free,
                taboo: None,
                effect_to_come: false,
                lossy: 0,
                private_only: false,
                volatile_is_spent: false,
            },
            scratch: Scratch::default(),
            naming: Naming::default(),
            skipped: Skipped::default(),
        })
    }

    fn run(&mut self) -> Result<(), Dropped> {
        if let Err(stop) = self.machine.start(&[]) {
            return Err(Dropped::Stopped(format!("{stop:?}")));
        }
        // Every event writes something.
        let most = 10_000 + self.settings.size * 4;
        for _ in 0..most {
            match self.machine.go() {
                Event::Hole(hole) => self.reach(hole)?,
                Event::Trouble { stop, origin, unit } => self.trouble(stop, origin, unit)?,
                Event::Ended(Verdict::Exit(0)) => return Ok(()),
                Event::Ended(verdict) => return Err(Dropped::Stopped(verdict.to_string())),
            }
        }
        Err(Dropped::Endless)
    }

    fn reach(&mut self, hole: StmtId) -> Result<(), Dropped> {
        let Some(Home { block, place, kind }) = self.holes.homes.get(hole) else {
            return Err(Dropped::Stopped("a hole that nobody made".into()));
        };
        (self.now.block, self.now.place) = (block, place);
        (self.now.live, self.now.volatile_is_spent) = (true, false);
        let function = self.known.blocks[block].function;
        if !self.known.functions[function].written {
            self.known.functions[function].written = true;
            self.known.blocks[block].start = self.budget.bytes;
            self.holes.entered.push((function, self.machine.steps()));
            self.budget.bytes += 60;
        }
        self.finish_attempts(block);
        // A block that was begun has at least one statement.
        let is_full =
            self.machine.steps() > self.budget.steps || (self.block_is_full() && place > 1);
        if kind == HoleKind::Statement && is_full {
            return self.leave_empty(hole);
        }
        let starts = matches!(kind, HoleKind::Statement | HoleKind::Call);
        let is_attempt = self.known.blocks[block].depth == 0 && starts;
        let is_settled = self.known.functions[function].is_test || kind == HoleKind::Call;
        let (written, bytes, vars) =
            (self.holes.written.len(), self.budget.bytes, self.known.vars.len());
        let kind = match kind {
            HoleKind::Statement => self.statement(),
            HoleKind::Flush => self.flush(),
            HoleKind::Return => {
                self.note_cost(function);
                self.return_statement()
            }
            HoleKind::Call => self.call_of_test(),
            HoleKind::Exit(exit) => self.exit(exit),
        };
        self.write(hole, kind);
        // What gets numbers cannot go wrong.
        let only_numbers =
            matches!(self.skipped.told, Some(Told::Assigned { .. } | Told::Declared(_)));
        if only_numbers && self.is_told(hole, kind) {
            return Ok(());
        }
        if is_attempt {
            if self.holes.attempts.is_empty() && is_settled {
                // Tests are called by whole statements.
                self.machine.settle();
            }
            let (snapshot, depth) = (self.machine.snapshot(), self.machine.call_depth());
            self.holes.attempts.push(Attempt {
                snapshot,
                hole,
                written,
                block,
                depth,
                bytes,
                vars,
            });
        }
        if self.is_told(hole, kind) {
            return Ok(());
        }
        self.execute(hole)
    }

    /// A hole stays empty, and with it those behind it: nothing happens between
    /// them, so that each would be.
    fn leave_empty(&mut self, first: StmtId) -> Result<(), Dropped> {
        let Home { block, place, .. } = self.holes.homes.get(first).ok_or(Dropped::World)?;
        let function = self.known.functions[self.known.blocks[block].function].id;
        let p = self.machine.program_mut();
        let mut hole = first;
        loop {
            edits::fill(p, hole, StmtKind::Empty);
            self.holes.written.push(hole);
            // Holes of a block are made one after another.
            hole = StmtId::new(hole.index() + 1);
            let place = place + (hole.index() - first.index());
            let next = Home { block, place, kind: HoleKind::Statement };
            if self.holes.homes.get(hole) != Some(next)
                || !matches!(p.stmts[hole].kind, StmtKind::Hole)
            {
                break;
            }
        }
        for empty in (first.index()..hole.index()).map(StmtId::new) {
            if !self.machine.refresh_function(function, Renewed::Stmt(empty)) {
                return Err(Dropped::Stopped("cannot be left empty".into()));
            }
        }
        Ok(())
    }

    /// Statements of this block, and of blocks in them, have ended.
    fn finish_attempts(&mut self, block: usize) {
        let depth = self.machine.call_depth();
        while let Some(last) = self.holes.attempts.last() {
            let ended = last.depth > depth || (last.depth == depth && last.block == block);
            if !ended {
                break;
            }
            if let Some(last) = self.holes.attempts.pop() {
                self.machine.forget(last.snapshot);
            }
        }
    }

    fn note_cost(&mut self, function: usize) {
        let steps = self.machine.steps();
        if let Some(at) = self.holes.entered.iter().position(|&(f, _)| f == function) {
            let (_, began) = self.holes.entered.swap_remove(at);
            self.known.functions[function].cost = Some(steps.saturating_sub(began));
        }
    }

    /// The next test that was not called yet, or one again.
    fn call_of_test(&mut self) -> StmtKind {
        let left = self.budget.steps.saturating_sub(self.machine.steps());
        let next = self.known.functions.iter().position(|f| f.is_test && !f.written);
        let again = self.settings.preset.has_functions() && self.choices.percent("test again", 15);
        let callee = match again {
            false => next,
            true => {
                let cheap = |&index: &usize| {
                    let f = &self.known.functions[index];
                    f.is_test
                        && !f.floats
                        && f.written
                        && f.cost.is_some_and(|cost| cost < left / 4)
                };
                let all: Vec<usize> = (0..self.known.functions.len()).filter(cheap).collect();
                match all.is_empty() {
                    true => next,
                    false => Some(self.choices.pick("which test", &all)),
                }
            }
        };
        let Some(callee) = callee else { return StmtKind::Empty };
        let decl = self.known.functions[callee].decl;
        if self.known.functions[callee].written {
            self.known.functions[callee].repeated = true;
        }
        StmtKind::Expr(build::call(self.p(), decl, &[]))
    }

    fn write(&mut self, hole: StmtId, kind: StmtKind) {
        self.holes.written.push(hole);
        edits::fill(self.p(), hole, kind);
    }

    /// Makes the code of what was written into a hole.
    fn execute(&mut self, hole: StmtId) -> Result<(), Dropped> {
        let home = self.holes.homes.get(hole).ok_or(Dropped::World)?;
        let function = self.known.functions[self.known.blocks[home.block].function].id;
        match self.machine.refresh_function(function, Renewed::Stmt(hole)) {
            true => Ok(()),
            false => {
                let kind = self.tree().stmts[hole].kind;
                Err(Dropped::Stopped(format!("cannot be written: {kind:?}")))
            }
        }
    }

    fn trouble(
        &mut self,
        stop: Stop,
        origin: Origin,
        unit: Option<Renewed>,
    ) -> Result<(), Dropped> {
        // The machine has gone back, perhaps to before some of them.
        let machine = &self.machine;
        self.holes.attempts.retain(|attempt| machine.is_good(&attempt.snapshot));
        if let (Stop::Undefined(kind, _), Origin::Expr(e), Some(unit)) = (&stop, origin, unit) {
            let active = self.machine.is_active(unit);
            let p = self.machine.program_mut();
            let before = p.exprs.len();
            if !active && repair::repair(p, e, *kind, &mut self.choices) {
                let added = (before..p.exprs.len()).map(elenchus_lang::tree::ExprId::new);
                self.totals.repaired.added.extend(added);
                self.totals.repaired.replaced.insert(e);
                self.totals.stats.repair(*kind);
                if self.machine.refresh(unit) {
                    return Ok(());
                }
            }
        }
        self.take_back().ok_or_else(|| Dropped::Stopped(format!("{stop:?}")))
    }

    /// Nothing instead of the statement that cannot go on.
    fn take_back(&mut self) -> Option<()> {
        let Attempt { snapshot, hole, written, bytes, vars, .. } = self.holes.attempts.pop()?;
        if !self.machine.roll_back(&snapshot) {
            return None;
        }
        self.machine.forget(snapshot);
        self.totals.stats.taken_back += 1;
        for stmt in self.holes.written.split_off(written) {
            edits::fill(self.p(), stmt, StmtKind::Hole);
            let Home { block, place, .. } = self.holes.homes.get(stmt)?;
            let block = &mut self.known.blocks[block];
            // What it declared is gone, and what was made of that.
            block.vars.cut(&mut self.known.vars, vars);
            block.common.forget_from(place);
            let function = &mut self.known.functions[block.function];
            if block.depth == 0 && place == 1 && function.budget > 0 {
                function.written = false;
                function.cost = None;
            }
            let function = function.id;
            self.machine.refresh_function(function, Renewed::Stmt(stmt));
        }
        self.budget.bytes = bytes;
        self.write(hole, StmtKind::Empty);
        self.execute(hole).ok()
    }

    // ---- the end ----

    /// What was never reached need only compile.
    fn fill_the_rest(&mut self) {
        self.now.live = false;
        let most = self.budget.bytes + self.budget.bytes * u64::from(self.odds.policy.dead) / 100;
        let mut next = 0;
        while next < self.tree().stmts.len() {
            let stmt = StmtId::new(next);
            next += 1;
            if !matches!(self.tree().stmts[stmt].kind, StmtKind::Hole) {
                continue;
            }
            let Some(Home { block, place, kind }) = self.holes.homes.get(stmt) else { continue };
            (self.now.block, self.now.place) = (block, place);
            self.now.volatile_is_spent = false;
            let written = self.function().written || self.function().named;
            // So that what is nested in it has room.
            self.known.blocks[block].start = self.budget.bytes;
            let room = self.budget.bytes < most && self.block().budget > 0;
            let kind = match kind {
                HoleKind::Statement if written && room => self.statement(),
                HoleKind::Statement if written && place == 1 => self.unexpected(),
                HoleKind::Return => self.return_statement(),
                HoleKind::Exit(exit) if written && room => self.exit(exit),
                _ => StmtKind::Empty,
            };
            edits::fill(self.p(), stmt, kind);
        }
    }

    /// Takes out empty statements.
    fn tidy(&mut self) {
        let p = self.machine.program_mut();
        let written = self.known.functions.iter().filter(|f| f.written || f.named);
        let bodies: Vec<StmtId> =
            written.filter(|f| !f.ready).map(|f| p.functions[f.id].body).collect();
        unused::tidy(p, &bodies);
        regions::tidy(p);
        let mut kept: Vec<StmtId> = Vec::new();
        for stmt in p.stmts.ids() {
            let StmtKind::Compound(list, scope) = p.stmts[stmt].kind else { continue };
            kept.clear();
            kept.extend_from_slice(&p.stmt_lists[list]);
            let all = kept.len();
            retain_from(&mut kept, 0, |stmt| !matches!(p.stmts[stmt].kind, StmtKind::Empty));
            if kept.len() < all {
                let list = p.stmt_lists.push(&kept);
                edits::fill(p, stmt, StmtKind::Compound(list, scope));
            }
        }
    }
}

/// The type `struct S` with this number.
fn record(program: &Program, index: usize) -> Option<TypeId> {
    let name = format!("S{index}");
    let is_it = |tag: Option<_>| tag.is_some_and(|tag| program.name(tag) == name);
    let (id, _) = program.types.records.iter().find(|(_, record)| is_it(record.tag))?;
    program.types.find(TypeKind::Record(id))
}

/// The structs with a pointer to another of their kind, which is their last member.
fn linked(program: &Program, world: &World) -> Vec<Linked> {
    let all = (world.plain..world.structs.len()).filter_map(|index| {
        let ty = record(program, index)?;
        let next = *program.types.fields(program.types.as_record(ty)?).last()?;
        let is_node = |global: &&Global| global.shape == Shape::Struct(index);
        let nodes = world.globals.iter().filter(is_node).count() as u64;
        Some(Linked { ty, next, nodes })
    });
    all.collect()
}

/// Some of the functions before one, mostly those just before it: all are
/// called by somebody then. A recursive one calls itself, too.
fn callees(
    choices: &mut Choices,
    index: usize,
    helpers: usize,
    recursive: bool,
    lists: &mut Pool<usize>,
) -> List<usize> {
    const SIZE: u64 = 5;
    let before = index.min(helpers);
    let (mut found, mut count) = ([0; SIZE as usize + 1], 0);
    for _ in 0..SIZE.min(before as u64) {
        let near = choices.percent("near callee", 70);
        let distance =
            choices.below("callee", if near { SIZE.min(before as u64) } else { before as u64 });
        let callee = before - 1 - distance as usize;
        if !found[..count].contains(&callee) {
            found[count] = callee;
            count += 1;
        }
    }
    if recursive {
        found[count] = index;
        count += 1;
    }
    lists.push(&found[..count])
}

/// The global variables that a function works on: two collectors, a wide and a narrower
/// one, and some others.
fn palette(
    choices: &mut Choices,
    globals: usize,
    collectors: usize,
    lists: &mut Pool<VarId>,
) -> List<VarId> {
    let mut found = [0; 2 + PALETTE];
    let mut count = globals.min(2);
    let pair = 2 * choices.below("collectors", (collectors / 2).max(1) as u64) as VarId;
    found[..2].copy_from_slice(&[pair, pair + 1]);
    for _ in 0..PALETTE {
        let var = choices.below("palette", globals as u64) as VarId;
        if !found[..count].contains(&var) {
            found[count] = var;
            count += 1;
        }
    }
    lists.push(&found[..count])
}

/// Whether a variable of a type leads to floating values.
pub fn holds_floats(p: &Program, ty: TypeId) -> bool {
    match p.types.kind(ty) {
        TypeKind::Float(_) => true,
        TypeKind::Array { element, .. } => holds_floats(p, element),
        TypeKind::Pointer(to) => holds_floats(p, to),
        TypeKind::Record(record) => {
            let fields = p.types.fields(record);
            // A pointer may lead back to its own struct.
            let types = fields.iter().map(|&field| p.types.fields[field].ty);
            types.filter(|&ty| !p.types.is_pointer(ty)).any(|ty| holds_floats(p, ty))
        }
        _ => false,
    }
}
