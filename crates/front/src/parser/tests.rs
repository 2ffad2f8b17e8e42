//! What a reader can learn the grammar from: small texts and their trees.

mod dump;

use elenchus_lang::symbol::Interner;
use expect_test::{Expect, expect};

use super::parse;
use crate::diagnostic::Diagnostics;
use crate::stack::with_stack;
use dump::Dump;
use elenchus_lang::rules::Language;

/// The tree of `text`, and each message with its line and column.
fn check(text: &str, expected: Expect) {
    let (mut interner, mut diagnostics) = (Interner::default(), Diagnostics::default());
    let (syntax, _) = parse(text.as_bytes(), 0, Language::GNU17, &mut interner, &mut diagnostics);
    let mut out = Dump { text, syntax: &syntax, interner: &interner }.unit();
    for diagnostic in &diagnostics.list {
        let before = &text[..diagnostic.span.start as usize];
        let line = before.matches('\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        out += &format!("{line}:{column}: {}\n", diagnostic.message);
    }
    expected.assert_eq(&out);
}

/// As `check`, for the statements of a function `f` after some type names.
fn check_body(text: &str, expected: Expect) {
    check(&format!("typedef int T;\nvoid f(void) {{ {text} }}\n"), expected);
}

#[test]
fn declarators_are_read_aloud() {
    check(
        "int *a[3], (*b)[3], **const c;",
        expect![[r#"
        (declare [int] (a is array[3] of pointer to); (b is pointer to array[3] of); (c is const pointer to pointer to);)
    "#]],
    );
    check(
        "char *(*(*x(void))[5])(int);",
        expect![[r#"
        (declare [char] (x is function([void] _) returning pointer to array[5] of pointer to function([int] _) returning pointer to);)
    "#]],
    );
    check(
        "int f(int a[static const 3], int n, int m[n][*], ...);",
        expect![[r#"
        (declare [int] (f is function([int] (a is array[static const 3] of), [int] n, [int] (m is array[n] of array[*] of), ...) returning);)
    "#]],
    );
}

#[test]
fn attributes_in_declarators() {
    check(
        "int (__attribute__((ms_abi)) *f)(void);",
        expect![[r#"
        (declare [int] (f is pointer to with @ms_abi function([void] _) returning);)
    "#]],
    );
    check(
        "int * __attribute__((aligned(8))) const p __asm__(\"q\") __attribute__((unused)) = 0;",
        expect![[r#"
            (declare [int] (p is const pointer @aligned(8) to) asm("q") @unused = 0;)
        "#]],
    );
    check(
        "[[deprecated(\"x\")]] int a [[gnu::aligned(4)]], f [[other::thing(;!)]] (void);",
        expect![[r#"
            (declare [int @deprecated("x")] a @gnu::aligned(4); (f is function([void] _) returning) @other::thing;)
        "#]],
    );
}

#[test]
fn specifiers_in_any_order() {
    check(
        "long static unsigned const long int x;",
        expect![[r#"
        (declare [static const int long long unsigned] x;)
    "#]],
    );
    check(
        "_Alignas(8) _Alignas(double) _Thread_local _Atomic(int) a; _Atomic int b;",
        expect![[r#"
        (declare [thread alignas(8) alignas((alignof [double])) atomic([int])] a;)
        (declare [atomic int] b;)
    "#]],
    );
    check(
        "__extension__ typedef __int128 i; __builtin_va_list v; _Complex double z;",
        expect![[r#"
        (declare [typedef extension int128] i;)
        (declare [va_list] v;)
        (declare [double complex] z;)
    "#]],
    );
}

#[test]
fn implicit_int_at_file_scope() {
    check(
        "x; *p; f() { return 1; } static y;",
        expect![[r#"
        (declare [implicit] x;)
        (declare [implicit] (p is pointer to);)
        (function [implicit] (f is function() returning) {(return 1)})
        (declare [static implicit] y;)
    "#]],
    );
}

#[test]
fn old_style_definitions() {
    check(
        "typedef int T; f(a, b, T) int a; char *b, T; { T * a; }",
        expect![[r#"
        (declare [typedef int] T;)
        (function [implicit] (f is function(names a b T) returning) old:(declare [int] a;) old:(declare [char] (b is pointer to); T;) {(Mul T a)})
    "#]],
    );
}

#[test]
fn a_typedef_name_can_be_shadowed_and_comes_back() {
    check_body(
        "{ T T; T * 2; } T x;",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {{(declare [type:T] T;) (Mul T 2)} (declare [type:T] x;)})
    "#]],
    );
    check_body(
        "for (int T = 0; T * 2;) ; enum { T = sizeof(T) }; T * 2;",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(for (declare [int] T = 0;) (Mul T 2) _ ;) (declare [enum T=(sizeof [type:T])]) (Mul T 2)})
    "#]],
    );
    check(
        "typedef int T; void f(int T) { T * 2; } T g(T * T);",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([int] T) returning) {(Mul T 2)})
        (declare [type:T] (g is function([type:T] (T is pointer to)) returning);)
    "#]],
    );
}

#[test]
fn a_type_name_in_parentheses_is_a_parameter_list() {
    check(
        "typedef int T; int f(T), g(int (T)), h(int (x)), (T2)(T (T));",
        expect![[r#"
        (declare [typedef int] T;)
        (declare [int] (f is function([type:T] _) returning); (g is function([int] (_ is function([type:T] _) returning)) returning); (h is function([int] x) returning); (T2 is function([type:T] (_ is function([type:T] _) returning)) returning);)
    "#]],
    );
}

#[test]
fn labels_members_and_tags_have_name_spaces_of_their_own() {
    check_body(
        "T: struct T { T T; } s; s.T; goto T;",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(label T (declare [struct T {[type:T] T}] s;)) (. s T) (goto T)})
    "#]],
    );
}

#[test]
fn casts_and_parentheses() {
    check_body(
        "(T) - 1; (x) - 1; (T)(x); (x)(T);",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(cast [type:T] (Neg 1)) (Sub (paren x) 1) (cast [type:T] (paren x)) (call (paren x) T)})
    "#]],
    );
    check_body(
        "sizeof (T) * 2; sizeof (x) * 2; sizeof (T){1}; (struct p){1, 2}.x++;",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(Mul (sizeof [type:T]) 2) (Mul (sizeof (paren x)) 2) (sizeof (literal [type:T] {1})) (PostInc (. (literal [struct p] {1, 2}) x))})
    "#]],
    );
}

#[test]
fn operators_bind_as_the_standard_says() {
    check_body(
        "a = b += c ? d : e ?: f, g;",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(Comma (= a (Add= b (? c d (? e _ f)))) g)})
    "#]],
    );
    check_body(
        "a || b && c | d ^ e & f == g < h << i + j * -k++;",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(LogOr a (LogAnd b (Or c (Xor d (And e (Eq f (Lt g (Shl h (Add i (Mul j (Neg (PostInc k))))))))))))})
    "#]],
    );
    check_body(
        "a - b - c; *p++ = !~x; &a[1].b->c(2, 3);",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(Sub (Sub a b) c) (= (Deref (PostInc p)) (Not (BitNot x))) (AddressOf (call (-> (. (index a 1) b) c) 2 3))})
    "#]],
    );
}

#[test]
fn strings_and_built_ins() {
    check_body(
        "\"a\" L\"b\"; __builtin_va_arg(ap, int *);",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {"a" L"b" (va-arg ap [int] (_ is pointer to))})
    "#]],
    );
    check_body(
        "__builtin_offsetof(struct s, a.b[2]); __builtin_choose_expr(1, a, b);",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(offsetof [struct s] .a.b[2]=) (choose 1 a b)})
    "#]],
    );
    check_body(
        "__builtin_types_compatible_p(T, int[]); _Generic(x, T: 1, default: 2);",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(compatible [type:T] [int] (_ is array[] of)) (generic x [type:T]: 1 default: 2)})
    "#]],
    );
    check_body(
        "__builtin_has_attribute(x, aligned(4));",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(has-attribute "__builtin_has_attribute(x, aligned(4))")})
    "#]],
    );
}

#[test]
fn gnu_expressions() {
    check_body(
        "x = ({ T y = 1; y; }); goto *&&a; __real__ z; __extension__ 1;",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(= x (stmt-expr {(declare [type:T] y = 1;) y})) (goto* (&& a)) (Real z) (Extension 1)})
    "#]],
    );
    check_body(
        "__typeof__(x) y; __typeof__(T *) z; __auto_type w = 1;",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(declare [typeof(x)] y;) (declare [typeof([type:T] (_ is pointer to))] z;) (declare [auto] w = 1;)})
    "#]],
    );
}

#[test]
fn initialisers() {
    check(
        "int a[] = {1, [2] = 3, [4 ... 5] = 6, [7] 8,}, b = {};",
        expect![[r#"
        (declare [int] (a is array[] of) = {1, [2]=3, [4 ... 5]=6, [7]=8}; b = {};)
    "#]],
    );
    check(
        "struct s x = {.a.b[1] = {2}, c: 3};",
        expect![[r#"
        (declare [struct s] x = {.a.b[1]={2}, .c=3};)
    "#]],
    );
}

#[test]
fn records_and_enums() {
    check(
        "struct __attribute__((packed)) s { int a : 3, : 0; union { int b; }; T *c; int d[]; } x;",
        expect![[r#"
            (declare [struct s {[int] a :3 :0; [union {[int] b}]; [type:T] (c is pointer to); [int] (d is array[] of)} @packed] x;)
            1:70: unknown type name 'T'
        "#]],
    );
    check(
        "union u { _Static_assert(1, \"\"); __extension__ int a; } __attribute__((aligned(4)));",
        expect![[r#"
            (declare [union u {static-assert 1; [extension int] a} @aligned(4)])
        "#]],
    );
    check(
        "enum e { A, B __attribute__((deprecated)) = 2, } x; enum e y; struct {} z;",
        expect![[r#"
        (declare [enum e A B @deprecated=2] x;)
        (declare [enum e] y;)
        (declare [struct {}] z;)
    "#]],
    );
}

#[test]
fn statements() {
    check_body(
        "if (a) if (b) ; else c; else d;",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(if a (if b ; c) d)})
    "#]],
    );
    check_body(
        "do x--; while (x); for (;;) break; while (1) continue;",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(do (PostDec x) x) (for _ _ _ break) (while 1 continue)})
    "#]],
    );
    check_body(
        "switch (x) { case 1: case 2 ... 3: default: a: return; b: int y; c: }",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(switch x {(case 1 (case 2...3 (default (label a (return))))) (label b (declare [int] y;)) (label c ;)})})
    "#]],
    );
    check_body(
        "__label__ l, m; l: __attribute__((unused)) ; __attribute__((fallthrough));",
        expect![[r#"
            (declare [typedef int] T;)
            (function [void] (f is function([void] _) returning) {(local-labels l m) (label l @unused ;) (attributes @fallthrough)})
        "#]],
    );
}

#[test]
fn nested_functions() {
    check_body(
        "int g(int a) { return a; } auto int h(); int k(a) T a; {} g(1);",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(function [int] (g is function([int] a) returning) {(return a)}) (declare [auto int] (h is function() returning);) (function [int] (k is function(names a) returning) old:(declare [type:T] a;) {}) (call g 1)})
    "#]],
    );
}

#[test]
fn inline_assembly() {
    check(
        "asm(\"nop\"); int x __asm(\"y\" \"z\");",
        expect![[r#"
        (asm basic "nop" : : :  : )
        (declare [int] x asm("y" "z");)
    "#]],
    );
    check_body(
        "asm volatile goto (\"a\" \"b\" : [o] \"=r\"(x) : \"0\"(y), \"m\"(z) : \"cc\", \"memory\" : l);",
        expect![[r#"
            (declare [typedef int] T;)
            (function [void] (f is function([void] _) returning) {(asm volatile goto "a" "b" : o="=r"(x) : "0"(y) "m"(z) : "cc" "memory" : l)})
        "#]],
    );
}

#[test]
fn pragmas_are_items_and_statements_or_vanish() {
    check(
        "#pragma a\nint x =\n#pragma b\n1;\nvoid f() {\n#pragma c\nif (x)\n#pragma d\n;\n}",
        expect![[r##"
            (pragma "#pragma a")
            (declare [int] x = 1;)
            (function [void] (f is function() returning) {(pragma "#pragma c") (if x ;)})
        "##]],
    );
}

#[test]
fn forward_parameters_and_stray_semicolons() {
    check(
        "void f(int n; int a[n], int n);; _Static_assert(1);",
        expect![[r#"
        (declare [void] (f is function(forward [int] n, [int] (a is array[n] of), [int] n) returning);)
        (empty)
        (static-assert 1 )
    "#]],
    );
    check("", expect![]);
}

#[test]
fn one_mistake_gives_one_message() {
    check_body(
        "x = 1 y = 2; int z = ; f(1; return 0",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(= x 1) (declare [int] z = error;) (call f 1) (return 0)})
        2:21: expected ';' after expression
        2:37: expected an expression
        2:42: expected ')' after arguments
        2:52: expected ';' after 'return'
    "#]],
    );
    check_body(
        "foo_t x; if x) y; while (a b) c; do ; until (1); else ;",
        expect![[r#"
        (declare [typedef int] T;)
        (function [void] (f is function([void] _) returning) {(declare [type:foo_t] x;) (if x y) (while a c) (do ; error) ;})
        2:16: unknown type name 'foo_t'
        2:27: expected '(' after 'if'
        2:42: expected ')' after condition
        2:53: expected 'while' after the body of 'do'
        2:65: 'else' without an 'if'
    "#]],
    );
    check(
        "bar *p; int 3; int a[; struct { int b }; struct { 5; int c; } d; } int e;",
        expect![[r#"
        (declare [type:bar] (p is pointer to);)
        (declare [int] _;)
        (declare [int] (a is array[error] of);)
        (declare [struct {[int] b}])
        (declare [struct {[implicit]; [int] c}] d;)
        (declare [int] e;)
        1:1: unknown type name 'bar'
        1:12: expected a name in this declaration
        1:22: expected an expression
        1:51: expected a member
        1:66: expected a declaration
    "#]],
    );
    check(
        "void f(int a b, foo c) { { return; }",
        expect![[r#"
        (function [void] (f is function([int] a) returning) {{(return)}})
        1:13: expected ')' after parameters
        1:24: this '{' has no matching '}'
    "#]],
    );
    check(
        "int int x; long long long y; T unsigned z; struct; enum {1};",
        expect![[r#"
        (declare [int] x;)
        (declare [long long] y;)
        (declare [implicit] T;)
        (declare [unsigned] z;)
        (declare [struct])
        (declare [enum])
        1:5: 'int' given twice
        1:22: 'long long long' is not a type
        1:31: expected ';' after declaration
        1:50: expected '{' or a name after 'struct' or 'union'
        1:58: expected a name of an enumerator
    "#]],
    );
}

/// Deep nesting parses, and what is too deep is an error: the stack never
/// overflows, although this runs on a test thread of 2 MiB.
#[test]
fn nesting_is_limited_but_deep() {
    let forms = [
        ("int x = ", "(", "1", ")", ";"),
        ("int x = ", "-", "1", "", ";"),
        ("int x = ", "(int)", "1", "", ";"),
        ("int x = ", "f(", "1", ")", ";"),
        ("int x = ", "a[", "1", "]", ";"),
        ("int x = ", "a = ", "1", "", ";"),
        ("int x = ", "a ? b : ", "1", "", ";"),
        ("int x = ", "a ? ", "1", " : b", ";"),
        ("int x = ", "1 + ", "1", "", ";"),
        ("int x = ", "a||b&&c|d^e&f==g<h<<i+j*(", "1", ")", ";"),
        ("int x = ", "sizeof ", "1", "", ";"),
        ("int x = ", "sizeof(typeof(", "1", "))", ";"),
        ("int x = ", "({ int y __attribute__((a(", "1", "))); })", ";"),
        ("int x = ", "_Generic(1, default: ", "1", ")", ";"),
        ("int x = ", "{", "1", "}", ";"),
        ("", "struct {", "int x;", "} y;", ""),
        ("int ", "(", "x", ")", ";"),
        ("int ", "*", "x", "", ";"),
        ("int ", "(*", "x", ")(void)", ";"),
        ("int f(", "int (*)(", "int", ")", ");"),
        ("", "_Atomic(", "int", ")", " x;"),
        ("", "typeof(", "int", ")", " x;"),
        ("void f() {", "{", "", "}", "}"),
        ("void f() {", "if (1) ", ";", "", "}"),
        ("void f() {", "if (1) ; else ", ";", "", "}"),
        ("void f() {", "for (;;) ", ";", "", "}"),
        ("void f() {", "do ", ";", "while (1);", "}"),
        ("void f() {", "case 1: ", ";", "", "}"),
        ("void f() {", "void g() {", "", "}", "}"),
        ("void f() {", "[[a]] if (1) ", ";", "", "}"),
        ("", "int x __attribute__((a(({", "", "}))));", ""),
        ("void f() {", "__attribute__((a(({", "", "})))) int x;", "}"),
        ("void f() {", "[[a(({", "", "}))]] int x;", "}"),
    ];
    for (before, open, middle, close, after) in forms {
        for n in [90, 12_000, 150_000] {
            let text =
                [before, &open.repeat(n), middle, &close.repeat(n), after].concat().into_bytes();
            let (mut interner, mut diagnostics) = (Interner::default(), Diagnostics::default());
            parse(&text, 0, Language::GNU17, &mut interner, &mut diagnostics);
            let messages = diagnostics.list.iter().map(|d| d.message.as_str());
            match messages.collect::<Vec<_>>()[..] {
                [] => {}
                [message] if n > 12_000 && message.starts_with("nested too deeply") => {}
                ref messages => panic!("{open} {n} times: {messages:?}"),
            }
        }
    }
}

#[test]
fn a_stack_of_its_own_returns_what_ran_there() {
    assert_eq!(with_stack(10, || 6 * 7), Some(42));
}
