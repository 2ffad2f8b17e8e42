//! FNV-1a, for samples and caches: the same value on every machine and in
//! every run.

/// 64 bits of FNV-1a.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    fnv1a_parts(&[bytes])
}

/// The hash of several pieces, one after the other.
pub fn fnv1a_parts(parts: &[&[u8]]) -> u64 {
    parts.iter().flat_map(|part| part.iter()).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv1a() {
        // The published vectors: samples must not change.
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
        assert_eq!(fnv1a_parts(&[b"foo", b"bar"]), fnv1a(b"foobar"));
    }
}
