//! How sure a hunt is, and why.

use elenchus_campaign::examine::{Origin, examine};
use elenchus_campaign::finding::{Finding, Kind, State};
use elenchus_campaign::lab::Lab;
use elenchus_campaign::source::Source;
use elenchus_compilers::probe;
use elenchus_compilers::toolchain::{Given, Run, Tool};

use crate::scripted::{Scripted, changing};

/// Wrong at every level.
const WRONG: &str = "s/\"checksum = /\"checksum = 7/";

/// A lab with this compiler and others, where nobody else is asked about programs.
fn lab(compiler: &Scripted, others: Vec<Given>) -> Lab {
    let levels = vec![vec!["-O2".to_owned()]];
    let given = Given { levels, ..Given::command(&compiler.compiler.display().to_string()) };
    let mut lab = compiler.lab_of(&[vec![given], others].concat());
    lab.ask_only(Vec::new());
    lab
}

fn gcc(run: Run, tool: Tool) -> Given {
    let levels = vec![vec!["-O1".to_owned()]];
    Given { levels, run, tool, ..Given::command("gcc") }
}

/// The one finding of a hunt with one program.
fn found(compiler: &Scripted, lab: &Lab) -> Finding {
    let (mut found, _) = compiler.hunt(lab, 1);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[track_caller]
fn check(found: &Finding, state: State, why: &str) {
    assert_eq!(found.state, state, "{:?}", found.reasons);
    assert!(found.reasons.iter().any(|one| one.contains(why)), "{:?}", found.reasons);
}

#[test]
fn who_never_ran_the_program_sides_with_nobody() {
    let compiler = Scripted::new(&changing("-O2", WRONG));
    let analyser = Given::command("gcc -fsyntax-only");
    let check = |others: Vec<Given>, state, why| {
        std::fs::remove_file(compiler.store()).ok();
        check(&found(&compiler, &lab(&compiler, others)), state, why);
    };
    let nobody = "no program that was run gave the machine's answer";
    check(Vec::new(), State::Disputed, nobody);
    check(vec![Given { tool: Tool::Analyser, ..analyser.clone() }], State::Disputed, nobody);
    check(vec![gcc(Run::Never, Tool::Compiler)], State::Disputed, nobody);
    check(
        vec![gcc(Run::Native, Tool::Compiler)],
        State::Confirmed,
        "with the machine side gcc -O1",
    );
}

/// A rejection needs somebody who ran the program, too.
#[test]
fn who_never_ran_the_program_does_not_make_it_valid() {
    let rejects = "echo 'program.c:7:9: error: no such thing' >&2; exit 1";
    let compiler = Scripted::new(rejects);
    let check = |others: Vec<Given>, state| {
        std::fs::remove_file(compiler.store()).ok();
        let found = found(&compiler, &lab(&compiler, others));
        assert_eq!((found.kind, found.state), (Kind::Rejected, state), "{:?}", found.reasons);
    };
    check(vec![gcc(Run::Never, Tool::Compiler)], State::Disputed);
    check(vec![gcc(Run::Native, Tool::Compiler)], State::Confirmed);
}

/// A sanitizer build has no complaint only if it compiled, ran and ended as foretold.
#[test]
fn a_sanitizer_build_that_broke_is_no_consent() {
    let compiler = Scripted::new(&changing("-O2", WRONG));
    let check = |script: &str, state, why| {
        std::fs::remove_file(compiler.store()).ok();
        let other = Scripted::new(&format!("case \"$*\" in *-fsanitize*) {script} ;; esac"));
        let mut lab = lab(&compiler, vec![gcc(Run::Native, Tool::Compiler)]);
        // Who says the same of itself is taken for the same compiler.
        let text = std::fs::read_to_string(&other.compiler).unwrap();
        let text =
            text.replacen("here=", "case $1 in --version) echo clang; exit ;; esac\nhere=", 1);
        std::fs::write(&other.compiler, text).unwrap();
        let given = Given::command(&other.compiler.display().to_string());
        let folder = lab.scratch.fresh("witness").unwrap();
        lab.ask_only(vec![probe::measure(&given, &folder).unwrap()]);
        check(&found(&compiler, &lab), state, why);
    };
    let nobody = "no build with sanitizers could be made and run";
    check("", State::Confirmed, "with the machine side gcc -O1, testcc with sanitizers");
    check("echo 'error: no such option' >&2; exit 1", State::Suspected, nobody);
    check("kill -SEGV $$", State::Suspected, nobody);
    check("exit 0", State::Suspected, nobody);
    let change = |change: &str| changing("-fsanitize", change);
    check(&change("s/return 0/return *\"\" \\/ *\"\"/"), State::Disputed, "division by zero");
    check(&change(WRONG), State::Disputed, "does not do what the machine says");
}

/// Of a compiler that is killed only Elenchus says by what; its script must do without.
#[test]
fn every_signal_is_shown_by_the_script() {
    for signal in ["HUP", "ILL", "ABRT", "FPE", "KILL", "SEGV", "PIPE", "TERM", "XFSZ", "SYS"] {
        let compiler = Scripted::new(&format!("echo 'error: not mine' >&2; kill -{signal} $$"));
        let found = found(&compiler, &lab(&compiler, Vec::new()));
        assert_eq!((found.kind, found.state), (Kind::Crash, State::Confirmed), "{signal}");
        check(&found, State::Confirmed, "its own repro.sh shows it");
    }
}

#[test]
fn what_ends_well_and_makes_no_program_is_shown_by_the_script() {
    // Nothing, nothing in it, nothing that can be started, a folder.
    let out = "while [ $1 != -o ]; do shift; done; rm -rf $2";
    for made in ["", "> $2", "echo x > $2", "> $2; chmod +x $2", "mkdir $2"] {
        let compiler = Scripted::new(&format!("{out}; {made}; exit 0"));
        let gcc = gcc(Run::Native, Tool::Compiler);
        let found = found(&compiler, &lab(&compiler, vec![gcc]));
        assert_eq!((found.kind, found.state), (Kind::Rejected, State::Confirmed), "{made}");
    }
}

/// It is right in every other folder.
#[test]
fn what_only_we_can_see_is_not_confirmed() {
    let check = |when: &str| {
        let compiler =
            Scripted::new(&changing("-O2", WRONG).replacen("case", &format!("{when} && case"), 1));
        let found = found(&compiler, &lab(&compiler, vec![gcc(Run::Native, Tool::Compiler)]));
        assert_eq!(found.kind, Kind::WrongOutput);
        self::check(&found, State::Suspected, "repro.sh, run in an empty folder");
    };
    check("[ ! -e repro.sh ]");
    check("[ -n \"$XDG_RUNTIME_DIR$USER$PWD\" ] && [ -n \"$ASAN_OPTIONS\" ]");
}

/// A compiler of no known family that refuses programs, beside a gcc that runs them.
fn refused(text: &str, said: &str, at: &str) -> Vec<Finding> {
    let script = format!("case \"$*\" in *'{at}'*) echo '{said}' >&2; exit 1 ;; esac");
    let compiler = Scripted::new(&script);
    let script = std::fs::read_to_string(&compiler.compiler).unwrap();
    let script = script.replacen("here=", "case $1 in --version) echo odd; exit ;; esac\nhere=", 1);
    std::fs::write(&compiler.compiler, script).unwrap();
    let levels = ["-O1", "-O2"].map(|level| vec![level.to_owned()]).to_vec();
    let given = Given { levels, ..Given::command(&compiler.compiler.display().to_string()) };
    let mut lab = compiler.lab_of(&[given, gcc(Run::Native, Tool::Compiler)]);
    lab.ask_only(Vec::new());
    let corpus = compiler.folder.path().join("corpus");
    std::fs::create_dir(&corpus).unwrap();
    std::fs::write(corpus.join("a.c"), text).unwrap();
    let source = Source::folder(&corpus, Vec::new()).unwrap();
    let test = source.make(0, &lab.scratch.fresh("make").unwrap(), lab.stop).unwrap();
    let origin = Origin { source: &source, seed: 0 };
    let folder = lab.scratch.fresh("test").unwrap();
    examine(&lab, &test, &origin, folder, &|_| true).unwrap().unwrap().findings
}

#[test]
fn who_refuses_what_is_not_in_c_is_not_accused() {
    let no = "program.c:1: error: no such thing";
    let check = |text: &str, state, why| {
        let found = refused(text, no, " -o ");
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        self::check(&found[0], state, why);
        // Who takes it at another level has what is in it.
        let found = refused(text, no, "-O2'*' -o ");
        let states: Vec<State> = found.iter().map(|one| one.state).collect();
        assert_eq!(states, [State::Confirmed], "{found:?}");
    };
    check("int main(void) { return 0; }\n", State::Confirmed, "with the machine side gcc -O1");
    let nested = "int main(void) { int f(void) { return 0; } return f(); }\n";
    check(nested, State::Disputed, "ISO C forbids nested functions");
    let builtin = "int main(void) { return __builtin_abs(0); }\n";
    check(builtin, State::Disputed, "uses `__builtin_abs`, which is not in C");
    let typeof_ = "int main(void) { typeof(1) x = 0; return x; }\n";
    check(typeof_, State::Disputed, "asked for nothing but C");
}

#[test]
fn who_refuses_more_than_c_promises_is_not_accused() {
    let text = format!("int main(void) {{ return {}0{}; }}\n", "(".repeat(99), ")".repeat(99));
    let found = refused(&text, "error: too deep", " -o ");
    check(&found[0], State::Disputed, "there are 99 parentheses in each other");
}

#[test]
fn a_definition_that_is_missing_is_the_fault_of_the_program() {
    let said = "/tmp/x.o: undefined reference to `other`";
    let text = "int other(void);\nint main(void) { return 0 ? other() : 0; }\n";
    assert_eq!(refused(text, said, " -o "), []);
    // One that is there was lost, and one that nobody speaks of is not the program's.
    let text = "int other(void) { return 0; }\nint main(void) { return other(); }\n";
    assert_eq!(refused(text, said, " -o ")[0].state, State::Confirmed);
    let text = "int main(void) { return 0; }\n";
    assert_eq!(refused(text, said, " -o ")[0].state, State::Confirmed);
}

/// Then we are wrong, most likely, and say so.
#[test]
fn a_program_that_every_compiler_refuses_accuses_none() {
    let refuses = "echo 'program.c:7:9: error: no such thing' >&2; exit 1";
    let [one, other] = [Scripted::new(refuses), Scripted::new(refuses)];
    let script = std::fs::read_to_string(&other.compiler).unwrap();
    let script = script.replacen("here=", "case $1 in --version) echo odd; exit ;; esac\nhere=", 1);
    std::fs::write(&other.compiler, script).unwrap();
    let lab = lab(&one, vec![Given::command(&other.compiler.display().to_string())]);
    let (found, summary) = one.hunt(&lab, 2);
    assert_eq!(found, []);
    assert_eq!(summary.refused, 2);
    assert_eq!(summary.refused_names, ["seed 1", "seed 2"]);
}

/// Nobody must take what is not in the edition of C that it says it is of.
#[test]
fn who_says_that_it_is_of_an_earlier_edition() {
    let check = |edition: &str, state: State, why: &str| {
        let preprocesses = format!("*' -E '*) exec gcc {edition} \"$@\" ;;");
        let compiler = Scripted::new(&format!(
            "case \"$*\" in {preprocesses} esac\necho 'error: no such thing' >&2; exit 1"
        ));
        let text = std::fs::read_to_string(&compiler.compiler).unwrap();
        let text =
            text.replacen("here=", "case $1 in --version) echo oddcc; exit ;; esac\nhere=", 1);
        let text = text.replacen("*) exec gcc", &format!("{preprocesses} *) exec gcc"), 1);
        std::fs::write(&compiler.compiler, text).unwrap();
        let corpus = compiler.folder.path().join("corpus");
        std::fs::create_dir_all(&corpus).unwrap();
        let text = "_Atomic int x; int main(void) { x = 1; return x - 1; }\n";
        std::fs::write(corpus.join("a.c"), text).unwrap();
        let source = Source::folder(&corpus, Vec::new()).unwrap();
        let lab = lab(&compiler, vec![gcc(Run::Native, Tool::Compiler)]);
        let (found, _) = compiler.hunt_at(&lab, source, 0, 1);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].kind, Kind::Rejected);
        self::check(&found[0], state, why);
    };
    check("-std=c11", State::Confirmed, "its own repro.sh shows it");
    check("-std=c99", State::Disputed, "the program uses `_Atomic`, and testcc is of 199901");
    let without = "-std=c11 -D__STDC_NO_ATOMICS__=1";
    check(without, State::Disputed, "testcc defines `__STDC_NO_ATOMICS__`");
}
