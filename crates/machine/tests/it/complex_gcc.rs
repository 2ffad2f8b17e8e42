//! Products and quotients of complex numbers: what the machine gives is what
//! gcc gives without optimisation, and what it folds at compile time. Where
//! those may differ the machine says so.

use crate::gcc::{gcc, scratch};
use crate::has_gcc_for_x86_64;
use crate::library::run;
use crate::random::Random;
use elenchus_machine::Verdict;
use std::fmt::Write as _;
use std::process::Command;

const DEFAULT_CASES: usize = 200;

fn operand(random: &mut Random) -> String {
    match random.below(8) {
        0 => random.pick(&["0.0", "-0.0", "1.0", "1e300", "-1e-300"]).into(),
        1 => random.pick(&["__builtin_inf()", "-__builtin_inf()", "__builtin_nan(\"\")"]).into(),
        2..=5 => format!("{}.0", random.below(80) as i64 - 40),
        _ => format!("{:e}", f64::from_bits(random.next() >> 12 | 0x3ff << 52) - 1.5),
    }
}

/// The statements of one case.
fn case(random: &mut Random) -> String {
    let ty = random.pick(&["float", "double", "long double"]);
    let operator = random.pick(&["*", "/"]);
    let mut text = String::from("{ ");
    for name in ["a", "b", "c", "d"] {
        let _ = write!(text, "volatile {ty} {name} = {}; ", operand(random));
    }
    let _ = write!(
        text,
        "_Complex {ty} x = __builtin_complex(({ty})a, ({ty})b), \
         y = __builtin_complex(({ty})c, ({ty})d); x = x {operator} y; \
         show(__real__ x); show(__imag__ x); }}"
    );
    text
}

fn program(body: &str) -> String {
    format!(
        "int printf(const char *, ...);\n\
         static void show(long double x) {{ \
         if (x != x) printf(\"nan\\n\"); else printf(\"%La\\n\", x); }}\n\
         int main(void) {{\n{body}return 0;\n}}\n"
    )
}

#[test]
fn as_gcc_multiplies_and_divides() {
    if !has_gcc_for_x86_64() {
        return;
    }
    let count = std::env::var("ELENCHUS_CASES").ok().and_then(|n| n.parse().ok());
    let mut random = Random::new(3);
    let cases: Vec<String> =
        (0..count.unwrap_or(DEFAULT_CASES)).map(|_| case(&mut random)).collect();
    let all = program(&(cases.join("\n") + "\n"));
    let file = scratch("complex");
    let built = gcc("complex", &all, &["-O0", "-o", &file.to_string_lossy()]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let output = Command::new(file).output().expect("it runs").stdout;
    let host = String::from_utf8(output).expect("text");
    let lines: Vec<&str> = host.lines().collect();
    let mut open = 0;
    for (case, expected) in cases.iter().zip(lines.chunks(2)) {
        let outcome = run(program(case).as_bytes(), Vec::new());
        match outcome.verdict {
            Verdict::Exit(0) => {
                let ours = String::from_utf8_lossy(&outcome.output).into_owned();
                assert_eq!(ours.lines().collect::<Vec<_>>(), expected, "{case}");
            }
            Verdict::Unspecified { .. } => open += 1,
            other => panic!("{other:?} for {case}"),
        }
    }
    assert!(open * 2 < cases.len(), "{open} of {} are not known", cases.len());
}
