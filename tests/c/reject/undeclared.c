int f(void) { return x; } // error: 'x' is not declared
