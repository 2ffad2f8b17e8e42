use elenchus_lang::symbol::Interner;
use expect_test::{Expect, expect};

use super::lex;
use crate::diagnostic::Diagnostics;
use elenchus_lang::rules::Language;

/// Kinds and spellings, then markers, then messages.
fn check(text: &[u8], expected: Expect) {
    let (mut interner, mut diagnostics) = (Interner::default(), Diagnostics::default());
    let tokens = lex(text, 0, Language::GNU17, &mut interner, &mut diagnostics);
    let mut out = String::new();
    for token in &tokens.list {
        let spelling = String::from_utf8_lossy(&text[token.span().range()]);
        out += &format!("{:?} {spelling}\n", token.kind);
    }
    for marker in &tokens.markers {
        let file = &tokens.files[marker.file as usize];
        out += &format!("at {}: {file}:{} flags {:b}\n", marker.offset, marker.line, marker.flags);
    }
    for diagnostic in &diagnostics.list {
        out += &format!("{:?}: {}\n", diagnostic.span.range(), diagnostic.message);
    }
    expected.assert_eq(&out);
}

#[test]
fn words_numbers_and_literals() {
    check(
        br#"__const x$1 0x1p-3f 1.e+5 .5 L'\'' u8"a\"b" a+++b"#,
        expect![[r#"
            Const __const
            Ident x$1
            Number 0x1p-3f
            Number 1.e+5
            Number .5
            Char L'\''
            Str u8"a\"b"
            Ident a
            PlusPlus ++
            Plus +
            Ident b
            Eof 
        "#]],
    );
}

#[test]
fn markers_and_pragmas() {
    check(
        b"# 1 \"a\\\\b.c\" 1 3\nx\n  #pragma pack(1)\n_Pragma (\"once\") #line\n#line 7\n#ident \"v\"\n",
        expect![[r#"
            Ident x
            Pragma #pragma pack(1)
            Pragma _Pragma ("once")
            Ident line
            Eof 
            at 17: a\b.c:1 flags 1010
            at 68: a\b.c:7 flags 0
            54..55: stray '#' in the text
        "#]],
    );
}

#[test]
fn comments_splices_and_digraphs() {
    check(
        b"a /* b\n */ \\\n c // d \\\n e\n <::> <%%>",
        expect![[r#"
            Ident a
            Ident c
            LBracket <:
            RBracket :>
            LBrace <%
            RBrace %>
            Eof 
        "#]],
    );
}

#[test]
fn universal_names_equal_their_characters() {
    let (mut interner, mut diagnostics) = (Interner::default(), Diagnostics::default());
    let text = "caf\\u00e9 café".as_bytes();
    let tokens = lex(text, 0, Language::GNU17, &mut interner, &mut diagnostics);
    assert_eq!(tokens.list[0].symbol, tokens.list[1].symbol);
}

#[test]
fn damaged_text() {
    check(
        b"a \0 \xff \"ab\n'c\n@ /* ...",
        expect![[r#"
            Ident a
            Str "ab
            Char 'c
            Eof 
            2..3: stray byte 0x00 in the text
            4..5: stray byte 0xff in the text
            6..9: this string literal has no closing "
            10..12: this character constant has no closing '
            13..14: stray '@' in the text
            15..17: this comment has no end
        "#]],
    );
}

#[test]
fn plain_asm_and_typeof_are_names_in_iso_c() {
    let (mut interner, mut diagnostics) = (Interner::default(), Diagnostics::default());
    let iso = Language::by_name("c11").expect("known");
    let tokens = lex(b"asm typeof __asm__", 0, iso, &mut interner, &mut diagnostics);
    let names = tokens.list.iter().filter(|t| t.kind == crate::token::TokenKind::Ident).count();
    assert_eq!(names, 2);
}
