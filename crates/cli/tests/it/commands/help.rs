//! What a command takes, read from its own help: a new option is tried by itself.

use std::process::Command;

/// A command with all that can be given to it.
#[derive(Debug, PartialEq, Eq)]
pub struct Spoken {
    pub name: String,
    pub options: Vec<Taken>,
    /// Arguments without a name.
    pub operands: Vec<Taken>,
}

/// An option or an operand.
#[derive(Debug, PartialEq, Eq, Clone)]
pub struct Taken {
    /// `--seed`, `-I`; empty for an operand.
    pub name: String,
    /// What its value is called, if it has one.
    pub value: Option<String>,
    /// The only values that it has, where the help says so.
    pub possible: Vec<String>,
    /// Whether several may follow.
    pub repeats: bool,
}

/// All commands but `help`.
pub fn commands() -> Vec<Spoken> {
    let names = says(&["--help"]);
    let listed = names.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let names = listed.filter(|line| indent(line) == 2).filter_map(|line| line.split(' ').nth(2));
    let names = names.filter(|name| *name != "help");
    names.map(|name| command(name, &says(&[name, "--help"]))).collect()
}

fn says(words: &[&str]) -> String {
    let ran = Command::new(env!("CARGO_BIN_EXE_elenchus")).args(words).output().unwrap();
    String::from_utf8(ran.stdout).unwrap()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn command(name: &str, help: &str) -> Spoken {
    let mut spoken = Spoken { name: name.into(), options: Vec::new(), operands: Vec::new() };
    let mut in_options = true;
    for line in help.lines() {
        let text = line.trim_start();
        if let Some(values) = text.strip_prefix("[possible values: ") {
            let values = values.trim_end_matches([']', ',']).split(", ").map(str::to_owned);
            let list = if in_options { &mut spoken.options } else { &mut spoken.operands };
            list.iter_mut().next_back().expect("values follow a name").possible = values.collect();
            continue;
        }
        match (indent(line), text.as_bytes().first()) {
            (2 | 6, Some(b'-')) => spoken.options.push(taken(text)),
            (2, Some(b'<' | b'[')) => spoken.operands.push(taken(text)),
            _ => continue,
        }
        in_options = text.starts_with('-');
    }
    spoken.options.retain(|option| option.name != "--help");
    spoken
}

fn taken(text: &str) -> Taken {
    let name = text.split([' ', '=']).rfind(|word| word.starts_with('-')).unwrap_or_default();
    let value = text.find(['<', '[']).map(|at| {
        let end = |c| matches!(c, '>' | ']' | '[');
        text[at..].trim_start_matches(['<', '[']).split(end).next().unwrap_or_default().to_owned()
    });
    let repeats = text.contains("...");
    Taken { name: name.to_owned(), value, possible: Vec::new(), repeats }
}

#[test]
fn help_is_read() {
    let help = "\
Try it

Usage: elenchus try [OPTIONS] <FILE>...

Arguments:
  <FILE>...  C files
  [KIND]     One of them

Options:
  -I <DIR>
          Headers
      --seed <N>  The seed
      --args [<ARG>...]
      --kind <KIND>
          [possible values: one, two]
  -h, --help
          Print help";
    let taken = |name: &str, value: &str, possible: &[&str], repeats| Taken {
        name: name.into(),
        value: Some(value.into()),
        possible: possible.iter().map(|&value| value.to_owned()).collect(),
        repeats,
    };
    let expected = Spoken {
        name: "try".into(),
        options: vec![
            taken("-I", "DIR", &[], false),
            taken("--seed", "N", &[], false),
            taken("--args", "ARG", &[], true),
            taken("--kind", "KIND", &["one", "two"], false),
        ],
        operands: vec![taken("", "FILE", &[], true), taken("", "KIND", &[], false)],
    };
    assert_eq!(command("try", help), expected);
    let hunt = commands().into_iter().find(|command| command.name == "hunt").unwrap();
    assert!(hunt.options.contains(&taken("--seed", "N", &[], false)), "{hunt:?}");
}
