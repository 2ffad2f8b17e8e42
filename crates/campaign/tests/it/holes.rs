//! Variants of files whose holes are filled with any names: they need not be C.

use elenchus_campaign::examine::{Origin, examine};
use elenchus_campaign::finding::{Finding, Kind, State};
use elenchus_campaign::source::Source;
use elenchus_produce::enumerate::Holes;

use crate::scripted::Scripted;

/// What is found with the first variant with such holes.
fn found(script: &str, holes: Holes) -> Vec<Finding> {
    let compiler = Scripted::new(script);
    let corpus = compiler.folder.path().join("corpus");
    std::fs::create_dir_all(&corpus).unwrap();
    let text = "struct s { int m; } a; int b;\n\
                int main(void) { if (b) goto up; b = a.m; up: if (b) goto end; end: return b; }\n";
    std::fs::write(corpus.join("a.c"), text).unwrap();
    let lab = compiler.lab(&["-O0"], true);
    let source = Source::variants(&corpus, Vec::new()).unwrap();
    let make = |seed| source.make(seed, &lab.scratch.fresh("make").unwrap(), lab.stop).ok();
    let tests = (0..64).filter_map(|seed| Some((seed, make(seed)?)));
    let mut of_these = tests.filter(|(_, test)| test.holes == Some(holes));
    let (seed, test) = of_these.next().expect("some turns have them");
    let origin = Origin { source: &source, seed };
    let folder = lab.scratch.fresh("test").unwrap();
    examine(&lab, &test, &origin, folder, &|_| true).unwrap().unwrap().findings
}

const CRASH: &str = "case \"$*\" in *' -E '*) ;; *)\n\
                     echo 'program.c:1: internal compiler error: in odd_place, at x.cc:7' >&2\n\
                     exit 1 ;; esac";

#[test]
fn who_breaks_down_is_accused_and_the_holes_are_named() {
    for (holes, name) in [(Holes::Typed, "typed"), (Holes::Any, "any"), (Holes::Labels, "labels")] {
        let found = found(CRASH, holes);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].kind, found[0].state), (Kind::Crash, State::Confirmed));
        assert!(found[0].reasons[0].ends_with(&format!("`--holes {name}`")), "{found:?}");
    }
}

#[test]
fn who_refuses_it_or_makes_something_else_of_it_is_not() {
    let refuses = "case \"$*\" in *' -E '*) ;; *) echo 'error: no' >&2; exit 1 ;; esac";
    for holes in [Holes::Any, Holes::Labels] {
        assert_eq!(found(refuses, holes), []);
    }
}
