// _Generic chooses by the type of a value.
int x;
const char c = 1;
int a = _Generic(1, int: 1, default: 2);
int b = _Generic(c, char: 1, const char: 2, default: 3);
int d = _Generic("s", char *: 1, const char *: 2);
int *f(void) { return &_Generic(0L, long: x, default: 5); }
int g(float y) { return _Generic(y + 1, float: 1, double: 2) + _Generic(&x, int *: x); }
