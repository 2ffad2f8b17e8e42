typedef int v __attribute__((vector_size(12))); // error: the number of a vector's elements is a power of two, not 3
