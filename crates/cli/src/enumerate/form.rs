//! A variant and its answer as a line of JSON.

use serde::Serialize;

use crate::expected::Expected;

#[derive(Serialize)]
pub struct Line<'a> {
    pub file: &'a str,
    pub index: String,
    pub size: String,
    /// One of both: JSON has no strings of bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_bytes: Option<&'a [u8]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Expected<'a>>,
    /// Whether nothing is known of what it means.
    pub crash_only: bool,
}
