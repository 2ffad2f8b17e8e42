//! Texts that are no C: their tokens, each pass by itself, a whole reduction.

use expect_test::{Expect, expect};

use super::scan::scan;
use super::*;
use crate::search::Change;

#[test]
fn tokens_of_texts() {
    let text = "#define A \\\n  1\nauto s = R\"x(a)\"b)x\"; // gone\nif (n <= 1'000 && c != '\\'') \
                v<w<int>> /* gone */ ->* 0x1p-3 #";
    let tokens = scan(text.as_bytes());
    let tokens: Vec<&str> = tokens.iter().map(|token| &text[token.range.clone()]).collect();
    let expected = expect![[r##"
        #define A \
          1·auto·s·=·R"x(a)"b)x"·;·// gone·if·(·n·<=·1'000·&&·c·!=·'\''·)·v·<·w·<·int·>·>·/* gone */·->*·0x1p-3·#"##]];
    expected.assert_eq(&tokens.join("\u{b7}"));
}

#[test]
fn what_has_no_end_is_still_read() {
    for text in ["\"abc", "'", "/* abc", "R\"(abc", "#", "\\", "0x", "\u{e9}\""] {
        let tokens = scan(text.as_bytes());
        assert!(tokens.iter().all(|token| token.range.end <= text.len()), "{text}");
    }
}

/// All that a pass proposes, each made by itself.
fn check(name: &str, text: &str, expected: Expect) {
    let files = [ProgramFile::new("a.cc", text)];
    let pass = ORDER.iter().find(|pass| pass.name == name).unwrap();
    let mut out = String::new();
    for (number, level) in (pass.propose)(&files).iter().enumerate() {
        for proposal in level {
            let Change::Text(places) = &proposal.change else { panic!("there is no tree") };
            let mut made = text.to_owned();
            for (range, with) in places.iter().rev() {
                made.replace_range(range.clone(), std::str::from_utf8(with).unwrap());
            }
            let made = made.split_whitespace().collect::<Vec<_>>().join(" ");
            out += &format!("{number}: {made}\n");
        }
    }
    expected.assert_eq(&out);
}

#[test]
fn comments() {
    check(
        "comments",
        "a /* b */ c // d\n\"// e\"",
        expect![[r#"
        0: a c // d "// e"
        0: a /* b */ c "// e"
    "#]],
    );
}

#[test]
fn pieces() {
    let text = "#include <new>\nclass A { int x; void f() { x = {1}; } };\nint g() { return 1; }\n";
    check(
        "pieces",
        text,
        expect![[r#"
        0: #include <new> class A { int x; void f() { x = {1}; } };
        0: #include <new> int g() { return 1; }
        0: class A { int x; void f() { x = {1}; } }; int g() { return 1; }
        1: #include <new> class A { int x; void f() { x = {1}; } }; int g() { }
        1: #include <new> class A { int x; }; int g() { return 1; }
        1: #include <new> class A { void f() { x = {1}; } }; int g() { return 1; }
        2: #include <new> class A { int x; void f() { } }; int g() { return 1; }
    "#]],
    );
}

#[test]
fn brackets() {
    check(
        "brackets",
        "v<int> f(g(1)) ",
        expect![[r#"
        0: v f(g(1))
        0: v<int> f
        1: v< > f(g(1))
        1: v<int> f( )
        2: v int f(g(1))
        2: v<int> f g(1)
        3: v<int> f(g )
        4: v<int> f(g( ))
        5: v<int> f(g 1 )
    "#]],
    );
    check("brackets", "a < b; c > d) }", expect![[r#""#]]);
}

#[test]
fn arguments() {
    check(
        "arguments",
        "f(a, b + c, [] { return 1; });",
        expect![[r#"
        1: f(a, b + c, [] { return 1; })
        1: 
        2: f(a , [] { return 1; });
        2: f( b + c, [] { return 1; });
        2: f(a, b + c );
        2: f(a, [] { return 1; });
        3: f(a, b , [] { return 1; });
        3: f(a, c, [] { return 1; });
        5: f(a, b + c, [] { return 1 });
        5: f(a, b + c, [] { });
    "#]],
    );
}

#[test]
fn literals() {
    check(
        "literals",
        "f(12, \"ab\")",
        expect![[r#"
        0: f(0, "ab")
        0: f(12, "")
        1: f(1, "ab")
        1: f(12, 0)
    "#]],
    );
}

#[test]
fn names() {
    check(
        "names",
        "int a, number = number + x;",
        expect![[r#"
        0: b a, number = number + x;
        0: int a, c = c + x;
    "#]],
    );
}

#[test]
fn runs() {
    check(
        "runs",
        "a b; c",
        expect![[r#"
        0: b; c
        0: a ; c
        0: a b c
        0: a b;
    "#]],
    );
}

#[test]
fn layout() {
    let text = laid_out(b"  a  b\n\n   c(d )\n#x\n ");
    assert_eq!(String::from_utf8_lossy(&text), "a b\nc(d )\n#x\n");
}

/// Whatever a text is, what is proposed are places of it, in order, that do not overlap.
#[test]
fn all_that_is_proposed_is_in_the_text() {
    const PARTS: &[&str] = &[
        "{", "}", "(", ")", "[", "]", "<", ">", ";", ",", "a", "#x", "\n", "\"", "'", "/*", "*/",
        "//", "R\"(", ")\"", "1'", "0x", "->", "\\", "\u{e9}", " ", "=", "::",
    ];
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        PARTS[(state >> 33) as usize % PARTS.len()]
    };
    for length in (0..400).map(|number| number % 40) {
        let text: String = (0..length).map(|_| next()).collect();
        let files = [ProgramFile::new("a", text.as_str())];
        for proposal in ORDER.iter().flat_map(|pass| (pass.propose)(&files)).flatten() {
            let Change::Text(places) = &proposal.change else { panic!("there is no tree") };
            let mut end = 0;
            for (range, _) in places {
                assert!(end <= range.start && range.start < range.end, "{text}");
                end = range.end;
            }
            assert!(end <= text.len(), "{text}");
        }
        laid_out(text.as_bytes());
    }
}
