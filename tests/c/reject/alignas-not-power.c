_Alignas(3) int x; // error: '_Alignas' needs a power of two
