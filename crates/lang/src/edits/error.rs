//! Why a set of edits cannot be made.

use thiserror::Error;

use crate::span::Span;

/// Edits are named by their number in the set, places by their span in the
/// parsed text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum EditError {
    #[error("edit {1} touches what edit {0} replaces")]
    Overlap(usize, usize),
    #[error("edit {0} is for something that is not there")]
    NoSuchPlace(usize),
    #[error("edit {0} is for a node that stands in no text")]
    NoText(usize),
    #[error("edit {0} is for a place that a macro or a header made")]
    NotInFile(usize),
    #[error("edit {0} mentions a type that has no name in the text")]
    Unnamed(usize),
    /// What it deletes is mentioned here, outside of what the set deletes.
    #[error("edit {edit} deletes what is still used at byte {}", at.start)]
    StillUsed { edit: usize, at: Span },
    /// A parameter cannot go: not every call of the function is known.
    #[error("edit {edit} is for a function that is not only called, at byte {}", at.start)]
    AddressTaken { edit: usize, at: Span },
    /// A list that C does not let be empty.
    #[error("edit {0} deletes the last one of its list")]
    LastOne(usize),
    #[error("edit {0} needs a function that is declared with its parameters in the parentheses")]
    NoPrototype(usize),
    /// Its other declarations are in a text that the set is not for.
    #[error("edit {0} is for a name that another unit or the library shares")]
    Elsewhere(usize),
    #[error("edit {edit} gives a name that is taken at byte {}", at.start)]
    NameTaken { edit: usize, at: Span },
    /// The text can be had, the tree cannot: what the edit changes has
    /// consequences that only the checker works out.
    #[error("edit {0} changes the meaning of other nodes: parse the rendered text")]
    NeedsParse(usize),
}
