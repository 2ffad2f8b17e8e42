//! Small functions that are put into programs, with arguments and what they give for them.

/// A function that depends on its arguments only.
pub struct Row {
    /// `NAME` stands for its name.
    pub text: &'static str,
    /// Arguments and result.
    pub pairs: &'static [(&'static [i128], i128)],
}

/// As they are found in libraries. A test runs each.
pub const ROWS: &[Row] = &[
    Row {
        text: "static int NAME(int n) { int bits = 0; for (unsigned u = n; u; u &= u - 1) \
               bits++; return bits; }",
        pairs: &[(&[0], 0), (&[255], 8), (&[-1], 32), (&[1025], 2)],
    },
    Row {
        text: "static unsigned NAME(unsigned a, unsigned b) { while (b) { unsigned rest = a % b; \
               a = b; b = rest; } return a; }",
        pairs: &[(&[12, 18], 6), (&[35, 64], 1), (&[0, 9], 9), (&[1071, 462], 21)],
    },
    Row {
        text: "static int NAME(int n) { return n < 2 ? n : NAME(n - 1) + NAME(n - 2); }",
        pairs: &[(&[0], 0), (&[7], 13), (&[10], 55)],
    },
    Row {
        text: "static unsigned NAME(unsigned x) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; \
               return x; }",
        pairs: &[(&[1], 270369), (&[2463534242], 723471715), (&[0], 0)],
    },
    Row {
        text: "static int NAME(int x, int low, int high) { return x < low ? low : x > high ? \
               high : x; }",
        pairs: &[(&[5, 1, 9], 5), (&[-3, 1, 9], 1), (&[70, 1, 9], 9)],
    },
    Row {
        text: "static int NAME(unsigned char c) { if (c >= '0' && c <= '9') return c - '0'; \
               switch (c) { case 'a': case 'A': return 10; case 'f': case 'F': return 15; \
               default: return -1; } }",
        pairs: &[(&[55], 7), (&[102], 15), (&[65], 10), (&[122], -1)],
    },
    Row {
        text: "static long long NAME(long long base, int power) { long long result = 1; \
               while (power-- > 0) result *= base; return result; }",
        pairs: &[(&[3, 5], 243), (&[2, 40], 1 << 40), (&[-7, 3], -343), (&[9, 0], 1)],
    },
    Row {
        text: "static unsigned short NAME(unsigned short c) { for (int i = 0; i < 8; i++) \
               c = c & 1 ? c >> 1 ^ 0xa001 : c >> 1; return c; }",
        pairs: &[(&[0], 0), (&[1], 49345), (&[255], 16448)],
    },
    Row {
        text: "static unsigned char NAME(unsigned char b) { unsigned char r = 0; for (int i = 0; \
               i < 8; i++) r |= (b >> i & 1) << (7 - i); return r; }",
        pairs: &[(&[1], 128), (&[18], 72), (&[240], 15)],
    },
    Row {
        text: "static int NAME(unsigned n) { int turns = 0; while (n > 1) { n = n & 1 ? 3 * n + 1 \
               : n / 2; turns++; } return turns; }",
        pairs: &[(&[1], 0), (&[27], 111), (&[97], 118)],
    },
];
