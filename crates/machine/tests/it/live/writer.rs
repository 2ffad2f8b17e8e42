//! A small generator: writes a program of loops and calls over `int`
//! variables, statement by statement, while the machine runs it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::Rc;

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::tree::{
    DeclId, ExprId, ExprKind, For, FunctionId, Program, ScopeId, StmtId, StmtKind, UnaryOp,
};
use elenchus_lang::types::TypeId;
use elenchus_machine::{Event, Limit, Limits, Machine, Origin, Renewed, Snapshot, Stop, Verdict};

use super::build::{self, binary, constant, expr, read};
use super::repair::{repair, rewrite};
use crate::random::Random;

/// Statements that a program may execute, and after how many of them nothing
/// more is written.
pub const STEPS: u64 = 2_000;
const ENOUGH: u64 = 700;
/// Statements behind the holes of `main`.
const AT_THE_END: u64 = 8;
const FUNCTIONS: usize = 3;
const GLOBALS: usize = 4;

/// A block of statements, some of them not written yet.
struct Block {
    function: usize,
    scope: ScopeId,
    stmts: Vec<StmtId>,
    /// The counter of the loop whose body it is: read, never written.
    counter: Option<DeclId>,
    /// The block and the statement of it that this one stands in.
    outer: Option<(usize, StmtId)>,
    depth: u32,
    in_loop: bool,
}

/// What was written at a hole and may be taken back.
struct Attempt {
    snapshot: Snapshot,
    hole: StmtId,
    /// How much had been written before.
    written: usize,
    /// After so many events it is decided.
    left: u32,
}

/// How often each thing happened.
#[derive(Default, Debug)]
pub struct Counts {
    pub holes: usize,
    pub rewrites: usize,
    pub repairs: usize,
    pub taken_back: usize,
    pub out_of_steps: usize,
    pub cut_off: usize,
}

pub struct Writer<'a> {
    number: usize,
    machine: Machine,
    random: Random,
    counts: &'a mut Counts,
    globals: Vec<DeclId>,
    functions: Vec<(FunctionId, DeclId, Vec<DeclId>)>,
    show: DeclId,
    blocks: Vec<Block>,
    /// The block of each hole.
    home: BTreeMap<StmtId, usize>,
    attempts: Vec<Attempt>,
    /// Statements that were holes, in the order of their writing.
    written: Vec<StmtId>,
    rewrites: BTreeMap<ExprId, u32>,
    names: usize,
}

/// A finished program and what it did.
pub struct Written {
    pub program: Rc<Program>,
    pub verdict: Verdict,
    pub output: Vec<u8>,
    pub steps: u64,
}

/// What every program starts as; `main` is the last function.
fn template(number: usize) -> String {
    let mut text = String::from("int printf(const char *, ...);\n");
    for i in 0..GLOBALS {
        let _ = writeln!(text, "int p{number}_g{i} = {};", [3, -7, 100, 2147483647][i]);
    }
    let _ = writeln!(text, "static void p{number}_show(int x) {{ printf(\"%d\\n\", x); }}");
    for i in 0..FUNCTIONS {
        let _ = writeln!(
            text,
            "static int p{number}_f{i}(int a, int b) {{ ; ; ; return a + p{number}_g{i} * b; }}"
        );
    }
    let _ = writeln!(
        text,
        "int main(void) {{ ; ; ; ; ; ; ; ;\n\
         printf(\"%d %d %d %d\\n\", p{number}_g0, p{number}_g1, p{number}_g2, p{number}_g3);\n\
         return p{number}_g0 & 127; }}"
    );
    text
}

/// Writes a program while it runs.
pub fn write(number: usize, counts: &mut Counts) -> Written {
    let mut writer = Writer::new(number, counts);
    let verdict = writer.run();
    writer.fill_the_rest();
    let (output, steps) = (writer.machine.output().to_vec(), writer.machine.steps());
    Written { program: writer.machine.into_program(), verdict, output, steps }
}

impl Writer<'_> {
    fn new(number: usize, counts: &mut Counts) -> Writer<'_> {
        let mut program = super::parse(&template(number));
        let find = |name: String| {
            let symbol = program.symbols.find(&name).expect("it is in the template");
            let found = program.decls.iter().find(|(_, decl)| decl.name == symbol);
            found.expect("it is declared").0
        };
        let globals = (0..GLOBALS).map(|i| find(format!("p{number}_g{i}"))).collect();
        let show = find(format!("p{number}_show"));
        let with_holes = program.functions.iter().filter(|(_, f)| f.decl != show);
        let functions: Vec<_> =
            with_holes.map(|(id, f)| (id, f.decl, program.decl_lists[f.params].to_vec())).collect();
        super::make_holes(&mut program);
        let mut blocks = Vec::new();
        let mut home = BTreeMap::new();
        for (function, (id, ..)) in functions.iter().enumerate() {
            let body = program.functions[*id].body;
            let StmtKind::Compound(list, scope) = program.stmts[body].kind else {
                panic!("a body")
            };
            let stmts = program.stmt_lists[list].to_vec();
            home.extend(stmts.iter().map(|&stmt| (stmt, blocks.len())));
            let (counter, outer) = (None, None);
            blocks.push(Block { function, scope, stmts, counter, outer, depth: 0, in_loop: false });
        }
        let limits = Limits { steps: STEPS, ..Limits::default() };
        Writer {
            number,
            machine: Machine::writing(Rc::new(program), limits),
            random: Random::new(number as u64),
            counts,
            globals,
            functions,
            show,
            blocks,
            home,
            attempts: Vec::new(),
            written: Vec::new(),
            rewrites: BTreeMap::new(),
            names: 0,
        }
    }

    fn run(&mut self) -> Verdict {
        self.machine.start(&[]).expect("the template starts");
        // Every event writes something, so there are not many.
        for _ in 0..100_000 {
            let event = self.machine.go();
            // Trouble in the caller of what was tried went back further.
            let machine = &self.machine;
            let before = self.attempts.len();
            self.attempts.retain(|attempt| machine.is_good(&attempt.snapshot));
            self.counts.cut_off += before - self.attempts.len();
            if self.decide() {
                continue;
            }
            match event {
                Event::Hole(hole) => self.reach(hole),
                Event::Trouble { stop, origin, unit } => self.trouble(&stop, origin, unit),
                Event::Ended(verdict) => return verdict,
            }
        }
        panic!("program {} is written for ever", self.number);
    }

    // ---- what happens ----

    /// Keeps or takes back what was tried long enough.
    fn decide(&mut self) -> bool {
        let Some(last) = self.attempts.last_mut() else { return false };
        last.left = last.left.saturating_sub(1);
        if last.left > 0 {
            return false;
        }
        let last = self.attempts.len() - 1;
        if self.random.below(3) == 0 {
            let attempt = self.attempts.remove(last);
            self.machine.forget(attempt.snapshot);
            return false;
        }
        self.counts.taken_back += 1;
        let hole = self.take_back(last);
        self.fill(hole, true);
        true
    }

    /// Goes back to before an attempt, in the machine and in the tree.
    fn take_back(&mut self, index: usize) -> StmtId {
        let Attempt { snapshot, hole, written, .. } = self.attempts.swap_remove(index);
        self.attempts.truncate(index);
        assert!(self.machine.roll_back(&snapshot));
        self.machine.forget(snapshot);
        for stmt in self.written.split_off(written) {
            self.put(stmt, StmtKind::Hole);
        }
        hole
    }

    /// Nothing instead of the statement of `main` that took so long.
    fn out_of_steps(&mut self) {
        self.counts.out_of_steps += 1;
        let hole = self.take_back(0);
        self.write_at(hole, StmtKind::Empty);
    }

    fn reach(&mut self, hole: StmtId) {
        self.counts.holes += 1;
        assert!(matches!(self.machine.program().stmts[hole].kind, StmtKind::Hole));
        let block = &self.blocks[self.home[&hole]];
        let in_main = block.function + 1 == self.functions.len() && block.depth == 0;
        if in_main {
            if self.machine.steps() + AT_THE_END > STEPS {
                return self.out_of_steps();
            }
            // What was tried before has ended.
            if let Some(first) = self.attempts.drain(..).next() {
                self.machine.forget(first.snapshot);
            }
        }
        if self.machine.steps() > ENOUGH {
            return self.write_at(hole, StmtKind::Empty);
        }
        if in_main || self.random.below(4) == 0 {
            let left = if in_main { u32::MAX } else { 1 + self.random.below(8) as u32 };
            let (snapshot, written) = (self.machine.snapshot(), self.written.len());
            self.attempts.push(Attempt { snapshot, hole, written, left });
        }
        self.fill(hole, true);
    }

    fn trouble(&mut self, stop: &Stop, origin: Origin, unit: Option<Renewed>) {
        let kind = match stop {
            Stop::Undefined(kind, _) => *kind,
            Stop::Limit(Limit::Steps) => return self.out_of_steps(),
            other => panic!("program {}: {other:?}", self.number),
        };
        let (Origin::Expr(e), Some(unit)) = (origin, unit) else {
            panic!("program {}: {stop:?} at {origin:?}", self.number);
        };
        if self.machine.was_executed(unit) {
            self.counts.repairs += 1;
            repair(self.machine.program_mut(), e, kind);
        } else {
            self.counts.rewrites += 1;
            let attempts = self.rewrites.entry(e).or_default();
            *attempts += 1;
            rewrite(self.machine.program_mut(), e, *attempts, &mut self.random);
        }
        assert!(self.machine.refresh(unit));
    }

    // ---- what is written ----

    fn write_at(&mut self, hole: StmtId, kind: StmtKind) {
        self.written.push(hole);
        self.put(hole, kind);
    }

    fn put(&mut self, stmt: StmtId, kind: StmtKind) {
        self.machine.program_mut().stmts[stmt].kind = kind;
        let function = self.functions[self.blocks[self.home[&stmt]].function].0;
        assert!(self.machine.refresh_function(function, Renewed::Stmt(stmt)));
    }

    fn fill(&mut self, hole: StmtId, live: bool) {
        let kind = self.statement(hole, live);
        self.write_at(hole, kind);
    }

    fn p(&mut self) -> &mut Program {
        self.machine.program_mut()
    }

    fn statement(&mut self, hole: StmtId, live: bool) -> StmtKind {
        let block = &self.blocks[self.home[&hole]];
        let Block { function, scope, depth, in_loop, .. } = *block;
        let deep = depth >= 3;
        let (readable, writable) = self.visible(hole);
        let target = self.random.pick(&writable);
        match self.random.below(24) {
            0..5 => {
                let value = self.expression(&readable, 2);
                let e = build::assign(self.p(), target, value);
                StmtKind::Expr(e)
            }
            5..8 => {
                use BinaryOp::*;
                let op = self.random.pick(&[Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor]);
                let value = self.expression(&readable, 1);
                let e = build::compound_assign(self.p(), op, target, value);
                StmtKind::Expr(e)
            }
            8..10 => {
                let value = self.expression(&readable, 2);
                let name = self.name();
                let decl = build::declaration(self.p(), scope, &name, value);
                build::declare(self.p(), decl)
            }
            10..13 if !deep => {
                let condition = self.condition(&readable, live);
                let then = self.block(hole, scope, None, in_loop);
                let other = self.random.below(2) == 0;
                let other = other.then(|| self.block(hole, scope, None, in_loop));
                StmtKind::If(condition, then, other)
            }
            13..17 if !deep => self.for_loop(hole, &readable, target),
            17..19 if !deep => self.while_loop(hole, &readable),
            19..22 if function > 0 => self.call(function, &readable, target),
            22 if in_loop && depth >= 2 => self.random.pick(&[StmtKind::Break, StmtKind::Continue]),
            23 if depth > 0 && function + 1 < self.functions.len() => {
                let value = self.expression(&readable, 1);
                StmtKind::Return(Some(value))
            }
            _ => {
                let (value, show) = (self.expression(&readable, 1), self.show);
                let e = build::call(self.p(), show, &[value]);
                StmtKind::Expr(e)
            }
        }
    }

    /// `for (int i = 0; i < 5 && …; i += 1, g = …)`
    fn for_loop(&mut self, hole: StmtId, readable: &[DeclId], target: DeclId) -> StmtKind {
        let outer = self.blocks[self.home[&hole]].scope;
        let name = self.name();
        let limit = 1 + self.random.below(9) as i32;
        let p = self.machine.program_mut();
        let scope = build::scope(p, outer);
        let first = constant(p, 0);
        let counter = build::declaration(p, scope, &name, first);
        let kind = build::declare(p, counter);
        let init = build::stmt(p, kind);
        let (value, limit, one) = (read(p, counter), constant(p, limit), constant(p, 1));
        let mut condition = binary(p, BinaryOp::Lt, value, limit);
        let mut step = build::compound_assign(p, BinaryOp::Add, counter, one);
        if self.random.below(2) == 0 {
            let more = self.expression(readable, 2);
            condition = expr(self.p(), ExprKind::LogAnd(condition, more), TypeId::INT);
        }
        if self.random.below(2) == 0 {
            let value = self.expression(readable, 2);
            let p = self.machine.program_mut();
            let more = build::assign(p, target, value);
            step = expr(p, ExprKind::Comma(step, more), TypeId::INT);
        }
        let body = self.block(hole, scope, Some(counter), true);
        let (init, condition, step) = (Some(init), Some(condition), Some(step));
        StmtKind::For(self.p().fors.push(For { init, condition, step, body, scope }))
    }

    /// `{ int n = 5; while (n-- > 0 && …) { … } }`, or with `do`.
    fn while_loop(&mut self, hole: StmtId, readable: &[DeclId]) -> StmtKind {
        let outer = self.blocks[self.home[&hole]].scope;
        let name = self.name();
        let count = self.random.below(9) as i32;
        let p = self.machine.program_mut();
        let scope = build::scope(p, outer);
        let count = constant(p, count);
        let counter = build::declaration(p, scope, &name, count);
        let kind = build::declare(p, counter);
        let first = build::stmt(p, kind);
        let (one, zero) = (constant(p, 1), constant(p, 0));
        let less = build::compound_assign(p, BinaryOp::Sub, counter, one);
        let ends = binary(p, BinaryOp::Ge, less, zero);
        let more = self.expression(readable, 2);
        let condition = expr(self.p(), ExprKind::LogAnd(ends, more), TypeId::INT);
        let body = self.block(hole, scope, Some(counter), true);
        let kind = match self.random.below(2) {
            0 => StmtKind::While(condition, body),
            _ => StmtKind::DoWhile(body, condition),
        };
        let p = self.machine.program_mut();
        let second = build::stmt(p, kind);
        StmtKind::Compound(p.stmt_lists.push(&[first, second]), scope)
    }

    /// `g = f(a, b)`, or in the middle of an expression: `g = x + f(a, b)`.
    /// Nobody but its own function changes `x`.
    fn call(&mut self, function: usize, readable: &[DeclId], target: DeclId) -> StmtKind {
        let callee = self.random.below(function as u64) as usize;
        let args = [self.expression(readable, 1), self.expression(readable, 1)];
        let callee = self.functions[callee].1;
        let mut value = build::call(self.p(), callee, &args);
        if self.random.below(2) == 0 {
            use BinaryOp::*;
            let locals: Vec<DeclId> =
                readable.iter().copied().filter(|decl| !self.globals.contains(decl)).collect();
            let left = self.leaf(&locals);
            let op = self.random.pick(&[Add, Sub, Mul, Xor, Lt]);
            value = binary(self.p(), op, left, value);
        }
        StmtKind::Expr(build::assign(self.p(), target, value))
    }

    /// A block of holes, in a statement that will stand at a hole.
    fn block(
        &mut self,
        hole: StmtId,
        outer: ScopeId,
        counter: Option<DeclId>,
        in_loop: bool,
    ) -> StmtId {
        let home = self.home[&hole];
        let count = 1 + self.random.below(3);
        let p = self.machine.program_mut();
        let scope = build::scope(p, outer);
        let stmts: Vec<StmtId> = (0..count).map(|_| build::stmt(p, StmtKind::Hole)).collect();
        let list = p.stmt_lists.push(&stmts);
        let block = build::stmt(p, StmtKind::Compound(list, scope));
        self.home.extend(stmts.iter().map(|&stmt| (stmt, self.blocks.len())));
        let Block { function, depth, .. } = self.blocks[home];
        let (outer, depth) = (Some((home, hole)), depth + 1);
        self.blocks.push(Block { function, scope, stmts, counter, outer, depth, in_loop });
        block
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    /// The variables that a statement at a hole may read, and may write.
    fn visible(&self, hole: StmtId) -> (Vec<DeclId>, Vec<DeclId>) {
        let p = self.machine.program();
        let mut writable = self.globals.clone();
        let mut counters = Vec::new();
        let mut place = Some((self.home[&hole], hole));
        while let Some((block, stmt)) = place {
            let block = &self.blocks[block];
            for &before in block.stmts.iter().take_while(|&&s| s != stmt) {
                if let StmtKind::Declaration(group) = p.stmts[before].kind {
                    writable.extend(&p.decl_lists[p.groups[group].decls]);
                }
            }
            counters.extend(block.counter);
            if block.outer.is_none() {
                writable.extend(&self.functions[block.function].2);
            }
            place = block.outer;
        }
        let readable = writable.iter().chain(&counters).copied().collect();
        (readable, writable)
    }

    // ---- expressions ----

    fn leaf(&mut self, readable: &[DeclId]) -> ExprId {
        if !readable.is_empty() && self.random.below(4) > 0 {
            let decl = self.random.pick(readable);
            return read(self.p(), decl);
        }
        let some = self.random.next() as i32 >> self.random.below(32);
        let value = self.random.pick(&[0, 1, 2, -1, 31, 32, i32::MAX, i32::MIN, some, some]);
        constant(self.p(), value)
    }

    fn expression(&mut self, readable: &[DeclId], depth: u32) -> ExprId {
        use BinaryOp::*;
        const OPS: [BinaryOp; 16] =
            [Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor, Lt, Gt, Le, Ge, Eq, Ne];
        if depth == 0 {
            return self.leaf(readable);
        }
        match self.random.below(16) {
            0..12 => {
                let op = self.random.pick(&OPS);
                let (a, b) =
                    (self.expression(readable, depth - 1), self.expression(readable, depth - 1));
                binary(self.p(), op, a, b)
            }
            12 => {
                let op = self.random.pick(&[UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not]);
                let a = self.expression(readable, depth - 1);
                build::unary(self.p(), op, a)
            }
            13 => {
                let parts = [0; 3].map(|_| self.expression(readable, depth - 1));
                let [a, b, c] = parts;
                expr(self.p(), ExprKind::Conditional(a, b, c), TypeId::INT)
            }
            _ => {
                let (a, b) =
                    (self.expression(readable, depth - 1), self.expression(readable, depth - 1));
                let and = self.random.below(2) == 0;
                let kind = if and { ExprKind::LogAnd(a, b) } else { ExprKind::LogOr(a, b) };
                expr(self.p(), kind, TypeId::INT)
            }
        }
    }

    /// Some conditions are made to hold now.
    fn condition(&mut self, readable: &[DeclId], live: bool) -> ExprId {
        if live && self.random.below(2) == 0 {
            let decl = self.random.pick(readable);
            let value = self.machine.integer(decl).expect("every variable has a value");
            let p = self.machine.program_mut();
            let (a, b) = (read(p, decl), constant(p, value as i32));
            return binary(p, BinaryOp::Eq, a, b);
        }
        self.expression(readable, 2)
    }

    // ---- the end ----

    /// What was never reached need only compile.
    fn fill_the_rest(&mut self) {
        let mut next = 0;
        while next < self.machine.program().stmts.len() {
            let stmt = StmtId::new(next);
            if self.machine.program().stmts[stmt].kind == StmtKind::Hole {
                let kind = self.statement(stmt, false);
                self.p().stmts[stmt].kind = kind;
            }
            next += 1;
        }
    }
}
