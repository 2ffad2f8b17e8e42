struct s { int a; } x;
int f(void) { return x == x; } // error: '==' cannot be applied to 'struct s' and 'struct s'
