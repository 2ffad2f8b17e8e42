typedef int t;
int x = t + 1; // error: 't' is a type, an expression is needed here
