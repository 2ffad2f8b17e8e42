//! Questions to gcc: a copy of the text with an assertion for each.
//!
//! Before each question stands a line marker with the question's number as
//! the file's name, so that every message of gcc says whom it is about.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;
use elenchus_compilers::run::End;

use crate::call::first_error;
use crate::compile;
use crate::corpus::STANDARD;

/// How long gcc may take for a copy.
const SECONDS: u64 = 60;

/// How often a copy is made again without the questions that gcc refuses.
const ROUNDS: usize = 8;

/// An expression that gcc is asked about.
#[derive(Clone, Debug)]
pub struct Question {
    pub number: usize,
    /// Where in the text the assertions are put.
    pub at: usize,
    /// Names of checks and their conditions.
    pub checks: Vec<(&'static str, String)>,
}

/// What gcc answers.
#[derive(Default, Debug)]
pub struct Answers {
    /// The number of the question and the check that fails.
    pub wrong: Vec<(usize, String)>,
    /// Questions that gcc does not take, and why.
    pub refused: Vec<(usize, String)>,
}

/// Asks gcc; the copies are written to `file`.
pub fn ask(text: &[u8], questions: &[Question], file: &Path) -> Result<Answers> {
    let mut answers = Answers::default();
    let mut left: Vec<&Question> = questions.iter().collect();
    for _ in 0..ROUNDS {
        if left.is_empty() {
            break;
        }
        std::fs::write(file, copy(text, &left))?;
        let messages = match gcc(file)? {
            Ok(()) => return Ok(answers),
            Err(messages) => messages,
        };
        let found = sort(&messages);
        let gone: BTreeSet<usize> =
            found.wrong.iter().chain(&found.refused).map(|(number, _)| *number).collect();
        // An error elsewhere in the text spoils all the answers.
        if gone.is_empty() {
            refuse_all(&mut answers, &left, &first_error(&messages));
            return Ok(answers);
        }
        left.retain(|question| !gone.contains(&question.number));
        answers.wrong.extend(found.wrong);
        answers.refused.extend(found.refused);
    }
    if !left.is_empty() {
        refuse_all(&mut answers, &left, "gcc refuses the text again and again");
    }
    Ok(answers)
}

fn refuse_all(answers: &mut Answers, left: &[&Question], why: &str) {
    answers.refused.extend(left.iter().map(|question| (question.number, why.to_string())));
}

/// Whether gcc accepts the file, or else its messages.
fn gcc(file: &Path) -> Result<Result<(), String>> {
    let check =
        compile::texts("gcc", STANDARD).args(["-fsyntax-only", "-fdiagnostics-plain-output"]);
    let said = check.arg(file).seconds(SECONDS).run()?;
    let messages = || match said.end {
        End::Exit(_) => String::from_utf8_lossy(&said.stderr).into_owned(),
        end => end.to_string(),
    };
    Ok(if said.succeeded() { Ok(()) } else { Err(messages()) })
}

/// The text with the questions in it.
fn copy(text: &[u8], questions: &[&Question]) -> Vec<u8> {
    let mut questions = questions.to_vec();
    questions.sort_by_key(|question| (question.at, question.number));
    let mut result = Vec::with_capacity(text.len() + 400 * questions.len());
    let mut done = 0;
    for question in questions {
        result.extend_from_slice(&text[done..question.at]);
        done = question.at;
        result.extend_from_slice(format!("\n# 1 \"elenchus:{}\"\n", question.number).as_bytes());
        for (name, condition) in &question.checks {
            let assertion = format!("_Static_assert({condition}, \"{name}\");\n");
            result.extend_from_slice(assertion.as_bytes());
        }
        result.extend_from_slice(b"# 1 \"rest\"\n");
    }
    result.extend_from_slice(&text[done..]);
    result
}

/// gcc's messages by question; the first about each question counts.
fn sort(messages: &str) -> Answers {
    let mut answers = Answers::default();
    let mut refused = BTreeSet::new();
    for line in messages.lines() {
        let Some((number, message)) = error_about(line) else { continue };
        match message.strip_prefix("static assertion failed: ") {
            Some(name) => answers.wrong.push((number, name.trim_matches('"').to_string())),
            None if refused.insert(number) => answers.refused.push((number, message.to_string())),
            None => {}
        }
    }
    // What gcc does not understand it does not deny either.
    answers.wrong.retain(|(number, _)| !refused.contains(number));
    answers
}

/// `elenchus:NUMBER:LINE:COLUMN: error: MESSAGE`
fn error_about(line: &str) -> Option<(usize, &str)> {
    let (number, rest) = line.strip_prefix("elenchus:")?.split_once(':')?;
    let (_, message) = rest.split_once(" error: ")?;
    Some((number.parse().ok()?, message))
}

/// The text of an expression on one line, without the line markers in it;
/// `None` if it has other lines of the preprocessor, or none at all.
pub fn one_line(text: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(text).ok()?;
    let mut result = String::with_capacity(text.len());
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 && line.starts_with('#') {
            let is_marker =
                line.starts_with("# ") && line.as_bytes()[2..].first()?.is_ascii_digit();
            if !is_marker {
                return None;
            }
            continue;
        }
        if !result.is_empty() {
            result.push(' ');
        }
        result.push_str(line);
    }
    (!result.trim().is_empty()).then_some(result)
}

/// Whether every bracket of the text has its partner in it: the text of an
/// expression always does.
pub fn balanced(text: &str) -> bool {
    let mut open = Vec::new();
    let mut quote = None;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match (quote, byte) {
            (Some(_), b'\\') => drop(bytes.next()),
            (Some(q), b) if q == b => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(') => open.push(b')'),
            (None, b'[') => open.push(b']'),
            (None, b'{') => open.push(b'}'),
            (None, b')' | b']' | b'}') if open.pop() != Some(byte) => return false,
            _ => {}
        }
    }
    open.is_empty() && quote.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_one_line() {
        let text = b"a +\n# 12 \"x.h\" 3 4\n b";
        assert_eq!(one_line(text).as_deref(), Some("a +  b"));
        assert_eq!(one_line(b"a +\n#pragma x\nb"), None);
    }

    #[test]
    fn brackets_have_partners() {
        for good in ["a[(1)]", "f('(', \"[\\\"\")", "(int []){1}"] {
            assert!(balanced(good), "{good}");
        }
        for bad in ["(a", "a)", "(a]", "'("] {
            assert!(!balanced(bad), "{bad}");
        }
    }

    #[test]
    fn messages_find_their_question() {
        let answers = sort(
            "a.c: In function 'f':\n\
             elenchus:3:1:1: error: static assertion failed: \"size\"\n\
             elenchus:4:2:16: error: 'x' undeclared (first use in this function)\n\
             elenchus:4:3:1: error: static assertion failed: \"type\"\n",
        );
        assert_eq!(answers.wrong, [(3, "size".to_string())]);
        assert_eq!(answers.refused.len(), 1);
    }

    #[test]
    fn gcc_answers() {
        if !elenchus_records::packages::has_command("gcc") {
            println!("skipped: gcc is not here");
            return;
        }
        let text = b"int f(int x) { x = 1; return x; }\n";
        let ask_at = |number, condition: &str| Question {
            number,
            at: 15,
            checks: vec![("size", condition.to_string())],
        };
        let questions = [
            ask_at(0, "sizeof(x) == 4"),
            ask_at(1, "sizeof(x) == 5"),
            ask_at(2, "sizeof(nothing) == 4"),
            ask_at(3, "sizeof(x) == )"),
        ];
        let folder = tempfile::tempdir().unwrap();
        let answers = ask(text, &questions, &folder.path().join("a.i")).unwrap();
        assert_eq!(answers.wrong, [(1, "size".to_string())]);
        let refused: Vec<usize> = answers.refused.iter().map(|(number, _)| *number).collect();
        assert_eq!(refused, [2, 3]);
    }
}
