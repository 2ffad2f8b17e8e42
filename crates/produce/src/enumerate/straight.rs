//! Variants that need not be run: they read a variable without a value before
//! anything else can happen.
//!
//! From the start of `main` on, statements are executed one after another up
//! to the first branch or call. What they read and write is known from the
//! holes alone.

use elenchus_lang::tree::{
    Conversion, Decl, DeclKind, ExprId, ExprKind, InitKind, Item, Program, Stmt, StmtId, StmtKind,
    Storage,
};
use elenchus_lang::walk::{self, Child};
use rustc_hash::FxHashMap;

use super::classes::used_elsewhere;
use super::file::FileSkeleton;
use super::rules::is_static;
use super::skeleton::Var;

/// What happens for certain, in order.
pub(super) struct Straight {
    events: Vec<Event>,
    /// The variables that begin without a value.
    empty: Vec<bool>,
    /// Holes that take addresses.
    escapes: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Event {
    Read(usize),
    Write(usize),
}

impl Straight {
    pub fn new(p: &Program, found: &FileSkeleton) -> Straight {
        let expr_of = |(hole, site): (usize, &super::file::Site)| Some((site.expr?, hole));
        let holes: FxHashMap<ExprId, usize> =
            found.sites.iter().enumerate().filter_map(expr_of).collect();
        let elsewhere = used_elsewhere(p, &holes.keys().copied().collect());
        let begins_empty = |decl: &Decl| {
            decl.kind == DeclKind::Variable
                && !is_static(decl)
                && !decl.storage.has(Storage::EXTERN)
                && decl.init.is_none()
                && p.types.is_scalar(decl.ty)
        };
        let empty = found
            .decls
            .iter()
            .map(|decl| begins_empty(&p.decls[*decl]) && !elsewhere.contains(decl))
            .collect();
        let escapes = (0..found.sites.len()).filter(|&hole| found.sites[hole].escapes).collect();
        let mut path = Path { p, holes: &holes, events: Vec::new() };
        if let Some(body) = main_body(p) {
            path.stmts(body);
        }
        Straight { events: path.events, empty, escapes }
    }

    /// Whether a filling reads a variable that has no value.
    pub fn rejects(&self, filling: &[Var]) -> bool {
        let mut written: Vec<Var> = Vec::new();
        for event in &self.events {
            match *event {
                Event::Write(hole) => written.push(filling[hole]),
                Event::Read(hole) => {
                    let var = filling[hole];
                    let is_empty = self.empty.get(var as usize).is_some_and(|empty| *empty);
                    let escapes = || self.escapes.iter().any(|&hole| filling[hole] == var);
                    if is_empty && !written.contains(&var) && !escapes() {
                        return true;
                    }
                }
            }
        }
        false
    }
}

fn main_body(p: &Program) -> Option<StmtId> {
    let items = &p.units.first()?.items;
    // What runs before may end the program.
    let runs_before = |(_, decl): (_, &Decl)| {
        p.attrs[decl.attrs].iter().any(|attr| p.name(attr.name).contains("constructor"))
    };
    if p.decls.iter().any(runs_before) {
        return None;
    }
    items.iter().find_map(|item| match item {
        Item::Function(id) => {
            let function = p.functions[*id];
            (p.name(p.decls[function.decl].name) == "main").then_some(function.body)
        }
        _ => None,
    })
}

/// Whether control certainly comes to the next statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    Next,
    Unknown,
}

struct Path<'a> {
    p: &'a Program,
    holes: &'a FxHashMap<ExprId, usize>,
    events: Vec<Event>,
}

impl Path<'_> {
    /// The statements from this one on, as far as they are certain.
    fn stmts(&mut self, first: StmtId) {
        let mut pending = vec![first];
        while let Some(stmt) = pending.pop() {
            let Stmt { kind, .. } = self.p.stmts[stmt];
            let then = match kind {
                StmtKind::Compound(list, _) => {
                    pending.extend(self.p.stmt_lists[list].iter().rev());
                    Then::Next
                }
                // The first time, control comes from above.
                StmtKind::Label(_, _, inner) => {
                    pending.push(inner);
                    Then::Next
                }
                StmtKind::Empty | StmtKind::Pragma(_) | StmtKind::Attributes(_) => Then::Next,
                StmtKind::Declaration(group) => self.declaration(group),
                StmtKind::Expr(expr) => self.full(expr),
                StmtKind::If(expr, ..)
                | StmtKind::While(expr, _)
                | StmtKind::Switch(expr, _)
                | StmtKind::Return(Some(expr)) => {
                    self.full(expr);
                    Then::Unknown
                }
                _ => Then::Unknown,
            };
            if then == Then::Unknown {
                return;
            }
        }
    }

    fn declaration(&mut self, group: elenchus_lang::tree::GroupId) -> Then {
        for &decl in &self.p.decl_lists[self.p.groups[group].decls] {
            let decl = &self.p.decls[decl];
            let Some(init) = decl.init.filter(|_| !is_static(decl)) else { continue };
            let InitKind::Expr(expr) = self.p.inits[init].kind else { return Then::Unknown };
            if self.full(expr) == Then::Unknown {
                return Then::Unknown;
            }
        }
        Then::Next
    }

    /// A full expression.
    fn full(&mut self, expr: ExprId) -> Then {
        match self.p.exprs[expr].kind {
            ExprKind::Convert(Conversion::Void, inner)
            | ExprKind::Cast(Conversion::Void, inner, _) => self.full(inner),
            ExprKind::Comma(left, right) => match self.full(left) {
                Then::Next => self.full(right),
                Then::Unknown => Then::Unknown,
            },
            ExprKind::Assign(left, right) => {
                let then = self.reads(right);
                self.write(left, then)
            }
            ExprKind::CompoundAssign(_, left, right, _) => {
                let then = self.reads(right);
                if then == Then::Next {
                    self.read(left);
                }
                self.write(left, then)
            }
            ExprKind::Step(_, left) => {
                self.read(left);
                self.write(left, Then::Next)
            }
            // A builtin may not evaluate what it is given.
            ExprKind::Call(callee, _) if self.is_builtin(callee) => Then::Unknown,
            // What is handed over is read before the call.
            ExprKind::Call(_, args) => {
                let mark = self.events.len();
                for &arg in &self.p.expr_lists[args] {
                    if self.reads(arg) == Then::Unknown {
                        self.events.truncate(mark);
                        break;
                    }
                }
                Then::Unknown
            }
            _ => self.reads(expr),
        }
    }

    fn is_builtin(&self, callee: ExprId) -> bool {
        let mut callee = callee;
        while let ExprKind::Convert(_, inner) = self.p.exprs[callee].kind {
            callee = inner;
        }
        let ExprKind::Name(decl) = self.p.exprs[callee].kind else { return false };
        let decl = &self.p.decls[decl];
        decl.kind == DeclKind::Builtin || self.p.name(decl.name).starts_with("__")
    }

    fn read(&mut self, expr: ExprId) {
        self.events.extend(self.holes.get(&expr).map(|&hole| Event::Read(hole)));
    }

    fn write(&mut self, left: ExprId, then: Then) -> Then {
        match (self.p.exprs[left].kind, self.holes.get(&left)) {
            (ExprKind::Name(_), Some(&hole)) => self.events.push(Event::Write(hole)),
            // Who is not a hole is not looked at.
            (ExprKind::Name(_), None) => {}
            _ => return Then::Unknown,
        }
        then
    }

    /// What an expression without side effects reads for certain; nothing if
    /// it has any.
    fn reads(&mut self, expr: ExprId) -> Then {
        use ExprKind::*;
        let mut is_pure = true;
        walk::descend(self.p, Child::Expr(expr), |node| {
            is_pure &= match node {
                Child::Expr(expr) => !matches!(
                    self.p.exprs[expr].kind,
                    Call(..)
                        | StmtExpr(_)
                        | Assign(..)
                        | CompoundAssign(..)
                        | Step(..)
                        | VaArg(..)
                        | Error
                        | CompoundLiteral(..)
                ),
                _ => false,
            };
        });
        if !is_pure {
            return Then::Unknown;
        }
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            match self.p.exprs[expr].kind {
                Convert(Conversion::Lvalue, name) if self.holes.contains_key(&name) => {
                    self.read(name);
                }
                // The other operands may be left out.
                LogAnd(first, _) | LogOr(first, _) | Conditional(first, ..) | Elvis(first, _) => {
                    pending.push(first);
                }
                // Operands that are not evaluated, or not all of them.
                SizeofExpr(_) | AlignofExpr(..) | Generic(..) | Choose { .. } | Offsetof(..) => {}
                _ => walk::expr_children(self.p, expr, |child| {
                    if let Child::Expr(child) = child {
                        pending.push(child);
                    }
                }),
            }
        }
        Then::Next
    }
}
