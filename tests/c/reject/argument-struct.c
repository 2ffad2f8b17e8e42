struct s { int a; } x;
int f(int);
int g(void) { return f(x); } // error: argument: a value of type 'struct s' does not fit 'int'
