//! The functions of a dump: a file has all of a unit, as they are after one pass, among
//! what the pass tells about itself.

/// A function as a dump has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    pub name: String,
    /// What it gives back.
    pub result: String,
    /// Each with its type before its name.
    pub parameters: Vec<String>,
    /// Declarations and statements, a line each.
    pub lines: Vec<String>,
}

/// All functions in SSA form; what has another form is left out.
pub fn functions(dump: &str) -> Vec<Function> {
    let lines: Vec<&str> = dump.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((result, form)) = line.split_once(" __GIMPLE (ssa") else { continue };
        let is_head = form.ends_with(')') && lines.get(at + 2) == Some(&"{");
        let Some((name, parameters)) = lines.get(at + 1).and_then(|head| head.split_once(" ("))
        else {
            continue;
        };
        let Some(parameters) = parameters.strip_suffix(')').filter(|_| is_head) else { continue };
        let body = &lines[at + 3..];
        let Some(end) = body.iter().position(|line| *line == "}") else { continue };
        found.push(Function {
            name: name.to_owned(),
            result: result.to_owned(),
            parameters: listed(parameters),
            lines: body[..end].iter().map(|line| line.trim().to_owned()).collect(),
        });
    }
    found
}

/// Parts between commas that are in no brackets.
fn listed(text: &str) -> Vec<String> {
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in text.chars() {
        match c {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth -= 1,
            _ => {}
        }
        match parts.last_mut() {
            Some(last) if c != ',' || depth != 0 => last.push(c),
            _ => parts.push(String::new()),
        }
    }
    let parts = parts.iter().map(|part| part.trim().to_owned());
    parts.filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_among_other_text() {
        let dump = "Removing basic block 5\n__attribute__((noinline))\nlong int __GIMPLE \
                    (ssa,guessed_local(118111600))\nh.constprop (struct s * p, int n)\n{\n  int \
                    i;\n\n  __BB(2):\n  return 0;\n\n}\n\n;; 1 loops found\nint __GIMPLE ()\ng \
                    ()\n{\n}\n";
        let found = functions(dump);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].name.as_str(), found[0].result.as_str()), ("h.constprop", "long int"));
        assert_eq!(found[0].parameters, ["struct s * p", "int n"]);
        assert_eq!(found[0].lines, ["int i;", "", "__BB(2):", "return 0;", ""]);
    }
}
