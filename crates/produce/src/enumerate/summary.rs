//! What is told of many files together: the paper's Tables 1 and 2.

use dashu_int::UBig;

use super::file::Measures;

/// A file that was counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    pub measures: Measures,
    pub naive: UBig,
    pub canonical: UBig,
}

/// Sums over files.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Totals {
    pub files: u64,
    pub naive: UBig,
    pub canonical: UBig,
    pub measures: Measures,
}

/// All files, and those with no more variants than a limit.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    pub all: Totals,
    pub within: Totals,
}

impl Summary {
    pub fn add(&mut self, file: &Counted, limit: u64) {
        self.all.add(file);
        if file.canonical <= UBig::from(limit) {
            self.within.add(file);
        }
    }
}

impl Totals {
    fn add(&mut self, file: &Counted) {
        self.files += 1;
        self.naive += &file.naive;
        self.canonical += &file.canonical;
        let (sum, one) = (&mut self.measures, file.measures);
        sum.holes += one.holes;
        sum.scopes += one.scopes;
        sum.functions += one.functions;
        sum.types += one.types;
        sum.candidates += one.candidates;
    }

    /// How many powers of ten fewer variants there are.
    pub fn reduction(&self) -> f64 {
        if self.canonical.is_zero() { 0.0 } else { log10(&self.naive) - log10(&self.canonical) }
    }

    /// Holes, scopes, functions and types for each file, and candidates for
    /// each hole.
    pub fn averages(&self) -> [f64; 5] {
        let sum = self.measures;
        let of_files = |n: u64| n as f64 / self.files.max(1) as f64;
        let [holes, scopes] = [sum.holes, sum.scopes].map(of_files);
        let [functions, types] = [sum.functions, sum.types].map(of_files);
        [holes, scopes, functions, types, sum.candidates as f64 / sum.holes.max(1) as f64]
    }
}

/// Of a number that is not 0.
fn log10(number: &UBig) -> f64 {
    let digits = number.to_string();
    let head: f64 = digits[..digits.len().min(15)].parse().unwrap_or(1.0);
    head.max(1.0).log10() + digits.len().saturating_sub(15) as f64
}

/// A number for people: all digits, or `1.23e45`.
pub fn short(number: &UBig) -> String {
    let digits = number.to_string();
    match digits.len() {
        0..=15 => digits,
        length => format!("{}.{}e{}", &digits[..1], &digits[1..3], length - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!(short(&UBig::from(123u32)), "123");
        assert_eq!(short(&UBig::from(10u32).pow(163)), "1.00e163");
        assert!((log10(&UBig::from(10u32).pow(163)) - 163.0).abs() < 1e-9);
    }

    #[test]
    fn files_within_the_limit_are_summed_apart() {
        let file = |naive: u32, canonical: u32| Counted {
            measures: Measures { holes: 2, candidates: 6, ..Measures::default() },
            naive: naive.into(),
            canonical: canonical.into(),
        };
        let mut summary = Summary::default();
        summary.add(&file(9, 5), 10);
        summary.add(&file(1000, 15), 10);
        assert_eq!((summary.all.files, summary.within.files), (2, 1));
        assert_eq!(summary.all.naive, UBig::from(1009u32));
        assert_eq!(summary.all.averages()[4], 3.0);
        assert!((summary.all.reduction() - (1009.0f64 / 20.0).log10()).abs() < 1e-9);
    }
}
