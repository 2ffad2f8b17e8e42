//! What stands in the functions of a program, counted.

use std::collections::{BTreeMap, BTreeSet};

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::tree::{
    Conversion, DeclId, DeclKind, ExprId, ExprKind, FunctionId, Item, LabelId, MemberStyle,
    Program, StmtId, StmtKind, Storage, UnaryOp,
};
use elenchus_lang::types::{ArrayLength, TypeId, TypeKind};
use elenchus_lang::walk::{self, Child};

/// How often each thing comes in a program.
#[derive(Clone, Default, Debug)]
pub struct Seen {
    pub stores: usize,
    pub updates: usize,
    pub deep_stores: usize,
    pub param_stores: usize,
    pub pointer_assigned: usize,
    pub pointer_steps: usize,
    pub pointer_compared: usize,
    pub pointer_subtracted: usize,
    pub null_tests: usize,
    pub pointer_chosen: usize,
    pub pointer_results: usize,
    pub pointer_members: usize,
    pub linked: usize,
    pub restricts: usize,
    pub forward_gotos: usize,
    pub backward_gotos: usize,
    pub second_entries: usize,
    pub computed_gotos: usize,
    pub early_returns: usize,
    pub breaks: usize,
    pub continues: usize,
    pub whiles: usize,
    pub dos: usize,
    pub switches: usize,
    pub switches_in_loops: usize,
    pub falls: usize,
    pub variable_bounds: usize,
    pub data_loops: usize,
    pub two_inductions: usize,
    pub nested_loops: usize,
    pub most_params: usize,
    pub most_callers: usize,
    pub call_depth: usize,
    pub struct_params: usize,
    pub struct_results: usize,
    pub indirect_calls: usize,
    pub function_tables: usize,
    pub recursive: usize,
    pub tail_calls: usize,
    pub variadics: usize,
    pub pointer_pairs: usize,
    pub bit_fields: usize,
    pub unions: usize,
    pub matrices: usize,
    pub struct_arrays: usize,
    pub static_locals: usize,
    pub volatiles: usize,
    pub floats: usize,
    pub compound_literals: usize,
    pub strings: usize,
    pub vlas: usize,
    pub block_calls: usize,
    pub byte_accesses: usize,
    pub heap_calls: usize,
    pub setjmps: usize,
    /// Local variables, and those of them that nothing names.
    pub locals: usize,
    pub unused_locals: usize,
    /// Assignments, and those to the two variables that have most of them.
    pub assignments: usize,
    pub to_two: usize,
}

/// Functions of the library that copy or fill blocks, and those of the heap.
const BLOCKS: [&str; 4] = ["memcpy", "memmove", "memset", "memcmp"];
const HEAP: [&str; 4] = ["malloc", "calloc", "realloc", "free"];
const JUMPS: [&str; 3] = ["setjmp", "_setjmp", "__builtin_setjmp"];

/// What stands in the functions of a program. Inline functions are a header's, and
/// what `without` names stands around the program proper.
pub fn look(p: &Program, without: &[&str]) -> Seen {
    let mut walker = Walker::new(p);
    let mut functions = Vec::new();
    for item in p.units.iter().flat_map(|unit| &unit.items) {
        match *item {
            Item::Function(function) => {
                let decl = &p.decls[p.functions[function].decl];
                let is_out =
                    decl.storage.has(Storage::INLINE) || without.contains(&p.name(decl.name));
                if !is_out {
                    functions.push(function);
                }
            }
            Item::Declaration(group) => {
                for &decl in &p.decl_lists[p.groups[group].decls] {
                    if !without.contains(&p.name(p.decls[decl].name)) {
                        walker.variable(decl);
                    }
                }
            }
            _ => {}
        }
    }
    functions.iter().for_each(|&function| walker.function(function));
    walker.finish()
}

struct Walker<'p> {
    p: &'p Program,
    seen: Seen,
    /// Where it walks: the function, loops and switches around.
    function: Option<DeclId>,
    /// Assignments to each variable, and mentions of each local one.
    assigned: BTreeMap<DeclId, usize>,
    locals: BTreeMap<DeclId, usize>,
    /// Which functions each calls, and from how many places.
    calls: BTreeMap<DeclId, BTreeSet<DeclId>>,
    callers: BTreeMap<DeclId, usize>,
    records: BTreeSet<TypeId>,
}

/// The labels of a function and its jumps, by their place in the text.
#[derive(Default)]
struct Jumps {
    labels: BTreeMap<LabelId, usize>,
    gotos: Vec<(usize, LabelId)>,
    place: usize,
}

/// What is around a statement.
#[derive(Clone, Copy, Default)]
struct Around {
    loops: usize,
    /// The innermost of both is a switch.
    in_switch: bool,
}

impl<'p> Walker<'p> {
    fn new(p: &'p Program) -> Walker<'p> {
        Walker {
            p,
            seen: Seen::default(),
            function: None,
            assigned: BTreeMap::new(),
            locals: BTreeMap::new(),
            calls: BTreeMap::new(),
            callers: BTreeMap::new(),
            records: BTreeSet::new(),
        }
    }

    fn finish(mut self) -> Seen {
        self.seen.locals = self.locals.len();
        self.seen.unused_locals = self.locals.values().filter(|&&mentions| mentions == 0).count();
        let mut counts: Vec<usize> = self.assigned.values().copied().collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        self.seen.assignments = counts.iter().sum();
        self.seen.to_two = counts.iter().take(2).sum();
        self.seen.most_callers = self.callers.values().copied().max().unwrap_or(0);
        let functions: Vec<DeclId> = self.calls.keys().copied().collect();
        for &function in &functions {
            let mut reached = BTreeSet::new();
            let mut next: Vec<DeclId> = self.calls[&function].iter().copied().collect();
            while let Some(callee) = next.pop() {
                if reached.insert(callee) {
                    next.extend(self.calls.get(&callee).into_iter().flatten().copied());
                }
            }
            self.seen.recursive += usize::from(reached.contains(&function));
        }
        // The longest way without coming back.
        let mut depth: BTreeMap<DeclId, usize> = functions.iter().map(|&f| (f, 0)).collect();
        for _ in 0..8 {
            for &function in &functions {
                let below = self.calls[&function].iter().filter(|&&c| c != function);
                let most = below.filter_map(|c| depth.get(c)).map(|d| d + 1).max().unwrap_or(0);
                depth.insert(function, most.min(8));
            }
        }
        self.seen.call_depth = depth.values().copied().max().unwrap_or(0);
        self.seen
    }

    fn function(&mut self, function: FunctionId) {
        let p = self.p;
        let of = p.functions[function];
        let entity = p.decls[of.decl].entity;
        self.function = Some(entity);
        self.calls.entry(entity).or_default();
        let Some(ty) = p.types.as_function(p.decls[of.decl].ty) else { return };
        self.seen.pointer_results += usize::from(p.types.is_pointer(ty.result));
        self.seen.struct_results += usize::from(p.types.as_record(ty.result).is_some());
        self.seen.variadics += usize::from(ty.variadic);
        let params = &p.decl_lists[of.params];
        self.seen.most_params = self.seen.most_params.max(params.len());
        let pointers =
            params.iter().filter(|&&param| p.types.is_pointer(p.decls[param].ty)).count();
        self.seen.pointer_pairs += usize::from(pointers >= 2);
        for &param in params {
            self.seen.struct_params += usize::from(p.types.as_record(p.decls[param].ty).is_some());
            self.note_type(p.decls[param].ty);
        }
        let mut jumps = Jumps::default();
        self.statement(of.body, Around::default(), &mut jumps);
        self.jumps(&jumps);
        let last = self.last_statement(of.body);
        walk::descend(p, Child::Stmt(of.body), |child| {
            let Child::Stmt(stmt) = child else { return };
            if let StmtKind::Return(value) = p.stmts[stmt].kind {
                self.seen.early_returns += usize::from(Some(stmt) != last);
                if let Some(mut value) = value {
                    while let ExprKind::Convert(_, of) = p.exprs[value].kind {
                        value = of;
                    }
                    let is_call = matches!(p.exprs[value].kind, ExprKind::Call(..));
                    self.seen.tail_calls += usize::from(is_call);
                }
            }
        });
    }

    fn last_statement(&self, body: StmtId) -> Option<StmtId> {
        match self.p.stmts[body].kind {
            StmtKind::Compound(list, _) => self.last_statement(*self.p.stmt_lists[list].last()?),
            _ => Some(body),
        }
    }

    fn jumps(&mut self, jumps: &Jumps) {
        let places: Vec<(usize, usize)> = jumps
            .gotos
            .iter()
            .filter_map(|(from, label)| Some((*from, *jumps.labels.get(label)?)))
            .collect();
        for &(from, to) in &places {
            if to > from {
                self.seen.forward_gotos += 1;
                continue;
            }
            self.seen.backward_gotos += 1;
            // Somebody jumps behind its start from before it.
            let enters = |&(other, at): &(usize, usize)| other < to && at > to && at <= from;
            self.seen.second_entries += usize::from(places.iter().any(enters));
        }
    }

    /// Walks a statement and all in it.
    fn statement(&mut self, stmt: StmtId, around: Around, jumps: &mut Jumps) {
        use StmtKind::*;
        let p = self.p;
        jumps.place += 1;
        let in_loop = Around { loops: around.loops + 1, in_switch: false };
        match p.stmts[stmt].kind {
            Compound(list, _) => {
                let stmts = &p.stmt_lists[list];
                for (at, &stmt) in stmts.iter().enumerate() {
                    let is_case = |s: StmtId| matches!(p.stmts[s].kind, Case(..) | Default(_));
                    let falls = at > 0 && is_case(stmt) && is_case(stmts[at - 1]);
                    self.seen.falls += usize::from(falls);
                    self.statement(stmt, around, jumps);
                }
            }
            If(c, then, other) => {
                self.condition(c);
                self.expression(c);
                self.statement(then, around, jumps);
                if let Some(other) = other {
                    self.statement(other, around, jumps);
                }
            }
            While(c, body) => {
                self.seen.whiles += 1;
                self.a_loop(Some(c), around);
                self.expression(c);
                self.statement(body, in_loop, jumps);
            }
            DoWhile(body, c) => {
                self.seen.dos += 1;
                self.a_loop(Some(c), around);
                self.statement(body, in_loop, jumps);
                self.expression(c);
            }
            For(id) => {
                let parts = p.fors[id];
                self.a_loop(parts.condition, around);
                if let Some(init) = parts.init {
                    self.statement(init, around, jumps);
                }
                [parts.condition, parts.step]
                    .into_iter()
                    .flatten()
                    .for_each(|e| self.expression(e));
                if let Some(step) = parts.step {
                    let is_two = matches!(p.exprs[step].kind, ExprKind::Comma(..));
                    self.seen.two_inductions += usize::from(is_two);
                }
                self.statement(parts.body, in_loop, jumps);
            }
            Switch(control, body) => {
                self.seen.switches += 1;
                self.seen.switches_in_loops += usize::from(around.loops > 0);
                self.expression(control);
                self.statement(body, Around { in_switch: true, ..around }, jumps);
            }
            Case(_, _, body) | Default(body) => self.statement(body, around, jumps),
            Label(label, _, body) => {
                jumps.labels.insert(label, jumps.place);
                self.statement(body, around, jumps);
            }
            Goto(label) => jumps.gotos.push((jumps.place, label)),
            ComputedGoto(e) => {
                self.seen.computed_gotos += 1;
                self.expression(e);
            }
            Break => self.seen.breaks += usize::from(around.loops > 0 && !around.in_switch),
            Continue => self.seen.continues += 1,
            Declaration(group) => {
                for &decl in &p.decl_lists[p.groups[group].decls] {
                    self.variable(decl);
                }
                walk::stmt_children(p, stmt, |child| self.child(child));
            }
            _ => walk::stmt_children(p, stmt, |child| self.child(child)),
        }
    }

    fn a_loop(&mut self, condition: Option<ExprId>, around: Around) {
        self.seen.nested_loops += usize::from(around.loops > 0);
        let Some(condition) = condition else {
            self.seen.data_loops += 1;
            return;
        };
        self.condition(condition);
        match self.p.exprs[condition].kind {
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let constant = |e| self.is_constant(e);
                self.seen.variable_bounds += usize::from(!constant(a) && !constant(b));
            }
            _ => self.seen.data_loops += 1,
        }
    }

    fn is_constant(&self, mut e: ExprId) -> bool {
        loop {
            match self.p.exprs[e].kind {
                ExprKind::Int(..) | ExprKind::Float(_) | ExprKind::Enumerator(_) => return true,
                ExprKind::Convert(_, of)
                | ExprKind::Cast(_, of, _)
                | ExprKind::Unary(UnaryOp::Neg | UnaryOp::BitNot, of) => e = of,
                ExprKind::Binary(_, a, b) => return self.is_constant(a) && self.is_constant(b),
                _ => return false,
            }
        }
    }

    /// Whether a pointer is what a condition looks at.
    fn condition(&mut self, e: ExprId) {
        let kind = self.p.exprs[e].kind;
        let is_pointer = self.p.types.is_pointer(self.p.exprs[e].ty);
        let converted = matches!(kind, ExprKind::Convert(Conversion::PointerToBool, _));
        self.seen.null_tests += usize::from(is_pointer || converted);
    }

    fn child(&mut self, child: Child) {
        match child {
            Child::Expr(e) => self.expression(e),
            Child::Init(_) => walk::descend(self.p, child, |child| {
                if let Child::Expr(e) = child {
                    self.node(e);
                }
            }),
            Child::Stmt(_) => {}
        }
    }

    fn expression(&mut self, e: ExprId) {
        walk::descend(self.p, Child::Expr(e), |child| {
            if let Child::Expr(e) = child {
                self.node(e);
            }
        });
    }

    fn node(&mut self, e: ExprId) {
        use ExprKind::*;
        let p = self.p;
        let is_pointer = |e: ExprId| p.types.is_pointer(p.exprs[e].ty);
        match p.exprs[e].kind {
            Assign(target, _) => self.assignment(target, false),
            CompoundAssign(_, target, ..) | Step(_, target) => self.assignment(target, true),
            Binary(op, a, b) => {
                let null = |e: ExprId| matches!(p.exprs[e].kind, Convert(Conversion::Null, _));
                match (is_pointer(a), is_pointer(b)) {
                    (true, true) if null(a) || null(b) => self.seen.null_tests += 1,
                    (true, true) if op == BinaryOp::Sub => self.seen.pointer_subtracted += 1,
                    (true, true) => self.seen.pointer_compared += 1,
                    _ => {}
                }
            }
            LogAnd(a, b) | LogOr(a, b) => {
                self.condition(a);
                self.condition(b);
            }
            Unary(UnaryOp::Not, a) => self.condition(a),
            Conditional(c, a, _) => {
                self.condition(c);
                self.seen.pointer_chosen += usize::from(is_pointer(a));
            }
            Name(decl) => {
                if let Some(mentions) = self.locals.get_mut(&decl) {
                    *mentions += 1;
                }
            }
            CompoundLiteral(..) => self.seen.compound_literals += 1,
            String(_) => self.seen.strings += 1,
            Unary(UnaryOp::Deref, of) | Index(of, _) => {
                let is_byte = [TypeId::CHAR, TypeId::SCHAR, TypeId::UCHAR]
                    .contains(&p.exprs[e].ty.unqualified());
                let is_pointer = !matches!(p.exprs[of].kind, Convert(Conversion::Decay, _));
                self.seen.byte_accesses += usize::from(is_byte && is_pointer);
            }
            Call(callee, args) => self.call(callee, args.len()),
            _ => {}
        }
    }

    fn call(&mut self, callee: ExprId, _: usize) {
        let p = self.p;
        let mut of = callee;
        while let ExprKind::Convert(_, inner) | ExprKind::Unary(UnaryOp::Deref, inner) =
            p.exprs[of].kind
        {
            of = inner;
        }
        let decl = match p.exprs[of].kind {
            ExprKind::Name(decl)
                if matches!(p.decls[decl].kind, DeclKind::Function | DeclKind::Builtin) =>
            {
                p.decls[decl].entity
            }
            _ => {
                self.seen.indirect_calls += 1;
                return;
            }
        };
        let name = p.name(p.decls[decl].name);
        self.seen.block_calls += usize::from(BLOCKS.contains(&name));
        self.seen.heap_calls += usize::from(HEAP.contains(&name));
        self.seen.setjmps += usize::from(JUMPS.contains(&name));
        if let Some(function) = self.function {
            self.calls.entry(function).or_default().insert(decl);
            *self.callers.entry(decl).or_default() += 1;
        }
    }

    fn assignment(&mut self, target: ExprId, update: bool) {
        let p = self.p;
        let ty = p.exprs[target].ty;
        if let Some(root) = root(p, target) {
            *self.assigned.entry(root).or_default() += 1;
        }
        if p.types.is_pointer(ty) {
            match update {
                true => self.seen.pointer_steps += 1,
                false => self.seen.pointer_assigned += 1,
            }
            return;
        }
        let Some(pointer) = through(p, target) else { return };
        if !p.types.is_arithmetic(p.types.value_type(ty)) {
            return;
        }
        self.seen.stores += 1;
        self.seen.updates += usize::from(update);
        let mut from = pointer;
        while let ExprKind::Convert(_, of) = p.exprs[from].kind {
            from = of;
        }
        self.seen.deep_stores += usize::from(through(p, from).is_some());
        if let ExprKind::Name(decl) = p.exprs[from].kind {
            let is_param = p.decls[decl].kind == DeclKind::Parameter;
            self.seen.param_stores += usize::from(is_param);
        }
    }

    /// A variable is declared.
    fn variable(&mut self, decl: DeclId) {
        let found = &self.p.decls[decl];
        if found.kind != DeclKind::Variable {
            return;
        }
        if self.function.is_some() {
            self.locals.entry(decl).or_default();
            self.seen.static_locals += usize::from(found.storage.has(Storage::STATIC));
        }
        self.note_type(found.ty);
    }

    fn note_type(&mut self, ty: TypeId) {
        let types = &self.p.types;
        self.seen.volatiles += usize::from(ty.is_volatile());
        match types.kind(ty) {
            TypeKind::Array { element, length } => {
                self.seen.matrices += usize::from(types.is_array(element));
                self.seen.struct_arrays += usize::from(types.as_record(element).is_some());
                self.seen.vlas += usize::from(!matches!(length, ArrayLength::Fixed(_)));
                if let TypeKind::Pointer(to) = types.kind(element) {
                    let is_function = types.as_function(to).is_some();
                    self.seen.function_tables += usize::from(is_function);
                }
                self.note_type(element);
            }
            TypeKind::Pointer(to) => {
                self.seen.restricts += usize::from(ty.is_restrict());
                if types.as_record(to).is_some() {
                    self.note_type(to);
                }
            }
            TypeKind::Float(_) => self.seen.floats += 1,
            TypeKind::Record(record) if self.records.insert(ty.unqualified()) => {
                self.seen.unions += usize::from(types.records[record].is_union);
                for &field in types.fields(record) {
                    let field = &types.fields[field];
                    self.seen.bit_fields += usize::from(field.width.is_some());
                    if let TypeKind::Pointer(to) = types.kind(field.ty) {
                        self.seen.pointer_members += 1;
                        self.seen.linked += usize::from(to.unqualified() == ty.unqualified());
                    }
                    self.note_type(field.ty);
                }
            }
            _ => {}
        }
    }
}

/// The pointer through which an lvalue is reached, if one is.
fn through(p: &Program, lvalue: ExprId) -> Option<ExprId> {
    let mut at = lvalue;
    loop {
        at = match p.exprs[at].kind {
            ExprKind::Unary(UnaryOp::Deref, pointer) => return Some(pointer),
            ExprKind::Member(pointer, _, MemberStyle::Arrow | MemberStyle::ImplicitArrow) => {
                return Some(pointer);
            }
            ExprKind::Member(of, ..) => of,
            ExprKind::Index(pointer, _) => match p.exprs[pointer].kind {
                ExprKind::Convert(Conversion::Decay, array) => array,
                _ => return Some(pointer),
            },
            _ => return None,
        };
    }
}

/// The variable that is named when an lvalue is written to.
fn root(p: &Program, lvalue: ExprId) -> Option<DeclId> {
    let mut at = lvalue;
    loop {
        at = match p.exprs[at].kind {
            ExprKind::Name(decl) => return Some(decl),
            ExprKind::Unary(_, of)
            | ExprKind::Member(of, ..)
            | ExprKind::Index(of, _)
            | ExprKind::Convert(_, of) => of,
            _ => return None,
        };
    }
}
