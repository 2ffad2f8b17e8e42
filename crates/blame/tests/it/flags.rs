use elenchus_blame::Refusal;
use elenchus_blame::flags::Lower;

use crate::scripted::{blamed, scripted};

/// Prints 2 where the compiler is wrong.
pub const PROGRAM: &str = "\
int printf(const char *, ...);
#ifndef ANSWER
#define ANSWER 1
#endif
int main(void) { printf(\"%d\\n\", ANSWER); return 0; }
";

/// Wrong where a flag is on: by itself, or because -O2 has it.
fn wrong_with(flag: &str) -> String {
    format!(
        "case \" $* \" in
        *' -fno-{flag} '*) ;;
        *' -f{flag} '*|*' -O2 '*) exec gcc \"$@\" -DANSWER=2 ;;
        esac"
    )
}

fn words(flags: &[&str]) -> Vec<String> {
    flags.iter().map(|flag| (*flag).to_owned()).collect()
}

#[test]
fn the_flag_of_a_level() {
    let (_folder, compiler) = scripted(&wrong_with("tree-vrp"));
    let found = blamed(&[("program.c", PROGRAM)], &format!("{compiler} -O2 -fgcse -w")).unwrap();
    assert_eq!(found.pass, None);
    let flags = found.flags.unwrap();
    // What is no -O and no -f is not touched.
    assert_eq!(flags.given, words(&["-O2", "-w"]));
    assert_eq!(flags.cures, words(&["-fno-tree-vrp"]));
    let lower = Lower { level: "-O1".into(), flags: Some(words(&["-ftree-vrp"])) };
    assert_eq!(flags.lower, Some(lower));
}

#[test]
fn the_lowest_level_is_taken_that_is_wrong() {
    let (_folder, compiler) = scripted(&wrong_with("gcse"));
    let found = blamed(&[("program.c", PROGRAM)], &compiler).unwrap();
    assert_eq!(found.flags.unwrap().given, words(&["-O2"]));
}

#[test]
fn a_compiler_that_breaks_down() {
    let crash = "case \" $* \" in *' -fno-gcse '*|*' -Q '*) ;; *' -O2 '*)
        echo \"program.c:3:1: internal compiler error: in foo, at bar.c:12\" >&2; exit 1 ;; esac";
    let (_folder, compiler) = scripted(crash);
    let found = blamed(&[("program.c", PROGRAM)], &format!("{compiler} -O2")).unwrap();
    assert_eq!(found.flags.unwrap().cures, words(&["-fno-gcse"]));
}

#[test]
fn nobody_is_blamed_for_a_program_that_is_right() {
    let found = blamed(&[("program.c", PROGRAM)], "gcc -O2");
    assert!(matches!(found, Err(Refusal::NotWrong(_))), "{found:?}");
}

#[test]
fn nor_for_one_that_is_undefined() {
    let (_folder, compiler) = scripted(&wrong_with("gcse"));
    let text = PROGRAM.replace("return 0", "int x; return x & 0");
    let found = blamed(&[("program.c", text.as_str())], &format!("{compiler} -O2"));
    assert!(matches!(found, Err(Refusal::AtFault(_))), "{found:?}");
}
