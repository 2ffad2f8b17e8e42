//! What is told is enough to say which write each read sees, and what a value depends on.

use std::collections::{BTreeMap, BTreeSet};

use elenchus_machine::Origin;
use elenchus_machine::observe::{
    AccessKind, Accessed, Ended, Flow, ON, ObjectId, ObjectRef, Observer, Step, View, Wants,
};
use expect_test::expect;

use super::listing::quote;
use super::watched;

/// Where each byte got its value, and from which writes each full expression read.
#[derive(Default)]
struct Uses {
    writers: BTreeMap<(ObjectId, u64), usize>,
    /// The full expressions in the order of execution, each with those that it uses.
    steps: Vec<(Origin, BTreeSet<usize>)>,
}

impl Observer for Uses {
    fn wants(&self) -> Wants {
        Wants { statements: true, accesses: true, objects: true, ..Wants::NOTHING }
    }

    fn statement(&mut self, _: &View<'_>, step: Step) -> Flow {
        self.steps.push((step.at, BTreeSet::new()));
        ON
    }

    fn access(&mut self, _: &View<'_>, access: &Accessed) -> Flow {
        let Some(now) = self.steps.len().checked_sub(1) else { return ON };
        for byte in access.offset..access.offset + access.size {
            let key = (access.object.id, byte);
            match access.kind {
                AccessKind::Read => self.steps[now].1.extend(self.writers.get(&key)),
                AccessKind::Write => drop(self.writers.insert(key, now)),
                AccessKind::Forget | AccessKind::Open => drop(self.writers.remove(&key)),
            }
        }
        ON
    }

    fn ended(&mut self, _: &View<'_>, object: &ObjectRef, _: Ended) -> Flow {
        self.writers.retain(|(id, _), _| *id != object.id);
        ON
    }
}

impl Uses {
    /// All that the last full expression depends on by way of values.
    fn slice(&self) -> Vec<Origin> {
        let mut pending = Vec::from_iter(self.steps.len().checked_sub(1));
        let mut found = BTreeSet::new();
        while let Some(step) = pending.pop() {
            if found.insert(step) {
                pending.extend(&self.steps[step].1);
            }
        }
        found.into_iter().map(|step| self.steps[step].0).collect()
    }
}

#[test]
fn a_dynamic_slice() {
    let text = "void *memcpy(void *, const void *, unsigned long);
        struct p { int x, y; };
        int main(void) {
          struct p a = { 1, 2 }, b; int other = 5, *q = &a.y;
          a.x = 7; other = a.x; *q = 3; memcpy(&b, &a, sizeof b); b.x = other++;
          return b.y - 3; }";
    let p = super::parse(text);
    let (_, uses) = watched(text, Uses::default());
    let lines: Vec<String> = uses.slice().into_iter().map(|at| quote(text, &p, at)).collect();
    expect![[r#"
        `q` declared
        `a.x = 7;`
        `*q = 3;`
        `memcpy(&b, &a, sizeof b);`
        `return b.y - 3;`"#]]
    .assert_eq(&lines.join("\n"));
}
