int f(void);
int f; // error: 'f' is declared again as something else
