int f(a) float a; { return a; }
int f(float); // error: 'f' is declared again with another type, 'int(float)'
