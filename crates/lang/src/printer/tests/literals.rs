use expect_test::expect;

use super::build::Build;
use crate::arith::Float;
use crate::printer::print_expr;
use crate::rules::Language;
use crate::target::{FloatKind, Target};
use crate::tree::{CharKind, ExprKind, IntStyle};
use crate::types::TypeId;

fn int(value: u64, style: IntStyle, ty: TypeId) -> String {
    let mut b = Build::new();
    let expr = b.expr(ExprKind::Int(value, style), ty);
    print_expr(&b.program, expr)
}

#[test]
fn integers_have_the_suffix_that_gives_their_type() {
    use IntStyle::{Decimal, Hex, Octal};
    let cases = [
        (5, Decimal, TypeId::INT, "5"),
        (5, Decimal, TypeId::UINT, "5U"),
        (5, Decimal, TypeId::LONG, "5L"),
        (5, Hex, TypeId::ULONG, "0x5UL"),
        (5, Decimal, TypeId::LONG_LONG, "5LL"),
        (5, Octal, TypeId::ULONG_LONG, "05ULL"),
        (0, Octal, TypeId::INT, "0"),
        // Unsuffixed decimal constants are never unsigned, the others are.
        (2_147_483_648, Decimal, TypeId::LONG, "2147483648"),
        (2_147_483_648, Decimal, TypeId::UINT, "2147483648U"),
        (0x8000_0000, Hex, TypeId::UINT, "0x80000000"),
        (0x8000_0000, Hex, TypeId::LONG, "0x80000000L"),
        (u64::MAX, Hex, TypeId::ULONG, "0xffffffffffffffff"),
        (u64::MAX, Decimal, TypeId::ULONG, "18446744073709551615U"),
        (u64::MAX, Octal, TypeId::ULONG_LONG, "01777777777777777777777ULL"),
        (u64::MAX, Decimal, TypeId::INT128, "18446744073709551615"),
        // What no constant has.
        (5, Decimal, TypeId::SHORT, "((short)5)"),
        (u64::MAX, Decimal, TypeId::INT, "(-1)"),
        (1, Decimal, TypeId::BOOL, "((_Bool)1)"),
    ];
    for (value, style, ty, expected) in cases {
        assert_eq!(int(value, style, ty), expected);
    }
}

#[test]
fn character_constants() {
    let cases: [(i64, &str); 13] = [
        (97, "'a'"),
        (34, "'\"'"),
        (39, r"'\''"),
        (92, r"'\\'"),
        (10, r"'\n'"),
        (0, r"'\000'"),
        (-1, r"'\377'"),
        (-128, r"'\200'"),
        (255, r"'\000\377'"),
        (0x3f3f3d, r"'?\?='"),
        (0x6162, "'ab'"),
        (0x6162_6364, "'abcd'"),
        (-0x100, r"'\377\377\377\000'"),
    ];
    for (value, expected) in cases {
        assert_eq!(int(value as u64, IntStyle::Char, TypeId::INT), expected);
    }
    let wide = |value, kind, ty| int(value, IntStyle::WideChar(kind), ty);
    assert_eq!(wide(97, CharKind::Wide, TypeId::INT), "L'a'");
    assert_eq!(wide(u64::MAX, CharKind::Wide, TypeId::INT), r"L'\xffffffff'");
    assert_eq!(wide(0x3b1, CharKind::Utf16, TypeId::USHORT), r"u'\x3b1'");
    assert_eq!(wide(0x1f600, CharKind::Utf32, TypeId::UINT), r"U'\x1f600'");
}

#[test]
fn floating_constants() {
    let cases = [
        ("0.1", FloatKind::Double, "0.1"),
        ("1", FloatKind::Double, "1.0"),
        ("0.1", FloatKind::Float, "0.1f"),
        ("1e300", FloatKind::Double, "1e300"),
        ("1.5", FloatKind::Float16, "0x1.8p+0F16"),
        ("1.5", FloatKind::Float32, "1.5F32"),
        ("1.5", FloatKind::Float64x, "0x1.8p+0F64x"),
    ];
    for (text, kind, expected) in cases {
        let mut b = Build::new();
        let format = Target::x86_64().float_format(kind);
        let value = Float::from_literal(text, format).expect("a constant");
        let bits = b.program.floats.push(&[value.bits()]);
        let expr = b.expr(ExprKind::Float(bits), TypeId::float(kind));
        assert_eq!(print_expr(&b.program, expr), expected);
        let imaginary = b.expr(ExprKind::Imaginary(expr), TypeId::float(kind));
        assert_eq!(print_expr(&b.program, imaginary), format!("{expected}i"));
    }
    let mut b = Build::new();
    let format = Target::x86_64().float_format(FloatKind::Float);
    let bits = b.program.floats.push(&[Float::infinity(format, true).bits()]);
    let expr = b.expr(ExprKind::Float(bits), TypeId::FLOAT);
    assert_eq!(print_expr(&b.program, expr), "(-1e99999f)");
}

#[test]
fn strict_c89_has_no_hexadecimal_floats() {
    let mut b = Build::new();
    b.program.language = Language::by_name("c89").expect("an edition");
    let format = Target::x86_64().float_format(FloatKind::LongDouble);
    for (text, expected) in [("1", "1.0L"), ("0.1", "0.100000000000000000001L")] {
        let value = Float::from_literal(text, format).expect("a constant");
        let bits = b.program.floats.push(&[value.bits()]);
        let expr = b.expr(ExprKind::Float(bits), TypeId::LONG_DOUBLE);
        assert_eq!(print_expr(&b.program, expr), expected);
    }
}

fn string(kind: CharKind, bytes: &[u8]) -> String {
    let mut b = Build::new();
    let literal = b.string(kind, bytes);
    let expr = b.expr(ExprKind::String(literal), TypeId::CHAR);
    print_expr(&b.program, expr)
}

#[test]
fn strings() {
    expect![[r#""plain 'text'\n\t\"\\""#]]
        .assert_eq(&string(CharKind::Char, b"plain 'text'\n\t\"\\"));
    expect![[r#""\0001\0339\177\377a""#]]
        .assert_eq(&string(CharKind::Char, b"\x001\x1b9\x7f\xffa"));
    expect![[r#""?\?=?a""#]].assert_eq(&string(CharKind::Char, b"??=?a"));
    expect![[r#"u8"\303\244""#]].assert_eq(&string(CharKind::Utf8, "ä".as_bytes()));
    // A digit after a hexadecimal escape would be part of it.
    expect![[r#"u"\x3b1\141g1""#]]
        .assert_eq(&string(CharKind::Utf16, &[0xb1, 3, b'a', 0, b'g', 0, b'1', 0]));
    expect![[r#"L"a\xfffffffe""#]]
        .assert_eq(&string(CharKind::Wide, &[b'a', 0, 0, 0, 0xfe, 0xff, 0xff, 0xff]));
}
