//! Each pass by itself: a program before, and what is left of it if some words must stay.

use std::sync::atomic::AtomicBool;

use elenchus_compilers::scratch::Scratch;
use elenchus_judge::ProgramFile;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use expect_test::{Expect, expect};

use super::{CANONICAL, NAMES, ORDER, UNUSED};
use crate::check::{Counts, Guard, Lack, Place, Rules, Shown, Test};
use crate::search::{Base, Form, Halt, Search, Watch, with_workers};
use crate::subject::{Measured, Subject};

/// C that is valid, if it must be, and has these words.
struct Has<'a> {
    rules: &'a Rules,
    guard: Guard,
    words: &'a [&'a str],
}

impl Test for Has<'_> {
    fn look(&self, files: &[ProgramFile], place: &Place) -> Shown {
        let guarded = self.guard.passes(files, self.rules, place);
        let text = String::from_utf8_lossy(&files[0].text);
        let missing = self.words.iter().find(|word| !text.contains(**word));
        Ok(guarded.and(match missing {
            Some(word) => Err(Lack(format!("'{word}' is missing"))),
            None => Ok(()),
        }))
    }
}

struct Last(Vec<ProgramFile>);

impl Watch for Last {
    fn found(&mut self, files: &[ProgramFile], _: Measured) -> Result<(), Halt> {
        self.0 = files.to_vec();
        Ok(())
    }

    fn tick(&mut self) -> Result<(), Halt> {
        Ok(())
    }
}

fn run(name: &str, guard: Guard, before: &str, words: &[&str], after: Expect) {
    let all = ORDER.iter().chain([&NAMES, &UNUSED]).chain(CANONICAL);
    let pass = all.into_iter().find(|pass| pass.name == name).unwrap();
    let rules = Rules::new(Target::x86_64(), Language::GNU17);
    let mut last = Last(vec![ProgramFile::new("a.c", before)]);
    let scratch = Scratch::new().unwrap();
    let folders = [scratch.fresh("try").unwrap()];
    let (stop, counts) = (AtomicBool::new(false), Counts::default());
    let test = Has { rules: &rules, guard, words };
    with_workers(&folders, &test, &stop, &counts, |workers| {
        let mut search = Search::new(workers, Form::C(rules.language), &mut last);
        search.equal = CANONICAL.iter().any(|pass| pass.name == name);
        loop {
            let files = search.watch.0.clone();
            let mut subject = Subject::parse(files, rules.language, rules.target).unwrap();
            let levels = pass.levels(&mut subject, &rules);
            if !search.run(Base::Tree(&subject), levels).unwrap() || search.equal {
                break;
            }
        }
    });
    let text = String::from_utf8(last.0[0].text.clone()).unwrap();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ") + "\n";
    // A line for each declaration and statement.
    after.assert_eq(&text.replace("; ", ";\n").replace("} ", "}\n"));
}

/// Any C will do.
fn check(name: &str, before: &str, words: &[&str], after: Expect) {
    run(name, Guard::Accepted, before, words, after);
}

/// The program must be valid.
fn check_valid(name: &str, before: &str, words: &[&str], after: Expect) {
    run(name, Guard::Valid, before, words, after);
}

#[test]
fn unused() {
    let before = "typedef int number; struct s { number n; } g; enum e { one, two }; \
                  int f(int x) { return x + one; } int h(struct s *p) { return p->n; } \
                  int main(void) { return h(&g); }";
    check(
        "unused",
        before,
        &[],
        expect![[r#"
            typedef int number;
            struct s { number n;
            }
            g;
            int h(struct s *p) { return p->n;
            }
            int main(void) { return h(&g);
            }
        "#]],
    );
}

#[test]
fn statements() {
    let before = "int main(void) { int i, x = 0; for (i = 0; i < 9; i++) { if (x) x++; else x = 77; } \
                  while (x) x--; return 0; }";
    check(
        "statements",
        before,
        &["77"],
        expect![[r#"
            int main(void) { int i, x = 0;
            for (;
            i < 9;
            i++) { if (x) ;
            else x = 77;
            }
            }
        "#]],
    );
    let before = "void f(void) { 7; 77; } int main(void) { 7; f(); 8; }";
    check(
        "main",
        before,
        &["77"],
        expect![[r#"
        void f(void) { 7;
        77;
        }
        int main(void) { }
    "#]],
    );
    check(
        "called by main",
        before,
        &["77"],
        expect![[r#"
        void f(void) { 77;
        }
        int main(void) { }
    "#]],
    );
}

#[test]
fn what_was_never_executed() {
    let before = "int f(int x) { if (x) { x = 3; x++; } else return 7; switch (x) { case 9: x = 8; } \
                  while (x > 100) x--; return x; } \
                  int g(void) { return 5; } int main(void) { return f(1) - 4 ? g() : 0; }";
    check_valid(
        "never executed",
        before,
        &[],
        expect![[r#"
            int f(int x) { if (x) { x = 3;
            x++;
            }
            else ;
            switch (x) { }
            while (x > 100) ;
            return x;
            }
            int g(void) { }
            int main(void) { return f(1) - 4 ? g() : 0;
            }
        "#]],
    );
}

#[test]
fn what_had_no_part_in_the_output() {
    let before = "int printf(const char *, ...); int a, b, c; int *p = &a; \
                  int twice(int x) { b = x; return x + x; } \
                  int main(void) { int i; b = 7; for (i = 0; i < 3; i++) { c += i; b++; \
                  if (b == 99) break; } if (c) { b = 5; *p = 4; } c = 2; \
                  a = twice(a); printf(\"%d\", a); c = 3; return 0; }";
    check_valid(
        "slice",
        before,
        &[],
        expect![[r#"
            int printf(const char *, ...);
            int a, b, c;
            int *p = &a;
            int twice(int x) { return x + x;
            }
            int main(void) { int i;
            for (i = 0;
            i < 3;
            i++) { c += i;
            }
            if (c) { *p = 4;
            }
            a = twice(a);
            printf("%d", a);
            return 0;
            }
        "#]],
    );
}

#[test]
fn values_that_were_seen() {
    let before = "int n = 3; int twice(int x) { return x + x; } \
                  int main(void) { int *p = 0; for (int i = 0; i < n; i++) n = 3; \
                  return twice(n) - 6 || p; }";
    check_valid(
        "values",
        before,
        &["i++", "main"],
        expect![[r#"
            int n = 3;
            int twice(int x) { return 6;
            }
            int main(void) { int *p = 0;
            for (int i = 0;
            i < 3;
            i++) 3;
            return 0;
            }
        "#]],
    );
}

#[test]
fn values_of_one_turn() {
    let before = "int a[4] = {0, 0, 7}; int main(void) { int sum = 0; \
                  for (int i = 0; i < 4; i++) sum += a[i]; return sum; }";
    check_valid(
        "turns",
        before,
        &["a[", "< 4"],
        expect![[r#"
        int a[4] = {0, 0, 7};
        int main(void) { int sum = 0;
        for (int i = 0;
        4 < 4;
        3) sum += 0;
        return 7;
        }
    "#]],
    );
}

#[test]
fn variables() {
    let before = "int f(int x) { return x; } int main(void) { int a = f(7); int b; b = f(a); \
                  return b; }";
    check_valid(
        "variables",
        before,
        &["7"],
        expect![[r#"
        int f(int x) { return x;
        }
        int main(void) { ;
        return f(f(7));
        }
    "#]],
    );
    let before = "int x = 7; int f(int x) { return x; } void *any = f; \
                  int main(void) { int (*g)(int) = any; int *p = &x; return g(*p) - 7; }";
    check_valid(
        "targets",
        before,
        &["7"],
        expect![[r#"
        int x = 7;
        int f(int x) { return x;
        }
        int main(void) { return f(x) - 7;
        }
    "#]],
    );
}

#[test]
fn strings() {
    let before = "int printf(const char *, ...); \
                  int main(void) { printf(\"sum of %s: %5d\\n\", \"all\", 7); }";
    check_valid(
        "strings",
        before,
        &["%5d"],
        expect![[r#"
        int printf(const char *, ...);
        int main(void) { printf("%s%5d", "", 7);
        }
    "#]],
    );
}

#[test]
fn items() {
    let before =
        "int a, b; struct s { int m; }; int f(void); int f(void) { return 1; } int main(void) { }";
    check(
        "items",
        before,
        &["b", "main"],
        expect![[r#"
        int b;
        int main(void) { }
    "#]],
    );
}

#[test]
fn unwrapped() {
    let before = "int main(void) { int i = 0; { { i = 1; } } if (i) i = 2; else { i = 3; } \
                  for (i = 0; i < 3; i++) { i = 4; } l: while (i) { i = 5; } do i = 6; while (0); \
                  switch (i) { case 1: i = 7; default: i = 8; } return 0; }";
    let kept = ["= 1", "= 2", "= 3", "= 4", "= 5", "= 6", "= 7", "= 8"];
    check(
        "unwrap",
        before,
        &kept,
        expect![[r#"
            int main(void) { int i = 0;
            i = 1;
            if (i) i = 2;
            else i = 3;
            i = 4;
            i = 5;
            i = 6;
            i = 7;
            i = 8;
            return 0;
            }
        "#]],
    );
    check(
        "unwrap",
        "int main(void) { int x = 1; if (x++) ; while (x--) ; }",
        &["x++", "x--"],
        expect![[r#"
            int main(void) { int x = 1;
            x++;
            x--;
            }
        "#]],
    );
}

#[test]
fn operands() {
    let before = "int f(int, int); int x; int main(void) { \
                  return (f(1, x + 77) * 2 + (x, 3)) ? x && !x : -(char)(x | 5); }";
    check(
        "operands",
        before,
        &["77"],
        expect![[r#"
            int f(int, int);
            int x;
            int main(void) { return ( 77 );
            }
        "#]],
    );
    check(
        "operands",
        before,
        &["5"],
        expect![[r#"
            int f(int, int);
            int x;
            int main(void) { return ( 5 ) ;
            }
        "#]],
    );
}

#[test]
fn one_of_several() {
    let before = "enum { a, b = 7, c }; struct s { int m, n; } s = { 1, 2 }; int v[3] = { 1, 2, 3 }; \
                  __attribute__((noinline)) int f(int x, int y, int z) { return y; } \
                  int main(void) { int p = 1, q = 2; return f(p, q, 3); }";
    check(
        "lists",
        before,
        &["y", "q", "n", "c", "main"],
        expect![[r#"
            enum { a };
            struct s { }
            ;
            int f(int y) { return y;
            }
            int main(void) { int q;
            return f(q);
            }
        "#]],
    );
}

#[test]
fn inlined() {
    let before = "int g; int add(int a, int b) { return a + b; } \
                  void set(int v) { int t = v * 2; g = t; } \
                  int get(void) { g++; return g; } \
                  int main(void) { int x; set(3); x = get(); return add(x, 2 * g); }";
    check_valid(
        "inline",
        before,
        &["main"],
        expect![[r#"
            int g;
            int main(void) { int x;
            { int v = 3;
            int t = v * 2;
            g = t;
            }
            { g++;
            x = g;
            }
            return (x + (2 * g) );
            }
        "#]],
    );
}

#[test]
fn constants() {
    let before =
        "int x; int main(void) { double d = 2.5; int *p = &x; return x + 1234567 + (d > 1); }";
    check(
        "zeros",
        before,
        &["1234567"],
        expect![[r#"
            int x;
            int main(void) { double d = 0;
            int *p = 0;
            return 0 + 1234567 + (0);
            }
        "#]],
    );
    check(
        "ones",
        before,
        &["main"],
        expect![[r#"
            int x;
            int main(void) { double d = 1;
            int *p = &x;
            return 1;
            }
        "#]],
    );
    check(
        "constants",
        before,
        &["main"],
        expect![[r#"
            int x;
            int main(void) { double d = 2.5;
            int *p = &x;
            return x + 0 + (d > 0);
            }
        "#]],
    );
}

#[test]
fn types_and_words() {
    let before = "typedef unsigned char byte; typedef byte octet; \
                  extern const volatile octet x; static inline int f(register int y) { return (y); } \
                  int main(void) { return (octet)(f(x)); }";
    check(
        "typedefs",
        before,
        &["main"],
        expect![[r#"
            typedef unsigned char byte;
            typedef unsigned char octet;
            extern const volatile unsigned char x;
            static inline int f(register int y) { return (y);
            }
            int main(void) { return (unsigned char)(f(x));
            }
        "#]],
    );
    check(
        "words",
        before,
        &["main", "volatile"],
        expect![[r#"
            typedef unsigned char byte;
            typedef byte octet;
            volatile octet x;
            int f( int y) { return (y);
            }
            int main(void) { return (octet)(f(x));
            }
        "#]],
    );
    check(
        "tokens",
        before,
        &["main", "return", "f(x)"],
        expect![[r#"
            typedef char byte;
            typedef byte octet;
            octet x;
            int f( ) { }
            int main(void) { return f(x) ;
            }
        "#]],
    );
}

#[test]
fn a_type_keeps_a_word() {
    let before = "void f(unsigned long value) { value; } int main(void) { f(1); }";
    check(
        "tokens",
        before,
        &["main", "value; }"],
        expect![[r#"
        void f(long value) { value;
        }
        int main(void) { }
    "#]],
    );
}

#[test]
fn names() {
    let before = "int counter; int next(int step) { return counter += step; } \
                  int main(void) { int argument = 2; return next(argument); }";
    check(
        "names",
        before,
        &["main"],
        expect![[r#"
            int a;
            int b(int c) { return a += c;
            }
            int main(void) { int d = 2;
            return b(d);
            }
        "#]],
    );
}

#[test]
fn the_same_in_fewer_words() {
    let before = "int a, b; int main(void) { a = a + 2 * b; a += 1; if (a) {} else b = a; }";
    check(
        "shorter",
        before,
        &[],
        expect![[r#"
        int a, b;
        int main(void) { a += 2 * b;
        (a)++;
        if (!(a)) b = a;
        }
    "#]],
    );
}

#[test]
fn types_become_int_with_what_prints_them() {
    let before = "int printf(const char *, ...); unsigned long a = 7; signed char b; float c; \
                  int main(void) { printf(\"%lX\", a); return (short)b + c; }";
    check_valid(
        "types",
        before,
        &["float"],
        expect![[r#"
        int printf(const char *, ...);
        int a = 7;
        int b;
        float c;
        int main(void) { printf("%d", a);
        return (int)b + c;
        }
    "#]],
    );
}

#[test]
fn what_has_a_tag_becomes_int() {
    let before = "struct s { int x; } *p; struct s f(void) { } enum e { a } g; enum e h; \
                  int main(void) { f(); return p->x; }";
    check(
        "types",
        before,
        &[],
        expect![[r#"
        struct s { int x;
        }
        *p;
        int f(void) { }
        enum e { a }
        g;
        int h;
        int main(void) { f();
        return p->x;
        }
    "#]],
    );
}

#[test]
fn a_declaration_becomes_what_it_calls() {
    let before = "int f(void); int main(void) { int x = f(), y = 2; return 0; }";
    check(
        "unwrap",
        before,
        &["f()"],
        expect![[r#"
        int f(void);
        int main(void) { f();
        return 0;
        }
    "#]],
    );
}

#[test]
fn suffixes_go() {
    let before = "long a = 5L; unsigned long b = 0xFUL + 1.5L; int main(void) { return a > 3u; }";
    check(
        "suffixes",
        before,
        &[],
        expect![[r#"
        long a = 5;
        unsigned long b = 0xF + 1.5;
        int main(void) { return a > 3;
        }
    "#]],
    );
}

#[test]
fn constants_stand_last() {
    let before = "int a, b; int main(void) { a = 3 * (b | 2) - 1; return 0 < a && 4 == 5; }";
    check(
        "order of operands",
        before,
        &[],
        expect![[r#"
            int a, b;
            int main(void) { a = (b | 2) * 3 - 1;
            return a > 0 && 4 == 5;
            }
        "#]],
    );
}

#[test]
fn declarations_stand_by_use() {
    let before = "int a, b; int c; struct s { int x; }; int f(void); struct s d; \
                  int main(void) { d.x = c; return b; } ";
    check(
        "order of declarations",
        before,
        &[],
        expect![[r#"
        struct s { int x;
        };
        int f(void);
        struct s d;
        int c;
        int a, b;
        int main(void) { d.x = c;
        return b;
        }
    "#]],
    );
}

#[test]
fn names_are_given_by_first_use() {
    let before = "int abs(int); int z, y; struct b { int m; }; int q(struct b *p) { goto a; \
                  a: return p->m; } int main(void) { struct b v = {y}; return abs(q(&v) + z); }";
    check(
        "names by use",
        before,
        &["abs"],
        expect![[r#"
        int abs(int);
        int a, b;
        struct c { int d;
        };
        int e(struct c *f) { goto g;
        g: return f->d;
        }
        int main(void) { struct c h = {b};
        return abs(e(&h) + a);
        }
    "#]],
    );
}
