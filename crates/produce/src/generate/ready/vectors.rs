//! Functions on GNU vectors.

use std::fmt::Write as _;

use crate::choices::Choices;

/// A function on vectors of unsigned integers (GNU): elements are taken in,
/// computed on, and joined again. Gives the types it needs, and its body.
pub fn vectors(choices: &mut Choices, number: u64) -> (String, String) {
    let lanes = choices.pick("lanes", &[2u64, 4, 4, 8, 16]);
    let bytes = 4 * lanes;
    let types = format!(
        "typedef unsigned int V{number} __attribute__((vector_size({bytes})));\n\
         typedef int W{number} __attribute__((vector_size({bytes})));\n"
    );
    let mut body = String::new();
    for name in ["a", "b"] {
        let elements: Vec<String> = (0..lanes)
            .map(|_| match choices.below("element", 3) {
                0 => "x0".into(),
                1 => "x1".into(),
                _ => format!("{}U", choices.below("element value", 1 << 32)),
            })
            .collect();
        let _ = writeln!(body, "    V{number} {name} = {{ {} }};", elements.join(", "));
    }
    let _ = writeln!(body, "    W{number} c = a < b;");
    for _ in 0..3 + choices.below("vector statements", 6) {
        let target = choices.pick("vector target", &["a", "b"]);
        let value = vector_expression(choices, number, 3);
        let op = choices.pick("vector assignment", &["=", "+=", "^=", "-="]);
        let _ = writeln!(body, "    {target} {op} {value};");
        if choices.percent("comparison", 25) {
            let op = choices.pick("vector comparison", &["<", ">", "==", "!=", "<=", ">="]);
            let _ = writeln!(body, "    c = a {op} b;");
        }
    }
    let joined: Vec<String> = (0..lanes)
        .map(|lane| {
            let of = choices.pick("joined", &["a", "b"]);
            format!("{of}[{lane}] * {}U", 2 * choices.below("factor", 1 << 20) + 1)
        })
        .collect();
    let _ = writeln!(body, "    return {};", joined.join(" + "));
    (types, body)
}

fn vector_expression(choices: &mut Choices, number: u64, depth: u32) -> String {
    if depth == 0 || choices.percent("vector leaf", 25) {
        return choices.pick("vector", &["a", "b"]).into();
    }
    let a = vector_expression(choices, number, depth - 1);
    match choices.below("vector operation", 6) {
        0 => format!("~{a}"),
        1 => {
            let op = choices.pick("vector shift", &["<<", ">>"]);
            format!("({a} {op} {})", choices.below("vector count", 32))
        }
        2 => {
            let op = choices.pick("vector division", &["/", "%"]);
            format!("({a} {op} ({} | 1U))", choices.pick("divisor", &["a", "b"]))
        }
        3 => format!("({a} & (V{number})c)"),
        _ => {
            let b = vector_expression(choices, number, depth - 1);
            let op = choices.pick("vector operator", &["+", "-", "*", "&", "|", "^"]);
            format!("({a} {op} {b})")
        }
    }
}
