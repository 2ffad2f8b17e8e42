//! Writing and changing statements while they run.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::tree::{DeclId, ExprId, ExprKind, IntStyle, ScopeId, StmtId, StmtKind};
use elenchus_lang::types::Quals;
use elenchus_machine::{LiveNumber, Machine, Number, NumberForm, Renewed, Verdict};

use super::{begin, change_operator, end, hole, put, spare, trouble};

fn exit(machine: &mut Machine) -> u8 {
    match end(machine) {
        (Verdict::Exit(status), _) => status,
        other => panic!("{other:?}"),
    }
}

/// The only expression that a test looks for.
fn find(machine: &Machine, wanted: impl Fn(ExprKind) -> bool) -> ExprId {
    let mut found = machine.program().exprs.iter().filter(|(_, e)| wanted(e.kind));
    let (id, _) = found.next().expect("it is there");
    assert!(found.next().is_none(), "there is one only");
    id
}

fn set_number(machine: &mut Machine, from: u64, to: u64) {
    let style = IntStyle::Decimal;
    let number = find(machine, |kind| kind == ExprKind::Int(from, style));
    machine.program_mut().exprs[number].kind = ExprKind::Int(to, style);
}

#[test]
fn a_hole_is_filled_once() {
    let mut machine = begin(
        "int g;
         static int f(int x) { ; return x; }
         int main(void) { int x = f(1); x += f(2); return x + g; }
         static void spare(void) { g += 10; }",
    );
    let stmt = hole(&mut machine);
    let kind = spare(&machine)[0];
    put(&mut machine, stmt, kind);
    assert_eq!(exit(&mut machine), 23);
}

#[test]
fn a_hole_becomes_a_declaration_that_others_find() {
    let mut machine = begin("int main(void) { int x = 1; ; return x; }");
    let stmt = hole(&mut machine);
    // Twice the same, as when its initialiser is changed again.
    let x = find(&machine, |kind| matches!(kind, ExprKind::Name(_)));
    let ExprKind::Name(x) = machine.program().exprs[x].kind else { panic!("a name") };
    let scope = machine.program().decls[x].scope;
    let p = machine.program_mut();
    let value = super::build::read(p, x);
    let decl = super::build::declaration(p, scope, "y", value);
    let kind = super::build::declare(p, decl);
    put(&mut machine, stmt, kind);
    put(&mut machine, stmt, kind);
    assert_eq!(exit(&mut machine), 1);
    assert_eq!(machine.integer(x), None, "main has returned");
}

#[test]
fn a_condition_changes_while_its_loop_runs() {
    for text in [
        "int main(void) { int i = 0; while (i < 3) { i++; ; } return i; }",
        "int main(void) { int i = 0; do { i++; ; } while (i < 3); return i; }",
        "int main(void) { int i; for (i = 0; i < 3; i++) { ; } return i; }",
    ] {
        let mut machine = begin(text);
        let stmt = hole(&mut machine);
        set_number(&mut machine, 3, 6);
        let condition = find(&machine, |kind| matches!(kind, ExprKind::Binary(..)));
        assert!(machine.refresh(Renewed::Expr(condition)));
        put(&mut machine, stmt, StmtKind::Empty);
        assert_eq!(exit(&mut machine), 6, "{text}");
    }
}

#[test]
fn a_step_changes_while_its_loop_runs() {
    let mut machine = begin("int main(void) { int i; for (i = 0; i < 9; i += 2) { ; } return i; }");
    let stmt = hole(&mut machine);
    set_number(&mut machine, 2, 5);
    let step = find(&machine, |kind| matches!(kind, ExprKind::CompoundAssign(..)));
    assert!(machine.refresh(Renewed::Expr(step)));
    put(&mut machine, stmt, StmtKind::Empty);
    assert_eq!(exit(&mut machine), 10);
}

#[test]
fn jumps_in_new_statements_leave_the_loops_around() {
    let text = "int main(void) {
           int n = 0;
           for (int i = 0; i < 5; i++) { int before = i; if (before == 2) { ; } n += 1; }
           return n;
         }";
    for (kind, status) in [(StmtKind::Break, 2), (StmtKind::Continue, 4)] {
        let mut machine = begin(text);
        let stmt = hole(&mut machine);
        put(&mut machine, stmt, kind);
        assert_eq!(exit(&mut machine), status);
    }
}

#[test]
fn trouble_in_a_callee_leaves_the_caller_in_its_expression() {
    let mut machine = begin(
        "int calls, z;
         static int f(int x) { return x / z; }
         int main(void) { int r = calls++ + f(3); return 10 * calls + r; }",
    );
    let found = trouble(&mut machine);
    assert_eq!(machine.call_depth(), 2);
    change_operator(&mut machine, found, BinaryOp::Sub);
    // calls is 1, r is 0 + 3.
    assert_eq!(exit(&mut machine), 13);
}

#[test]
fn trouble_in_a_caller_undoes_the_call() {
    let mut machine = begin(
        "int calls;
         static int f(void) { calls++; ; return calls; }
         int main(void) { int big = 2147483647; int r = big + f(); return big - r + calls; }",
    );
    let stmt = hole(&mut machine);
    let snapshot = machine.snapshot();
    put(&mut machine, stmt, StmtKind::Empty);
    let found = trouble(&mut machine);
    assert_eq!(machine.call_depth(), 1);
    assert!(!machine.is_good(&snapshot), "the sum began before it");
    assert!(!machine.roll_back(&snapshot));
    change_operator(&mut machine, found, BinaryOp::Sub);
    // calls is 1 again, so r is big - 1.
    assert_eq!(exit(&mut machine), 2);
}

#[test]
fn what_was_never_executed_to_its_end_stays_new() {
    let mut machine = begin("int a = 8, z; int main(void) { int x = a / z; return x; }");
    let found = trouble(&mut machine);
    assert!(!machine.was_executed(found.1));
    change_operator(&mut machine, found, BinaryOp::Rem);
    let found = trouble(&mut machine);
    assert!(!machine.was_executed(found.1), "it has only been tried twice");
    change_operator(&mut machine, found, BinaryOp::Add);
    assert_eq!(exit(&mut machine), 8);
    assert!(machine.was_executed(found.1));
}

#[test]
fn a_declaration_that_is_repaired_is_found_by_what_stands_behind_it() {
    let mut machine = begin(
        "int main(void) {
           int sum = 0;
           for (int i = 0; i < 3; i++) { int part = 7 / (1 - i); sum += part; }
           return sum;
         }",
    );
    let found = trouble(&mut machine);
    assert!(machine.was_executed(found.1));
    change_operator(&mut machine, found, BinaryOp::Sub);
    // 7 / 1, then 7 - 0 and 7 - -1.
    assert_eq!(exit(&mut machine), 22);
}

/// A snapshot stands in code that was made anew meanwhile.
#[test]
fn going_back_into_old_code_finds_the_new() {
    let mut machine = begin(
        "int a;
         int main(void) {
           for (int i = 0; i < 2; i++)
             if (10 / (1 - i) > 0) { a += 1; ; a += 2; ; }
           return a;
         }
         static void spare(void) { a += 20; a += 100; }",
    );
    let kinds = spare(&machine);
    let first = hole(&mut machine);
    let snapshot = machine.snapshot();
    put(&mut machine, first, StmtKind::Empty);
    let second = hole(&mut machine);
    put(&mut machine, second, StmtKind::Empty);
    let found = trouble(&mut machine);
    change_operator(&mut machine, found, BinaryOp::Mul);
    assert_eq!(exit(&mut machine), 3);

    assert!(machine.roll_back(&snapshot));
    put(&mut machine, second, StmtKind::Hole);
    put(&mut machine, first, kinds[0]);
    assert_eq!(hole(&mut machine), second);
    put(&mut machine, second, kinds[1]);
    assert_eq!(exit(&mut machine), 123);
}

#[test]
fn going_back_into_an_old_loop_does_not_start_it_again() {
    let mut machine = begin(
        "int n;
         int main(void) {
           for (int i = 0; i < 2; i++)
             if (10 / (1 - i) > 0)
               for (int k = 0;;) { k++; ; if (k == 3) break; n += k; }
           return n;
         }",
    );
    let stmt = hole(&mut machine);
    let snapshot = machine.snapshot();
    put(&mut machine, stmt, StmtKind::Empty);
    let found = trouble(&mut machine);
    change_operator(&mut machine, found, BinaryOp::Mul);
    assert_eq!(exit(&mut machine), 3);
    assert!(machine.roll_back(&snapshot));
    put(&mut machine, stmt, StmtKind::Empty);
    assert_eq!(exit(&mut machine), 3);
}

#[test]
fn an_expression_in_a_recursive_caller_is_active() {
    let mut machine = begin(
        "int z;
         static int f(int n) { return n == 0 ? 1 / z : 1 + f(n - 1); }
         int main(void) { return f(2); }",
    );
    let (e, unit) = trouble(&mut machine);
    assert!(!machine.was_executed(unit));
    assert!(machine.is_active(unit));
    assert_eq!(machine.call_depth(), 4);
    // The callers go on with what they have begun.
    change_operator(&mut machine, (e, unit), BinaryOp::Add);
    assert_eq!(exit(&mut machine), 3);
}

fn decl(machine: &Machine, name: &str) -> DeclId {
    let p = machine.program();
    let (decl, _) = p.decls.iter().find(|(_, d)| p.name(d.name) == name).expect("it is there");
    decl
}

/// The block that a statement stands in.
fn scope_of(machine: &Machine, stmt: StmtId) -> ScopeId {
    let p = machine.program();
    let scope = p.stmts.iter().find_map(|(_, around)| match around.kind {
        StmtKind::Compound(list, scope) if p.stmt_lists[list].contains(&stmt) => Some(scope),
        _ => None,
    });
    scope.expect("a block has it")
}

/// The name of a variable as the target of an assignment that was told.
fn whole(machine: &Machine, name: &str) -> LiveNumber {
    let spot = machine.spot_of(decl(machine, name)).expect("it lives");
    LiveNumber { spot, form: NumberForm::Bytes(4) }
}

#[test]
fn what_a_statement_does_is_told_and_done_again_by_its_code() {
    let mut machine = begin(
        "int g, h;
         static void f(void) { ; h++; }
         int main(void) { for (int i = 0; i < 3; i++) { f(); } return g + 10 * h; }
         static void spare(void) { g += 2; }",
    );
    let stmt = hole(&mut machine);
    let kind = spare(&machine)[0];
    machine.program_mut().stmts[stmt].kind = kind;
    let g = whole(&machine, "g");
    let steps = machine.steps();
    let snapshot = machine.snapshot();
    assert!(machine.assign(stmt, g, 2));
    assert_eq!(machine.steps(), steps + 1);
    assert!(machine.was_executed(Renewed::Stmt(stmt)));
    assert!(!machine.assign(stmt, g, 2), "the hole is behind the machine");
    // It can be undone, and be done by code then.
    assert!(machine.roll_back(&snapshot));
    assert!(machine.assign(stmt, g, 2));
    machine.forget(snapshot);
    assert_eq!(exit(&mut machine), 36);
}

#[test]
fn what_a_declaration_does_is_told_and_done_again_by_its_code() {
    let mut machine =
        begin("int g; int main(void) { for (int i = 0; i < 2; i++) { ; ; } return g; }");
    let stmt = hole(&mut machine);
    let scope = scope_of(&machine, stmt);
    let g = decl(&machine, "g");
    let p = machine.program_mut();
    let seven = super::build::constant(p, 7);
    let y = super::build::declaration(p, scope, "y", seven);
    p.stmts[stmt].kind = super::build::declare(p, y);
    // Another number than the initialiser has shows who did it.
    let number = Number { offset: 0, form: NumberForm::Bytes(4), bits: 20 };
    let steps = machine.steps();
    let snapshot = machine.snapshot();
    assert!(machine.define(stmt, y, &[number]));
    assert_eq!(machine.integer(y), Some(20));
    assert_eq!(machine.steps(), steps + 1);
    // It can be undone.
    assert!(machine.roll_back(&snapshot));
    assert_eq!(machine.integer(y), None);
    assert!(machine.define(stmt, y, &[number]));
    machine.forget(snapshot);
    let stmt = hole(&mut machine);
    let p = machine.program_mut();
    let value = super::build::read(p, y);
    let sum = super::build::compound_assign(p, BinaryOp::Add, g, value);
    put(&mut machine, stmt, StmtKind::Expr(sum));
    assert_eq!(exit(&mut machine), 20 + 7);
}

#[test]
fn which_branch_is_taken_is_told_and_found_again_by_its_code() {
    let mut machine = begin(
        "int g;
         int main(void) { for (int i = 0; i < 2; i++) { ; } return g; }
         static void spare(void) { if (g > 50) g += 1; else if (g < 50) g += 10; else g += 3; }",
    );
    let stmt = hole(&mut machine);
    let kind = spare(&machine)[0];
    machine.program_mut().stmts[stmt].kind = kind;
    let StmtKind::If(_, _, Some(second)) = kind else { panic!("an if") };
    let StmtKind::If(_, _, last) = machine.program().stmts[second].kind else { panic!("an if") };
    assert!(!machine.choose(stmt, Some(stmt)), "it is no branch of itself");
    assert!(!machine.choose(stmt, None), "one is taken");
    let steps = machine.steps();
    // Another branch than the conditions choose shows who did it.
    assert!(machine.choose(stmt, last));
    assert_eq!(machine.steps(), steps + 2);
    for test in [stmt, second] {
        assert!(machine.was_executed(Renewed::Stmt(test)));
    }
    assert_eq!(exit(&mut machine), 3 + 10);
}

#[test]
fn a_hole_in_a_branch_that_was_told_is_filled() {
    let mut machine = begin(
        "int g;
         int main(void) { for (int i = 0; i < 3; i++) { ; } return g; }
         static void spare(void) { if (g < 9) { ; g += 1; } g += 5; }",
    );
    let all = spare(&machine);
    let stmt = hole(&mut machine);
    machine.program_mut().stmts[stmt].kind = all[0];
    let StmtKind::If(_, then, _) = all[0] else { panic!("an if") };
    // It stands in another function now.
    let around = scope_of(&machine, stmt);
    let StmtKind::Compound(_, scope) = machine.program().stmts[then].kind else {
        panic!("a block")
    };
    machine.program_mut().scopes[scope].parent = Some(around);
    assert!(machine.choose(stmt, Some(then)));
    let inner = hole(&mut machine);
    put(&mut machine, inner, all[1]);
    // 6, then 12, then it is passed by.
    assert_eq!(exit(&mut machine), 12);
    // Without an `else`, no branch may be taken.
    let mut machine = begin(
        "int g; int main(void) { ; return g; } static void spare(void) { if (g) { g = 1; } }",
    );
    let stmt = hole(&mut machine);
    machine.program_mut().stmts[stmt].kind = spare(&machine)[0];
    assert!(machine.choose(stmt, None));
    assert_eq!(exit(&mut machine), 0);
}

#[test]
fn a_branch_that_was_told_may_jump() {
    let mut machine = begin(
        "int g;
         int main(void) { ; g += 7; out: return g + 1; }
         static void spare(void) { if (g == 0) g = 40; }",
    );
    let stmt = hole(&mut machine);
    let StmtKind::If(condition, ..) = spare(&machine)[0] else { panic!("an if") };
    let p = machine.program_mut();
    let label = p.labels.ids().next().expect("it is there");
    let goto = elenchus_lang::build::stmt(p, StmtKind::Goto(label));
    p.stmts[stmt].kind = StmtKind::If(condition, goto, None);
    assert!(machine.choose(stmt, Some(goto)));
    assert_eq!(exit(&mut machine), 1);
}

/// Who jumps there has to find it.
#[test]
fn a_branch_with_a_label_is_not_told() {
    let mut machine = begin(
        "int g;
         int main(void) { ; return g; }
         static void spare(void) { if (g == 0) { goto on; on: g += 2; } }",
    );
    let stmt = hole(&mut machine);
    let kind = spare(&machine)[0];
    machine.program_mut().stmts[stmt].kind = kind;
    let StmtKind::If(_, then, _) = kind else { panic!("an if") };
    assert!(!machine.choose(stmt, Some(then)));
    put(&mut machine, stmt, kind);
    assert_eq!(exit(&mut machine), 2);
}

#[test]
fn what_is_volatile_or_does_not_fit_is_not_defined_by_telling() {
    for (is_volatile, size) in [(true, 4), (false, 8)] {
        let mut machine = begin("int main(void) { ; return 0; }");
        let stmt = hole(&mut machine);
        let scope = scope_of(&machine, stmt);
        let p = machine.program_mut();
        let one = super::build::constant(p, 1);
        let y = super::build::declaration(p, scope, "y", one);
        if is_volatile {
            let ty = p.types.qualify(p.decls[y].ty, Quals::VOLATILE);
            p.decls[y].ty = ty;
        }
        p.stmts[stmt].kind = super::build::declare(p, y);
        let number = Number { offset: 0, form: NumberForm::Bytes(size), bits: 1 };
        assert!(!machine.define(stmt, y, &[number]));
        assert_eq!(exit(&mut machine), 0);
    }
}

#[test]
fn a_constant_is_not_told_another_value() {
    let mut machine = begin(
        "const int c = 1; int main(void) { ; return c; } static void spare(void) { (void)c; }",
    );
    let stmt = hole(&mut machine);
    machine.program_mut().stmts[stmt].kind = spare(&machine)[0];
    let c = whole(&machine, "c");
    assert!(!machine.assign(stmt, c, 2));
    assert_eq!(exit(&mut machine), 1);
}
