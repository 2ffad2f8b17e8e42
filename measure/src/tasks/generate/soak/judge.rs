//! One program: compiled in each way, run, and compared with its answer.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use elenchus_compilers::run::{End, Finished};

use crate::call::{call, complaint};

/// A way to build a program.
struct Build {
    compiler: &'static str,
    options: &'static [&'static str],
    /// A failure is an alarm about the program.
    sanitizer: bool,
}

/// What must hold of a strictly conforming program.
const STRICT: &[&str] = &["-O0", "-std=c11", "-pedantic-errors"];

/// Of UBSan and ASan, and MSan. Without optimisation nothing undefined is
/// removed before it is seen.
const UNDEFINED: &[&str] =
    &["-O0", "-std=c11", "-w", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"];
const MEMORY: &[&str] =
    &["-O0", "-std=c11", "-w", "-fsanitize=memory", "-fno-sanitize-recover=all"];

/// What a compiler may take, and what a program.
const COMPILE: Duration = Duration::from_secs(300);
const RUN: Duration = Duration::from_secs(10);

/// Of messages and outputs, so much is kept.
const KEPT: u64 = 1 << 20;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum What {
    /// There is no program.
    Dropped,
    /// A compiler does not take it.
    Rejected,
    /// Another output or status.
    Answer,
    /// The same by one optimising compiler alone, which its own -O0, the other
    /// compiler and all sanitizers contradict: its bug, and worth keeping.
    Trophy,
    /// Of a sanitizer.
    Alarm,
    /// No end in its time.
    Endless,
}

impl What {
    pub const ALL: [What; 6] =
        [What::Dropped, What::Rejected, What::Answer, What::Trophy, What::Alarm, What::Endless];

    pub fn name(self) -> &'static str {
        match self {
            What::Dropped => "dropped",
            What::Rejected => "rejected",
            What::Answer => "other answers",
            What::Trophy => "bugs of a compiler",
            What::Alarm => "alarms",
            What::Endless => "time-outs",
        }
    }
}

pub struct Trouble {
    pub what: What,
    /// Whose.
    who: String,
    why: String,
}

impl Trouble {
    pub fn new(what: What, who: &str, why: String) -> Trouble {
        Trouble { what, who: who.to_string(), why }
    }

    pub fn shown(&self) -> String {
        format!("{}: {}: {}", self.what.name(), self.who, self.why)
    }
}

pub struct Builds {
    list: Vec<Build>,
}

impl Builds {
    pub fn new() -> Builds {
        let mut list = Vec::new();
        for compiler in ["gcc", "clang"] {
            let levels: [&[&str]; 4] = [STRICT, &["-O1", "-w"], &["-O2", "-w"], &["-O3", "-w"]];
            for options in levels {
                list.push(Build { compiler, options, sanitizer: false });
            }
        }
        for options in [UNDEFINED, MEMORY] {
            list.push(Build { compiler: "clang", options, sanitizer: true });
        }
        Builds { list }
    }

    /// All that is wrong with a program that must print `expected`.
    pub fn try_program(&self, source: &Path, expected: &[u8]) -> Result<Vec<Trouble>> {
        let mut troubles = Vec::new();
        for build in &self.list {
            let trouble = build.try_program(source, expected)?;
            troubles.extend(trouble.map(|trouble| (build, trouble)));
        }
        let alone = is_one_optimiser(&troubles);
        let named = troubles.into_iter().map(|(_, trouble)| match alone {
            true => Trouble { what: What::Trophy, ..trouble },
            false => trouble,
        });
        Ok(named.collect())
    }
}

/// Whether all troubles are answers of one compiler's optimised builds.
fn is_one_optimiser(troubles: &[(&Build, Trouble)]) -> bool {
    troubles.iter().all(|(build, trouble)| {
        let optimises = !build.sanitizer && !build.options.contains(&"-O0");
        trouble.what == What::Answer && optimises && build.compiler == troubles[0].0.compiler
    })
}

impl Build {
    fn name(&self) -> String {
        format!("{} {}", self.compiler, self.options.join(" "))
    }

    fn try_program(&self, source: &Path, expected: &[u8]) -> Result<Option<Trouble>> {
        let program = source.with_extension("exe");
        let build = call(self.compiler).args(self.options).arg("-o").arg(&program).arg(source);
        let built = build.limit(COMPILE).keep(KEPT).run()?;
        if !built.succeeded() {
            let why = format!("{}: {}", built.end, complaint(&built));
            return Ok(Some(Trouble::new(What::Rejected, &self.name(), why)));
        }
        let ran = call(&program).limit(RUN).keep(KEPT).run();
        std::fs::remove_file(&program)?;
        let what = judge(&ran?, expected, self.sanitizer);
        Ok(what.map(|(what, why)| Trouble::new(what, &self.name(), why)))
    }
}

fn judge(ran: &Finished, expected: &[u8], sanitizer: bool) -> Option<(What, String)> {
    let said = String::from_utf8_lossy(&ran.stdout);
    let alarm = String::from_utf8_lossy(&ran.stderr);
    match ran.end {
        End::Wall => Some((What::Endless, format!("more than {} s", RUN.as_secs()))),
        _ if sanitizer && !alarm.trim().is_empty() => {
            let line = alarm.lines().find(|line| line.contains("rror: ")).unwrap_or(&alarm);
            Some((What::Alarm, line.trim().to_string()))
        }
        End::Exit(0) if ran.stdout == expected => None,
        end => {
            let expected = String::from_utf8_lossy(expected);
            Some((What::Answer, format!("{end}, {said:?} for {expected:?}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what(text: &str, expected: &str) -> Vec<What> {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("program.c");
        std::fs::write(&source, format!("{text}\n")).unwrap();
        let troubles = Builds::new().try_program(&source, expected.as_bytes()).unwrap();
        troubles.iter().map(|trouble| trouble.what).collect()
    }

    #[test]
    fn each_trouble_is_seen() {
        if let Some(skip) = super::super::missing() {
            println!("skipped: {skip}");
            return;
        }
        let start = "int printf(const char *, ...);\nint main(void) {";
        assert_eq!(what(&format!("{start} printf(\"7\"); return 0; }}"), "7"), []);
        assert_eq!(what(&format!("{start} printf(\"7\"); return 0; }}"), "8"), [What::Answer; 10]);
        let overflow = "volatile int i = 2147483647; i++; printf(\"7\"); return 0; }";
        assert_eq!(what(&format!("{start} {overflow}"), "7"), [What::Alarm]);
        let unset =
            "int a[2]; int *volatile p = a; if (*p) printf(\"\"); printf(\"7\"); return 0; }";
        assert_eq!(what(&format!("{start} {unset}"), "7"), [What::Alarm]);
        assert_eq!(what("int main(void) { return ({ 0; }); }", ""), [What::Rejected; 2]);
        // As a compiler would do that optimises wrongly.
        let wrong = |who: &str| {
            format!(
                "int printf(const char *, ...);\nint main(void) {{\n#if {who}\nprintf(\"8\");\n\
                 #else\nprintf(\"7\");\n#endif\nreturn 0; }}"
            )
        };
        let gcc = "defined __OPTIMIZE__ && !defined __clang__";
        assert_eq!(what(&wrong(gcc), "7"), [What::Trophy; 3]);
        assert_eq!(what(&wrong("defined __OPTIMIZE__"), "7"), [What::Answer; 6]);
        assert_eq!(what(&wrong("!defined __clang__"), "7"), [What::Answer; 4]);
    }
}
