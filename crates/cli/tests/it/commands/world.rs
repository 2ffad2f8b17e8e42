//! A folder of files as users have them, and as nobody should: what is there before a
//! command must be there after it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// Names and contents. Some have names that a command would write by itself.
const FILES: &[(&[u8], &str)] = &[
    (b"prog.c", "#include <stdio.h>\nint main(void) { puts(\"fine\"); return 3; }\n"),
    (b"two.c", "int x[4], i;\nint main(void) { for (i = 0; i < 4; i++) x[i] = i; return x[2]; }\n"),
    (b"bad.c", "int main(void) { return 0\n"),
    (b"undefined.c", "int main(void) { int x = 2147483647; return ++x; }\n"),
    (b"endless.c", "int main(void) { for (;;); }\n"),
    (b"flood.c", "#include <stdio.h>\nint main(void) { for (;;) puts(\"x\"); }\n"),
    (b"empty.c", ""),
    (b"with blank.c", "int main(void) { return 0; }\n"),
    (b"caf\xe9.c", "int main(void) { return 1; }\n"),
    (b"zero.c", "int main(void) { \0 return 0; }\n"),
    (b"gone.c", "#include \"gone.h\"\n"),
    (b"itself.c", "#include \"itself.c\"\n"),
    (b"-O2", "not an option\n"),
    (b"precious.txt", "mine\n"),
    (b"notes.db", "not a store\n"),
    (b"1.c", "int mine;\n"),
    (b"1.expected", "mine\n"),
    (b"2-dropped-program.c", "int mine;\n"),
    (b"out/1.c", "int mine;\n"),
    (b"out/prog-0.c", "int mine;\n"),
    (b"out/repro.sh", "echo mine\n"),
    (b"finding-1/README.md", "mine\n"),
    (b"prog.reduced.c", "int mine;\n"),
    (b"odd.toml", "[[compiler]]\nname = 7\n"),
    (b"policy.toml", "integer = 3\n"),
    (b"dir.c/inside.c", "int main(void) { return 0; }\n"),
];

/// Links and what they lead to.
const LINKS: &[(&str, &str)] = &[("link.c", "precious.txt"), ("dangling", "nowhere")];

/// Breaks down at -O2.
const BROKEN: &str = "#!/bin/sh
case \"$*\" in *-O2*.c*) echo 'internal compiler error: in f, at g.c:1' >&2; exit 1 ;; esac
exec gcc \"$@\"
";

/// Places that are no files of the world.
pub const ELSEWHERE: &[&str] =
    &["", ".", "-", "missing.c", "missing/below", "/dev/null", "/dev/full", "/proc/self/mem"];

/// Makes the files in a folder.
pub fn make(folder: &Path) {
    for (name, text) in FILES {
        let path = folder.join(OsStr::from_bytes(name));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    for (link, target) in LINKS {
        symlink(target, folder.join(link)).unwrap();
    }
    let broken = folder.join("brokencc");
    fs::write(&broken, BROKEN).unwrap();
    fs::set_permissions(&broken, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The names of files, links and folders.
pub fn names() -> Vec<PathBuf> {
    let files = FILES.iter().map(|(name, _)| PathBuf::from(OsStr::from_bytes(name)));
    let links = LINKS.iter().map(|(link, _)| PathBuf::from(link));
    files.chain(links).chain(["dir.c".into(), "out".into()]).collect()
}

/// What is in a folder: bytes of files, targets of links.
pub fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let (path, kind) = (entry.path(), entry.file_type().unwrap());
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_symlink() {
                let target = fs::read_link(&path).unwrap();
                found.insert(path, target.as_os_str().as_bytes().to_vec());
            } else if kind.is_file() {
                let bytes = fs::read(&path).unwrap();
                found.insert(path, bytes);
            }
        }
    }
    found
}
