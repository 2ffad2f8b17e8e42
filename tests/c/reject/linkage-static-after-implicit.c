// A call of an undeclared function declares it with external linkage.
int f(void) { return g(); }
static int g(void) { return 1; } // error: 'g' is static here, and was not when it was declared before
