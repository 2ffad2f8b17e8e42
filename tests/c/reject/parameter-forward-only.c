// 6.7.6.3, and GNU: what is declared ahead must be declared.
int f(int n; int a[n]); // error: a parameter has just a forward declaration
