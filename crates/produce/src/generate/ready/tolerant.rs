//! Floating code whose results may differ in their last digits.

use std::fmt::Write as _;

use crate::choices::Choices;

/// Floating code whose results may differ in the last digits (YARPGen, §3.5):
/// values stay between 0.5 and 1, chains are short. It is no part of the
/// checksum; what it computes is printed by itself, after a `~`.
pub fn tolerant(choices: &mut Choices, freestanding: bool) -> String {
    const VARIABLES: u64 = 6;
    let mut text = String::new();
    for number in 0..VARIABLES {
        let ty = choices.pick("tolerant type", &["float", "double", "double", "long double"]);
        let value = choices.between("tolerant value", 500, 1000);
        let _ = writeln!(text, "{ty} t{number} = 0.{value:03};");
    }
    let text = text.replace("0.1000;", "1.0;");
    let mut text = text + "static void tolerant(void) {\n";
    // Each is written once, from what stands before: no chain is long.
    for number in VARIABLES / 2..VARIABLES {
        let from = |choices: &mut Choices| {
            format!("t{}", choices.below("tolerant operand", VARIABLES / 2))
        };
        let (a, b) = (from(choices), from(choices));
        let value = match choices.below("tolerant form", 5) {
            0 => format!("({a} + {b}) / 2"),
            1 => format!("{a} * {b} / 2 + 0.5"),
            2 => format!("1.5 - {a}"),
            3 => format!("{a} / {b} / 4 + 0.5"),
            _ => format!("{a} < {b} ? {a} : ({a} + {b}) * 0.5"),
        };
        let _ = writeln!(text, "    t{number} = {value};");
    }
    if !freestanding {
        for number in 0..VARIABLES {
            let _ = writeln!(text, "    printf(\"~ t{number} = %.6f\\n\", (double)t{number});");
        }
    }
    text + "}\n"
}
