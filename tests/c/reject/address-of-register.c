int *f(register int x) { return &x; } // error: the address of register variable 'x' is taken
