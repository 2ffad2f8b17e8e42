// What C90 left out: types and declarations.
f(x) { return g(x) + y(); }
static z;
main() { extern w; auto v = 1; return v + w + z + abs(-3); }
