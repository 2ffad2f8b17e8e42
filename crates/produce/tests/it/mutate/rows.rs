//! The ways to change a program beyond those of the papers, each with what it makes.

use expect_test::{Expect, expect};

use super::{check, settings, variants};

/// A program around statements; what they need stands before them.
fn program(before: &str, statements: &str) -> String {
    format!(
        "{before}\nint main(void)\n{{\n    int a = 3, b = 5;\n    {statements}\n    return a + b;\n}}\n"
    )
}

/// All variants do the same, and all of one kind of change that were made were proven;
/// the first is this.
#[track_caller]
fn makes(name: &str, text: &str, expected: Expect) {
    let found = check(&[text], &[""], &[name]);
    let first = found.list.first().expect("there are variants");
    expected.assert_eq(&String::from_utf8_lossy(&first.texts[0]));
}

/// Nothing can be made of it.
#[track_caller]
fn makes_nothing(name: &str, text: &str) {
    let found = variants(&[text], &[""], 8, &settings(&[name], 1_000_000, 1)).unwrap();
    let texts: Vec<_> =
        found.list.iter().map(|variant| String::from_utf8_lossy(&variant.texts[0])).collect();
    assert!(texts.is_empty(), "{texts:?}");
}

#[test]
fn a_loop_changes_and_restores() {
    makes(
        "repeat",
        &program("", "a += b;"),
        expect![[r#"

            int main(void)
            {
                int a = 3, b = 5;
                a += b;
                {
                    int backup_0 = b;
                    for (int turn_1 = 6; turn_1 < a + 0; ++turn_1) {
                        b = a >= turn_1;
                        if (turn_1 >= 6 && turn_1 <= 5) {
                            b = b;
                        }
                    }
                    b = backup_0;
                }
                return a + b;
            }
        "#]],
    );
}

#[test]
fn a_number_becomes_a_call() {
    let text = program("static int twice(int n) { return n + n; }", "a = twice(b); b = 7 - a;");
    makes(
        "call",
        &text,
        expect![[r#"
        static int twice(int n) { return n + n; }
        int main(void)
        {
            int a = 3, b = 5;
            a = twice(b); b = twice(5) + -3 - a;
            return a + b;
        }
    "#]],
    );
}

#[test]
fn a_program_without_functions_gets_some() {
    makes(
        "call",
        &program("", "b = 7 - a;"),
        expect![[r#"

        static int known_0(unsigned char c) {
            if (c >= '0' && c <= '9')
                return c - '0';
            switch (c) {
            case 'a':
            case 'A':
                return 10;
            case 'f':
            case 'F':
                return 15;
            default:
                return -1;
            }
        }
        int main(void)
        {
            int a = 3, b = 5;
            b = known_0(102) + -8 - a;
            return a + b;
        }
    "#]],
    );
}

#[test]
fn constants_of_the_language_stay_constants() {
    let before = "static int one(int n) { return n / n; }\nint *q;\n\
                  short v __attribute__((vector_size(16)));";
    let statements =
        "q = 0; switch (one(2)) { case 1: break; } q = a ? 0 : q; v = v + 7; a = v[1];";
    let text = program(before, statements);
    for variant in check(&[&text], &[""], &["call"]).list {
        let text = String::from_utf8_lossy(&variant.texts[0]).into_owned();
        assert!(text.contains("q = 0;") && text.contains("case 1:"), "{text}");
        assert!(text.contains("? 0 : q") && text.contains("v + 7"), "{text}");
    }
}

#[test]
fn what_depends_on_more_than_its_arguments_is_not_called() {
    let text = program("int g = 2; static int f(int n) { return n + g; }", "a = f(b); g = 7;");
    for variant in check(&[&text], &[""], &["call"]).list {
        let text = String::from_utf8_lossy(&variant.texts[0]).into_owned();
        assert_eq!(text.matches(" f(").count(), 2, "{text}");
    }
}

#[test]
fn a_statement_stands_twice() {
    makes(
        "twice",
        &program("", "if (a < b)\n        a++;"),
        expect![[r#"

        int main(void)
        {
            int a = 3, b = 5;
            if (a < b)
                if (b) {
                    a++;
                } else {
                    a++;
                }
            if (1866348092 > b >> a) {
                return a + b;
            } else {
                return a + b;
            }
        }
    "#]],
    );
}

#[test]
fn there_is_one_of_a_label_and_of_a_static_variable() {
    let text = program("", "{ static int n; a = n++; { l: b = 2; } if (a) goto l; }");
    for variant in check(&[&text], &[""], &["twice"]).list {
        let text = String::from_utf8_lossy(&variant.texts[0]).into_owned();
        assert_eq!((text.matches("static").count(), text.matches("l:").count()), (1, 1), "{text}");
    }
}

#[test]
fn variables_of_a_copied_block_are_its_own() {
    let text = program("", "{ int t[2] = { 1, a }, *p = t; b = p[1]; t[0] = b; }");
    makes(
        "twice",
        &text,
        expect![[r#"

        int main(void)
        {
            int a = 3, b = 5;
            { int t[2] = { 1, a }, *p = t; if (~((~b | !!p) < a) >= t[1]) {
                b = p[1];
            } else {
                b = p[1];
            } t[0] = b; }
            return a + b;
        }
    "#]],
    );
}

#[test]
fn a_loop_is_turned() {
    makes(
        "turn",
        &program("", "for (int i = 0; i < 3; i++)\n        a += i;"),
        expect![[r#"

        int main(void)
        {
            int a = 3, b = 5;
            {
                int i = 0;
                if (i < 3) {
                    do {
                        a += i;
                        i++;
                    } while (i < 3);
                }
            }
            return a + b;
        }
    "#]],
    );
    makes(
        "turn",
        &program("", "while (a < 9)\n        a += 2;"),
        expect![[r#"

        int main(void)
        {
            int a = 3, b = 5;
            {
                if (a < 9) {
                    do {
                        a += 2;
                    } while (a < 9);
                }
            }
            return a + b;
        }
    "#]],
    );
}

#[test]
fn a_continue_still_steps() {
    let text = "for (int i = 0; i < 4; i++) { if (i == 2) continue; a += i; }";
    makes_nothing("turn", &program("", text));
}

#[test]
fn a_loop_is_peeled() {
    makes(
        "peel",
        &program("", "for (b = 0; b < 3; b++)\n        a += b;"),
        expect![[r#"

        int main(void)
        {
            int a = 3, b = 5;
            {
                b = 0;
                if (b < 3) {
                    {
                        a += b;
                        b++;
                    }
                    for (; b < 3; b++)
                        a += b;
                }
            }
            return a + b;
        }
    "#]],
    );
    makes(
        "peel",
        &program("", "do\n        a++;\n    while (a < 7);"),
        expect![[r#"

        int main(void)
        {
            int a = 3, b = 5;
            {
                {
                    a++;
                }
                while (a < 7)
                    a++;
            }
            return a + b;
        }
    "#]],
    );
}

#[test]
fn what_a_loop_declares_is_seen_by_all_its_parts() {
    let text = program("", "for (int i = 0, k = 2; i < 5; i++) { int t = i + k; a += t; k = t; }");
    for name in ["turn", "peel", "split", "twice", "outline"] {
        assert!(!check(&[&text], &[""], &[name]).list.is_empty());
    }
}

#[test]
fn what_leaves_a_loop_is_not_peeled() {
    makes_nothing("peel", &program("", "while (a < 9) { a++; if (a == 5) break; }"));
}

#[test]
fn a_loop_is_split() {
    makes(
        "split",
        &program("", "while (a < 9)\n        a += 2;"),
        expect![[r#"

        int main(void)
        {
            int a = 3, b = 5;
            {
                while (a < 9 && a != 2)
                    a += 2;
                while (a < 9)
                    a += 2;
            }
            return a + b;
        }
    "#]],
    );
}

#[test]
fn what_changes_something_is_asked_once() {
    makes_nothing("split", &program("", "while (a++ < 9)\n        b++;"));
}

#[test]
fn an_if_becomes_a_switch() {
    makes(
        "switch",
        &program("", "if (a < b)\n        a++;\n    else\n        b--;"),
        expect![[r#"

        int main(void)
        {
            int a = 3, b = 5;
            switch (!!(a < b)) {
            case 0:
                {
                    b--;
                    break;
                }
            default:
                {
                    a++;
                }
            }
            return a + b;
        }
    "#]],
    );
    let chain = "if (a == 1)\n        b = 2;\n    else if (a == 3)\n        b = 4;\n    else\n        b = 6;";
    makes(
        "switch",
        &program("", chain),
        expect![[r#"

        int main(void)
        {
            int a = 3, b = 5;
            if (a == 1)
                b = 2;
            else switch (a) {
            case 3:
                {
                    b = 4;
                    break;
                }
            default:
                {
                    b = 6;
                }
            }
            return a + b;
        }
    "#]],
    );
}

#[test]
fn a_break_leaves_what_it_left() {
    let text = "for (;;) { if (a > 4) break; a++; }";
    makes_nothing("switch", &program("", text));
}

#[test]
fn a_number_that_a_switch_would_not_find_is_compared() {
    // -1 is no value of the promoted variable: an `unsigned` comparison converts it.
    let text = program(
        "unsigned char c = 255; unsigned u = 4294967295;",
        "if (u == -1)\n        a = 1;\n    else if (c == 255)\n        a = 2;",
    );
    check(&[&text], &[""], &["switch"]);
}

#[test]
fn a_switch_becomes_ifs() {
    let text = "switch (a) { case 1: case 3: b = 2; break; default: b = 4; break; case 7: b++; }";
    makes(
        "unswitch",
        &program("", text),
        expect![[r#"

        int main(void)
        {
            int a = 3, b = 5;
            {
                int chosen_0 = a;
                if (chosen_0 == 1 || chosen_0 == 3) {
                    b = 2;
                } else if (chosen_0 == 7) {
                    b++;
                } else {
                    b = 4;
                }
            }
            return a + b;
        }
    "#]],
    );
}

#[test]
fn a_case_that_runs_into_the_next_stays() {
    makes_nothing("unswitch", &program("", "switch (a) { case 3: b = 2; case 4: b++; }"));
}

#[test]
fn compilers_are_told_what_is_true() {
    makes(
        "unreachable",
        &program("", "a = b;"),
        expect![[r#"

        int main(void)
        {
            int a = 3, b = 5;
            a = b;
            if (b <= 1)
                __builtin_unreachable();
            return a + b;
        }
    "#]],
    );
    makes(
        "expect",
        &program("", "if (a < b)\n        a = b;"),
        expect![[r#"

        int main(void)
        {
            int a = 3, b = 5;
            if (__builtin_expect(!!(a < b), 0L) != 0)
                a = b;
            return a + b;
        }
    "#]],
    );
    makes(
        "aligned",
        &program("int x = 4, *q = &x;", "a = *q;"),
        expect![[r#"
        int x = 4, *q = &x;
        int main(void)
        {
            int a = 3, b = 5;
            a = *q;
            q = __builtin_assume_aligned(q, 4UL);
            return a + b;
        }
    "#]],
    );
}

#[test]
fn a_function_is_told_of() {
    let before = "static int twice(int n) { return n + n; }\nstatic int at(int *p) { return *p; }";
    let text = program(before, "a = twice(b); b = at(&a);");
    makes(
        "attribute",
        &text,
        expect![[r#"
        static int twice(int n) __attribute__((const));
        static int twice(int n) { return n + n; }
        static int at(int *p) { return *p; }
        int main(void)
        {
            int a = 3, b = 5;
            a = twice(b); b = at(&a);
            return a + b;
        }
    "#]],
    );
}

#[test]
fn what_is_not_true_is_not_said() {
    let before = "int abort(void); int g, *null;\n\
                  int depth(int n) { g++; return n ? depth(n - 1) : 0; }\n\
                  int at(int *p) { return p ? *p : 3; }";
    let text = program(before, "a = depth(b); b = at(&a) + at(null);");
    for variant in check(&[&text], &[""], &["attribute"]).list {
        let text = String::from_utf8_lossy(&variant.texts[0]).into_owned();
        let said = text.contains("const") || text.contains("pure") || text.contains("nonnull");
        assert!(!said && !text.contains("always_inline"), "{text}");
    }
}

#[test]
fn a_statement_becomes_a_function() {
    let text = program("int g = 2;", "for (int i = 0; i < 3; i++) { a += i * g; b = a; }");
    makes(
        "outline",
        &text,
        expect![[r#"
            int g = 2;
            static void outlined_3(int *restrict outlined_0, int *restrict outlined_1, int *restrict outlined_2) {
                {
                    *outlined_0 += *outlined_1 * g;
                    *outlined_2 = *outlined_0;
                }
            }
            int main(void)
            {
                int a = 3, b = 5;
                for (int i = 0; i < 3; i++) outlined_3(&a, &i, &b);
                return a + b;
            }
        "#]],
    );
    let before = "struct pair { int x, y[2]; };";
    let statements =
        "struct pair s = { 1, { 2, 3 } };\n    if (a)\n        s.y[1] += b;\n    b = s.y[1];";
    makes(
        "outline",
        &program(before, statements),
        expect![[r#"
            struct pair { int x, y[2]; };
            static void outlined_3(int *restrict outlined_0, struct pair *restrict outlined_1, int *restrict outlined_2) {
                if (*outlined_0)
                    (*outlined_1).y[1] += *outlined_2;
            }
            int main(void)
            {
                int a = 3, b = 5;
                struct pair s = { 1, { 2, 3 } };
                outlined_3(&a, &s, &b);
                b = s.y[1];
                return a + b;
            }
        "#]],
    );
}

#[test]
fn what_is_reached_in_two_ways_is_not_restrict() {
    let text = program("", "int *p = &a; *p += a; { *p = a + 2; b = *p; } a = b;");
    for variant in check(&[&text], &[""], &["outline"]).list {
        let text = String::from_utf8_lossy(&variant.texts[0]).into_owned();
        let shared = text.lines().filter(|line| line.contains("restrict"));
        assert!(shared.clone().all(|line| !line.contains("int **")), "{text}");
    }
}

#[test]
fn what_only_its_function_knows_is_not_outlined() {
    let statements = "struct own { int x; } s = { 1 }; register int r = 2; int k[a]; \
                      k[0] = s.x; k[1] = r; if (k[1]) return b; s.x = 3;";
    makes_nothing("outline", &program("", statements).replace("    return a + b;\n", ""));
}

#[test]
fn a_call_becomes_what_it_calls() {
    let before = "int g = 2;\nstatic signed char f(short n, int k)\n{\n    int a = n + k;\n    \
                  if (a > 3)\n        g = a;\n    return a + 300;\n}";
    makes(
        "inline",
        &program(before, "a = f(b, 70000);"),
        expect![[r#"
        int g = 2;
        static signed char f(short n, int k)
        {
            int a = n + k;
            if (a > 3)
                g = a;
            return a + 300;
        }
        int main(void)
        {
            int a = 3, b = 5;
            {
                short inlined_0 = b;
                int inlined_1 = 70000;
                {
                    int copy_2 = inlined_0 + inlined_1;
                    if (copy_2 > 3)
                        g = copy_2;
                    a = (signed char)(copy_2 + 300);
                }
            }
            return a + b;
        }
    "#]],
    );
}

#[test]
fn a_call_with_more_ways_out_stays() {
    let before = "int g = 2; static int f(int n) { if (n) return 3; g = n; return 4; }\n\
                  static int h(int g) { return f(g); }";
    let text = program(before, "int g = 1; a = f(b); b = h(a + g); g = a;");
    for variant in check(&[&text], &[""], &["inline"]).list {
        let text = String::from_utf8_lossy(&variant.texts[0]).into_owned();
        assert!(text.contains("a = f(b)"), "{text}");
    }
}

#[test]
fn pointers_and_floating_numbers_are_used_and_changed() {
    let before = "double d = 2.75; float f = -3.5f; int x = 4, *q = &x, *n;";
    let text = program(before, "a += *q; b += (int)(d + f); n = q; a -= *n;");
    let found = check(&[&text], &[""], &["hermes"]);
    let texts = found.list.iter().map(|variant| String::from_utf8_lossy(&variant.texts[0]));
    let all = texts.collect::<Vec<_>>().join("\n");
    for part in ["(int)d", "(int)f", "!q", "q = backup", "d = backup", "f = backup"] {
        assert!(all.contains(part), "{part}: {all}");
    }
}

#[test]
fn what_is_no_number_is_not_used() {
    let before = "double d = 1.0 / 0.0, e = 1e300; float f = 0.0f / 0.0f;";
    let text = program(before, "a += d > e; b += f != f;");
    for variant in check(&[&text], &[""], &["guard"]).list {
        let text = String::from_utf8_lossy(&variant.texts[0]).into_owned();
        assert!(!text.contains("(int)d") && !text.contains("(int)e"), "{text}");
    }
}
