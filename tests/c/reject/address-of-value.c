int *f(void) { return &1; } // error: unary '&' needs an object or a function
