void f(void);
int g(void) { return f() + 1; } // error: '+' cannot be applied to 'void' and 'int'
