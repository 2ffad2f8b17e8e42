//! Sanitizers that miss a planted defect, see it elsewhere, or see what is not there.

use elenchus_campaign::examine::{Origin, examine};
use elenchus_campaign::finding::{Finding, Kind, State};
use elenchus_campaign::lab::{Allowance, Lab};
use elenchus_campaign::oracle;
use elenchus_campaign::outcome::Outcome;
use elenchus_campaign::source::{Source, Test};
use elenchus_compilers::toolchain::{Given, Tool};
use elenchus_lang::undefined::Undefined;
use elenchus_produce::plant::{Label, Part};

use crate::oracles::shows_itself;
use crate::scripted::{Scripted, changing};

/// Takes options that begin like this away where the arguments have `flag`.
fn without(option: &str, flag: &str) -> String {
    format!(
        "case \"$*\" in *{flag}*) n=$#; while [ $n -gt 0 ]; do one=$1; shift; n=$((n-1))\n\
         case $one in {option}*) ;; *) set -- \"$@\" \"$one\" ;; esac; done ;; esac"
    )
}

fn source() -> Source {
    Source::Plant { preset: "mix".into(), size: 700 }
}

/// The first program of the source with this defect.
fn first(lab: &Lab, defect: (Undefined, Part)) -> (u64, Test) {
    let programs = (0..2000).filter_map(|seed| {
        let made = source().make(seed, &lab.scratch.fresh("make").unwrap(), lab.stop);
        Some((seed, made.ok()?))
    });
    let has_it = |(_, test): &(u64, Test)| {
        let text = String::from_utf8_lossy(&test.program.files[0].text);
        Label::of(&text).is_some_and(|label| (label.kind, label.part) == defect)
    };
    programs.into_iter().find(has_it).expect("every kind has its turn")
}

fn lab(compiler: &Scripted) -> Lab {
    prepared(compiler.lab(&["-O0"], true))
}

fn prepared(mut lab: Lab) -> Lab {
    lab.oracles = vec![oracle::by_name("plant").unwrap()];
    lab.allowance = Allowance::default();
    lab
}

fn found(lab: &Lab, defect: (Undefined, Part)) -> Vec<Finding> {
    let (seed, test) = first(lab, defect);
    let origin = Origin { source: &source(), seed };
    let folder = lab.scratch.fresh("test").unwrap();
    examine(lab, &test, &origin, folder, &|_| true).unwrap().unwrap().findings
}

fn short(found: &[Finding]) -> Vec<(Kind, State)> {
    found.iter().map(|one| (one.kind, one.state)).collect()
}

const OVERFLOW: (Undefined, Part) = (Undefined::SignedOverflow, Part::Reached);

#[test]
fn good_sanitizers_see_what_they_promise_and_no_more() {
    let compiler = Scripted::new("");
    let lab = lab(&compiler);
    let defects = [
        OVERFLOW,
        (Undefined::UseAfterFree, Part::Reached),
        (Undefined::UseAfterFree, Part::Unreached),
        (Undefined::DivisionByZero, Part::Twin),
    ];
    for defect in defects {
        let found = found(&lab, defect);
        let sure: Vec<_> = found.iter().filter(|one| one.state == State::Confirmed).collect();
        assert!(sure.is_empty(), "{defect:?}: {sure:?}");
    }
}

#[test]
fn a_sanitizer_that_is_blind() {
    let compiler = Scripted::new(&without("-fsanitize=", "-O0*-fsanitize="));
    let found = found(&lab(&compiler), OVERFLOW);
    assert_eq!(short(&found), [(Kind::Missed, State::Confirmed)], "{found:?}");
    assert_eq!(found[0].compiler.name, "testcc");
    let Outcome::Unseen { defect, said: None, .. } = &found[0].actual else { panic!() };
    assert!(defect.starts_with("signed-overflow "), "{defect}");
    let reasons = found[0].reasons.join("\n");
    assert!(reasons.contains("its documentation says"), "{reasons}");
    assert!(
        reasons.contains(" with -fsanitize=signed-integer-overflow sees it in line"),
        "{reasons}"
    );
    shows_itself(&compiler, &found[0]);
}

#[test]
fn what_only_an_optimised_build_misses_is_suspected() {
    let compiler = Scripted::new(&without("-fsanitize=", "-O[123s]*-fsanitize="));
    let found = found(&lab(&compiler), OVERFLOW);
    let of_it: Vec<_> = found.iter().filter(|one| one.compiler.name == "testcc").collect();
    assert_eq!(of_it.len(), 1, "{found:?}");
    assert_eq!((of_it[0].kind, of_it[0].state), (Kind::Missed, State::Suspected));
}

#[test]
fn nobody_is_accused_by_the_machine_alone() {
    let compiler = Scripted::new(&without("-fsanitize=", "-O0*-fsanitize="));
    let mut lab = prepared(compiler.lab(&["-O0"], false));
    lab.ask_only(Vec::new());
    let found = found(&lab, OVERFLOW);
    assert_eq!(short(&found), [(Kind::Missed, State::Suspected)], "{found:?}");
}

#[test]
fn a_sanitizer_that_accuses_another_line() {
    let compiler = Scripted::new(&changing("-O0*-fsanitize=", "1i # 4000 \"program.c\""));
    let found = found(&lab(&compiler), OVERFLOW);
    assert_eq!(short(&found), [(Kind::WrongLine, State::Confirmed)], "{found:?}");
    shows_itself(&compiler, &found[0]);
}

#[test]
fn a_sanitizer_that_stops_what_is_not_executed() {
    let change = "1i # 1 \"program.c\"\ns/if (zero) {/if (!zero) {/";
    let compiler = Scripted::new(&changing("-O0*-fsanitize=", change));
    let found = found(&lab(&compiler), (Undefined::SignedOverflow, Part::Unreached));
    assert_eq!(short(&found), [(Kind::FalseAlarm, State::Confirmed)], "{found:?}");
    shows_itself(&compiler, &found[0]);
}

/// No analyser promises to see all.
#[test]
fn an_analyser_that_overlooks_something() {
    let compiler = Scripted::new("exit 0");
    let command = format!("{} -fanalyzer {{in}}", compiler.compiler.display());
    let analyser = Given { tool: Tool::Analyser, ..Given::command(&command) };
    let lab = prepared(compiler.lab_of(&[analyser]));
    let found = found(&lab, (Undefined::DoubleFree, Part::Reached));
    assert_eq!(short(&found), [(Kind::Missed, State::Suspected)], "{found:?}");
    shows_itself(&compiler, &found[0]);
}

/// A text with a defect in it may be refused, wherever the defect stands.
#[test]
fn who_refuses_a_planted_program_is_excused() {
    let compiler = Scripted::new("echo 'program.c:3: error: this is undefined' >&2; exit 1");
    let mut lab = lab(&compiler);
    lab.oracles.push(oracle::by_name("answers").unwrap());
    let found = found(&lab, (Undefined::AtomicMember, Part::Unreached));
    assert_eq!(short(&found), []);
}

/// Whoever writes the first line by hand may be wrong: the machine is asked.
#[test]
fn a_text_that_says_something_else_than_the_machine() {
    let compiler = Scripted::new("");
    let lab = lab(&compiler);
    let (_, test) = first(&lab, OVERFLOW);
    let text =
        String::from_utf8_lossy(&test.program.files[0].text).replace("at line ", "at line 9");
    let corpus = compiler.folder.path().join("corpus");
    std::fs::create_dir_all(&corpus).unwrap();
    std::fs::write(corpus.join("a.c"), text).unwrap();
    let source = Source::folder(&corpus, Vec::new()).unwrap();
    let test = source.make(0, &lab.scratch.fresh("make").unwrap(), lab.stop).unwrap();
    let origin = Origin { source: &source, seed: 0 };
    let folder = lab.scratch.fresh("test").unwrap();
    let found = examine(&lab, &test, &origin, folder, &|_| true).unwrap().unwrap().findings;
    assert!(!found.is_empty() && found.iter().all(|one| one.state == State::Disputed), "{found:?}");
}
