_Alignas(1) int x; // error: '_Alignas' asks for 1, less than the 4 of the type
