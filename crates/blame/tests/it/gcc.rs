use elenchus_compilers::find::find;

use crate::flags::PROGRAM;
use crate::scripted::{blamed, scripted};

/// gcc with passes of its own, which make the program wrong at -O2 unless they are left
/// out, in all functions or in `main`.
fn with_passes(names: &[&str]) -> String {
    let mut script = String::from("for a; do shift; case $a in\n");
    for name in names {
        script +=
            &format!("-fdisable-tree-{name}|-fdisable-tree-{name}=main,main) {name}=off ;;\n");
        script += &format!("-fdisable-tree-{name}=*) ;;\n");
    }
    script += "*) set -- \"$@\" \"$a\" ;;\nesac; done\n";
    let listed: String = names.iter().map(|name| format!("      tree-{name}  :  ON\\n")).collect();
    script += &format!(
        "case \" $* \" in *' -fdump-passes '*)
        gcc \"$@\" 2>&1 | sed 's/^ *tree-vrp1 .*/&\\n{listed}/' >&2; exit ;; *' -O2 '*) ;;
        *) exec gcc \"$@\" ;; esac\n"
    );
    for (number, name) in names.iter().enumerate() {
        script += &format!("[ \"${name}\" ] || exec gcc \"$@\" -DANSWER={}\n", number + 2);
    }
    script
}

#[test]
fn the_first_wrong_pass_that_also_cures() {
    let (_folder, compiler) = scripted(&with_passes(&["wrong"]));
    let found = blamed(&[("program.c", PROGRAM)], &format!("{compiler} -O2")).unwrap();
    assert_eq!(found.pass.as_deref(), Some("tree-wrong"), "{found:?}");
    assert_eq!(found.function.as_deref(), Some("main"));
    assert_eq!(found.cures, ["tree-wrong"]);
}

#[test]
fn the_first_wrong_dump() {
    // The program is wrong at -O2, and so is what the dumps say of it from a pass on.
    let script = r#"case " $* " in
        *' -fdump-tree-all-gimple '*) gcc "$@" || exit; wrong=
            for dump in *[0-9]t.*; do
                case $dump in *t.dom2) wrong=1 ;; esac
                [ -z "$wrong" ] || sed -i 's/n", 1)/n", 2)/' "$dump"
            done; exit 0 ;;
        *' -O2 '*) exec gcc "$@" -DANSWER=2 ;; esac"#;
    let (_folder, compiler) = scripted(script);
    let found = blamed(&[("program.c", PROGRAM)], &format!("{compiler} -O2")).unwrap();
    assert_eq!(found.pass.as_deref(), Some("tree-dom2"), "{found:?}");
    assert_eq!(found.function.as_deref(), Some("main"));
}

#[test]
fn of_two_that_are_wrong_none_is_named() {
    let (_folder, compiler) = scripted(&with_passes(&["one", "two"]));
    let found = blamed(&[("program.c", PROGRAM)], &format!("{compiler} -O2")).unwrap();
    assert_eq!(found.pass, None, "{found:?}");
    let words = &found.evidence[0].words;
    assert!(words.contains("after tree-one") && words.contains("is no cure"), "{words}");
}

#[test]
fn what_no_pass_can_be_blamed_for() {
    if find("gcc").is_none() {
        eprintln!("skipped: gcc is not installed");
        return;
    }
    let (_folder, compiler) =
        scripted("case \" $* \" in *' -O2 '*) exec gcc \"$@\" -DANSWER=2 ;; esac");
    let found = blamed(&[("program.c", PROGRAM)], &format!("{compiler} -O2")).unwrap();
    assert_eq!(found.pass, None, "{found:?}");
    assert!(found.evidence[0].words.contains("all passes left out"), "{found:?}");
}
