int f(void);
int y = 0 * f(); // error: the initialiser of a static object calls 'f'
