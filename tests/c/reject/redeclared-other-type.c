extern int x;
extern long x; // error: 'x' is declared again with another type, 'long'
