//! Planted defects: who promises to see a kind is to see it in the line where it is, and
//! is to be silent where it is not executed.
//!
//! The text says what was planted ([`Label`]), and the machine confirms it. Which tool
//! promises what is a table ([`checks`]). Nobody is accused of what an optimising
//! compiler may have removed before its sanitizer came to it, of what no other tool sees
//! either, or of a defect that an analyser overlooks: such findings are suspected.

mod checks;
mod said;

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;

use elenchus_compilers::run::{End, Finished, Limits};
use elenchus_compilers::toolchain::{Run, Toolchain};
use elenchus_lang::target::Target;
use elenchus_machine::Verdict;
use elenchus_produce::generate::Settings;
use elenchus_produce::plant::{self, Label, Part};

use super::{Notice, Oracle, PROGRAM, Row, Script, Suspect, Trial, units};
use crate::bench::Bench;
use crate::confirm::{AGAIN, Confirmed};
use crate::finding::{Finding, Kind};
use crate::fuzz::Choices;
use crate::group;
use crate::judge::Judgement;
use crate::lab::{Configuration, Lab};
use crate::outcome::Outcome;
use crate::report::quoted;
use crate::states::Why;
use checks::Check;
use said::Said;

pub struct Plant;

const ROWS: &[Row] = &[
    Row::new(Kind::Missed, "a defect goes unseen").whatever_the_program(),
    Row::new(Kind::WrongLine, "another line is accused").whatever_the_program(),
    Row::new(Kind::FalseAlarm, "a defect is seen that is not executed").whatever_the_program(),
];

/// Beside one of these, drawn for each program, `-O0` is always tried.
const LEVELS: &[&str] = &["-O1", "-O2", "-Os", "-O3"];

/// So that lines are named, and the first alarm ends the program.
const USUAL: &[&str] = &["-g", "-fno-sanitize-recover=all"];

/// Leaks are no defects of ours; what AddressSanitizer does only when it is asked to.
const ASKED: &[&str] =
    &["/usr/bin/env", "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1"];

impl Oracle for Plant {
    fn name(&self) -> &'static str {
        "plant"
    }

    fn kinds(&self) -> &'static [Row] {
        ROWS
    }

    fn wants_planted(&self) -> bool {
        true
    }

    fn look(&self, lab: &Lab, bench: &Bench, trial: &mut Trial) -> io::Result<Vec<Notice>> {
        let mut found = Vec::new();
        let Some(label) = label(bench) else { return Ok(found) };
        for (toolchain, one) in lab.toolchains.iter().enumerate() {
            if !can_tell(one) {
                continue;
            }
            for check in Check::of_tool(one, &label) {
                let mut drawn = Choices::new(&one.name, bench.program, 0);
                let optimised = drawn.of(LEVELS).copied().unwrap_or("-O2");
                let levels: &[&str] = if check.runs() { &["-O0", optimised] } else { &[""] };
                for level in levels {
                    let level = flags(check, level);
                    let configuration = Configuration { toolchain, level, fuzzed: false };
                    trial.readings.read(lab, bench, &configuration)?;
                    if !is_as_labelled(&label, trial.judgement(&configuration)) && check.runs() {
                        break;
                    }
                    let tested = Tested { lab, bench, label: &label, check };
                    if let Some((kind, actual)) = tested.wrong(&configuration)? {
                        found.push(tested.notice(configuration, kind, actual));
                        break;
                    }
                }
            }
        }
        Ok(found)
    }

    fn confirm(
        &self,
        lab: &Lab,
        bench: &Bench,
        _: &Trial,
        notice: &Notice,
    ) -> io::Result<Option<Confirmed>> {
        let Suspect { kind, configuration, .. } = &notice.suspect;
        let toolchain = &lab.toolchains[configuration.toolchain];
        let Some(label) = label(bench) else { return Ok(None) };
        let named = |check: &&Check| configuration.level.ends_with(&owned(check.flags));
        let Some(check) = Check::of_tool(toolchain, &label).find(named) else { return Ok(None) };
        let tested = Tested { lab, bench, label: &label, check };
        let mut reasons = Vec::new();
        for _ in 0..AGAIN {
            match tested.wrong(configuration)? {
                Some((again, _)) if again == *kind => {}
                _ if stopped(lab) => return Ok(None),
                _ => {
                    let said = "tried again: it does what it is to do";
                    return Ok(Some(Confirmed::because(Why::NotAgain, reasons, said)));
                }
            }
        }
        reasons.push(format!("seen again {AGAIN} times"));
        let text = String::from_utf8_lossy(&bench.program.files[0].text);
        if !plant::is_true(&Settings::default(), &text, &label) {
            let said = "the machine, asked again, does not find what the text says of itself";
            return Ok(Some(Confirmed::because(Why::AnswerChanged, reasons, said)));
        }
        let line = label.line;
        reasons.push(match label.part {
            Part::Reached => format!(
                "the machine stops at line {line}, which is the first thing that is undefined: {}",
                label.kind.message()
            ),
            _ => format!("the machine runs the program without undefined behaviour; line {line}"),
        });
        reasons.push(format!("its documentation says what it sees: {}", check.promise));
        if !check.runs() {
            let said = "an analyser does not promise to see all";
            return Ok(Some(Confirmed::because(Why::Overlooked, reasons, said)));
        }
        let optimised = configuration.level.first().is_some_and(|level| level != "-O0");
        if optimised && *kind != Kind::FalseAlarm {
            let said = "what is undefined may be optimised away before it can be seen";
            return Ok(Some(Confirmed::because(Why::OptimisedAway, reasons, said)));
        }
        let friend = friend(&tested, configuration)?;
        if stopped(lab) {
            return Ok(None);
        }
        Ok(Some(match friend {
            Some(friend) => Confirmed::because(Why::PlantedShown, reasons, friend),
            None => {
                let said = "there is no other tool that is to see it, and does what it is to do";
                Confirmed::because(Why::NoOtherTool, reasons, said)
            }
        }))
    }

    fn script(&self, finding: &Finding, script: &Script) -> String {
        let Script { compile, run, .. } = script;
        let said = match finding.execute {
            Some(_) => {
                format!("{compile} || exit 1\ntimeout -k 1 $limit {run} > said.txt 2>&1\n")
            }
            None => format!("{compile} > said.txt 2>&1\n"),
        };
        let alarm = format!("grep -q -E {} said.txt", quoted(&said::pattern()));
        let wrong = match (finding.kind, &finding.actual) {
            (Kind::Missed, _) => format!("! {alarm}"),
            (Kind::WrongLine, Outcome::Unseen { file, line, .. }) => {
                let place = quoted(&format!("{file}:{line}([^0-9]|$)"));
                format!("{alarm} && ! grep -q -E {place} said.txt")
            }
            _ => alarm,
        };
        format!("{said}cat said.txt\n{wrong}\n")
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn flags(check: &Check, level: &str) -> Vec<String> {
    match check.runs() {
        true => owned(&[&[level], USUAL, check.flags].concat()),
        false => owned(check.flags),
    }
}

/// What was planted, if the program is one file that says so.
pub fn label(bench: &Bench) -> Option<Label> {
    let [file] = &bench.program.files[..] else { return None };
    Label::of(&String::from_utf8_lossy(&file.text))
}

/// The text was made for this machine, and its programs must run here.
fn can_tell(toolchain: &Toolchain) -> bool {
    toolchain.target.name == Target::x86_64().name && toolchain.run == Run::Native
}

/// Whether the machine says of what is compiled what the text says of itself.
fn is_as_labelled(label: &Label, judgement: Option<&Judgement>) -> bool {
    match (label.part, judgement) {
        (Part::Reached, Some(Judgement::Invalid(verdict))) => {
            matches!(verdict, Verdict::Undefined { kind, .. } if *kind == label.kind)
        }
        (Part::Unreached | Part::Twin, Some(Judgement::Valid(_))) => true,
        _ => false,
    }
}

fn stopped(lab: &Lab) -> bool {
    lab.stop.load(Ordering::Relaxed)
}

/// A program, and a check that is to see what is in it.
struct Tested<'a> {
    lab: &'a Lab,
    bench: &'a Bench<'a>,
    label: &'a Label,
    check: &'a Check,
}

impl Tested<'_> {
    /// What is wrong with what is said of the program, if anything is. The run-time of a
    /// sanitizer may fail by itself, where addresses are too random for it: what counts is
    /// what comes every time.
    fn wrong(&self, configuration: &Configuration) -> io::Result<Option<(Kind, Outcome)>> {
        let mut last = None;
        for _ in 0..=AGAIN {
            last = self.once(configuration)?;
            if last.is_none() {
                break;
            }
        }
        Ok(last)
    }

    fn once(&self, configuration: &Configuration) -> io::Result<Option<(Kind, Outcome)>> {
        let toolchain = &self.lab.toolchains[configuration.toolchain];
        let Some(text) = self.text(toolchain, &configuration.level)? else { return Ok(None) };
        if self.label.part != Part::Reached {
            // An analyser cannot know what is never executed.
            let alarm = said::alarm(&text).filter(|_| self.check.runs());
            let message = alarm.map(|_| text.chars().take(LONGEST).collect());
            return Ok(message.map(|message| (Kind::FalseAlarm, Outcome::Alarm { message })));
        }
        Ok(match self.said(&text) {
            Said::There => None,
            Said::Nothing => Some((Kind::Missed, self.unseen(None))),
            // The path to a defect has other lines.
            Said::Elsewhere(_) if !self.check.runs() => None,
            Said::Elsewhere(alarm) => Some((Kind::WrongLine, self.unseen(Some(alarm)))),
        })
    }

    fn unseen(&self, said: Option<String>) -> Outcome {
        let (defect, line) = (self.label.name(), self.label.line);
        Outcome::Unseen { defect, file: self.file(), line, said }
    }

    fn file(&self) -> String {
        let files = self.bench.program.files.first();
        files.map_or_else(String::new, |file| file.name.to_string_lossy().into_owned())
    }

    fn said(&self, text: &str) -> Said {
        said::said(text, &self.file(), self.label.line)
    }

    /// What the tool and the program say; nothing if there is no program, or if we were
    /// interrupted.
    fn text(&self, toolchain: &Toolchain, level: &[String]) -> io::Result<Option<String>> {
        let Tested { lab, bench, .. } = *self;
        let place = bench.place()?;
        let allowance = lab.allowance.of(toolchain);
        let (program, files) = (Path::new(PROGRAM), units(bench));
        let flags = &bench.program.flags;
        let limits = allowance.compiling(bench.program.size());
        let mut text = String::new();
        for words in toolchain.compile(level, flags, &files, program) {
            let Finished { end, stdout, stderr, .. } = lab.start(words, &place, &limits)?;
            let ends =
                if self.check.runs() { end == End::Exit(0) } else { matches!(end, End::Exit(_)) };
            if !ends {
                return Ok(None);
            }
            text += &String::from_utf8_lossy(&[stdout, stderr].concat());
        }
        let Some(words) = toolchain.execute(level, flags, &files, program) else {
            return Ok(Some(text));
        };
        let limits = Limits { reach: toolchain.run.reach(), ..allowance.running() };
        let ran = lab.start(asked(words), &place, &limits)?;
        let is_over = ran.end != End::Stopped;
        Ok(is_over.then(|| String::from_utf8_lossy(&ran.stderr).into_owned()))
    }

    fn notice(&self, configuration: Configuration, kind: Kind, actual: Outcome) -> Notice {
        let name = &self.lab.toolchains[configuration.toolchain].name;
        // Without optimisation it is another bug than with.
        let level = configuration.level.first().filter(|level| *level == "-O0");
        let level = level.map_or("optimised", |_| "-O0");
        let about = format!("{level} {}: {}", self.check.flags.join(" "), self.label.name());
        let signature = group::signature(kind, name, &about, None);
        let suspect = Suspect { kind, configuration, signature };
        let mut notice = Notice::new(self.lab, self.bench, suspect, actual);
        notice.execute = notice.execute.map(asked);
        notice
    }
}

/// Of a message so much is kept.
const LONGEST: usize = 4000;

/// The program, with what its sanitizer is asked to do.
fn asked(words: Vec<OsString>) -> Vec<OsString> {
    ASKED.iter().map(OsString::from).chain(words).collect()
}

/// Another check, of this compiler or another one, that does what it is to do; in words.
fn friend(tested: &Tested, suspect: &Configuration) -> io::Result<Option<String>> {
    let Tested { lab, label, .. } = *tested;
    let own = &lab.toolchains[suspect.toolchain];
    let witnesses = lab.witnesses(own);
    let all = witnesses.iter().map(|one| one.toolchain).chain(&lab.toolchains);
    for toolchain in all.filter(|one| can_tell(one)) {
        let is_own = toolchain.command == own.command;
        for check in Check::of_tool(toolchain, label).filter(|check| check.runs()) {
            let is_same = is_own && check.flags == tested.check.flags;
            // Who is silent proves something by another hand only.
            if is_same || (is_own && label.part != Part::Reached) {
                continue;
            }
            let other = Tested { check, ..*tested };
            let Some(text) = other.text(toolchain, &flags(check, "-O0"))? else { continue };
            let (name, flags) = (&toolchain.name, check.flags.join(" "));
            match (label.part, other.said(&text)) {
                (Part::Reached, Said::There) => {
                    let line = label.line;
                    return Ok(Some(format!("{name} with {flags} sees it in line {line}")));
                }
                (Part::Unreached | Part::Twin, Said::Nothing) => {
                    return Ok(Some(format!("{name} with {flags} has no complaint")));
                }
                _ => {}
            }
        }
    }
    Ok(None)
}
