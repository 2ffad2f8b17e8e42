//! What a compiler is, found out by trying it.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use elenchus_lang::target::{Endian, FloatFormat, IntKind, TARGETS, Target};
use thiserror::Error;

use crate::find::find;
use crate::flags;
use crate::run::{End, Finished, Limits, Reach, Task, run};
use crate::sys::is_interrupted;
use crate::toolchain::{Family, Given, Run, Tool, Toolchain};

/// Prints what [`facts`] says of a target.
const PROBE: &str = "\
int printf(const char *, ...);
struct s { char c; long long l; };
int main(void)
{
    union { int i; char c[sizeof(int)]; } order = { 1 };
    volatile long double one = 1, more = 1;
    int digits = 0;
    do {
        digits++;
        one = one / 2;
        more = 1 + one;
    } while (more != 1);
    printf(\"%d %d %d %d %d %d %d %d %d %d %d %d\\n\", (int)sizeof(short), (int)sizeof(int),
           (int)sizeof(long), (int)sizeof(long long), (int)sizeof(void *), (int)sizeof(double),
           (int)sizeof(long double), (int)(sizeof(struct s) - sizeof(long long)), digits,
           (char)-1 < 0, order.c[0] == 1, L'a' - L'b' < 0);
    return 0;
}
";

/// A program that only a sanitizer stops.
const UNDEFINED: &str = "\
int main(int argc, char **argv)
{
    volatile int big = 0x7fffffff;
    big += argc;
    return big == 0;
}
";

/// A program in two files.
const TWO_FILES: [(&str, &str); 2] = [
    ("probe.c", "int other(void);\nint main(void) { return other() - 7; }\n"),
    ("other.c", "int other(void) { return 7; }\n"),
];

/// What a probe may take, as a whole: zig makes its libraries first.
const TIME: Duration = Duration::from_secs(90);

/// Why a compiler cannot be used.
#[derive(Debug, Error)]
pub enum Trouble {
    #[error("no command is given: name a compiler, for instance `gcc`")]
    NoCommand,
    #[error("`{0}` is not found: install it, or give its path")]
    NotFound(String),
    #[error("it cannot be started: {0}")]
    Start(#[from] std::io::Error),
    #[error("it does not compile a small program ({end}): {said}")]
    Compile { end: End, said: String },
    #[error("what it compiles does not run ({0}): for another machine, say what runs its programs")]
    Run(End),
    #[error("it compiles for a machine that is not known here ({0})")]
    Target(String),
}

/// Tries a compiler in an empty folder.
pub fn measure(given: &Given, folder: &Path) -> Result<Toolchain, Trouble> {
    let mut given = given.clone();
    locate(&mut given.command)?;
    if let Tool::Pipeline(steps) = &mut given.tool {
        steps.iter_mut().try_for_each(|step| locate(step))?;
    }
    let version = version(asked(&given.tool, &given.command), folder)?;
    let family = Family::of(&version);
    let mut toolchain = Toolchain {
        name: given.name,
        command: given.command,
        levels: given.levels,
        run: given.run,
        tool: given.tool,
        patience: given.patience,
        family,
        version: in_one_line(&version),
        target: Target::x86_64(),
        reach: Reach::Scratch,
        several: true,
    };
    let mut target = target_of(&toolchain, folder);
    if let Err(Trouble::Compile { .. }) = target {
        let more = Toolchain { reach: Reach::Temporary, ..toolchain.clone() };
        // If that was not it, what is told is what was wrong first.
        if let Ok(found) = target_of(&more, folder) {
            (toolchain, target) = (more, Ok(found));
        }
    }
    toolchain.target = target?;
    toolchain.several = is_well(try_program(&toolchain, &[], &TWO_FILES, folder));
    if toolchain.levels.is_empty() {
        toolchain.levels = levels(&toolchain, folder);
    }
    Ok(toolchain)
}

/// What is asked for its version: what else it is given could keep it from answering.
fn asked<'a>(tool: &Tool, command: &'a [String]) -> &'a [String] {
    match tool {
        Tool::Compiler => command,
        _ => &command[..command.len().min(1)],
    }
}

/// What a tool chain says of itself now; it may have been replaced.
pub fn version_now(toolchain: &Toolchain, folder: &Path) -> Result<String, Trouble> {
    let said = version(asked(&toolchain.tool, &toolchain.command), folder)?;
    Ok(in_one_line(&said))
}

fn in_one_line(version: &str) -> String {
    version.lines().next().unwrap_or("unknown version").to_owned()
}

/// Puts the path of its program into a command.
fn locate(command: &mut [String]) -> Result<(), Trouble> {
    let program = command.first_mut().ok_or(Trouble::NoCommand)?;
    let path = find(program).ok_or_else(|| Trouble::NotFound(program.clone()))?;
    *program = path.to_string_lossy().into_owned();
    Ok(())
}

/// Whether it compiles a small program with these flags, which then runs.
pub fn accepts(toolchain: &Toolchain, flags: &[String], folder: &Path) -> bool {
    is_well(try_program(toolchain, flags, &[("probe.c", PROBE)], folder))
}

fn is_well(tried: Result<(End, String), Trouble>) -> bool {
    matches!(tried, Ok((End::Exit(0), _)))
}

/// What of the allow-list it takes, at its highest level, and for which other machines.
pub fn flags(toolchain: &Toolchain, folder: &Path) -> Vec<String> {
    if toolchain.tool != Tool::Compiler {
        return Vec::new();
    }
    let mut taken = |flags: &[String]| {
        let words: Vec<_> =
            std::iter::once("-O3".to_owned()).chain(flags.iter().cloned()).collect();
        // Nobody wants the flags any more: nothing more is asked.
        is_interrupted() || accepts(toolchain, &words, folder)
    };
    let mut found = flags::accepted(flags::all(toolchain.family), &mut taken);
    // What is for another machine is not run.
    let compiles = Toolchain { run: Run::Never, ..toolchain.clone() };
    let machines = flags::machines(toolchain.family).into_iter();
    found.extend(machines.filter(|flag| {
        is_interrupted() || accepts(&compiles, &["-O3".to_owned(), flag.clone()], folder)
    }));
    found
}

/// Whether it stops undefined behaviour when told to, and nothing else.
pub fn has_sanitizer(toolchain: &Toolchain, folder: &Path) -> bool {
    if toolchain.family == Family::Other || toolchain.tool != Tool::Compiler {
        return false;
    }
    let flags = SANITIZER.map(str::to_owned);
    let undefined = [("probe.c", UNDEFINED)];
    let ended = try_program(toolchain, &flags, &undefined, folder).map(|(end, _)| end);
    !matches!(ended, Ok(End::Exit(0)) | Err(_)) && accepts(toolchain, &flags, folder)
}

/// Flags of a build that stops at what is undefined.
pub const SANITIZER: [&str; 4] =
    ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

fn version(command: &[String], folder: &Path) -> Result<String, Trouble> {
    for option in ["--version", "-v", "-V"] {
        let mut words = command.to_vec();
        words.push(option.into());
        let finished = start(words.into_iter().map(Into::into).collect(), folder, Reach::Scratch)?;
        let said = [finished.stdout, finished.stderr].concat();
        let said = String::from_utf8_lossy(&said).trim().to_owned();
        if finished.end == End::Exit(0) && !said.is_empty() {
            return Ok(said);
        }
    }
    Ok(String::new())
}

/// The levels that it takes, unless its command has one already.
fn levels(toolchain: &Toolchain, folder: &Path) -> Vec<Vec<String>> {
    let named = toolchain.command.iter().any(|word| word.starts_with("-O"));
    if named || toolchain.tool != Tool::Compiler {
        return vec![Vec::new()];
    }
    let usual = toolchain.family.levels().iter();
    let level = |flag: &&str| match *flag {
        "" => Vec::new(),
        flag => vec![flag.to_owned()],
    };
    let works = |flags: &Vec<String>| accepts(toolchain, flags, folder);
    let levels: Vec<_> = usual.map(level).filter(works).collect();
    if levels.is_empty() { vec![Vec::new()] } else { levels }
}

fn target_of(toolchain: &Toolchain, folder: &Path) -> Result<&'static Target, Trouble> {
    let (end, said) = try_program(toolchain, &[], &[("probe.c", PROBE)], folder)?;
    match end {
        _ if toolchain.run == Run::Never || toolchain.tool == Tool::Analyser => {
            Ok(toolchain.target)
        }
        End::Exit(0) => {
            let said = said.trim();
            // Some compilers have a `wchar_t` of their own; we do without.
            let narrow = |facts: &str| facts.rsplit_once(' ').map(|(most, _)| most.to_owned());
            let same = |target: &&Target| facts(target) == said;
            let alike = |target: &&Target| narrow(&facts(target)) == narrow(said);
            let found = TARGETS.iter().find(same).or_else(|| TARGETS.iter().find(alike));
            found.ok_or_else(|| Trouble::Target(said.to_owned()))
        }
        end => Err(Trouble::Run(end)),
    }
}

/// What the probe prints on a target.
fn facts(target: &Target) -> String {
    let digits = match target.long_double_format {
        FloatFormat::Half => 11,
        FloatFormat::Single => 24,
        FloatFormat::Double => 53,
        FloatFormat::X87 => 64,
        FloatFormat::Quad => 113,
    };
    let wide = target.int_type(target.wchar_type);
    let wide_is_signed = wide.signed || wide.bits < target.int_type(IntKind::Int).bits;
    let sizes = [target.short, target.int, target.long, target.long_long, target.pointer];
    let sizes = sizes.into_iter().chain([target.double, target.long_double]);
    let sizes: String = sizes.map(|extent| format!("{} ", extent.size)).collect();
    let yes = |what: bool| u8::from(what);
    format!(
        "{sizes}{} {digits} {} {} {}",
        target.long_long.align,
        yes(target.char_signed),
        yes(target.endian == Endian::Little),
        yes(wide_is_signed)
    )
}

/// Compiles and runs a program: its end and what it printed. Where programs are
/// not run, that it compiles is enough.
fn try_program(
    toolchain: &Toolchain,
    flags: &[String],
    texts: &[(&str, &str)],
    folder: &Path,
) -> Result<(End, String), Trouble> {
    let program = folder.join("probe.exe");
    let mut files = Vec::new();
    for (name, text) in texts {
        files.push(folder.join(name));
        fs::write(folder.join(name), text)?;
    }
    for words in toolchain.compile(flags, &[], &files, &program) {
        let compiled = start(words, folder, toolchain.reach)?;
        if compiled.end != End::Exit(0) {
            let said = [compiled.stderr, compiled.stdout].concat();
            let said = String::from_utf8_lossy(&said).trim().to_owned();
            return Err(Trouble::Compile { end: compiled.end, said });
        }
    }
    let Some(words) = toolchain.execute(flags, &[], &files, &program) else {
        return Ok((End::Exit(0), String::new()));
    };
    let ran = start(words, folder, toolchain.run.reach())?;
    Ok((ran.end, String::from_utf8_lossy(&ran.stdout).into_owned()))
}

fn start(words: Vec<std::ffi::OsString>, folder: &Path, reach: Reach) -> Result<Finished, Trouble> {
    let task = Task { words, folder: Some(folder.to_path_buf()) };
    let limits = Limits { reach, ..Limits::NONE.time(TIME) };
    Ok(run(&task, &limits, &AtomicBool::new(false))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(command: &str) -> Result<Toolchain, Trouble> {
        let folder = tempfile::tempdir().unwrap();
        measure(&Given::command(command), folder.path())
    }

    #[test]
    fn gcc_is_measured() {
        let gcc = measured("gcc").unwrap();
        assert_eq!((gcc.family, gcc.target.name), (Family::Gcc, "x86_64-linux"));
        assert_eq!(gcc.levels.len(), 5);
        assert_eq!(gcc.at(&gcc.levels[1]), "gcc -O1");
        let folder = tempfile::tempdir().unwrap();
        assert!(has_sanitizer(&gcc, folder.path()));
    }

    #[test]
    fn the_smaller_data_model_is_measured() {
        let gcc = measured("gcc").unwrap();
        let given = crate::find::small(&gcc).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let Ok(small) = measure(&given, folder.path()) else {
            eprintln!("skipped: gcc -m32 does not work: gcc-multilib is not installed");
            return;
        };
        assert_eq!((small.name.as_str(), small.target.name), ("gcc -m32", "i386-linux"));
        assert_eq!(small.level_names(), "-O0, -O2");
        let command = &small.compile(&[], &[], &[], Path::new("p"))[0];
        assert!(command.iter().any(|word| word == "-mfpmath=sse"), "{command:?}");
        assert_eq!(crate::find::small(&small), None);
        let run = Run::With(vec!["qemu".into()]);
        assert_eq!(crate::find::small(&Toolchain { run, ..gcc }), None);
    }

    #[test]
    fn who_takes_one_file_only_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let check = |command: &str, tool: Tool, several: bool| {
            let given = Given { tool, ..Given::command(command) };
            match measure(&given, folder.path()) {
                Ok(measured) => assert_eq!(measured.several, several, "{command}"),
                Err(Trouble::NotFound(_)) => eprintln!("skipped: {command} is not installed"),
                Err(trouble) => panic!("{command}: {trouble}"),
            }
        };
        check("gcc", Tool::Compiler, true);
        check("gcc -fsyntax-only {in}", Tool::Analyser, true);
        check("tcc -run {in}", Tool::Interpreter, false);
    }

    #[test]
    fn flags_are_asked_for_once() {
        let gcc = measured("gcc").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let taken = flags(&gcc, folder.path());
        assert!(taken.len() > 200 && taken.contains(&"-fno-tree-vrp".to_owned()), "{taken:?}");
        assert!(taken.iter().any(|flag| flag.starts_with("--param=")), "{taken:?}");
        assert_eq!(flags(&Toolchain { family: Family::Other, ..gcc }, folder.path()), [""; 0]);
    }

    #[test]
    fn a_level_in_the_command_is_the_only_one() {
        assert_eq!(measured("gcc -O2").unwrap().levels, [[""; 0]]);
    }

    #[test]
    fn targets_differ_in_what_the_probe_prints() {
        for (at, target) in TARGETS.iter().enumerate() {
            let same = TARGETS.iter().position(|other| facts(other) == facts(target));
            assert_eq!(same, Some(at), "{}", target.name);
        }
    }

    #[test]
    fn what_is_no_compiler_says_why() {
        assert!(matches!(measured("no-such-compiler"), Err(Trouble::NotFound(_))));
        assert!(matches!(measured("false"), Err(Trouble::Compile { .. })));
        assert!(matches!(measured("true"), Err(Trouble::Start(_))));
        assert!(matches!(measured(""), Err(Trouble::NoCommand)));
    }
}
