//! Statements: where control goes, and with which state.

use elenchus_lang::tree::{
    AsmId, DeclId, DeclKind, ExprId, For, FunctionId, GroupId, LabelId, ScopeId, StmtId, StmtKind,
};
use elenchus_lang::walk::{self, Child};
use rustc_hash::{FxHashMap, FxHashSet};

use super::effects::Effects;
use super::place::{Base, is_static};
use super::sets::{Atom, SetId};
use super::state::{self, State};
use super::{Analysis, Done, Point, Stop, Value};

/// What is known of the call that is walked.
#[derive(Default)]
pub(super) struct Frame {
    /// The scope in which the walk is.
    scope: Option<ScopeId>,
    /// Loops and switches around it, from the outside in.
    around: Vec<Around>,
    /// In which scope each label stands, and what comes there from jumps.
    label_scopes: FxHashMap<LabelId, Option<ScopeId>>,
    labels: FxHashMap<LabelId, State>,
    /// Labels that the walk has passed since it began.
    passed: FxHashSet<LabelId>,
    /// A jump brought something new to a label that was passed.
    again: bool,
    /// The turns of the loops that are walked.
    turns: Vec<u32>,
    returned: Option<State>,
    result: Option<Value>,
    /// What all statements read and write.
    total: Effects,
}

/// A loop or a switch.
struct Around {
    is_loop: bool,
    /// Where it stands, and where `continue` goes.
    scope: Option<ScopeId>,
    inner: Option<ScopeId>,
    /// States from `break` and `continue`.
    left: Option<State>,
    next: Option<State>,
    /// Of a switch: the state where its cases are reached from.
    head: Option<State>,
    has_default: bool,
}

impl Frame {
    pub(super) fn turn(&self) -> u32 {
        self.turns.last().copied().unwrap_or(0)
    }
}

impl Analysis<'_> {
    /// Walks the body of a function from the state that is now; gives what it returns,
    /// with which state, and what it reads and writes.
    pub(super) fn body(&mut self, id: FunctionId) -> Done<(Option<State>, Option<Value>, Effects)> {
        let function = self.p.functions[id];
        let label_scopes = self.labels_of(id);
        let outer = std::mem::replace(&mut self.frame, Frame { label_scopes, ..Frame::default() });
        let outer_effects = std::mem::take(&mut self.effects);
        let entry = self.now.take();
        loop {
            self.now = entry.clone();
            self.frame.again = false;
            self.frame.passed.clear();
            self.statement(function.body)?;
            // Its end is reached: the parameters are left, too.
            self.leave_function(function.scope, None);
            if !self.frame.again {
                break;
            }
        }
        let frame = std::mem::replace(&mut self.frame, outer);
        self.effects = outer_effects;
        Ok((frame.returned, frame.result, frame.total))
    }

    fn labels_of(&self, id: FunctionId) -> FxHashMap<LabelId, Option<ScopeId>> {
        let mut found = FxHashMap::default();
        let mut pending = vec![(Child::Stmt(self.p.functions[id].body), None)];
        while let Some((child, mut scope)) = pending.pop() {
            if let Child::Stmt(stmt) = child {
                match self.p.stmts[stmt].kind {
                    StmtKind::Compound(_, own) => scope = Some(own),
                    StmtKind::For(parts) => scope = Some(self.p.fors[parts].scope),
                    StmtKind::Label(label, ..) => {
                        found.insert(label, scope);
                    }
                    _ => {}
                }
            }
            walk::children(self.p, child, |child| pending.push((child, scope)));
        }
        found
    }

    fn statement(&mut self, id: StmtId) -> Done<()> {
        self.within(|a| a.statement_of(id))
    }

    fn statement_of(&mut self, id: StmtId) -> Done<()> {
        match self.p.stmts[id].kind {
            StmtKind::Empty
            | StmtKind::LocalLabels(_)
            | StmtKind::StaticAssert(..)
            | StmtKind::Attributes(_)
            | StmtKind::Pragma(_) => Ok(()),
            StmtKind::Error | StmtKind::Hole => Err(Stop::Unsupported("pieces that are missing")),
            StmtKind::NestedFunction(_) => Err(Stop::Unsupported("nested functions")),
            StmtKind::Expr(e) => self.full(Point::Stmt(id), |a| a.value(e)).map(drop),
            StmtKind::Compound(list, scope) => {
                let list = self.p.stmt_lists[list].to_vec();
                self.block(Some(scope), |a| list.iter().try_for_each(|&stmt| a.statement(stmt)))
            }
            StmtKind::If(c, then, otherwise) => {
                let (yes, no) = self.full(Point::Expr(c), |a| a.condition(c))?;
                self.now = yes;
                self.statement(then)?;
                let after = std::mem::replace(&mut self.now, no);
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise)?;
                }
                self.now = self.join_states(after, self.now.clone());
                Ok(())
            }
            StmtKind::While(c, body) => self.turns(Some(c), None, body, true),
            StmtKind::DoWhile(body, c) => self.turns(Some(c), None, body, false),
            StmtKind::For(parts) => self.for_loop(self.p.fors[parts]),
            StmtKind::Switch(e, body) => {
                self.full(Point::Stmt(id), |a| a.value(e))?;
                self.switch(body)
            }
            StmtKind::Case(_, _, body) => self.case(body, false),
            StmtKind::Default(body) => self.case(body, true),
            StmtKind::Label(label, _, body) => {
                self.frame.passed.insert(label);
                let jumped = self.frame.labels.get(&label).cloned();
                self.now = self.join_states(jumped, self.now.clone());
                self.statement(body)
            }
            StmtKind::Goto(label) => {
                self.record(Point::Stmt(id));
                self.jump(label);
                self.now = None;
                Ok(())
            }
            StmtKind::ComputedGoto(e) => {
                self.full(Point::Stmt(id), |a| a.value(e))?;
                let mut labels: Vec<LabelId> = self.frame.label_scopes.keys().copied().collect();
                labels.sort_unstable();
                for label in labels {
                    if self.p.labels[label].address_taken {
                        self.jump(label);
                    }
                }
                self.now = None;
                Ok(())
            }
            StmtKind::Break | StmtKind::Continue => {
                self.record(Point::Stmt(id));
                self.leave(self.p.stmts[id].kind == StmtKind::Continue);
                Ok(())
            }
            StmtKind::Return(e) => self.give_back(id, e),
            StmtKind::Declaration(group) => self.declaration(group),
            StmtKind::Asm(asm) => self.asm(id, asm),
        }
    }

    /// A full expression: what it meets and does is noted.
    fn full<T>(&mut self, point: Point, f: impl FnOnce(&mut Self) -> Done<T>) -> Done<T> {
        self.record(point);
        self.effects = Effects::default();
        let done = f(self)?;
        let effects = self.effects;
        self.frame.total.add(&mut self.facts.sets, effects);
        self.record_effects(point);
        Ok(done)
    }

    // ---- scopes ----

    fn variables_of(&self, scope: ScopeId, with_parameters: bool) -> Vec<DeclId> {
        let decls = &self.p.decl_lists[self.p.scopes[scope].decls];
        let is_own = |decl: &&DeclId| match self.p.decls[**decl].kind {
            DeclKind::Variable => !is_static(self.p, **decl),
            DeclKind::Parameter => with_parameters,
            _ => false,
        };
        decls.iter().filter(is_own).copied().collect()
    }

    fn block(&mut self, scope: Option<ScopeId>, f: impl FnOnce(&mut Self) -> Done<()>) -> Done<()> {
        let Some(scope) = scope else { return f(self) };
        let outer = self.frame.scope.replace(scope);
        self.enter(scope);
        f(self)?;
        self.end_scope(scope);
        self.frame.scope = outer;
        Ok(())
    }

    fn enter(&mut self, scope: ScopeId) {
        for decl in self.variables_of(scope, false) {
            let place = self.variable(decl);
            self.begin(place, SetId::GARBAGE);
        }
    }

    fn end_scope(&mut self, scope: ScopeId) {
        let ended = self.bases_of(scope, false);
        self.end(&ended);
    }

    fn bases_of(&self, scope: ScopeId, with_parameters: bool) -> Vec<Base> {
        let variables = self.variables_of(scope, with_parameters);
        variables.iter().map(|&v| Base::Variable(self.facts.entities.of(self.p, v))).collect()
    }

    /// From one scope to another of the same function: some variables end, others begin.
    fn cross(&mut self, from: Option<ScopeId>, to: Option<ScopeId>) {
        let (from, to) = (self.scopes_around(from), self.scopes_around(to));
        for &left in from.iter().filter(|scope| !to.contains(scope)) {
            self.end_scope(left);
        }
        for &entered in to.iter().rev().filter(|scope| !from.contains(scope)) {
            self.enter(entered);
        }
    }

    fn scopes_around(&self, scope: Option<ScopeId>) -> Vec<ScopeId> {
        let parent = |scope: &ScopeId| self.p.scopes[*scope].parent;
        std::iter::successors(scope, parent).collect()
    }

    // ---- jumps ----

    fn jump(&mut self, label: LabelId) {
        let (here, now) = (self.frame.scope, self.now.clone());
        let there = self.frame.label_scopes.get(&label).copied().flatten();
        self.cross(here, there);
        let mut known = self.frame.labels.remove(&label);
        let facts = &mut self.facts;
        let is_new =
            state::join_into(self.p, &facts.places, &mut facts.sets, &mut known, &self.now);
        if let Some(known) = known {
            self.frame.labels.insert(label, known);
        }
        self.frame.again |= is_new && self.frame.passed.contains(&label);
        self.now = now;
    }

    fn leave(&mut self, continues: bool) {
        let is_it = |around: &Around| around.is_loop || !continues;
        let Some(number) = self.frame.around.iter().rposition(is_it) else {
            self.now = None;
            return;
        };
        let around = &self.frame.around[number];
        let to = if continues { around.inner } else { around.scope };
        self.cross(self.frame.scope, to);
        let state = self.now.take();
        let around = &mut self.frame.around[number];
        let kept = if continues { &mut around.next } else { &mut around.left };
        let kept = kept.take();
        let joined = self.join_states(kept, state);
        let around = &mut self.frame.around[number];
        *(if continues { &mut around.next } else { &mut around.left }) = joined;
    }

    fn give_back(&mut self, id: StmtId, e: Option<ExprId>) -> Done<()> {
        let value = self.full(Point::Stmt(id), |a| e.map(|e| a.value(e)).transpose())?;
        if let Some(scope) = self.frame.scope {
            self.leave_function(scope, value);
        }
        Ok(())
    }

    /// All scopes up to the function's end.
    fn leave_function(&mut self, from: ScopeId, value: Option<Value>) {
        if self.now.is_none() {
            return;
        }
        let scopes = self.scopes_around(Some(from));
        let ended: Vec<Base> = scopes.iter().flat_map(|&s| self.bases_of(s, true)).collect();
        self.end(&ended);
        if let Some(value) = value {
            let value = self.value_after(value, &ended);
            self.frame.result = Some(match self.frame.result.take() {
                Some(known) => self.join_values(known, value),
                None => value,
            });
        }
        let state = self.now.take();
        let known = self.frame.returned.take();
        self.frame.returned = self.join_states(known, state);
    }

    /// A value when objects have ended to which it may point.
    fn value_after(&mut self, value: Value, ended: &[Base]) -> Value {
        let after = |a: &mut Self, set: SetId| {
            let (places, summaries) = (&a.facts.places, &a.summaries);
            let mut atoms = a.facts.sets.atoms(set).to_vec();
            let is_ended = |atom: &Atom| matches!(atom, Atom::Place(place) if ended.contains(&places[*place].base));
            if !atoms.iter().any(is_ended) {
                return set;
            }
            let stays = |atom: &Atom| matches!(atom, Atom::Place(place) if summaries.contains(&places[*place].base));
            atoms.retain(|atom| !is_ended(atom) || stays(atom));
            atoms.push(Atom::Garbage);
            a.facts.sets.of(atoms)
        };
        match value {
            Value::Scalar(set) => Value::Scalar(after(self, set)),
            Value::Whole(sets) => Value::Whole(sets.iter().map(|&set| after(self, set)).collect()),
        }
    }

    // ---- loops and switches ----

    fn for_loop(&mut self, parts: For) -> Done<()> {
        self.block(Some(parts.scope), |a| {
            if let Some(init) = parts.init {
                a.statement(init)?;
            }
            a.turns(parts.condition, parts.step, parts.body, true)
        })
    }

    fn push_around(&mut self, is_loop: bool, head: Option<State>) {
        let scope = self.frame.scope;
        self.frame.around.push(Around {
            is_loop,
            scope,
            inner: scope,
            left: None,
            next: None,
            head,
            has_default: false,
        });
    }

    /// Walks a loop until its head brings nothing new.
    fn turns(
        &mut self,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
        tests_first: bool,
    ) -> Done<()> {
        let mut head = self.now.take();
        self.push_around(true, None);
        self.frame.turns.push(0);
        let mut out = None;
        loop {
            if let Some(turn) = self.frame.turns.last_mut() {
                *turn += 1;
            }
            self.now = head.clone();
            if tests_first {
                out = self.test(condition)?;
            }
            self.statement(body)?;
            let around = self.frame.around.last_mut();
            let next = around.and_then(|around| around.next.take());
            self.now = self.join_states(next, self.now.clone());
            if !tests_first {
                out = self.test(condition)?;
            }
            if let Some(step) = step {
                self.full(Point::Expr(step), |a| a.value(step))?;
            }
            let (facts, back) = (&mut self.facts, self.now.take());
            if !state::join_into(self.p, &facts.places, &mut facts.sets, &mut head, &back) {
                break;
            }
        }
        self.frame.turns.pop();
        let left = self.frame.around.pop().and_then(|around| around.left);
        self.now = self.join_states(out, left);
        Ok(())
    }

    /// The state where a loop goes on is now; gives that where it ends.
    fn test(&mut self, condition: Option<ExprId>) -> Done<Option<State>> {
        let Some(c) = condition else { return Ok(None) };
        let (yes, no) = self.full(Point::Expr(c), |a| a.condition(c))?;
        self.now = yes;
        Ok(no)
    }

    fn switch(&mut self, body: StmtId) -> Done<()> {
        let head = self.now.take();
        self.push_around(false, head.clone());
        self.statement(body)?;
        let around = self.frame.around.pop();
        let (left, has_default) =
            around.map_or((None, false), |around| (around.left, around.has_default));
        let mut out = self.join_states(left, self.now.clone());
        if !has_default {
            out = self.join_states(out, head);
        }
        self.now = out;
        Ok(())
    }

    fn case(&mut self, body: StmtId, is_default: bool) -> Done<()> {
        if let Some(around) = self.frame.around.iter_mut().rfind(|around| !around.is_loop) {
            around.has_default |= is_default;
            let (head, scope) = (around.head.clone(), around.scope);
            let falls = std::mem::replace(&mut self.now, head);
            self.cross(scope, self.frame.scope);
            self.now = self.join_states(falls, self.now.clone());
        }
        self.statement(body)
    }

    // ---- the rest ----

    fn declaration(&mut self, group: GroupId) -> Done<()> {
        for &decl in &self.p.decl_lists[self.p.groups[group].decls] {
            let found = self.p.decls[decl];
            if self.now.is_none() || found.kind != DeclKind::Variable || is_static(self.p, decl) {
                continue;
            }
            let place = self.variable(decl);
            if self.p.types.is_variably_modified(found.ty) {
                self.full(Point::Decl(decl), |a| a.lengths(found.ty))?;
            }
            match found.init {
                Some(init) => self.full(Point::Decl(decl), |a| a.initialise(place, init, true))?,
                None => {
                    self.record(Point::Decl(decl));
                    self.begin(place, SetId::GARBAGE);
                }
            }
        }
        Ok(())
    }

    /// The machine takes those that do nothing: outputs get some value.
    fn asm(&mut self, id: StmtId, asm: AsmId) -> Done<()> {
        let asm = self.p.asms[asm];
        if asm.is_goto {
            return Err(Stop::Unsupported("asm goto"));
        }
        self.full(Point::Stmt(id), |a| {
            for operand in &a.p.asm_operands[asm.inputs] {
                a.value(operand.expr)?;
            }
            for operand in &a.p.asm_operands[asm.outputs] {
                let (places, ty) = (a.place(operand.expr)?, a.p.exprs[operand.expr].ty);
                let value = a.unknown(ty);
                a.effects.complete();
                a.write(places, ty, &value, operand.expr);
            }
            Ok(())
        })
    }

    /// `({ … })`: the value is that of its last statement.
    pub(super) fn statement_expression(&mut self, stmt: StmtId) -> Done<Value> {
        let StmtKind::Compound(list, scope) = self.p.stmts[stmt].kind else {
            return Ok(Value::Scalar(SetId::DATA));
        };
        let list = self.p.stmt_lists[list].to_vec();
        let outer = std::mem::take(&mut self.effects);
        let total = std::mem::take(&mut self.frame.total);
        let mut value = Value::Scalar(SetId::DATA);
        self.block(Some(scope), |a| {
            for (number, &stmt) in list.iter().enumerate() {
                match a.p.stmts[stmt].kind {
                    StmtKind::Expr(e) if number + 1 == list.len() => {
                        value = a.full(Point::Stmt(stmt), |a| a.value(e))?;
                    }
                    _ => a.statement(stmt)?,
                }
            }
            Ok(())
        })?;
        let mut inner = std::mem::replace(&mut self.frame.total, total);
        self.frame.total.add(&mut self.facts.sets, inner);
        inner.complete();
        self.effects = outer;
        self.effects.add(&mut self.facts.sets, inner);
        let ended = self.bases_of(scope, false);
        Ok(self.value_after(value, &ended))
    }
}
