//! What a hunt found as JUnit XML, which pipelines show.
//!
//! A compiler without a new bug is a test that passed; a new bug is a test that
//! failed. What was known before does not count.

use std::fmt::Write as _;

use crate::finding::Finding;
use crate::hunt::Summary;
use crate::report;

/// The report of a hunt with these compilers, and its new bugs with the numbers
/// of their findings.
pub fn report(compilers: &[String], summary: &Summary, bugs: &[(i64, Finding)]) -> String {
    let is_clean = |name: &&String| !bugs.iter().any(|(_, bug)| bug.compiler.name == **name);
    let clean: Vec<&String> = compilers.iter().filter(is_clean).collect();
    let tests = clean.len() + bugs.len();
    let mut cases = String::new();
    for name in clean {
        let said = format!("{} programs, {} tests", summary.programs, summary.tests);
        let case = case(name, "no new bug");
        let _ = writeln!(cases, "{case}<system-out>{said}</system-out></testcase>");
    }
    for (id, bug) in bugs {
        let case = case(&bug.compiler.name, &bug.signature);
        let title = escaped(&report::title(bug));
        let commands = bug.compile.iter().map(|step| format!("$ {}\n", report::shell(step)));
        let what = format!(
            "{}: {}\n{}seed {}; `elenchus show {id}` and `elenchus report {id}` have the rest",
            bug.version,
            bug.actual.in_words(),
            commands.collect::<String>(),
            bug.seed
        );
        let kind = bug.kind.name();
        let what = escaped(&what);
        let _ = writeln!(
            cases,
            "{case}<failure type=\"{kind}\" message=\"{title}\">{what}</failure></testcase>"
        );
    }
    suite(tests, bugs.len(), 0, summary.elapsed.as_secs_f64(), &cases)
}

/// Whether a text is such a report: the next hunt replaces it.
pub fn is_ours(text: &[u8]) -> bool {
    text.windows(SUITE.len()).any(|part| part == SUITE.as_bytes())
}

const SUITE: &str = "<testsuite name=\"elenchus hunt\"";

/// The report of a hunt that could not go on.
pub fn trouble(what: &str) -> String {
    let (case, what) = (case("hunt", "hunt"), escaped(what));
    suite(1, 0, 1, 0.0, &format!("{case}<error message=\"{what}\"/></testcase>\n"))
}

fn case(class: &str, name: &str) -> String {
    format!("    <testcase classname=\"{}\" name=\"{}\">", escaped(class), escaped(name))
}

fn suite(tests: usize, failures: usize, errors: usize, seconds: f64, cases: &str) -> String {
    let counts = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"");
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n  \
         {SUITE} {counts} time=\"{seconds:.1}\">\n\
         {cases}  </testsuite>\n</testsuites>\n"
    )
}

/// A text for an attribute or an element; what XML cannot say becomes `?`.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' => out += "&#10;",
            '\t' => out.push(c),
            '\u{fffe}' | '\u{ffff}' => out.push('?'),
            _ if c.is_control() => out.push('?'),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_found_is_a_test_that_passed() {
        let xml = report(&["gcc".into(), "clang".into()], &Summary::default(), &[]);
        assert!(xml.contains("tests=\"2\" failures=\"0\" errors=\"0\""), "{xml}");
        assert_eq!(xml.matches("<testcase ").count(), 2);
    }

    #[test]
    fn what_xml_cannot_say_is_escaped() {
        assert_eq!(escaped("a<b & \"c\"\n\u{1}\u{7f}"), "a&lt;b &amp; &quot;c&quot;&#10;??");
        assert!(trouble("no <room>").contains("<error message=\"no &lt;room&gt;\"/>"));
    }
}
