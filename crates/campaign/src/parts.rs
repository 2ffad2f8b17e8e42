//! Which changes of a variant are needed for it to fail (Hermes, 5.4): as few as can be
//! left, found before anything else of the program is made smaller.

/// The smallest part of so many changes that still shows something, such that no single
/// one can be left out. `shows` is asked about parts, which are numbers in order; that
/// all together show it is known.
pub fn smallest<E>(
    count: usize,
    mut shows: impl FnMut(&[usize]) -> Result<bool, E>,
) -> Result<Vec<usize>, E> {
    let mut left: Vec<usize> = (0..count).collect();
    let mut pieces = 2;
    while left.len() > 1 {
        let size = left.len().div_ceil(pieces);
        let without = |piece: usize| -> Vec<usize> {
            let all = left.iter().enumerate();
            all.filter(|(at, _)| at / size != piece).map(|(_, &change)| change).collect()
        };
        let mut less = None;
        for piece in 0..left.len().div_ceil(size) {
            let rest = without(piece);
            if !rest.is_empty() && shows(&rest)? {
                less = Some(rest);
                break;
            }
        }
        match less {
            Some(rest) => {
                left = rest;
                pieces = (pieces - 1).max(2);
            }
            None if size == 1 => break,
            None => pieces = (pieces * 2).min(left.len()),
        }
    }
    Ok(left)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// Every set of changes that may be needed, of few.
    #[test]
    fn exactly_what_is_needed_is_left() {
        for count in 1..=6_usize {
            for needed in 1..1_u32 << count {
                let is_needed = |change: &usize| needed >> change & 1 == 1;
                let wanted: Vec<usize> = (0..count).filter(is_needed).collect();
                let shows = |part: &[usize]| {
                    Ok::<_, Infallible>(wanted.iter().all(|change| part.contains(change)))
                };
                assert_eq!(smallest(count, shows), Ok(wanted.clone()));
            }
        }
    }
}
