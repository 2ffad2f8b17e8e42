//! What is left of a program: how large it is, whether it still shows it, and whether it
//! is valid.

use std::fs;

use anyhow::Result;
use elenchus_judge::{Judgement, ProgramFile};
use elenchus_lang::rules::Language;
use elenchus_lang::target::Target;
use elenchus_reduce::check::{Counts, Place, Rules};
use elenchus_reduce::subject::measure;
use serde::{Deserialize, Serialize};

use super::cases::Ready;
use super::script::{self, FILE};
use crate::call::call;
use crate::files;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    pub tokens: usize,
    pub lines: usize,
    /// The script finds it interesting.
    pub shows: bool,
    pub state: State,
    /// What the machine says.
    says: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    Valid,
    /// The program is at fault.
    Invalid,
    Unknown,
}

pub fn look(ready: &Ready, text: &[u8]) -> Result<Kept> {
    let script = script::write(ready)?;
    let folder = files::fresh_folder(ready.folder.join("result"))?;
    fs::write(folder.join(FILE), text)?;
    let shows = call(&script).within(&folder).run()?.succeeded();
    let files = [ProgramFile::new(FILE, text)];
    let language = Language::GNU17;
    let rules = Rules::new(Target::x86_64(), language);
    let (stop, counts) = (false.into(), Counts::default());
    let judgement =
        rules.judgement(&files, &Place { folder: &folder, stop: &stop, counts: &counts });
    let state = match judgement {
        Judgement::Valid(_) => State::Valid,
        Judgement::Invalid(_) => State::Invalid,
        Judgement::Long | Judgement::Unknown(_) => State::Unknown,
    };
    let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    Ok(Kept {
        tokens: measure(&files, language).tokens,
        lines: lines.count(),
        shows,
        state,
        says: judgement.to_string(),
    })
}
