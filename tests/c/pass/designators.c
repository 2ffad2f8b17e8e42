// Initialisers by name, by index and by range.
struct s { int a[4]; struct { short b; char c[3]; } d; };
struct s x = {.d.c = "ab", .a[2] = 1, 2, {3, "x"}};
struct s y[] = {[2].a = {[0 ... 1] = 7}, [0] = {.a = {1, [3] = 2}}};
int z[] = {[5] = 1, [1 ... 3] = 2, 3};
struct { int x, y; } w = {y: 1, x: 2};
