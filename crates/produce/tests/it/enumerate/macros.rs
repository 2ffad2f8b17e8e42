//! Files with directives: what stands in the user's own text is a hole.

use elenchus_front::parse_unit;

use super::*;

/// What the original becomes when every hole takes its last candidate.
fn check(user: &str, parsed: &str, expected: &str) {
    let standard = Language::by_name("gnu17").unwrap();
    let mut program = Program::new(Target::x86_64(), standard);
    let file = source_file(&mut program, parsed, Original::File(user.into()));
    let found = find(Source { program: &program, file: &file }, &TYPED);
    let last = |hole| *found.skeleton.candidates(hole).last().unwrap();
    let filling: Vec<_> = (0..found.skeleton.len()).map(last).collect();
    let mut out = Vec::new();
    found.render(user.as_bytes(), &filling, &mut out);
    assert_eq!(String::from_utf8(out).unwrap(), expected);
    // The same variant after preprocessing.
    let mut out = Vec::new();
    found.render_parsed(parsed.as_bytes(), &filling, &mut out);
    let mut again = Program::new(Target::x86_64(), Language::GNU17);
    assert!(parse_unit(&mut again, "t.c", &out).accepted());
}

#[test]
fn uses_in_macros_are_no_holes() {
    check(
        "#define A a\n#define ID(x) x\nint a, b;\nint f(void) { return A + ID(a) + a; } // a\n",
        "# 1 \"t.c\"\n\n\nint a, b;\nint f(void) { return a + a + a; }\n",
        "#define A a\n#define ID(x) x\nint a, b;\nint f(void) { return A + ID(a) + b; } // a\n",
    );
}

#[test]
fn names_that_a_macro_takes_fill_nothing() {
    check(
        "int a, b;\n#define b a\nint f(void) { return a; }\n",
        "# 1 \"t.c\"\nint a, b;\n\nint f(void) { return a; }\n",
        "int a, b;\n#define b a\nint f(void) { return a; }\n",
    );
}

#[test]
fn headers_have_neither_holes_nor_candidates() {
    check(
        "#include \"h.h\"\nint a;\nint f(void) { return a + x; }\n",
        "# 1 \"t.c\"\n# 1 \"h.h\" 1\nint x, y;\nint g(void) { return x; }\n# 2 \"t.c\" 2\nint a;\nint f(void) { return a + x; }\n",
        "#include \"h.h\"\nint a;\nint f(void) { return a + x; }\n",
    );
}

#[test]
fn what_if_leaves_out_stays() {
    check(
        "int a, b;\n#if 0\nint c = a;\n#endif\nint f(void) { return a; }\n",
        "# 1 \"t.c\"\nint a, b;\n\n\n\nint f(void) { return a; }\n",
        "int a, b;\n#if 0\nint c = a;\n#endif\nint f(void) { return b; }\n",
    );
}
