//! No large files in the history: they stay in every clone for ever.

use super::tree::{Tree, Violation};

const LIMIT: u64 = 500_000;

pub fn check(tree: &Tree) -> Vec<Violation> {
    let large = tree.files.iter().filter(|file| file.size > LIMIT);
    large
        .map(|file| {
            let what = format!(
                "{} bytes, and {LIMIT} are allowed: make it or fetch it at run time, under target/",
                file.size
            );
            Violation::new(&file.path, 0, what)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_files_are_named() {
        let text = "x".repeat(LIMIT as usize + 1);
        assert_eq!(check(&Tree::of(&[("big", &text), ("small", "x")])).len(), 1);
    }
}
