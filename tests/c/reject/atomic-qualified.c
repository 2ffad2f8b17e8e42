_Atomic(const int) x; // error: '_Atomic' of a qualified type, 'const int'
