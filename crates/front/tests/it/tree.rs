//! The typed tree of small programs: what the checker adds to the text.
//!
//! Conversions are nodes, names are resolved, items of initialisers have
//! places, and every expression has its type.

use elenchus_lang::dump::dump;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    let language = Language::by_name("gnu11").expect("gnu11 is known");
    let mut program = Program::new(Target::x86_64(), language);
    let parsed = elenchus_front::parse_unit(&mut program, "test.c", text.as_bytes());
    assert!(parsed.accepted(), "{:?}", parsed.diagnostics.list);
    expected.assert_eq(&dump(&program, 0));
}

#[test]
fn operands_are_promoted_and_converted() {
    check(
        "long f(char c, unsigned u) { return c + u * 2L; }",
        expect![[r#"
        definition f external : fn(char, uint) -> long
          parameter c : char
          parameter u : uint
          block
            return
              binary + : long
                convert arithmetic : long
                  convert lvalue : char
                    name c : char
                binary * : long
                  convert arithmetic : long
                    convert lvalue : uint
                      name u : uint
                  int 2 : long
    "#]],
    );
}

#[test]
fn comparisons_are_ints_and_conditions_are_not_converted() {
    check(
        "int f(double d, int *p) { return d < 1 && p; }",
        expect![[r#"
        definition f external : fn(double, *int) -> int
          parameter d : double
          parameter p : *int
          block
            return
              binary && : int
                binary < : int
                  convert lvalue : double
                    name d : double
                  convert arithmetic : double
                    int 1 : int
                convert lvalue : *int
                  name p : *int
    "#]],
    );
}

#[test]
fn compound_assignment_computes_in_the_common_type() {
    check(
        "void f(char c, float x) { c += x; c <<= 1L; }",
        expect![[r#"
        definition f external : fn(char, float) -> void
          parameter c : char
          parameter x : float
          block
            expression
              assign += in float : char
                name c : char
                convert lvalue : float
                  name x : float
            expression
              assign <<= in int : char
                name c : char
                int 1 : long
    "#]],
    );
}

#[test]
fn arrays_and_functions_become_pointers() {
    check(
        "int a[2]; int g(void); int f(void) { return *a + a[1] + (*g)() + (g == 0); }",
        expect![[r#"
            declaration : int
              variable a external : [2]int
            declaration : int
              function g external : fn() -> int
            definition f external : fn() -> int
              block
                return
                  binary + : int
                    binary + : int
                      binary + : int
                        convert lvalue : int
                          unary deref : int
                            convert decay : *int
                              name a : [2]int
                        convert lvalue : int
                          index : int
                            convert decay : *int
                              name a : [2]int
                            int 1 : int
                      call : int
                        convert function : *fn() -> int
                          unary deref : fn() -> int
                            convert function : *fn() -> int
                              name g : fn() -> int
                    binary == : int
                      convert function : *fn() -> int
                        name g : fn() -> int
                      convert null : *fn() -> int
                        int 0 : int
        "#]],
    );
}

#[test]
fn bit_fields_are_promoted_by_their_width() {
    check(
        "struct s { unsigned a : 3, b : 32; } x; int f(void) { return x.a - 4 < x.b - 4; }",
        expect![[r#"
            declaration : struct s
              layout struct s size 8 align 4
                field a at 0 width 3 : uint
                field b at 4 width 32 : uint
              variable x external : struct s
            definition f external : fn() -> int
              block
                return
                  binary < : int
                    convert arithmetic : uint
                      binary - : int
                        convert arithmetic : int
                          convert lvalue : uint
                            member dot a : uint
                              name x : struct s
                        int 4 : int
                    binary - : uint
                      convert lvalue : uint
                        member dot b : uint
                          name x : struct s
                      convert arithmetic : uint
                        int 4 : int
        "#]],
    );
}

#[test]
fn null_pointer_constants_and_conditionals() {
    check(
        "void *f(int c, int *p) { return c ? p : 0; }",
        expect![[r#"
        definition f external : fn(int, *int) -> *void
          parameter c : int
          parameter p : *int
          block
            return
              convert pointer : *void
                conditional : *int
                  convert lvalue : int
                    name c : int
                  convert lvalue : *int
                    name p : *int
                  convert null : *int
                    int 0 : int
    "#]],
    );
}

#[test]
fn braces_may_be_left_out() {
    check(
        "struct { int a[2]; short b; } x[2] = {1, 2, 3, 4};",
        expect![[r#"
        declaration : struct #1
          layout struct #1 size 12 align 4
            field a at 0 : [2]int
            field b at 8 : short
          variable x external : [2]struct #1
            init list : [2]struct #1
              item at 0 
                init : int
                  int 1 : int
              item at 4 
                init : int
                  int 2 : int
              item at 8 
                init : short
                  convert arithmetic : short
                    int 3 : int
              item at 12 
                init : int
                  int 4 : int
    "#]],
    );
}

#[test]
fn designators_move_the_place() {
    check(
        "struct { int a; char b[4]; } x = {.b[1] = 1, 2, .a = 3};",
        expect![[r#"
        declaration : struct #1
          layout struct #1 size 8 align 4
            field a at 0 : int
            field b at 4 : [4]char
          variable x external : struct #1
            init list : struct #1
              item at 5 .b[1]
                init : char
                  convert arithmetic : char
                    int 1 : int
              item at 6 
                init : char
                  convert arithmetic : char
                    int 2 : int
              item at 0 .a
                init : int
                  int 3 : int
    "#]],
    );
}

#[test]
fn ranges_repeat_and_complete_the_array() {
    check(
        "int x[] = {[1 ... 3] = 7, 8};",
        expect![[r#"
        declaration : int
          variable x external : [5]int from []int
            init list : [5]int
              item at 4 [1 ... 3] 3 times every 4
                init : int
                  int 7 : int
              item at 16 
                init : int
                  int 8 : int
    "#]],
    );
}

#[test]
fn strings_fill_arrays() {
    check(
        "char a[] = \"ab\", b[2][3] = {\"cd\", {'e'}};",
        expect![[r#"
        declaration : char
          variable a external : [3]char from []char
            init : [3]char
              string Char "ab" : [3]char
          variable b external : [2][3]char
            init list : [2][3]char
              item at 0 
                init : [3]char
                  string Char "cd" : [3]char
              item at 3 
                init list : [3]char
                  item at 0 
                    init : char
                      convert arithmetic : char
                        int 101 char : int
    "#]],
    );
}

#[test]
fn inner_names_hide_outer_ones() {
    check(
        "int x; int f(int x) { { int x = 1; x++; } return x; }",
        expect![[r#"
        declaration : int
          variable x external : int
        definition f external : fn(int) -> int
          parameter x.2 : int
          block
            block
              declaration : int
                variable x.3 : int
                  init : int
                    int 1 : int
              expression
                step postinc : int
                  name x.3 : int
            return
              convert lvalue : int
                name x.2 : int
    "#]],
    );
}

#[test]
fn declarations_of_one_thing_share_an_entity() {
    check(
        "extern int a[]; int a[3]; int f(void) { extern int a[]; return a[1]; }",
        expect![[r#"
        declaration : int
          variable a extern external : []int
        declaration : int
          variable a again external : [3]int
        definition f external : fn() -> int
          block
            declaration : int
              variable a again extern external : [3]int from []int
            return
              convert lvalue : int
                index : int
                  convert decay : *int
                    name a : [3]int
                  int 1 : int
    "#]],
    );
}

#[test]
fn arguments_without_prototype_are_promoted() {
    check(
        "int f(c, x) float x; char c; { return c; } int g(char c) { return f(c, 2.0f); }",
        expect![[r#"
            definition f external : fn()? -> int
              parameter c : char
              parameter x : float
              old-style
                  parameter x : float
                  parameter c : char
              block
                return
                  convert arithmetic : int
                    convert lvalue : char
                      name c : char
            definition g external : fn(char) -> int
              parameter c.2 : char
              block
                return
                  call : int
                    convert function : *fn()? -> int
                      name f : fn()? -> int
                    convert arithmetic : int
                      convert lvalue : char
                        name c.2 : char
                    convert arithmetic : double
                      float 0x40000000 : float
        "#]],
    );
}

#[test]
fn implicit_declarations() {
    check(
        "f(x) { return g(x); }",
        expect![[r#"
        definition f external : fn()? -> int
          parameter x implicit : int
          block
            return
              call : int
                convert function : *fn()? -> int
                  name g : fn()? -> int
                convert lvalue : int
                  name x : int
    "#]],
    );
}

#[test]
fn statement_expressions_have_the_last_value() {
    check(
        "int f(char c) { return ({ int x = c; x; }); }",
        expect![[r#"
        definition f external : fn(char) -> int
          parameter c : char
          block
            return
              statement-expression : int
                block
                  declaration : int
                    variable x : int
                      init : int
                        convert arithmetic : int
                          convert lvalue : char
                            name c : char
                  expression
                    convert lvalue : int
                      name x : int
    "#]],
    );
}

#[test]
fn vectors_splat_scalars_and_compare_to_integers() {
    check(
        "typedef float v __attribute__((vector_size(8))); void f(v a) { a = a + 1.0f; a[0] = 2; a < a; }",
        expect![[r#"
            declaration : float
              typedef v typedef ((vector_size 8)) : vector 2 float from float
            definition f external : fn(vector 2 float) -> void
              parameter a : vector 2 float
              block
                expression
                  assign : vector 2 float
                    name a : vector 2 float
                    binary + : vector 2 float
                      convert lvalue : vector 2 float
                        name a : vector 2 float
                      convert splat : vector 2 float
                        float 0x3f800000 : float
                expression
                  assign : float
                    index : float
                      name a : vector 2 float
                      int 0 : int
                    convert arithmetic : float
                      int 2 : int
                expression
                  binary < : vector 2 int
                    convert lvalue : vector 2 float
                      name a : vector 2 float
                    convert lvalue : vector 2 float
                      name a : vector 2 float
        "#]],
    );
}

#[test]
fn complex_numbers() {
    check(
        "double f(_Complex float z) { return __real__ (z * 2.0); }",
        expect![[r#"
        definition f external : fn(complex float) -> double
          parameter z : complex float
          block
            return
              unary real : double
                binary * : complex double
                  convert arithmetic : complex double
                    convert lvalue : complex float
                      name z : complex float
                  float 0x4000000000000000 : double
    "#]],
    );
}

#[test]
fn generic_chooses_by_the_value_type() {
    check(
        "const char c; int x = _Generic(c, char: 1, const char: 2, default: 3);",
        expect![[r#"
        declaration : const char
          variable c external : const char
        declaration : int
          variable x external : int
            init : int
              generic : int
                convert lvalue : char
                  name c : const char
                chosen : char
                  int 1 : int
                association : const char
                  int 2 : int
                association default
                  int 3 : int
    "#]],
    );
}

#[test]
fn sizes_are_not_evaluated() {
    check(
        "int a[3]; long f(int n) { int v[n]; return sizeof a + sizeof(v) + _Alignof(short); }",
        expect![[r#"
            declaration : int
              variable a external : [3]int
            definition f external : fn(int) -> long
              parameter n : int
              block
                declaration : int
                  variable v : [length 1]int
                    length 1
                      convert lvalue : int
                        name n : int
                return
                  convert arithmetic : long
                    binary + : ulong
                      binary + : ulong
                        sizeof : ulong
                          name a : [3]int
                        sizeof : ulong
                          name v : [length 1]int
                      alignof standard (short) : ulong
        "#]],
    );
}

#[test]
fn anonymous_members_are_steps() {
    check(
        "struct { union { int a; float b; }; } x, *p = &x; float f(void) { return p->b + x.a; }",
        expect![[r#"
            declaration : struct #1
              layout struct #1 size 4 align 4
                field (unnamed) at 0 : union #2
                  layout union #2 size 4 align 4
                    field a at 0 : int
                    field b at 0 : float
              variable x external : struct #1
              variable p external : *struct #1
                init : *struct #1
                  unary addressof : *struct #1
                    name x : struct #1
            definition f external : fn() -> float
              block
                return
                  binary + : float
                    convert lvalue : float
                      member dot b : float
                        member implicitarrow (unnamed) : union #2
                          convert lvalue : *struct #1
                            name p : *struct #1
                    convert arithmetic : float
                      convert lvalue : int
                        member dot a : int
                          member implicitdot (unnamed) : union #2
                            name x : struct #1
        "#]],
    );
}

/// A text in two parts gives the tree of the whole, and the first part can be
/// ended in two ways.
#[test]
fn a_unit_is_read_in_parts() {
    let first = "typedef int T; struct s { T a; }; extern T n[];\n#pragma pack(1)\nT f(void);\n";
    let ends = [
        "T f(void) { T * x = n; return *x; } T n[3]; struct p { char c; T a; } q;",
        "struct s v = { sizeof(struct s) }; static T T_of(T T) { return T; }",
    ];
    let language = Language::by_name("gnu11").expect("gnu11 is known");
    let mut begun = Program::new(Target::x86_64(), language);
    let mut unit = elenchus_front::OpenUnit::new(&begun);
    assert!(unit.read(&mut begun, first.as_bytes()).accepted());
    for end in ends {
        let mut program = begun.clone();
        assert!(unit.clone().close(&mut program, "test.c", end.as_bytes()).accepted());
        let mut whole = Program::new(Target::x86_64(), language);
        let text = first.to_string() + end;
        assert!(elenchus_front::parse_unit(&mut whole, "test.c", text.as_bytes()).accepted());
        assert_eq!(dump(&program, 0), dump(&whole, 0));
        assert_eq!(program.units[0].span, whole.units[0].span);
    }
    let parsed = unit.close(&mut begun, "test.c", b"int T;");
    assert!(!parsed.accepted(), "T is a type");
}
