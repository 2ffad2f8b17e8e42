//! Where messages point.

use std::fmt::Write;

use elenchus_front::source::Original;
use elenchus_lang::span::Span;
use expect_test::{Expect, expect};

use crate::support::{BASE, lexed};

/// Each token's place, for a text with and without the user's file.
fn check(name: &str, text: &str, original: Original, expected: Expect) {
    let source = lexed(name, text.as_bytes(), original);
    let mut out = String::new();
    let end = Span::new(BASE + text.len() as u32, BASE + text.len() as u32);
    for span in source.tokens().list.iter().map(|token| token.span()).chain([end, Span::NONE]) {
        let spot = source.spot(span);
        let line = String::from_utf8_lossy(spot.text);
        let mark = String::from_utf8_lossy(&spot.text[spot.mark.clone()]);
        let column = spot.column.map_or("?".into(), |column| column.to_string());
        writeln!(out, "{}:{}:{column} {mark:?} in {line:?}", spot.file, spot.line).unwrap();
    }
    expected.assert_eq(&out);
}

const TEXT: &str = "# 1 \"t.c\"\n# 1 \"h.h\" 1\nint h;\n# 2 \"t.c\" 2\n\nint x = 3 +\n\"p\" ;\n";

#[test]
fn in_the_users_file() {
    let user = "#include \"h.h\"\n#define N 3\n\tint x = N +\n\"p\" /* c */;\r\n";
    check(
        "./t.c",
        TEXT,
        Original::File(user.into()),
        expect![[r##"
        h.h:1:? "int" in "int h;"
        h.h:1:? "h" in "int h;"
        h.h:1:? ";" in "int h;"
        ./t.c:3:2 "int" in "\tint x = N +"
        ./t.c:3:6 "x" in "\tint x = N +"
        ./t.c:3:8 "=" in "\tint x = N +"
        t.c:3:? "3" in "int x = 3 +"
        ./t.c:3:12 "+" in "\tint x = N +"
        ./t.c:4:1 "\"p\"" in "\"p\" /* c */;"
        ./t.c:4:12 ";" in "\"p\" /* c */;"
        ./t.c:4:12 ";" in "\"p\" /* c */;"
        ./t.c:4:12 ";" in "\"p\" /* c */;"
        ./t.c:1:? "" in "# 1 \"t.c\""
    "##]],
    );
}

#[test]
fn without_the_users_file() {
    check(
        "t.c",
        TEXT,
        Original::Unknown,
        expect![[r##"
        h.h:1:? "int" in "int h;"
        h.h:1:? "h" in "int h;"
        h.h:1:? ";" in "int h;"
        t.c:3:? "int" in "int x = 3 +"
        t.c:3:? "x" in "int x = 3 +"
        t.c:3:? "=" in "int x = 3 +"
        t.c:3:? "3" in "int x = 3 +"
        t.c:3:? "+" in "int x = 3 +"
        t.c:4:? "\"p\"" in "\"p\" ;"
        t.c:4:? ";" in "\"p\" ;"
        t.c:4:? ";" in "\"p\" ;"
        t.c:4:? ";" in "\"p\" ;"
        t.c:1:? "" in "# 1 \"t.c\""
    "##]],
    );
    check(
        "t.c",
        "int\tx;",
        Original::Itself,
        expect![[r#"
        t.c:1:1 "int" in "int\tx;"
        t.c:1:5 "x" in "int\tx;"
        t.c:1:6 ";" in "int\tx;"
        t.c:1:6 ";" in "int\tx;"
        t.c:1:6 ";" in "int\tx;"
        t.c:1:1 "" in "int\tx;"
    "#]],
    );
}

/// Several threads can ask one file.
#[test]
fn files_are_shared() {
    fn is_shared<T: Send + Sync>(_: &T) {}
    is_shared(&lexed("t.c", b"int x;", Original::Itself));
}
