//! Searching for what makes a difference, by trying.

use crate::symptom::Side;

/// Two numbers: at one it is still right, at the other it is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boundary {
    pub cured: u64,
    /// The next number, unless nothing is known of those in between.
    pub shows: u64,
}

impl Boundary {
    pub fn is_sharp(&self) -> bool {
        self.shows == self.cured + 1
    }
}

/// Finds a boundary between a number where it is right and a larger one where it
/// is wrong. Numbers where something else is wrong are gone around.
pub fn boundary<E>(
    cured: u64,
    shows: u64,
    mut side: impl FnMut(u64) -> Result<Side, E>,
) -> Result<Boundary, E> {
    let mut found = Boundary { cured, shows };
    'halves: while !found.is_sharp() {
        let Boundary { cured, shows } = found;
        let middle = cured + (shows - cured) / 2;
        // The middle first, then its neighbours, one after another.
        let width = (shows - cured).min(AROUND);
        for away in 0..=width {
            for at in [middle.checked_sub(away), Some(middle + away)].into_iter().flatten() {
                if at <= cured || at >= shows {
                    continue;
                }
                match side(at)? {
                    Side::Cured => found.cured = at,
                    Side::Shows => found.shows = at,
                    Side::Unclear => continue,
                }
                continue 'halves;
            }
        }
        break;
    }
    Ok(found)
}

/// So many neighbours are tried where something else is wrong.
const AROUND: u64 = 8;

/// A smallest part of `all` that still has a property, which `all` has: nothing
/// more can be left out of it.
pub fn smallest<T: Clone, E>(
    all: &[T],
    mut has: impl FnMut(&[T]) -> Result<bool, E>,
) -> Result<Vec<T>, E> {
    let mut kept = all.to_vec();
    let mut size = kept.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < kept.len() {
            let end = (at + size).min(kept.len());
            let without = [&kept[..at], &kept[end..]].concat();
            if has(&without)? {
                kept = without;
            } else {
                at = end;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    Ok(kept)
}

/// Each of `all` that cures it alone, in order. Where a part together does not, none
/// in it is tried: a cure that others undo may be missed.
pub fn each<T: Clone, E>(
    all: &[T],
    mut side: impl FnMut(&[T]) -> Result<Side, E>,
) -> Result<Vec<T>, E> {
    let mut found = Vec::new();
    let mut parts = vec![all];
    while let Some(part) = parts.pop() {
        match (part, if part.is_empty() { Side::Shows } else { side(part)? }) {
            (_, Side::Shows) => {}
            ([one], Side::Cured) => found.push(one.clone()),
            ([_], Side::Unclear) => {}
            _ => {
                let (left, right) = part.split_at(part.len() / 2);
                parts.extend([right, left]);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn at(cured: u64, shows: u64, side: impl Fn(u64) -> Side) -> Boundary {
        boundary(cured, shows, |at| Ok::<_, Infallible>(side(at))).unwrap()
    }

    #[test]
    fn the_first_that_is_wrong() {
        for first in 1..=40 {
            let side = |at| if at >= first { Side::Shows } else { Side::Cured };
            assert_eq!(at(0, 40, side), Boundary { cured: first - 1, shows: first });
        }
    }

    #[test]
    fn what_is_unclear_is_gone_around() {
        let side = |at| match at {
            18..=22 => Side::Unclear,
            _ if at > 12 => Side::Shows,
            _ => Side::Cured,
        };
        assert_eq!(at(0, 40, side), Boundary { cured: 12, shows: 13 });
        let side = |at| match at {
            10..=12 => Side::Unclear,
            _ if at > 12 => Side::Shows,
            _ => Side::Cured,
        };
        let found = at(0, 40, side);
        assert_eq!(found, Boundary { cured: 9, shows: 13 });
        assert!(!found.is_sharp());
    }

    #[test]
    fn every_one_that_cures() {
        let all: Vec<u32> = (0..100).collect();
        let mut tries = 0;
        let found = each(&all, |part| {
            tries += 1;
            Ok::<_, Infallible>(match part {
                // Together with others it breaks something.
                [_, ..] if part.contains(&50) => Side::Unclear,
                _ if part.contains(&3) || part.contains(&97) => Side::Cured,
                _ => Side::Shows,
            })
        });
        assert_eq!(found.unwrap(), [3, 97]);
        assert!(tries < 50, "{tries}");
    }

    #[test]
    fn only_what_is_needed_is_kept() {
        let all: Vec<u32> = (0..50).collect();
        let mut tries = 0;
        let has = |part: &[u32]| {
            tries += 1;
            Ok::<_, Infallible>(part.contains(&7) && part.contains(&31))
        };
        assert_eq!(smallest(&all, has).unwrap(), [7, 31]);
        assert!(tries < 60, "{tries}");
        let none = smallest(&all, |_| Ok::<_, Infallible>(true)).unwrap();
        assert!(none.is_empty());
    }
}
