//! The program `elenchus`: arguments and presentation, no logic.

fn main() {}
