//! Which packages: every gcc and clang that is newer than the host's.
//!
//! apt is asked what there is. A list written down here would be old with the
//! next release of either.

use std::collections::BTreeSet;

/// A compiler, by the beginning of its packages' names.
struct Family {
    name: &'static str,
    /// What belongs to version N, where it exists: the libraries for `-m32`,
    /// and those of the sanitizers.
    with: &'static [(&'static str, &'static str)],
}

/// gcc brings its sanitizers itself, and clang uses gcc's libraries for `-m32`.
const FAMILIES: [Family; 2] = [
    Family { name: "gcc", with: &[("gcc-", "-multilib")] },
    Family { name: "clang", with: &[("libclang-rt-", "-dev")] },
];

/// What all of them need to make a program.
const ALWAYS: &[&str] = &["libc6-dev"];

/// The newest version of each family on the host, if it has one.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Newest {
    pub gcc: Option<u32>,
    pub clang: Option<u32>,
}

impl Newest {
    /// `command` and what `-dumpversion` says of it, for each compiler.
    pub fn of<'a>(compilers: impl IntoIterator<Item = (&'a str, &'a str)>) -> Newest {
        let mut newest = Newest::default();
        for (command, version) in compilers {
            let slot = match command.split('-').next() {
                Some("gcc") => &mut newest.gcc,
                Some("clang") => &mut newest.clang,
                _ => continue,
            };
            *slot = (*slot).max(major(version));
        }
        newest
    }

    fn of_family(self, family: &Family) -> Option<u32> {
        if family.name == "gcc" { self.gcc } else { self.clang }
    }
}

/// `17` of `17.0.0`.
pub fn major(version: &str) -> Option<u32> {
    version.trim().split('.').next()?.parse().ok()
}

/// Which version of a compiler a package has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    Release(u32),
    /// The package says no number: it is always the newest.
    Snapshot,
}

/// A compiler that is to be installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiler {
    pub family: &'static str,
    pub version: Version,
    /// The package's name.
    pub package: String,
    /// Other packages that it is installed with.
    pub with: Vec<String>,
}

impl Compiler {
    /// Its command, relative to the root. A snapshot is apart from the system,
    /// so that it replaces nothing there.
    pub fn file(&self) -> String {
        match self.version {
            Version::Release(_) => format!("usr/bin/{}", self.package),
            Version::Snapshot => format!("usr/lib/{}/bin/{}", self.package, self.family),
        }
    }

    /// All of its packages.
    pub fn packages(&self) -> impl Iterator<Item = &str> {
        let with = self.with.iter().map(String::as_str);
        std::iter::once(self.package.as_str()).chain(with)
    }
}

/// The names in a list of `apt-cache search`: `NAME - description`.
pub fn names(list: &str) -> BTreeSet<&str> {
    list.lines().filter_map(|line| Some(line.split_once(" - ")?.0)).collect()
}

/// Every compiler of `available` that is newer than the host's: gcc, then
/// clang, the oldest first.
pub fn choose(available: &BTreeSet<&str>, host: Newest) -> Vec<Compiler> {
    let mut chosen = Vec::new();
    for family in &FAMILIES {
        let mut found: Vec<Compiler> =
            available.iter().filter_map(|name| compiler(family, name, available)).collect();
        found.retain(|found| match found.version {
            Version::Release(number) => host.of_family(family).is_none_or(|old| number > old),
            Version::Snapshot => true,
        });
        found.sort_by_key(|found| found.version);
        chosen.extend(found);
    }
    chosen
}

fn compiler(family: &Family, package: &str, available: &BTreeSet<&str>) -> Option<Compiler> {
    let version = package.strip_prefix(family.name)?.strip_prefix('-')?;
    let (version, with) = match (version, version.parse()) {
        ("snapshot", _) => (Version::Snapshot, Vec::new()),
        (_, Ok(number)) => (Version::Release(number), with(family, number, available)),
        (_, Err(_)) => return None,
    };
    Some(Compiler { family: family.name, version, package: package.to_string(), with })
}

fn with(family: &Family, number: u32, available: &BTreeSet<&str>) -> Vec<String> {
    let names = family.with.iter().map(|(before, after)| format!("{before}{number}{after}"));
    names.filter(|name| available.contains(name.as_str())).collect()
}

/// The packages that any of them needs, where apt knows them.
pub fn always<'a>(available: &BTreeSet<&'a str>) -> Vec<&'a str> {
    ALWAYS.iter().filter_map(|name| available.get(name).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "\
clang-14 - C, C++ and Objective-C compiler
clang-24 - C, C++ and Objective-C compiler
clang-24-examples - Clang examples
clang-9 - C, C++ and Objective-C compiler
clang-format-24 - Tool to format C/C++/Obj-C code
clang-tools-24 - clang-based tools for C/C++ developments
gcc-12 - GNU C compiler
gcc-16 - GNU C compiler
gcc-16-base - GCC, the GNU Compiler Collection (base package)
gcc-16-multilib - GNU C compiler (multilib support)
gcc-9 - GNU C compiler
gcc-mingw-w64 - GNU C compiler for MinGW-w64
gcc-snapshot - SNAPSHOT of the GNU Compiler Collection
libc6-dev - GNU C Library: Development Libraries and Header Files
libclang-rt-24-dev - Compiler-rt - development package
libclang-rt-24-dev-win - Compiler-rt - Windows builtins
";

    fn shown(chosen: &[Compiler]) -> Vec<String> {
        let line = |c: &Compiler| c.packages().collect::<Vec<_>>().join(" ");
        chosen.iter().map(line).collect()
    }

    #[test]
    fn what_is_newer_than_the_host_s() {
        let host = Newest { gcc: Some(12), clang: Some(14) };
        let chosen = choose(&names(LIST), host);
        let expected = ["gcc-16 gcc-16-multilib", "gcc-snapshot", "clang-24 libclang-rt-24-dev"];
        assert_eq!(shown(&chosen), expected);
        assert_eq!(chosen[0].file(), "usr/bin/gcc-16");
        assert_eq!(chosen[1].file(), "usr/lib/gcc-snapshot/bin/gcc");
        assert_eq!(always(&names(LIST)), ["libc6-dev"]);
    }

    #[test]
    fn versions_are_numbers() {
        let chosen = choose(&names(LIST), Newest::default());
        let packages: Vec<&str> = chosen.iter().map(|c| c.package.as_str()).collect();
        let clangs = ["clang-9", "clang-14", "clang-24"];
        assert_eq!(packages[..4], ["gcc-9", "gcc-12", "gcc-16", "gcc-snapshot"]);
        assert_eq!(packages[4..], clangs);
    }

    #[test]
    fn the_snapshot_is_newer_than_any_release() {
        let host = Newest { gcc: Some(99), clang: Some(99) };
        assert_eq!(shown(&choose(&names(LIST), host)), ["gcc-snapshot"]);
        assert!(choose(&names(""), Newest::default()).is_empty());
    }

    #[test]
    fn the_host_s_newest_counts() {
        let host =
            Newest::of([("gcc", "12"), ("gcc-13", "13.3.0\n"), ("gcc-9", "9"), ("cc", "99")]);
        assert_eq!(host, Newest { gcc: Some(13), clang: None });
        assert_eq!(Newest::of([("clang", "14.0.6"), ("gcc", "?")]).clang, Some(14));
    }
}
