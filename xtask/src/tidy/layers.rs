//! Crates depend on each other in one direction only.

use super::tree::{File, Tree, Violation};

/// From the foundation up: a crate may use those before it, no others.
const ORDER: &[&str] = &[
    "lang",
    "front",
    "machine",
    "judge",
    "produce",
    "compilers",
    "blame",
    "reduce",
    "campaign",
    "cli",
    "records",
    "measure",
    "xtask",
];

/// Crates that use nothing of the product, so that they are built in seconds,
/// and what they may use.
const TOOLS: &[(&str, &[&str])] = &[("records", &[]), ("xtask", &["records"])];

pub fn check(tree: &Tree) -> Vec<Violation> {
    let mut found = Vec::new();
    for file in &tree.files {
        if let Some(name) = file.crate_of_manifest() {
            check_crate(file, name, &mut found);
        }
    }
    found
}

fn check_crate(file: &File, name: &str, found: &mut Vec<Violation>) {
    let Some(rank) = rank(name) else {
        let what = format!("crate `{name}` has no place in the order: add it to layers.rs");
        found.push(Violation::new(&file.path, 0, what));
        return;
    };
    let manifest: toml::Table = match file.text.as_deref().unwrap_or("").parse() {
        Ok(manifest) => manifest,
        Err(error) => {
            let what = format!("not a manifest: {}", error.message());
            found.push(Violation::new(&file.path, 0, what));
            return;
        }
    };
    for table in ["dependencies", "dev-dependencies", "build-dependencies"] {
        let Some(dependencies) = manifest.get(table).and_then(|t| t.as_table()) else { continue };
        for dependency in dependencies.keys() {
            let Some(used) = crate_of_package(dependency) else { continue };
            let tool = TOOLS.iter().find(|(tool, _)| *tool == name);
            let what = match tool {
                Some((_, allowed)) if !allowed.contains(&used) => format!(
                    "`{name}` may not use `{used}`: it is built in seconds, without the product; \
                     what needs more is a task of `measure`"
                ),
                None if self::rank(used).is_none_or(|used| used >= rank) => format!(
                    "`{name}` may not use `{used}`: the order is {}; \
                     move the code down, or pass it in as a value",
                    ORDER.join(", ")
                ),
                _ => continue,
            };
            found.push(Violation::new(&file.path, line_of(file, dependency), what));
        }
    }
}

fn rank(name: &str) -> Option<usize> {
    ORDER.iter().position(|known| *known == name)
}

/// The folder of one of our packages.
fn crate_of_package(package: &str) -> Option<&str> {
    match package {
        "elenchus" => Some("cli"),
        "measure" | "xtask" => Some(package),
        _ => package.strip_prefix("elenchus-"),
    }
}

fn line_of(file: &File, dependency: &str) -> usize {
    let starts = |line: &str| {
        line.trim_start()
            .strip_prefix(dependency)
            .is_some_and(|rest| rest.starts_with(['.', ' ', '=']))
    };
    file.lines().find(|(_, line)| starts(line)).map_or(0, |(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(name: &str, manifest: &str) -> Vec<Violation> {
        check(&Tree::of(&[(&format!("crates/{name}/Cargo.toml"), manifest)]))
    }

    #[test]
    fn down_is_allowed() {
        let manifest = "[dependencies]\nelenchus-lang.workspace = true\nserde = \"1\"\n";
        assert!(violations("front", manifest).is_empty());
    }

    #[test]
    fn up_and_sideways_are_not() {
        let manifest = "[dev-dependencies]\nelenchus-compilers.workspace = true\n";
        let found = violations("produce", manifest);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].line, 2);
        assert_eq!(violations("lang", "[dependencies]\nelenchus-lang = \"1\"\n").len(), 1);
    }

    #[test]
    fn tools_leave_the_product_alone() {
        let check = |tool: &str, used: &str| {
            let manifest = format!("[dependencies]\n{used}.workspace = true\n");
            check(&Tree::of(&[(&format!("{tool}/Cargo.toml"), &manifest)])).len()
        };
        assert_eq!(check("xtask", "elenchus-records"), 0);
        assert_eq!(check("xtask", "elenchus-lang"), 1);
        assert_eq!(check("xtask", "measure"), 1);
        assert_eq!(check("measure", "elenchus-produce"), 0);
        assert_eq!(check("measure", "xtask"), 1);
    }

    #[test]
    fn an_unknown_crate_is_named() {
        assert_eq!(violations("extra", "").len(), 1);
        assert_eq!(violations("cli", "[dependencies]\nelenchus-extra = \"1\"\n").len(), 1);
    }
}
