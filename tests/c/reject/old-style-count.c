int f(int, int);
int f(a) int a; { return a; } // error: 'f' is defined with 1 parameters, its prototype has 2
