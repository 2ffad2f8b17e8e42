struct s { int n; int a[]; };
struct s x[] = {{1, {2}}}; // error: an array without length in a part of the object is initialised
