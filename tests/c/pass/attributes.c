// Attributes stand almost anywhere.
__attribute__((noinline)) static int f(int x __attribute__((unused))) { return 1; }
int g(void) __attribute__((pure, nonnull)), h(int) __attribute__((noreturn));
struct __attribute__((packed)) p { char a; int b; } __attribute__((aligned(2)));
int x __attribute__((section(".data.x"))) = 3;
typedef void fn(int) __attribute__((cold));
fn k;
int (__attribute__((cdecl)) *q)(void);
int size = sizeof(struct p);
int call(void) { return f(x); }
