//! Bugs that people know already: programs of a folder that show them, each a file. What
//! they show goes into a store as known, so that hunts, ranks and reports tell it from what
//! is new.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::examine::{Origin, examine};
use crate::finding::{Finding, Reduced};
use crate::lab::Lab;
use crate::source::{NoTest, Source};
use crate::store::{Store, StoreError, Stored};

#[derive(Debug, Error)]
pub enum ImportError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("cannot read {}: {source}", folder.display())]
    Folder { folder: PathBuf, source: io::Error },
    #[error("interrupted")]
    Stopped,
}

/// What became of a file.
pub struct Imported {
    pub file: PathBuf,
    /// What it shows, new here or not; nothing where no compiler is wrong any more.
    pub findings: Vec<(Option<Stored>, Finding)>,
    /// Where it was reported, if the file says so.
    pub url: Option<String>,
    /// Why it was not tried.
    pub trouble: Option<String>,
}

/// The mark of what people know.
const KNOWN: &str = "known";

/// Tries all C files of a folder on all compilers of the lab.
pub fn import(
    lab: &Lab,
    store: &mut Store,
    folder: &Path,
    flags: &[String],
    tell: &mut dyn FnMut(Imported),
) -> Result<(), ImportError> {
    let source = Source::folder(folder, flags.to_vec());
    let source =
        source.map_err(|source| ImportError::Folder { folder: folder.to_path_buf(), source })?;
    for number in 0..source.count().unwrap_or(0) {
        let (source, seed) = source.narrow(number);
        let Source::Files { files, .. } = &source else { continue };
        let Some(file) = files.first().cloned() else { continue };
        let nothing = Imported { file, findings: Vec::new(), url: None, trouble: None };
        match source.make(seed, &lab.scratch.fresh("import")?, lab.stop) {
            Ok(test) => {
                let origin = Origin { source: &source, seed };
                let place = lab.scratch.fresh("imported")?;
                let examined = examine(lab, &test, &origin, place, &|_| true)?;
                let findings = examined.ok_or(ImportError::Stopped)?.findings;
                let url = url(&nothing.file);
                let findings = findings.into_iter().map(as_it_is);
                let findings = findings.map(|one| keep(store, one, url.as_deref()));
                let findings = findings.collect::<Result<_, StoreError>>()?;
                tell(Imported { findings, url, ..nothing });
            }
            Err(error @ NoTest::Read { .. }) => {
                tell(Imported { trouble: Some(error.to_string()), ..nothing });
            }
            Err(_) if lab.stop.load(std::sync::atomic::Ordering::Relaxed) => {
                return Err(ImportError::Stopped);
            }
            Err(error) => tell(Imported { trouble: Some(error.to_string()), ..nothing }),
        }
    }
    Ok(())
}

/// Whoever keeps a reproducer has made it small: it counts as reduced.
fn as_it_is(finding: Finding) -> Finding {
    if !finding.kind.is_shown_by_one() {
        return finding;
    }
    let Finding { program, mutations, expected, actual, outcomes, .. } = finding.clone();
    let reduced = Reduced { program, mutations, expected, actual, outcomes };
    Finding { reduced: Some(Box::new(reduced)), ..finding }
}

/// What is there already keeps what was said of it.
fn keep(
    store: &mut Store,
    finding: Finding,
    url: Option<&str>,
) -> Result<(Option<Stored>, Finding), StoreError> {
    let stored = store.finish(None, std::slice::from_ref(&finding), &[])?.pop().flatten();
    if let Some(Stored { id, .. }) = stored {
        if store.mark_of(id)?.is_none() {
            store.mark(id, Some(KNOWN), url)?;
        }
    }
    Ok((stored, finding))
}

/// The first address in a file, which most say in their first comment.
fn url(file: &Path) -> Option<String> {
    let text = fs::read(file).ok()?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let start = ["https://", "http://"].iter().filter_map(|begin| text.find(begin)).min()?;
    let is_end = |c: char| c.is_whitespace() || "\"'<>)]*,;".contains(c);
    let rest = &text[start..];
    let end = rest.find(is_end).unwrap_or(rest.len());
    Some(rest[..end].trim_end_matches('.').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_in_a_comment() {
        let folder = tempfile::tempdir().unwrap();
        let check = |text: &str, expected: Option<&str>| {
            let file = folder.path().join("a.c");
            fs::write(&file, text).unwrap();
            assert_eq!(url(&file).as_deref(), expected, "{text}");
        };
        check("/* https://gcc.gnu.org/PR1. */ int a;", Some("https://gcc.gnu.org/PR1"));
        check("// see (http://x.org/a?b=1)\n", Some("http://x.org/a?b=1"));
        check("int main(void) { return 0; }", None);
    }
}
