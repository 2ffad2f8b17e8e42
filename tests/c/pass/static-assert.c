// Conditions that hold.
_Static_assert(sizeof(int) == 4, "int");
_Static_assert('a' + 1 == 'b' && -1 / 2 == 0 && -1 >> 1 == -1, "arithmetic");
struct s { int a; _Static_assert(1, "inside"); int b; };
int f(void) { _Static_assert(__builtin_offsetof(struct s, b) == 4, "layout"); return 0; }
