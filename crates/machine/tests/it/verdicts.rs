//! Verdicts that are neither an end nor undefined.

use std::rc::Rc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Machine, Verdict};

fn verdict(text: &str) -> Verdict {
    verdict_for("x86_64-linux", text)
}

fn verdict_for(target: &str, text: &str) -> Verdict {
    let language = Language::by_name("gnu11").expect("a language");
    let target = Target::by_name(target).expect("a target");
    let mut program = Program::new(target, language);
    assert!(parse_unit(&mut program, "text.i", text.as_bytes()).accepted());
    Machine::new(Rc::new(program), Limits::default()).run(&[]).verdict
}

/// 6.5.2.3p6: the letter allows it where the union is visible, compilers do not.
#[test]
fn a_common_initial_sequence_without_its_union_is_unsupported() {
    let program = |member: &str| {
        format!(
            "struct a {{ int kind; {member} x; }}; struct b {{ int kind; int x; }};\n\
             union u {{ struct a a; struct b b; }};\n\
             static int f(struct a *a, struct b *b) {{ a->kind = 0; a->x = 0; return b->x; }}\n\
             int main(void) {{ union u u = {{ {{ 1, 2 }} }}; return f(&u.a, &u.b); }}\n"
        )
    };
    assert!(matches!(verdict(&program("int")), Verdict::Unsupported { .. }));
    // Where it lies in allocated memory it may be one of the union, too.
    let allocated = "void *malloc(unsigned long);\n\
                     struct value { long n; int tag; };\n\
                     union key { struct { long n; int tag; void *next; } link; struct value v; };\n\
                     static int tag(const struct value *v) { return v->tag; }\n\
                     int main(void) { union key *k = malloc(sizeof *k); k->link.n = 1;\n\
                     (&k->link)->tag = 0; return tag(&k->v); }\n";
    assert!(matches!(verdict(allocated), Verdict::Unsupported { .. }));
    // The sequence ends before a member of another type.
    assert!(matches!(verdict(&program("float")), Verdict::Undefined { .. }));
    let named = "union { struct { int k; } a; struct { int k; } b; } u = { { 3 } };\n\
                 int main(void) { u.a.k = 0; return u.b.k; }\n";
    assert_eq!(verdict(named), Verdict::Exit(0));
}

/// What has no code says so when it is reached, also to who would have jumped over
/// the rest of it.
#[test]
fn what_cannot_be_lowered_is_not_passed_by() {
    let program = |body: &str| {
        format!(
            "int n, a[2];\n\
             int main(void) {{ int i = 0; if (n++) return 1; {body} return 0; }}\n"
        )
    };
    for unsupported in [
        "if (i && 1.0DD) return 2;",
        "if (!i || 1.0DD) return 2;",
        "while (i && 1.0DD) i++;",
        "do i++; while (!i && 1.0DD);",
        "for (; i && 1.0DD; ) i++;",
        "for (; i < 1.0DD; i++) a[i] = 1;",
        "for (; i < 2; i && 1.0DD) i++;",
        "i = !i || 1.0DD;",
        "i = i ? 1.0DD : 2;",
        "i = i ? 1 : 1.0DD;",
        "i = i ?: 1.0DD;",
        "static int *p = &a[1.0DD ? 1 : 0]; return *p;",
    ] {
        let said = verdict(&program(unsupported));
        assert!(matches!(said, Verdict::Unsupported { .. }), "{unsupported} {said:?}");
    }
    for fine in [
        "if (i) i = 1.0DD;",
        "while (1) i += ({ if (n) break; 1; }) + (i && 1.0DD);",
        "while (n++ < 2) i += ({ if (n) continue; 1; }) + (i && 1.0DD);",
    ] {
        assert_eq!(verdict(&program(fine)), Verdict::Exit(0), "{fine}");
    }
}

/// 6.4.5p7: string literals may lie over each other where they have the same characters.
#[test]
fn only_literals_that_could_share_are_open() {
    let body = |condition: &str| {
        format!(
            "typedef const char *text; static text one = \"abc\", two = \"abc\";\n\
             static text last = \"c\", zeros = \"ab\\0c\";\n\
             int main(void) {{ if ({condition}) return 0; return 0; }}\n"
        )
    };
    let open = [
        "one == two",
        "one != two",
        "one + 2 == last",
        "one + 3 == last + 1",
        "zeros + 3 == last",
        "one == \"abc\"",
        "zeros == \"ab\"",
        "(void *)L\"\" == last + 1",
    ];
    for open in open {
        let said = verdict(&body(open));
        assert!(matches!(said, Verdict::Unspecified { .. }), "{open} {said:?}");
    }
    for fine in [
        "one == last",
        "one == zeros",
        "one + 1 == last",
        "one + 1 == two",
        "one == one",
        "last == \"d\"",
        "one == (text)&one",
        "one + 1 == \"bd\"",
    ] {
        assert_eq!(verdict(&body(fine)), Verdict::Exit(0), "{fine}");
    }
}

/// GNU: what leads from one label to another is sure, how far they lie apart is not.
#[test]
fn distances_of_labels_are_open() {
    let body = |text: &str| {
        format!(
            "int main(void) {{ static const int apart = &&b - &&a; void *p = &&a; long n;\n\
             {text} return 9; a: return 1; b: return 0; c: return 3; }}\n"
        )
    };
    for open in [
        "return apart;",
        "if (apart) return 1;",
        "return apart > 0;",
        "n = &&c - &&b; return n == apart;",
        "return &&a == &&b;",
        "return p != &&c;",
        "return &&b < &&c;",
        "return (&&b - &&a) - (&&b - &&a);",
        "int x[2]; return x[apart & 1];",
    ] {
        let said = verdict(&body(open));
        assert!(matches!(said, Verdict::Unspecified { .. }), "{open} {said:?}");
    }
    for unknown in ["goto *(&&a + (&&c - &&b));", "goto *(&&b + apart);", "goto *(p + 1);"] {
        let said = verdict(&body(unknown));
        assert!(matches!(said, Verdict::Unsupported { .. }), "{unknown} {said:?}");
    }
    for fine in [
        "goto *(&&a + apart);",
        "n = apart; n = -n; goto *(&&b + n + apart);",
        "goto *(&&c + (&&b - &&c));",
        "if (p == &&a) goto *(p + apart);",
        "if (p && p != 0) return &&a - p;",
    ] {
        assert_eq!(verdict(&body(fine)), Verdict::Exit(0), "{fine}");
    }
}

/// 6.7.9p23: the initialisers of a list come one after another, nobody knows in
/// which order.
#[test]
fn the_order_of_initialisers_is_open() {
    let body = |init: &str| {
        format!(
            "int putchar(int); int n; static int f(void) {{ return ++n; }}\n\
             static int g(int x) {{ return x; }} struct s {{ int a, b; }};\n\
             int main(void) {{ int i = 0; {init} return 0; }}\n"
        )
    };
    for open in [
        "struct s s = { f(), f() };",
        "struct s s = { .b = f(), .a = f() };",
        "struct s s = { n, f() };",
        "int a[2] = { i++, i++ };",
        "struct { struct s in; int c; } s = { { i++, 1 }, i };",
        "struct s s = { putchar('a'), putchar('b') };",
        "g((struct s){ f(), f() }.a);",
    ] {
        let said = verdict(&body(open));
        assert!(matches!(said, Verdict::Unspecified { .. }), "{open} {said:?}");
    }
    for fine in [
        "struct s s = { f(), g(3) };",
        "int a[2] = { i++, 4 };",
        "struct s s = { g(i), g(i) };",
        "int a[] = { f() };",
        "struct s s = { i, i };",
    ] {
        assert_eq!(verdict(&body(fine)), Verdict::Exit(0), "{fine}");
    }
    let twice = verdict(&body("int a[2] = { i++ + i++, 1 };"));
    assert!(matches!(twice, Verdict::Undefined { .. }), "{twice:?}");
}

/// 6.2.6.1p6 and p7: a store to a member, or to the whole, leaves open what lies
/// beside it. Only what looks there depends on it.
#[test]
fn padding_is_open_after_a_store() {
    let body = |text: &str| {
        format!(
            "void *memset(void *, int, unsigned long); void *malloc(unsigned long);\n\
             void *memcpy(void *, const void *, unsigned long);\n\
             int memcmp(const void *, const void *, unsigned long);\n\
             typedef unsigned char byte;\n\
             struct s {{ char c; int i; }}; struct o {{ short h; struct s in[2]; char t; }};\n\
             struct tail {{ int n; char c; char more[]; }}; struct b {{ int a : 3; short h; }};\n\
             union u {{ char c; unsigned i; struct s s; }};\n\
             struct w {{ byte b, c; short h; int n; }}; union v {{ struct s s; struct w w; }};\n\
             static struct s zero; static struct o out; static union u un;\n\
             static int second(struct s x) {{ return ((byte *)&x)[1] == 0; }}\n\
             static struct s give(void) {{ return zero; }}\n\
             int main(void) {{ int k = 1; {text} }}\n"
        )
    };
    for open in [
        "struct s a, b; memset(&a, 0, 8); memset(&b, 0, 8); a.c = b.c = 1; \
         return memcmp(&a, &b, 8);",
        "zero.i = 3; return ((byte *)&zero)[2];",
        "zero.i++; if (((byte *)&zero)[3]) return 1; return 0;",
        "zero.c = out.t; return ((byte *)&zero)[3] == 1;",
        "struct s a; a = zero; return ((byte *)&a)[1];",
        "struct s a = zero; return ((byte *)&a)[1];",
        "return second(zero);",
        "struct s a = give(); return memcmp(&a, &zero, 8);",
        "out.in[k].i = 5; return ((byte *)&out.in[1])[1];",
        "out.in[k].i = 5; return ((byte *)&out)[2];",
        "out.in[0] = zero; return ((byte *)&out)[3];",
        "struct s *p = malloc(8); memset(p, 0, 8); p->i = 1; byte to[8]; \
         memcpy(to, p, 8); return to[1];",
        "un.i = 0; un.c = 1; return un.i == 1;",
        "un.s.c = 1; un.s.i = 2; un.c = 7; return un.s.i;",
        "static struct b b; b.a = 1; return ((byte *)&b)[1];",
        // What no initialiser of a union reaches.
        "union u a = {1}; return a.i;",
        "struct { short h; union u in[2]; } a = {1, {{2}, {3}}}; return a.in[1].i;",
        "return ((union u){.c = 1}).i;",
        // The bytes that the struct of the store says are padding are so in the object.
        "struct s *p = malloc(8); memset(p, 0, 8); p->i = 1; return ((byte *)p)[1];",
        "static struct s a[2]; struct s *p = a + 1; p->i = 1; return ((byte *)p)[2];",
        // A whole struct is stored with its padding.
        "union v v; v.w.h = 3; v.s = zero; return v.w.h;",
        "struct w *p = malloc(8); p->b = p->c = p->h = 2; *(struct s *)p = zero; return p->h;",
        "un.s.i = 2; un.i = 0; return un.s.i;",
    ] {
        let said = verdict(&body(open));
        assert!(matches!(said, Verdict::Unspecified { .. }), "{open} {said:?}");
    }
    for fine in [
        "struct s a, b; a.c = b.c = 1; a.i = b.i = 2; return a.c != b.c || a.i != b.i;",
        "return memcmp(&zero, &out, 8);",
        "zero.c = 0; memset(&zero, 0, 8); return ((byte *)&zero)[1];",
        "zero.c = 1; ((byte *)&zero)[1] = 0; return ((byte *)&zero)[1];",
        "struct s a, b; a.c = 0; a.i = 0; b = a; memcpy(&a, &b, 8); return a.c + b.i;",
        "zero.i = 3; byte x = ((byte *)&zero)[2]; k = x & 0; return k;",
        "out.in[0].i = 5; return ((byte *)&out.in[1])[1];",
        "un.i = 5; un.i = 0; return un.c;",
        "un.s.c = 0; return un.c;",
        "un.s.i = 2; un.s.c = 0; return un.s.i != 2;",
        "struct tail *p = malloc(16); memset(p, 0, 16); p->more[0] = 4; p->n = 1; \
         return p->more[0] != 4;",
        "static struct b b; b.a = 1; b.h = 0; return b.h;",
        "union u a = {0}; return a.c;",
        "static union u a = {0}; return a.i;",
        "union u a = {.s = {1}}; return a.s.i;",
        "union u a = {.i = 256}; return a.i != 256 || a.c;",
        "union u a[2] = {{0}, {1}}; return a[0].c;",
        // What is padding in one struct is a member of another that is there.
        "union v v; v.w.c = 5; v.w.h = 6; v.s.i = 1; return v.w.c != 5 || v.w.h != 6;",
        "union v v; v.w.c = 5; v.w.h = 6; v.s.c = 1; return v.w.c != 5 || v.w.h != 6;",
        "union v v[2]; v[1].w.c = 5; struct s *p = &v[1].s; p->c = 1; return v[1].w.c != 5;",
        "struct w *p = malloc(8); p->c = 5; p->h = 6; ((struct s *)p)->c = 1; \
         return p->c != 5 || p->h != 6;",
        "union { struct { char c; int i; } a; struct { long l; } b; } x; x.b.l = 0; \
         x.a.i = 1; return ((byte *)&x)[1];",
    ] {
        assert_eq!(verdict(&body(fine)), Verdict::Exit(0), "{fine}");
    }
}

/// 7.16p3, whatever a `va_list` is: an array, a struct, a pointer.
#[test]
fn lists_are_handed_on_on_every_target() {
    let program = |body: &str| {
        format!(
            "typedef __builtin_va_list va_list; int vsprintf(char *, const char *, va_list);\n\
             static char to[9];\n\
             static int take(va_list ap) {{ return __builtin_va_arg(ap, int); }}\n\
             static int peek(va_list *ap) {{ return __builtin_va_arg(*ap, int); }}\n\
             static int f(const char *s, ...) {{\n\
                 va_list ap; __builtin_va_start(ap, s); int n = 0; {body}\n\
                 __builtin_va_end(ap); return n; }}\n\
             int main(void) {{ return f(\"%d\", 4, 0); }}\n"
        )
    };
    let targets = ["x86_64-linux", "i386-linux", "aarch64-linux", "s390x-linux", "x86_64-windows"];
    for target in targets {
        let fine = ["vsprintf(to, s, ap); n = to[0] - '4';", "n = peek(&ap); n = peek(&ap);"];
        for body in fine {
            assert_eq!(verdict_for(target, &program(body)), Verdict::Exit(0), "{target} {body}");
        }
        let gone = ["take(ap); n = take(ap);", "vsprintf(to, s, ap); n = peek(&ap);"];
        for body in gone {
            let said = verdict_for(target, &program(body));
            assert!(matches!(said, Verdict::Undefined { .. }), "{target} {body} {said:?}");
        }
    }
}

/// What an integer made of an address does is told where it does not depend on which one.
#[test]
fn addresses_as_numbers_stop_only_what_they_decide() {
    let program = |body: &str| {
        format!(
            "typedef unsigned long word;\n\
             void *malloc(word); void free(void *); int printf(const char *, ...);\n\
             void *memcpy(void *, const void *, word);\n\
             int a[4], b[4]; struct {{ word w; }} s; word w;\n\
             int main(void) {{ {body} }}\n"
        )
    };
    for told in [
        "return (word)a == (word)b;",
        "return (word)a == 0;",
        "w = (word)a; return !w;",
        "s.w = (word)a; s.w += 4; return (int *)s.w != &a[1];",
        "w = (word)a | 1; return (w & 1) - 1;",
        "w = (word)a ^ 2; return w - (word)a != 2;",
        "return (word)a >> 48 || (long)a < 0;",
        "w = (word)a | 0xffful << 52; return w == ((word)b | 0xffful << 52);",
        "return (word)a > (word)(a + 4) || (word)(a + 4) - (word)a != 16;",
        "int *p = malloc(8); word w = (word)p, v = w; free(p); return w != v;",
    ] {
        assert_eq!(verdict(&program(told)), Verdict::Exit(0), "{told}");
    }
    for open in [
        "return (word)a < (word)b;",
        "return (word)(a + 4) == (word)b;",
        "return (word)a + 64 < (word)a;",
        "return (word)a / 16 % 7 == 3;",
        "return ((word)a + (1ul << 47)) >> 48;",
        "return (long)((word)a - (1ul << 40)) < 0;",
        "return (word)\"x\" == (word)\"x\";",
        "int *p = malloc(8); w = (word)p; free(p); return w == (word)malloc(8);",
        "w = (word)a; unsigned char c[8]; memcpy(c, &w, 8); return c[1] == 7;",
        "w = (word)a; __atomic_fetch_add(&w, 1, 5); printf(\"%lu\", w); return 0;",
        "w = (word)a; return __sync_bool_compare_and_swap(&w, 4096, 1);",
        "w = (word)a; printf(\"%lu\", w); return 0;",
        "return (word)a * 3 == (word)a * 3;",
    ] {
        let said = verdict(&program(open));
        assert!(matches!(said, Verdict::Unspecified { .. }), "{open}: {said:?}");
    }
}

/// The number is open, not the run: it stops where the number decides something.
#[test]
fn numbers_from_outside_are_open() {
    let program = |body: &str| {
        format!(
            "long time(long *); long clock(void); int rand(void), getpid(void);\n\
             void srand(unsigned); int printf(const char *, ...); int a[2];\n\
             int main(void) {{ {body} }}\n"
        )
    };
    for fine in [
        "srand(time(0)); rand(); return 0;",
        "long now, same = time(&now); return 0;",
        "int r = rand(); return r < 0 || (r & 0);",
        "long begin = clock(), took = clock() - begin; return took & 0;",
        "return (rand() & ~1) % 2;",
    ] {
        assert_eq!(verdict(&program(fine)), Verdict::Exit(0), "{fine}");
    }
    for open in [
        "return rand();",
        "return rand() % 6 > 2;",
        "return a[rand() & 1];",
        "printf(\"%d\", rand() & 1); return 0;",
        "long now; time(&now); return now > 5;",
        "srand(1); int r = rand(); srand(1); return r == rand();",
        "if (getpid() == 1) return 1; return 0;",
        "return clock() * 2 % 4 == -2;",
        "double d = clock(); return d > 1;",
    ] {
        let said = verdict(&program(open));
        assert!(matches!(said, Verdict::Unspecified { .. }), "{open}: {said:?}");
    }
}
