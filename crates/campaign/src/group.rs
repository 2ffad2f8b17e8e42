//! Which findings are likely to be one bug.
//!
//! A compiler that breaks down says where: its message without all that is
//! different from program to program is the signature. Of wrong code nothing
//! is known but the compiler, the lowest level at which it is wrong, and how.

use elenchus_compilers::breakdown::title;

use crate::finding::Kind;
use crate::oracle;

/// The signature of a finding; equal ones are in one group.
pub fn signature(kind: Kind, toolchain: &str, level: &str, message: Option<&str>) -> String {
    let detail = match (oracle::row(kind).told_by_message, message) {
        (true, Some(message)) => title(message),
        _ if level.is_empty() => "plain".to_owned(),
        _ => level.to_owned(),
    };
    format!("{toolchain}: {}: {detail}", kind.name())
}
