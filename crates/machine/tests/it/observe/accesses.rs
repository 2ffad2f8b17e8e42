//! Each access, beside the program that makes it.

use elenchus_machine::observe::Wants;
use expect_test::{Expect, expect};

use super::told;

const ACCESSES: Wants = Wants { statements: true, accesses: true, ..Wants::NOTHING };

/// What is told of the accesses of `main` with this body, after some declarations.
fn check(declarations: &str, body: &str, expected: Expect) {
    let text = format!("{declarations}\nint main(void) {{ {body} }}\n");
    expected.assert_eq(&told(ACCESSES, &text));
}

/// These lie in registers when nobody watches.
#[test]
fn variables_of_a_function() {
    check(
        "int f(int n) { return n + 1; }",
        "int x = 2; long y; y = x + 1; x++; y += x; return f(y) - 7;",
        expect![[r#"
            `x` declared:
             write x+0:4 = 0x2 by `x` declared
            `y` declared:
            `y = x + 1;`:
             read x+0:4 = 0x2 by `x`
             write y+0:8 = 0x3 by `y = x + 1`
            `x++;`:
             read x+0:4 = 0x2 by `x++`
             write x+0:4 = 0x3 by `x++`
            `y += x;`:
             read x+0:4 = 0x3 by `x`
             read y+0:8 = 0x3 by `y += x`
             write y+0:8 = 0x6 by `y += x`
            `return f(y) - 7;`:
             read y+0:8 = 0x6 by `y`
               write n+0:4 = 0x6 by `f(y)`
              `return n + 1;`:
               read n+0:4 = 0x6 by `n`
            Exit(0)
        "#]],
    );
}

#[test]
fn arrays_and_members() {
    check(
        "struct s { char tag; int at[2]; };",
        "struct s a[2] = { { 1, { 2, 3 } } }, *p = &a[1]; int i = 1;
         p->at[i] = a[0].at[i - 1]; p->tag = 'x'; return a[1].at[1] - 2;",
        expect![[r#"
            `a` declared:
             write a+0:24 by `a` declared
             write a+0:1 = 0x1 by `a` declared
             write a+4:8 by `a` declared
            `p` declared:
             write p+0:8 by `p` declared
            `i` declared:
             write i+0:4 = 0x1 by `i` declared
            `p->at[i] = a[0].at[i - 1];`:
             read p+0:8 by `p`
             read i+0:4 = 0x1 by `i`
             read i+0:4 = 0x1 by `i`
             read a+4:4 = 0x2 by `a[0].at[i - 1]`
             open a+13:3 by `p->at[i] = a[0].at[i - 1]`
             write a+20:4 = 0x2 by `p->at[i] = a[0].at[i - 1]`
            `p->tag = 'x';`:
             read p+0:8 by `p`
             write a+12:1 = 0x78 by `p->tag = 'x'`
            `return a[1].at[1] - 2;`:
             read a+20:4 = 0x2 by `a[1].at[1]`
            Exit(0)
        "#]],
    );
}

#[test]
fn bit_fields() {
    check(
        "struct s { unsigned a : 3, b : 7; int c : 5; };",
        "struct s s = { 1, 2, -3 }; s.b = s.a + 4; s.c++; return s.b - 5;",
        expect![[r#"
            `s` declared:
             write s+0:4 = 0x0 by `s` declared
             write s+0:1 bits 0..3 = 0x1 by `s` declared
             write s+0:2 bits 3..10 = 0x2 by `s` declared
             write s+1:1 bits 2..7 = 0x1d by `s` declared
            `s.b = s.a + 4;`:
             read s+0:1 bits 0..3 = 0x1 by `s.a`
             open s+2:2 by `s.b = s.a + 4`
             write s+0:2 bits 3..10 = 0x5 by `s.b = s.a + 4`
            `s.c++;`:
             read s+1:1 bits 2..7 = 0x1d by `s.c++`
             write s+1:1 bits 2..7 = 0x1e by `s.c++`
            `return s.b - 5;`:
             read s+0:2 bits 3..10 = 0x5 by `s.b`
            Exit(0)
        "#]],
    );
}

#[test]
fn unions_and_structs_as_a_whole() {
    check(
        "union u { short half[2]; int whole; }; struct p { char c; int n; };",
        "union u u; u.whole = 0x20001; u.half[1] = 3;
         struct p p = { 1, 2 }, q; q = p; return u.half[0] - q.c;",
        expect![[r#"
            `u` declared:
            `u.whole = 0x20001;`:
             write u+0:4 = 0x20001 by `u.whole = 0x20001`
            `u.half[1] = 3;`:
             write u+2:2 = 0x3 by `u.half[1] = 3`
            `p` declared:
             write p+0:8 = 0x0 by `p` declared
             write p+0:1 = 0x1 by `p` declared
             write p+4:4 = 0x2 by `p` declared
            `q` declared:
            `q = p;`:
             read p+0:8 by `q = p`
             write q+0:8 by `q = p`
             open q+1:3 by `q = p`
            `return u.half[0] - q.c;`:
             read u+0:2 = 0x1 by `u.half[0]`
             read q+0:1 = 0x1 by `q.c`
            Exit(0)
        "#]],
    );
}

#[test]
fn structs_as_arguments_and_results() {
    check(
        "struct p { int x, y; }; struct p swap(struct p p) { return (struct p){ p.y, p.x }; }",
        "struct p a = { 1, 2 }; return swap(a).x - swap(swap(a)).x - 1;",
        expect![[r#"
            `a` declared:
             write a+0:8 = 0x0 by `a` declared
             write a+0:8 by `a` declared
            `return swap(a).x - swap(swap(a)).x - 1;`:
               read a+0:8 by `swap(a)`
               write p+0:8 by `swap(a)`
              `return (struct p){ p.y, p.x };`:
               write [Automatic by `swap(a)`]+0:8 = 0x0 by `(struct p){ p.y, p.x }`
               read p+4:4 = 0x2 by `p.y`
               write [Automatic by `swap(a)`]+0:4 = 0x2 by `(struct p){ p.y, p.x }`
               read p+0:4 = 0x1 by `p.x`
               write [Automatic by `swap(a)`]+4:4 = 0x1 by `(struct p){ p.y, p.x }`
               read [Automatic by `swap(a)`]+0:8 by `return (struct p){ p.y, p.x };`
               write [Temporary by `swap(a)`]+0:8 by `return (struct p){ p.y, p.x };`
             read [Temporary by `swap(a)`]+0:4 = 0x2 by `swap(a).x`
               read a+0:8 by `swap(a)`
               write p+0:8 by `swap(a)`
              `return (struct p){ p.y, p.x };`:
               write [Automatic by `swap(a)`]+0:8 = 0x0 by `(struct p){ p.y, p.x }`
               read p+4:4 = 0x2 by `p.y`
               write [Automatic by `swap(a)`]+0:4 = 0x2 by `(struct p){ p.y, p.x }`
               read p+0:4 = 0x1 by `p.x`
               write [Automatic by `swap(a)`]+4:4 = 0x1 by `(struct p){ p.y, p.x }`
               read [Automatic by `swap(a)`]+0:8 by `return (struct p){ p.y, p.x };`
               write [Temporary by `swap(a)`]+0:8 by `return (struct p){ p.y, p.x };`
               read [Temporary by `swap(a)`]+0:8 by `swap(swap(a))`
               write p+0:8 by `swap(swap(a))`
              `return (struct p){ p.y, p.x };`:
               write [Automatic by `swap(swap(a))`]+0:8 = 0x0 by `(struct p){ p.y, p.x }`
               read p+4:4 = 0x1 by `p.y`
               write [Automatic by `swap(swap(a))`]+0:4 = 0x1 by `(struct p){ p.y, p.x }`
               read p+0:4 = 0x2 by `p.x`
               write [Automatic by `swap(swap(a))`]+4:4 = 0x2 by `(struct p){ p.y, p.x }`
               read [Automatic by `swap(swap(a))`]+0:8 by `return (struct p){ p.y, p.x };`
               write [Temporary by `swap(swap(a))`]+0:8 by `return (struct p){ p.y, p.x };`
             read [Temporary by `swap(swap(a))`]+0:4 = 0x1 by `swap(swap(a)).x`
            Exit(0)
        "#]],
    );
}

#[test]
fn library_functions() {
    check(
        "void *memcpy(void *, const void *, unsigned long); int printf(const char *, ...);
         unsigned long strlen(const char *); void *malloc(unsigned long); void free(void *);
         int sscanf(const char *, const char *, ...); void *calloc(unsigned long, unsigned long);",
        r#"char *p = malloc(8); memcpy(p, "abc", 4); printf("%s\n", p); int n = strlen(p);
         sscanf("7 x", "%d %s", &n, p); free(p); int *z = calloc(1, 4); n -= *z; free(z);
         return n - 7;"#,
        expect![[r#"
            `p` declared:
             write p+0:8 by `p` declared
            `memcpy(p, "abc", 4);`:
             read p+0:8 by `p`
             read [Literal by `"abc"`]+0:4 = 0x636261 by `memcpy(p, "abc", 4)`
             write [`malloc(8)`]+0:4 = 0x636261 by `memcpy(p, "abc", 4)`
            `printf("%s\n", p);`:
             read p+0:8 by `p`
             read [Literal by `"%s\n"`]+0:4 = 0xa7325 by `printf("%s\n", p)`
             read [`malloc(8)`]+0:4 = 0x636261 by `printf("%s\n", p)`
            `n` declared:
             read p+0:8 by `p`
             read [`malloc(8)`]+0:4 = 0x636261 by `strlen(p)`
             write n+0:4 = 0x3 by `n` declared
            `sscanf("7 x", "%d %s", &n, p);`:
             read p+0:8 by `p`
             read [Literal by `"7 x"`]+0:4 = 0x782037 by `sscanf("7 x", "%d %s", &n, p)`
             read [Literal by `"%d %s"`]+0:6 by `sscanf("7 x", "%d %s", &n, p)`
             write n+0:4 = 0x7 by `sscanf("7 x", "%d %s", &n, p)`
             write [`malloc(8)`]+0:2 = 0x78 by `sscanf("7 x", "%d %s", &n, p)`
            `free(p);`:
             read p+0:8 by `p`
            `z` declared:
             write [`calloc(1, 4)`]+0:4 = 0x0 by `calloc(1, 4)`
             write z+0:8 by `z` declared
            `n -= *z;`:
             read z+0:8 by `z`
             read [`calloc(1, 4)`]+0:4 = 0x0 by `*z`
             read n+0:4 = 0x7 by `n -= *z`
             write n+0:4 = 0x7 by `n -= *z`
            `free(z);`:
             read z+0:8 by `z`
            `return n - 7;`:
             read n+0:4 = 0x7 by `n`
            Exit(0)
        "#]],
    );
}

/// What is called back makes its accesses itself.
#[test]
fn callbacks() {
    check(
        "void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
         int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }",
        "int a[2] = { 2, 1 }; qsort(a, 2, sizeof *a, order); return a[0] - 1;",
        expect![[r#"
            `a` declared:
             write a+0:8 = 0x0 by `a` declared
             write a+0:8 by `a` declared
            `qsort(a, 2, sizeof *a, order);`:
               write a+0:8 by `qsort(a, 2, sizeof *a, order)`
               write b+0:8 by `qsort(a, 2, sizeof *a, order)`
              `return *(const int *)a - *(const int *)b;`:
               read a+0:8 by `a`
               read a+0:4 = 0x2 by `*(const int *)a`
               read b+0:8 by `b`
               read a+4:4 = 0x1 by `*(const int *)b`
             read a+0:8 by `qsort(a, 2, sizeof *a, order)`
             write [Temporary by `qsort(a, 2, sizeof *a, order)`]+0:8 by `qsort(a, 2, sizeof *a, order)`
             read [Temporary by `qsort(a, 2, sizeof *a, order)`]+4:4 = 0x1 by `qsort(a, 2, sizeof *a, order)`
             write a+0:4 = 0x1 by `qsort(a, 2, sizeof *a, order)`
             read [Temporary by `qsort(a, 2, sizeof *a, order)`]+0:4 = 0x2 by `qsort(a, 2, sizeof *a, order)`
             write a+4:4 = 0x2 by `qsort(a, 2, sizeof *a, order)`
            `return a[0] - 1;`:
             read a+0:4 = 0x1 by `a[0]`
            Exit(0)
        "#]],
    );
}

#[test]
fn lengths_that_vary() {
    check(
        "",
        "int n = 2; char v[n][n]; n = 1; v[n][0] = 5; return v[1][0] - 5;",
        expect![[r#"
            `n` declared:
             write n+0:4 = 0x2 by `n` declared
            `v` declared:
             read n+0:4 = 0x2 by `n`
             write [Automatic by `main` declared]+0:8 = 0x2 by `v` declared
             read n+0:4 = 0x2 by `n`
             write [Automatic by `main` declared]+0:8 = 0x2 by `v` declared
            `v` declared:
             read [Automatic by `main` declared]+0:8 = 0x2 by `v` declared
             read [Automatic by `main` declared]+0:8 = 0x2 by `v` declared
            `n = 1;`:
             write n+0:4 = 0x1 by `n = 1`
            `v[n][0] = 5;`:
             read n+0:4 = 0x1 by `n`
             read [Automatic by `main` declared]+0:8 = 0x2 by `v[n]`
             read [Automatic by `main` declared]+0:8 = 0x2 by `v[n][0]`
             write v+2:1 = 0x5 by `v[n][0] = 5`
            `return v[1][0] - 5;`:
             read [Automatic by `main` declared]+0:8 = 0x2 by `v[1]`
             read [Automatic by `main` declared]+0:8 = 0x2 by `v[1][0]`
             read v+2:1 = 0x5 by `v[1][0]`
            Exit(0)
        "#]],
    );
}

#[test]
fn static_variables() {
    check(
        "static int count = 3; int next(void) { static int n = 10; return n++; }",
        "count += next(); return count + next() - 24;",
        expect![[r#"
            `count += next();`:
              `return n++;`:
               read n+0:4 = 0xa by `n++`
               write n+0:4 = 0xb by `n++`
             read count+0:4 = 0x3 by `count += next()`
             write count+0:4 = 0xd by `count += next()`
            `return count + next() - 24;`:
             read count+0:4 = 0xd by `count`
              `return n++;`:
               read n+0:4 = 0xb by `n++`
               write n+0:4 = 0xc by `n++`
            Exit(0)
        "#]],
    );
}

/// A declaration that is reached again takes the value of its variable.
#[test]
fn declarations_that_are_reached_again() {
    check(
        "",
        "int n = 0; again:; int x; x = n; if (!n++) goto again; return 0;",
        expect![[r#"
            `n` declared:
             write n+0:4 = 0x0 by `n` declared
            `x` declared:
            `x = n;`:
             read n+0:4 = 0x0 by `n`
             write x+0:4 = 0x0 by `x = n`
            `!n++`:
             read n+0:4 = 0x0 by `n++`
             write n+0:4 = 0x1 by `n++`
            `goto again;`:
            `x` declared:
             forget x+0:4 by `x` declared
            `x = n;`:
             read n+0:4 = 0x1 by `n`
             write x+0:4 = 0x1 by `x = n`
            `!n++`:
             read n+0:4 = 0x1 by `n++`
             write n+0:4 = 0x2 by `n++`
            `return 0;`:
            Exit(0)
        "#]],
    );
}

#[test]
fn statements_in_expressions_and_nested_functions() {
    check(
        "",
        "int n = 1; int add(int m) { n += m; return n; } int k = ({ int t = 3; add(t); });
         return k - 4;",
        expect![[r#"
            `n` declared:
             write n+0:4 = 0x1 by `n` declared
            `k` declared:
            `t` declared:
             write t+0:4 = 0x3 by `t` declared
             read t+0:4 = 0x3 by `t`
               write m+0:4 = 0x3 by `add(t)`
              `n += m;`:
               read m+0:4 = 0x3 by `m`
               read n+0:4 = 0x1 by `n += m`
               write n+0:4 = 0x4 by `n += m`
              `return n;`:
               read n+0:4 = 0x4 by `n`
             write k+0:4 = 0x4 by `k` declared
            `return k - 4;`:
             read k+0:4 = 0x4 by `k`
            Exit(0)
        "#]],
    );
}

#[test]
fn setjmp_and_longjmp() {
    check(
        "typedef long jmp_buf[8]; int setjmp(jmp_buf); void longjmp(jmp_buf, int); jmp_buf b;
         void away(int n) { longjmp(b, n); }",
        "int lost = 1; int volatile kept = 1; if (setjmp(b)) return kept - 2;
         lost = kept = 2; away(5);",
        expect![[r#"
            `lost` declared:
             write lost+0:4 = 0x1 by `lost` declared
            `kept` declared:
             volatile write kept+0:4 = 0x1 by `kept` declared
            `setjmp(b)`:
             write b+0:8 = 0x1 by `setjmp(b)`
            `lost = kept = 2;`:
             volatile write kept+0:4 = 0x2 by `kept = 2`
             write lost+0:4 = 0x2 by `lost = kept = 2`
            `away(5);`:
               write n+0:4 = 0x5 by `away(5)`
              `longjmp(b, n);`:
               read n+0:4 = 0x5 by `n`
               read b+0:8 = 0x1 by `longjmp(b, n)`
             forget lost+0:1 by `longjmp(b, n)`
            `return kept - 2;`:
             volatile read kept+0:4 = 0x2 by `kept`
            Exit(0)
        "#]],
    );
}

#[test]
fn variable_arguments() {
    check(
        "typedef __builtin_va_list va_list;
         int sum(int n, ...) { va_list l; __builtin_va_start(l, n); int s = 0;
           while (n--) s += __builtin_va_arg(l, int); __builtin_va_end(l); return s; }",
        "return sum(2, 3, 4) - 7;",
        expect![[r#"
            `return sum(2, 3, 4) - 7;`:
               write n+0:4 = 0x2 by `sum(2, 3, 4)`
              `l` declared:
              `__builtin_va_start(l, n);`:
               write l+0:8 = 0x1 by `__builtin_va_start(l, n)`
              `s` declared:
               write s+0:4 = 0x0 by `s` declared
              `n--`:
               read n+0:4 = 0x2 by `n--`
               write n+0:4 = 0x1 by `n--`
              `s += __builtin_va_arg(l, int);`:
               read l+0:8 = 0x1 by `__builtin_va_arg(l, int)`
               write l+0:8 = 0x1 by `__builtin_va_arg(l, int)`
               read s+0:4 = 0x0 by `s += __builtin_va_arg(l, int)`
               write s+0:4 = 0x3 by `s += __builtin_va_arg(l, int)`
              `n--`:
               read n+0:4 = 0x1 by `n--`
               write n+0:4 = 0x0 by `n--`
              `s += __builtin_va_arg(l, int);`:
               read l+0:8 = 0x1 by `__builtin_va_arg(l, int)`
               write l+0:8 = 0x1 by `__builtin_va_arg(l, int)`
               read s+0:4 = 0x3 by `s += __builtin_va_arg(l, int)`
               write s+0:4 = 0x7 by `s += __builtin_va_arg(l, int)`
              `n--`:
               read n+0:4 = 0x0 by `n--`
               write n+0:4 = 0xffffffff by `n--`
              `__builtin_va_end(l);`:
               read l+0:8 = 0x1 by `__builtin_va_end(l)`
               write l+0:8 = 0x1 by `__builtin_va_end(l)`
              `return s;`:
               read s+0:4 = 0x7 by `s`
            Exit(0)
        "#]],
    );
}

#[test]
fn complex_numbers_and_vectors() {
    check(
        "typedef int pair __attribute__((vector_size(8)));",
        "_Complex float c = 1.0f, d = c * 2; pair p = { 1, 2 }, q = p + p;
         return (int)__real__ d - q[0];",
        expect![[r#"
            `c` declared:
             write [Temporary by `1.0f`]+0:4 = 0x3f800000 by `1.0f`
             write [Temporary by `1.0f`]+4:4 = 0x0 by `1.0f`
             read [Temporary by `1.0f`]+0:8 = 0x3f800000 by `c` declared
             write c+0:8 = 0x3f800000 by `c` declared
            `d` declared:
             read c+0:4 = 0x3f800000 by `c`
             read c+4:4 = 0x0 by `c`
             write [Temporary by `c`]+0:4 = 0x3f800000 by `c`
             write [Temporary by `c`]+4:4 = 0x0 by `c`
             read [Temporary by `c`]+0:4 = 0x3f800000 by `c * 2`
             read [Temporary by `c`]+4:4 = 0x0 by `c * 2`
             write [Temporary by `c * 2`]+0:4 = 0x40000000 by `c * 2`
             write [Temporary by `c * 2`]+4:4 = 0x0 by `c * 2`
             read [Temporary by `c * 2`]+0:8 = 0x40000000 by `d` declared
             write d+0:8 = 0x40000000 by `d` declared
            `p` declared:
             write p+0:8 = 0x0 by `p` declared
             write p+0:8 by `p` declared
            `q` declared:
             read p+0:4 = 0x1 by `p + p`
             read p+4:4 = 0x2 by `p + p`
             read p+0:4 = 0x1 by `p + p`
             read p+4:4 = 0x2 by `p + p`
             write [Temporary by `p + p`]+0:4 = 0x2 by `p + p`
             write [Temporary by `p + p`]+4:4 = 0x4 by `p + p`
             read [Temporary by `p + p`]+0:8 by `q` declared
             write q+0:8 by `q` declared
            `return (int)__real__ d - q[0];`:
             read d+0:4 = 0x40000000 by `d`
             read q+0:4 = 0x2 by `q[0]`
            Exit(0)
        "#]],
    );
}

/// An assumption is evaluated by the machine, not by the program.
#[test]
fn what_is_only_tried_out() {
    check(
        "int odd(int x) { int y = x; return y & 1; }",
        "int x = 3; __attribute__((assume(odd(x)))); return x - 3;",
        expect![[r#"
            `x` declared:
             write x+0:4 = 0x3 by `x` declared
            `__attribute__((assume(odd(x))));`:
            `return x - 3;`:
             read x+0:4 = 0x3 by `x`
            Exit(0)
        "#]],
    );
}

/// Only these, wherever they are; variables stay in registers.
#[test]
fn volatile_accesses() {
    let wants = Wants { volatiles: true, ..Wants::NOTHING };
    let text = "volatile int v = 3; struct { int a; volatile char b[2]; } s;
                int main(void) { int n = v; volatile int own = 5; v++; s.a = n; s.b[1] = own;
                  return s.b[1] + v - n - 6; }";
    expect![[r#"
         volatile read v+0:4 = 0x3 by `v`
         volatile write own+0:4 = 0x5 by `own` declared
         volatile read v+0:4 = 0x3 by `v++`
         volatile write v+0:4 = 0x4 by `v++`
         volatile read own+0:4 = 0x5 by `own`
         volatile write s+5:1 = 0x5 by `s.b[1] = own`
         volatile read s+5:1 = 0x5 by `s.b[1]`
         volatile read v+0:4 = 0x4 by `v`
        Exit(0)
    "#]]
    .assert_eq(&told(wants, text));
}
