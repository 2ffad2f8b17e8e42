//! The checker, by what the tree prints as and by its errors.

use elenchus_front::diagnostic::Severity;
use elenchus_lang::printer;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::{InitKind, Program};
use expect_test::{Expect, expect};

fn parse(text: &str) -> Result<Program, String> {
    let language = Language::by_name("gnu11").expect("gnu11 is known");
    let mut program = Program::new(Target::x86_64(), language);
    let parsed = elenchus_front::parse_unit(&mut program, "test.c", text.as_bytes());
    let errors = parsed.diagnostics.list.iter().filter(|d| d.severity == Severity::Error);
    let errors: Vec<String> = errors.map(|d| format!("error: {}\n", d.message)).collect();
    if parsed.accepted() { Ok(program) } else { Err(errors.concat()) }
}

/// The program as it is printed back, or its errors.
fn check(text: &str, expected: Expect) {
    let shown = match parse(text) {
        Ok(program) => printer::print(&program, 0),
        Err(errors) => errors,
    };
    expected.assert_eq(&shown);
}

/// The length of the first array that is initialised, and where its items go.
fn places(text: &str, expected: Expect) {
    let program = parse(text).expect("the test is accepted");
    let mut lists = program.decls.iter().filter_map(|(_, decl)| {
        let init = program.inits[decl.init?];
        let InitKind::List(items) = init.kind else { return None };
        Some((init.ty, items))
    });
    let (ty, items) = lists.next_back().expect("something is initialised with a list");
    let mut shown = format!("{}\n", printer::print_type(&program, ty));
    for item in &program.init_items[items] {
        let repeats: Vec<String> = program.repeats[item.repeats]
            .iter()
            .map(|r| format!(" {} times every {}", r.count, r.stride))
            .collect();
        shown.push_str(&format!("at {}{}\n", item.offset, repeats.concat()));
    }
    expected.assert_eq(&shown);
}

#[test]
fn after_a_range_the_walk_goes_on_at_its_end() {
    places(
        "int a[] = {[1 ... 3] = 1, 2};",
        expect![[r#"
        int[5]
        at 4 3 times every 4
        at 16
    "#]],
    );
    places(
        "struct { int x, y; } a[] = {[0 ... 3].x = 1, 2, 3};",
        expect![[r#"
        struct <unnamed>[5]
        at 0 4 times every 8
        at 28
        at 32
    "#]],
    );
}

#[test]
fn designators_of_inner_arrays_give_the_length() {
    places(
        "int a[][2] = {[3][1] = 1};",
        expect![[r#"
        int[4][2]
        at 28
    "#]],
    );
}

/// gcc warns, drops the value and goes on with the next subobject.
#[test]
fn values_for_what_has_no_members() {
    places(
        "int a[][0] = {1, 2};",
        expect![[r#"
        int[2][0]
        at 0
        at 0
    "#]],
    );
    places(
        "int a[][2][0] = {1, 2, 3};",
        expect![[r#"
        int[2][2][0]
        at 0
        at 0
        at 0
    "#]],
    );
    check(
        "struct E {}; struct { int x; struct E e; int y; } s = {1, 2, 3};",
        expect![[r#"
        struct E {};
        struct {
            int x;
            struct E e;
            int y;
        } s = { 1, {}, 3 };
    "#]],
    );
    check(
        "struct { int : 3; } a[] = {1, 2};",
        expect![[r#"
        struct {
            int : 3;
        } a[] = { {}, {} };
    "#]],
    );
}

#[test]
fn an_earlier_void_stays() {
    check(
        "void f(int); f(int x) {}",
        expect![[r#"
        void f(int);

        void f(int x) {}
    "#]],
    );
    check(
        "void f(); extern f(), x;",
        expect![[r#"
        void f();
        extern void f();
        extern int x;
    "#]],
    );
}

#[test]
fn old_style_after_prototype() {
    check(
        "float f(float); float f(x) float x; { return x; }",
        expect![[r#"
        float f(float);

        float f(x)
            float x;
        {
            return x;
        }
    "#]],
    );
    check(
        "void f(int, ...); void f(a) int a; {}",
        expect![[r#"
        void f(int, ...);

        void f(a)
            int a;
        {}
    "#]],
    );
    check(
        "float f(int); float f(x) float x; { return x; }",
        expect![[r#"
            error: parameter 'x' differs from the prototype's
        "#]],
    );
}

#[test]
fn each_substatement_is_a_block() {
    check(
        "typedef int T; void f(void) { if (sizeof(enum { T })) ; T x; }",
        expect![[r#"
        typedef int T;

        void f(void) {
            if (sizeof(enum { T }))
                ;
            T x;
        }
    "#]],
    );
}

#[test]
fn conditional_of_pointers() {
    let asks = |a: &str, b: &str, result: &str| {
        let text = format!(
            "{a}; {b}; _Static_assert(_Generic(1 ? a : b, {result}: 1, default: 0), \"\");"
        );
        parse(&text).unwrap_or_else(|errors| panic!("{text}\n{errors}"));
    };
    asks("const int *a", "void *b", "const void *");
    asks("const int (*a)[1]", "void *b", "void *");
    asks("const int *a", "volatile int *b", "const volatile int *");
    asks("const int *a", "char *b", "void *");
}

#[test]
fn what_gcc_only_warns_of() {
    check(
        "void f(void *p) { &p[1]; sizeof p[0]; }",
        expect![[r#"
        void f(void *p) {
            &p[1];
            sizeof(p[0]);
        }
    "#]],
    );
    check(
        "void f(int i, char *p) { i += p; }",
        expect![[r#"
        void f(int i, char *p) {
            i += p;
        }
    "#]],
    );
    check(
        "void f(double d) { __real__ d *= 2; }",
        expect![[r#"
        void f(double d) {
            __real__ d *= 2;
        }
    "#]],
    );
    check(
        "void f(double d) { __imag__ d *= 2; }",
        expect![[r#"
        error: the left side of an assignment is no object
    "#]],
    );
    check(
        "int n; int a = sizeof(int (*)[n]);",
        expect![[r#"
        int n;
        int a = sizeof(int (*)[n]);
    "#]],
    );
    check(
        "int n; int a[n];",
        expect![[r#"
        error: an array at file scope whose length is not a constant
    "#]],
    );
    check(
        "float huge = 1e99f;",
        expect![[r#"
        float huge = 1e99999f;
    "#]],
    );
}

#[test]
fn the_strictest_alignment_of_a_typedef_stays() {
    check(
        "typedef int T; typedef int T __attribute__((aligned(64))); typedef int T;\n\
         _Static_assert(_Alignof(T) == 64, \"\");",
        expect![[r#"
            typedef int T;
            typedef int T __attribute__((aligned(64)));
            typedef int T;
            _Static_assert(_Alignof(T) == 64, "");
        "#]],
    );
}

/// As glibc has it for clang, where `_Float32` is no keyword.
#[test]
fn a_sized_float_may_be_declared() {
    check(
        "typedef _Complex _Float32 T;",
        expect![[r#"
        typedef _Complex _Float32 T;
    "#]],
    );
    check(
        "typedef float _Float32; _Float32 x;\n\
         _Static_assert(_Generic(x, float: 1, default: 0), \"\");",
        expect![[r#"
            typedef float _Float32;
            _Float32 x;
            _Static_assert(_Generic(x, float: 1, default: 0), "");
        "#]],
    );
    check(
        "_Float32 x; _Static_assert(_Generic(x, float: 0, default: 1), \"\");",
        expect![[r#"
        _Float32 x;
        _Static_assert(_Generic(x, float: 0, default: 1), "");
    "#]],
    );
}

#[test]
fn no_record_contains_itself() {
    check(
        "struct S { struct S a; }; struct S s = {1};",
        expect![[r#"
        error: member 'a' has incomplete type 'struct S'
    "#]],
    );
    check(
        "struct S { struct S { int i; } i; } s = {1};",
        expect![[r#"
        error: 'struct S' is defined inside its own definition
    "#]],
    );
    check(
        "struct S { struct S *a; } s;",
        expect![[r#"
        struct S {
            struct S *a;
        } s;
    "#]],
    );
}
