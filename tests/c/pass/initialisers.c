// Braces that are left out, and what is zero.
struct in { int a, b; };
struct out { struct in i[2]; int c; char s[3]; };
struct out a = {1, 2, 3, 4, 5, "x"};
struct out b = {{{1}, {2, 3}}, 4, {'a'}};
struct out c[2] = {1, 2, 3, 4, 5, 'a', 'b', 'c', 6};
int d[3] = {}, e[] = {1, 2, 3,};
char s[] = "abc", t[2] = "ab", u[] = {"x"}, *v = "y";
int f(struct in x) { struct out y = {.i[1] = x}; struct in z[] = {x, {1}}; return y.c + z[1].b; }
