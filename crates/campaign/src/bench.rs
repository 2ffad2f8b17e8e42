//! Where programs are compiled: each time a fresh copy of their files, in a folder of its
//! own that nobody else can write to.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use elenchus_compilers::scratch::renew;

use crate::program::{self, Program};

/// A program, ready to be compiled.
pub struct Bench<'a> {
    pub program: &'a Program,
    /// For whatever belongs to this program.
    pub folder: PathBuf,
    files: Vec<PathBuf>,
}

/// Fresh copies of the files of a program.
pub struct Place<'a> {
    program: &'a Program,
    pub folder: PathBuf,
}

impl<'a> Bench<'a> {
    pub fn new(program: &'a Program, folder: PathBuf) -> Bench<'a> {
        // Named as whoever stands beside them names them: `__FILE__` is the same.
        let files = program.units().map(|file| file.name.clone().into()).collect();
        Bench { program, folder, files }
    }

    /// The files to compile, for who stands beside them.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// A fresh copy of all files; the one before is gone. It is the same path each time:
    /// some compilers write it into what they make.
    pub fn place(&self) -> io::Result<Place<'a>> {
        let folder = self.path();
        renew(&folder)?;
        program::write(self.program, &folder)?;
        Ok(Place { program: self.program, folder })
    }

    /// Where the copies are.
    pub fn path(&self) -> PathBuf {
        self.folder.join("compiled")
    }
}

impl Place<'_> {
    /// What became of the files, in words; nothing if they are as they were.
    pub fn changes(&self) -> Vec<String> {
        let files = self.program.files.iter();
        let changed = files.filter_map(|file| {
            let name = file.name.to_string_lossy();
            let path = self.folder.join(&file.name);
            match fs::symlink_metadata(&path) {
                Err(_) => Some(format!("{name} is gone")),
                Ok(found) if found.is_file() && is_same(&path, &found, &file.text) => None,
                Ok(_) => Some(format!("{name} was changed")),
            }
        });
        changed.collect()
    }
}

fn is_same(path: &Path, found: &fs::Metadata, text: &[u8]) -> bool {
    found.len() == text.len() as u64 && fs::read(path).is_ok_and(|now| now == text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ProgramFile;

    #[test]
    fn changes_are_named_and_gone_the_next_time() {
        let folder = tempfile::tempdir().unwrap();
        let files = ["a.c", "b.c", "h.h"].map(|name| ProgramFile::new(name, "int x;\n"));
        let program = Program { files: files.to_vec(), flags: Vec::new() };
        let bench = Bench::new(&program, folder.path().to_path_buf());
        let place = bench.place().unwrap();
        assert_eq!(place.changes(), [""; 0]);
        fs::remove_file(place.folder.join("a.c")).unwrap();
        fs::write(place.folder.join("b.c"), "int y;\n").unwrap();
        fs::remove_file(place.folder.join("h.h")).unwrap();
        fs::create_dir(place.folder.join("h.h")).unwrap();
        assert_eq!(place.changes(), ["a.c is gone", "b.c was changed", "h.h was changed"]);
        assert_eq!(bench.place().unwrap().changes(), [""; 0]);
    }
}
