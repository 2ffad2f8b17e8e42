//! `elenchus import`: bugs that people know already.

use std::io::Write;
use std::path::PathBuf;

use elenchus_campaign::import::{ImportError, import};
use elenchus_campaign::report;
use elenchus_campaign::store::Store;
use elenchus_compilers::toolchain::words;
use serde_json::json;

use crate::findings::refuse;
use crate::status::Status;
use crate::talk;
use crate::toolchains::{Toolchains, interrupted};

/// Take programs that show known bugs into the store.
///
/// Each C file of the folder is tried on all compilers. What it shows is kept and marked as
/// known, with the first address in the file as the place where it was reported. Later
/// findings that are alike are of the same bug, and hunts hold back what they know to be
/// one. Ends with status 1 if a file shows nothing on these compilers.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus import reproducers --cc gcc-12")]
pub struct Args {
    /// The folder
    folder: PathBuf,

    #[command(flatten)]
    toolchains: Toolchains,

    /// Options for the programs
    #[arg(
        long,
        value_name = "OPTIONS",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    cflags: String,

    /// The file that findings go to; it is made if it is not there
    #[arg(long, value_name = "FILE", default_value = "elenchus.db")]
    store: PathBuf,

    /// Print a JSON object for each file
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let config = match args.toolchains.config() {
        Ok(config) => config,
        Err(status) => return Ok(status),
    };
    let mut store = match Store::open(&args.store) {
        Ok(store) => store,
        Err(error) => return Ok(refuse(&error)),
    };
    let lab = match args.toolchains.lab(&config)? {
        Ok(lab) => lab,
        Err(status) => return Ok(status),
    };
    let mut out = anstream::stdout().lock();
    let (mut files, mut nothing, mut unread) = (0, 0, Ok(()));
    let done = import(&lab, &mut store, &args.folder, &words(&args.cflags), &mut |imported| {
        let name = imported.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files += 1;
        nothing += usize::from(imported.findings.is_empty());
        let said = if args.json {
            let finding = |(stored, finding): &(Option<_>, _)| {
                let stored: &Option<elenchus_campaign::store::Stored> = stored;
                json!({ "finding": stored.as_ref().map(|one| one.id),
                        "title": report::title(finding) })
            };
            let findings: Vec<_> = imported.findings.iter().map(finding).collect();
            let (url, trouble) = (&imported.url, &imported.trouble);
            writeln!(
                out,
                "{}",
                json!({ "file": name, "findings": findings, "url": url,
                                        "trouble": trouble })
            )
        } else if let Some(trouble) = &imported.trouble {
            writeln!(out, "{name}: {trouble}")
        } else if imported.findings.is_empty() {
            writeln!(out, "{name}: shows nothing on these compilers")
        } else {
            imported.findings.iter().try_for_each(|(stored, finding)| {
                let number = match stored {
                    Some(stored) => format!("finding {}", stored.id),
                    None => "there already".to_owned(),
                };
                writeln!(out, "{name}: {number}: {}", report::title(finding))
            })
        };
        if unread.is_ok() {
            unread = said;
        }
    });
    unread?;
    Ok(match done {
        Ok(()) if files == 0 => {
            let folder = args.folder.display();
            talk::complain(&format!("{folder} has no C file: give the folder of the reproducers"));
            Status::Wrong
        }
        Ok(()) if nothing > 0 => Status::No,
        Ok(()) => Status::Done,
        Err(ImportError::Stopped) => interrupted(),
        Err(ImportError::Store(error)) => refuse(&error),
        Err(error) => {
            talk::complain(&error.to_string());
            match error {
                ImportError::Folder { .. } => Status::Wrong,
                _ => Status::Environment,
            }
        }
    })
}
