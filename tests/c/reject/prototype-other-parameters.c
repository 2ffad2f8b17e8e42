int f(int);
int f(char *); // error: 'f' is declared again with another type, 'int(char *)'
