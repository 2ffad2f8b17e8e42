//! All uses of variables in a program, in the order of the text, with what is
//! done to each.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::span::Span;
use elenchus_lang::tree::{
    Conversion, DeclId, DeclKind, ExprId, ExprKind, FunctionId, InitId, Item, MemberStyle, Program,
    ScopeId, StmtKind, Storage, UnaryOp,
};
use elenchus_lang::types::TypeKind;
use elenchus_lang::walk::{self, Child};

use super::rules::{Use, UsePlace, is_static};
use crate::visible::Visible;

/// A use of a variable.
pub(super) struct Hole {
    pub expr: ExprId,
    pub decl: DeclId,
    pub span: Span,
    pub place: UsePlace,
    /// The number of the function; 0 outside of all.
    pub function: u32,
    pub in_initialiser: bool,
}

/// Goes through a program.
pub(super) struct Uses<'a> {
    p: &'a Program,
    /// Where control may come to, or leave for, other than in order: labels,
    /// cases, `goto` and the like.
    pub jumps: Vec<u32>,
    /// Where functions are called.
    calls: Vec<u32>,
    /// A call may end in another place of its caller.
    calls_jump: bool,
    pub functions: u32,
    pending: Vec<Step>,
}

/// How a node is used by what it stands in.
#[derive(Clone, Copy)]
struct Context {
    r#use: Use,
    /// The next conversion of an array to a pointer is part of a subscript.
    subscript: bool,
    /// In the initialiser of a static object.
    constant: bool,
    in_initialiser: bool,
    /// Nothing is a hole here.
    barred: bool,
    function: u32,
}

enum Step {
    Visit(Child, Context),
    Initialiser(InitId, Context),
    Open(ScopeId, u32),
    Close,
}

/// Functions that may return more than once.
pub(crate) const RETURNS_TWICE: &[&str] =
    &["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "__builtin_setjmp", "vfork", "getcontext"];

impl<'a> Uses<'a> {
    pub fn new(p: &'a Program) -> Uses<'a> {
        let (jumps, calls) = (Vec::new(), Vec::new());
        Uses { p, jumps, calls, calls_jump: false, functions: 0, pending: Vec::new() }
    }

    /// Calls `f` with each use, and with what can be named there.
    pub fn walk(&mut self, visible: &mut Visible<'a>, mut f: impl FnMut(Hole, &Visible) -> bool) {
        let Some(unit) = self.p.units.first() else { return };
        visible.open(unit.scope, unit.span.start);
        for &item in &unit.items {
            match item {
                Item::Function(function) => self.function(function),
                Item::Declaration(group) => self.group(group, Context::new(0)),
                Item::StaticAssert(..) | Item::Asm(_) | Item::Pragma(_) => {}
            }
            while let Some(step) = self.pending.pop() {
                self.step(step, visible, &mut f);
            }
        }
        visible.close();
        if self.calls_jump {
            self.jumps.append(&mut self.calls);
        }
        self.jumps.sort_unstable();
    }

    fn step(
        &mut self,
        step: Step,
        visible: &mut Visible<'a>,
        f: &mut impl FnMut(Hole, &Visible) -> bool,
    ) {
        match step {
            Step::Open(scope, offset) => visible.open(scope, offset),
            Step::Close => visible.close(),
            Step::Initialiser(init, context) => self.children(Child::Init(init), context),
            Step::Visit(Child::Expr(expr), context) => match self.p.exprs[expr].kind {
                ExprKind::Name(decl) => {
                    if let Some(hole) = self.hole(expr, decl, context) {
                        visible.advance(hole.span.start);
                        f(hole, visible);
                    }
                }
                _ => self.expr(expr, context),
            },
            Step::Visit(Child::Stmt(stmt), context) => self.stmt(stmt, context, visible),
            Step::Visit(node, context) => self.children(node, context),
        }
    }

    fn hole(&self, expr: ExprId, decl: DeclId, context: Context) -> Option<Hole> {
        let data = &self.p.decls[decl];
        let is_variable = matches!(data.kind, DeclKind::Variable | DeclKind::Parameter);
        let is_pointer_to_it = !context.constant || context.r#use == Use::Address;
        if !is_variable || context.barred || !is_pointer_to_it {
            return None;
        }
        let kind = self.p.types.kind(data.ty);
        let place = UsePlace {
            r#use: context.r#use,
            constant: context.constant,
            ty: data.ty,
            register: data.storage.has(Storage::REGISTER),
            array_or_record: matches!(kind, TypeKind::Array { .. } | TypeKind::Record(_)),
        };
        let span = self.p.exprs[expr].span;
        let Context { function, in_initialiser, .. } = context;
        Some(Hole { expr, decl, span, place, function, in_initialiser })
    }

    fn function(&mut self, id: FunctionId) {
        let function = self.p.functions[id];
        self.functions += 1;
        let context = Context::new(self.functions);
        let start = self.p.stmts[function.body].span.start;
        self.pending.extend([
            Step::Close,
            Step::Visit(Child::Stmt(function.body), context),
            Step::Open(function.scope, start),
        ]);
    }

    /// The initialisers of a declaration.
    fn group(&mut self, group: elenchus_lang::tree::GroupId, context: Context) {
        for &decl in self.p.decl_lists[self.p.groups[group].decls].iter().rev() {
            let decl = &self.p.decls[decl];
            let constant = context.constant || is_static(decl);
            let context = Context { constant, in_initialiser: true, ..context };
            self.pending.extend(decl.init.map(|init| Step::Initialiser(init, context)));
        }
    }

    fn stmt(&mut self, stmt: elenchus_lang::tree::StmtId, context: Context, visible: &Visible) {
        let node = self.p.stmts[stmt];
        // Statements begin afresh, also in `({ … })`.
        let context = Context { r#use: Use::Other, subscript: false, ..context };
        match node.kind {
            StmtKind::Label(..)
            | StmtKind::Case(..)
            | StmtKind::Default(_)
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto(_) => self.jumps.push(node.span.start),
            StmtKind::Declaration(group) => return self.group(group, context),
            StmtKind::NestedFunction(function) => {
                self.calls_jump = true;
                return self.function(function);
            }
            StmtKind::Compound(_, scope) if !visible.is_open(scope) => {
                self.pending.push(Step::Close);
                self.children(Child::Stmt(stmt), context);
                return self.pending.push(Step::Open(scope, node.span.start));
            }
            StmtKind::For(id) => {
                self.pending.push(Step::Close);
                self.children(Child::Stmt(stmt), context);
                return self.pending.push(Step::Open(self.p.fors[id].scope, node.span.start));
            }
            StmtKind::Asm(asm) => {
                if self.p.asms[asm].is_goto {
                    self.jumps.push(node.span.start);
                }
                return self.children(Child::Stmt(stmt), Context { barred: true, ..context });
            }
            _ => {}
        }
        self.children(Child::Stmt(stmt), context);
    }

    fn children(&mut self, node: Child, context: Context) {
        let first = self.pending.len();
        walk::children(self.p, node, |child| self.pending.push(Step::Visit(child, context)));
        self.pending[first..].reverse();
    }

    fn expr(&mut self, expr: ExprId, context: Context) {
        if let ExprKind::Call(callee, _) = self.p.exprs[expr].kind {
            self.call(callee);
        }
        let first = self.pending.len();
        let mut index = 0;
        walk::expr_children(self.p, expr, |child| {
            let below = self.below(expr, child, index, context);
            self.pending.push(Step::Visit(child, below));
            index += 1;
        });
        self.pending[first..].reverse();
    }

    /// Notes calls, and those that control may come back to.
    fn call(&mut self, callee: ExprId) {
        let mut callee = callee;
        self.calls.push(self.p.exprs[callee].span.start);
        while let ExprKind::Convert(_, inner) = self.p.exprs[callee].kind {
            callee = inner;
        }
        if let ExprKind::Name(decl) = self.p.exprs[callee].kind {
            if RETURNS_TWICE.contains(&self.p.name(self.p.decls[decl].name)) {
                self.calls_jump = true;
            }
        }
    }

    /// How an expression uses its child.
    fn below(&self, expr: ExprId, child: Child, index: usize, context: Context) -> Context {
        use ExprKind::*;
        let kind = self.p.exprs[expr].kind;
        let plain = Context { r#use: Use::Other, subscript: false, ..context };
        let with = |r#use| Context { r#use, ..plain };
        let used = match kind {
            Convert(Conversion::Lvalue, _) => with(Use::Read),
            Convert(Conversion::Decay, _) if context.subscript => with(context.r#use),
            Convert(Conversion::Decay, _) | Unary(UnaryOp::AddressOf, _) => with(Use::Address),
            Assign(..) | CompoundAssign(..) if index == 0 => with(Use::Write),
            Step(..) => with(Use::Write),
            Member(_, _, MemberStyle::Dot | MemberStyle::ImplicitDot)
            | Unary(UnaryOp::Real | UnaryOp::Imag, _) => with(context.r#use),
            Index(..) => match child {
                Child::Expr(array)
                    if matches!(self.p.exprs[array].kind, Convert(Conversion::Decay, _)) =>
                {
                    Context { r#use: context.r#use, subscript: true, ..plain }
                }
                _ => plain,
            },
            _ => plain,
        };
        Context { barred: used.barred || context.constant && !self.keeps_constant(expr), ..used }
    }

    /// Whether another address may stand below this node and leave an address
    /// constant that the linker can compute.
    fn keeps_constant(&self, expr: ExprId) -> bool {
        use ExprKind::*;
        let node = &self.p.exprs[expr];
        match node.kind {
            Convert(conversion, _) | Cast(conversion, ..) => conversion != Conversion::Lvalue,
            Unary(op, _) => matches!(op, UnaryOp::AddressOf | UnaryOp::Deref),
            Member(..) | Index(..) | CompoundLiteral(..) => true,
            Binary(BinaryOp::Add | BinaryOp::Sub, ..) => self.p.types.is_pointer(node.ty),
            _ => false,
        }
    }
}

impl Context {
    fn new(function: u32) -> Context {
        Context {
            r#use: Use::Other,
            subscript: false,
            constant: false,
            in_initialiser: false,
            barred: false,
            function,
        }
    }
}
