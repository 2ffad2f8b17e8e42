//! Going back to snapshots.

use elenchus_lang::tree::StmtKind;
use elenchus_machine::{Event, Machine, Stop, Verdict};

use super::{begin, end, hole, put, spare};

/// The hole is deep in calls; heap, static locals and output change after it.
const DEEP: &str = r#"
int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int g = 1;
static int next(void) { static int count = 10; count += g; return count; }
static int work(int *heap, int depth) {
  int local = depth + next();
  heap[depth] = local;
  if (depth > 0) { int more = work(heap, depth - 1); local += more; }
  else { ; }
  heap[depth] += local;
  printf("%d: %d %d\n", depth, local, heap[depth]);
  return local;
}
int main(void) {
  int *heap = malloc(4 * sizeof *heap);
  int sum = 100 + work(heap, 3);
  free(heap);
  heap = malloc(sizeof *heap);
  *heap = sum + next();
  printf("%d %d\n", sum, *heap);
  int status = *heap & 63;
  free(heap);
  return status;
}
static void spare(void) {
  g = 5;
  printf("next is %d\n", next());
  { int *other = malloc(4); *other = next(); g += *other; free(other); }
  for (int i = 0; i < 3; i++) { int twice = 2 * i; g += twice; }
}
"#;

fn never_gone_back(kind: StmtKind) -> (Verdict, String, u64) {
    let mut machine = begin(DEEP);
    let stmt = hole(&mut machine);
    put(&mut machine, stmt, kind);
    let (verdict, output) = end(&mut machine);
    (verdict, output, machine.steps())
}

#[test]
fn everything_is_as_it_was() {
    let mut machine = begin(DEEP);
    let stmt = hole(&mut machine);
    let depth = machine.call_depth();
    let snapshot = machine.snapshot();
    let kinds = spare(&machine);
    // Each after each, and from the end of main back into the call.
    for kind in kinds.iter().chain(kinds.iter().rev()) {
        put(&mut machine, stmt, *kind);
        let (verdict, output) = end(&mut machine);
        assert_eq!((verdict, output, machine.steps()), never_gone_back(*kind));
        assert!(machine.roll_back(&snapshot));
        assert_eq!(machine.call_depth(), depth);
        assert_eq!(machine.output(), b"");
    }
    machine.forget(snapshot);
    assert!(!machine.roll_back(&snapshot));
    put(&mut machine, stmt, StmtKind::Empty);
    let (verdict, output) = end(&mut machine);
    assert_eq!((verdict, output, machine.steps()), never_gone_back(StmtKind::Empty));
}

const NESTED: &str = r#"
int printf(const char *, ...);
int g;
static int f(int x) { ; return x + g; }
int main(void) { ; int r = f(3); g += r; ; printf("%d\n", g); return 0; }
static void spare(void) { g += 1; g += 10; g += 100; g += 1000; }
"#;

#[test]
fn snapshots_nest() {
    let mut machine = begin(NESTED);
    let kinds = spare(&machine);
    let first = hole(&mut machine);
    let outer = machine.snapshot();
    put(&mut machine, first, kinds[0]);
    let second = hole(&mut machine);
    let inner = machine.snapshot();
    put(&mut machine, second, kinds[1]);
    // The function in which the inner one was taken has returned here.
    let third = hole(&mut machine);
    let last = machine.snapshot();
    put(&mut machine, third, kinds[2]);
    // g is 1, then 11; f gives 14, added to the 1 or to the 11.
    let printed = |machine: &mut Machine| end(machine).1;
    let with_ten = printed(&mut machine);
    assert!(machine.roll_back(&last));
    put(&mut machine, third, kinds[3]);
    let with_thousand = printed(&mut machine);
    let number = |text: &str| text.trim().parse::<i32>().expect("a number");
    assert_eq!(number(&with_thousand) - number(&with_ten), 900);

    assert!(machine.roll_back(&inner));
    assert!(!machine.is_good(&last), "it was taken later");
    put(&mut machine, second, StmtKind::Empty);
    assert_eq!(printed(&mut machine), "1005\n", "1 + (3 + 1) + 1000");

    assert!(machine.roll_back(&outer));
    assert!(!machine.is_good(&inner));
    put(&mut machine, first, StmtKind::Empty);
    assert_eq!(printed(&mut machine), "1003\n");
    assert!(machine.roll_back(&outer));
    machine.forget(outer);
    assert_eq!(printed(&mut machine), "1003\n");
}

#[test]
fn an_outer_snapshot_outlives_an_inner_one() {
    let mut machine = begin(NESTED);
    let kinds = spare(&machine);
    let first = hole(&mut machine);
    let outer = machine.snapshot();
    put(&mut machine, first, kinds[0]);
    let second = hole(&mut machine);
    let inner = machine.snapshot();
    machine.forget(inner);
    put(&mut machine, second, StmtKind::Empty);
    let third = hole(&mut machine);
    put(&mut machine, third, StmtKind::Empty);
    assert_eq!(end(&mut machine).1, "5\n");
    assert!(machine.roll_back(&outer));
    put(&mut machine, first, kinds[1]);
    assert_eq!(end(&mut machine).1, "23\n");
}

/// What the first operand did is still known in the call that is the second.
#[test]
fn the_order_of_operands_is_known_again() {
    let mut machine = begin(
        "int g = 1;
         static int f(void) { ; return 1; }
         int main(void) { return g + f(); }
         static void spare(void) { g = 2; }",
    );
    let stmt = hole(&mut machine);
    let snapshot = machine.snapshot();
    put(&mut machine, stmt, StmtKind::Empty);
    assert_eq!(end(&mut machine).0, Verdict::Exit(2));
    assert!(machine.roll_back(&snapshot));
    let writes = spare(&machine)[0];
    put(&mut machine, stmt, writes);
    let event = machine.go();
    assert!(matches!(&event, Event::Trouble { stop: Stop::Unspecified(_), .. }), "{event:?}");
    assert!(!machine.is_good(&snapshot), "the addition began before it");
    assert_eq!(machine.call_depth(), 1);
}
