struct s { int a : 3; } x;
int *p(void) { return &x.a; } // error: a bit-field has no address
