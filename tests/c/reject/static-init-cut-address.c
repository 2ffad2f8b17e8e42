int x;
char c = (char)(long)&x; // error: the initialiser of a static object cuts an address down to a smaller integer
