long f(int *p, int *q) { return p + q; } // error: '+' cannot be applied to 'int *' and 'int *'
