//! Somebody's own test, as other reducers take it: a program that is started in a folder
//! with the files, and ends with status 0 where they are interesting.

use std::path::PathBuf;
use std::time::Duration;

use elenchus_compilers::run::{End, Limits, Reach, Task, run};
use elenchus_judge::ProgramFile;

use super::{Counts, Guard, Lack, Place, Rules, Shown, Test};

pub struct Script {
    /// Absolute: it is started elsewhere.
    pub path: PathBuf,
    pub rules: Rules,
    pub guard: Guard,
}

/// A script that takes longer says no.
const PATIENCE: Duration = Duration::from_secs(300);

impl Test for Script {
    fn look(&self, files: &[ProgramFile], place: &Place) -> Shown {
        if let Err(lack) = self.guard.passes(files, &self.rules, place) {
            return Ok(Err(lack));
        }
        place.lay_out(files)?;
        Counts::one(&place.counts.scripts);
        let words = vec![self.path.clone().into_os_string()];
        let task = Task { words, folder: Some(place.folder.to_path_buf()) };
        // It is its owner's, and does what the owner lets it do.
        let limits = Limits { wall: Some(PATIENCE), reach: Reach::Anywhere, ..Limits::NONE };
        let finished = run(&task, &limits, place.stop)?;
        if finished.succeeded() {
            return Ok(Ok(()));
        }
        let what = match finished.end {
            End::Exit(status) => format!("it ends with status {status}, not with 0"),
            end => format!("it ends by itself no more: {end}"),
        };
        let said = String::from_utf8_lossy(&[finished.stdout, finished.stderr].concat())
            .lines()
            .last()
            .map_or(String::new(), |line| format!("; it says: {line}"));
        Ok(Err(Lack(format!("the test {}: {what}{said}", self.path.display()))))
    }
}
