int x;
int y = x + 1; // error: the initialiser of a static object reads variable 'x'
