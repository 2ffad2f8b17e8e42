//! The Debian packages that tests and tasks use, and their installation.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::Result;
use xshell::{Shell, cmd};

/// The reason why something cannot be done on this machine. A task returns it
/// as an error; the runner reports it by name and does not count it a failure.
#[derive(Debug)]
pub struct Skip(pub String);

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Skip {}

impl Skip {
    /// Something is not here that comes with a package.
    pub fn missing(what: &str, package: &str) -> Skip {
        Skip(format!("{what} is not here: apt-get install {package}"))
    }
}

/// Whether `command` is found in PATH.
pub fn has_command(command: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(command).is_file())
}

/// That commands are found in PATH, each of which is in a package of its name.
pub fn need<'a>(commands: impl IntoIterator<Item = &'a str>) -> Result<(), Skip> {
    match commands.into_iter().find(|command| !has_command(command)) {
        Some(command) => Err(Skip::missing(command, command)),
        None => Ok(()),
    }
}

/// Whether clang has the libraries of its sanitizers, which are a package of
/// their own.
pub fn clang_has_sanitizers() -> bool {
    let Ok(shell) = Shell::new() else { return false };
    let asked = cmd!(shell, "clang --rtlib=compiler-rt -print-libgcc-file-name");
    let file = asked.quiet().ignore_stderr().read();
    has_command("clang") && file.is_ok_and(|file| Path::new(file.trim()).is_file())
}

/// Whether packages can be installed: as root, with apt.
pub fn can_install(shell: &Shell) -> bool {
    let root = cmd!(shell, "id -u").quiet().ignore_stderr().read();
    has_command("apt-get") && root.is_ok_and(|id| id.trim() == "0")
}

/// How to see that a package is there.
enum Probe {
    /// A command in PATH.
    Command(&'static str),
    /// A header in /usr/include or in one of its folders.
    Header(&'static str),
    /// A file.
    File(&'static str),
    /// The libraries of clang's sanitizers.
    ClangSanitizers,
}

struct Package {
    name: &'static str,
    probe: Probe,
    needed_for: &'static str,
}

const PACKAGES: &[Package] = &[
    Package {
        name: "csmith",
        probe: Probe::Command("csmith"),
        needed_for: "whole random programs for the front end",
    },
    Package {
        name: "libcsmith-dev",
        probe: Probe::Header("csmith.h"),
        needed_for: "the header that Csmith's programs include",
    },
    Package {
        name: "clang",
        probe: Probe::Command("clang"),
        needed_for: "a second preprocessor and peer",
    },
    Package {
        name: "libclang-rt-dev",
        probe: Probe::ClangSanitizers,
        needed_for: "clang's sanitizers, which generated programs must not alarm",
    },
    Package { name: "tcc", probe: Probe::Command("tcc"), needed_for: "a compiler under test" },
    Package { name: "pcc", probe: Probe::Command("pcc"), needed_for: "a compiler under test" },
    Package {
        // Not gcc-multilib: it conflicts with the packages of cross compilers.
        name: "gcc-12-multilib",
        probe: Probe::File("/usr/lib/gcc/x86_64-linux-gnu/12/32/libgcc.a"),
        needed_for: "32-bit layouts and arithmetic (-m32)",
    },
    Package {
        name: "xz-utils",
        probe: Probe::Command("xz"),
        needed_for: "unpacking GCC's test suite (cargo xtask corpus)",
    },
];

/// What only soaks use: too much to have for every test.
const FOR_SOAKS: &[Package] = &[
    Package {
        name: "qemu-user",
        probe: Probe::Command("qemu-aarch64"),
        needed_for: "programs for other machines",
    },
    Package {
        name: "gcc-aarch64-linux-gnu",
        probe: Probe::Command("aarch64-linux-gnu-gcc"),
        needed_for: "Csmith's programs on aarch64",
    },
    Package {
        name: "libc6-dev-arm64-cross",
        probe: Probe::File("/usr/aarch64-linux-gnu/include/stdio.h"),
        needed_for: "Csmith's programs on aarch64",
    },
    Package {
        name: "gcc-s390x-linux-gnu",
        probe: Probe::Command("s390x-linux-gnu-gcc"),
        needed_for: "Csmith's programs on a big-endian machine",
    },
    Package {
        name: "libc6-dev-s390x-cross",
        probe: Probe::File("/usr/s390x-linux-gnu/include/stdio.h"),
        needed_for: "Csmith's programs on a big-endian machine",
    },
];

impl Probe {
    fn holds(&self) -> bool {
        match self {
            Probe::Command(name) => has_command(name),
            Probe::Header(name) => header_folder(name).is_some(),
            Probe::File(path) => Path::new(path).exists(),
            Probe::ClangSanitizers => clang_has_sanitizers(),
        }
    }
}

/// The folder of `header`: /usr/include or a folder right below it, because
/// packages disagree on whether a version is part of the folder's name.
pub fn header_folder(header: &str) -> Option<PathBuf> {
    let include = Path::new("/usr/include");
    if include.join(header).is_file() {
        return Some(include.to_path_buf());
    }
    let mut folders: Vec<_> =
        std::fs::read_dir(include).ok()?.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    folders.into_iter().find(|folder| folder.join(header).is_file())
}

fn missing(packages: &'static [Package]) -> Vec<&'static Package> {
    packages.iter().filter(|package| !package.probe.holds()).collect()
}

/// Installs what is missing when `install` is set and the machine allows it,
/// and names what is still missing. Never fails: a test that lacks its
/// package skips by name.
pub fn ensure(shell: &Shell, install: bool) -> Result<()> {
    ensure_all(shell, install, PACKAGES)
}

/// The same for what soaks use besides; they install where they may.
pub fn ensure_for_soaks(shell: &Shell) -> Result<()> {
    ensure_all(shell, true, PACKAGES)?;
    ensure_all(shell, true, FOR_SOAKS)
}

fn ensure_all(shell: &Shell, install: bool, packages: &'static [Package]) -> Result<()> {
    let wanted = missing(packages);
    if wanted.is_empty() {
        println!("packages: all {} are here", packages.len());
        return Ok(());
    }
    if install && can_install(shell) {
        install_all(shell, &wanted);
    }
    for package in missing(packages) {
        println!(
            "packages: {} is missing ({}); tests that need it skip: apt-get install {}",
            package.name, package.needed_for, package.name
        );
    }
    Ok(())
}

fn install_all(shell: &Shell, packages: &[&Package]) {
    let names: Vec<&str> = packages.iter().map(|package| package.name).collect();
    if let Err(error) = cmd!(shell, "apt-get update -qq").run() {
        println!("packages: {error}; trying with the lists that are here");
    }
    if install_named(shell, &names) {
        return;
    }
    // apt refuses the whole list when one name is unknown to it.
    for name in names {
        install_named(shell, &[name]);
    }
}

fn install_named(shell: &Shell, names: &[&str]) -> bool {
    cmd!(shell, "apt-get install -y -qq --no-install-recommends {names...}")
        .env("DEBIAN_FRONTEND", "noninteractive")
        .run()
        .is_ok()
}
