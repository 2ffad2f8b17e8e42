//! Numbers that no compiler sees at once.

use elenchus_lang::target::{IntKind, IntType, Target};

use super::place::{Known, Place};
use crate::choices::Choices;

/// The types of hidden numbers, as forms name them, and as C does.
const TYPES: &[(&str, IntKind, &str, &str)] = &[
    ("int", IntKind::Int, "int", ""),
    ("unsigned", IntKind::UInt, "unsigned", "U"),
    ("long", IntKind::Long, "long", "L"),
    ("ulong", IntKind::ULong, "unsigned long", "UL"),
    ("llong", IntKind::LongLong, "long long", "LL"),
    ("ullong", IntKind::ULongLong, "unsigned long long", "ULL"),
];

/// Writes the numbers of one form at one place.
pub struct Hider<'a> {
    target: &'a Target,
    /// The statement is executed more than once: variables may hold something else then.
    again: bool,
    known: &'a [Known],
    choices: Choices,
    pub twin: bool,
}

impl<'a> Hider<'a> {
    pub fn new(
        target: &'a Target,
        place: &Place,
        known: &'a [Known],
        choices: Choices,
        twin: bool,
    ) -> Hider<'a> {
        Hider { target, again: place.turns > 1, known, choices, twin }
    }

    /// How C calls the type of sizes.
    pub fn size_type(&self) -> &'static str {
        let is_it = |row: &&(_, IntKind, _, _)| row.1 == self.target.size_type;
        TYPES.iter().find(is_it).map_or("unsigned long", |row| row.2)
    }

    /// A number of a type, by the names that forms have for both.
    pub fn number(&mut self, ty: &str, bad: &str, good: &str, count: i64) -> String {
        let is_it = |row: &&(&str, IntKind, _, _)| match ty {
            "size" => row.1 == self.target.size_type,
            _ => row.0 == ty,
        };
        let row = TYPES.iter().find(is_it).unwrap_or(&TYPES[0]);
        let int = self.target.int_type(row.1);
        let good = value(good, int, count);
        let now = if self.twin { good } else { value(bad, int, count) };
        let (name, suffix) = (row.2, row.3);
        let ways = if self.known.is_empty() { 1 } else { 3 };
        let way = self.choices.below("way to hide", ways);
        let at = self.choices.below("variable", self.known.len().max(1) as u64);
        let Some(known) = self.known.get(at as usize).filter(|_| way > 0) else {
            return format!("({name})(zero + {})", literal(now, int, suffix));
        };
        if way == 1 && !self.again {
            let held = wrap(known.value, int);
            let mask = literal(wrap(held ^ now, int), int, suffix);
            return format!("((({name}){}) ^ {mask})", known.text);
        }
        // In later turns, too, it is one of the two.
        let seen = literal(known.value, known.int, known.suffix);
        let (now, good) = (literal(now, int, suffix), literal(good, int, suffix));
        format!("({} == {seen} ? {now} : {good})", known.text)
    }
}

/// What stands for a number in a form.
fn value(text: &str, int: IntType, count: i64) -> i128 {
    let max = (1_i128 << (int.bits - u8::from(int.signed))) - 1;
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let offset = rest.find(['+', '-']).unwrap_or(rest.len());
    let (word, offset) = rest.split_at(offset);
    let word = match word {
        "n" => i128::from(count),
        "max" => max,
        "min" => -max - 1,
        digits => digits.parse().unwrap_or(0),
    };
    sign * word + offset.trim_start_matches('+').parse::<i128>().unwrap_or(0)
}

/// The number of a type with the same low bits.
fn wrap(value: i128, int: IntType) -> i128 {
    let above = 128 - u32::from(int.bits);
    if int.signed { value << above >> above } else { ((value << above) as u128 >> above) as i128 }
}

/// A constant in C.
pub fn literal(value: i128, int: IntType, suffix: &str) -> String {
    let least = int.signed && value == -(1_i128 << (int.bits - 1));
    match value {
        _ if least => format!("(-{}{suffix} - 1)", -(value + 1)),
        ..0 => format!("(-{}{suffix})", -value),
        _ => format!("{value}{suffix}"),
    }
}

/// How a constant of a kind ends, and its type after promotion.
pub fn suffix(target: &Target, kind: IntKind) -> Option<(IntType, &'static str)> {
    let int = target.int_type(kind);
    let narrow = int.bits < target.int_type(IntKind::Int).bits;
    let kind = if narrow { IntKind::Int } else { kind };
    let row = TYPES.iter().find(|row| row.1 == kind)?;
    Some((target.int_type(kind), row.3))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: IntType = IntType { bits: 32, signed: true };
    const UNSIGNED: IntType = IntType { bits: 32, signed: false };

    #[test]
    fn numbers_of_forms() {
        let of = |text, int| value(text, int, 7);
        assert_eq!(of("max", INT), 2_147_483_647);
        assert_eq!(of("min", INT), -2_147_483_648);
        assert_eq!(of("max", UNSIGNED), 4_294_967_295);
        assert_eq!(of("n+2", INT), 9);
        assert_eq!(of("n-1", INT), 6);
        assert_eq!(of("-n", INT), -7);
        assert_eq!(of("-60", INT), -60);
    }

    #[test]
    fn constants_have_their_type() {
        assert_eq!(literal(-2_147_483_648, INT, ""), "(-2147483647 - 1)");
        assert_eq!(literal(-5, INT, ""), "(-5)");
        assert_eq!(literal(5, UNSIGNED, "U"), "5U");
        assert_eq!(wrap(4_294_967_295, INT), -1);
        assert_eq!(wrap(-1, UNSIGNED), 4_294_967_295);
    }
}
