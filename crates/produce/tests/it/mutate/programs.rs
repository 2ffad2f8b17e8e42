//! Small programs, each with something that a careless change would break.

use elenchus_produce::mutate::Variants;

use super::{check, settings, variants};

fn uses(found: &Variants) -> u64 {
    found.tally.iter().map(|tally| tally.proven).sum()
}

#[test]
fn every_kind_of_statement_may_be_changed() {
    let text = "
struct pair { int a; unsigned char b; unsigned c : 3; };
int g = 3;
static short table[4] = { 1, -2, 3, 4 };
struct pair pair = { 1, 200, 5 };
static int sum(int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += table[i % 4];
    while (n > 0) {
        n -= 2;
        if (n == 3)
            continue;
        else
            g++;
    }
    do
        g--;
    while (g > 10);
    switch (g) {
    case 1:
        total++;
    case 4:
        total += pair.b;
        break;
    default:
        total = -total;
    }
    goto end;
end:
    return total;
}
int main(void)
{
    int x = sum(5);
    unsigned long y = 1ul << 40;
    _Bool flag = x > 3;
    pair.c = x;
    return (x + (int)(y >> 38) + flag + pair.c + g) & 127;
}
";
    let found = check(&[text], &[""], &["all"]);
    assert!(uses(&found) > 40, "{:?}", found.tally);
}

#[test]
fn several_files_are_one_program() {
    let one = "int shared = 2; static int own = 5; int f(int);\n\
               int main(void) { own += f(own); return own + shared; }\n";
    let other = "extern int shared; static int own = 7;\n\
                 int f(int n) { shared *= n; return own - shared; }\n";
    let found = check(&[one, other], &[""], &["all"]);
    let is_changed = |unit: usize| {
        found.list.iter().any(|variant| variant.mutations.iter().any(|m| m.unit == unit))
    };
    assert!(is_changed(0) && is_changed(1));
}

#[test]
fn a_variant_does_the_same_for_each_input() {
    let text = "
int getchar(void);
int main(void)
{
    int c, words = 0, inside = 0;
    while ((c = getchar()) != -1) {
        if (c == ' ')
            inside = 0;
        else if (!inside) {
            inside = 1;
            words++;
        }
    }
    return words;
}
";
    let found = check(&[text], &["a b", "", "one two  three"], &["all"]);
    assert!(uses(&found) > 10, "{:?}", found.tally);
    let ends: Vec<String> = found.answers.iter().map(|answer| answer.end.to_string()).collect();
    assert_eq!(ends, ["exit status 2", "exit status 0", "exit status 3"]);
}

#[test]
fn what_others_evaluate_at_the_same_time_is_not_changed() {
    // Nobody says whether `g` is read before or after `f` changes and restores it.
    let text = "
int g = 1, h = 2;
static int f(void) { int x = h; x += 3; h = x; return x; }
int main(void) { int r = g + f(); r += f() + g; return r + f(); }
";
    check(&[text], &[""], &["always"]);
}

#[test]
fn volatile_and_constant_objects_are_left_alone() {
    let text = "
volatile int v = 3;
const int c = 4;
int main(void) { const int d = c; int r = v + d; return r; }
";
    let found = check(&[text], &[""], &["all"]);
    let new = |text: &str, name: &str| text.matches(name).count();
    for variant in &found.list {
        let changed = String::from_utf8_lossy(&variant.texts[0]).into_owned();
        assert_eq!(new(&changed, "v "), new(text, "v "), "{changed}");
        assert!(!changed.contains(" c = ") || changed.matches(" c = ").count() == 1);
    }
}

#[test]
fn names_do_not_clash() {
    let text =
        "int backup_0 = 1; int main(void) { int backup_1 = 2; /* backup_2 */ return backup_1; }";
    for variant in check(&[text], &[""], &["always"]).list {
        let changed = String::from_utf8_lossy(&variant.texts[0]).into_owned();
        assert_eq!(changed.matches("int backup_0").count(), 1, "{changed}");
        assert_eq!(changed.matches("int backup_2").count(), 0, "{changed}");
    }
}

#[test]
fn a_seed_gives_the_same_variants() {
    let text = "int g; int main(void) { int a = 1, b = 2; g = a + b; a = g; return a * b; }";
    let texts = |count| -> Vec<Vec<u8>> {
        let found = variants(&[text], &[""], count, &settings(&["all"], 400_000, 9)).unwrap();
        found.list.into_iter().map(|variant| variant.texts[0].clone()).collect()
    };
    let (few, many) = (texts(3), texts(9));
    assert_eq!(few, many[..few.len()]);
    assert!(many.len() > few.len());
}

#[test]
fn a_program_with_no_known_answer_is_refused() {
    let refused = |text: &str| {
        let unfit = variants(&[text], &["", ""], 1, &settings(&["all"], 400_000, 1));
        unfit.err().map(|unfit| (unfit.input, unfit.judgement.to_string()))
    };
    let undefined = "int main(void) { int x; return x; }";
    assert_eq!(refused(undefined).map(|(input, _)| input), Some(0));
    let endless = "int main(void) { for (;;); }";
    let (_, why) = refused(endless).unwrap();
    assert_eq!(why, "it takes more steps than the machine gives it");
}

#[test]
fn code_that_is_not_executed_changes() {
    let text = "
int g = 3, h;
unsigned u = 7;
int abort(void);
static int never(int n) { int k = n * 2; while (k > n) k -= g; return k; }
static int f(int n)
{
    if (n > 100) {
        g = never(n);
        for (int i = 0; i < n; i++)
            h += i;
        return g;
    } else
        g++;
    switch (n) {
    case 1:
        h = 4;
        break;
    case 2:
        u <<= 1;
        if (g == 1)
            goto out;
    default:
        h = n;
    }
    while (h < 0) {
        h++;
    inside:
        u++;
    }
    if (u == 1)
        goto inside;
out:
    return h;
}
int main(void) { f(1); f(3); if (h != 3) abort(); return g + (int)u; }
";
    let deleted = check(&[text], &[""], &["orion"]);
    assert_eq!(names(&deleted), ["delete"]);
    assert!(uses(&deleted) > 20, "{:?}", deleted.tally);
    let athena = check(&[text], &[""], &["athena"]);
    assert_eq!(names(&athena), ["delete", "insert"]);
    assert!(athena.tally.iter().all(|tally| tally.proven > 5), "{:?}", athena.tally);
}

/// The strategies that were used.
fn names(found: &Variants) -> Vec<&'static str> {
    let mutations = found.list.iter().flat_map(|variant| &variant.mutations);
    let mut names: Vec<&str> = mutations.map(|mutation| mutation.strategy).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn what_is_executed_for_one_input_is_not_dead() {
    let text = "
int getchar(void);
int g;
int main(void) { if (getchar() == 65) g = 3; else g = 4; return g; }
";
    let found = check(&[text], &["A", "B"], &["orion"]);
    assert!(found.list.is_empty());
    let found = check(&[text], &["A"], &["orion"]);
    assert!(found.list.iter().all(|variant| !variant.texts[0].ends_with(b"g = 4; return g; }")));
    assert!(!found.list.is_empty());
}

#[test]
fn dead_code_with_an_entry_stays() {
    // Nobody is told of an empty statement: only the label says that it may be reached.
    let text = "
int g;
int main(void) { goto in; if (g) { g = 1; in: ; } else g = 2; switch (g) { g = 3; case 0: ; } return g; }
";
    for variant in check(&[text], &[""], &["delete"]).list {
        let text = String::from_utf8_lossy(&variant.texts[0]).into_owned();
        assert!(text.contains("in: ;") && text.contains("case 0: ;"), "{text}");
    }
}

#[test]
fn what_no_linker_finds_is_not_mentioned() {
    let text = "
extern int nowhere; int missing(int);
int g = 1, h = 2;
int main(void) { if (g) h++; else { h = missing(nowhere); g = h; h = g + 1; } return h; }
";
    for variant in check(&[text], &[""], &["insert"]).list {
        let text = String::from_utf8_lossy(&variant.texts[0]).into_owned();
        assert_eq!(text.matches("missing").count(), 2, "{text}");
    }
}

#[test]
fn what_is_executed_is_not_dead() {
    let text = "
int g = 2;
int f(int n)
{
    int a = 1, b, c[2] = { n };
    b = a;
    { a += b; }
    if (n) b--; else b++;
    while (a < 9) a += 3;
    do a--; while (a > 4);
    for (int i = 0; i < 3; i++) b += i;
    for (b = 0; b < 2; b++) { if (b) continue; }
    for (; a > 3; ) a--;
    for (;;) { if (g > 0) break; g++; }
    switch (a) { case 3: b = c[0]; break; default: b = 2; }
    switch (b) default: a = 2;
    goto end;
end:
    return a + b;
}
int main(void) { f(0); return f(1); }
";
    let guarded = variants(&[text], &[""], 1, &settings(&["guard"], 1_000_000, 1)).unwrap();
    assert!(guarded.list[0].mutations.len() > 9, "{:?}", guarded.list[0].mutations);
    let deleted = variants(&[text], &[""], 1, &settings(&["delete"], 1_000_000, 1)).unwrap();
    let left = text.replace(" g++; }", "  }").replace("default: b = 2;", "default: ;");
    assert_eq!(String::from_utf8_lossy(&deleted.list[0].texts[0]), left);
}
