//! Programs compiled and run by a real compiler: what the machine's verdicts
//! are compared with.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context as _, Result};
use elenchus_compilers::run::End;
use elenchus_records::packages::{Skip, has_command};
use serde::{Deserialize, Serialize};

use crate::call::{Call, call};
use crate::compile;
use crate::corpus::{STANDARD, version};
use crate::files;
use crate::hash::fnv1a;

/// A compiler, and what runs its programs here.
pub struct Peer {
    /// Names it in figures and folders.
    pub name: &'static str,
    /// What the machine calls the same target.
    pub target: &'static str,
    compiler: &'static str,
    options: &'static [&'static str],
    /// An emulator for what this machine cannot run.
    emulator: Option<&'static str>,
    /// A file that must be there beside the commands.
    needs: Option<&'static str>,
    /// What to install.
    packages: &'static str,
    /// What a program may take.
    pub seconds: u64,
}

pub const GCC: Peer = Peer {
    name: "gcc",
    target: "x86_64-linux",
    compiler: "gcc",
    options: &[],
    emulator: None,
    needs: None,
    packages: "gcc",
    seconds: 10,
};

/// Compilers for machines that are unlike: 32 bits, another `char`, other
/// `long double`s, the other byte order.
pub const OTHERS: &[Peer] = &[
    Peer {
        name: "gcc-m32",
        target: "i386-linux",
        options: &["-m32"],
        needs: Some("/usr/lib/gcc/x86_64-linux-gnu/12/32/libgcc.a"),
        packages: "gcc-12-multilib",
        ..GCC
    },
    Peer {
        name: "aarch64",
        target: "aarch64-linux",
        compiler: "aarch64-linux-gnu-gcc",
        options: &["-static"],
        emulator: Some("qemu-aarch64"),
        packages: "gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user",
        seconds: 30,
        ..GCC
    },
    Peer {
        name: "s390x",
        target: "s390x-linux",
        compiler: "s390x-linux-gnu-gcc",
        options: &["-static"],
        emulator: Some("qemu-s390x"),
        packages: "gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user",
        seconds: 30,
        ..GCC
    },
];

/// How a program ended, and what it printed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Native {
    pub end: Ended,
    pub output: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ended {
    Code(u8),
    Signal(i32),
    /// It did not end within its time.
    Never,
}

/// Ways to place objects, for a sanitizer. gcc aligns large objects more than
/// their type asks for; a pointer into a packed one is then aligned by luck.
const PLACEMENTS: &[&[&str]] = &[&["-O0"], &["-Os", "-malign-data=abi", "-fno-toplevel-reorder"]];

/// Of what a program prints, so much is compared.
const OUTPUT: u64 = 16 << 20;

impl Peer {
    /// The reason why it cannot be asked here.
    pub fn missing(&self) -> Option<Skip> {
        let command = [Some(self.compiler), self.emulator].into_iter().flatten();
        let mut missing = command.filter(|command| !has_command(command)).collect::<Vec<_>>();
        missing.extend(self.needs.filter(|file| !Path::new(file).exists()));
        let what = missing.join(" and ");
        (!missing.is_empty()).then(|| Skip::missing(&what, self.packages))
    }

    /// Whether its programs cannot run here by themselves.
    pub fn emulated(&self) -> bool {
        self.emulator.is_some()
    }

    /// A folder's name for what this compiler makes: another version has other
    /// headers.
    pub fn folder(&self) -> Result<String> {
        let version = version(self.compiler)?;
        Ok(format!("{}-{:08x}", self.name, fnv1a(version.as_bytes()) as u32))
    }

    /// Preprocesses `source` into `text`, if it is not there yet.
    pub fn preprocess(&self, source: &Path, include: &Path, text: &Path) -> Result<()> {
        if text.exists() {
            return Ok(());
        }
        let made = compile::sources(self.compiler, STANDARD).args(self.options).arg("-E");
        files::write_whole(text, &made.arg("-I").arg(include).arg(source).succeed()?.stdout)
    }

    /// Builds the preprocessed `text` without optimisation and runs it; the
    /// answer is kept beside the text.
    pub fn run(&self, text: &Path) -> Result<Native> {
        let known = text.with_extension("native.json");
        if let Ok(json) = std::fs::read(&known) {
            return Ok(serde_json::from_slice(&json)?);
        }
        let program = text.with_extension("exe");
        self.build(text, &program, &["-O0"])?;
        let native = self.execute(&program);
        std::fs::remove_file(&program)?;
        let native = native?;
        files::write_whole(&known, &serde_json::to_vec(&native)?)?;
        Ok(native)
    }

    /// Lines of the source at which a sanitizer sees a misaligned access, with
    /// objects placed in several ways. The answer is kept.
    pub fn misaligned_lines(&self, text: &Path) -> Result<BTreeSet<u32>> {
        let known = text.with_extension("misaligned-lines.json");
        if let Ok(json) = std::fs::read(&known) {
            return Ok(serde_json::from_slice(&json)?);
        }
        let source = text.with_extension("c");
        let name = source.file_name().unwrap_or_default().to_string_lossy();
        let mut lines = BTreeSet::new();
        for placed in PLACEMENTS {
            let program = text.with_extension("san");
            self.build(text, &program, &[*placed, &["-fsanitize=alignment"]].concat())?;
            let ran = call(&program).seconds(self.seconds).keep(OUTPUT).run();
            std::fs::remove_file(&program)?;
            lines.extend(misaligned_in(&String::from_utf8_lossy(&ran?.stderr), &name));
        }
        files::write_whole(&known, &serde_json::to_vec(&lines)?)?;
        Ok(lines)
    }

    fn build(&self, text: &Path, program: &Path, more: &[&str]) -> Result<()> {
        let build = compile::texts(self.compiler, STANDARD).args(self.options).args(more);
        build.arg("-o").arg(program).arg(text).seconds(120).succeed()?;
        Ok(())
    }

    fn execute(&self, program: &Path) -> Result<Native> {
        let program = match self.emulator {
            Some(emulator) => call(emulator).arg(program),
            None => call(program),
        };
        execute(program, self.seconds)
    }
}

/// The lines of the file `name` at which a sanitizer says that an address is
/// misaligned.
fn misaligned_in(stderr: &str, name: &str) -> Vec<u32> {
    let line = |text: &str| -> Option<u32> {
        let (place, _) = text
            .split_once(": runtime error: ")
            .filter(|_| text.contains(" misaligned address "))?;
        let mut parts = place.rsplit(':');
        let (_column, line, path) = (parts.next()?, parts.next()?, parts.next()?);
        let here = Path::new(path).file_name().is_some_and(|file| file == name);
        here.then(|| line.parse().ok())?
    };
    stderr.lines().filter_map(line).collect()
}

/// Runs a program for at most so many seconds.
pub fn execute(program: Call, seconds: u64) -> Result<Native> {
    let ran = program.seconds(seconds).keep(OUTPUT).run()?;
    let end = match ran.end {
        End::Exit(code) => Ended::Code(u8::try_from(code).context("a status is a byte")?),
        End::Signal(signal) => Ended::Signal(signal),
        // Of all limits only this one is set.
        _ => Ended::Never,
    };
    Ok(Native { end, output: ran.stdout })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sanitizer_names_lines() {
        let said = "/a/056.c:820:53: runtime error: load of misaligned address 0x7 for type 'int'\n\
                    0x7: note: pointer points here\n\
                    /a/056.c:821:3: runtime error: signed integer overflow\n\
                    /a/safe.h:9:3: runtime error: store to misaligned address 0x7 for type 'int'\n";
        assert_eq!(misaligned_in(said, "056.c"), [820]);
    }
}
