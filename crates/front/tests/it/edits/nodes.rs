//! Expressions, statements and items.

use elenchus_lang::arith::BinaryOp;
use elenchus_lang::edits::{Edit, EditError, keep_expr, keep_stmt};
use elenchus_lang::tree::{Expr, ExprId, ExprKind, Program, StmtKind, UnaryOp};
use elenchus_lang::types::TypeId;
use expect_test::expect;

use super::{Parsed, set};

#[test]
fn an_expression_gets_the_parentheses_of_its_place() {
    let text = "int f(int a, int b) { b = a; return a  *b /* c */- (b) - sizeof b - -a; }";
    let mut parsed = Parsed::new(text);
    let (one, two) = (parsed.int(1), parsed.int(2));
    let sum = parsed.value(ExprKind::Binary(BinaryOp::Add, one, two));
    let minus = parsed.value(ExprKind::Unary(UnaryOp::Neg, one));
    let exprs = |p: &Parsed, written: &str| -> Vec<ExprId> {
        let is_value = |e: &Expr| e.ty == TypeId::INT && matches!(e.kind, ExprKind::Convert(..));
        let found = p.program.exprs.iter().filter(|(_, e)| p.is(e.span, written) && is_value(e));
        found.map(|(id, _)| id).collect()
    };
    // Without the conversion that its place asks for.
    let is_product = |(_, e): &(ExprId, &Expr)| {
        parsed.is(e.span, "a  *b /* c */- (b)") && matches!(e.kind, ExprKind::Binary(..))
    };
    let product = parsed.program.exprs.iter().find(is_product).unwrap().0;
    let a = exprs(&parsed, "a");
    let b = exprs(&parsed, "b");
    let all = a.iter().chain(&b).map(|&at| Edit::Expr { at, with: sum });
    parsed.check(all, expect!["int f(int a, int b) { b = 1 + 2; return (1 + 2)  *(1 + 2) /* c */- (1 + 2) - sizeof b - -(1 + 2); }"]);
    parsed.check(
        [Edit::Expr { at: a[a.len() - 1], with: minus }],
        expect!["int f(int a, int b) { b = a; return a  *b /* c */- (b) - sizeof b - - -1; }"],
    );
    parsed.check(
        [Edit::Expr { at: product, with: two }],
        expect!["int f(int a, int b) { b = a; return 2 - sizeof b - -a; }"],
    );
}

#[test]
fn the_old_expression_can_be_inside_the_new_one() {
    let mut parsed = Parsed::new("int f(int a, int b) { return a /  /* ! */ (b  + a); }");
    let at = parsed.expr("b  + a");
    let old = keep_expr(&mut parsed.program, at);
    let again = keep_expr(&mut parsed.program, at);
    let not = parsed.value(ExprKind::Unary(UnaryOp::Not, again));
    let with = parsed.value(ExprKind::Binary(BinaryOp::Add, old, not));
    parsed.check(
        [Edit::Expr { at, with }],
        expect!["int f(int a, int b) { return a /  /* ! */ (b  + a + !(b  + a)); }"],
    );
}

#[test]
fn names() {
    let parsed = Parsed::new("int a, bb; int f(void) { return a+a; }");
    let name = parsed.program.exprs.iter().rfind(|(_, e)| matches!(e.kind, ExprKind::Name(_)));
    let at = name.unwrap().0;
    parsed.check(
        [Edit::Name { at, with: parsed.decl("bb") }],
        expect!["int a, bb; int f(void) { return a+bb; }"],
    );
}

#[test]
fn statements() {
    let text = "\
int f(int a)
{
    a++; /* one */
\ta--;  // two
    if (a) return 1; else a = 2;
    return a;
}
";
    let mut parsed = Parsed::new(text);
    let (block, first) = parsed.in_block("a++;");
    let empty = parsed.new_stmt(StmtKind::Empty);
    let five = parsed.int(5);
    let return_five = parsed.new_stmt(StmtKind::Return(Some(five)));
    let second = Edit::DeleteStmt { block, index: first + 1 };
    parsed.check(
        [Edit::DeleteStmt { block, index: first }, second],
        expect![[r#"
        int f(int a)
        {
             /* one */
        	  // two
            if (a) return 1; else a = 2;
            return a;
        }
    "#]],
    );
    let insert = |before| Edit::InsertStmt { block, before, stmt: return_five };
    parsed.check(
        [insert(0), insert(1), insert(3), insert(4)],
        expect![[r#"
        int f(int a)
        {
            return 5;
            a++; /* one */
        	return 5;
        	a--;  // two
            if (a) return 1; else a = 2;
            return 5;
            return a;
            return 5;
        }
    "#]],
    );
    let at = parsed.stmt("return 1;");
    parsed.check(
        [Edit::Stmt { at, with: empty }, insert(2), second],
        expect![[r#"
        int f(int a)
        {
            a++; /* one */
        	  // two
            return 5;
            if (a) ; else a = 2;
            return a;
        }
    "#]],
    );
    // The `else` must stay where it is.
    let lonely = parsed.new_stmt(StmtKind::If(five, empty, None));
    let kept = edits_that_wrap(&mut parsed, "a--;");
    parsed.check(
        [Edit::Stmt { at, with: lonely }],
        expect![[r#"
        int f(int a)
        {
            a++; /* one */
        	a--;  // two
            if (a) {
                if (5)
                    ;
            } else a = 2;
            return a;
        }
    "#]],
    );
    parsed.check(
        [kept],
        expect![[r#"
        int f(int a)
        {
            a++; /* one */
        	while (1)
                    a--;  // two
            if (a) return 1; else a = 2;
            return a;
        }
    "#]],
    );
}

/// `S` becomes `while (1) S`.
fn edits_that_wrap(parsed: &mut Parsed, written: &str) -> Edit {
    let at = parsed.stmt(written);
    let old = keep_stmt(&mut parsed.program, at);
    let one = parsed.int(1);
    let with = parsed.new_stmt(StmtKind::While(one, old));
    Edit::Stmt { at, with }
}

#[test]
fn empty_blocks_and_lines_with_several_statements() {
    let mut parsed = Parsed::new("void f(int a) { {} { } {\n\t} a++; a--; }");
    let one = parsed.int(1);
    let stmt = parsed.new_stmt(StmtKind::Return(None));
    let long = parsed.new_stmt(StmtKind::While(one, stmt));
    let insert = |block, before, stmt| Edit::InsertStmt { block, before, stmt };
    let (whole, _) = parsed.in_block("a--;");
    let blocks = ["{}", "{ }", "{\n\t}"].map(|written| insert(parsed.stmt(written), 0, long));
    parsed.check(
        blocks,
        expect![[r#"
        void f(int a) { {
            while (1)
                return;
        } {
            while (1)
                return;
         } {
            while (1)
                return;
        	} a++; a--; }"#]],
    );
    parsed.check(
        [insert(whole, 4, long), insert(whole, 5, stmt)],
        expect![[r#"
        void f(int a) { {} { } {
        	} a++; while (1)
                    return; a--;
        	return; }"#]],
    );
    let pragma = parsed.program.symbols.intern("#pragma GCC unroll 2");
    let pragma = parsed.new_stmt(StmtKind::Pragma(pragma));
    parsed.check(
        [insert(whole, 4, pragma), insert(whole, 4, long)],
        expect![[r#"
        void f(int a) { {} { } {
        	} a++; 
        #pragma GCC unroll 2 
        while (1)
                    return; a--; }"#]],
    );
}

#[test]
fn items() {
    let text =
        "int a; int b;\n\nint f(void)\n{\n\treturn 1;\n}\n// end\nint g(void) { return 2; }\n";
    let mut parsed = Parsed::new(text);
    let delete = |index| Edit::DeleteItem { unit: 0, index };
    parsed.check(
        [delete(0), delete(2)],
        expect![[r#"
         int b;

        // end
        int g(void) { return 2; }
    "#]],
    );
    parsed.check(
        [delete(1), delete(3)],
        expect![[r#"
        int a; 

        int f(void)
        {
        	return 1;
        }
        // end
    "#]],
    );
    let [x, y, z] = ["x", "y", "z"].map(|name| parsed.new_variable(name));
    let insert = |before, item| Edit::InsertItem { unit: 0, before, item };
    parsed.check(
        [insert(0, x), insert(2, y), insert(4, z)],
        expect![[r#"
            int x;
            int a; int b;

            int y;
            int f(void)
            {
            	return 1;
            }
            // end
            int g(void) { return 2; }
            int z;
        "#]],
    );
}

#[test]
fn what_is_deleted_is_out_of_scope() {
    let parsed = Parsed::new("int f(void) { int a; int b; { int c; } return 1; }");
    let (block, index) = parsed.in_block("int a;");
    let mut fork = parsed.program.clone();
    set([Edit::DeleteStmt { block, index }]).apply(&mut fork).unwrap();
    let names = |program: &Program| -> Vec<String> {
        let StmtKind::Compound(_, scope) = program.stmts[block].kind else { return Vec::new() };
        let decls = &program.decl_lists[program.scopes[scope].decls];
        decls.iter().map(|&d| program.name(program.decls[d].name).to_owned()).collect()
    };
    assert!(names(&parsed.program).contains(&"a".to_owned()));
    assert!(!names(&fork).contains(&"a".to_owned()));
    let again = Edit::InsertStmt { block, before: 0, stmt: parsed.stmt("int a;") };
    set([again]).apply(&mut fork).unwrap();
    assert_eq!(names(&parsed.program), names(&fork));
}

#[test]
fn what_cannot_be_done_is_refused() {
    let mut parsed = Parsed::new("int f(int a) { a = a + 1; return a; }");
    let one = parsed.int(1);
    let empty = parsed.new_stmt(StmtKind::Empty);
    let inner = Edit::Expr { at: parsed.expr("a + 1"), with: one };
    let outer = Edit::Stmt { at: parsed.stmt("a = a + 1;"), with: empty };
    let (block, index) = parsed.in_block("return a;");
    let delete = Edit::DeleteStmt { block, index };
    let refused = |edits: &[Edit]| parsed.edited(&set(edits.iter().copied())).unwrap_err();
    assert_eq!(refused(&[inner, outer]), EditError::Overlap(1, 0));
    assert_eq!(refused(&[delete, inner, delete]), EditError::Overlap(0, 2));
    let beyond = Edit::InsertStmt { block, before: 3, stmt: empty };
    assert_eq!(refused(&[inner, beyond]), EditError::NoSuchPlace(1));
    let no_block = Edit::DeleteStmt { block: empty, index: 0 };
    assert_eq!(refused(&[no_block]), EditError::NoSuchPlace(0));
    let nowhere = Edit::Expr { at: one, with: one };
    assert_eq!(refused(&[inner, nowhere]), EditError::NoText(1));
}
