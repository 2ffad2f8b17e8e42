//! `cargo xtask work`: what tasks do in processes of their own, so that a
//! crash is seen and not suffered. Not for people.

use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;
use elenchus_records::context::Context;

use crate::Answer;
use crate::corpus::standard;
use crate::{machine, ours, tasks};

#[derive(Subcommand)]
pub enum Job {
    /// Parse the broken texts of the seeds from FIRST on
    Broken { first: u64, end: u64 },
    /// Parse a file and say what came of it
    Parse {
        file: PathBuf,
        /// Print it back and dump it too, to see that this works
        #[arg(long)]
        print: bool,
    },
    /// Run preprocessed files as one program on the machine
    Run(machine::Order),
}

pub fn run(ctx: &Context, job: &Job) -> Result<Answer> {
    match job {
        Job::Broken { first, end } => tasks::work_on_broken(ctx, *first, *end)?,
        Job::Run(order) => machine::work(order)?,
        Job::Parse { file, print } => {
            let text = std::fs::read(file)?;
            let standard = standard()?;
            let parsed = ours::parse("text.i", &text, standard);
            if parsed.accepted() {
                // Each step is told at once: the next may be the last.
                println!("accepted");
                if *print {
                    println!("printed: {} bytes", parsed.print().len());
                    println!("dumped: {} bytes", parsed.dump().len());
                }
            } else {
                println!("rejected: {}", parsed.first_error(&text));
            }
        }
    }
    Ok(Answer::Yes)
}
