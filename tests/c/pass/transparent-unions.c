// A parameter that takes several types.
typedef union { int *i; const float *f; } either __attribute__((transparent_union));
int take(either e);
int f(int *p, float *q) { return take(p) + take(q) + take(0); }
