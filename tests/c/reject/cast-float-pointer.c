int *f(double x) { return (int *)x; } // error: a value of type 'double' cannot be cast to 'int *'
