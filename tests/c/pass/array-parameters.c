// Lengths, static and qualifiers in the brackets of parameters.
int f(int n, int a[n], int b[3]) { return a[n - 1] + sizeof(*a) + sizeof b; }
int g(int n, int a[static n], int b[const *], char (*c)[n]);
int g(int n, int a[static n], int b[const n], char (*c)[n]) { return a[0] + b[0] + sizeof *c; }
