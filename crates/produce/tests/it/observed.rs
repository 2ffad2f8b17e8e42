//! Whoever watches a generated program, it does the same, and nothing is left out.

use std::rc::Rc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_produce::generate::Preset;

use crate::{replay, settings, text};

#[test]
fn generated_programs_do_the_same() {
    for preset in Preset::ALL {
        for (seed, size) in [(1, 3_000), (2, 8_000)] {
            let text = text(&settings(preset, size), seed);
            let standard = Language::by_name("gnu11").expect("a standard");
            let mut program = Program::new(Target::x86_64(), standard);
            assert!(parse_unit(&mut program, "text.i", text.as_bytes()).accepted());
            let problem = replay::compare(&Rc::new(program), &[]);
            assert_eq!(problem, None, "{} {seed} {size}", preset.name());
        }
    }
}
