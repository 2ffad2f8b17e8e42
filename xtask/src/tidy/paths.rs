//! No file names a place on somebody's machine.

use super::tree::{Tree, Violation};

/// Folders of people and of build machines. In two pieces, so that this file
/// passes its own check.
const PLACES: &[&str] = &[concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/wo", "rk/")];

pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in &tree.files {
        for (number, line) in file.lines() {
            if let Some(place) = PLACES.iter().find(|place| names(line, place)) {
                let what = format!(
                    "names `{place}…`, which is on one machine only: \
                     use a path from the repository's root"
                );
                found.push(Violation::new(&file.path, number, what));
            }
        }
    }
    found
}

/// Whether an absolute path in `line` starts with `place`; a folder or an
/// address that merely contains it does not count.
fn names(line: &str, place: &str) -> bool {
    line.match_indices(place).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "_-.~/*}".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_absolute_paths_count() {
        let place = PLACES[0];
        let bad = format!("see {place}me/file\n\"{place}x\"\n");
        let good = format!("https://example.org{place}page\nsrc{place}x\n");
        assert_eq!(check(&Tree::of(&[("a", &bad)])).len(), 2);
        assert!(check(&Tree::of(&[("a", &good)])).is_empty());
    }
}
