//! What the machine says of the program, kept: for those who look for what is undefined
//! in it.

use elenchus_judge::{Judgement, ProgramFile};
use elenchus_machine::Verdict;

use super::{Lack, Place, Rules, Shown, Test};

pub struct SameVerdict {
    rules: Rules,
    kept: String,
}

impl SameVerdict {
    /// Of an input that is at fault, or that the machine cannot run.
    pub fn learn(rules: Rules, files: &[ProgramFile], place: &Place) -> Result<SameVerdict, Lack> {
        let judgement = rules.judgement(files, place);
        match kept(&judgement) {
            Some(kept) => Ok(SameVerdict { rules, kept }),
            None => Err(Lack(format!("there is no fault to keep: the program is {judgement}"))),
        }
    }

    /// In words.
    pub fn kept(&self) -> &str {
        &self.kept
    }
}

/// What of a judgement is the same in a smaller program.
fn kept(judgement: &Judgement) -> Option<String> {
    match judgement {
        Judgement::Valid(_) => None,
        Judgement::Invalid(Verdict::Undefined { kind, .. }) => {
            Some(format!("undefined: {}", kind.id()))
        }
        Judgement::Invalid(_) => Some("unspecified".to_owned()),
        other => Some(other.to_string()),
    }
}

impl Test for SameVerdict {
    fn look(&self, files: &[ProgramFile], place: &Place) -> Shown {
        let judgement = self.rules.judgement(files, place);
        let same = kept(&judgement).is_some_and(|kept| kept == self.kept);
        let lack = || Lack(format!("it is no longer {}: {judgement}", self.kept));
        Ok(if same { Ok(()) } else { Err(lack()) })
    }
}
