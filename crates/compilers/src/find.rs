//! Compilers on PATH.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::toolchain::{Family, Given, Run, Toolchain};

/// Names that are looked for; a version may follow: `gcc-12`.
const NAMES: &[&str] = &["gcc", "clang", "tcc", "pcc", "chibicc"];

/// Compilers for other machines, and what runs their programs.
const CROSS: &[(&str, &str)] = &[
    ("aarch64-linux-gnu-gcc", "qemu-aarch64"),
    ("riscv64-linux-gnu-gcc", "qemu-riscv64"),
    ("s390x-linux-gnu-gcc", "qemu-s390x"),
];

/// Levels where a run is slow, or where the same compiler is tried at all of
/// them for another target: one to side with the machine, one to be tested.
const FEW: &[&str] = &["-O0", "-O2"];

fn few() -> Vec<Vec<String>> {
    FEW.iter().map(|level| vec![(*level).to_owned()]).collect()
}

/// The option for the other data model of a machine.
pub const SMALL: &str = "-m32";

/// A compiler for the smaller data model, if it may have one. Whether it works
/// must be tried: it needs libraries that are often not installed.
pub fn small(toolchain: &Toolchain) -> Option<Given> {
    // `zig cc` has targets, and no such option.
    let may = toolchain.family != Family::Other
        && toolchain.run == Run::Native
        && toolchain.target.name == "x86_64-linux"
        && !toolchain.command.iter().any(|word| word == "cc");
    let mut given = toolchain.given(&[]);
    given.name = format!("{} {SMALL}", given.name);
    given.command.push(SMALL.to_owned());
    given.levels = few();
    may.then_some(given)
}

/// Every compiler on PATH once, under its plainest name.
pub fn compilers() -> Vec<Given> {
    let folders = folders();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for name in NAMES {
        let mut names = versions(name, &folders);
        names.insert(0, (*name).to_owned());
        for name in names {
            let Some(path) = find_in(&name, &folders) else { continue };
            // `gcc` is most often a link to one of the others.
            if seen.insert(path.canonicalize().unwrap_or(path)) {
                found.push(Given::command(&name));
            }
        }
    }
    if find_in("zig", &folders).is_some() {
        found.push(Given::command("zig cc"));
    }
    for (compiler, emulator) in CROSS {
        if find_in(compiler, &folders).is_some() && find_in(emulator, &folders).is_some() {
            let run = Run::With(vec![(*emulator).to_owned()]);
            let command = Given::command(&format!("{compiler} -static"));
            found.push(Given { name: (*compiler).to_owned(), run, levels: few(), ..command });
        }
    }
    found
}

/// Who preprocesses where nobody is named: the first that is here.
const PREPROCESSORS: &[&str] = &["cc", "gcc", "clang"];

/// One that is here, perhaps by a version only: `gcc-17`.
pub fn preprocessor() -> String {
    let plain = || PREPROCESSORS.iter().find(|name| find(name).is_some());
    let newest = |name: &&str| versions_of(name).pop();
    let versioned = || PREPROCESSORS.iter().find_map(newest);
    plain().map(|name| (*name).to_owned()).or_else(versioned).unwrap_or_else(|| "cc".to_owned())
}

/// The versions of a compiler that are on PATH, oldest first: of `gcc-12` all
/// `gcc-N`. Of a command with a path there are none, nor of one without versions.
pub fn versions_of(command: &str) -> Vec<String> {
    let name = match command.rsplit_once('-') {
        Some((name, version)) if version.parse::<u32>().is_ok() => name,
        _ => command,
    };
    if name.contains('/') { Vec::new() } else { versions(name, &folders()) }
}

/// Where a command is: on PATH, or where it says.
pub fn find(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return std::path::absolute(name).ok().filter(|path| is_program(path));
    }
    find_in(name, &folders())
}

fn folders() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // A cache of compilations is no compiler.
    std::env::split_paths(&path).filter(|folder| !folder.ends_with("ccache")).collect()
}

fn find_in(name: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    folders.iter().map(|folder| folder.join(name)).find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

/// `NAME-11`, `NAME-12`, …, in order.
fn versions(name: &str, folders: &[PathBuf]) -> Vec<String> {
    let entries = folders.iter().filter_map(|folder| folder.read_dir().ok()).flatten().flatten();
    let number = |file: &str| file.strip_prefix(name)?.strip_prefix('-')?.parse::<u32>().ok();
    let numbers: BTreeSet<u32> =
        entries.filter_map(|entry| number(entry.file_name().to_str()?)).collect();
    numbers.into_iter().map(|number| format!("{name}-{number}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compiler_is_found_once() {
        let found = compilers();
        let names: Vec<&str> = found.iter().map(|given| given.name.as_str()).collect();
        assert!(names.contains(&"gcc"), "{names:?}");
        let paths: Vec<_> = found.iter().filter_map(|given| find(&given.command[0])).collect();
        let real: BTreeSet<_> = paths.iter().map(|path| path.canonicalize().unwrap()).collect();
        assert_eq!(real.len(), paths.len(), "{names:?}");
    }
}
