//! How many fillings there are, exactly.
//!
//! By Burnside's lemma, the number of fillings up to exchanges is the average,
//! over all exchanges, of the number of fillings that an exchange leaves as
//! they are. Those use only variables that it does not move; so all that
//! matters of an exchange is how many variables of each class stay where they
//! are, and a hole has as many ways as its candidates that do. Of the
//! permutations of k things, C(k, m) D(k - m) leave exactly m of them alone,
//! where D counts the permutations that leave nothing alone.
//!
//! The sum over these numbers, one for each class, is taken class by class.
//! What is left falls into parts that share no class: nested scopes become a
//! tree, and the time is polynomial.

use dashu_int::UBig;
use rustc_hash::FxHashMap;
use thiserror::Error;

/// Holes with the same candidates.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Term {
    /// Candidates that no exchange moves.
    pub fixed: u64,
    /// Classes that are wholly among the candidates, ascending.
    pub classes: Vec<u32>,
    /// How many holes.
    pub holes: u64,
}

/// The classes hang together in too many ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("its scopes overlap in too many ways to count variants up to exchanges of variables")]
pub struct Tangled;

/// A sum over one class takes so many entries at most, all together.
const WORK: usize = 300_000;
/// Classes that hang together: the sum recurses over them.
const DEPTH: usize = 400;

/// The number of fillings of `terms` up to exchanges. `sizes` has the number
/// of variables of each class that are still to be met: those met already
/// count as fixed.
pub(super) fn count(terms: Vec<Term>, sizes: &FxHashMap<u32, u64>) -> Result<UBig, Tangled> {
    let (terms, sizes) = trimmed(terms, sizes);
    if sizes.len() > DEPTH {
        return Err(Tangled);
    }
    let mut sum = Sum { sizes: &sizes, known: FxHashMap::default(), weights: Vec::new(), work: 0 };
    let total = sum.over(terms)?;
    let mut exchanges = UBig::ONE;
    for &size in sizes.values() {
        exchanges *= factorial(size);
    }
    Ok(total / exchanges)
}

/// A class cannot show more variables than there are holes for them.
fn trimmed(mut terms: Vec<Term>, sizes: &FxHashMap<u32, u64>) -> (Vec<Term>, FxHashMap<u32, u64>) {
    let mut holes: FxHashMap<u32, u64> = FxHashMap::default();
    for term in &terms {
        term.classes.iter().for_each(|&class| *holes.entry(class).or_default() += term.holes);
    }
    let size = |class: u32| sizes.get(&class).copied().unwrap_or(0).min(holes[&class]);
    let sizes: FxHashMap<u32, u64> =
        holes.keys().map(|&class| (class, size(class))).filter(|&(_, size)| size > 0).collect();
    for term in &mut terms {
        term.classes.retain(|class| sizes.contains_key(class));
    }
    (terms, sizes)
}

struct Sum<'a> {
    sizes: &'a FxHashMap<u32, u64>,
    known: FxHashMap<Vec<Term>, UBig>,
    /// By size: how many permutations leave 0, 1, … things alone.
    weights: Vec<Option<Vec<UBig>>>,
    work: usize,
}

impl Sum<'_> {
    /// The sum over all exchanges of the product over all holes.
    fn over(&mut self, terms: Vec<Term>) -> Result<UBig, Tangled> {
        let (plain, linked): (Vec<Term>, Vec<Term>) =
            terms.into_iter().partition(|term| term.classes.is_empty());
        let mut product = UBig::ONE;
        for term in plain {
            product *= UBig::from(term.fixed).pow(term.holes as usize);
        }
        for part in parts(linked) {
            product *= self.over_part(part)?;
        }
        Ok(product)
    }

    /// The same for terms that hang together.
    fn over_part(&mut self, part: Vec<Term>) -> Result<UBig, Tangled> {
        if let Some(known) = self.known.get(&part) {
            return Ok(known.clone());
        }
        let Some(class) = widest(&part) else { return Ok(UBig::ONE) };
        let size = self.sizes.get(&class).copied().unwrap_or(0);
        let weights = self.weights_of(size as usize);
        let mut sum = UBig::ZERO;
        for (alone, weight) in weights.into_iter().enumerate().filter(|(_, w)| !w.is_zero()) {
            self.work += part.len();
            if self.work > WORK {
                return Err(Tangled);
            }
            let reduced = part.iter().map(|term| without(term, class, alone as u64)).collect();
            sum += weight * self.over(merged(reduced))?;
        }
        self.known.insert(part, sum.clone());
        Ok(sum)
    }

    fn weights_of(&mut self, size: usize) -> Vec<UBig> {
        if self.weights.len() <= size {
            self.weights.resize(size + 1, None);
        }
        self.weights[size].get_or_insert_with(|| fixed_points(size)).clone()
    }
}

/// The class that most terms have: an outer scope before an inner one.
fn widest(part: &[Term]) -> Option<u32> {
    let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
    for class in part.iter().flat_map(|term| &term.classes) {
        *counts.entry(*class).or_default() += 1;
    }
    counts
        .into_iter()
        .max_by_key(|&(class, count)| (count, u32::MAX - class))
        .map(|(class, _)| class)
}

fn without(term: &Term, class: u32, alone: u64) -> Term {
    match term.classes.binary_search(&class) {
        Ok(place) => {
            let mut classes = term.classes.clone();
            classes.remove(place);
            Term { fixed: term.fixed + alone, classes, holes: term.holes }
        }
        Err(_) => term.clone(),
    }
}

/// In order, terms with the same candidates as one.
pub(super) fn merged(mut terms: Vec<Term>) -> Vec<Term> {
    terms.sort_unstable();
    terms.dedup_by(|next, first| {
        let same = (next.fixed, &next.classes) == (first.fixed, &first.classes);
        if same {
            first.holes += next.holes;
        }
        same
    });
    terms
}

/// Terms that share a class, also through others, stay together.
fn parts(terms: Vec<Term>) -> Vec<Vec<Term>> {
    let mut parts: Vec<(Vec<u32>, Vec<Term>)> = Vec::new();
    for term in terms {
        let touches = |part: &(Vec<u32>, Vec<Term>)| {
            term.classes.iter().any(|class| part.0.binary_search(class).is_ok())
        };
        let (touched, rest): (Vec<_>, Vec<_>) = parts.into_iter().partition(touches);
        parts = rest;
        let mut classes = term.classes.clone();
        let mut together = vec![term];
        for (more, terms) in touched {
            classes.extend(more);
            together.extend(terms);
        }
        classes.sort_unstable();
        classes.dedup();
        together.sort_unstable();
        parts.push((classes, together));
    }
    parts.into_iter().map(|(_, terms)| terms).collect()
}

fn factorial(n: u64) -> UBig {
    (1..=n).map(UBig::from).product()
}

/// How many permutations of `size` things leave exactly 0, 1, … `size` alone.
fn fixed_points(size: usize) -> Vec<UBig> {
    // Permutations that leave nothing alone: D(n) = n D(n - 1) + (-1)^n.
    let mut moved = vec![UBig::ONE];
    for n in 1..=size {
        let next = UBig::from(n) * &moved[n - 1];
        moved.push(if n % 2 == 0 { next + UBig::ONE } else { next - UBig::ONE });
    }
    let mut ways = UBig::ONE;
    let mut weights = Vec::with_capacity(size + 1);
    for alone in 0..=size {
        weights.push(&ways * &moved[size - alone]);
        ways = ways * UBig::from(size - alone) / UBig::from(alone + 1);
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_are_counted_by_what_they_leave_alone() {
        let numbers = |size| fixed_points(size).iter().map(UBig::to_string).collect::<Vec<_>>();
        assert_eq!(numbers(0), ["1"]);
        assert_eq!(numbers(1), ["0", "1"]);
        assert_eq!(numbers(4), ["9", "8", "6", "0", "1"]);
    }

    /// Sums of Stirling's numbers of the second kind.
    #[test]
    fn one_class_gives_set_partitions() {
        let count = |size, holes| {
            let terms = vec![Term { fixed: 0, classes: vec![0], holes }];
            count(terms, &FxHashMap::from_iter([(0, size)])).unwrap().to_string()
        };
        assert_eq!(count(5, 5), "52");
        assert_eq!(count(2, 6), "32");
        assert_eq!(count(99, 10), "115975");
        assert_eq!(count(3, 0), "1");
    }
}
