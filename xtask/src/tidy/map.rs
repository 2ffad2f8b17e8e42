//! ARCHITECTURE's map of a crate names every file, or the folder it is in, and
//! nothing that is not there.

use super::tree::{Tree, Violation};

const PAGE: &str = "ARCHITECTURE.md";

/// Files that every crate and folder has, and which say nothing by their names.
const UNNAMED: &[&str] = &["lib.rs", "main.rs", "mod.rs", "tests.rs"];

/// The part of the page about one crate, with its table of files.
struct Section<'a> {
    line: usize,
    name: &'a str,
    /// Files, and folders with a slash at the end, from `src` on.
    named: Vec<(usize, String)>,
}

pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for section in sections(tree) {
        let source = format!("crates/{}/src/", section.name);
        let files = tree.files.iter().filter_map(|file| file.path.strip_prefix(&source));
        let files: Vec<&str> = files.filter(|path| path.ends_with(".rs")).collect();
        if files.is_empty() || section.named.is_empty() {
            continue;
        }
        for (line, name) in &section.named {
            if !files.iter().any(|path| covers(name, path)) {
                let what = format!("names `{name}`, which is not in {source}");
                found.push(Violation::new(PAGE, *line, what));
            }
        }
        for path in files.iter().filter(|path| !goes_without_saying(path)) {
            if !section.named.iter().any(|(_, name)| covers(name, path)) {
                let what =
                    format!("the map of `{}` names neither {path} nor its folder", section.name);
                found.push(Violation::new(PAGE, section.line, what));
            }
        }
    }
    found
}

fn covers(name: &str, path: &str) -> bool {
    path == name || name.ends_with('/') && path.starts_with(name)
}

fn goes_without_saying(path: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or(path);
    UNNAMED.contains(&file) || path.starts_with("tests/") || path.contains("/tests/")
}

/// The sections that begin with `` ### `crate` ``.
fn sections(tree: &Tree) -> Vec<Section<'_>> {
    let mut sections: Vec<Section> = Vec::new();
    let Some(page) = tree.file(PAGE) else { return sections };
    let mut inside = false;
    for (line, text) in page.lines() {
        if text.starts_with('#') {
            let name = text.strip_prefix("### `").and_then(|rest| rest.strip_suffix('`'));
            inside = name.is_some();
            sections.extend(name.map(|name| Section { line, name, named: Vec::new() }));
        } else if let (true, Some(row)) = (inside, text.strip_prefix("| `")) {
            let cell = row.split(" |").next().unwrap_or(row);
            if let Some(section) = sections.last_mut() {
                section.named.extend(names(cell).map(|name| (line, name)));
            }
        }
    }
    sections
}

/// The names in the first cell of a row. One without a folder is beside the one
/// before it.
fn names(cell: &str) -> impl Iterator<Item = String> + '_ {
    let mut folder = "";
    cell.split(", ").map(move |word| {
        let word = word.trim_matches('`');
        match word.trim_end_matches('/').rfind('/') {
            Some(end) => folder = &word[..=end],
            None if word.ends_with('/') => folder = "",
            None => return format!("{folder}{word}"),
        }
        word.to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(map: &str) -> Vec<String> {
        let page = format!("# Map\n\n### `a`\n\n| file | |\n|---|---|\n{map}");
        let tree = Tree::of(&[
            ("ARCHITECTURE.md", &page),
            ("crates/a/src/lib.rs", ""),
            ("crates/a/src/one.rs", ""),
            ("crates/a/src/more/mod.rs", ""),
            ("crates/a/src/more/two.rs", ""),
            ("crates/a/src/more/three.rs", ""),
            ("crates/a/src/more/tests/it.rs", ""),
        ]);
        check(&tree).iter().map(|one| format!("{}: {}", one.line, one.what)).collect()
    }

    #[test]
    fn files_are_named_by_themselves_or_by_their_folder() {
        assert_eq!(violations("| `one.rs`, `more/` | all |\n"), [""; 0]);
        assert_eq!(violations("| `one.rs` | a |\n| `more/two.rs`, `three.rs` | b |\n"), [""; 0]);
    }

    #[test]
    fn what_is_missing_on_either_side_is_named() {
        assert_eq!(
            violations("| `one.rs`, `gone.rs` | a |\n| `more/two.rs` | b |\n"),
            [
                "7: names `gone.rs`, which is not in crates/a/src/",
                "3: the map of `a` names neither more/three.rs nor its folder",
            ]
        );
    }
}
