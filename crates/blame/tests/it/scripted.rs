//! A compiler that is gcc and something else: a shell script.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::atomic::AtomicBool;

use elenchus_blame::bench::{Bench, Patience};
use elenchus_blame::case::parted;
use elenchus_blame::{Against, Blame, Others, Refusal, Request, blame, start};
use elenchus_compilers::probe;
use elenchus_compilers::run::family;
use elenchus_compilers::scratch::Scratch;
use elenchus_judge::{Program, ProgramFile};

static NEVER: AtomicBool = AtomicBool::new(false);

/// What is said of a program that consists of these files.
pub fn blamed(files: &[(&str, &str)], command: &str) -> Result<Blame, Refusal> {
    at_bench(files, command, |bench| Ok(blame(bench, &Others::default())?))
}

/// What comes out where such a program is tried.
pub fn at_bench<T>(
    files: &[(&str, &str)],
    command: &str,
    work: impl FnOnce(&mut Bench) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    family::adopt_orphans().unwrap();
    let scratch = Scratch::new().unwrap();
    let files = files.iter().map(|(name, text)| ProgramFile::new(*name, *text)).collect();
    let program = Program { files, flags: Vec::new() };
    let (given, level) = parted(command);
    let toolchain = probe::measure(&given, &scratch.fresh("probe").unwrap()).unwrap();
    let request = Request {
        program: &program,
        toolchain: &toolchain,
        level,
        input: Vec::new(),
        args: Vec::new(),
        against: Against::Machine,
        patience: Patience::default(),
    };
    let (mut bench, _) = start(&request, &scratch, &NEVER)?;
    work(&mut bench)
}

/// A compiler that runs `script` for programs, with their flags in `$*`; all else, and
/// what the script leaves, goes to gcc.
pub fn scripted(script: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let compiler = folder.path().join("testcc");
    let text = format!(
        "#!/bin/sh\ncase \" $* \" in *' -E '*) exec gcc \"$@\" ;; *program.c*) ;; *) exec gcc \
         \"$@\" ;; esac\n{script}\nexec gcc \"$@\"\n"
    );
    fs::write(&compiler, text).unwrap();
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
    let path = compiler.display().to_string();
    (folder, path)
}
