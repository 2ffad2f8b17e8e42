int x;
int f(void) { return x(); } // error: a value of type 'int' is called; it is no function
