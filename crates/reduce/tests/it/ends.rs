//! When a reduction ends, and what it says if it cannot begin.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use elenchus_compilers::scratch::Scratch;
use elenchus_judge::ProgramFile;
use elenchus_reduce::check::{Place, Shown, Test};
use elenchus_reduce::reduction::{Bounds, reduce};

use crate::small::{Has, Sizes, bounds, file, reduced, rules, text};

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

/// Another test, which is interrupted after so many questions.
struct Interrupted<'a> {
    test: &'a dyn Test,
    left: AtomicUsize,
    stop: &'a AtomicBool,
}

impl Test for Interrupted<'_> {
    fn look(&self, files: &[ProgramFile], place: &Place) -> Shown {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 0 {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.test.look(files, place)
    }
}

const TALL: &str = "typedef unsigned long number;\nstruct pair { int first, second; } all[3];\n\
    static number twice(number x, int unused) { return 2 * x; }\n\
    static int sum(struct pair *p, int n) { int s = 0; for (int i = 0; i < n; i++) {\n\
    s += p[i].first; if (s > 77) { s -= p[i].second; break; } else s++; } return s; }\n\
    int main(void) { number x = 3; all[1].first = 5; while (x < 100) x = twice(x, 1);\n\
    switch (sum(all, 3)) { case 1: return 1; case 77: x = 0; default: break; } return x != 0; }\n";

#[test]
fn interrupted_anywhere_and_gone_on_with_it_ends_no_worse() {
    let test = Has(&["77", "struct", "for", "+="]);
    let whole = reduced(file(TALL), &test, bounds()).unwrap();
    let jobs = Bounds { jobs: 1, ..bounds() };
    for question in (1..200).step_by(10) {
        let (scratch, stop) = (Scratch::new().unwrap(), AtomicBool::new(false));
        let left = AtomicUsize::new(question);
        let until = Interrupted { test: &test, left, stop: &stop };
        let part =
            reduce(file(TALL), &until, &rules(), jobs, (&scratch, &stop), &mut Sizes::default());
        let part = part.unwrap();
        assert!(part.now.size <= part.start.size);
        let again = reduced(part.files, &test, bounds()).unwrap();
        assert!(again.finished);
        // `(void)` and `()` are equally small.
        let no_worse = again.now.size.weight <= whole.now.size.weight;
        assert!(no_worse, "{question}: {}", text(&again));
    }
}
