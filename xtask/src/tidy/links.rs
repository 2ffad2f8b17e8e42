//! Links in the documentation lead somewhere.

use super::tree::{Tree, Violation};

pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in tree.with_ending(".md") {
        let mut in_code = false;
        for (number, line) in file.lines() {
            if line.trim_start().starts_with("```") {
                in_code = !in_code;
            }
            if in_code {
                continue;
            }
            for target in targets(line) {
                if !resolves(tree, &file.path, target) {
                    let what =
                        format!("no file `{target}`: links count from the file's own folder");
                    found.push(Violation::new(&file.path, number, what));
                }
            }
        }
    }
    found
}

/// The targets of `[text](target)` in a line, code in backquotes left out.
fn targets(line: &str) -> impl Iterator<Item = &str> {
    let prose = line.split('`').step_by(2);
    prose.flat_map(|part| {
        part.match_indices("](").filter_map(move |(at, _)| {
            let rest = &part[at + 2..];
            rest.find(')').map(|end| &rest[..end])
        })
    })
}

fn resolves(tree: &Tree, from: &str, target: &str) -> bool {
    let path = target.split('#').next().unwrap_or("");
    let elsewhere = target.contains("://") || target.starts_with("mailto:");
    if path.is_empty() || elsewhere {
        return true;
    }
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.trim_end_matches('/').split('/') {
        match part {
            "." | "" => {}
            ".." => {
                if parts.pop().is_none() {
                    return false;
                }
            }
            _ => parts.push(part),
        }
    }
    parts.is_empty() || tree.exists(&parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed() {
        let page = "[a](other.md) [b](../README.md#top) [c](https://example.org) [d](#here)\n\
                    [e](missing.md) `[f](no.md)` [g](../crates/) [`h`](gone.md)\n\
                    ```\n[i](no.md)\n```\n";
        let tree = Tree::of(&[
            ("docs/page.md", page),
            ("docs/other.md", ""),
            ("README.md", ""),
            ("crates/x", ""),
        ]);
        let found = check(&tree);
        let lines: Vec<usize> = found.iter().map(|violation| violation.line).collect();
        assert_eq!(lines, [2, 2], "{found:?}");
    }
}
