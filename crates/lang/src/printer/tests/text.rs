//! Lines that are broken.

use crate::printer::{Options, Text};
use crate::rules::Language;
use crate::target::Target;
use crate::tree::Program;

fn broken(text: &str) -> String {
    let program = Program::new(Target::x86_64(), Language::GNU17);
    let mut lines = Text::new(&program, Options::default(), 20, 0);
    lines.lines(text);
    lines.finish()
}

#[test]
fn lines_that_fit_stay_as_they_are() {
    let text = "a\n\n    twenty columns..\n  b c\n";
    assert_eq!(broken(text), text);
}

#[test]
fn long_lines_are_broken_at_the_last_space_that_fits() {
    let text = "a\n  one two three four five\nb\n";
    assert_eq!(broken(text), "a\n  one two three four\n          five\nb\n");
}

#[test]
fn literals_are_not_broken() {
    let text = "  f(\"a b c d e f g h i\", 1);\n";
    assert_eq!(broken(text), "  f(\"a b c d e f g h i\",\n          1);\n");
    let text = "a_word_that_is_too_long_for_a_line\n";
    assert_eq!(broken(text), text);
}
