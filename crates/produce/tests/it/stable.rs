//! The same seed gives the same bytes, within the limits that were asked for.

use elenchus_produce::generate::{Check, Dropped, Preset, Settings, generate};

use crate::{made, settings, text};

/// FNV-1a: enough to see that something changed.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// These numbers change only together with an entry in the changelog.
#[test]
fn golden_programs() {
    let mut lines = String::new();
    for preset in Preset::ALL {
        for (seed, size) in [(1, 2_000), (2, 5_000), (3, 20_000)] {
            let text = text(&settings(preset, size), seed);
            lines += &format!("{} {seed} {size}: {:016x}\n", preset.name(), digest(&text));
        }
    }
    expect_test::expect_file!["../golden.txt"].assert_eq(&lines);
}

#[test]
fn a_program_is_made_twice_alike() {
    for seed in 0..5 {
        let settings = settings(Preset::Mix, 6_000);
        assert_eq!(text(&settings, seed), text(&settings, seed));
    }
}

/// None is dropped, and none has to be taken back often.
#[test]
fn no_program_is_dropped() {
    for preset in Preset::ALL {
        for seed in 0..60 {
            let size = [1_000, 3_000, 8_000][seed as usize % 3];
            made(&settings(preset, size), 10_000 + seed);
        }
    }
}

#[test]
fn limits_are_kept() {
    for seed in 0..8 {
        let limited = Settings {
            max_bytes: 4_000,
            max_steps: Some(900),
            max_data: 256,
            ..settings(Preset::Mix, 12_000)
        };
        let program = made(&limited, seed);
        assert!(program.stats.bytes <= 4_000, "{} bytes", program.stats.bytes);
        assert!(program.stats.steps <= 900, "{} steps", program.stats.steps);
    }
    // What collects the results is there in any case.
    made(&Settings { max_data: 0, ..settings(Preset::Mix, 3_000) }, 1);
    let tiny = Settings { max_bytes: 100, ..Settings::default() };
    assert_eq!(generate(&tiny, 1).err(), Some(Dropped::TooLarge));
    let silent = Settings { freestanding: true, check: Check::Checksum, ..Settings::default() };
    assert_eq!(generate(&silent, 1).err(), Some(Dropped::CannotPrint));
}

/// Lines fit the limits that every compiler must allow (5.2.4.1), and there is
/// nothing to preprocess.
#[test]
fn translation_limits() {
    for preset in Preset::ALL {
        for seed in 0..10 {
            let text = text(&settings(preset, 10_000), seed);
            let longest = text.lines().map(str::len).max().unwrap_or(0);
            assert!(longest < 4_095, "{longest} characters");
            let (mut depth, mut deepest) = (0i32, 0);
            for byte in text.bytes() {
                depth += i32::from(byte == b'(') - i32::from(byte == b')');
                deepest = deepest.max(depth);
            }
            assert!(deepest <= 63, "{preset:?} {seed}: {deepest} levels of parentheses");
            assert!(!text.contains('#'));
        }
    }
}

/// Of what is executed most is live, and plain.
#[test]
fn executed_operations_are_plain() {
    for (preset, plain, live) in [(Preset::Scalar, 98, 60), (Preset::Mix, 95, 60)] {
        let mut sums = [0; 4];
        for seed in 0..20 {
            let stats = made(&Settings { measure: true, ..settings(preset, 8_000) }, seed).stats;
            let counts = [stats.plain, stats.risky, stats.executed, stats.statements];
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let [plain_ones, risky, executed, statements] = sums;
        assert!(plain_ones * 100 >= risky * plain, "{preset:?}: {plain_ones} of {risky}");
        assert!(executed * 100 >= statements * live, "{preset:?}: {executed} of {statements}");
    }
}

/// A setting changes how much is dead.
#[test]
fn the_dose_of_dead_code_can_be_set() {
    let live_share = |dead: u32| {
        let mut settings = Settings { measure: true, ..settings(Preset::Scalar, 8_000) };
        settings.policy.dead = dead;
        let stats: Vec<_> = (0..8).map(|seed| made(&settings, seed).stats).collect();
        let executed: u64 = stats.iter().map(|s| s.executed).sum();
        executed * 100 / stats.iter().map(|s| s.statements).sum::<u64>()
    };
    let (little, much) = (live_share(1), live_share(60));
    assert!(little > much + 10, "{little} and {much}");
}
