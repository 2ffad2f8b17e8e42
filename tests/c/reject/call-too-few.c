int f(int, int);
int x(void) { return f(1); } // error: too few arguments in a call: 1, it takes 2
