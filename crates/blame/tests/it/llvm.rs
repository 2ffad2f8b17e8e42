use elenchus_compilers::find::find;

use crate::scripted::blamed;

/// A store is left out that follows one of another type to the same memory.
const STORE: &str = include_str!("../../../../docs/found/clang-store-changes-type.c");

const OTHER: &str = "int other(int x) { return x + 1; }\n";

#[test]
fn the_pass_and_the_function() {
    if find("clang-14").is_none() {
        eprintln!("skipped: clang-14 is not installed");
        return;
    }
    for files in [&[("store.c", STORE)][..], &[("other.c", OTHER), ("store.c", STORE)]] {
        let found = blamed(files, "clang-14 -O2").unwrap();
        assert_eq!(found.pass.as_deref(), Some("EarlyCSEPass"), "{found:?}");
        assert_eq!(found.function.as_deref(), Some("store"));
    }
}
