//! Facts of small programs: `tests/c/facts/NAME.c` and, beside it, what is known at each
//! of its points and what cannot be shown to be safe. `ELENCHUS_BLESS=1` writes that anew.

use std::fmt::Write;
use std::path::Path;
use std::rc::Rc;

use elenchus_front::parse_unit;
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_machine::{Limits, Machine, Verdict};
use elenchus_produce::facts::check::Check;
use elenchus_produce::facts::emit::Form;
use elenchus_produce::facts::{self, Facts, Kind};
use elenchus_produce::generate::{Preset, Settings};

use crate::{settings, text};

fn parsed(text: &str) -> Program {
    let mut program = Program::new(Target::x86_64(), Language::GNU11);
    let parsed = parse_unit(&mut program, "facts.c", text.as_bytes());
    assert!(parsed.accepted(), "{:?}", parsed.diagnostics.list);
    program
}

fn facts(program: &Program) -> Facts {
    facts::analyse(program).unwrap_or_else(|error| panic!("{error}"))
}

/// The points line by line, then the problems.
fn shown(text: &str) -> String {
    let program = parsed(text);
    let facts = facts(&program);
    let line = |offset: u32| text[..offset as usize].matches('\n').count() + 1;
    let source = |offset: u32| text.lines().nth(line(offset) - 1).unwrap_or("").trim().to_owned();
    let mut out = String::new();
    let (mut shown, mut before) = (0, Vec::new());
    for point in facts.points(&program) {
        let start = point.span(&program).start;
        if line(start) != shown {
            shown = line(start);
            let _ = writeln!(out, "{shown}: {}", source(start));
        }
        let known = facts.at(&program, point);
        for fact in known.iter().filter(|fact| !before.contains(*fact)) {
            let _ = writeln!(out, "    {fact}");
        }
        before = known;
        if let Some(effects) = facts.effects_at(&program, point) {
            let _ = writeln!(out, "    {effects}");
        }
    }
    let _ = writeln!(out, "problems:");
    for problem in facts.problems() {
        let span = program.exprs[problem.at].span;
        let (start, end) = (span.start as usize, span.end as usize);
        let turn = match problem.turn {
            0 => String::new(),
            turn => format!(", in turn {turn}"),
        };
        let (line, name) = (line(span.start), problem.kind.name());
        let _ = writeln!(out, "    {line}: {name}: {}{turn}", &text[start..end]);
    }
    out
}

#[test]
fn facts_of_the_listings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c/facts");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for path in files {
        let text = std::fs::read_to_string(&path).expect("it is text");
        let (shown, beside) = (shown(&text), path.with_extension("facts"));
        if std::env::var_os("ELENCHUS_BLESS").is_some() {
            std::fs::write(&beside, &shown).expect("it can be written");
        }
        let expected = std::fs::read_to_string(&beside).unwrap_or_default();
        assert_eq!(shown, expected, "{}", path.display());
    }
}

/// Runs a program beside its facts; gives what is not true, and how much was compared.
fn refuted(program: Program) -> (Vec<String>, u64) {
    let facts = facts(&program);
    let program = Rc::new(program);
    let machine = Machine::new(Rc::clone(&program), Limits::default());
    let (_, check) = machine.run_with(Check::new(program, facts), &[]);
    (check.refuted.iter().map(ToString::to_string).collect(), check.compared)
}

#[test]
fn facts_of_generated_programs_are_true() {
    for preset in Preset::ALL {
        for seed in 1..=6 {
            let text = text(&settings(preset, 4_000), seed);
            let (refuted, compared) = refuted(parsed(&text));
            assert_eq!(refuted, Vec::<String>::new(), "{} {seed}", preset.name());
            assert!(compared > 0);
        }
    }
}

/// A check that cannot fail would be none: here each kind of fact is wrong for another
/// program than it was made for.
#[test]
fn facts_of_another_program_are_refuted() {
    let cases = [
        ("p = &a;", "p = &b;", "p is {a}"),
        ("u.i = 1;", "u.c[0] = 1;", "u is {i}"),
        ("a = 1;", "b = 1;", "it writes {a}"),
        ("int x; x = 1;", "int x = 2; x = 1;", "x is {GARBAGE}"),
    ];
    for (known, run, fact) in cases {
        let text = |statement: &str| {
            format!(
                "int a, b, *p = &b; union {{ int i; char c[4]; }} u = {{ .i = 0 }};\n\
                 int main(void) {{ {statement} return 0; }}"
            )
        };
        let (known, run) = (parsed(&text(known)), parsed(&text(run)));
        let facts = facts(&known);
        let run = Rc::new(run);
        let machine = Machine::new(Rc::clone(&run), Limits::default());
        let (_, check) = machine.run_with(Check::new(run, facts), &[]);
        let found: Vec<&str> = check.refuted.iter().map(|refuted| &refuted.fact[..]).collect();
        assert!(found.contains(&fact), "{fact}: {found:?}");
    }
}

/// Any one of the statements from 8 to 11 of the listing, and no more than one, has to go.
#[test]
fn one_statement_of_the_loop_is_enough() {
    let text = include_str!("../../../../tests/c/facts/listing-4-1.c");
    for line in ["p3 = p2;", "*p3 = 0;", "p2 = p1;", "p1 = 0;"] {
        let without = text.replacen(line, ";", 1);
        assert_ne!(without, text);
        assert_eq!(facts(&parsed(&without)).problems(), [], "{line}");
    }
}

#[test]
fn facts_in_the_text_are_true_and_can_fail() {
    let of = |form| Settings { emit_facts: Some(form), ..settings(Preset::Mix, 4_000) };
    for seed in 1..=3 {
        let plain = text(&settings(Preset::Mix, 4_000), seed);
        let comments = text(&of(Form::Comment), seed);
        let facts = comments.lines().filter(|line| line.trim_start().starts_with("/* "));
        assert!(facts.count() > 1);
        let rest: Vec<&str> =
            comments.lines().filter(|line| !line.trim_start().starts_with("/* ")).collect();
        let all = plain.lines().filter(|line| !line.starts_with("/* ")).collect::<Vec<_>>();
        assert_eq!(rest, all);
    }
    let said = text(&of(Form::Assert), 1);
    let first = said.find("    fact(").expect("a fact") + "    fact(".len();
    let wrong = format!("{}0 && {}", &said[..first], &said[first..]);
    let verdict =
        |text: &str| Machine::new(Rc::new(parsed(text)), Limits::default()).run(&[]).verdict;
    assert_eq!(verdict(&said), Verdict::Exit(0));
    assert_eq!(verdict(&wrong), Verdict::Abort);
}

#[test]
fn the_null_pointer_comes_in_the_third_turn() {
    let text = include_str!("../../../../tests/c/facts/listing-4-1.c");
    let program = parsed(text);
    let problems = facts(&program).problems().to_vec();
    let [problem] = problems[..] else { panic!("{problems:?}") };
    let line = text[..program.exprs[problem.at].span.start as usize].matches('\n').count() + 1;
    assert_eq!((problem.kind, problem.turn), (Kind::Null, 3));
    assert_eq!(text.lines().nth(line - 1), Some("        *p3 = 0;"));
}
