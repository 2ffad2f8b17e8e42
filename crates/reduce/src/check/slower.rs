//! A compiler takes much longer than another one.

use std::io;
use std::time::Duration;

use elenchus_judge::ProgramFile;

use super::{Compiler, Guard, Lack, Place, Rules, Seen, Shown, Test};

pub struct Slower {
    rules: Rules,
    accused: Compiler,
    other: Compiler,
    /// How many times as long.
    ratio: f64,
    guard: Guard,
}

/// Differences below this are the system's, not the compiler's.
const NOISE: Duration = Duration::from_millis(50);

/// Whoever is slow once may have been disturbed.
const TIMES: usize = 2;

impl Slower {
    pub fn learn(
        rules: Rules,
        (accused, other): (Compiler, Compiler),
        ratio: f64,
        files: &[ProgramFile],
        place: &Place,
    ) -> io::Result<Result<Slower, Lack>> {
        let accepted = Guard::Accepted.passes(files, &rules, place).is_ok();
        let guard = if accepted { Guard::Accepted } else { Guard::Nothing };
        let test = Slower { rules, accused, other, ratio, guard };
        Ok(test.look(files, place)?.map(|()| test))
    }

    /// In words.
    pub fn kept(&self) -> String {
        format!("it is compiled {} times as long as by {}", self.ratio, self.other.name())
    }

    /// The least time of several, which is disturbed least.
    fn time(
        &self,
        who: &Compiler,
        files: &[ProgramFile],
        place: &Place,
    ) -> io::Result<Result<Duration, Lack>> {
        let mut least = Duration::MAX;
        for _ in 0..TIMES {
            let (seen, time) = who.time(files, place)?;
            match seen {
                None => least = least.min(time),
                // It was ended, and would have taken longer.
                Some(Seen::Hang) => return Ok(Ok(least.min(time))),
                Some(_) => return Ok(Err(Lack(format!("{} does not compile it", who.name())))),
            }
        }
        Ok(Ok(least))
    }

    fn too_fast(&self, accused: Duration, other: Duration) -> Lack {
        Lack(format!(
            "{} takes {:.2} s, {} takes {:.2} s",
            self.accused.name(),
            accused.as_secs_f64(),
            self.other.name(),
            other.as_secs_f64(),
        ))
    }
}

impl Test for Slower {
    fn look(&self, files: &[ProgramFile], place: &Place) -> Shown {
        if let Err(lack) = self.guard.passes(files, &self.rules, place) {
            return Ok(Err(lack));
        }
        let accused = match self.time(&self.accused, files, place)? {
            Ok(time) => time,
            Err(lack) => return Ok(Err(lack)),
        };
        if accused < NOISE {
            return Ok(Err(Lack(format!("{} takes no time at all", self.accused.name()))));
        }
        let other = match self.time(&self.other, files, place)? {
            Ok(time) => time,
            Err(lack) => return Ok(Err(lack)),
        };
        let is_slower = accused >= other.mul_f64(self.ratio) && accused >= other + NOISE;
        Ok(if is_slower { Ok(()) } else { Err(self.too_fast(accused, other)) })
    }
}
