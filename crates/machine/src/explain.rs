//! From a stop to a verdict with its facts.
//!
//! When a run ends, the machine knows which objects were concerned and which
//! calls had not returned: that costs nothing before. Where an object was
//! allocated or freed, and where an earlier access was, nobody writes down.
//! The machine is deterministic, so [`look_back`] runs the program again, with
//! an eye on these objects alone, and then once more up to each place that it
//! asks for.

use elenchus_lang::printer::print_type;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{DeclId, DeclKind, ExprId, ExprKind, Program, StmtKind};

use crate::code::{self, Origin};
use crate::facts::{
    AccessFacts, Call, Datum, Earlier, Facts, Met, ObjectFacts, ObjectKind, Operand, Subject,
};
use crate::history::History;
use crate::memory::{Kind, Place, Plan};
use crate::stop::{Stop, Verdict};
use crate::words::Finding;
use crate::{Event, Machine};

/// More calls of a deep recursion tell nothing.
const CALLS: usize = 200;

impl Machine {
    /// Adds which access it was.
    #[cold]
    pub(crate) fn accessed(
        &self,
        mut stop: Stop,
        place: Option<Place>,
        access: &code::Access,
        write: bool,
    ) -> Stop {
        let Some(facts) = stop.facts_mut() else { return stop };
        let said = facts.access.get_or_insert_with(AccessFacts::default);
        said.write = Some(write);
        said.size = access.size.into();
        said.ty = Some(print_type(&self.p, access.ty));
        if let Some(place) = place {
            said.offset = Some(place.offset as i64);
            let bytes = place.offset as u64..place.offset as u64 + u64::from(access.size);
            let provenance = self.memory.provenance_of(place.object);
            facts.trail.subjects.push(Subject { role: "object", provenance, bytes });
        }
        stop
    }

    /// The verdict of a run that stops here.
    #[cold]
    pub(crate) fn verdict(&self, stop: Stop, origin: Origin) -> Verdict {
        // What went wrong in a function that the library called.
        let origin = self.control.inner.unwrap_or(origin);
        let mut verdict = stop.under(&self.p.language).at(origin.span(&self.p));
        if let Some(facts) = verdict.facts_mut() {
            (facts.calls, facts.omitted) = self.calls();
            let declarations = std::mem::take(&mut facts.objects);
            for subject in &facts.trail.subjects {
                let known = self.memory.remembered(subject.provenance);
                let plan = known.map(|object| (object.plan, object.live));
                facts.objects.push(describe(&self.p, subject.role, plan));
            }
            facts.objects.extend(declarations);
            self.name_clash(facts);
            name_operands(&self.p, facts, origin);
        }
        verdict
    }

    /// The calls that have not returned, the innermost first, and how many more
    /// there are.
    fn calls(&self) -> (Vec<Call>, usize) {
        let caller = |depth: usize| {
            let frame = self.control.frames.get(depth.checked_sub(1)?)?;
            let origins = &self.cache.codes.get(frame.code as usize)?.origins;
            let origin = origins.get((frame.pc as usize).checked_sub(1)?)?;
            Some(origin.span(&self.p)).filter(|span| !span.is_none())
        };
        // What gives static objects their values runs in a frame without a function.
        let calls = self.control.frames.iter().enumerate().rev().take(CALLS).filter_map(
            |(depth, frame)| {
                let name = self.cache.codes.get(frame.code as usize)?.name?;
                Some(Call { function: self.p.name(name).to_owned(), place: caller(depth) })
            },
        );
        (calls.collect(), self.control.frames.len().saturating_sub(CALLS))
    }

    /// What two operands both touch.
    fn name_clash(&self, facts: &mut Facts) {
        let Some(clash) = &facts.trail.clash else { return };
        let what = match &clash.at {
            Met::Errno => "errno".to_owned(),
            Met::Output => "the output".to_owned(),
            Met::Register(_) => "a variable".to_owned(),
            Met::Object(birth, _) => {
                let found = self.memory.objects.iter().find(|o| o.birth == *birth && o.live);
                let object = describe(&self.p, "object", found.map(|o| (o.plan, true)));
                let name = match &object.kind {
                    ObjectKind::Unknown => "an object".to_owned(),
                    ObjectKind::Variable(name) => format!("'{name}'"),
                    _ => format!("{object}"),
                };
                facts.objects.push(object);
                name
            }
        };
        facts.operands.push(Operand { role: "what", ty: None, value: Datum::Text(what.into()) });
    }
}

/// What an object is, and whether it lives.
fn describe(p: &Program, role: &'static str, plan: Option<(Plan, bool)>) -> ObjectFacts {
    let Some((plan, live)) = plan else {
        let kind = ObjectKind::Unknown;
        return ObjectFacts { role, kind, size: None, ty: None, declared: None, left: None };
    };
    let name = |decl: DeclId| p.name(p.decls[decl].name).to_owned();
    let kind = match (plan.kind, plan.decl) {
        (Kind::Function, Some(decl)) => ObjectKind::Function(name(decl)),
        (_, Some(decl)) => ObjectKind::Variable(name(decl)),
        (Kind::Allocated, _) => ObjectKind::Allocated,
        (Kind::Literal, _) => ObjectKind::StringLiteral,
        (Kind::Temporary, _) => ObjectKind::Temporary,
        (Kind::Automatic, _) if plan.ty.is_none() => ObjectKind::Alloca,
        (Kind::Automatic, _) => ObjectKind::CompoundLiteral,
        (Kind::Static, _) if plan.ty.is_some() => ObjectKind::CompoundLiteral,
        (Kind::Static | Kind::Characters | Kind::Function, _) => ObjectKind::Library,
    };
    let over = plan.decl.filter(|_| !live && plan.kind == Kind::Automatic);
    ObjectFacts {
        role,
        kind,
        size: Some(plan.size).filter(|_| plan.kind != Kind::Function),
        ty: plan.ty.map(|ty| print_type(p, ty)),
        declared: plan.decl.map(|decl| p.decls[decl].span),
        left: over.and_then(|decl| end_of_scope(p, decl)),
    }
}

impl Facts {
    /// A declaration that is concerned.
    pub(crate) fn declared(mut self, p: &Program, role: &'static str, decl: DeclId) -> Facts {
        self.declare(p, role, decl);
        self
    }

    fn declare(&mut self, p: &Program, role: &'static str, decl: DeclId) {
        let found = &p.decls[decl];
        let name = p.name(found.name).to_owned();
        let kind = match found.kind {
            DeclKind::Function | DeclKind::Builtin => ObjectKind::Function(name),
            _ => ObjectKind::Variable(name),
        };
        let (ty, declared) = (Some(print_type(p, found.ty)), Some(found.span));
        self.objects.push(ObjectFacts { role, kind, size: None, ty, declared, left: None });
    }
}

/// The brace that ends the block of a variable.
fn end_of_scope(p: &Program, decl: DeclId) -> Option<Span> {
    let scope = p.decls[decl].scope;
    let block = p.stmts.iter().find_map(|(id, stmt)| match stmt.kind {
        StmtKind::Compound(_, inner) if inner == scope => Some(id),
        StmtKind::For(id_of) if p.fors[id_of].scope == scope => Some(id),
        _ => None,
    });
    let body = || p.functions.iter().find(|(_, f)| f.scope == scope).map(|(_, f)| f.body);
    let block = block.or_else(body)?;
    Some(Origin::End(block).span(p))
}

/// Adds the names and types that the tree has for the values.
fn name_operands(p: &Program, facts: &mut Facts, origin: Origin) {
    let Origin::Expr(id) = origin else { return };
    let mut give = |role: &str, ty: String| {
        if let Some(operand) = facts.operands.iter_mut().find(|operand| operand.role == role) {
            operand.ty = Some(ty);
        }
    };
    let shown = |expr: ExprId| print_type(p, p.exprs[expr].ty);
    match p.exprs[id].kind {
        ExprKind::Binary(_, left, right) => {
            give("left", shown(left));
            give("right", shown(right));
        }
        ExprKind::CompoundAssign(_, _, right, computed) => {
            give("left", print_type(p, computed));
            give("right", shown(right));
        }
        ExprKind::Unary(_, operand) => give("operand", shown(operand)),
        ExprKind::Convert(_, from) | ExprKind::Cast(_, from, _) => give("value", shown(from)),
        _ => {}
    }
    let unnamed =
        matches!(facts.finding, Finding::VariableWithoutValue | Finding::ChangedBeforeJump);
    if let (true, Some(decl)) = (unnamed && facts.objects.is_empty(), variable_of(p, id)) {
        let name = format!("'{}'", p.name(p.decls[decl].name));
        let ty = Some(print_type(p, p.decls[decl].ty));
        facts.operands.push(Operand { role: "variable", ty, value: Datum::Text(name.into()) });
        facts.declare(p, "object", decl);
    }
}

/// The variable that an expression reads or changes.
fn variable_of(p: &Program, mut id: ExprId) -> Option<DeclId> {
    loop {
        id = match p.exprs[id].kind {
            ExprKind::Name(decl) => {
                let variable =
                    matches!(p.decls[decl].kind, DeclKind::Variable | DeclKind::Parameter);
                return variable.then_some(decl);
            }
            ExprKind::Convert(_, inner)
            | ExprKind::Cast(_, inner, _)
            | ExprKind::Step(_, inner)
            | ExprKind::CompoundAssign(_, inner, _, _) => inner,
            _ => return None,
        };
    }
}

/// Runs a program again that ended in this verdict, until all is known that
/// explains it. `machine` makes the machine of the first run once more.
pub fn look_back(mut verdict: Verdict, machine: impl Fn() -> Machine, args: &[&str]) -> Verdict {
    let Some(facts) = verdict.facts() else { return verdict };
    if facts.trail.subjects.is_empty() && facts.trail.clash.is_none() {
        return verdict;
    }
    let (mut again, mut history) = machine().retrace(args, History::of(facts));
    // Another end would be another story.
    if again.span() != verdict.span() || again.word() != verdict.word() {
        return verdict;
    }
    // Of a run that was observed, objects have other numbers.
    if let Some(known) = again.facts().filter(|known| known.trail != facts.trail) {
        let its = History::of(known);
        (again, history) = machine().retrace(args, its);
        verdict = again;
    }
    let p = machine();
    let Some(facts) = verdict.facts_mut() else { return verdict };
    for (object, watched) in facts.objects.iter_mut().zip(&history.watched) {
        if let (ObjectKind::Unknown, Some(plan)) = (&object.kind, watched.plan) {
            *object = describe(p.program(), object.role, Some((plan, !watched.ended)));
        }
    }
    for (what, moment) in history.moments(facts) {
        let (seen, reached) = machine().retrace(args, history.until(moment));
        let (Some(place), Some(known), true) = (seen.span(), seen.facts(), reached.reached) else {
            continue;
        };
        facts.earlier.push(Earlier { what, place, calls: known.calls.clone() });
        name_variable(p.program(), facts, place);
    }
    verdict
}

/// A variable in a register has its name where it is touched.
fn name_variable(p: &Program, facts: &mut Facts, touched: Span) {
    if !facts.trail.clash.as_ref().is_some_and(|clash| matches!(clash.at, Met::Register(_))) {
        return;
    }
    let there = p.exprs.iter().filter(|(_, expr)| expr.span == touched);
    let Some(decl) = there.map(|(id, _)| id).find_map(|id| variable_of(p, id)) else { return };
    for operand in facts.operands.iter_mut().filter(|operand| operand.role == "what") {
        operand.value = Datum::Text(format!("'{}'", p.name(p.decls[decl].name)).into());
    }
}

impl Machine {
    /// Runs the program while its history is watched.
    fn retrace(mut self, args: &[&str], history: History) -> (Verdict, History) {
        self.watch(history);
        let verdict = match self.start(args) {
            Err(verdict) => verdict,
            Ok(()) => match self.go() {
                Event::Ended(verdict) => verdict,
                Event::Hole(stmt) => self.verdict(Stop::Hole(stmt), Origin::Stmt(stmt)),
                Event::Trouble { stop, origin, .. } => self.verdict(stop, origin),
            },
        };
        let history = self.history.take().map(|history| *history);
        (verdict, history.unwrap_or_default())
    }
}
