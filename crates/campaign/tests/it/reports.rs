//! A finding shows itself: scripts, replay.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use elenchus_campaign::certificate::{Asked, Standing, certify};
use elenchus_campaign::finding::{Finding, State};
use elenchus_campaign::lab::Allowance;
use elenchus_campaign::program::{Program, ProgramFile};
use elenchus_campaign::replay::replay;
use elenchus_campaign::report::plain::plain;
use elenchus_campaign::report::{self, Certified};
use elenchus_compilers::run::{End, Limits, Task, run};

use crate::scripted::{Scripted, changing};

static NEVER: AtomicBool = AtomicBool::new(false);

const WRONG: &str = "s/\"checksum = /\"checksum = 7/";

#[test]
fn scripts_show_the_bug_and_its_absence() {
    let compiler = Scripted::new(&changing("-O2", WRONG));
    let lab = compiler.lab(&["-O0", "-O2"], false);
    let (found, _) = compiler.hunt(&lab, 1);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].state, State::Confirmed, "{:?}", found[0].reasons);
    let folder = compiler.folder.path().join("report");
    report::write(&found[0], &folder, Path::new("/opt/elenchus")).unwrap();
    let shown = || {
        let words = vec![folder.join("repro.sh").into()];
        run(&Task { words, folder: None }, &Limits::NONE, &NEVER).unwrap().end
    };
    assert_eq!(shown(), End::Exit(0));
    let text = std::fs::read_to_string(folder.join("README.md")).unwrap();
    for part in ["testcc: wrong code at -O2", "checksum = 7", "```c", "-O2", "gcc"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // What is reduced stays wrong in the same way, and valid.
    let text = std::fs::read_to_string(folder.join("interesting.sh")).unwrap();
    for part in ["/opt/elenchus run program.c", "-eq 125", "[ $actual -eq $expected ] && ! cmp"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // Put right, the compiler no longer shows it.
    let fixed = Scripted::new("");
    std::fs::copy(&fixed.compiler, &compiler.compiler).unwrap();
    assert_eq!(shown(), End::Exit(1));
}

#[test]
fn a_crash_is_shown_by_its_own_signal() {
    let change = "s/int main(void)/int main(void) { *(volatile int *)8 = 1; } int m(void)/";
    let compiler = Scripted::new(&changing("-O2", change));
    let (found, _) = compiler.hunt(&compiler.lab(&["-O0", "-O2"], false), 1);
    let folder = compiler.folder.path().join("report");
    report::write(&found[0], &folder, Path::new("/opt/elenchus")).unwrap();
    // SIGSEGV, on every machine with Linux.
    let text = std::fs::read_to_string(folder.join("interesting.sh")).unwrap();
    assert!(text.contains("[ $actual -ne $expected ] && [ $actual -eq 139 ]"), "{text}");
}

#[test]
fn a_finding_is_replayed_from_its_seed() {
    let compiler = Scripted::new(&changing("-O2", WRONG));
    let lab = compiler.lab(&["-O0", "-O2"], false);
    let (found, _) = compiler.hunt(&lab, 1);
    let stop = Box::leak(Box::new(AtomicBool::new(false)));
    let replayed = replay(&found[0], Allowance::default(), stop).unwrap();
    assert!(replayed.same_program && replayed.same_version);
    assert_eq!(replayed.finding.map(|one| one.state), Some(State::Confirmed));
    let fixed = Scripted::new("");
    std::fs::copy(&fixed.compiler, &compiler.compiler).unwrap();
    assert_eq!(replay(&found[0], Allowance::default(), stop).unwrap().finding, None);
}

#[test]
fn a_report_has_the_form_of_the_tracker() {
    let compiler = Scripted::new(&changing("-O2", WRONG));
    let lab = compiler.lab(&["-O0", "-O2"], false);
    let (found, _) = compiler.hunt(&lab, 1);
    let stop = Box::leak(Box::new(AtomicBool::new(false)));
    let (program, level) = (&found[0].program, &["-O2".to_owned()]);
    let toolchain = &lab.toolchains[0];
    let asked = Asked { program, toolchain, level, input: &[], args: &[] };
    let certificate = certify(&asked, stop).unwrap();
    assert_eq!(certificate.standing, Standing::Defined, "{certificate}");
    assert_eq!(certificate.answer, found[0].expected);
    let folder = compiler.folder.path().join("report");
    let plain = plain(&found[0], stop).unwrap();
    // What the finding does not need is gone; the compiler is not on PATH.
    let command = report::shell(&plain.compile[0]);
    let path = compiler.compiler.display();
    assert_eq!(command, format!("{path} -O2 -o ./program program.c"));
    let certified = Certified { certificate, plain };
    report::write_certified(&found[0], &certified, &folder, Path::new("elenchus")).unwrap();
    let text = std::fs::read_to_string(folder.join("bugzilla.txt")).unwrap();
    for part in [
        "Product:        gcc\n",
        "Component:      middle-end\n",
        "Keywords:       wrong-code\n",
        "Summary:        wrong code at -O2 on x86_64-linux\n",
        "\n$ cat program.c\n",
        "checksum = 7",
        "Seen to be right: testcc -O0\n",
        "free of undefined behaviour",
        "Configured with: ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // What is for one reader is in no other file.
    assert!(!folder.join("llvm-issue.md").exists());
    // As clang, it is reported to LLVM.
    let version = "Debian clang version 14.0.6".to_owned();
    let plain = Finding { version, ..certified.plain };
    let certified = Certified { plain, ..certified };
    let folder = compiler.folder.path().join("other");
    report::write_certified(&found[0], &certified, &folder, Path::new("elenchus")).unwrap();
    let text = std::fs::read_to_string(folder.join("llvm-issue.md")).unwrap();
    for part in ["Title: wrong code at -O2", "Labels: miscompilation\n", "### The program is well-"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_fault_has_a_place_and_silence_is_no_proof() {
    let compiler = Scripted::new("");
    let lab = compiler.lab(&["-O0"], false);
    let stop = Box::leak(Box::new(AtomicBool::new(false)));
    let certified = |text: &str| {
        let files = vec![ProgramFile::new("program.c", text)];
        let program = Program { files, flags: Vec::new() };
        let asked = Asked {
            program: &program,
            toolchain: &lab.toolchains[0],
            level: &[],
            input: &[],
            args: &[],
        };
        certify(&asked, stop).unwrap()
    };
    // No sanitizer of gcc or clang sees that an array is left inside of another.
    let found = certified("int a[2][2];\nint main(void) { return a[0][2]; }\n");
    assert_eq!(found.standing, Standing::AtFault);
    assert_eq!(found.place.as_deref(), Some("program.c:2:25"));
    assert!(found.sanitizers.is_empty() && found.answer.is_none());
    // What the preprocessor gives is another text on other targets.
    let found = certified("int main(void) { return __INT_MAX__ > 9 ? 0 : 1; }\n");
    assert_eq!((found.standing, found.others), (Standing::Defined, Vec::new()));
}
