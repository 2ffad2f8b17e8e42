//! `cargo xtask bless`: the only way expected output changes.

use std::process::ExitCode;

use anyhow::Result;
use elenchus_records::context::Context;
use elenchus_records::{figures, found};

use crate::test;

/// Rewrites inline expectations (`UPDATE_EXPECT`, of expect-test), snapshot
/// files (`ELENCHUS_BLESS`, of our own harnesses) and generated pages.
pub fn run(ctx: &Context, filter: Option<&str>) -> Result<ExitCode> {
    if !matches!(filter, Some("figures" | "found")) {
        test::cargo_test(ctx, filter, &[("UPDATE_EXPECT", "1"), ("ELENCHUS_BLESS", "1")])?;
    }
    figures::write_page(ctx)?;
    found::write_page(ctx)?;
    println!("blessed; review with: git diff");
    Ok(ExitCode::SUCCESS)
}
