//! Texts with choices in them.
//!
//! - `$[a;b;c]` is one of them, drawn anew in each place; there may be choices in it;
//! - `$o` is an operator on integers, `$r` a comparison, drawn anew in each place;
//! - `#` is the number of the function.
//!
//! All others are drawn once, so that the same name (with a digit behind it, perhaps)
//! stands for the same text throughout:
//! - `$T` is an integer type, `$U` an unsigned and `$S` a signed one, `$W` is unsigned and
//!   at least as wide as `int`, `$SIZE` is the type of sizes;
//! - `$n` is a number from 3 to 9, `$m` the length of an array, from 10 on, `$k` a count for
//!   shifts, from 1 to 7, `$D` a divisor, `$c` any constant.

use elenchus_lang::target::IntKind;

use crate::choices::Choices;
use crate::generate::Settings;
use crate::generate::numbers::{IntTypes, some_int_type, some_number};
use crate::generate::world::spelled;
use crate::policy::Policy;

const LENGTHS: [u64; 10] = [10, 12, 16, 16, 17, 24, 31, 32, 33, 64];

const DIVISORS: [&str; 20] = [
    "2", "3", "5", "6", "7", "9", "10", "10", "11", "12", "13", "16", "25", "60", "64", "100",
    "125", "255", "641", "1000",
];

pub struct Filler<'a> {
    choices: &'a mut Choices,
    policy: &'a Policy,
    int_types: &'a IntTypes,
    settings: &'a Settings,
    number: u64,
    /// What was drawn, by name.
    drawn: Vec<(String, String)>,
}

impl<'a> Filler<'a> {
    pub fn new(
        choices: &'a mut Choices,
        policy: &'a Policy,
        int_types: &'a IntTypes,
        settings: &'a Settings,
        number: u64,
    ) -> Filler<'a> {
        Filler { choices, policy, int_types, settings, number, drawn: Vec::new() }
    }

    /// A text without choices.
    pub fn fill(&mut self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(['$', '#']) {
            let (before, after) = rest.split_at(at);
            filled += before;
            let is_number = after.starts_with('#');
            rest = &after[1..];
            if is_number {
                filled += &self.number.to_string();
                continue;
            }
            if let Some(choice) = rest.strip_prefix('[') {
                let (inside, behind) = bracket(choice);
                let forms = forms(inside);
                let form = self.choices.pick("form", &forms);
                filled += &self.fill(form);
                rest = behind;
                continue;
            }
            let name = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_uppercase()).len();
            let letters = name.max(1);
            let digits = rest[letters..].chars().take_while(char::is_ascii_digit).count();
            let (name, behind) = rest.split_at(letters + digits);
            filled += &self.named(name);
            rest = behind;
        }
        filled + rest
    }

    fn named(&mut self, name: &str) -> String {
        if let Some((_, old)) = self.drawn.iter().find(|(known, _)| known == name) {
            return old.clone();
        }
        let text: String = match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
            "o" => return self.choices.pick("row operator", &["+", "-", "^", "|", "&"]).into(),
            "r" => {
                let all = ["<", ">", "<=", ">=", "==", "!="];
                return self.choices.pick("row comparison", &all).into();
            }
            "T" => self.integer(|kind| kind),
            "U" => self.integer(unsigned),
            "S" => self.integer(signed),
            "W" => {
                let wide = [IntKind::UInt, IntKind::UInt, IntKind::ULongLong];
                spelled(self.choices.pick("row width", &wide)).into()
            }
            "SIZE" => spelled(self.settings.target.size_type).into(),
            "n" => self.choices.between("row number", 3, 9).to_string(),
            "m" => self.choices.pick("row length", &LENGTHS).to_string(),
            "k" => self.choices.between("row shift", 1, 7).to_string(),
            "D" => self.choices.pick("row divisor", &DIVISORS).into(),
            _ => self.constant(),
        };
        self.drawn.push((name.into(), text.clone()));
        text
    }

    fn integer(&mut self, of: fn(IntKind) -> IntKind) -> String {
        let kind = some_int_type(self.choices, self.int_types).as_int();
        let kind = match kind {
            None | Some(IntKind::Bool | IntKind::Int128 | IntKind::UInt128) => IntKind::Int,
            Some(kind) => kind,
        };
        spelled(of(kind)).into()
    }

    fn constant(&mut self) -> String {
        let value = some_number(self.choices, self.policy, &[], 32);
        match value {
            0..=0x7fff_ffff => value.to_string(),
            0x8000_0000..=0xffff_ffff => format!("{value}U"),
            -0x7fff_ffff..0 => format!("({value})"),
            _ => format!("{}ULL", value as u64),
        }
    }

    /// About how many steps a text takes, or more.
    pub fn cost(&self, text: &str) -> u64 {
        let length = self.drawn.iter().find(|(name, _)| name == "m");
        let turns = length.and_then(|(_, length)| length.parse().ok()).unwrap_or(16);
        let loops = text.matches("for (").count() + text.matches("while (").count();
        30 + loops as u64 * turns * 4
    }
}

/// What stands before the bracket that closes this one, and behind it.
fn bracket(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' if depth == 0 => return (&text[..at], &text[at + 1..]),
            ']' => depth -= 1,
            _ => {}
        }
    }
    (text, "")
}

/// The forms of a choice.
fn forms(text: &str) -> Vec<&str> {
    let (mut depth, mut first, mut all) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            ';' if depth == 0 => {
                all.push(&text[first..at]);
                first = at + 1;
            }
            _ => {}
        }
    }
    all.push(&text[first..]);
    all
}

fn unsigned(kind: IntKind) -> IntKind {
    use IntKind::*;
    match kind {
        Char | SChar => UChar,
        Short => UShort,
        Int => UInt,
        Long => ULong,
        LongLong => ULongLong,
        other => other,
    }
}

fn signed(kind: IntKind) -> IntKind {
    use IntKind::*;
    match kind {
        Char | UChar => SChar,
        UShort => Short,
        UInt => Int,
        ULong => Long,
        ULongLong => LongLong,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::numbers::int_types;

    fn filled(text: &str, seed: u64) -> String {
        let policy = Policy::default();
        let (settings, types) = (Settings::default(), int_types(&policy));
        Filler::new(&mut Choices::new(seed), &policy, &types, &settings, 7).fill(text)
    }

    #[test]
    fn names_stay_and_choices_do_not() {
        for seed in 0..20 {
            let text = filled("$n $n $n1 $T#", seed);
            let parts: Vec<&str> = text.splitn(4, ' ').collect();
            assert_eq!(parts[0], parts[1]);
            assert!(parts[3].ends_with('7'), "{text}");
        }
        let drawn: std::collections::BTreeSet<String> =
            (0..40).map(|seed| filled("$[a[i];b$[;!];]", seed)).collect();
        assert_eq!(drawn.into_iter().collect::<Vec<_>>(), ["", "a[i]", "b", "b!"]);
    }
}
