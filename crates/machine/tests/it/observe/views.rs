//! What the view shows at a point of a run.

use std::fmt::Write;

use elenchus_lang::tree::{ExprKind, StmtKind};
use elenchus_machine::Verdict;
use elenchus_machine::observe::{Accessed, Flow, ON, Observer, Part, Step, View, Wants, Way};
use elenchus_machine::{Limit, Limits, Machine};
use expect_test::{Expect, expect};

use super::listing::{name, shown};
use super::{parse_units, told, watched};

/// Writes down all variables before each statement `mark;`.
#[derive(Default)]
struct Snapshots {
    lines: String,
}

impl Observer for Snapshots {
    fn wants(&self) -> Wants {
        Wants { statements: true, variables: true, ..Wants::NOTHING }
    }

    fn statement(&mut self, view: &View<'_>, step: Step) -> Flow {
        let p = view.program();
        let is_mark = |stmt| match p.stmts[stmt].kind {
            StmtKind::Expr(e) => {
                matches!(p.exprs[e].kind, ExprKind::Name(decl) if name(p, decl) == "mark")
            }
            _ => false,
        };
        if !step.stmt.is_some_and(is_mark) {
            return ON;
        }
        let calls: Vec<&str> = view
            .calls()
            .iter()
            .map(|call| call.function.map_or("?", |decl| name(p, decl)))
            .collect();
        let _ = writeln!(self.lines, "{}:", calls.join(" < "));
        for variable in view.variables().into_iter().filter(|v| name(p, v.decl) != "mark") {
            let hidden = if variable.hidden { " (hidden)" } else { "" };
            let _ = write!(self.lines, "  {}{hidden}", name(p, variable.decl));
            let Some(part) = variable.part else {
                self.lines += " is nowhere\n";
                continue;
            };
            self.lines += " =";
            view.scalars(part, &mut |ways, scalar| self.scalar(view, ways, scalar));
            self.lines += "\n";
        }
        ON
    }
}

impl Snapshots {
    fn scalar(&mut self, view: &View<'_>, ways: &[Way], scalar: Part) {
        let p = view.program();
        self.lines += " ";
        for way in ways {
            let _ = match way {
                Way::Member(field) => {
                    let field = p.types.fields[*field].name.map_or("", |name| p.name(name));
                    write!(self.lines, ".{field}")
                }
                Way::Element(index) => write!(self.lines, "[{index}]"),
            };
        }
        if !ways.is_empty() {
            self.lines += "=";
        }
        self.lines += &shown(p, view.value(scalar));
    }
}

fn check(text: &str, expected: Expect) {
    let text = format!("int mark; {text}");
    let (outcome, snapshots) = watched(&text, Snapshots::default());
    expected.assert_eq(&format!("{}{:?}\n", snapshots.lines, outcome.verdict));
}

#[test]
fn arrays_members_bit_fields_and_unions() {
    check(
        "struct s { int n; unsigned a : 3; int b : 4; union { char c; short w; }; double d[2]; };
         int main(void) {
           struct s s = { .n = 1, .a = 5, .b = -2, .d = { 1.5 } }; s.w = 0x102;
           int grid[2][2] = { { 1, 2 }, { 3 } }, none, *p = &grid[1][0], *q = 0; _Bool yes = 7;
           void *f = main;
           mark; return none = 0; }",
        expect![[r#"
            main:
              f = &main
              yes = 1
              q = null
              p = &grid+8
              none = nothing
              grid = [0][0]=1 [0][1]=2 [1][0]=3 [1][1]=0
              s = .n=1 .a=5 .b=-2 ..c=2 ..w=258 .d[0]=1.5 .d[1]=0.0
            Exit(0)
        "#]],
    );
}

#[test]
fn what_has_no_value_or_not_all_of_one() {
    check(
        "int main(void) {
           int n; char half[2]; half[1] = 1; struct { char c; int n; } padded, other;
           padded.c = 1; padded.n = 2; other = padded; int *gone; { int inner; gone = &inner; }
           unsigned long address = (unsigned long)&n; char first = ((char *)&other)[1];
           mark; return 0; }",
        expect![[r#"
            main:
              first = open bits 0xff
              address = open bits 0xfffffffffffc
              gone = gone
              other = .c=1 .n=2
              padded = .c=1 .n=2
              half = [0]=nothing [1]=1
              n = nothing
            Exit(0)
        "#]],
    );
}

/// The innermost call, its function's scopes and the file; nothing that is declared later.
#[test]
fn scopes() {
    check(
        "int g = 1, x = 2; enum { e = 3 }; typedef int t; extern int later;
         int f(int n) {
           int x = n; static int kept = 5;
           for (int i = 0; i < 1; i++) { enum { g }; char t = 'a'; extern int x2; int unset;
             { long x = 7; mark; } mark; }
           int after = 0; return n ? f(n - 1) : after; }
         int later = 9, x2 = 4;
         int main(void) { int own = 1; return f(1); }",
        expect![[r#"
            f < main:
              x = 7
              unset = nothing
              x2 = 4
              t = 97
              i = 0
              kept = 5
              x (hidden) = 1
              n = 1
              later = 9
              x (hidden) = 2
              g (hidden) = 1
            f < main:
              unset = nothing
              x2 = 4
              t = 97
              i = 0
              kept = 5
              x = 1
              n = 1
              later = 9
              x (hidden) = 2
              g (hidden) = 1
            f < f < main:
              x = 7
              unset = nothing
              x2 = 4
              t = 97
              i = 0
              kept = 5
              x (hidden) = 0
              n = 0
              later = 9
              x (hidden) = 2
              g (hidden) = 1
            f < f < main:
              unset = nothing
              x2 = 4
              t = 97
              i = 0
              kept = 5
              x = 0
              n = 0
              later = 9
              x (hidden) = 2
              g (hidden) = 1
            Exit(0)
        "#]],
    );
}

#[test]
fn complex_numbers_and_vectors() {
    check(
        "typedef short four __attribute__((vector_size(8)));
         int main(void) { _Complex double z = 2.0; four v = { 1, 2, 3 }; __int128 wide = -1;
           long double x = 0.25L; mark; return 0; }",
        expect![[r#"
            main:
              x = 0x1p-2
              wide = -1
              v = [0]=1 [1]=2 [2]=3 [3]=0
              z = [0]=2.0 [1]=0.0
            Exit(0)
        "#]],
    );
}

/// A variable is the same in all units that name it; others of their files are not seen.
#[test]
fn several_units() {
    let units = [
        "extern int shared; static int own = 1; int f(void); int main(void) { return f(); }",
        "int mark; static int own = 2; int shared = 3; int f(void) { mark; return 0; }",
    ];
    let machine = Machine::new(parse_units(&units), Limits::default());
    let (_, snapshots) = machine.run_with(Snapshots::default(), &[]);
    expect![[r#"
        f < main:
          shared = 3
          own = 2
    "#]]
    .assert_eq(&snapshots.lines);
}

/// They see what is in scope where they are defined, in the calls around them.
#[test]
fn nested_functions() {
    check(
        "int f(int n) {
           int x = n; int inner(int m) { int x = m + 1; mark; return x + n; }
           { int not_seen = 1; return n ? f(n - 1) : inner(5); } }
         int main(void) { return f(1) - 6; }",
        expect![[r#"
            inner < f < f < main:
              x = 6
              m = 5
              x (hidden) = 0
              n = 0
            Exit(0)
        "#]],
    );
}

#[test]
fn gotos_and_switches() {
    check(
        "int main(void) {
           int n = 0; goto in; { int passed = 3; in: mark; }
           switch (n) { int never = 1; case 0: mark; }
           if (({ int t = n; mark; t; })) return 1; return 0; }",
        expect![[r#"
            main:
              passed = nothing
              n = 0
            main:
              never = nothing
              n = 0
            main:
              t = 0
              n = 0
            Exit(0)
        "#]],
    );
}

#[test]
fn lengths_that_vary() {
    check(
        "int f(int n, int a[n][n]) {
           short v[n][2]; v[1][1] = 4; n = 100; mark;
           return v[1][1] - a[1][0] - 1; }
         int main(void) { int a[2][2] = { { 1, 2 }, { 3, 4 } }; return f(2, a); }",
        expect![[r#"
            f < main:
              v = [0][0]=nothing [0][1]=nothing [1][0]=nothing [1][1]=4
              a = &a+0
              n = 100
            Exit(0)
        "#]],
    );
}

/// Calls of calls; `longjmp` leaves without a value.
#[test]
fn calls() {
    let wants = Wants { calls: true, ..Wants::NOTHING };
    let text =
        "typedef long jmp_buf[8]; int setjmp(jmp_buf); void longjmp(jmp_buf, int); jmp_buf b;
                struct p { int x; }; struct p make(int x) { return (struct p){ x }; }
                int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
                int nothing(void) { } void away(void) { longjmp(b, 1); }
                int main(void) { nothing(); make(1); if (!setjmp(b)) away(); return fib(3) - 2; }";
    expect![[r#"
        main is entered
          nothing is entered
          nothing is left with nothing
          make is entered
          make is left with its parts
          away is entered
          away is left by a jump
          fib is entered
            fib is entered
              fib is entered
              fib is left with 1
              fib is entered
              fib is left with 0
            fib is left with 1
            fib is entered
            fib is left with 1
          fib is left with 2
        main is left with 0
        Exit(0)
    "#]]
    .assert_eq(&told(wants, text));
}

#[test]
fn values() {
    let wants = Wants { values: true, ..Wants::NOTHING };
    let text = "int f(int x) { return x; } int a[3] = { 1, 2, 3 };
                struct s { int b : 3; } s; struct s *p = &s;
                int main(void) { int i = 1; long n; double d = 0.5;
                  n = a[i] + 2 - 3 * -i; if (n > 2 && !i || d < 1) f(i); p->b = n;
                  i += p->b++; do i--; while (i > 4); switch (i) { case 7: n = 0; }
                  return (n = f(i)) ? i ? 0 : 1 : 2; }";
    expect![[r#"
         `i` is 1
         `a[i]` is 2
         `i` is 1
         `-i` is -1
         `3 * -i` is -3
         `a[i] + 2 - 3 * -i` is 7
         `a[i] + 2 - 3 * -i` is 7
         `n = a[i] + 2 - 3 * -i` is 7
         `n` is 7
         `n > 2` is 1
         `i` is 1
         `!i` is 0
         `n > 2 && !i` is 0
         `d` is 0.5
         `d < 1` is 1
         `n > 2 && !i || d < 1` is 1
         `i` is 1
           `x` is 1
         `p` is &s+0
         `n` is 7
         `n` is 7
         `p->b = n` is -1
         `p` is &s+0
         `p->b++` is -1
         `i += p->b++` is 0
         `i--` is 0
         `i` is -1
         `i > 4` is 0
         `i` is -1
         `i` is -1
           `x` is -1
         `f(i)` is -1
         `f(i)` is -1
         `n = f(i)` is -1
         `i` is -1
         `i ? 0 : 1` is 0
         `(n = f(i)) ? i ? 0 : 1 : 2` is 0
        Exit(0)
    "#]]
    .assert_eq(&told(wants, text));
}

#[test]
fn objects() {
    let wants = Wants { objects: true, ..Wants::NOTHING };
    let text = "void *malloc(unsigned long); void free(void *); struct p { int a[4]; };
                struct p f(int n) { struct p p = { n }; return p; } int unused;
                int main(void) { int x = f(1).a[0]; for (int i = 0; i < 2; i++) { int y = i; }
                  char *q = malloc(2); free(q); char *s = \"s\"; { char v[x]; } return x - 1; }";
    expect![[r#"
         unused is made
         x is made
         q is made
         s is made
         [Temporary by `f(1)`] is made
           n is made
           p is made
         n is over
         p is over
         [Temporary by `f(1)`] is over
         i is made
         y is made
         y is over
         y is made
         y is over
         i is over
         [`malloc(2)`] is made
         [`malloc(2)`] is freed
         [Literal by `"s"`] is made
         [Automatic by `{ char v[x]; }`] is made
         v is made
         [Automatic by `{ char v[x]; }`] is over
         v is over
         x is over
         q is over
         s is over
        Exit(0)
    "#]]
    .assert_eq(&told(wants, text));
}

/// Who has seen enough ends the run, and is given back.
#[test]
fn an_observer_can_stop_a_run() {
    struct Until(u32);
    impl Observer for Until {
        fn wants(&self) -> Wants {
            Wants { accesses: true, ..Wants::NOTHING }
        }
        fn access(&mut self, _: &View<'_>, _: &Accessed) -> Flow {
            self.0 -= 1;
            if self.0 == 0 { Flow::Break(()) } else { ON }
        }
    }
    let text = "int printf(const char *, ...);
                int main(void) { int x = 1; printf(\"%d\", x); printf(\"%d\", x); return 0; }";
    for (accesses, printed) in [(1, ""), (2, ""), (3, ""), (4, "1"), (5, "1")] {
        let (outcome, Until(left)) = watched(text, Until(accesses));
        let output = String::from_utf8_lossy(&outcome.output).into_owned();
        let stopped = Verdict::Limit(Limit::Observer);
        assert_eq!((outcome.verdict, left, output.as_str()), (stopped, 0, printed));
    }
    let (outcome, Until(left)) = watched(text, Until(100));
    assert_eq!((outcome.verdict, left), (Verdict::Exit(0), 95));
}
