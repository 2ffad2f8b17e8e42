//! Programs of several units.

use std::rc::Rc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_lang::undefined::Undefined;
use elenchus_machine::{Limits, Machine, Verdict};

fn verdict(standard: &str, units: &[&str]) -> Verdict {
    let language = Language::by_name(standard).expect("a language");
    let mut program = Program::new(Target::x86_64(), language);
    for text in units {
        assert!(parse_unit(&mut program, "text.i", text.as_bytes()).accepted(), "{text}");
    }
    Machine::new(Rc::new(program), Limits::default()).run(&[]).verdict
}

fn is_defined_twice(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Undefined { kind: Undefined::MultipleDefinitions, .. })
}

/// Declarations of several units that come before the definition.
#[test]
fn every_declaration_finds_the_definition() {
    let units = [
        "extern int n; int f(void); int g(void); int main(void) { return f() + g() + n; }",
        "extern int n; int g(void); int f(void) { return g() + n; }",
        "int n = 1; int g(void) { return 2; }",
    ];
    assert_eq!(verdict("gnu11", &units), Verdict::Exit(6));
}

/// GNU C: what is weak or common may be defined again, and `extern inline`
/// defines nothing before C99.
#[test]
fn some_definitions_may_be_repeated() {
    let main = "int f(void); int main(void) { return f(); }";
    let body = "int f(void) { return 3; }";
    assert!(is_defined_twice(&verdict("gnu11", &[main, body, body])));
    for (standard, again) in [
        ("gnu11", "__attribute__((weak)) int f(void) { return 3; }"),
        ("gnu11", "#pragma weak f\nint f(void) { return 3; }"),
        ("gnu11", "static int f(void) { return 4; }"),
        ("gnu11", "inline int f(void) { return 3; }"),
        ("gnu11", "extern inline __attribute__((gnu_inline)) int f(void) { return 3; }"),
        ("gnu89", "extern inline int f(void) { return 3; }"),
    ] {
        assert_eq!(verdict(standard, &[main, body, again]), Verdict::Exit(3), "{again}");
    }
    for (standard, again) in [
        ("gnu11", "inline int f(void) { return 3; } int f(void);"),
        ("gnu11", "extern inline int f(void) { return 3; }"),
        ("gnu89", "inline int f(void) { return 3; }"),
        ("gnu11", "int g(void) __asm__(\"f\"); int g(void) { return 3; }"),
    ] {
        assert!(is_defined_twice(&verdict(standard, &[main, body, again])), "{again}");
    }
    let common = "__attribute__((common)) int n;";
    let main = "extern int n; int main(void) { return n; }";
    assert_eq!(verdict("gnu11", &[main, common, common]), Verdict::Exit(0));
}

/// Types of different units with the same tag, or none, and the same members are
/// the same (6.2.7p1), also where one unit does not know the members.
#[test]
fn types_of_other_units_are_the_same() {
    let check = |first: &str, second: &str| {
        assert_eq!(verdict("gnu11", &[first, second]), Verdict::Exit(7), "{first}\n{second}");
    };
    let get = "T v = { 0 }; T *p = &v; T *get(void) { return &v; }";
    let set = |what: &str| {
        format!(
            "extern T v; extern T *p; T *get(void);\n\
             int main(void) {{ T *q = get(); q{what} = 7; T w = *p; return (&w){what}; }}"
        )
    };
    for (ty, what) in [
        ("typedef struct { int x; struct { int y; } in; } T;", "->in.y"),
        ("typedef union { float f; int i; } T;", "->i"),
        ("typedef enum { A, B = 7 } T;", "[0]"),
        ("enum E { A, B = 7 }; typedef enum E T;", "[0]"),
        ("enum E { A, B = 7 }; typedef struct { enum E *e; enum E f; } T;", "->f"),
    ] {
        check(&format!("{ty} {get}"), &format!("{ty} {}", set(what)));
    }
    check(
        "struct S; struct S *keep; struct S *make(void); int get(struct S *);\n\
         int main(void) { keep = make(); return get(keep); }",
        "struct S { int x; }; extern struct S *keep; static struct S s = { 7 };\n\
         struct S *make(void) { return &s; } int get(struct S *p) { return keep->x - p->x + 7; }",
    );
}

/// Within a unit they are not, whatever another unit has; nor are those with other
/// members.
#[test]
fn other_types_of_other_units_are_not_the_same() {
    let check = |first: &str, second: &str| {
        let verdict = verdict("gnu11", &[first, second]);
        let is_it = matches!(verdict, Verdict::Undefined { kind: Undefined::EffectiveType, .. });
        assert!(is_it, "{first}\n{second}: {verdict:?}");
    };
    let two = "typedef struct { int x; } P; typedef struct { int x; } Q;";
    check(
        &format!("{two} P p; void set(void *); int main(void) {{ set(&p); return ((Q *)&p)->x; }}"),
        &format!("{two} void set(void *q) {{ ((P *)q)->x = 1; ((Q *)q)->x = 2; }}"),
    );
    check(
        "enum E { A, B }; enum E *p; int get(void *); int main(void) { return get(&p); }",
        "enum E { A, C }; int get(void *q) { return *(enum E **)q != 0; }",
    );
    check(
        "struct S { int x, y; } s; int get(void *); int main(void) { return get(&s); }",
        "struct S { int y, x; }; int get(void *q) { return ((struct S *)q)->x; }",
    );
}

/// What the system's own headers declare in several files, under one set of macros or
/// another, is one thing; what a program declares must agree (6.2.7p2).
#[test]
fn headers_of_the_system_are_one_thing() {
    let header = |text: &str| format!("# 1 \"/usr/include/x.h\" 1 3\n{text}\n# 2 \"m.c\" 2\n");
    let time = header("struct time { int day; long zone; }; long when(struct time *);");
    let other = header("struct time { int day; long __zone; }; long when(struct time *);");
    let main = "long get(struct time *); int main(void) { struct time t = { 1, 7 };\n\
                return sizeof when(&t) - 8 + get(&t); }";
    let get = "long get(struct time *t) { return t->__zone; }";
    let check = |units: [String; 2]| verdict("gnu11", &[&units[0], &units[1]]);
    assert_eq!(check([time.clone() + main, other.clone() + get]), Verdict::Exit(7));

    let is_unlike = |units: [String; 2]| {
        let said = check(units);
        let kind = Undefined::IncompatibleDeclarations;
        assert!(matches!(said, Verdict::Undefined { kind: k, .. } if k == kind), "{said:?}");
    };
    // One of them is the program's own, or the structs are not of one size.
    let own = "struct time { int day; long mine; };";
    is_unlike([time.clone() + main, format!("{own} long get(struct time *t) {{ return 7; }}")]);
    let larger = header("struct time { int day; long zone, more; };");
    is_unlike([time + main, larger + "long get(struct time *t) { return 7; }"]);

    // Functions that a header gives another name, or has in two forms.
    let jump = header("int jump(struct a *); int stop(struct b *) __asm__(\"jump\");");
    assert_eq!(
        verdict("gnu11", &[&(jump.clone() + "int main(void) { return 0; }")]),
        Verdict::Exit(0)
    );
    let again = "int jump(struct c *); int main(void) { return 0; }";
    assert!(matches!(
        verdict("gnu11", &[&jump, &format!("struct c {{ int x; }}; {again}")]),
        Verdict::Undefined { kind: Undefined::IncompatibleDeclarations, .. }
    ));
}
