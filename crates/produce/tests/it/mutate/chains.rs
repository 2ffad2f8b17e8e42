//! Variants of variants.

use elenchus_front::source::{Original, SourceText};
use elenchus_produce::mutate::{Chain, Link};

use super::{answer, judge, settings, source};

const PROGRAM: &str = "
int g = 3, table[3] = { 1, 2, 3 };
static int f(int n) { if (n > 50) { g = n; return 1; } g += table[n % 3]; return g - n; }
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += f(i);
        if (sum > 100)
            sum = -sum;
    }
    return sum & 127;
}
";

fn chain(text: SourceText, names: &[&str], count: usize) -> Vec<Link> {
    let mut chain = Chain::new(vec![text], vec![judge("")], settings(names, 200_000, 1));
    (0..count).map(|_| chain.advance().unwrap()).collect()
}

#[test]
fn all_variants_of_a_chain_do_the_same_and_grow_apart() {
    let expected = answer(&[PROGRAM], "");
    let links = chain(source(PROGRAM), &["all"], 8);
    let mut before = PROGRAM.as_bytes().to_vec();
    for link in &links {
        let [variant] = &link.variants.list[..] else { panic!("there is one") };
        assert_eq!(answer(&variant.texts, ""), expected);
        // It is made of the one before.
        assert_eq!(link.files[0].user_text(), Some(&before[..]));
        before = variant.texts[0].clone();
    }
    assert!(before.len() > 3 * PROGRAM.len());
}

#[test]
fn what_is_not_executed_comes_and_goes() {
    let links = chain(source(PROGRAM), &["athena"], 12);
    let mutations = links.iter().flat_map(|link| &link.variants.list);
    let mutations = mutations.flat_map(|variant| &variant.mutations).map(|m| m.strategy);
    let (deleted, others): (Vec<&str>, Vec<&str>) = mutations.partition(|&name| name == "delete");
    assert!(!deleted.is_empty() && !others.is_empty(), "{deleted:?} {others:?}");
}

#[test]
fn a_text_with_macros_and_headers_is_followed() {
    let user = "#include \"h.h\"\n#define TWO 2\nint main(void) { int a = TWO; shared += a; \
                if (a == 3) { a = TWO; shared = a; } return shared; }\n";
    let text = "# 1 \"t.c\"\n# 1 \"h.h\" 1\nstatic int shared = 4;\n# 2 \"t.c\" 2\n\n\
                int main(void) { int a = 2; shared += a; \
                if (a == 3) { a = 2; shared = a; } return shared; }\n";
    let original = Original::File(user.into());
    let text = SourceText { name: "t.c".into(), text: text.into(), original };
    let links = chain(text, &["all"], 6);
    let last = links.iter().rev().find_map(|link| link.variants.list.first()).unwrap();
    let last = String::from_utf8_lossy(&last.texts[0]).into_owned();
    assert!(last.starts_with("#include \"h.h\"\n#define TWO 2\n"), "{last}");
    let preprocessed = last.replace("#include \"h.h\"", "static int shared = 4;");
    let preprocessed = preprocessed.replace("#define TWO 2", "").replace("TWO", "2");
    assert_eq!(answer(&[preprocessed], "").end.to_string(), "exit status 6");
}

#[test]
fn a_chain_is_the_same_again() {
    let texts = || -> Vec<Vec<u8>> {
        let links = chain(source(PROGRAM), &["all"], 4);
        links.into_iter().flat_map(|link| link.variants.list).map(|v| v.texts[0].clone()).collect()
    };
    assert_eq!(texts(), texts());
}
