//! The first wrong value, and the first wrong build.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use elenchus_blame::builds::{BuildStore, by_builds};
use elenchus_blame::checkpoint::first_wrong_value;

use crate::scripted::at_bench;

/// A compiler that takes the remainder for the quotient where it optimises.
const WRONG: &str = r#"#!/bin/sh
case " $* " in *" -E "*) exec gcc "$@" ;; *" -O2 "*) ;; *) exec gcc "$@" ;; esac
for word; do
  shift
  case "$word" in
  *program.c|*other.c)
    sed 's:/ divisor:% divisor:' "$word" > "$word.wrong.c"
    word="$word.wrong.c" ;;
  esac
  set -- "$@" "$word"
done
exec gcc "$@"
"#;

const PROGRAM: &str = "int printf(const char *, ...);
static int part(int number, int divisor)
{
    int whole = number + 1;
    int result = whole / divisor;
    return result;
}
int main(void)
{
    int sum = 0;
    for (int i = 10; i < 13; i++)
        sum += part(i, 3);
    printf(\"%d\\n\", sum);
    return 0;
}
";

fn compiler(path: &Path, script: &str) {
    fs::write(path, script).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn the_first_value_that_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("testcc");
    compiler(&path, WRONG);
    let command = format!("{} -O2", path.display());
    let files = [("program.c", PROGRAM)];
    let found = at_bench(&files, &command, |bench| Ok(first_wrong_value(bench)?));
    let found = found.unwrap().unwrap();
    assert_eq!((&found.place[..], &found.function[..]), ("program.c:5:18", "part"));
    assert_eq!((&found.expression[..], &found.ty[..]), ("whole / divisor", "int"));
    // The first time that it is come by.
    assert_eq!((&found.expected[..], &found.actual[..]), ("3", "2"));
    assert_eq!(found.shape, "(int / int)");
    assert_eq!((found.checked, found.of), (6, 6));
}

#[test]
fn the_first_build_that_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = |number: u32| folder.path().join(format!("build-{number}"));
    for number in 0..8 {
        compiler(&path(number), if number < 5 { "#!/bin/sh\nexec gcc \"$@\"\n" } else { WRONG });
    }
    // Number 3 is not there.
    let get = format!(
        "sh -c 'test {{}} != 3 && echo {}/build-{{}} && echo commit-{{}}'",
        folder.path().display()
    );
    let words = |range: &str| {
        let store = BuildStore::new(&get, range).unwrap();
        let command = format!("{} -O2", path(7).display());
        let files = [("program.c", PROGRAM)];
        at_bench(&files, &command, |bench| Ok(by_builds(bench, &store)?)).unwrap().words
    };
    assert_eq!(words("0..7"), "first wrong in 5 (commit-5), last right in 4 (commit-4)");
    assert_eq!(words("5..7"), "both ends are wrong");
    assert_eq!(words("3..7"), "an end is not there, or something else is wrong with it");
}
