//! Programs of every setting, compiled and run by gcc.

use std::path::Path;
use std::process::{Command, Output};
use std::rc::Rc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Machine, Verdict};
use elenchus_produce::generate::{Check, FloatMode, Generated, Layout, Preset, Settings};
use tempfile::TempDir;

use crate::{made, settings};

fn folder(program: &Generated) -> TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    for (name, text) in &program.files {
        std::fs::write(dir.path().join(name), text).expect("it is written");
    }
    dir
}

/// Compiles with gcc, which must accept it, and runs it.
fn run_in(dir: &Path, args: &[&str]) -> Output {
    run_with("gcc", dir, args)
}

fn run_with(compiler: &str, dir: &Path, args: &[&str]) -> Output {
    let output =
        Command::new(compiler).current_dir(dir).args(args).args(["-w", "-o", "program"]).output();
    let output = output.expect("the compiler is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Command::new(dir.join("program")).output().expect("it runs")
}

fn check(settings: &Settings, seeds: std::ops::Range<u64>, args: &[&str]) {
    for seed in seeds {
        let program = made(settings, seed);
        let output = run_in(folder(&program).path(), args);
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(printed, program.output, "seed {seed} with {args:?}");
        assert_eq!(output.status.code(), Some(0), "seed {seed} with {args:?}");
    }
}

const STRICT: [&str; 3] = ["-std=c11", "-pedantic-errors", "program.c"];

#[test]
fn every_preset_at_two_levels() {
    for preset in Preset::ALL {
        let small = settings(preset, 4_000);
        check(&small, 0..6, &[&STRICT[..], &["-O0"]].concat());
        check(&small, 0..6, &[&STRICT[..], &["-O3"]].concat());
    }
}

#[test]
fn no_sanitizer_alarms() {
    let sanitize = ["-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-O1"];
    for preset in Preset::ALL {
        check(&settings(preset, 4_000), 20..24, &[&STRICT[..], &sanitize].concat());
    }
}

#[test]
fn options_of_the_language() {
    let mix = settings(Preset::Mix, 6_000);
    let cases = [
        (Settings { int128: true, ..mix.clone() }, "__int128"),
        (Settings { vectors: true, ..mix.clone() }, "vector_size"),
        (Settings { builtins: true, ..mix.clone() }, "__builtin_"),
        (Settings { case_ranges: true, ..mix.clone() }, " ... "),
        (Settings { float: FloatMode::Exact, ..mix.clone() }, "double"),
    ];
    for (settings, sign) in cases {
        let texts: Vec<String> = (0..8).map(|seed| crate::text(&settings, seed)).collect();
        assert!(texts.iter().any(|text| text.contains(sign)), "no {sign}");
        check(&settings, 0..3, &["program.c", "-O2"]);
    }
    let none = Settings { float: FloatMode::None, ..mix.clone() };
    let basic = Settings { basic: true, ..mix };
    for seed in 0..8 {
        let text = crate::text(&none, seed);
        assert!(!text.contains("double") && !text.contains("float"));
        let text = crate::text(&basic, seed);
        assert!(!text.contains("long double") && !text.contains("register"));
        assert!(!(0..6).any(|member| text.contains(&format!(" m{member} : "))));
    }
}

/// What they make of it is their affair.
#[test]
fn small_compilers_take_basic_programs() {
    for compiler in ["tcc", "pcc", "chibicc"] {
        if Command::new(compiler).arg("--version").output().is_err() {
            eprintln!("skipped: {compiler} is not here");
            continue;
        }
        for preset in Preset::ALL {
            let basic = Settings { basic: true, ..settings(preset, 6_000) };
            for seed in 0..6 {
                run_with(compiler, folder(&made(&basic, seed)).path(), &["program.c"]);
            }
        }
    }
}

/// Tolerant results are printed apart, and are near 0.75.
#[test]
fn tolerant_floats_stand_apart() {
    let settings = Settings { float: FloatMode::Tolerant, ..settings(Preset::Scalar, 3_000) };
    for seed in 0..4 {
        let program = made(&settings, seed);
        let (apart, rest): (Vec<&str>, Vec<&str>) =
            program.output.lines().partition(|line| line.starts_with('~'));
        assert_eq!((apart.len(), rest.len()), (6, 1));
        for line in apart {
            let value: f64 =
                line.rsplit(' ').next().and_then(|v| v.parse().ok()).expect("a number");
            assert!((0.4..=1.01).contains(&value), "{line}");
        }
        let output = run_in(folder(&program).path(), &["program.c", "-O2"]);
        let theirs = String::from_utf8_lossy(&output.stdout).into_owned();
        for (ours, theirs) in program.output.lines().zip(theirs.lines()) {
            let number = |line: &str| line.rsplit(' ').next().and_then(|v| v.parse::<f64>().ok());
            match ours.starts_with('~') {
                true => assert!((number(ours).unwrap() - number(theirs).unwrap()).abs() < 1e-4),
                false => assert_eq!(ours, theirs),
            }
        }
    }
}

#[test]
fn layouts() {
    let split = Settings { layout: Layout::Split, ..settings(Preset::Mix, 5_000) };
    check(&split, 0..3, &["driver.c", "tests.c", "-O2"]);
    // Neither file alone has everything.
    let program = made(&split, 0);
    let file = |name: &str| &program.files.iter().find(|(n, _)| n == name).expect("a file").1;
    assert!(file("tests.c").contains("test0") && !file("tests.c").contains("main"));
    assert!(!file("driver.c").contains("void test0(void) {"));
    let shared = Settings { layout: Layout::Shared, ..split };
    let program = made(&shared, 1);
    let dir = folder(&program);
    let made = Command::new("make").current_dir(dir.path()).arg("CC=gcc -w").output();
    // Not every machine has make; the command is what counts.
    if let Ok(made) = made {
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        assert!(dir.path().join("libtests.so").exists());
        let output = Command::new("./program").current_dir(dir.path()).output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), program.output);
    }
}

/// A program that checks itself sees a changed constant.
#[test]
fn programs_check_themselves() {
    for (check_by, freestanding) in [
        (Check::Expected, false),
        (Check::Expected, true),
        (Check::Values, false),
        (Check::Values, true),
    ] {
        let settings = Settings { check: check_by, freestanding, ..settings(Preset::Mix, 4_000) };
        let args: &[&str] =
            if freestanding { &["program.c", "-ffreestanding"] } else { &["program.c"] };
        check(&settings, 0..3, args);
        let mut noticed = 0;
        for seed in 0..6 {
            let text = crate::text(&settings, seed);
            let prints = check_by == Check::Values && !freestanding;
            assert_eq!(text.contains("printf"), prints);
            // The same program, but a variable begins with another value.
            let broken = text.replacen("unsigned int g1 = ", "unsigned int g1 = 1U + ", 1);
            assert_ne!(broken, text);
            let dir = tempfile::tempdir().expect("a folder");
            std::fs::write(dir.path().join("program.c"), broken).expect("it is written");
            let output = run_in(dir.path(), args);
            if output.status.code() == Some(1) {
                noticed += 1;
                assert_eq!(prints, String::from_utf8_lossy(&output.stdout).contains("NG "));
            }
        }
        assert!(noticed >= 3, "{check_by:?}: {noticed} of 6");
    }
}

/// The answers are those of the target.
#[test]
fn another_target() {
    let target = elenchus_lang::target::Target::by_name("i386-linux").expect("known");
    let settings = Settings { target, ..settings(Preset::Mix, 4_000) };
    let probe = tempfile::tempdir().expect("a folder");
    std::fs::write(probe.path().join("t.c"), "int main(void) { return 0; }")
        .expect("it is written");
    let works =
        Command::new("gcc").current_dir(probe.path()).args(["-m32", "t.c", "-o", "t"]).output();
    if works.is_ok_and(|output| output.status.success()) {
        check(&settings, 0..3, &["program.c", "-m32", "-O2"]);
    } else {
        println!("skipped: gcc -m32 does not work here");
    }
}

/// What an edition has came with it, and what it does not have is not used.
#[test]
fn editions() {
    let mix = settings(Preset::Mix, 5_000);
    let of = |name| Settings { language: Language::by_name(name).expect("known"), ..mix.clone() };
    let any = |settings: &Settings, sign: &str| {
        (0..12).any(|seed| crate::text(settings, seed).contains(sign))
    };
    let (c99, c11, c23) = (of("gnu99"), of("gnu11"), of("gnu23"));
    assert!(any(&c11, "_Alignas(") && !any(&c99, "_Alignas("));
    assert!(any(&c23, " bool ") && any(&c23, "= {};") && !any(&c23, "_Bool"));
    assert!(any(&c11, "_Bool ") && !any(&c11, "= {};"));
    check(&c99, 0..4, &["-std=c99", "-pedantic-errors", "-O2", "program.c"]);
    let compilers = ["gcc", "clang", "gcc-14", "clang-19", "clang-22"];
    let Some(compiler) = compilers.into_iter().find(|one| knows_c23(one)) else {
        println!("skipped: no compiler here knows C23");
        return;
    };
    for seed in 0..4 {
        let program = made(&c23, seed);
        let args = ["-std=c2x", "-pedantic-errors", "-O2", "program.c"];
        let output = run_with(compiler, folder(&program).path(), &args);
        assert_eq!(String::from_utf8_lossy(&output.stdout), program.output, "{seed}");
    }
}

fn knows_c23(compiler: &str) -> bool {
    let dir = tempfile::tempdir().expect("a folder");
    let text = "bool b = true; int a[2] = {}; int main(void) { return b && a[0]; }";
    std::fs::write(dir.path().join("t.c"), text).expect("it is written");
    let mut command = Command::new(compiler);
    command.args(["-std=c2x", "-pedantic-errors", "-fsyntax-only", "t.c"]);
    command.current_dir(dir.path()).output().is_ok_and(|output| output.status.success())
}

/// Without `long`, a program means the same for 32 bits.
#[test]
fn portable_programs() {
    let i386 = elenchus_lang::target::Target::by_name("i386-linux").expect("known");
    let portable = Settings { portable: true, ..settings(Preset::Mix, 4_000) };
    for seed in 0..12 {
        let program = made(&portable, seed);
        let text = &program.files[0].1;
        let words: Vec<&str> = text.split_whitespace().collect();
        let line = words.join(" ").replace("long long", "").replace("long double", "");
        assert!(!line.contains("long"), "seed {seed}");
        let mut tree = Program::new(i386, Language::GNU17);
        assert!(parse_unit(&mut tree, "program.c", text.as_bytes()).accepted());
        let outcome = Machine::new(Rc::new(tree), Limits::default()).run(&[]);
        assert_eq!(outcome.verdict, Verdict::Exit(0), "seed {seed}");
        assert_eq!(String::from_utf8_lossy(&outcome.output), program.output, "seed {seed}");
    }
}
