//! Texts that our front end does not take.

use elenchus_judge::ProgramFile;
use elenchus_reduce::check::{Lack, Place, Shown, Test};
use expect_test::expect;

use crate::small::{bounds, reduced, text};

/// Brackets that belong together, and these words.
struct Balanced(&'static [&'static str]);

impl Test for Balanced {
    fn look(&self, files: &[ProgramFile], _: &Place) -> Shown {
        let text = String::from_utf8_lossy(&files[0].text);
        let mut open = Vec::new();
        let partner = |close| match close {
            ')' => '(',
            ']' => '[',
            _ => '{',
        };
        let fits = text.chars().all(|c| match c {
            '(' | '[' | '{' => {
                open.push(c);
                true
            }
            ')' | ']' | '}' => open.pop() == Some(partner(c)),
            _ => true,
        });
        let shows = fits && open.is_empty() && self.0.iter().all(|word| text.contains(word));
        Ok(if shows { Ok(()) } else { Err(Lack("it is not there".to_owned())) })
    }
}

#[test]
fn a_text_of_another_language() {
    let before = "#include <vector>\n// what it is\nnamespace deep { class Thing { public:\n\
                  int value = 3; int get() const { return value * 77; } }; }\n\
                  template <typename T> T twice(T x) { return x + x; }\n\
                  int main() { deep::Thing thing; return twice<int>(thing.get()); }\n";
    let files = vec![ProgramFile::new("a.cc", before)];
    let reduced = reduced(files, &Balanced(&["class", "return", "77", "<"]), bounds()).unwrap();
    assert!(reduced.finished);
    expect![[r#"
        #include <vector>
        class return 77
    "#]]
    .assert_eq(&text(&reduced));
}

#[test]
fn nothing_at_all_is_enough() {
    let files = vec![ProgramFile::new("a.txt", "not {C} \"at\u{e9}\\\" all ) <")];
    let reduced = reduced(files, &Balanced(&[]), bounds()).map(|reduced| text(&reduced));
    // Its brackets do not belong together.
    assert_eq!(reduced.unwrap_err().to_string(), "it is not there");
    let files = vec![ProgramFile::new("a.txt", "not {C} \"at\u{e9}\\\" all () <")];
    let reduced = crate::small::reduced(files, &Balanced(&[]), bounds()).unwrap();
    assert_eq!(text(&reduced), "");
}
