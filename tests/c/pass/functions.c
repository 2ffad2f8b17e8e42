// Prototypes, pointers to functions, inline and variadic ones.
static inline int add(int a, int b) { return a + b; }
extern int later(int), print(const char *, ...);
int (*op)(int, int) = add;
void nothing(void) { return (void)0; }
_Noreturn void stop(void) { for (;;) ; }
int f(int x) { return print("%d %f %c", x, (float)x, (char)x) + op(1, 2) + later(x); }
int later(int x) { return x ? f(x - 1) : 0; }
