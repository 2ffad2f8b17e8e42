//! The gallery of the documentation: programs as they really come out.

use std::fmt::Write as _;

use elenchus_produce::generate::{Preset, Settings};

use crate::{settings, text};

struct Picture {
    title: &'static str,
    /// What a compiler has to get right in it.
    stresses: &'static str,
    /// Parts of the text without which that would not be true.
    shows: &'static [&'static str],
    command: &'static str,
    settings: Settings,
    seed: u64,
}

fn pictures() -> Vec<Picture> {
    let arithmetic = Settings {
        operations: Some(12),
        expressions: Some(4),
        ..settings(Preset::Arithmetic, 500)
    };
    vec![
        Picture {
            title: "Long arithmetic",
            stresses: "Folding, reassociation and strength reduction over mixed types. \
                       No operation has a guard: the generator knows every value.",
            shows: &[" % ", " << "],
            command: "--preset arithmetic --operations 12 --expressions 4 --size 500 --seed 77",
            settings: arithmetic,
            seed: 77,
        },
        Picture {
            title: "Straight code over all kinds of data",
            stresses: "Arithmetic of mixed widths, scalar replacement of structs, members of \
                       structs in arrays, a store that a pointer may read.",
            shows: &["].m", "struct S0 r", "*p"],
            command: "--preset scalar --size 1800 --seed 31",
            settings: settings(Preset::Scalar, 1_800),
            seed: 31,
        },
        Picture {
            title: "Loops over arrays",
            stresses: "Dependence analysis: a loop in a loop, counters of several types, subscripts \
                       that move with one of them, jumps out of a loop. A branch that is taken \
                       wrongly changes a result.",
            shows: &["for (", "        for (", "[i", "continue;"],
            command: "--size 2500 --seed 1004",
            settings: settings(Preset::Mix, 2_500),
            seed: 1004,
        },
        Picture {
            title: "Jumps",
            stresses: "Control flow that no loop of C has: jumps into the middle of loops and out \
                       of them. What could turn for ever is counted.",
            shows: &["goto L", "switch (", "while ("],
            command: "--size 2500 --seed 257",
            settings: settings(Preset::Mix, 2_500),
            seed: 257,
        },
        Picture {
            title: "Functions",
            stresses: "Inlining, structs as locals and as a result, scalar replacement of \
                       their members, what a call may change.",
            shows: &["struct S0 f0(", "    struct S0 r"],
            command: "--size 2500 --seed 147",
            settings: settings(Preset::Mix, 2_500),
            seed: 147,
        },
        Picture {
            title: "Vectors",
            stresses: "Lowering of GNU vectors, comparisons as masks, single lanes.",
            shows: &["V0 a = {", "W0 c = a", "(V0)c", "b[1] *"],
            command: "--vectors --size 1800 --seed 1303",
            settings: Settings { vectors: true, ..settings(Preset::Mix, 1_800) },
            seed: 1303,
        },
    ]
}

/// The functions under test, without what stands around them.
fn functions(text: &str) -> String {
    let is_start = |line: &&str| line.ends_with(") {") && !line.starts_with(' ');
    let mut shown = String::new();
    let mut inside = false;
    for line in text.lines() {
        let frame = ["mix(", "run(", "setup(", "finish(", "main("];
        if is_start(&line) && !frame.iter().any(|name| line.contains(name)) {
            inside = true;
        }
        if inside {
            shown.push_str(line);
            shown.push('\n');
        }
        inside &= line != "}";
    }
    shown
}

#[test]
fn the_gallery_is_what_comes_out() {
    let mut page = String::from(
        "# Six generated programs\n\nThe functions under test of six small programs, as the \
         commands print them\n(this page is written by a test). What stands around them hides the \
         inputs\nfrom the compiler and puts all results into one checksum.\n",
    );
    for Picture { title, stresses, shows, command, settings, seed } in pictures() {
        let functions = functions(&text(&settings, seed));
        for part in shows {
            assert!(functions.contains(part), "{title}: no `{part}` in\n{functions}");
        }
        let _ =
            write!(page, "\n## {title}\n\n{stresses}\n\n`elenchus generate {command}`\n\n```c\n");
        page += &functions;
        page += "```\n";
    }
    expect_test::expect_file!["../../../../docs/gallery.md"].assert_eq(&page);
}
