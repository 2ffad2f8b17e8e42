int x __attribute__((aligned(3))); // error: an alignment is a power of two, not 3
