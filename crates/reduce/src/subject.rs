//! The program as it is now: its texts, parsed, so that edits can be proposed.

use elenchus_front::diagnostic::{Diagnostics, Severity};
use elenchus_front::lexer;
use elenchus_front::source::{Original, SourceFile, SourceText};
use elenchus_front::token::{Token, TokenKind};
use elenchus_judge::ProgramFile;
use elenchus_lang::rules::Language;
use elenchus_lang::symbol::Interner;
use elenchus_lang::target::Target;
use elenchus_lang::tree::Program;
use xxhash_rust::xxh3::Xxh3;

/// Preprocessed files and the one tree of them.
pub struct Subject {
    pub program: Program,
    pub sources: Vec<SourceFile>,
    files: Vec<ProgramFile>,
}

impl Subject {
    /// Parses files that are linked together. What our front end says, if it does not
    /// take them.
    pub fn parse(
        files: Vec<ProgramFile>,
        language: Language,
        target: &Target,
    ) -> Result<Subject, String> {
        let mut program = Program::new(target, language);
        let mut sources = Vec::new();
        for file in &files {
            let name = file.name.to_string_lossy().into_owned();
            let text = file.text.clone();
            let source = SourceFile::parse(
                &mut program,
                SourceText { name, text, original: Original::Itself },
            );
            if !source.accepted() {
                let mut list = source.diagnostics().list.iter();
                let first = list.find(|diagnostic| diagnostic.severity == Severity::Error);
                let message = first.map_or("it is no C", |first| first.message.as_str());
                return Err(format!("{}: {message}", source.name()));
            }
            sources.push(source);
        }
        Ok(Subject { program, sources, files })
    }

    /// What our front end finds odd: functions that are not declared, declarations
    /// without a type.
    pub fn warnings(&self) -> usize {
        self.sources.iter().map(|source| source.diagnostics().warnings).sum()
    }

    pub fn tokens(&self) -> usize {
        self.sources.iter().map(|source| source.tokens().list.len()).sum()
    }

    pub fn files(&self) -> &[ProgramFile] {
        &self.files
    }
}

/// How large a program is, in the order in which that counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Size {
    /// Tokens, of which a name counts for several: a constant says less than the name
    /// of something that stands elsewhere.
    pub weight: usize,
    pub bytes: usize,
    /// How far constants are from zero, and formats from `%d`: of two texts of one length
    /// the plainer one counts as smaller, so that bugs that are the same end alike.
    pub rank: u64,
}

impl Size {
    /// Whether it is not larger for who reads it.
    pub fn no_larger(self, other: Size) -> bool {
        (self.weight, self.bytes) <= (other.weight, other.bytes)
    }
}

/// What a name counts for.
pub(crate) const NAME: usize = 3;

/// A text as its tokens: how large it is, and a number that equal ones share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measured {
    pub size: Size,
    pub tokens: usize,
    pub hash: u128,
}

/// How far a token is from the plainest of its kind.
fn rank(kind: TokenKind, text: &[u8]) -> u64 {
    match kind {
        TokenKind::Number => {
            let digits = text.iter().take_while(|byte| byte.is_ascii_digit());
            digits.fold(0, |all: u64, byte| {
                all.saturating_mul(10).saturating_add(u64::from(byte - b'0'))
            })
        }
        TokenKind::Str => {
            let other = text.windows(2).filter(|two| two[0] == b'%' && !b"ds%".contains(&two[1]));
            other.count() as u64
        }
        _ => 0,
    }
}

/// The `void` of `(void)`, which is no larger than `()` and says more.
fn says_no_parameters(tokens: &[Token], number: usize) -> bool {
    let is =
        |at: Option<usize>, kind| at.and_then(|at| tokens.get(at)).map(|t| t.kind) == Some(kind);
    is(Some(number), TokenKind::Void)
        && is(number.checked_sub(1), TokenKind::LParen)
        && is(number.checked_add(1), TokenKind::RParen)
}

/// Looks at the tokens of files. Blanks and comments do not count.
pub fn measure(files: &[ProgramFile], language: Language) -> Measured {
    let mut interner = Interner::default();
    let mut hash = Xxh3::new();
    let (mut size, mut count) = (Size::default(), 0);
    for file in files {
        let mut said = Diagnostics::default();
        let tokens = lexer::lex(&file.text, 0, language, &mut interner, &mut said);
        for (number, token) in tokens.list.iter().enumerate() {
            if token.kind == TokenKind::Eof {
                continue;
            }
            let text = &file.text[token.span().range()];
            hash.update(text);
            hash.update(b" ");
            count += 1;
            if says_no_parameters(&tokens.list, number) {
                continue;
            }
            size.weight += if token.kind == TokenKind::Ident { NAME } else { 1 };
            size.bytes += text.len();
            size.rank = size.rank.saturating_add(rank(token.kind, text));
        }
        hash.update(b"\n\n");
    }
    Measured { size, tokens: count, hash: hash.digest128() }
}
