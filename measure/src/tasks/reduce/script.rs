//! The script that a user of the peers writes, as plain as most are.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::cases::{Ready, Wrong};

/// What the reduced file is called.
pub const FILE: &str = "prog.c";

/// Writes it. Each time that it is asked it adds a line to a file beside it.
pub fn write(ready: &Ready) -> Result<PathBuf> {
    let script = ready.folder.join("interesting.sh");
    fs::write(&script, text(ready))?;
    fs::set_permissions(&script, Permissions::from_mode(0o755))?;
    Ok(script)
}

/// Where the lines are.
pub fn log(folder: &Path) -> PathBuf {
    folder.join("asked")
}

fn text(ready: &Ready) -> String {
    let Ready { accused, right, .. } = ready;
    let log = log(&ready.folder);
    let log = log.display();
    let head = format!("#!/bin/bash\necho >> '{log}'\nulimit -c 0\nulimit -t 20\n");
    match ready.case.wrong {
        Wrong::Crash(pattern) => {
            return format!("{head}{accused} -w -c {FILE} -o bad.o 2>&1 | grep -q '{pattern}'\n");
        }
        Wrong::Hang => {
            return format!(
                "{head}timeout 10 {accused} -w -c {FILE} -o bad.o > /dev/null 2>&1\n[ $? = 124 ]\n"
            );
        }
        Wrong::Code => {}
    }
    let guard = match ready.case.guarded {
        true => format!(
            "gcc -w -O0 -fsanitize=address,undefined -fno-sanitize-recover=all {FILE} -o checked \
             > /dev/null 2>&1 || exit 1\n\
             timeout 10 ./checked > checked.out 2> /dev/null\n\
             [ $? = $expected ] && cmp -s good.out checked.out || exit 1\n"
        ),
        false => String::new(),
    };
    format!(
        "{head}{right} -w {FILE} -o good > /dev/null 2>&1 || exit 1\n\
         {accused} -w {FILE} -o bad > /dev/null 2>&1 || exit 1\n\
         timeout 5 ./good > good.out 2> /dev/null; expected=$?\n\
         [ $expected -lt 124 ] || exit 1\n\
         timeout 5 ./bad > bad.out 2> /dev/null; found=$?\n\
         [ $expected = $found ] && cmp -s good.out bad.out && exit 1\n\
         {guard}exit 0\n"
    )
}
