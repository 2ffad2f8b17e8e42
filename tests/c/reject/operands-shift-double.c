int f(double x) { return 1 << x; } // error: '<<' cannot be applied to 'int' and 'double'
