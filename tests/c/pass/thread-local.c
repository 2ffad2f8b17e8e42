// One object for each thread.
_Thread_local int a = 1;
static __thread int b;
extern __thread int c;
int f(void) { static __thread int d; return a + b + c + d++; }
int *g(void) { return &a; }
