//! Visiting a tree: all that stands below a node, in the order of the text.
//!
//! The arenas also hold nodes that belong to nothing, such as those that an
//! edit has replaced: who wants the nodes of a program walks it.
//!
//! Expressions in types (lengths of arrays, `typeof`), in attributes and in
//! the values of enumerators are not visited.

use crate::arena::List;
use crate::tree::{
    Designator, ExprId, ExprKind, FunctionId, GroupId, InitId, InitKind, Item, Program, StmtId,
    StmtKind,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    Expr(ExprId),
    Stmt(StmtId),
    Init(InitId),
}

/// Calls `visit` with every node of a unit, parents first.
pub fn unit(program: &Program, unit: usize, visit: impl FnMut(Node)) {
    let mut nodes = Vec::new();
    for item in program.units.get(unit).map_or(&[][..], |unit| &unit.items) {
        match *item {
            Item::Declaration(group) => declared(program, group, &mut nodes),
            Item::Function(function) => nodes.push(body(program, function)),
            Item::StaticAssert(condition, _) => nodes.push(Node::Expr(condition)),
            Item::Asm(_) | Item::Pragma(_) => {}
        }
    }
    run(program, nodes, visit);
}

/// Calls `visit` with a node and all below it, parents first.
pub fn below(program: &Program, node: Node, visit: impl FnMut(Node)) {
    run(program, vec![node], visit);
}

/// The nodes right below a node.
pub fn children(program: &Program, node: Node) -> Vec<Node> {
    let mut nodes = Vec::new();
    push_children(program, node, &mut nodes);
    nodes
}

/// Trees can be deep: what is still to be visited is a list, not a stack of
/// calls.
fn run(program: &Program, nodes: Vec<Node>, mut visit: impl FnMut(Node)) {
    let mut waiting = nodes;
    waiting.reverse();
    while let Some(node) = waiting.pop() {
        visit(node);
        let start = waiting.len();
        push_children(program, node, &mut waiting);
        waiting[start..].reverse();
    }
}

fn push_children(program: &Program, node: Node, nodes: &mut Vec<Node>) {
    match node {
        Node::Expr(expr) => of_expr(program, program.exprs[expr].kind, nodes),
        Node::Stmt(stmt) => of_stmt(program, program.stmts[stmt].kind, nodes),
        Node::Init(init) => match program.inits[init].kind {
            InitKind::Expr(expr) => nodes.push(Node::Expr(expr)),
            InitKind::List(items) => {
                nodes.extend(program.init_items[items].iter().map(|item| Node::Init(item.init)));
            }
        },
    }
}

fn of_expr(program: &Program, kind: ExprKind, nodes: &mut Vec<Node>) {
    use ExprKind::*;
    let mut all = |exprs: &[ExprId]| nodes.extend(exprs.iter().map(|&expr| Node::Expr(expr)));
    match kind {
        Error | Int(..) | Float(_) | Decimal(_) | String(_) | Name(_) | Enumerator(_)
        | FunctionName(..) | SizeofType(_) | AlignofType(..) | TypesCompatible(..)
        | LabelAddress(_) | Verbatim(_) => {}
        Imaginary(a)
        | Unary(_, a)
        | Step(_, a)
        | Convert(_, a)
        | Cast(_, a, _)
        | CastToUnion(a, ..)
        | SizeofExpr(a)
        | AlignofExpr(a, _)
        | Member(a, ..)
        | VaArg(a, _)
        | ConvertVector(a, _) => all(&[a]),
        Binary(_, a, b)
        | LogAnd(a, b)
        | LogOr(a, b)
        | Comma(a, b)
        | Assign(a, b)
        | CompoundAssign(_, a, b, _)
        | Elvis(a, b)
        | Index(a, b) => all(&[a, b]),
        Conditional(a, b, c) => all(&[a, b, c]),
        Choose { condition, chosen, other, first } => {
            let (a, b) = if first { (chosen, other) } else { (other, chosen) };
            all(&[condition, a, b]);
        }
        Call(function, args) => {
            all(&[function]);
            all(&program.expr_lists[args]);
        }
        Shuffle(_, args) => all(&program.expr_lists[args]),
        Generic(control, associations) => {
            all(&[control]);
            program.associations[associations].iter().for_each(|a| all(&[a.expr]));
        }
        Offsetof(_, path) => designators(program, path, nodes),
        CompoundLiteral(init, ..) => nodes.push(Node::Init(init)),
        StmtExpr(body) => nodes.push(Node::Stmt(body)),
    }
}

fn designators(program: &Program, path: List<Designator>, nodes: &mut Vec<Node>) {
    nodes.extend(program.designators[path].iter().filter_map(|designator| match designator {
        Designator::Computed(index) => Some(Node::Expr(*index)),
        Designator::Field(_) | Designator::Index(_) | Designator::Range(..) => None,
    }));
}

fn of_stmt(program: &Program, kind: StmtKind, nodes: &mut Vec<Node>) {
    use Node::{Expr, Stmt};
    match kind {
        StmtKind::Error
        | StmtKind::Empty
        | StmtKind::Goto(_)
        | StmtKind::Continue
        | StmtKind::Break
        | StmtKind::Return(None)
        | StmtKind::LocalLabels(_)
        | StmtKind::Attributes(_)
        | StmtKind::Pragma(_) => {}
        StmtKind::Expr(expr)
        | StmtKind::ComputedGoto(expr)
        | StmtKind::Return(Some(expr))
        | StmtKind::StaticAssert(expr, _) => nodes.push(Expr(expr)),
        StmtKind::Compound(stmts, _) => {
            nodes.extend(program.stmt_lists[stmts].iter().map(|&stmt| Stmt(stmt)));
        }
        StmtKind::If(condition, then, otherwise) => {
            nodes.extend([Expr(condition), Stmt(then)]);
            nodes.extend(otherwise.map(Stmt));
        }
        StmtKind::While(expr, body) | StmtKind::Switch(expr, body) => {
            nodes.extend([Expr(expr), Stmt(body)]);
        }
        StmtKind::DoWhile(body, condition) => nodes.extend([Stmt(body), Expr(condition)]),
        StmtKind::For(id) => {
            let parts = program.fors[id];
            nodes.extend(parts.init.map(Stmt));
            nodes.extend(parts.condition.into_iter().chain(parts.step).map(Expr));
            nodes.push(Stmt(parts.body));
        }
        StmtKind::Case(low, high, body) => {
            nodes.push(Expr(low));
            nodes.extend(high.map(Expr));
            nodes.push(Stmt(body));
        }
        StmtKind::Default(body) | StmtKind::Label(_, _, body) => nodes.push(Stmt(body)),
        StmtKind::Declaration(group) => declared(program, group, nodes),
        StmtKind::NestedFunction(function) => nodes.push(body(program, function)),
        StmtKind::Asm(id) => {
            let asm = program.asms[id];
            let lists = [asm.outputs, asm.inputs];
            let operands = lists.iter().flat_map(|&list| &program.asm_operands[list]);
            nodes.extend(operands.map(|operand| Expr(operand.expr)));
        }
    }
}

/// The initialisers of what a declaration declares.
fn declared(program: &Program, group: GroupId, nodes: &mut Vec<Node>) {
    let decls = &program.decl_lists[program.groups[group].decls];
    nodes.extend(decls.iter().filter_map(|&decl| program.decls[decl].init).map(Node::Init));
}

fn body(program: &Program, function: FunctionId) -> Node {
    Node::Stmt(program.functions[function].body)
}
