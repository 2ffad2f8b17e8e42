//! No format, value or text makes the library functions panic or write more
//! than they may.

use crate::random::Random;
use elenchus_lang::arith::Float;
use elenchus_lang::target::{FloatFormat, IntType, TARGETS};
use elenchus_machine::libc::directive::{Directive, Piece, pieces};
use elenchus_machine::libc::format::{self, Sink};
use elenchus_machine::libc::real::{self, Rounding};
use elenchus_machine::libc::{format_float, root, scan, strto};

const LIMIT: usize = 200;

const FORMATS: [FloatFormat; 5] = [
    FloatFormat::Half,
    FloatFormat::Single,
    FloatFormat::Double,
    FloatFormat::X87,
    FloatFormat::Quad,
];

fn text(random: &mut Random, alphabet: &[u8]) -> Vec<u8> {
    let any = random.below(10) == 0;
    let byte = |_| if any { random.next() as u8 } else { random.pick(alphabet) };
    (0..20).map(byte).collect()
}

/// Every function, whether it is the one for the directive or not.
fn write_all(random: &mut Random, directive: &Directive) {
    for target in &TARGETS {
        directive.expected(target);
    }
    directive.misuse();
    let star = |random: &mut Random| random.pick(&[0, 1, -1, 30, i32::MIN, i32::MAX]);
    let (width, precision) = (star(random), star(random));
    let spec = directive.spec(width, precision);
    let value = Float::from_bits(random.pick(&FORMATS), random.wide());
    let (integer, character) = (random.wide() as i128, random.next() as u8);
    let mut text = Vec::new();
    let mut sink = Sink::new(&mut text, LIMIT);
    let results = [
        format::integer(&mut sink, &spec, integer),
        format::pointer(&mut sink, &spec, integer as u64),
        format::character(&mut sink, &spec, character),
        format::string(&mut sink, &spec, b"some text"),
        format_float::float(&mut sink, &spec, value),
    ];
    assert!(text.len() <= LIMIT);
    if results.iter().all(Result::is_ok) {
        assert!(text.len() >= (spec.width as usize).saturating_mul(results.len()));
    }
}

#[test]
fn formats() {
    let mut random = Random::new(1);
    let mut directives = 0;
    for _ in 0..30_000 {
        let format = text(&mut random, b"%%%%-+ #0123459*.hljztLdiouxXaAeEfFgGcspn$");
        for piece in pieces(&format) {
            if let Ok(Piece::Directive(directive)) = piece {
                write_all(&mut random, &directive);
                directives += 1;
            }
        }
    }
    assert!(directives > 10_000, "{directives}");
}

#[test]
fn numbers() {
    let mut random = Random::new(2);
    for _ in 0..30_000 {
        let text = text(&mut random, b" -+0123456789.eEpPxXafinNtyIF()");
        for format in FORMATS {
            assert!(strto::float(&text, format).consumed <= text.len());
        }
        for base in -1..40 {
            let ty = IntType { bits: 1 + random.below(128) as u8, signed: random.below(2) == 0 };
            let read = strto::integer(&text, base, ty);
            assert_eq!(read.is_some(), base == 0 || (2..=36).contains(&base));
            assert!(read.is_none_or(|read| read.consumed <= text.len()));
        }
    }
}

#[test]
fn scanned() {
    let mut random = Random::new(3);
    let mut items = 0;
    for _ in 0..30_000 {
        let format = text(&mut random, b"%%%%*0123459hljztLdiouxXaefgGcs[]^-n, ");
        let input = text(&mut random, b" \t-+0123456789.eExXpPinfatyNAN()_,%");
        for piece in scan::pieces(&format).unwrap_or_default() {
            if let scan::Piece::Directive(directive) = piece {
                let (length, _) = directive.item(&input);
                assert!(length <= input.len());
                for target in &TARGETS {
                    directive.stored(target);
                }
                items += 1;
            }
        }
    }
    assert!(items > 1_000, "{items}");
}

/// Any bits, also those that no x87 number has.
#[test]
fn math() {
    let mut random = Random::new(4);
    for _ in 0..3_000 {
        for format in FORMATS {
            let [x, y, z] = [(); 3].map(|()| Float::from_bits(format, random.wide()));
            for rounding in [Rounding::Down, Rounding::HalfAway, Rounding::HalfEven] {
                let whole = real::integral(x, rounding);
                assert!(whole.is_nan() == x.is_nan());
            }
            real::modf(x);
            real::frexp(x);
            real::scale(x, random.next() as i64);
            real::next_toward(x, y);
            real::fmod(x, y);
            real::remquo(x, y);
            real::fdim(x, y);
            real::extreme(x, y, true);
            root::sqrt(x);
            root::fma(x, y, z);
        }
    }
}
