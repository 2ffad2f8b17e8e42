//! What is left of a program when some words must stay.

use elenchus_judge::ProgramFile;
use expect_test::{Expect, expect};

use crate::small::{Has, bounds, file, reduced, text};

fn check(before: &str, words: &'static [&'static str], after: Expect) {
    let reduced = reduced(file(before), &Has(words), bounds()).unwrap();
    assert!(reduced.finished);
    after.assert_eq(&text(&reduced));
}

#[test]
fn what_main_does_not_lead_to_goes() {
    check(
        "typedef int number;\nstruct s { number n; } global;\nenum e { one, two };\n\
         number unused(number x) { return x + one; }\nint used(struct s *p) { return 0; }\n\
         int main(void) { return used(&global) == 77; }\n",
        &["77", "used", "main"],
        expect![[r#"
            int used(void) {}

            int main(void) {
                77;
            }
        "#]],
    );
}

#[test]
fn statements_go_wherever_they_stand() {
    check(
        "int f(int x) {\n    int i, y = 3;\n    for (i = 0; i < x; i++) { y++; if (y > 7) y = 0; \
         else { x--; y = 77; } }\n    while (x) x--;\n    return y;\n}\n\
         int main(void) { f(3); return f(2); }\n",
        &["77", "main"],
        expect![[r#"
            int a(void) {
                77;
            }

            int main(void) {}
        "#]],
    );
}

#[test]
fn several_files_become_one() {
    let first = "int f(void); static int count; int main(void) { count = 3; return f(); }";
    let second = "static char count = 77; int f(void) { return count++; }";
    let files = vec![ProgramFile::new("a.c", first), ProgramFile::new("b.c", second)];
    let reduced = reduced(files, &Has(&["= 3", "++"]), bounds()).unwrap();
    let texts = reduced.files.iter().map(|file| String::from_utf8_lossy(&file.text));
    expect![[r#"
        int a;
        int b;

        int main(void) {
            a = 3;
        }

        int c(void) {
            b++;
        }
        ---
    "#]]
    .assert_eq(&texts.collect::<Vec<_>>().join("---\n"));
}
