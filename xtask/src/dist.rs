//! `cargo xtask dist`: all that is installed, laid out as below /usr.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use elenchus_records::context::Context;
use xshell::cmd;

#[derive(Args)]
pub struct Dist {
    /// Where `bin` and `share` are to be
    #[arg(default_value = "target/dist")]
    folder: PathBuf,
}

/// A shell, and where it looks for completions of a command.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "share/bash-completion/completions/elenchus"),
    ("fish", "share/fish/vendor_completions.d/elenchus.fish"),
    ("zsh", "share/zsh/site-functions/_elenchus"),
];

pub fn run(ctx: &Context, args: &Dist) -> Result<ExitCode> {
    let shell = ctx.shell()?;
    let cargo = ctx.cargo();
    let folder = std::path::absolute(&args.folder)?;
    let install = ["install", "--locked", "--quiet", "--no-track", "--force"];
    cmd!(shell, "{cargo} {install...} --path crates/cli --root {folder}").run()?;
    let elenchus = folder.join("bin/elenchus");
    for (name, place) in COMPLETIONS {
        let completions = cmd!(shell, "{elenchus} completions {name}").read()?;
        shell.write_file(folder.join(place), completions)?;
    }
    let pages = folder.join("share/man/man1");
    cmd!(shell, "{elenchus} man {pages}").run()?;
    println!("{}", folder.display());
    Ok(ExitCode::SUCCESS)
}
