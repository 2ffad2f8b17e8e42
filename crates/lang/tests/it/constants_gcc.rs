//! Floating constants as gcc reads them, in both directions: texts that
//! `from_literal` reads, and texts that `to_literal` writes.

use crate::gcc::{gcc, is_x86_64, scratch};
use crate::operands::Operands;
use elenchus_lang::arith::Float;
use elenchus_lang::target::FloatFormat;
use std::fmt::Write as _;
use std::process::Command;

/// Constants of each format and direction.
const CONSTANTS: usize = 500;

struct Row {
    format: FloatFormat,
    c_type: &'static str,
    suffix: &'static str,
    bytes: usize,
}

const fn row(format: FloatFormat, c_type: &'static str, suffix: &'static str, bytes: usize) -> Row {
    Row { format, c_type, suffix, bytes }
}

const FORMATS: [Row; 5] = [
    row(FloatFormat::Half, "_Float16", "f16", 2),
    row(FloatFormat::Single, "float", "f", 4),
    row(FloatFormat::Double, "double", "", 8),
    row(FloatFormat::X87, "long double", "L", 10),
    row(FloatFormat::Quad, "_Float128", "f128", 16),
];

/// Texts of constants with the values that they should have.
fn constants(operands: &mut Operands, format: FloatFormat) -> Vec<(String, Float)> {
    let mut list = Vec::new();
    for _ in 0..CONSTANTS {
        let text = operands.literal(format);
        let value = Float::from_literal(&text, format).unwrap();
        list.push((text, value));
        // A negative text is an expression, and takes a suffix all the same.
        let value = Float::from_bits(format, operands.float(format));
        if let Some(text) = value.to_literal() {
            // An odd x87 encoding comes back as the usual one.
            list.push((text, value + Float::zero(format) * value));
        }
    }
    list
}

/// gcc reads a binary16 constant as a binary32 one first, as a wider
/// evaluation method allows, and rounds it again.
fn rounded_twice(text: &str, format: FloatFormat) -> Option<u128> {
    if format != FloatFormat::Half {
        return None;
    }
    Some(Float::from_literal(text, FloatFormat::Single)?.convert(format).bits())
}

#[test]
fn as_gcc_reads_them() {
    if !is_x86_64() {
        return;
    }
    let mut operands = Operands::new(2);
    let mut source = String::from(
        "#include <stdio.h>\n\
         static void put(const void *value, int bytes) {\n\
             while (bytes--) printf(\"%02x\", ((const unsigned char *)value)[bytes]);\n\
             puts(\"\");\n\
         }\n\
         int main(void) {\n",
    );
    let mut expected = Vec::new();
    for Row { format, c_type, suffix, bytes } in FORMATS {
        for (text, value) in constants(&mut operands, format) {
            writeln!(source, "{{ static {c_type} x = {text}{suffix}; put(&x, {bytes}); }}")
                .unwrap();
            expected.push((text, value));
        }
    }
    source.push_str("}\n");
    let program = scratch("constants_gcc");
    let output = gcc("constants_gcc", &source, &["-O0", "-o", program.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(program).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines.lines().count(), expected.len());
    for (line, (text, value)) in lines.lines().zip(expected) {
        let bits = u128::from_str_radix(line, 16).unwrap();
        let agree = bits == value.bits() || rounded_twice(&text, value.format()) == Some(bits);
        assert!(agree, "{text}: gcc's {bits:x}, ours {:x}", value.bits());
    }
}
