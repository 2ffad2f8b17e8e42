//! Loops and recursion that end: each turn and each call spends something of which there
//! is so much, and then the program shows its answer so far and ends.

use elenchus_lang::build;
use elenchus_lang::constant;
use elenchus_lang::edits;
use elenchus_lang::tree::{
    Conversion, DeclId, ExprId, ExprKind, FunctionId, Item, Program, StmtId, StmtKind,
};
use elenchus_lang::walk::{self, Child};
use rustc_hash::{FxHashMap, FxHashSet};

use super::wrap;

/// The function that spends.
const SPEND: &str = "spend";

/// What stands around every program: its loops have a known number of turns.
const FRAME: [&str; 6] = ["setup", "finish", "mix", "main", SPEND, "stop"];

/// What is to stand before the program's text, and what behind it. The bound is some
/// times what the program takes with the values that it was written for.
pub fn texts(p: &Program, text: &str, steps: u64) -> (String, String) {
    // Calls within each other need a stack.
    let most = if recursive(p).is_empty() { 1_000_000 } else { 2_000 };
    let fuel = (steps * 4 + 1_000).min(most);
    let finish = if text.contains("static void finish(void)") { "    finish();\n" } else { "" };
    let before = format!("static void {SPEND}(void);\nvoid exit(int);\n");
    let after = format!(
        "static unsigned int fuel = {fuel}U;\n\
         static void stop(void) {{\n{finish}    \
         printf(\"checksum = %llx\\n\", checksum);\n    exit(0);\n}}\n\
         static void {SPEND}(void) {{\n    if (fuel == 0)\n        stop();\n    fuel--;\n}}\n"
    );
    (before, after)
}

/// Puts the calls in: into every loop, behind every label, and into functions that may
/// call themselves.
pub fn put(p: &mut Program) {
    let functions = wrap::functions(p);
    let name = |p: &Program, f: FunctionId| p.name(p.decls[p.functions[f].decl].name).to_owned();
    let Some(spend) = functions.iter().copied().find(|&f| name(p, f) == SPEND) else { return };
    let spend = p.functions[spend].decl;
    let recursive = recursive(p);
    for function in functions {
        if FRAME.contains(&&name(p, function)[..]) {
            continue;
        }
        let body = p.functions[function].body;
        let mut turning = Vec::new();
        walk::descend(p, Child::Stmt(body), |child| {
            let Child::Stmt(stmt) = child else { return };
            match p.stmts[stmt].kind {
                StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => turning.push(body),
                StmtKind::For(parts) if !is_short(p, stmt) => turning.push(p.fors[parts].body),
                StmtKind::Label(_, _, body) => turning.push(body),
                _ => {}
            }
        });
        // From the inside out: what was put in is not gone through.
        for stmt in turning.into_iter().rev() {
            put_before(p, spend, stmt);
        }
        if recursive.contains(&function) {
            put_first(p, spend, body);
        }
    }
}

/// `{ spend(); stmt }`
fn put_before(p: &mut Program, spend: DeclId, at: StmtId) {
    let kept = p.stmts.push(p.stmts[at]);
    let call = call(p, spend);
    let list = p.stmt_lists.push(&[call, kept]);
    let scope = p.units[0].scope;
    let scope = build::block_scope(p, scope);
    edits::fill(p, at, StmtKind::Compound(list, scope));
}

fn put_first(p: &mut Program, spend: DeclId, body: StmtId) {
    let StmtKind::Compound(list, scope) = p.stmts[body].kind else { return };
    let mut all = vec![call(p, spend)];
    all.extend_from_slice(&p.stmt_lists[list]);
    let list = p.stmt_lists.push(&all);
    edits::fill(p, body, StmtKind::Compound(list, scope));
}

fn call(p: &mut Program, spend: DeclId) -> StmtId {
    let call = build::call(p, spend, &[]);
    build::stmt(p, StmtKind::Expr(call))
}

/// A loop over few numbers: `for (i = 0; i < 8; …)`, whose variable only its step writes.
fn is_short(p: &Program, stmt: StmtId) -> bool {
    const FEW: i128 = 64;
    let StmtKind::For(parts) = p.stmts[stmt].kind else { return false };
    let parts = p.fors[parts];
    let (Some(condition), Some(step)) = (parts.condition, parts.step) else { return false };
    let ExprKind::Binary(op, left, right) = p.exprs[condition].kind else { return false };
    let Some(counter) = variable_read(p, left) else { return false };
    let limit = constant::as_int(p, right);
    let is_up = matches!(op, elenchus_lang::arith::BinaryOp::Lt);
    let starts = starts_at_zero(p, parts.init, counter);
    let is_few = limit.is_some_and(|limit| (0..=FEW).contains(&limit));
    is_up
        && starts
        && is_few
        && is_only_step(p, step, counter)
        && !is_written(p, parts.body, counter)
}

fn variable_read(p: &Program, mut e: ExprId) -> Option<DeclId> {
    loop {
        match p.exprs[e].kind {
            ExprKind::Convert(Conversion::Lvalue | Conversion::Arithmetic, of) => e = of,
            ExprKind::Name(decl) => return Some(p.decls[decl].entity),
            _ => return None,
        }
    }
}

/// `int i = 0`, in the loop: nobody outside has its address.
fn starts_at_zero(p: &Program, init: Option<StmtId>, counter: DeclId) -> bool {
    let Some(init) = init else { return false };
    let StmtKind::Declaration(group) = p.stmts[init].kind else { return false };
    p.decl_lists[p.groups[group].decls].iter().any(|&decl| {
        let value = p.decls[decl].init.and_then(|init| match p.inits[init].kind {
            elenchus_lang::tree::InitKind::Expr(e) => constant::as_int(p, e),
            elenchus_lang::tree::InitKind::List(_) => None,
        });
        p.decls[decl].entity == counter && value == Some(0)
    })
}

/// The step adds one: `++i`, or what a guard has made of it.
fn is_only_step(p: &Program, step: ExprId, counter: DeclId) -> bool {
    match p.exprs[step].kind {
        ExprKind::Step(elenchus_lang::tree::StepOp::PreInc, of) => names(p, of, counter),
        ExprKind::Assign(to, value) => {
            let ExprKind::Call(_, args) = p.exprs[value].kind else { return false };
            let [first, second] = p.expr_lists[args] else { return false };
            names(p, to, counter)
                && variable_read(p, first) == Some(counter)
                && constant::as_int(p, second) == Some(1)
                && calls(p, value)
                    .is_some_and(|decl| p.name(p.decls[decl].name).starts_with("safe_add_"))
        }
        _ => false,
    }
}

fn calls(p: &Program, e: ExprId) -> Option<DeclId> {
    let ExprKind::Call(callee, _) = p.exprs[e].kind else { return None };
    let ExprKind::Convert(Conversion::Function, name) = p.exprs[callee].kind else { return None };
    match p.exprs[name].kind {
        ExprKind::Name(decl) => Some(decl),
        _ => None,
    }
}

fn names(p: &Program, e: ExprId, counter: DeclId) -> bool {
    matches!(p.exprs[e].kind, ExprKind::Name(decl) if p.decls[decl].entity == counter)
}

/// Whether a statement mentions a variable other than by reading it.
fn is_written(p: &Program, stmt: StmtId, counter: DeclId) -> bool {
    let (mut mentions, mut reads) = (0, 0);
    walk::descend(p, Child::Stmt(stmt), |child| {
        let Child::Expr(e) = child else { return };
        match p.exprs[e].kind {
            ExprKind::Name(_) if names(p, e, counter) => mentions += 1,
            ExprKind::Convert(Conversion::Lvalue, of) if names(p, of, counter) => reads += 1,
            _ => {}
        }
    });
    mentions != reads
}

/// Functions that may be called again before they return: in a cycle of calls by name, or
/// with an address that is taken.
fn recursive(p: &Program) -> FxHashSet<FunctionId> {
    let mut by_decl = FxHashMap::default();
    let mut mentioned: FxHashMap<FunctionId, Vec<DeclId>> = FxHashMap::default();
    for unit in &p.units {
        for item in &unit.items {
            let Item::Function(function) = *item else { continue };
            by_decl.insert(p.decls[p.functions[function].decl].entity, function);
            let names = mentioned.entry(function).or_default();
            walk::descend(p, Child::Stmt(p.functions[function].body), |child| {
                let Child::Expr(e) = child else { return };
                if let ExprKind::Name(decl) = p.exprs[e].kind {
                    names.push(p.decls[decl].entity);
                }
            });
        }
    }
    let next = |function: FunctionId| -> Vec<FunctionId> {
        let names = mentioned.get(&function).map_or(&[][..], |names| names);
        names.iter().filter_map(|decl| by_decl.get(decl).copied()).collect()
    };
    let mut found = FxHashSet::default();
    for &function in by_decl.values() {
        let (mut seen, mut pending) = (FxHashSet::default(), next(function));
        while let Some(other) = pending.pop() {
            if other == function {
                found.insert(function);
                break;
            }
            if seen.insert(other) {
                pending.extend(next(other));
            }
        }
    }
    found
}
