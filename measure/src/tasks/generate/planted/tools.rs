//! Tools that see defects, as their users call them, and whether one sees a planted one.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use elenchus_records::packages::has_command;

use crate::call::call;

/// A column of the table.
pub struct Tool {
    pub name: &'static str,
    /// Compiles, or reads the file.
    command: &'static [&'static str],
    how: How,
}

enum How {
    /// What is compiled is run, by these words.
    Run(&'static [&'static str]),
    /// It says what it sees.
    Read,
}

const ASAN: &[&str] =
    &["env", "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1", PROGRAM];

/// `-O0`: what an optimising compiler removes, nobody can see. `{file}` is the program.
pub const TOOLS: &[Tool] = &[
    Tool {
        name: "gcc ASan+UBSan",
        command: &[
            "gcc",
            "-std=gnu11",
            "-w",
            "-g",
            "-O0",
            "-fsanitize=address,undefined,float-cast-overflow",
            "-fno-sanitize-recover=all",
            "{file}",
            "-o",
            "program",
        ],
        how: How::Run(ASAN),
    },
    Tool {
        name: "clang ASan+UBSan",
        command: &[
            "clang",
            "-std=gnu11",
            "-w",
            "-g",
            "-O0",
            "-fsanitize=address,undefined,float-cast-overflow",
            "-fno-sanitize-recover=all",
            "{file}",
            "-o",
            "program",
        ],
        how: How::Run(ASAN),
    },
    Tool {
        name: "clang MSan",
        command: &[
            "clang",
            "-std=gnu11",
            "-w",
            "-g",
            "-O0",
            "-fsanitize=memory",
            "{file}",
            "-o",
            "program",
        ],
        how: How::Run(&[PROGRAM]),
    },
    Tool {
        name: "valgrind",
        command: &["gcc", "-std=gnu11", "-w", "-g", "-O0", "{file}", "-o", "program"],
        how: How::Run(&["valgrind", "-q", PROGRAM]),
    },
    Tool {
        name: "gcc -fanalyzer",
        command: &["gcc", "-std=gnu11", "-fanalyzer", "-O1", "-c", "{file}", "-o", "program"],
        how: How::Read,
    },
    Tool {
        name: "clang --analyze",
        command: &["clang", "-std=gnu11", "--analyze", "{file}", "-o", "program"],
        how: How::Read,
    },
    Tool {
        name: "cppcheck",
        command: &["cppcheck", "-q", "--enable=warning,portability", "{file}"],
        how: How::Read,
    },
];

const PATIENCE: Duration = Duration::from_secs(60);

/// Of what a program prints, so much is looked at.
const KEPT: u64 = 1 << 18;

/// What is run in its folder.
const PROGRAM: &str = "./program";

/// The name of the text there.
const FILE: &str = "planted.c";

impl Tool {
    pub fn is_here(&self) -> bool {
        let runs = match self.how {
            How::Run(words) => words,
            How::Read => &[],
        };
        let starts = self.command.iter().take(1).chain(runs.iter().take(1));
        starts.filter(|word| **word != PROGRAM).all(|word| has_command(word))
    }

    /// Whether it accuses the line, or ends the program where it is run. Whatever it
    /// says of other lines does not count.
    pub fn sees(&self, text: &str, line: usize, folder: &Path) -> Result<bool> {
        std::fs::write(folder.join(FILE), text)?;
        let _ = std::fs::remove_file(folder.join("program"));
        let [program, words @ ..] = self.command else { return Ok(false) };
        let words = words.iter().map(|word| if *word == "{file}" { FILE } else { word });
        let said = call(program).args(words).within(folder).limit(PATIENCE).keep(KEPT).run()?;
        let said = match self.how {
            How::Read => [said.stdout, said.stderr].concat(),
            How::Run(_) if !said.succeeded() => return Ok(false),
            How::Run(words) => {
                let [program, words @ ..] = words else { return Ok(false) };
                let ran = call(program).args(words).within(folder).limit(PATIENCE).keep(KEPT);
                ran.run()?.stderr
            }
        };
        Ok(names(&String::from_utf8_lossy(&said), line))
    }
}

/// Whether a line of the program is named.
fn names(text: &str, line: usize) -> bool {
    let mark = format!("{FILE}:{line}");
    text.split(mark.as_str()).skip(1).any(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_not_the_beginning_of_another() {
        assert!(names("planted.c:17:3: warning", 17));
        assert!(names("    by 0x1: f (planted.c:17)", 17));
        assert!(!names("planted.c:170:3: warning", 17));
        assert!(!names("other.c:17:3: warning", 17));
    }
}
