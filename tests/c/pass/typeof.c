// The type of an expression or a type.
int x;
typeof(x) y;
__typeof__(int *) p, q;
typeof(typeof(char[4]) *) r;
typeof(&x) f(typeof(x + 1L) a) { typeof(({ short s; s; })) b = a; return &x + b; }
const int c;
typeof(c) *d = &c;
