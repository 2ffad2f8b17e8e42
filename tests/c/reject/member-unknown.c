struct s { int a; } x;
int f(void) { return x.b; } // error: 'struct s' has no member named 'b'
