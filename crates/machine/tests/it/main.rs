//! Tests of `machine` from outside, most with a compiler beside it.

mod called;
mod complex_gcc;
mod dialects;
mod every;
#[path = "../../../lang/tests/it/gcc.rs"]
mod gcc;
mod hostile;
mod library;
mod link;
mod live;
mod math_gcc;
mod named;
mod observe;
mod orders;
mod printed;
mod printf_gcc;
#[path = "../../../lang/tests/it/random.rs"]
mod random;
mod strto_gcc;
mod undefined;
mod verdicts;

/// Where gcc's programs print what we expect of x86-64.
fn has_gcc_for_x86_64() -> bool {
    if !gcc::is_x86_64() {
        return false;
    }
    let found = std::process::Command::new("gcc").arg("--version").output().is_ok();
    if !found {
        println!("skipped: gcc is missing");
    }
    found
}
