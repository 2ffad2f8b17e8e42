//! The children of nodes, in the order of the text.
//!
//! The arenas also hold nodes that belong to nothing, such as those that an
//! edit has replaced: who wants the nodes of a program walks it. Expressions
//! in types, in attributes and in the values of enumerators are not visited,
//! nor is the body of a nested function.

use crate::tree::{
    Designator, ExprId, ExprKind, InitId, InitKind, Item, Program, StmtId, StmtKind,
};

/// A node that stands directly in another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Child {
    Expr(ExprId),
    Stmt(StmtId),
    Init(InitId),
}

/// Calls `f` with each child of an expression. Operands that are not
/// evaluated (of `sizeof` and the like) are children too.
pub fn expr_children(p: &Program, expr: ExprId, mut f: impl FnMut(Child)) {
    use ExprKind::*;
    match p.exprs[expr].kind {
        Error | Int(..) | Float(_) | Decimal(_) | String(_) | Name(_) | Enumerator(_)
        | FunctionName(..) | SizeofType(_) | AlignofType(..) | TypesCompatible(..)
        | LabelAddress(_) | Verbatim(_) => {}
        Imaginary(e)
        | Unary(_, e)
        | Step(_, e)
        | Convert(_, e)
        | Cast(_, e, _)
        | CastToUnion(e, ..)
        | SizeofExpr(e)
        | AlignofExpr(e, _)
        | Member(e, ..)
        | VaArg(e, _)
        | ConvertVector(e, _) => f(Child::Expr(e)),
        Binary(_, a, b)
        | LogAnd(a, b)
        | LogOr(a, b)
        | Comma(a, b)
        | Assign(a, b)
        | CompoundAssign(_, a, b, _)
        | Elvis(a, b)
        | Index(a, b) => {
            f(Child::Expr(a));
            f(Child::Expr(b));
        }
        Conditional(a, b, c) => [a, b, c].into_iter().for_each(|e| f(Child::Expr(e))),
        Choose { condition, chosen, other, first } => {
            let (a, b) = if first { (chosen, other) } else { (other, chosen) };
            [condition, a, b].into_iter().for_each(|e| f(Child::Expr(e)));
        }
        CompoundLiteral(init, ..) => f(Child::Init(init)),
        Offsetof(_, path) => {
            for designator in &p.designators[path] {
                if let Designator::Computed(e) = designator {
                    f(Child::Expr(*e));
                }
            }
        }
        Call(callee, args) => {
            f(Child::Expr(callee));
            p.expr_lists[args].iter().for_each(|&e| f(Child::Expr(e)));
        }
        Shuffle(_, args) => p.expr_lists[args].iter().for_each(|&e| f(Child::Expr(e))),
        StmtExpr(stmt) => f(Child::Stmt(stmt)),
        Generic(control, list) => {
            f(Child::Expr(control));
            p.associations[list].iter().for_each(|a| f(Child::Expr(a.expr)));
        }
    }
}

/// Calls `f` with each child of a statement; a declaration's initialisers are
/// among them.
pub fn stmt_children(p: &Program, stmt: StmtId, mut f: impl FnMut(Child)) {
    use StmtKind::*;
    match p.stmts[stmt].kind {
        Error | Empty | Hole | Goto(_) | Continue | Break | NestedFunction(_) | LocalLabels(_)
        | Attributes(_) | Pragma(_) | Return(None) => {}
        Expr(e) | ComputedGoto(e) | Return(Some(e)) | StaticAssert(e, _) => f(Child::Expr(e)),
        Compound(list, _) => p.stmt_lists[list].iter().for_each(|&s| f(Child::Stmt(s))),
        If(c, then, otherwise) => {
            f(Child::Expr(c));
            f(Child::Stmt(then));
            if let Some(s) = otherwise {
                f(Child::Stmt(s));
            }
        }
        While(c, body) | Switch(c, body) => {
            f(Child::Expr(c));
            f(Child::Stmt(body));
        }
        DoWhile(body, c) => {
            f(Child::Stmt(body));
            f(Child::Expr(c));
        }
        For(id) => {
            let parts = p.fors[id];
            if let Some(s) = parts.init {
                f(Child::Stmt(s));
            }
            for e in [parts.condition, parts.step].into_iter().flatten() {
                f(Child::Expr(e));
            }
            f(Child::Stmt(parts.body));
        }
        Case(low, high, body) => {
            f(Child::Expr(low));
            if let Some(e) = high {
                f(Child::Expr(e));
            }
            f(Child::Stmt(body));
        }
        Default(body) | Label(_, _, body) => f(Child::Stmt(body)),
        Declaration(group) => {
            for &decl in &p.decl_lists[p.groups[group].decls] {
                if let Some(init) = p.decls[decl].init {
                    f(Child::Init(init));
                }
            }
        }
        Asm(asm) => {
            let asm = p.asms[asm];
            for list in [asm.outputs, asm.inputs] {
                p.asm_operands[list].iter().for_each(|o| f(Child::Expr(o.expr)));
            }
        }
    }
}

/// The statement that a statement ends with, if it has one.
pub fn last_part(p: &Program, stmt: StmtId) -> Option<StmtId> {
    match p.stmts[stmt].kind {
        StmtKind::If(_, last, None)
        | StmtKind::If(_, _, Some(last))
        | StmtKind::While(_, last)
        | StmtKind::Switch(_, last)
        | StmtKind::Case(_, _, last)
        | StmtKind::Default(last)
        | StmtKind::Label(_, _, last) => Some(last),
        StmtKind::For(id) => Some(p.fors[id].body),
        _ => None,
    }
}

/// An `else` after this statement would belong to an `if` at its end.
pub fn takes_else(p: &Program, stmt: StmtId) -> bool {
    let mut next = Some(stmt);
    while let Some(stmt) = next {
        if matches!(p.stmts[stmt].kind, StmtKind::If(_, _, None)) {
            return true;
        }
        next = last_part(p, stmt);
    }
    false
}

/// Calls `f` with each child of an initialiser.
pub fn init_children(p: &Program, init: InitId, mut f: impl FnMut(Child)) {
    match p.inits[init].kind {
        InitKind::Expr(e) => f(Child::Expr(e)),
        InitKind::List(items) => p.init_items[items].iter().for_each(|i| f(Child::Init(i.init))),
    }
}

/// The children of any node.
pub fn children(p: &Program, node: Child, f: impl FnMut(Child)) {
    match node {
        Child::Expr(e) => expr_children(p, e, f),
        Child::Stmt(s) => stmt_children(p, s, f),
        Child::Init(i) => init_children(p, i, f),
    }
}

/// All nodes below and including a node, parents first. No recursion: trees
/// can be deep.
pub fn descend(p: &Program, root: Child, mut f: impl FnMut(Child)) {
    let mut pending = vec![root];
    while let Some(node) = pending.pop() {
        f(node);
        let first = pending.len();
        children(p, node, |child| pending.push(child));
        pending[first..].reverse();
    }
}

/// The initialisers and bodies of a unit's items.
pub fn item_children(p: &Program, item: Item, mut f: impl FnMut(Child)) {
    match item {
        Item::Function(function) => f(Child::Stmt(p.functions[function].body)),
        Item::StaticAssert(e, _) => f(Child::Expr(e)),
        Item::Declaration(group) => {
            for &decl in &p.decl_lists[p.groups[group].decls] {
                if let Some(init) = p.decls[decl].init {
                    f(Child::Init(init));
                }
            }
        }
        Item::Asm(_) | Item::Pragma(_) => {}
    }
}

/// All nodes of a unit, parents first.
pub fn unit(p: &Program, unit: usize, mut f: impl FnMut(Child)) {
    for &item in p.units.get(unit).map_or(&[][..], |unit| &unit.items) {
        item_children(p, item, |child| descend(p, child, &mut f));
    }
}
