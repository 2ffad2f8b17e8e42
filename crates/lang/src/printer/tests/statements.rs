use expect_test::{Expect, expect};

use super::build::Build;
use crate::arena::List;
use crate::printer::print_stmt;
use crate::span::Span;
use crate::tree::{
    Asm, AsmOperand, CharKind, DeclKind, ExprKind, For, Scope, ScopeKind, StmtId, StmtKind,
};
use crate::types::TypeId;

fn check(make: impl FnOnce(&mut Build) -> StmtId, expected: Expect) {
    let mut b = Build::new();
    let stmt = make(&mut b);
    expected.assert_eq(&print_stmt(&b.program, stmt));
}

#[test]
fn an_else_belongs_to_its_if() {
    check(
        |b| {
            let (c, d, x, y) = (b.var("c"), b.var("d"), b.step("x"), b.step("y"));
            let inner = b.stmt(StmtKind::If(d, x, None));
            let inner = b.stmt(StmtKind::While(d, inner));
            b.stmt(StmtKind::If(c, inner, Some(y)))
        },
        expect![[r#"
            if (c) {
                while (d)
                    if (d)
                        x;
            } else
                y;"#]],
    );
    check(
        |b| {
            let (c, x, y) = (b.var("c"), b.step("x"), b.step("y"));
            let last = b.block(&[y]);
            let inner = b.stmt(StmtKind::If(c, x, Some(last)));
            b.stmt(StmtKind::If(c, x, Some(inner)))
        },
        expect![[r#"
            if (c)
                x;
            else if (c)
                x;
            else {
                y;
            }"#]],
    );
}

#[test]
fn labels_and_cases() {
    check(
        |b| {
            let (x, one, two) = (b.var("x"), b.int(1), b.int(2));
            let (empty, stop) = (b.stmt(StmtKind::Empty), b.stmt(StmtKind::Break));
            let label = b.label("out");
            let labelled = b.stmt(StmtKind::Label(label, List::EMPTY, empty));
            let range = b.stmt(StmtKind::Case(one, Some(two), stop));
            let comma = b.expr(ExprKind::Comma(one, two), TypeId::INT);
            let nested = b.stmt(StmtKind::Default(range));
            let case = b.stmt(StmtKind::Case(comma, None, nested));
            let pragma = b.program.symbols.intern("#pragma GCC unroll 4");
            let pragma = b.stmt(StmtKind::Pragma(pragma));
            let goto = b.stmt(StmtKind::Goto(label));
            let body = b.block(&[case, pragma, goto, labelled]);
            b.stmt(StmtKind::Switch(x, body))
        },
        expect![[r#"
            switch (x) {
            case (1, 2):
            default:
            case 1 ... 2:
                break;
            #pragma GCC unroll 4
                goto out;
            out:
                ;
            }"#]],
    );
}

#[test]
fn loops() {
    check(
        |b| {
            let i = b.decl(DeclKind::Variable, "i", TypeId::INT);
            let zero = b.int(0);
            b.program.decls[i].init = Some(b.init_expr(zero));
            let group = b.group(TypeId::INT, &[i]);
            let init = Some(b.stmt(StmtKind::Declaration(group)));
            let condition = Some(b.expr(ExprKind::Name(i), TypeId::INT));
            let empty = b.block(&[]);
            let done = b.var("done");
            let body = b.stmt(StmtKind::DoWhile(empty, done));
            let scope = b.program.scopes.push(Scope {
                parent: None,
                kind: ScopeKind::Block,
                decls: List::EMPTY,
            });
            let parts = b.program.fors.push(For { init, condition, step: None, body, scope });
            b.stmt(StmtKind::For(parts))
        },
        expect![[r#"
            for (int i = 0; i;)
                do {} while (done);"#]],
    );
}

#[test]
fn assembler() {
    check(
        |b| {
            let template = b.string(CharKind::Char, b"mov %1, %0\n");
            let constraint = b.string(CharKind::Char, b"=r");
            let memory = b.string(CharKind::Char, b"memory");
            let expr = b.var("x");
            let name = Some(b.program.symbols.intern("out"));
            let outputs = b.program.asm_operands.push(&[AsmOperand { name, constraint, expr }]);
            let clobbers = b.program.string_lists.push(&[memory]);
            let label = b.label("l");
            let labels = b.program.label_lists.push(&[label]);
            let asm = Asm {
                is_volatile: true,
                is_inline: false,
                is_goto: false,
                is_basic: false,
                template,
                outputs,
                inputs: List::EMPTY,
                clobbers,
                labels: List::EMPTY,
                span: Span::NONE,
            };
            let first = b.program.asms.push(asm);
            let jump =
                Asm { is_goto: true, outputs: List::EMPTY, clobbers: List::EMPTY, labels, ..asm };
            let second = b.program.asms.push(jump);
            let bare =
                Asm { clobbers: List::EMPTY, outputs: List::EMPTY, is_volatile: false, ..asm };
            let third = b.program.asms.push(bare);
            let stmts = [first, second, third].map(|asm| b.stmt(StmtKind::Asm(asm)));
            b.block(&stmts)
        },
        expect![[r#"
            {
                __asm__ volatile("mov %1, %0\n" : [out] "=r"(x) : : "memory");
                __asm__ volatile goto("mov %1, %0\n" : : : : l);
                __asm__("mov %1, %0\n" :);
            }"#]],
    );
}

#[test]
fn statement_expressions() {
    check(
        |b| {
            let x = b.step("x");
            let body = b.block(&[x]);
            let value = b.expr(ExprKind::StmtExpr(body), TypeId::INT);
            let stmt = b.stmt(StmtKind::Return(Some(value)));
            b.block(&[stmt])
        },
        expect![[r#"
            {
                return ({
                    x;
                });
            }"#]],
    );
}
