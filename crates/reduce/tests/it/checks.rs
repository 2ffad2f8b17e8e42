//! Tests that are built in, on compilers that are gcc and something else: shell scripts.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use elenchus_compilers::scratch::Scratch;
use elenchus_judge::ProgramFile;
use elenchus_reduce::check::{
    Compiler, Counts, Failure, Place, SameVerdict, Slower, Test as _, WrongCode,
};
use expect_test::{Expect, expect};

use crate::small::{bounds, file, reduced, rules, text};

struct Lab {
    scratch: Scratch,
    folder: PathBuf,
    stop: AtomicBool,
    counts: Counts,
}

impl Lab {
    fn new() -> Lab {
        let scratch = Scratch::new().unwrap();
        let folder = scratch.fresh("learn").unwrap();
        Lab { scratch, folder, stop: AtomicBool::new(false), counts: Counts::default() }
    }

    fn place(&self) -> Place<'_> {
        Place { folder: &self.folder, stop: &self.stop, counts: &self.counts }
    }

    /// gcc, but for `a.c`, which is `$file`, a script is run before.
    fn compiler(&self, name: &str, script: &str) -> Compiler {
        let path = self.scratch.fresh(name).unwrap().join("cc");
        let text = format!(
            "#!/bin/sh\nfor file; do case $file in */a.c) break ;; esac; done\n\
             case $file in */a.c) ;; *) exec gcc \"$@\" ;; esac\n{script}\nexec gcc \"$@\"\n"
        );
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let folder = self.scratch.fresh("probe").unwrap();
        Compiler::new(&path.display().to_string(), &folder).unwrap()
    }
}

fn check_verdict(before: &str, kept: &str, after: Expect) {
    let lab = Lab::new();
    let rules = rules().fit(&file(before));
    let test = SameVerdict::learn(rules, &file(before), &lab.place()).unwrap();
    assert_eq!(test.kept(), kept);
    after.assert_eq(&text(&reduced(file(before), &test, bounds()).unwrap()));
}

#[test]
fn a_verdict_is_kept_with_its_place() {
    check_verdict(
        "int shift(int x, int by) { int y = x + 1; return y << by; }\n\
         int main(void) { int n = 0; for (int i = 30; i < 40; i++) n ^= shift(n & 1, i);\n\
         return n << 77; }\n",
        "undefined: left-shift, at 'y << by' in shift",
        expect![[r#"
            int shift(int by) {
                int y = 1;
                y << by;
            }

            int main(void) {
                shift(31);
            }
        "#]],
    );
}

#[test]
fn what_is_long_becomes_shorter() {
    check_verdict(
        "int f(int a, int b, int c) { return ((a + b) * (c + 1) * 3 + a * 2 + c * 5 - 1) / (b - b); }\n\
         int main(void) { return f(1, 2, 3); }\n",
        "undefined: division-by-zero, in f",
        expect![[r#"
            int f(void) {
                0 / 0;
            }

            int main(void) {
                f();
            }
        "#]],
    );
}

#[test]
fn a_valid_program_has_no_verdict_to_keep() {
    let lab = Lab::new();
    let lack = SameVerdict::learn(rules(), &file("int main(void) { return 3; }"), &lab.place());
    let lack = lack.err().unwrap();
    assert_eq!(lack.0, "there is no fault to keep: the program is valid, exit status 3");
}

const SLOW: &str = "int f(int x) { return x * 77; }\nint g(int x) { return f(x) + 1; }\n\
                    int main(void) { return g(3); }\n";

#[test]
fn a_compiler_that_is_slow() {
    let lab = Lab::new();
    // Over a number it thinks for some tenths of a second.
    let slow = "if grep -q 77 $file; then i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; fi";
    let both = || (lab.compiler("slow", slow), lab.compiler("quick", ""));
    let test = Slower::learn(rules(), both(), 2.0, &file(SLOW), &lab.place()).unwrap().unwrap();
    assert!(test.kept().starts_with("it is compiled 2 times as long as by "));
    let looked_at = test.look(&file("int main(void) { return 78; }"), &lab.place()).unwrap();
    assert!(looked_at.is_err());
    let lack = Slower::learn(rules(), both(), 1e6, &file(SLOW), &lab.place()).unwrap().err();
    assert!(lack.unwrap().0.contains(" takes "));
}

const TWO: &str = "int printf(const char *, ...);\nint other = 88;\n\
                   int main(void) { int x = 77; printf(\"%d\\n\", x); return 0; }\n";

#[test]
fn another_bug_is_met_and_kept_apart() {
    let lab = Lab::new();
    // One number is compiled wrongly; without the other one it breaks down.
    let accused = lab.compiler(
        "accused",
        "grep -q 88 $file || { echo 'a.c:1: internal compiler error: in foo' >&2; exit 1; }\n\
         sed -i s/77/78/ $file",
    );
    let test = WrongCode::learn(rules(), accused, None, false, &file(TWO), &lab.place());
    let test = test.unwrap().unwrap();
    assert_eq!(*test.failure(), Failure::WrongOutput);
    let left = text(&reduced(file(TWO), &test, bounds()).unwrap());
    assert!(left.contains("77") && left.contains("88"), "{left}");
    let [met] = &test.met()[..] else { panic!("{:?}", test.met()) };
    assert!(matches!(met.failure, Failure::Crash(_)), "{:?}", met.failure);
    let crashes = |file: &ProgramFile| !String::from_utf8_lossy(&file.text).contains("88");
    assert!(met.files.iter().all(crashes));
}
