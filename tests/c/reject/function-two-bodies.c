int f(void) { return 1; }
int f(void) { return 2; } // error: function 'f' has two bodies
