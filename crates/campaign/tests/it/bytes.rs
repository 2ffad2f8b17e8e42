//! Programs and answers are bytes: nothing is rewritten on the way.

use std::fs;

use elenchus_campaign::examine::{Examined, Origin, examine};
use elenchus_campaign::finding::{Finding, Kind, State};
use elenchus_campaign::lab::Lab;
use elenchus_campaign::report;
use elenchus_campaign::source::Source;
use elenchus_campaign::store::Store;
use serde_json::Value;

use crate::scripted::{Scripted, changing};

/// Tries a program from a file of a corpus.
fn tried(compiler: &Scripted, lab: &Lab, text: &[u8]) -> Examined {
    let folder = compiler.folder.path().join("corpus");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("a.c"), text).unwrap();
    let source = Source::folder(&folder, Vec::new()).unwrap();
    let test = source.make(0, &lab.scratch.fresh("make").unwrap(), lab.stop).unwrap();
    let origin = Origin { source: &source, seed: 0 };
    examine(lab, &test, &origin, lab.scratch.fresh("test").unwrap(), &|_| true).unwrap().unwrap()
}

/// Both bytes are no text: as text they are the same.
const PRINTS_FE: &[u8] = b"int putchar(int);\nint main(void) { putchar(0xfe); return 0; }\n";

#[test]
fn a_byte_for_another_one_is_seen() {
    let compiler = Scripted::new(&changing("-O2", "s/0xfe/0xff/"));
    let lab = compiler.lab(&["-O0", "-O2"], true);
    let examined = tried(&compiler, &lab, PRINTS_FE);
    let [finding] = &examined.findings[..] else { panic!("{:?}", examined.findings) };
    assert_eq!((finding.kind, finding.state), (Kind::WrongOutput, State::Confirmed));
    assert_eq!(finding.expected.as_ref().unwrap().output, b"\xfe");
    assert_eq!(finding.actual.in_words(), r#""\xff", exit status 0"#);
    // It is stored and shown as what it is.
    let path = compiler.folder.path().join("bytes.db");
    let mut store = Store::open(&path).unwrap();
    store.finish(None, std::slice::from_ref(finding), &[]).unwrap();
    assert_eq!(store.finding(1).unwrap(), *finding);
    let json = serde_json::to_value(finding).unwrap();
    assert_eq!(json["expected"]["output"], serde_json::json!({ "escaped": "\\xfe" }));
    let text = report::markdown(finding);
    assert!(text.contains("```text\n\\xfe\n```\n\nNot all of this is UTF-8"), "{text}");
}

/// A comment and a string in Latin-1; the compiler keeps what it is given.
#[test]
fn a_program_in_latin_1_is_compiled_byte_for_byte() {
    let latin = b"/* \xe9t\xe9 */ int puts(const char *);\n\
                  int main(void) { puts(\"caf\xe9\\\\\"); return 0; }\n";
    let compiler = Scripted::new("for last; do :; done; cp \"$last\" $XDG_CACHE_HOME/seen.c");
    let lab = compiler.lab(&["-O0"], true);
    let examined = tried(&compiler, &lab, latin);
    let caches = fs::read_dir(lab.scratch.path().join("cache")).unwrap().flatten();
    let seen: Vec<_> = caches.filter_map(|one| fs::read(one.path().join("seen.c")).ok()).collect();
    assert_eq!(seen, [latin]);
    assert_eq!(examined.findings, []);
    let answers: Vec<String> =
        examined.texts.iter().map(|one| format!("{:?}", one.judgement)).collect();
    assert!(answers[0].contains("[99, 97, 102, 233, 92, 10]"), "{answers:?}");
}

/// A record that version 0.1.0 wrote when programs and answers were text.
const OLD: &str = include_str!("old-record.json");

#[test]
fn a_store_of_text_is_read_and_written_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.db");
    let finding: Finding = serde_json::from_str(OLD).unwrap();
    Store::open(&path).unwrap().finish(None, &[finding], &[]).unwrap();
    let db = rusqlite::Connection::open(&path).unwrap();
    db.execute("UPDATE finding SET record = ?1", [OLD]).unwrap();
    drop(db);
    let finding = Store::open_existing(&path).unwrap().finding(1).unwrap();
    assert_eq!(finding.expected.as_ref().unwrap().output, "é 7 \\\n".as_bytes());
    assert_eq!(finding.program.files[0].name, "program.c");
    assert!(finding.program.files[0].text.starts_with(b"int puts(const char *);\n"));
    let (old, new): (Value, Value) =
        (serde_json::from_str(OLD).unwrap(), serde_json::to_value(&finding).unwrap());
    assert_eq!(new, old);
}
