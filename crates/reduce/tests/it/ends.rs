//! When a reduction ends, and what it says if it cannot begin.

use elenchus_reduce::reduction::Bounds;

use crate::small::{Has, bounds, file, reduced, text};

const LONG: &str = "int a(void) { return 1; }\nint b(void) { return 2; }\nint c;\n\
                    int main(void) { c = a(); c += b(); return c == 77; }\n";

#[test]
fn an_input_that_does_not_show_it_is_refused() {
    let error = reduced(file(LONG), &Has(&["78"]), bounds()).unwrap_err();
    assert_eq!(error.to_string(), "'78' is not in it");
}

#[test]
fn small_enough_is_enough() {
    let few = Bounds { bytes: Some(100), ..bounds() };
    let reduced = reduced(file(LONG), &Has(&["77"]), few).unwrap();
    assert!(!reduced.finished);
    assert!(text(&reduced).len() <= 100);
}

#[test]
fn the_same_jobs_give_the_same_result() {
    let with = |jobs| {
        let bounds = Bounds { jobs, ..bounds() };
        text(&reduced(file(LONG), &Has(&["77"]), bounds).unwrap())
    };
    assert_eq!(with(1), with(1));
    assert_eq!(with(2), with(2));
    assert_eq!(with(1).len(), with(4).len());
}
