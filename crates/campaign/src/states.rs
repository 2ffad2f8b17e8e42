//! What each state needs: everything that decides one is a row of one table. The table
//! in `docs/hunt.md` is this one.

use crate::finding::State;

macro_rules! table {
    ($($(#[$doc:meta])* $why:ident: $state:ident, $when:literal;)*) => {
        /// What decided the state of a finding.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Why { $($(#[$doc])* $why,)* }

        impl Why {
            pub fn state(self) -> State {
                match self { $(Why::$why => State::$state,)* }
            }
        }

        /// States and when something is in them, for people.
        #[cfg(test)]
        const ROWS: &[(State, &str)] = &[$((State::$state, $when),)*];
    };
}

table! {
    Shown: Confirmed,
        "seen again twice, alone, with more time and memory. For all that needs a valid program \
         (wrong code, rejections) also: the machine, asked again, gives the same answer; where \
         gcc or clang has sanitizers for the target, the program compiled with them ran and \
         ended as the machine says; and at least one program that was run gave the machine's \
         answer. For all: the finding's own `repro.sh`, run by `/bin/sh` in an empty folder \
         with nothing but the compiler on `PATH`, shows it";
    PlantedShown: Confirmed,
        "a planted defect that is missed, or seen in another line, at `-O0`, or seen where it is \
         not executed: seen again twice; the tool's documentation says that it sees it; the \
         machine, asked again, finds what the text says of itself; and another tool that is to \
         see it does, in that line (of one that is not executed: another compiler has no \
         complaint). And its own `repro.sh` shows it, as above";
    NoAnswer: Suspected, "the machine does not know the answer";
    OtherText: Suspected,
        "the compiler does not preprocess, so another one did; and the program asks for macros, \
         so that it may be another text";
    NoSanitizerRan: Suspected,
        "there are sanitizers, and with none the program could be compiled and run";
    NoArbiter: Suspected,
        "a rejection where no other gcc or clang is here that tells C from its extensions";
    OtherVersion: Suspected, "the compiler says another version of itself than at the beginning";
    NotShown: Suspected, "all of this but for the last: its own `repro.sh` does not show it";
    AlarmOfOne: Confirmed,
        "an alarm on a valid program, seen every time; the machine, asked again, gives the same \
         answer; and compiled with the sanitizers of another compiler, the program ran, ended as \
         the machine says, and there was no alarm. And its own `repro.sh` shows it, as above";
    OptimisedAway: Suspected,
        "a planted defect that goes unseen in an optimised build: it may be gone before it can \
         be seen";
    NoOtherTool: Suspected,
        "a planted defect, and no other tool does what it is to do";
    Overlooked: Suspected,
        "a planted defect that an analyser overlooks: none promises to see all";
    AnswerChanged: Disputed, "the machine, asked again, says something else";
    Alarm: Disputed, "a sanitizer stops the program";
    OtherEnd: Disputed,
        "compiled with sanitizers by another compiler, the program does something else than \
         the machine says";
    NotC: Disputed,
        "a rejection of what is not in C, by a compiler that was not seen to have it: what gcc \
         or clang refuses with `-pedantic-errors`, a reserved name such as `__builtin_…`, or what \
         the edition does not have that it says it is of (`_Atomic` in C99)";
    TooMuch: Disputed, "a rejection of more than a compiler must take (5.2.4.1)";
    NobodySides: Disputed,
        "no program that was run gave the machine's answer; who only reads or compiles the \
         program sides with nobody";
    AloneToo: Disputed, "objects are wrong together, and also where nothing is mixed";
    AlarmOfAll: Disputed,
        "an alarm on a valid program, and no sanitizer of another compiler without one";
    NotAgain: Flaky, "not seen again";
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> String {
        let rows = ROWS.iter().map(|(state, when)| format!("| `{}` | {when} |\n", state.name()));
        format!("| state | when |\n|---|---|\n{}\n", rows.collect::<String>())
    }

    #[test]
    fn the_guide_has_this_table() {
        let guide = include_str!("../../../docs/hunt.md");
        assert!(guide.contains(&table()), "docs/hunt.md is to have this table:\n{}", table());
    }

    #[test]
    fn every_state_is_decided_by_something() {
        for state in State::ALL {
            assert!(ROWS.iter().any(|row| row.0 == *state), "{}", state.name());
        }
    }
}
