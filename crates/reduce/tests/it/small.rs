//! What the tests share: a test that needs no compiler, and a reduction in one call.

use std::io;
use std::sync::atomic::AtomicBool;

use elenchus_compilers::scratch::Scratch;
use elenchus_judge::{ProgramFile, Unit};
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_reduce::check::{Lack, Place, Rules, Shown, Test};
use elenchus_reduce::reduction::{Audience, Bounds, Progress, ReduceError, Reduced, reduce};

pub fn rules() -> Rules {
    Rules::new(Target::x86_64(), Language::GNU17)
}

pub fn bounds() -> Bounds {
    Bounds { time: None, bytes: None, jobs: 2 }
}

pub fn file(text: &str) -> Vec<ProgramFile> {
    vec![ProgramFile::new("a.c", text)]
}

/// A program that our front end takes and that has all of these words.
pub struct Has(pub &'static [&'static str]);

impl Test for Has {
    fn look(&self, files: &[ProgramFile], _: &Place) -> Shown {
        let units: Vec<Unit> =
            files.iter().map(|file| Unit { name: &file.name, text: &file.text }).collect();
        if let Err(why) = rules().judge().parse(&units) {
            return Ok(Err(Lack(why.to_string())));
        }
        let all: String = files.iter().map(|file| String::from_utf8_lossy(&file.text)).collect();
        match self.0.iter().find(|word| !all.contains(**word)) {
            Some(word) => Ok(Err(Lack(format!("'{word}' is not in it")))),
            None => Ok(Ok(())),
        }
    }
}

/// Remembers how the size went.
#[derive(Default)]
pub struct Sizes(pub Vec<usize>);

impl Audience for Sizes {
    fn better(&mut self, files: &[ProgramFile]) -> io::Result<()> {
        self.0.push(files.iter().map(|file| file.text.len()).sum());
        Ok(())
    }

    fn progress(&mut self, _: &Progress) {}
}

pub fn reduced(
    files: Vec<ProgramFile>,
    test: &dyn Test,
    bounds: Bounds,
) -> Result<Reduced, ReduceError> {
    let scratch = Scratch::new().unwrap();
    let stop = AtomicBool::new(false);
    reduce(files, test, &rules(), bounds, (&scratch, &stop), &mut Sizes::default())
}

/// The only file of what is left.
pub fn text(reduced: &Reduced) -> String {
    String::from_utf8(reduced.files[0].text.clone()).unwrap()
}
