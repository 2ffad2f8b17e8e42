// What C90 left out: types and declarations.
f(x) { return g(x) + y(); }
static z;
main() { extern w; auto v = 1; return v + w + z + abs(-3); }

// Without a type: the declaration before says that it is void, and what the
// parameters are for those who call.
void told();
told(int i, char c) { told("not", "checked", i + c); }
void starred(int, int[*]);
starred(int x, int y) { x += y; }
