//! The paper's programs, and what may stand where.

use super::*;

const FIGURE_5: &str = "int main(void) { int a, b; a = 10; b = 1; while (a) a = a - b; }";
const FIGURE_6: &str = "int printf(const char *, ...);
int main() {
  int a=1, b=0;
  if(a){
    int c=3, d=5;
    b = c + d;
  }
  printf(\"%d\", a);
  printf(\"%d\", b);
  return 0;
}";

#[test]
fn the_papers_programs() {
    check(FIGURE_5, &TYPED, 64, 32);
    check(FIGURE_5, &NAMES, 64, 32);
    check(FIGURE_6, &NAMES, 512, 144);
    // Their initialisers differ: no two are interchangeable.
    check(FIGURE_6, &TYPED, 512, 512);
}

#[test]
fn all_but_the_holes_stays() {
    let text = "int  main ( void ) /* a */ {\r\n int a , b ;\t a=1 ; // b\n return\\\n a ; }";
    let expected = ["a=1 ; // b\n return\\\n a", "a=1 ; // b\n return\\\n b"];
    let variants = variants(text, &TYPED, Which::Canonical);
    assert_eq!(variants.len(), 2);
    for (variant, expected) in variants.iter().zip(expected) {
        assert_eq!(*variant, text.replace("a=1 ; // b\n return\\\n a", expected));
    }
}

#[test]
fn fillings_are_edits() {
    let text = "int a, b; int f(int c) { c  += a/b; { long a = c; return b /* a */ ; } }";
    let found = found(text, &TYPED);
    let mut program = Program::new(Target::x86_64(), Language::by_name("gnu17").unwrap());
    let file = source_file(&mut program, text, Original::Itself);
    let space = Space::new(found.skeleton.clone(), Which::Naive).unwrap();
    let mut walk = space.walk(&UBig::ZERO, space.size().clone());
    while let Some(filling) = walk.advance() {
        let edits = found.edits(filling).unwrap();
        let edited = edits.render(&program, text.as_bytes(), &file).unwrap();
        let mut out = Vec::new();
        found.render(text.as_bytes(), filling, &mut out);
        assert_eq!(String::from_utf8(edited).unwrap(), String::from_utf8(out).unwrap());
    }
}

/// What each hole may take, by name.
fn candidates(text: &str, options: &Options) -> Vec<String> {
    let found = found(text, options);
    let names = |hole| {
        let names = found.skeleton.candidates(hole).iter().map(|&var| found.name(var));
        names.collect::<Vec<_>>().join(" ")
    };
    (0..found.skeleton.len()).map(names).collect()
}

fn takes(text: &str, expected: &[&str]) {
    assert_eq!(candidates(text, &TYPED), expected, "{text}");
}

#[test]
fn types_scopes_and_positions_decide() {
    takes("int a; long b; int f(void) { return a; }", &["a"]);
    takes("int a; int f(int c) { int d = a; return d; }", &["a c d", "a c d"]);
    takes("int a; int f(void) { { int b; } return a; } int c;", &["a"]);
    takes("int a, b; int f(void) { long a; return b; }", &["b"]);
    takes("int a, b; int f(void) { int r = a; enum { b } x; return r; }", &["a b r", "a r"]);
    takes("int f(a, b) int b; char a; { for (int i = 0;; ) return b; }", &["b i"]);
    takes("int a, b; int f(void) { { extern int a; return a; } }", &["a b"]);
    takes("int a; int f(void) { return ({ int b; b; }) + a; }", &["a b", "a"]);
    takes("int a; int f(void) { __auto_type b = a; return b; }", &["a", "a b"]);
    takes("int a, b; int f(void) { if (sizeof(enum { a })) b = 1; return b; }", &["b", "b"]);
    takes("int a; int f(void) { int g(int c) { return c; } return g(a); }", &["a c", "a"]);
}

#[test]
fn all_kinds_of_types() {
    takes(
        "struct s { int i; } a, b; struct t { int i; } c; int f(void) { return a.i + c.i; }",
        &["a b", "c"],
    );
    takes("int a[3], b[3], c[4]; int f(void) { return a[1] + c[2]; }", &["a b", "c"]);
    takes("enum e { A } a, b; int c; int f(void) { return a; }", &["a b"]);
    takes("typedef int t; t a; int b; int f(void) { return a; }", &["a b"]);
    takes("int *a, *b; const int *c; int f(void) { return *a + *c; }", &["a b", "c"]);
    takes("int (*a)(void), (*b)(void); int f(void) { return a(); }", &["a b"]);
    takes("union u { int i; } *a, *b; int f(void) { return a->i; }", &["a b"]);
}

#[test]
fn the_rules_of_the_place() {
    // No const on the left.
    takes("int a; const int b; int f(void) { a = 1; a++; return a; }", &["a", "a", "a b"]);
    takes(
        "struct s { int i; } a; const struct s b; int f(void) { a.i = 1; return a.i; }",
        &["a", "a b"],
    );
    // The type that a pointer gets stays.
    takes("int a; const int b; volatile int c; int *p; void f(void) { p = &a; }", &["p", "a"]);
    // No register under `&`.
    takes("int f(void) { int a; register int b; return *&a + b; }", &["a", "a b"]);
    takes(
        "struct s { int i[2]; }; int f(void) { struct s a; register struct s b; return a.i[1]; }",
        &["a"],
    );
    // Static storage for address constants; differences of addresses are left alone.
    takes("int a; int f(void) { int b; static int c; static int *d = &a; return 0; }", &["a c"]);
    takes("int a, b; __thread int c; int *p = &a; int *q[] = {&b};", &["a b", "a b"]);
    takes("int a[2], b[2]; long d = &a[1] - &a[0]; int *e = a + 1;", &["a b"]);
    takes("static const int a = 1, b = 2; int c = a;", &[]);
    // `_Atomic int` is another type.
    takes("_Atomic int a; int b; int f(void) { return b; }", &["b"]);
    // asm operands and variables that live in registers of the machine.
    takes(
        "int f(void) { int a; asm(\"\" : \"=r\"(a)); register int b asm(\"ebx\"); return a; }",
        &["a"],
    );
    // What may not be named, and what may not be known.
    takes("int a, b __attribute__((unavailable)); int f(void) { return a; }", &["a"]);
    takes(
        "void f(void) { extern int e[5]; e[0] = 1; } \
         int g(void) { extern int e[]; int y[5]; return sizeof y; }",
        &["e", "y"],
    );
    // Lengths of arrays are types.
    takes("int f(int n, int m) { int a[n]; return sizeof a; }", &["a"]);
}

#[test]
fn any_identifier() {
    let any = Options { holes: Holes::Any, ..TYPED };
    let text = "enum { E }; typedef int t; int a; int g(void); long f(char c) { return a; }";
    assert_eq!(candidates(text, &any), ["E a g f c"]);
    // The class is the scope alone.
    check("int a; char b; void f(void) { a; a; }", &any, 9, 2);
    check("void f(void) { int a; char b; a; a; }", &any, 9, 5);
}

#[test]
fn labels_of_the_function() {
    let labels = Options { holes: Holes::Labels, ..TYPED };
    let text = "void f(void) { a: goto b; b: goto a; } void g(void) { c: goto c; }";
    assert_eq!(candidates(text, &labels), ["a b", "a b", "c"]);
    let text = "void f(int n) { int v[n]; a: b: goto a; }";
    assert!(candidates(text, &labels).is_empty());
    let text = "void f(void) { a: ({ b: goto b; }); void *p = &&a; c: goto *p; }";
    assert_eq!(candidates(text, &labels), ["a c"]);
}

#[test]
fn functions_share_globals_only_between_functions() {
    let text = "static int a, b; static void f(void) { a = 1; } int main(void) { return a; }";
    check(text, &TYPED, 4, 4);
    check(text, &Options { granularity: Granularity::Inter, ..TYPED }, 4, 2);
    let text = "static int a, b; int main(void) { a = 1; return b; }";
    check(text, &TYPED, 4, 2);
}
