//! Variants of C files: other variables in place of those that are used.
//!
//! Seeds go over all files in a shuffled order, then over all in another one,
//! so that none starves the others. The variants of a file are drawn in a
//! shuffled order, too: of a file with few, none comes again before all did.

use std::fs;
use std::path::{Path, PathBuf};

use elenchus_compilers::{Preprocess, find};
use elenchus_front::source::{Original, SourceText};
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use elenchus_produce::choices::Choices;
use elenchus_produce::enumerate::{Equivalence, Granularity, Holes, Options, Space, UBig, Which};

use crate::folder::has_ending;
use crate::holes::holes;
use crate::judge::language;
use crate::source::NoTest;

fn options(holes: Holes) -> Options {
    let (granularity, equivalence) = (Granularity::Intra, Equivalence::Declarations);
    Options { holes, granularity, equivalence }
}

/// Of so many turns of a file one takes any names, and one labels: what need not be C may
/// still break a compiler.
const TURNS: u64 = 16;
const ODD: &[Holes] = &[Holes::Any, Holes::Labels];

/// Which holes a turn fills, and which turn with them it is.
fn holes_of(turn: u64) -> (Holes, u64) {
    let (round, place) = (turn / TURNS, turn % TURNS);
    let typed = TURNS - ODD.len() as u64;
    match usize::try_from(place.saturating_sub(typed)).ok().and_then(|odd| ODD.get(odd)) {
        Some(holes) if place >= typed => (*holes, round),
        _ => (Holes::Typed, round * typed + place),
    }
}

/// Files with more variants have so many that few come twice.
const FEW: u64 = 10_000;

/// The file of a seed, and how many turns it had before. For one file alone
/// that is the seed.
pub fn turn(files: &[PathBuf], seed: u64) -> Option<(&PathBuf, u64)> {
    let count = files.len();
    let round = seed.checked_div(count as u64)?;
    let place = usize::try_from(seed % count as u64).ok()?;
    let mut choices = Choices::new(round);
    let mut order: Vec<usize> = (0..count).collect();
    for at in 0..=place {
        let ahead = choices.below("file", (count - at) as u64);
        order.swap(at, at + usize::try_from(ahead).ok()?);
    }
    Some((files.get(order[place])?, round))
}

/// The text of a file with other names in its holes, and which holes these are; `folder` is
/// for the preprocessor.
pub fn draw(
    path: &Path,
    flags: &[String],
    turn: u64,
    folder: &Path,
) -> Result<(Vec<u8>, Holes), NoTest> {
    let (which, turn) = holes_of(turn);
    if let Some(text) = filled(path, flags, (which, turn), folder)? {
        return Ok((text, which));
    }
    // Few files have labels to exchange.
    let text = match which {
        Holes::Labels => filled(path, flags, (Holes::Any, turn), folder)?,
        Holes::Typed | Holes::Any => None,
    };
    let none = || {
        let what = "it has no variants".to_owned();
        NoTest::Variant { path: path.to_path_buf(), what }
    };
    text.map(|text| (text, Holes::Any)).ok_or_else(none)
}

/// The variant of a turn with such holes; nothing if there is none.
fn filled(
    path: &Path,
    flags: &[String],
    (which, turn): (Holes, u64),
    folder: &Path,
) -> Result<Option<Vec<u8>>, NoTest> {
    let wrong = |what: String| NoTest::Variant { path: path.to_path_buf(), what };
    let text = fs::read(path).map_err(|source| NoTest::Read { path: path.into(), source })?;
    let language = language(flags).map_err(|error| wrong(error.to_string()))?;
    let command = Preprocess::new([find::preprocessor()]);
    let command = command.standard(language.name()).within(folder);
    let command = flags.iter().fold(command, |command, flag| command.flag(flag));
    let parsed = command.run(path).map_err(|error| wrong(error.to_string()))?;
    let mut program = Program::new(Target::x86_64(), language);
    let original = match has_ending(path, &["i"]) {
        true => Original::Itself,
        false => Original::File(text.clone()),
    };
    let name = path.to_string_lossy().into_owned();
    let both = SourceText { name, text: parsed, original };
    let (_, found) =
        holes(both, &mut program, &options(which)).map_err(|error| wrong(error.to_string()))?;
    let space = Space::new(found.skeleton.clone(), Which::Canonical)
        .map_err(|tangled| wrong(tangled.to_string()))?;
    if which == Holes::Labels && *space.size() == UBig::ONE {
        return Ok(None);
    }
    let filling = number(&space, turn).and_then(|number| space.unrank(&number));
    let Some(filling) = filling else { return Ok(None) };
    let mut variant = Vec::with_capacity(text.len() + 64);
    found.render(&text, &filling, &mut variant);
    Ok(Some(variant))
}

/// The number of the variant that is drawn at a turn.
fn number(space: &Space, turn: u64) -> Option<UBig> {
    match u64::try_from(space.size().clone()) {
        Ok(0) => None,
        Ok(size @ 1..=FEW) => Some(shuffled(turn, size).into()),
        _ => space.sample(&space.whole(), 1, &mut Choices::new(turn)).pop(),
    }
}

/// What stands at a place in a row of numbers below `size` that has all of
/// them in some order, then all in another one, and so on.
fn shuffled(place: u64, size: u64) -> u64 {
    let mut choices = Choices::new(place / size);
    let start = choices.below("start", size);
    let least = choices.below("step", size) + 1;
    // With no common divisor, steps of this length meet all. There is one
    // soon: the multiple of the size, and one, at the latest.
    let is_step = |step: &u64| divisor(*step, size) == 1;
    let step = (least..=size + 1).find(is_step).unwrap_or(1);
    ((place % size) * step + start) % size
}

fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_number_has_its_place() {
        for size in (1..=60).chain([FEW - 1, FEW]) {
            for pass in [0, 1, 7] {
                let places = pass * size..(pass + 1) * size;
                let numbers: BTreeSet<u64> = places.map(|place| shuffled(place, size)).collect();
                assert!(numbers.into_iter().eq(0..size), "pass {pass} of {size}");
            }
        }
        let first = |pass: u64| (0..FEW).map(move |place| shuffled(pass * FEW + place, FEW));
        assert!(!first(0).eq(first(1)) && !first(0).eq(0..FEW));
    }

    #[test]
    fn files_have_their_turns_in_a_shuffled_order() {
        let files: Vec<PathBuf> = (0..9).map(|n| format!("{n}.c").into()).collect();
        let round = |round: u64| {
            let turns = (round * 9..(round + 1) * 9).map(|seed| turn(&files, seed).unwrap());
            turns.map(|(file, at)| (at == round).then(|| file.clone()).unwrap()).collect::<Vec<_>>()
        };
        for number in 0..20 {
            let mut sorted = round(number);
            sorted.sort();
            assert_eq!(sorted, files);
        }
        assert!(round(0) != files && round(0) != round(1));
        assert_eq!(turn(&files[..1], 12345), Some((&files[0], 12345)));
        assert_eq!(turn(&[], 1), None);
    }

    #[test]
    fn some_turns_take_other_holes_and_none_is_lost() {
        let all: Vec<(Holes, u64)> = (0..10 * TURNS).map(holes_of).collect();
        let turns = |which| -> Vec<u64> {
            all.iter().filter(|(holes, _)| *holes == which).map(|(_, turn)| *turn).collect()
        };
        assert!(turns(Holes::Typed).into_iter().eq(0..140));
        for odd in ODD {
            assert!(turns(*odd).into_iter().eq(0..10));
        }
    }

    /// Two variables that nobody can tell apart and seven holes: 64 variants.
    #[test]
    fn every_variant_of_a_small_file_is_drawn_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.i");
        let text = "int main(void) { int a, b; a = 10; b = 1; while (a) a = a - b; return b; }\n";
        fs::write(&path, text).unwrap();
        let typed = (0..200).filter(|turn| holes_of(*turn).0 == Holes::Typed);
        let drawn = typed.map(|turn| draw(&path, &[], turn, folder.path()).unwrap().0);
        let all: Vec<Vec<u8>> = drawn.take(128).collect();
        let pass = |pass: usize| all[pass * 64..(pass + 1) * 64].to_vec();
        let (first, second) = (pass(0), pass(1));
        assert_ne!(first, second);
        let set = |texts: Vec<Vec<u8>>| texts.into_iter().collect::<BTreeSet<_>>();
        let first = set(first);
        assert_eq!(first.len(), 64);
        assert_eq!(first, set(second));
    }
}
