//! `elenchus features`: what do programs that show a bug have in common?

use std::io::Write;

use elenchus_campaign::features::{NotCompared, SIGNIFICANT, compare};
use elenchus_compilers::on_interrupt;

use crate::findings::{StoreFile, refuse};
use crate::status::Status;
use crate::talk;

/// Say what programs that show a bug have in common, and what they lack.
///
/// The findings of the bug are compared with other programs of the same sources, which are
/// made anew: the words of C and of the library in their texts, the policy by which they
/// were generated, the strategies of their mutations. And the sources, with the findings of
/// all other bugs. Fisher's exact test says how likely a difference is by chance; what is
/// significant after Holm's correction is shown. Ends with status 1 if nothing is.
#[derive(clap::Args)]
#[command(after_help = "Example: elenchus features 1")]
pub struct Args {
    /// The number of a finding of the bug
    id: i64,

    /// How many other programs are made
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u16).range(1..=10_000))]
    programs: u16,

    #[command(flatten)]
    store: StoreFile,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let store = match args.store.open() {
        Ok(store) => store,
        Err(status) => return Ok(status),
    };
    let compared = match compare(&store, args.id, args.programs.into(), on_interrupt()) {
        Ok(compared) => compared,
        Err(NotCompared::Store(error)) => return Ok(refuse(&error)),
        Err(error) => {
            talk::complain(&error.to_string());
            return Ok(match error {
                NotCompared::NoOthers => Status::Wrong,
                _ => Status::Environment,
            });
        }
    };
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&compared)?)?;
    } else {
        writeln!(
            out,
            "{} programs that show it, {} that do not; {} questions ({}; shown are those \
             with p below {SIGNIFICANT})",
            compared.programs, compared.others, compared.asked, compared.test
        )?;
        for one in &compared.features {
            let (bug, others) = (one.bug, one.others);
            writeln!(
                out,
                "{:>5}/{:<5} {:>5}/{:<5}  p = {:<8.1e}  {}",
                bug.with, bug.all, others.with, others.all, one.p, one.name
            )?;
        }
        if compared.features.is_empty() {
            writeln!(out, "nothing differs significantly")?;
        }
    }
    Ok(if compared.features.is_empty() { Status::No } else { Status::Done })
}
