//! What keeps variables apart: the counterexamples of the definition, by name.
//! Each is a pair of programs that differ in an exchange and can be told apart.

use super::*;

/// Nothing is interchangeable: the second number is that of the first.
fn apart(name: &str, text: &str) {
    let (naive, canonical) = sizes(text, &TYPED);
    assert_eq!(naive, canonical, "{name}: {text}");
    assert_ne!(naive, "1", "{name}: there are no holes");
}

#[test]
fn interchangeable() {
    check("int main(void) { int a, b; a = 1; return a; }", &TYPED, 4, 2);
    check("int main(void) { int a = 1, b = 1; return a; }", &TYPED, 2, 1);
    check("int main(void) { static int a, b; return a; }", &TYPED, 2, 1);
    check("int a, b; int main(void) { return a; }", &TYPED, 2, 1);
    check("int main(void) { struct { int i; } a = {1}, b = {1}; return a.i; }", &TYPED, 2, 1);
    check("int main(void) { int a[2] = {1, 2}, b[2] = {1, 2}; return a[0]; }", &TYPED, 2, 1);
    let aligned = "int main(void) { __attribute__((aligned(16))) int a, b; return a; }";
    check(aligned, &TYPED, 2, 1);
}

#[test]
fn apart_by_declaration() {
    apart("parameters", "int f(int a, int b) { return a; } int main(void) { return f(1, 2); }");
    apart("initialisers", "int main(void) { int a = 1, b = 2; return a; }");
    apart("one initialiser", "int main(void) { static int a = 0, b; return a; }");
    apart("no constants", "int g(void); int main(void) { int a = g(), b = g(); return a; }");
    apart("other elements", "int main(void) { int a[2] = {1, 2}, b[2] = {2, 1}; return a[0]; }");
    apart(
        "other places",
        "int main(void) { int a[2] = {[0] = 1}, b[2] = {[1] = 1}; return a[0]; }",
    );
    apart("qualifiers", "int main(void) { int a; volatile int b; return a; }");
    apart("storage", "int main(void) { int a; static int b; return a; }");
    apart("attributes", "int main(void) { int a, b __attribute__((aligned(16))); return a; }");
    apart(
        "cleanup",
        "void g(int *); int main(void) { __attribute__((cleanup(g))) int a = 1, b = 1; return a; }",
    );
    apart("extern", "extern int a, b; int main(void) { return a; }");
    apart("another file", "int a, b; int f(void) { return a; }");
    apart("scopes", "int a; int main(void) { int b; return a; }");
}

#[test]
fn apart_by_place() {
    apart("hidden once", "int main(void) { int a, b; { int a; b = 1; } return b; }");
    apart("label between", "int main(void) { int a; l:; int b; if (a) goto l; return a; }");
    apart("case between", "int main(void) { switch (1) { int a; case 1:; int b; return a; } }");
    apart(
        "setjmp between",
        "int setjmp(int *); int main(void) { int a; setjmp(0); int b; return a; }",
    );
    // A jump from between leaves out the second, one back repeats only it.
    apart("goto between", "int main(void) { int a = 1; goto l; int b = 1; l: return a; }");
    apart(
        "computed goto between",
        "int main(void) { void *p = &&l; int a = 1; goto *p; int b = 1; l: return a; }",
    );
    apart(
        "asm goto between",
        "int main(void) { int a = 1; asm goto(\"\" : : : : l); int b = 1; l: return a; }",
    );
    apart(
        "a nested function between",
        "int main(void) { __label__ l; void g(void) { goto l; } int a = 1; g(); int b = 1; \
         l: return a; }",
    );
    apart("hole between", "int main(void) { int a; a; int b; return a; }");
}

#[test]
fn apart_by_use() {
    apart("in an initialiser", "int main(void) { int a, b; int *p = &a; return b; }");
    apart("in a type", "int main(void) { int a, b; typeof(a) *c; return b; }");
    apart("in asm", "int main(void) { int a, b; asm(\"\" : \"=r\"(a)); return b; }");
    apart("asm knows names", "int a, b; asm(\"\"); int main(void) { return b; }");
    apart(
        "alias",
        "int a, b; extern int c __attribute__((alias(\"a\"))); int main(void) { return b; }",
    );
}
