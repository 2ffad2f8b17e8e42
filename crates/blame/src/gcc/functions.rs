//! The functions of a unit, by the names that gcc's options have for them.

use crate::bench::{Bench, Cut, Way};

/// All functions of all files: those that were written, and those that gcc made of
/// them.
pub fn functions(bench: &mut Bench) -> Result<Vec<String>, Cut> {
    let extra = ["-fdump-tree-ssa", "-fdump-tree-optimized", "-S"].map(str::to_owned);
    let level = bench.case.level.clone();
    let mut all: Vec<String> = Vec::new();
    for unit in 0..bench.units() {
        bench.ask(&Way::with(&level, &extra), unit, "asked.s")?;
        for ending in [".ssa", ".optimized"] {
            for text in bench.left_behind(ending)? {
                for name in named(&String::from_utf8_lossy(&text)) {
                    if !all.contains(&name) {
                        all.push(name);
                    }
                }
            }
        }
    }
    Ok(all)
}

/// `;; Function f.part.0 (f.part.0, funcdef_no=1, …)`: the second name is the
/// assembler's.
fn named(dump: &str) -> Vec<String> {
    let name = |line: &str| {
        let (_, rest) = line.strip_prefix(";; Function ")?.split_once(" (")?;
        let (name, _) = rest.split_once(',')?;
        Some(name.to_owned())
    };
    dump.lines().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn headers_of_dumps() {
        let dump = "\n;; Function f (f.constprop.0, funcdef_no=0, decl_uid=2742, cgraph_uid=1)\n\n\
                    int f (int x)\n{\n}\n;; Function main (main, funcdef_no=1) (executed once)\n";
        assert_eq!(named(dump), ["f.constprop.0", "main"]);
    }
}
