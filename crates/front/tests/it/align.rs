//! The user's file and what gcc's and clang's preprocessors make of it.

use elenchus_front::source::{Share, SourceFile};
use elenchus_lang::edits::Locate;
use elenchus_lang::span::Span;
use expect_test::{Expect, expect};

use crate::support::{BASE, preprocess, source_file, torture_files};

const COMPILERS: [&str; 2] = ["gcc", "clang"];

/// Each line of the user's file with `=` under what is aligned. All
/// preprocessors must give the same.
fn check(source: &str, expected: Expect) {
    let out = same_for_all(source, |file| {
        consistent(file);
        marked(source, file)
    });
    expected.assert_eq(&out);
}

/// Runs `test` with each preprocessor and gives its answer, which must be the
/// same for all.
fn same_for_all(source: &str, test: impl Fn(&SourceFile) -> String) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.c");
    std::fs::write(&file, source).unwrap();
    std::fs::write(folder.path().join("h.h"), HEADER).unwrap();
    let mut answer = None;
    for compiler in COMPILERS {
        let Some(text) = preprocess(compiler, &[], &file) else { continue };
        let out = test(&source_file(&text, source.as_bytes()));
        assert_eq!(answer.get_or_insert_with(|| out.clone()), &out, "{compiler}");
    }
    answer.expect("gcc is installed: it is needed to build")
}

const HEADER: &str = "
#define HIDDEN a
#define HIDDEN_CALL(x, y) ((x) + (y))
int a, b, c;
";

/// Aligned tokens have the same spelling in both texts, and the same order.
fn consistent(file: &SourceFile) {
    let (user, text) = (file.user_text().unwrap(), file.text());
    let mut last = 0;
    for token in &file.tokens().list {
        let Some(span) = file.token_to_user(token.start) else { continue };
        assert_eq!(file.whole(token.span()), Some(span));
        let before = without_splices(&user[span.range()]);
        let after = &text[(token.start - BASE) as usize..(token.end - BASE) as usize];
        if !after.starts_with(b"#") {
            let [before, after] = [&before, after].map(String::from_utf8_lossy);
            assert_eq!(before, after);
        }
        assert!(span.start >= last, "tokens change places");
        last = span.end;
    }
}

fn without_splices(text: &[u8]) -> Vec<u8> {
    let text: Vec<u8> = text.iter().filter(|&&byte| byte != b'\r').copied().collect();
    let mut out: Vec<u8> = Vec::new();
    for byte in text {
        if byte == b'\n' && out.trim_ascii_end().ends_with(b"\\") {
            let content = out.trim_ascii_end().len();
            out.truncate(content - 1);
        } else {
            out.push(byte);
        }
    }
    out
}

fn marked(source: &str, file: &SourceFile) -> String {
    let mut marks = vec![' '; source.len()];
    for token in &file.tokens().list {
        if let Some(span) = file.token_to_user(token.start) {
            marks[span.range()].fill('=');
        }
    }
    let mut out = String::new();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let content = line.trim_end();
        let marks: String = marks[start..start + content.len()].iter().collect();
        out += &format!("{content}\n{}\n", marks.trim_end());
        start += line.len();
    }
    out
}

#[test]
fn plain_text() {
    check(
        "int x, y; /* c */ int f(void) // d\n{\n\treturn x\n\t\t+ 1; } int g(void);\n",
        expect![[r#"
            int x, y; /* c */ int f(void) // d
            === == ==         === =======
            {
            =
            	return x
             ====== =
            		+ 1; } int g(void);
              = == = === ========
        "#]],
    );
}

#[test]
fn macros_of_the_file() {
    check(
        "#define X a\nint a, b; int f(void) { return X + a; }\nint c = X\n;\n",
        expect![[r#"
        #define X a

        int a, b; int f(void) { return X + a; }
        === == == === ======= = ======   = == =
        int c = X
        === = =
        ;
        =
    "#]],
    );
}

#[test]
fn macros_of_a_header() {
    check(
        "#include \"h.h\"\nint f(void) { return HIDDEN + a + HIDDEN_CALL(a,\n a) + a; }\n",
        expect![[r##"
        #include "h.h"

        int f(void) { return HIDDEN + a + HIDDEN_CALL(a,
        === ======= = ======        = = =
         a) + a; }
            = == =
    "##]],
    );
}

#[test]
fn calls_over_several_lines() {
    check(
        "#define F(x, y) (x) + (y)\nint a = F(1,\n  2) + 3; int b = F\n(4,\n\n5\n); int F;\nint c;\n",
        expect![[r#"
            #define F(x, y) (x) + (y)

            int a = F(1,
            === = =
              2) + 3; int b = F
                 = == === = =
            (4,



            5

            ); int F;
             = === ==
            int c;
            === ==
        "#]],
    );
}

#[test]
fn splices_and_comments_inside_and_between() {
    check(
        "int a\\\nb = 1 /* x\n y */ + \\\n 2; char *s = \"p\\\nq\"; int z; in\\  \nt w;\n// x \\\n y\nint v;\n",
        expect![[r#"
            int a\
            === ==
            b = 1 /* x
            = = =
             y */ + \
                  =
             2; char *s = "p\
             == ==== == = ===
            q"; int z; in\
            === === == ===
            t w;
            = ==
            // x \

             y

            int v;
            === ==
        "#]],
    );
}

#[test]
fn skipped_text() {
    check(
        "#if 0\nint don't;\n#else\nint a;\n#endif\nint f(void) {\n#ifdef NO\n  return 1;\n#endif\n  return 2;\n}\n",
        expect![[r#"
            #if 0

            int don't;

            #else

            int a;
            === ==
            #endif

            int f(void) {
            === ======= =
            #ifdef NO

              return 1;

            #endif

              return 2;
              ====== ==
            }
            =
        "#]],
    );
}

#[test]
fn line_and_file_and_strings() {
    check(
        "#define S(x) #x\n#define P(a, b) a##b\nint a = __LINE__; char *f = __FILE__, *s = S(a + a);\nint P(x, y) = P(1, 2); int xy2;\n",
        expect![[r#"
            #define S(x) #x

            #define P(a, b) a##b

            int a = __LINE__; char *f = __FILE__, *s = S(a + a);
            === = =         = ==== == =         = == =         =
            int P(x, y) = P(1, 2); int xy2;
            ===         =        = === ====
        "#]],
    );
}

#[test]
fn an_include_in_the_middle() {
    check(
        "struct s {\n#include \"h.h\"\nint d; };\nint e;\n",
        expect![[r#"
        struct s {
        ====== = =
        #include "h.h"

        int d; };
        === == ==
        int e;
        === ==
    "#]],
    );
}

#[test]
fn line_directives() {
    check(
        "int a;\n#line 100\nint b;\nint c;\n#line 7 \"u.y\"\nint d;\n#line 7\nint e;\n#ifdef X\n#line 9\n#endif\nint f;\n#line 20\nint g;\n#line 30 \"v.y\"\nint h;\n",
        expect![[r#"
            int a;
            === ==
            #line 100

            int b;
            === ==
            int c;
            === ==
            #line 7 "u.y"

            int d;

            #line 7

            int e;

            #ifdef X

            #line 9

            #endif

            int f;

            #line 20

            int g;

            #line 30 "v.y"

            int h;
            === ==
        "#]],
    );
}

#[test]
fn pragmas() {
    check(
        "#pragma   pack( 1 ) // x\nint a; _Pragma(\"pack(2)\") int b;\n#define D _Pragma(\"pack(4)\")\nD int c;\nint d;\n",
        expect![[r##"
            #pragma   pack( 1 ) // x
            ===================
            int a; _Pragma("pack(2)") int b;
            === ==                    === ==
            #define D _Pragma("pack(4)")

            D int c;
              === ==
            int d;
            === ==
        "##]],
    );
}

#[test]
fn digraphs_and_odd_names() {
    check(
        "int a<:3:> = <% 1 %>; int caf\\u00e9, $d;\n#define EMPTY\nEMPTY int EMPTY e EMPTY;\n",
        expect![[r#"
            int a<:3:> = <% 1 %>; int caf\u00e9, $d;
            === ====== = == = === ===          = ===
            #define EMPTY

            EMPTY int EMPTY e EMPTY;
                  ===       =      =
        "#]],
    );
}

#[test]
fn carriage_returns() {
    check(
        "int a;\r\nint b \\\r\n = 1;\r\n#define X 1\r\nint c = X;\r\n",
        expect![[r#"
        int a;
        === ==
        int b \
        === =
         = 1;
         = ==
        #define X 1

        int c = X;
        === = =  =
    "#]],
    );
}

/// What becomes of the text from `first` to `last`, both given by how
/// they are written.
fn check_span(source: &str, first: &str, last: &str, expected: Expect) {
    let out = same_for_all(source, |file| {
        let text = String::from_utf8_lossy(file.text());
        let start = text.rfind(first).unwrap() as u32 + BASE;
        let end = (text.rfind(last).unwrap() + last.len()) as u32 + BASE;
        let found = file.whole(Span::new(start, end));
        found.map_or("none", |span| &source[span.range()]).to_owned()
    });
    expected.assert_eq(&out);
}

#[test]
fn spans() {
    let source = "#define X 1\nint f(void) { a = b; g(X); c = /* x */ d; }\n";
    check_span(source, "a = b", "b;", expect!["a = b;"]);
    check_span(source, "c =", "d;", expect!["c = /* x */ d;"]);
    check_span(source, "g(1", ");", expect!["none"]);
    check_span(source, "a = b", "d;", expect!["none"]);
    check_span(source, " = b", "b;", expect!["none"]);
}

#[test]
fn spans_with_directives() {
    let whole = "int f(void) {\n#if 0\n x\n#else\n y;\n#endif\n z; }\n";
    check_span(
        whole,
        "int f",
        "}",
        expect![[r#"
        int f(void) {
        #if 0
         x
        #else
         y;
        #endif
         z; }"#]],
    );
    check_span(whole, "y", "z;", expect!["none"]);
    check_span(whole, "y", ";", expect!["none"]);
    let define = "int f(void) {\n#define N 1\n z; }\n";
    check_span(define, "int f", "}", expect!["none"]);
    let include = "int f(void) {\n#include \"h.h\"\n z; }\n";
    check_span(include, "int f", "}", expect!["none"]);
    let pragma = "int f(void) {\n#pragma GCC unroll 4\n while (1); }\n";
    check_span(
        pragma,
        "int f",
        "}",
        expect![[r#"
        int f(void) {
        #pragma GCC unroll 4
         while (1); }"#]],
    );
    let nothing = "#define EMPTY\nint f(void) { EMPTY\n z; }\n";
    check_span(nothing, "int f", "}", expect!["none"]);
}

/// Files of GCC's test suite: what is aligned is right, and it is most of it.
#[test]
fn most_of_c_torture_is_aligned() {
    let files = torture_files();
    if files.is_empty() {
        eprintln!("skipped: GCC's test suite is not there: cargo xtask corpus gcc");
        return;
    }
    let mut total = Share::default();
    for (number, file) in files.iter().step_by(16).enumerate() {
        let Some(text) = preprocess(COMPILERS[number % 2], &[], file) else { continue };
        let user = std::fs::read(file).unwrap();
        let file = source_file(&text, &user);
        consistent(&file);
        let share = file.share().unwrap();
        total.aligned += share.aligned;
        total.macros += share.macros;
        total.all += share.all;
    }
    let percent = |all: usize| 100.0 * total.aligned as f64 / all as f64;
    let outside = percent(total.all - total.macros);
    println!(
        "aligned: {:.2}% of {} tokens, {outside:.2}% of those outside macros",
        percent(total.all),
        total.all
    );
    assert!(outside > 95.0, "{total:?}");
}

/// A file that has changed since it was preprocessed does no harm: what is
/// aligned is still the same in both.
#[test]
fn any_two_texts_can_be_compared() {
    let source = "#include \"h.h\"\n#define F(x, y) (x) + (y)\n#if 1\nint a = F(1,\n 2) + HIDDEN;\n#else\nno\n#endif\n\
                  /* c\n */ int b \\\n= 2; char *s = \"x\\\ny\"; int f(void) { return F(a, b) + a; }\n\
                  #line 3 \"u.y\"\n#pragma pack(1)\nint g;\n";
    let alphabet = b"aF(),;\"'\\/*#\n 1{}\r\xff";
    let mut state = 1u64;
    let mut random = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % bound
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.c");
    std::fs::write(&file, source).unwrap();
    std::fs::write(folder.path().join("h.h"), HEADER).unwrap();
    let text = preprocess(COMPILERS[0], &[], &file).unwrap();
    for _ in 0..5000 {
        let mut user = source.as_bytes().to_vec();
        for _ in 0..=random(4) {
            let at = random(user.len());
            match random(3) {
                0 => user[at] = alphabet[random(alphabet.len())],
                1 => user.insert(at, alphabet[random(alphabet.len())]),
                _ => drop(user.drain(at..(at + 1 + random(9)).min(user.len()))),
            }
        }
        consistent(&source_file(&text, &user));
    }
}
