struct s { int a; } x;
int f(void) { return (int)x; } // error: a value of type 'struct s' cannot be cast to 'int'
