//! Floating values as `printf` writes them: `f e g a` and their capitals.
//!
//! The decimal ones are the exact value, rounded once where the precision
//! ends: to nearest, ties to even, as glibc does.

use super::decimal::Decimal;
use super::directive::Spec;
use super::format::{Field, Full, Run, Sink, sign};
use elenchus_lang::arith::Float;
use elenchus_lang::target::FloatFormat;

/// `a A e E f F g G`, of a `double` or `long double` in any format. A
/// narrower value is promoted first, as any argument is. One thing differs
/// from glibc: an x87 pseudo-denormal, which no operation gives, is written
/// with its value, and glibc loses the integer bit of it.
pub fn float(sink: &mut Sink<'_>, spec: &Spec, value: Float) -> Result<(), Full> {
    let value = match value.format() {
        FloatFormat::Half | FloatFormat::Single => value.convert(FloatFormat::Double),
        FloatFormat::Double | FloatFormat::X87 | FloatFormat::Quad => value,
    };
    let mut writer = Writer { sink, spec, sign: sign(spec, value.is_negative()) };
    if spec.conversion.eq_ignore_ascii_case(&b'a') && value.is_finite() {
        return writer.hexadecimal(value);
    }
    match Decimal::exact(value) {
        Some(number) => writer.decimal(number),
        None => writer.not_finite(value),
    }
}

struct Writer<'s, 't> {
    sink: &'s mut Sink<'t>,
    spec: &'s Spec,
    sign: &'static [u8],
}

impl Writer<'_, '_> {
    fn is_upper(&self) -> bool {
        self.spec.conversion.is_ascii_uppercase()
    }

    fn not_finite(&mut self, value: Float) -> Result<(), Full> {
        let word = match (value.is_nan(), self.is_upper()) {
            (true, false) => b"nan",
            (true, true) => b"NAN",
            (false, false) => b"inf",
            (false, true) => b"INF",
        };
        self.sink.word(self.spec, self.sign, word)
    }

    fn decimal(&mut self, mut number: Decimal) -> Result<(), Full> {
        let precision = self.spec.precision.map_or(6, i64::from);
        match self.spec.conversion.to_ascii_lowercase() {
            b'f' => {
                number.round(number.point() + precision);
                self.fixed(&number, precision)
            }
            b'e' => {
                number.round(1 + precision);
                self.exponential(&number, precision)
            }
            _ => self.general(number, precision.max(1)),
        }
    }

    /// `g`: so many digits in all, without the zeros at their end. Whether
    /// there is an exponent depends on the number *after* rounding.
    fn general(&mut self, mut number: Decimal, precision: i64) -> Result<(), Full> {
        number.round(precision);
        let is_fixed = (-3..=precision).contains(&number.point());
        let before = if is_fixed { number.point() } else { 1 };
        let mut fraction = precision - before;
        if !self.spec.flags.alternate {
            fraction = fraction.min(number.digits().len() as i64 - before).max(0);
        }
        if is_fixed { self.fixed(&number, fraction) } else { self.exponential(&number, fraction) }
    }

    fn fixed(&mut self, number: &Decimal, precision: i64) -> Result<(), Full> {
        let point = number.point();
        let [a, b, c] = match point {
            1.. => digits(number, 0, point),
            _ => [Run::Zeros(1), Run::Zeros(0), Run::Zeros(0)],
        };
        let [d, e, f] = digits(number, point, precision);
        self.field(b"", &[a, b, c, self.dot(precision), d, e, f])
    }

    fn exponential(&mut self, number: &Decimal, precision: i64) -> Result<(), Full> {
        let [a, b, c] = digits(number, 0, 1);
        let [d, e, f] = digits(number, 1, precision);
        let letter = if self.is_upper() { 'E' } else { 'e' };
        // at least two digits
        let exponent = format!("{letter}{:+03}", number.point() - 1);
        let exponent = Run::Text(exponent.as_bytes());
        self.field(b"", &[a, b, c, self.dot(precision), d, e, f, exponent])
    }

    fn hexadecimal(&mut self, value: Float) -> Result<(), Full> {
        let number = Hexadecimal::new(value, self.spec.precision);
        let (radix, letter): (&[u8], char) =
            if self.is_upper() { (b"0X", 'P') } else { (b"0x", 'p') };
        let mut text = number.digits();
        if self.is_upper() {
            text.make_ascii_uppercase();
        }
        let (first, fraction) = text.split_at(1);
        let precision = self.spec.precision.map_or(fraction.len(), |precision| precision as usize);
        let zeros = Run::Zeros(precision.saturating_sub(fraction.len()));
        let exponent = format!("{letter}{:+}", number.exponent);
        let (first, fraction) = (Run::Text(first.as_bytes()), Run::Text(fraction.as_bytes()));
        let exponent = Run::Text(exponent.as_bytes());
        self.field(radix, &[first, self.dot(precision as i64), fraction, zeros, exponent])
    }

    /// The point before so many digits.
    fn dot(&self, precision: i64) -> Run<'static> {
        let written = precision > 0 || self.spec.flags.alternate;
        Run::Text(if written { b"." } else { b"" })
    }

    fn field(&mut self, radix: &[u8], body: &[Run<'_>]) -> Result<(), Full> {
        self.sink.field(self.spec, Field { sign: self.sign, radix, body, zeros: true })
    }
}

/// So many digits of a number from one on, where 0 is the first that is not
/// zero. On both sides of those that it has there are zeros.
fn digits(number: &Decimal, from: i64, count: i64) -> [Run<'_>; 3] {
    let all = number.digits();
    let within = |at: i64| at.clamp(0, all.len() as i64);
    let text = &all[within(from) as usize..within(from + count) as usize];
    let before = (-from).clamp(0, count);
    let after = count - before - text.len() as i64;
    [Run::Zeros(before as usize), Run::Text(text), Run::Zeros(after as usize)]
}

/// A significand in hexadecimal digits: one, then so many after the point.
struct Hexadecimal {
    significand: u128,
    fraction_digits: u32,
    /// What the digit before the point is worth.
    exponent: i64,
}

impl Hexadecimal {
    fn new(value: Float, precision: Option<u32>) -> Hexadecimal {
        let number = value.unpack();
        // C leaves open what the first digit is. In glibc it is the integer
        // bit, 0 in subnormal numbers; x87 numbers begin with four bits.
        let fraction_digits = match value.format() {
            FloatFormat::X87 => 15,
            FloatFormat::Quad => 28,
            _ => 13,
        };
        let exponent = match number.significand {
            0 => 0,
            _ => number.exponent + i64::from(4 * fraction_digits),
        };
        let exact = Hexadecimal { significand: number.significand, fraction_digits, exponent };
        match precision {
            None => exact.without_zeros(),
            Some(precision) if precision < fraction_digits => exact.rounded(precision),
            Some(_) => exact,
        }
    }

    fn without_zeros(mut self) -> Hexadecimal {
        while self.fraction_digits > 0 && self.significand % 16 == 0 {
            self.significand /= 16;
            self.fraction_digits -= 1;
        }
        self
    }

    /// To nearest, ties to even. The first digit may become a 2, and stays.
    fn rounded(mut self, fraction_digits: u32) -> Hexadecimal {
        let drop = 4 * (self.fraction_digits - fraction_digits);
        let half = 1 << (drop - 1);
        let rest = self.significand & (half | (half - 1));
        let kept = self.significand >> drop;
        let up = rest > half || rest == half && kept % 2 == 1;
        self.significand = kept + u128::from(up);
        self.fraction_digits = fraction_digits;
        // An x87 number that begins with an f may need a second digit.
        if self.significand >> (4 * fraction_digits) > 0xf {
            self.significand /= 16;
            self.exponent += 4;
        }
        self
    }

    fn digits(&self) -> String {
        format!("{:0width$x}", self.significand, width = self.fraction_digits as usize + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::directive::{Piece, pieces};
    use super::*;
    use elenchus_lang::target::FloatFormat::*;

    fn written(format: &str, value: Float) -> Result<String, Full> {
        let Some(Ok(Piece::Directive(directive))) = pieces(format.as_bytes()).next() else {
            panic!("{format}");
        };
        let mut text = Vec::new();
        float(&mut Sink::new(&mut text, 5000), &directive.spec(0, 0), value)?;
        Ok(String::from_utf8(text).unwrap())
    }

    fn check(format: &str, value: f64, expected: &str) {
        assert_eq!(written(format, value.into()).as_deref(), Ok(expected), "{format} of {value}");
    }

    #[test]
    fn fixed() {
        check("%f", 3.25, "3.250000");
        check("%.0f", 2.5, "2");
        check("%.0f", 3.5, "4");
        check("%#.0f", 2.5, "2.");
        check("%.1f", 0.25, "0.2");
        check("%.1f", 0.35, "0.3");
        check("%.3f", 0.0005, "0.001");
        check("%.2f", 999.999, "1000.00");
        check("%f", 1e23, "99999999999999991611392.000000");
        check("%f", -0.0, "-0.000000");
        check("%.20f", 0.1, "0.10000000000000000555");
        check("%+08.2f", 1.5, "+0001.50");
        check("%-8.2f|", 1.5, "1.50    ");
    }

    #[test]
    fn exponential() {
        check("%e", 0.0, "0.000000e+00");
        check("%.2e", 12345.0, "1.23e+04");
        check("%.0e", 9.5, "1e+01");
        check("%#.0E", 9.0, "9.E+00");
        check("%e", 5e-324, "4.940656e-324");
    }

    #[test]
    fn general() {
        check("%g", 0.0001, "0.0001");
        check("%g", 0.00001, "1e-05");
        check("%g", 100000.0, "100000");
        // the exponent is that of the rounded number
        check("%g", 999999.5, "1e+06");
        check("%g", 0.00009999999, "0.0001");
        check("%#g", 1.0, "1.00000");
        check("%#g", 0.0, "0.00000");
        check("%g", 0.0, "0");
        check("%.0g", 25.0, "2e+01");
        check("%.17G", 1e-301, "1.0000000000000001E-301");
    }

    #[test]
    fn hexadecimal() {
        check("%a", 1.0, "0x1p+0");
        check("%A", -0.1, "-0X1.999999999999AP-4");
        check("%.2a", 1.0, "0x1.00p+0");
        check("%.0a", 1.5, "0x2p+0");
        check("%.0a", 2.5, "0x1p+1");
        check("%#.0a", 1.0, "0x1.p+0");
        check("%a", 5e-324, "0x0.0000000000001p-1022");
        check("%a", 0.0, "0x0p+0");
        check("%010a", 1.0, "0x00001p+0");
        check("%.15a", 1.0, "0x1.000000000000000p+0");
        let x87 = |bits| written("%La", Float::from_bits(X87, bits)).unwrap();
        assert_eq!(x87(0x3fff_8000_0000_0000_0000), "0x8p-3");
        assert_eq!(x87(1), "0x0.000000000000001p-16385");
        let nearly = Float::from_bits(X87, 0x3fff_ffff_ffff_ffff_ffff);
        assert_eq!(written("%.1La", nearly).as_deref(), Ok("0x1.0p+1"));
        let quad = Float::from_bits(Quad, 0x3fff << 112 | 1);
        assert_eq!(written("%La", quad).as_deref(), Ok("0x1.0000000000000000000000000001p+0"));
    }

    #[test]
    fn infinities_and_nans() {
        check("%05f", f64::INFINITY, "  inf");
        check("%F", f64::NEG_INFINITY, "-INF");
        check("%+a", f64::INFINITY, "+inf");
        let nan = Float::default_nan(Double);
        assert_eq!(written("%G", nan).as_deref(), Ok("-NAN"));
        assert_eq!(written("%g", -nan).as_deref(), Ok("nan"));
    }

    #[test]
    fn long_output_is_refused() {
        check("%.3000f", 1.0, &format!("1.{}", "0".repeat(3000)));
        for format in ["%.2147483647f", "%.2147483647e", "%#.2147483647g", "%.2147483647a"] {
            assert_eq!(written(format, 1.0f64.into()), Err(Full), "{format}");
            assert_eq!(written(&format.replace('.', ""), 0.5f64.into()), Err(Full), "{format}");
        }
        check("%.2147483647g", 1.5, "1.5");
    }
}
