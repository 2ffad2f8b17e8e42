//! Products and quotients of complex numbers.
//!
//! How they are rounded is up to the implementation (5.2.4.2.2p6), and the
//! ones there are differ: code that runs follows the formula below, what is
//! folded at compile time is rounded once, and division has several
//! algorithms. Where all of them agree, that is the result; where they do not,
//! it is unspecified. For infinities and NaNs Annex G says what comes out.

use elenchus_lang::arith::Float;
use elenchus_lang::target::FloatFormat;

type Parts = (Float, Float);

/// A result; where implementations differ, what their code gives.
pub struct Rounded {
    pub parts: Parts,
    pub agreed: bool,
}

/// `(a + bi) * (c + di)`
pub fn product((a, b): Parts, (c, d): Parts) -> Rounded {
    let (ac, bd, ad, bc) = (a * c, b * d, a * d, b * c);
    let (x, y) = (ac - bd, ad + bc);
    let finite = [a, b, c, d].iter().all(|part| part.is_finite());
    let (x, y) = match x.is_nan() && y.is_nan() {
        true => recover_product((a, b), (c, d), [ac, bd, ad, bc]).unwrap_or((x, y)),
        false => (x, y),
    };
    let agreed = !finite || rounds_to(sum(a, c, -b, d), x) && rounds_to(sum(a, d, b, c), y);
    Rounded { parts: (x, y), agreed }
}

/// G.5.1: a product with an infinite factor is infinite.
fn recover_product((a, b): Parts, (c, d): Parts, products: [Float; 4]) -> Option<Parts> {
    let (mut a, mut b, mut c, mut d) = (a, b, c, d);
    let mut again = false;
    if a.is_infinite() || b.is_infinite() {
        (a, b) = (unit(a), unit(b));
        (c, d) = (known(c), known(d));
        again = true;
    }
    if c.is_infinite() || d.is_infinite() {
        (c, d) = (unit(c), unit(d));
        (a, b) = (known(a), known(b));
        again = true;
    }
    if !again && products.iter().any(|part| part.is_infinite()) {
        (a, b, c, d) = (known(a), known(b), known(c), known(d));
        again = true;
    }
    let infinity = Float::infinity(a.format(), false);
    again.then(|| (infinity * (a * c - b * d), infinity * (a * d + b * c)))
}

/// `(a + bi) / (c + di)`
pub fn quotient(n: Parts, d: Parts) -> Rounded {
    let (smith, plain) = (smith(n, d), plain(n, d));
    let same = |x: Float, y: Float| x.bits() == y.bits() || x.is_nan() && y.is_nan();
    let mut agreed = same(smith.0, plain.0) && same(smith.1, plain.1);
    if [n.0, n.1, d.0, d.1].iter().all(|part| part.is_finite()) {
        agreed &= is_nearest(n, d, smith);
    }
    Rounded { parts: smith, agreed }
}

/// Smith's algorithm, which avoids some overflow.
fn smith((a, b): Parts, (c, d): Parts) -> Parts {
    let less = elenchus_lang::arith::BinaryOp::Lt;
    let result = match Float::compare_by(less, magnitude(c), magnitude(d)) {
        Some(true) => {
            let ratio = c / d;
            let denominator = c * ratio + d;
            ((a * ratio + b) / denominator, (b * ratio - a) / denominator)
        }
        _ => {
            let ratio = d / c;
            let denominator = d * ratio + c;
            ((b * ratio + a) / denominator, (b - a * ratio) / denominator)
        }
    };
    recover_quotient((a, b), (c, d), result)
}

fn plain((a, b): Parts, (c, d): Parts) -> Parts {
    let denominator = c * c + d * d;
    let result = ((a * c + b * d) / denominator, (b * c - a * d) / denominator);
    recover_quotient((a, b), (c, d), result)
}

/// G.5.1: zeros and infinities that were computed as NaN.
fn recover_quotient((a, b): Parts, (c, d): Parts, (x, y): Parts) -> Parts {
    if !x.is_nan() || !y.is_nan() {
        return (x, y);
    }
    let infinity = Float::infinity(a.format(), false);
    let zero = Float::zero(a.format());
    let finite = |x: Float, y: Float| x.is_finite() && y.is_finite();
    let infinite = |x: Float, y: Float| x.is_infinite() || y.is_infinite();
    if c.is_zero() && d.is_zero() && (!a.is_nan() || !b.is_nan()) {
        let signed = Float::infinity(a.format(), c.is_negative());
        return (signed * a, signed * b);
    }
    if infinite(a, b) && finite(c, d) {
        let (a, b) = (unit(a), unit(b));
        return (infinity * (a * c + b * d), infinity * (b * c - a * d));
    }
    if infinite(c, d) && finite(a, b) {
        let (c, d) = (unit(c), unit(d));
        return (zero * (a * c + b * d), zero * (b * c - a * d));
    }
    (x, y)
}

/// One with the sign of an infinity, zero with the sign of anything else.
fn unit(x: Float) -> Float {
    let format = x.format();
    let size = match x.is_infinite() {
        true => Float::from(1.0f64).convert(format),
        false => Float::zero(format),
    };
    if x.is_negative() { -size } else { size }
}

/// A NaN counts as zero with its sign.
fn known(x: Float) -> Float {
    if x.is_nan() { unit(x) } else { x }
}

fn magnitude(x: Float) -> Float {
    if x.is_negative() { -x } else { x }
}

// ---- what would be rounded once ----

/// Bounds of a number, in a wider format.
type Bounds = Option<(Float, Float)>;

/// `a * b + c * d`, if the wider format has room for the products.
fn sum(a: Float, b: Float, c: Float, d: Float) -> Bounds {
    let exact = fits(a, b) && fits(c, d);
    let wide = |x: Float| x.convert(FloatFormat::Quad);
    exact.then(|| around(wide(a) * wide(b) + wide(c) * wide(d)))
}

/// The wider format rounds too, but only so much.
fn around(x: Float) -> (Float, Float) {
    let margin = magnitude(x) * Float::from((2.0f64).powi(-108)).convert(FloatFormat::Quad);
    (x - margin, x + margin)
}

fn fits(a: Float, b: Float) -> bool {
    if a.is_zero() || b.is_zero() {
        return true;
    }
    let (a, b) = (a.unpack(), b.unpack());
    let bits = |s: u128| 128 - s.leading_zeros() - s.trailing_zeros();
    let last = a.exponent + b.exponent;
    bits(a.significand) + bits(b.significand) <= 113 && last > -16_300
}

fn rounds_to(bounds: Bounds, x: Float) -> bool {
    bounds.is_some_and(|(low, high)| {
        let near = |bound: Float| {
            let rounded = bound.convert(x.format());
            rounded.bits() == x.bits() || rounded.is_zero() && x.is_zero()
        };
        near(low) && near(high)
    })
}

fn is_nearest((a, b): Parts, (c, d): Parts, (x, y): Parts) -> bool {
    let (Some((size, _)), Some((re, _)), Some((im, _))) =
        (sum(c, c, d, d), sum(a, c, b, d), sum(b, c, -a, d))
    else {
        return false;
    };
    if size.is_zero() {
        return true;
    }
    rounds_to(Some(around(re / size)), x) && rounds_to(Some(around(im / size)), y)
}
