int f(int);
int x(void) { return f(1, 2); } // error: too many arguments in a call: 2, it takes 1
