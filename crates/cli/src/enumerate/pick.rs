//! Which variants are wanted.

use std::ops::Range;

use elenchus_produce::choices::Choices;
use elenchus_produce::enumerate::summary::short;
use elenchus_produce::enumerate::{Space, UBig};

use super::Args;

/// `A..B`; either may be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    from: UBig,
    to: Option<UBig>,
}

/// Part `number` of `of`, from 0 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

pub enum Picked {
    Range(Range<UBig>),
    Numbers(Vec<UBig>),
}

pub fn range(text: &str) -> Result<Bounds, String> {
    let wrong = || "say A..B with numbers from 0 on, for instance 100..200".to_owned();
    let number = |text: &str| UBig::from_str_radix(text, 10).map_err(|_| wrong());
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let from = if from.is_empty() { UBig::ZERO } else { number(from)? };
    let to = if to.is_empty() { None } else { Some(number(to)?) };
    if to.as_ref().is_some_and(|to| *to < from) {
        return Err(wrong());
    }
    Ok(Bounds { from, to })
}

pub fn shard(text: &str) -> Result<Shard, String> {
    let wrong = || "say I/N with I from 1 to N, for instance 2/8".to_owned();
    let (number, of) = text.split_once('/').ok_or_else(wrong)?;
    let number: u64 = number.parse().map_err(|_| wrong())?;
    let of: u64 = of.parse().map_err(|_| wrong())?;
    if !(1..=of).contains(&number) {
        return Err(wrong());
    }
    Ok(Shard { number: number - 1, of })
}

/// They are all drawn before the first is written.
const SAMPLE: u64 = 1_000_000;

pub fn sample(text: &str) -> Result<u64, String> {
    let number: u64 = text.parse().map_err(|_| "say a number, for instance 100".to_owned())?;
    if number > SAMPLE {
        return Err(format!(
            "at most {SAMPLE} are drawn at once: for more, take --range A..B or --shard I/N"
        ));
    }
    Ok(number)
}

/// What the options ask for; the error says why it is nothing.
pub fn pick(args: &Args, space: &Space) -> Result<Picked, String> {
    let range = match (&args.range, args.shard) {
        (Some(bounds), _) => {
            let size = space.size();
            let to = bounds.to.as_ref().unwrap_or(size).min(size).clone();
            bounds.from.clone().min(to.clone())..to
        }
        (None, Some(shard)) => space.shard(shard.number, shard.of),
        (None, None) => space.whole(),
    };
    if let Some(wanted) = args.sample {
        let mut choices = Choices::new(args.seed);
        return Ok(Picked::Numbers(space.sample(&range, wanted, &mut choices)));
    }
    let count = &range.end - &range.start;
    if args.range.is_none() && count > UBig::from(args.limit) {
        return Err(format!(
            "{} variants are more than the limit of {}: draw some with --sample N, \
             name them with --range A..B, or give a larger --limit",
            short(&count),
            args.limit
        ));
    }
    Ok(Picked::Range(range))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_shards_and_samples_are_read() {
        let bounds =
            |from: u32, to: Option<u32>| Bounds { from: from.into(), to: to.map(UBig::from) };
        assert_eq!(range("1..20"), Ok(bounds(1, Some(20))));
        assert_eq!(range(".."), Ok(bounds(0, None)));
        assert_eq!(shard("2/8"), Ok(Shard { number: 1, of: 8 }));
        for wrong in ["", "1", "5..2", "x..y", "-1..2"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
        assert_eq!(sample("1000000"), Ok(1_000_000));
        for wrong in ["", "-1", "x", "1000001", "1000000000000"] {
            assert!(sample(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "0/3", "4/3", "1/0", "a/b"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
