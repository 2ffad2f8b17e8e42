//! `cargo xtask bless`: the only way expected output changes.

use anyhow::Result;

use crate::context::{Answer, Context};
use crate::{figures, found, test};

/// Rewrites inline expectations (`UPDATE_EXPECT`, of expect-test), snapshot
/// files (`ELENCHUS_BLESS`, of our own harnesses) and generated pages.
pub fn run(ctx: &Context, filter: Option<&str>) -> Result<Answer> {
    if !matches!(filter, Some("figures" | "found")) {
        test::cargo_test(ctx, filter, &[("UPDATE_EXPECT", "1"), ("ELENCHUS_BLESS", "1")])?;
    }
    figures::write_page(ctx)?;
    found::write_page(ctx)?;
    println!("blessed; review with: git diff");
    Ok(Answer::Yes)
}
