//! Promotions and usual conversions, for all types and pairs of types, as
//! static assertions that gcc checks.

use crate::gcc::{gcc, is_x86_64};
use elenchus_lang::arith::{promote, promote_bitfield, usual_float, usual_int};
use elenchus_lang::target::{FloatKind, IntKind, Target};
use std::fmt::Write;

const INTS: [(IntKind, &str); 14] = [
    (IntKind::Bool, "_Bool"),
    (IntKind::Char, "char"),
    (IntKind::SChar, "signed char"),
    (IntKind::UChar, "unsigned char"),
    (IntKind::Short, "short"),
    (IntKind::UShort, "unsigned short"),
    (IntKind::Int, "int"),
    (IntKind::UInt, "unsigned"),
    (IntKind::Long, "long"),
    (IntKind::ULong, "unsigned long"),
    (IntKind::LongLong, "long long"),
    (IntKind::ULongLong, "unsigned long long"),
    (IntKind::Int128, "__int128"),
    (IntKind::UInt128, "unsigned __int128"),
];

const FLOATS: [(FloatKind, &str); 9] = [
    (FloatKind::Float, "float"),
    (FloatKind::Double, "double"),
    (FloatKind::LongDouble, "long double"),
    (FloatKind::Float16, "_Float16"),
    (FloatKind::Float32, "_Float32"),
    (FloatKind::Float64, "_Float64"),
    (FloatKind::Float128, "_Float128"),
    (FloatKind::Float32x, "_Float32x"),
    (FloatKind::Float64x, "_Float64x"),
];

fn name<K: PartialEq>(table: &[(K, &'static str)], kind: K) -> &'static str {
    table.iter().find(|(k, _)| *k == kind).unwrap().1
}

/// Appends an assertion that an expression has a type.
fn assert_type(source: &mut String, expression: &str, expected: &str) {
    writeln!(
        source,
        "_Static_assert(_Generic(({expression}), {expected}: 1, default: 0), \"{expression} is {expected}\");"
    )
    .unwrap();
}

fn check(target: &str, option: &str) {
    let target = Target::by_name(target).unwrap();
    let has_int128 = target.int128.is_some();
    let ints: Vec<_> =
        INTS.into_iter().filter(|&(kind, _)| has_int128 || kind < IntKind::Int128).collect();
    let mut source = String::new();
    for &(a, a_name) in &ints {
        assert_type(&mut source, &format!("+({a_name})0"), name(&INTS, promote(target, a)));
        for &(b, b_name) in &ints {
            let expected = name(&INTS, usual_int(target, a, b));
            assert_type(&mut source, &format!("({a_name})0 + ({b_name})0"), expected);
        }
        // Wider bit-fields have types in gcc that cannot be written.
        let int_bits = target.int_type(IntKind::Int).bits;
        for width in 1..=target.int_type(a).bits.min(int_bits) {
            let expected = name(&INTS, promote_bitfield(target, a, width));
            assert_type(
                &mut source,
                &format!("+(struct {{ {a_name} f : {width}; }}){{0}}.f"),
                expected,
            );
        }
    }
    for (a, a_name) in FLOATS {
        for (b, b_name) in FLOATS {
            let expected = name(&FLOATS, usual_float(target, a, b));
            assert_type(&mut source, &format!("({a_name})0 + ({b_name})0"), expected);
        }
    }
    let output =
        gcc(&format!("conversions{option}"), &source, &["-fsyntax-only", "-msse2", option]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}

#[test]
fn types_of_results() {
    if is_x86_64() {
        check("x86_64-linux", "-m64");
        check("i386-linux", "-m32");
    }
}
