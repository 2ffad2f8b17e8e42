//! A compiler that is gcc and something else: a shell script.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use elenchus_campaign::finding::Finding;
use elenchus_campaign::hunt::{Event, Plan, Summary, hunt};
use elenchus_campaign::lab::{Allowance, Lab};
use elenchus_campaign::source::Source;
use elenchus_campaign::store::Store;
use elenchus_compilers::probe;
use elenchus_compilers::run::family;
use elenchus_compilers::scratch::Scratch;
use elenchus_compilers::toolchain::{Given, Run};

pub struct Scripted {
    pub folder: tempfile::TempDir,
    pub compiler: PathBuf,
    /// Whether programs have several files.
    pub split: bool,
}

impl Scripted {
    /// For programs the script is run; all else goes to gcc.
    pub fn new(script: &str) -> Scripted {
        let folder = tempfile::tempdir().unwrap();
        let compiler = folder.path().join("testcc");
        let here = folder.path().display();
        let text = format!(
            "#!/bin/sh\nhere={here}\ncase \"$*\" in *program.c*) ;; *) exec gcc \"$@\" ;; esac\n\
             {script}\nexec gcc \"$@\"\n"
        );
        fs::write(&compiler, text).unwrap();
        fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
        Scripted { folder, compiler, split: false }
    }

    /// A lab with this compiler at `levels`, and with gcc beside it if asked.
    pub fn lab(&self, levels: &[&str], with_gcc: bool) -> Lab {
        self.lab_run_by(levels, with_gcc, Run::Native)
    }

    /// The same, where something else runs the programs of this compiler.
    pub fn lab_run_by(&self, levels: &[&str], with_gcc: bool, run: Run) -> Lab {
        let levels: Vec<Vec<String>> = levels.iter().map(|level| vec![level.to_string()]).collect();
        let compiler = self.compiler.display().to_string();
        let given = Given { levels: levels.clone(), run, ..Given::command(&compiler) };
        let mut given = vec![given];
        if with_gcc {
            given.push(Given { levels, ..Given::command("gcc") });
        }
        self.lab_of(&given)
    }

    /// A lab with these.
    pub fn lab_of(&self, given: &[Given]) -> Lab {
        family::adopt_orphans().unwrap();
        let scratch = Scratch::within(self.folder.path()).unwrap();
        let measure = |given| probe::measure(given, &scratch.fresh("probe").unwrap()).unwrap();
        let toolchains = given.iter().map(measure).collect();
        let second = Duration::from_secs(1);
        let allowance = Allowance { compile: second, run: second, ..Allowance::default() };
        let stop = Box::leak(Box::new(AtomicBool::new(false)));
        Lab::new(toolchains, scratch, allowance, stop)
    }

    pub fn store(&self) -> PathBuf {
        self.folder.path().join("test.db")
    }

    /// Hunts with so many programs, and gives what was found.
    pub fn hunt(&self, lab: &Lab, count: u64) -> (Vec<Finding>, Summary) {
        let (preset, split) = ("mix".into(), self.split);
        let source = Source::Generate { preset, size: 2000, split, portable: false, dice: false };
        self.hunt_at(lab, source, 1, count)
    }

    /// The same from a source, with seeds from one on.
    pub fn hunt_at(
        &self,
        lab: &Lab,
        source: Source,
        first: u64,
        count: u64,
    ) -> (Vec<Finding>, Summary) {
        let store = Store::open(&self.store()).unwrap();
        let plan = Plan {
            sources: vec![(source, 1)],
            first: Some(first),
            count: Some(count),
            time: None,
            workers: 1,
        };
        let mut found = Vec::new();
        let summary = hunt(lab, store, &plan, &mut |event, _| {
            if let Event::Found { finding, .. } = event {
                found.push(*finding);
            }
        });
        (found, summary.unwrap())
    }
}

/// A script that gives gcc the program with `change` done by sed, where the
/// arguments have `flag`; not where it is only to be preprocessed.
pub fn changing(flag: &str, change: &str) -> String {
    format!(
        "case \"$*\" in *' -E '*) ;; *{flag}*) n=$#; while [ $n -gt 0 ]; do\n\
         one=$1; shift; n=$((n-1))\n\
         case $one in *program.c) sed '{change}' $one > changed.c; one=changed.c ;; esac\n\
         set -- \"$@\" $one; done ;; esac"
    )
}

/// Three seconds of processor time, on any machine.
pub const BURN: &str = "burn() { while read -r line < /proc/$$/stat; do set -- $line\n\
                        [ $((${14} + ${15})) -ge 300 ] && return; done; }; burn";

/// Whether a process with this argument runs.
pub fn runs(argument: &str) -> bool {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let command = |path: PathBuf| fs::read(path.join("cmdline")).unwrap_or_default();
    let mut commands = entries.map(|entry| command(entry.path()));
    commands.any(|command| command.split(|byte| *byte == 0).any(|one| one == argument.as_bytes()))
}

/// Names in a folder, in order.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
