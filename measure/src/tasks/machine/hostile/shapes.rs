//! Programs that ask for too much: too deep, too long, too large, too loud.
//!
//! None is undefined, unless it says so: each may end, reach a limit, or need
//! what the machine does not know.

use std::fmt::Write as _;

pub struct Shape {
    pub name: &'static str,
    pub text: String,
    /// Whether `undefined` is a true verdict too.
    pub undefined: bool,
}

/// What the programs use of the library.
const HEAD: &str = "typedef unsigned long size_t;\n\
    int printf(const char *, ...); int sprintf(char *, const char *, ...);\n\
    int snprintf(char *, size_t, const char *, ...); int puts(const char *); int putchar(int);\n\
    void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t);\n\
    void free(void *); void *memset(void *, int, size_t);\n\
    void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t);\n\
    size_t strlen(const char *); char *strcpy(char *, const char *); void exit(int);\n";

/// Name and text after the head.
const DEFINED: &[(&str, &str)] = &[
    // ---- depth ----
    ("recursion", "int f(int n) { return n ? 1 + f(n + 1) : 0; } int main(void) { return f(1); }"),
    (
        "recursion with large frames",
        "int f(int n) { char a[100000]; a[n % 7] = 1; return n ? a[n % 7] + f(n + 1) : 0; }\n\
         int main(void) { return f(1); }",
    ),
    (
        "two functions in turn",
        "unsigned g(unsigned); unsigned f(unsigned n) { return 1 + g(n + 1); }\n\
         unsigned g(unsigned n) { return 1 + f(n + 1); } int main(void) { return f(1); }",
    ),
    (
        "recursion through a pointer",
        "typedef unsigned (*F)(void *, unsigned);\n\
         unsigned f(void *p, unsigned n) { return 1 + (*(F *)p)(p, n + 1); }\n\
         int main(void) { F g = f; return f(&g, 1); }",
    ),
    ("main calls main", "int main(void) { return main(); }"),
    (
        "recursion in an argument",
        "unsigned f(unsigned n) { return f(f(n + 1) + 1); } int main(void) { return f(1); }",
    ),
    (
        "recursion that branches",
        "unsigned f(unsigned n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n\
         int main(void) { return f(90) == 1; }",
    ),
    (
        "recursion by value of a large struct",
        "struct S { char a[65536]; }; struct S f(struct S s) { s.a[1]++; return f(s); }\n\
         int main(void) { struct S s = { { 0 } }; return f(s).a[0]; }",
    ),
    (
        "variable arguments, ever more",
        "int f(int n, ...) { return f(n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15); }\n\
         int main(void) { return f(0); }",
    ),
    // ---- loops ----
    ("for", "int main(void) { for (;;); }"),
    ("while", "volatile int go = 1; int main(void) { while (go); return 0; }"),
    ("do", "int main(void) { volatile int i = 0; do i ^= 1; while (1); }"),
    ("goto", "int main(void) { again: goto again; }"),
    ("goto in turn", "int main(void) { a: goto b; b: goto c; c: goto a; }"),
    (
        "goto of an address",
        "int main(void) { void *p[] = { &&a, &&b }; unsigned i = 0;\n\
         a: goto *p[i++ % 2]; b: goto *p[i++ % 2]; }",
    ),
    (
        "switch in a loop",
        "int main(void) { unsigned i = 0; for (;;) switch (i++ % 3) { case 0: continue;\n\
         case 1: break; default: i++; } }",
    ),
    (
        "an expression without end",
        "int main(void) { unsigned i = 0; while (({ i += 2; i | 1; })); }",
    ),
    (
        "a declaration in a loop",
        "int main(void) { for (;;) { int a[1000] = { 1, 2, 3 }; (void)&a; } }",
    ),
    (
        "a literal in a loop",
        "struct S { int a[100]; }; int main(void) { for (;;) { struct S *p = &(struct S){ { 1 } };\n\
         p->a[1] = 2; } }",
    ),
    ("a huge step count", "int main(void) { unsigned long i = 0; while (++i); return 0; }"),
    // ---- memory ----
    (
        "a static gigabyte",
        "static char a[1 << 30]; int main(void) { a[1 << 29] = 1; return a[5]; }",
    ),
    (
        "a static of 64 gigabytes",
        "static char a[64L << 30]; int main(void) { a[63L << 30] = 1; return a[5]; }",
    ),
    (
        "an automatic gigabyte",
        "int main(void) { char a[1 << 30]; a[1 << 29] = 1; return a[1 << 29] - 1; }",
    ),
    (
        "an automatic gigabyte, initialised",
        "int main(void) { char a[1 << 30] = { 1 }; return a[1 << 29]; }",
    ),
    (
        "sixteen arrays of a gigabyte",
        "int main(void) { static char a[16][1 << 30]; return a[15][7]; }",
    ),
    (
        "malloc of a gigabyte, touched",
        "int main(void) { char *p = malloc(1UL << 30); if (p) memset(p, 1, 1UL << 30); return 0; }",
    ),
    (
        "malloc of almost all",
        "int main(void) { return malloc(-1UL / 2) != 0 && malloc(1UL << 62) != 0; }",
    ),
    ("calloc that overflows", "int main(void) { return calloc(1UL << 33, 1UL << 33) != 0; }"),
    (
        "malloc in a loop",
        "int main(void) { for (;;) { char *p = malloc(1 << 20); if (p) *p = 1; } }",
    ),
    (
        "small blocks in a loop",
        "int main(void) { for (;;) { char *p = malloc(1); if (p) *p = 1; } }",
    ),
    ("malloc and free in a loop", "int main(void) { for (;;) free(malloc(1 << 24)); }"),
    (
        "realloc in a loop",
        "int main(void) { char *p = 0; for (unsigned long n = 1;; n += n / 2 + 1) {\n\
         char *q = realloc(p, n); if (q) p = q; } }",
    ),
    (
        "an array of variable gigabytes",
        "int main(void) { long n = 1L << 30; char a[n]; a[n - 1] = 1; return a[n - 1] - 1; }",
    ),
    (
        "an array of variable exabytes",
        "int main(void) { long n = 1L << 60; char a[n]; return sizeof a == 1L << 60; }",
    ),
    (
        "arrays of variable length in a loop",
        "int main(void) { for (long n = 1;; n += 1000) { char a[n]; a[0] = 1; } }",
    ),
    (
        "alloca in a loop",
        "int main(void) { for (;;) { char *p = __builtin_alloca(1 << 16); *p = 1; } }",
    ),
    (
        "small allocas in a loop",
        "int main(void) { for (;;) { char *p = __builtin_alloca(1); *p = 1; } }",
    ),
    (
        "memset of a large object, often",
        "static char a[1 << 26]; int main(void) { for (;;) memset(a, 1, sizeof a); }",
    ),
    (
        "memcpy of a large object, often",
        "static char a[1 << 26], b[1 << 26]; int main(void) { for (;;) memcpy(a, b, sizeof a); }",
    ),
    (
        "copies of a large struct",
        "struct S { char a[1 << 26]; } a, b; int main(void) { for (;;) a = b; }",
    ),
    (
        "strlen of a large string, often",
        "static char a[1 << 26]; int main(void) { memset(a, 'x', sizeof a - 1);\n\
         for (;;) if (!strlen(a)) return 1; }",
    ),
    (
        "a search that almost succeeds everywhere",
        "static char a[1 << 20], b[1 << 19]; char *strstr(const char *, const char *);\n\
         int main(void) { memset(a, 'x', sizeof a - 1); memset(b, 'x', sizeof b - 1);\n\
         b[sizeof b - 2] = 'y'; return strstr(a, b) != 0; }",
    ),
    (
        "memchr in a large object, often",
        "static char a[1 << 26]; void *memchr(const void *, int, size_t);\n\
         int main(void) { for (;;) if (memchr(a, 1, sizeof a)) return 1; }",
    ),
    (
        "a typed store in a gigabyte",
        "int main(void) { int *p = malloc(1UL << 29); if (!p) return 0; p[7] = 5; p[1 << 26] = 6;\n\
         return p[7] - 5; }",
    ),
    (
        "a pointer in each of many blocks",
        "struct S { struct S *next; char a[1 << 16]; }; int main(void) { struct S *all = 0;\n\
         for (;;) { struct S *s = malloc(sizeof *s); if (!s) return 0; s->next = all; all = s; } }",
    ),
    (
        "a large union, copied",
        "union U { char a[1 << 24]; int b[1 << 22]; } a, b; int main(void) { a.b[5] = 1;\n\
         for (;;) { b = a; a = b; } }",
    ),
    (
        "large structs through a restricted pointer",
        "struct S { char a[65536]; }; static struct S a[4096], b;\n\
         static void f(struct S *restrict p) { for (unsigned i = 0;; i++) p[i % 4096] = b; }\n\
         int main(void) { f(a); }",
    ),
    (
        "recursion with restricted pointers",
        "static long a[1000]; static int f(long *restrict p, int n) { p[n % 1000] = n;\n\
         return f(p, n + 1); } int main(void) { return f(a, 0); }",
    ),
    // ---- output ----
    ("a wide number", "int main(void) { return printf(\"%1000000000d\", 1) < 0; }"),
    ("a precise number", "int main(void) { return printf(\"%.1000000000d\", 1) < 0; }"),
    ("a precise float", "int main(void) { return printf(\"%.1000000000f\", 1.0) < 0; }"),
    (
        "a precise hexadecimal float",
        "int main(void) { return printf(\"%.1000000000a\", 1.0) < 0; }",
    ),
    ("a large float", "int main(void) { return printf(\"%.2000Lf %Lf\", 1e4000L, 1e4932L) < 0; }"),
    ("a star", "int main(void) { return printf(\"%*d\", 2147483647, 1) == 0; }"),
    (
        "a negative star",
        "int main(void) { return printf(\"%-*.*d\", -2147483647 - 1, 5, 1) == 0; }",
    ),
    ("wide numbers in a loop", "int main(void) { for (;;) printf(\"%1000000d\", 1); }"),
    (
        "a wide number counted only",
        "int main(void) { return snprintf(0, 0, \"%2000000000d\", 1) < 0; }",
    ),
    (
        "wide numbers counted only, in a loop",
        "int main(void) { for (;;) if (snprintf(0, 0, \"%100000000d\", 1) < 0) return 1; }",
    ),
    ("a flood of lines", "int main(void) { for (;;) puts(\"all work and no play\"); }"),
    ("a flood of characters", "int main(void) { for (;;) putchar('x'); }"),
    (
        "a large string, printed often",
        "static char a[1 << 20]; int main(void) { memset(a, 'x', sizeof a - 1); for (;;) puts(a); }",
    ),
    (
        "many directives",
        "int main(void) { for (;;) printf(\"%d%s%c%f%p\", 1, \"x\", 'y', 1.5, (void *)0); }",
    ),
    // ---- numbers ----
    (
        "long double for ever",
        "int main(void) { long double x = 1.1L; for (;;) x = x * 1.0001L / 1.00009L + 1; }",
    ),
    (
        "128 bits for ever",
        "int main(void) { unsigned __int128 x = 3; for (;;) x = x * x / 3 + x % 7 + 2; }",
    ),
];

/// Undefined, or what some hold to be so.
const UNDEFINED: &[(&str, &str)] = &[
    ("a width that does not fit", "int main(void) { return printf(\"%99999999999d\", 1); }"),
    (
        "sprintf of a wide number",
        "static char a[100]; int main(void) { return sprintf(a, \"%1000000000d\", 1); }",
    ),
    ("an array of no length", "int main(void) { long n = -1; char a[n]; return sizeof a != 0; }"),
    (
        "a string without an end",
        "static char a[1 << 26]; int main(void) { memset(a, 'x', sizeof a); return strlen(a) & 1; }",
    ),
    (
        "too large for a size",
        "int main(void) { long n = 1L << 40; int a[n][n]; return sizeof a != 0; }",
    ),
];

pub fn shapes() -> Vec<Shape> {
    let all = DEFINED.iter().map(|row| (row, false)).chain(UNDEFINED.iter().map(|row| (row, true)));
    let mut shapes: Vec<Shape> = all
        .map(|((name, text), undefined)| Shape { name, text: format!("{HEAD}{text}\n"), undefined })
        .collect();
    for (name, text) in made() {
        shapes.push(Shape { name, text: HEAD.to_string() + &text, undefined: false });
    }
    shapes
}

/// What is too long to write down.
fn made() -> Vec<(&'static str, String)> {
    let many =
        |count: usize, part: fn(usize) -> String| -> String { (0..count).map(part).collect() };
    let numbers = many(300_000, |n| format!("{n},"));
    let items = many(100_000, |n| format!("[{}] = {n},", n * 7 % 100_000));
    let pointers = many(50_000, |n| format!("&a[{}],", n % 100));
    let sum = many(20_000, |n| format!("+ v[{}]", n % 10));
    let statements = many(50_000, |n| format!("x = x * 3 + {n};"));
    let locals = many(20_000, |n| format!("int v{n} = {n}; s += v{n};"));
    let functions =
        many(20_000, |n| format!("unsigned f{}(void) {{ return 1 + f{n}(); }}\n", n + 1));
    let cases = many(50_000, |n| format!("case {n}: x += {n}; break;"));
    let mut nested = String::from("unsigned x = 1; ");
    // Writing to a string does not fail.
    for depth in 0..2000 {
        let _ = write!(nested, "for (int i{depth} = 0; i{depth} < 1; i{depth}++) ");
    }
    let parens = format!("{}x{}", "(1 + ".repeat(5000), ")".repeat(5000));
    let braces = format!("{}{}{}", "{".repeat(5000), "x++;", "}".repeat(5000));
    let main = |body: String| format!("int main(void) {{ {body} }}\n");
    vec![
        (
            "a long initialiser",
            format!("int a[] = {{ {numbers} }};\n") + &main("return a[7] != 7;".into()),
        ),
        (
            "a long automatic initialiser",
            main(format!("int a[] = {{ {numbers} }}; return a[7] != 7;")),
        ),
        (
            "many designators",
            format!("int a[100000] = {{ {items} }};\n") + &main("return a[7] == 3;".into()),
        ),
        (
            "many pointers",
            format!("int a[100]; int *p[] = {{ {pointers} }};\n") + &main("return *p[77];".into()),
        ),
        (
            "a range of a gigabyte",
            "char a[] = { [0 ... 1073741823] = 7 };\n".to_string()
                + &main("return a[9] != 7;".into()),
        ),
        (
            "a range in an automatic array",
            main("char a[] = { [0 ... 268435455] = 7 }; return a[9] != 7;".into()),
        ),
        ("a long sum", main(format!("unsigned v[10] = {{ 1 }}; return (0 {sum}) == 0;"))),
        ("many statements", main(format!("unsigned x = 1; {statements} return x == 0;"))),
        ("many variables", main(format!("unsigned s = 0; {locals} return s == 0;"))),
        (
            "many functions",
            format!("unsigned f0(void) {{ return 1; }}\n{functions}")
                + &main("return f20000() == 0;".into()),
        ),
        (
            "many cases",
            main(format!("unsigned x = 40000; switch (x) {{ {cases} }} return x == 0;")),
        ),
        ("nested loops", main(format!("{nested} x++; return x == 0;"))),
        ("nested parentheses", main(format!("unsigned x = 1; return {parens} == 0;"))),
        ("nested blocks", main(format!("int x = 1; {braces} return x != 2;"))),
    ]
}
