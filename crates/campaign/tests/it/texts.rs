//! The judge reads what each configuration compiles.

use elenchus_campaign::examine::{Examined, Origin, examine};
use elenchus_campaign::finding::{Finding, Kind, State};
use elenchus_campaign::judge::Judgement;
use elenchus_campaign::lab::Lab;
use elenchus_campaign::source::Source;
use elenchus_compilers::toolchain::{Given, words};

use crate::scripted::{Scripted, changing};

/// A program of somebody else on gcc at some levels and on others.
fn examined(compiler: &Scripted, lab: &Lab, text: &str, cflags: &str) -> Examined {
    let corpus = compiler.folder.path().join("corpus");
    std::fs::create_dir_all(&corpus).unwrap();
    std::fs::write(corpus.join("a.c"), text).unwrap();
    let source = Source::folder(&corpus, words(cflags)).unwrap();
    let test = source.make(0, &lab.scratch.fresh("make").unwrap(), lab.stop).unwrap();
    let origin = Origin { source: &source, seed: 0 };
    let folder = lab.scratch.fresh("test").unwrap();
    examine(lab, &test, &origin, folder, &|_| true).unwrap().unwrap()
}

fn gcc(command: &str, levels: &[&str]) -> Given {
    let levels = levels.iter().map(|level| words(level)).collect();
    Given { levels, ..Given::command(command) }
}

fn short(found: &[Finding]) -> Vec<(Kind, State)> {
    found.iter().map(|one| (one.kind, one.state)).collect()
}

/// What is said of each text, and by how many configurations it is compiled.
fn said(examined: &Examined) -> Vec<(String, usize)> {
    let said = |judgement: &Judgement| match judgement {
        Judgement::Valid(answer) => String::from_utf8_lossy(&answer.output).trim().to_owned(),
        Judgement::Invalid(_) => "at fault".to_owned(),
        Judgement::Long => "long".to_owned(),
        Judgement::Unknown(why) => why.to_string(),
    };
    examined.texts.iter().map(|one| (said(&one.judgement), one.configurations.len())).collect()
}

const BY_LEVEL: &str = "int printf(const char *, ...);\n\
    #ifdef __OPTIMIZE__\n\
    enum { level = 1 };\n\
    #else\n\
    enum { level = 0 };\n\
    #endif\n\
    int main(void) { printf(\"%d\\n\", level); return 0; }\n";

#[test]
fn each_level_has_the_answer_of_its_own_text() {
    let compiler = Scripted::new("");
    let lab = compiler.lab_of(&[gcc("gcc", &["-O0", "-O1", "-O2"])]);
    let examined = examined(&compiler, &lab, BY_LEVEL, "");
    assert_eq!(short(&examined.findings), []);
    assert_eq!(said(&examined), [("0".to_owned(), 1), ("1".to_owned(), 2)]);
}

/// `gcc -O2` alone miscompiles; who compiles another text cannot side with the
/// machine, who compiles the same can.
#[test]
fn who_compiles_another_text_does_not_side_with_the_machine() {
    let compiler = Scripted::new(&changing("-O2", "s/level = 1/level = 7/"));
    let command = compiler.compiler.display().to_string();
    let check = |levels: &[&str], state: State| {
        let lab = compiler.lab_of(&[gcc(&command, levels)]);
        let examined = examined(&compiler, &lab, BY_LEVEL, "");
        assert_eq!(short(&examined.findings), [(Kind::WrongOutput, state)], "{levels:?}");
        let expected = examined.findings[0].expected.as_ref().unwrap();
        assert_eq!(expected.output, b"1\n");
    };
    check(&["-O0", "-O1", "-O2"], State::Confirmed);
}

#[test]
fn macros_of_the_compiler_are_known_without_any_directive() {
    let compiler = Scripted::new("");
    let lab = compiler.lab_of(&[gcc("gcc", &["-O0", "-O2"])]);
    let print = |expression: &str| {
        format!(
            "int printf(const char *, ...);\n\
             int main(void) {{ int big = {expression}; printf(\"%d\\n\", big); return 0; }}\n"
        )
    };
    let said = |text: &str| said(&examined(&compiler, &lab, text, ""));
    assert_eq!(said(&print("__INT_MAX__")), [("2147483647".to_owned(), 2)]);
    assert_eq!(said(&print("__INT_MAX__ + 1")), [("at fault".to_owned(), 2)]);
    assert_eq!(said(&print("linux")), [("1".to_owned(), 2)]);
    assert_eq!(said(&print("__LINE__")), [("2".to_owned(), 2)]);
}

#[test]
fn a_level_in_the_command_does_not_blind_the_judge() {
    let compiler = Scripted::new("");
    let text = "#include <stdio.h>\n#include <stdlib.h>\n#include <ctype.h>\n\
                int main(void) { printf(\"%d\\n\", atoi(\"7\")); return 0; }\n";
    let lab = compiler.lab_of(&[gcc("gcc -O2", &[])]);
    assert_eq!(said(&examined(&compiler, &lab, text, "")), [("7".to_owned(), 1)]);
}

#[test]
fn options_choose_the_language_wherever_they_stand() {
    let compiler = Scripted::new("");
    let text = "int printf(const char *, ...);\n\
                int main(void) { volatile int big = 2147483647;\n\
                printf(\"%d\\n\", big + 1 < 0); return 0; }\n";
    let check = |command: &str, levels: &[&str], cflags: &str, expected: &[(&str, usize)]| {
        let lab = compiler.lab_of(&[gcc(command, levels)]);
        let said = said(&examined(&compiler, &lab, text, cflags));
        let said: Vec<(&str, usize)> = said.iter().map(|(said, of)| (&said[..], *of)).collect();
        assert_eq!(said, expected, "{command} {levels:?} {cflags}");
    };
    check("gcc", &["-O0"], "", &[("at fault", 1)]);
    check("gcc -fwrapv", &["-O0"], "", &[("1", 1)]);
    check("gcc", &["-O0", "-O2 -fwrapv"], "", &[("at fault", 1), ("1", 1)]);
    check("gcc", &["-O0"], "-fwrapv", &[("1", 1)]);
    for (command, level, option) in [
        ("gcc -ffast-math", "-O2", "-ffast-math"),
        ("gcc", "-O2 -malign-double", "-malign-double"),
        ("gcc", "-O0 -mlong-double-64", "-mlong-double-64"),
        ("gcc -mfpmath=387", "-O0", "-mfpmath=387"),
    ] {
        let unknown = format!("the meaning of a program under `{option}` is not known here");
        check(command, &[level], "", &[(&unknown, 1)]);
    }
}

/// With `-fgnu89-inline` an inline definition is one for other files, too.
#[test]
fn inline_means_what_the_option_says() {
    let compiler = Scripted::new("");
    let text = "int printf(const char *, ...);\n\
                extern inline int f(void) { return 1; }\nint f(void) { return 2; }\n\
                int main(void) { printf(\"%d\\n\", f() > 0); return 0; }\n";
    let check = |command: &str, expected: &str| {
        let lab = compiler.lab_of(&[gcc(command, &["-O0", "-O2"])]);
        let examined = examined(&compiler, &lab, text, "");
        assert_eq!(short(&examined.findings), [], "{command}");
        let said = said(&examined);
        assert!(said.len() == 1 && said[0].0.contains(expected), "{command}: {said:?}");
    };
    check("gcc -fgnu89-inline", "1");
    check("gcc", "two bodies");
}

#[test]
fn definitions_on_the_command_line_are_those_of_their_configuration() {
    let compiler = Scripted::new("");
    let text = "int printf(const char *, ...);\n\
                int main(void) { int N = 1; printf(\"%d\\n\", N + 0); return 0; }\n";
    let lab = compiler.lab_of(&[gcc("gcc", &["-O0", "-O1 -DN=v"])]);
    let each = [("1".to_owned(), 1), ("1".to_owned(), 1)];
    assert_eq!(said(&examined(&compiler, &lab, text, "")), each);
    let text = text.replace("int N = 1; ", "");
    let lab = compiler.lab_of(&[gcc("gcc -DN=3", &["-O0", "-O1 -DN=4"])]);
    let said = said(&examined(&compiler, &lab, &text, ""));
    assert_eq!(said, [("3".to_owned(), 1), ("4".to_owned(), 1)]);
}

#[test]
fn the_name_of_the_file_is_the_one_that_is_compiled() {
    let compiler = Scripted::new("");
    let lab = compiler.lab_of(&[gcc("gcc", &["-O0"])]);
    let text = "int puts(const char *);\nint main(void) { puts(__FILE__); return 0; }\n";
    let examined = examined(&compiler, &lab, text, "");
    assert_eq!(said(&examined), [("program.c".to_owned(), 1)]);
    assert_eq!(short(&examined.findings), []);
}

#[test]
fn a_program_that_asks_for_the_time_has_no_answer() {
    let compiler = Scripted::new("");
    let lab = compiler.lab_of(&[gcc("gcc", &["-O0"])]);
    let text = "int puts(const char *);\nint main(void) { puts(__TIME__); return 0; }\n";
    let said = said(&examined(&compiler, &lab, text, ""));
    assert!(said[0].0.contains("depends on the time"), "{said:?}");
}

/// It refuses `-E` and `-std=`, and miscompiles: that others read its text helps it not.
#[test]
fn who_does_not_preprocess_is_still_accused() {
    let refuses = "case \"$*\" in *-E*|*-std=*) echo 'error: no such option' >&2; exit 1 ;; esac";
    let wrong = changing("-O2", "s/value = 1/value = 7/");
    let compiler = Scripted::new(&format!("{refuses}\n{wrong}"));
    let script = std::fs::read_to_string(&compiler.compiler).unwrap();
    let odd = format!("case \"$*\" in *--version) echo odd; exit ;; esac\n{refuses}\nhere=");
    std::fs::write(&compiler.compiler, script.replacen("here=", &odd, 1)).unwrap();
    let command = format!("{} -DONE=1", compiler.compiler.display());
    let lab = compiler.lab_of(&[gcc(&command, &["-O1", "-O2"]), gcc("gcc -DONE=1", &["-O0"])]);
    let check = |more: &str, state: State| {
        let text = format!(
            "#include <stdio.h>\n{more}static int value = 1;\n\
             int main(void) {{ printf(\"%d\\n\", value + ONE); return 0; }}\n"
        );
        let found = examined(&compiler, &lab, &text, "").findings;
        assert_eq!(short(&found), [(Kind::WrongOutput, state)], "{more}");
        assert_eq!(found[0].expected.as_ref().unwrap().output, b"2\n");
        let said = |one: &String| one.contains("it was preprocessed by `cc -std=gnu11");
        assert!(found[0].reasons.iter().any(said), "{:?}", found[0].reasons);
    };
    check("", State::Confirmed);
    check("#ifdef __TINYC__\n#define ODD\n#endif\n", State::Suspected);
}
