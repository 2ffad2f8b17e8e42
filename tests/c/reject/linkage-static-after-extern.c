extern int x;
static int x; // error: 'x' is static here, and was not when it was declared before
