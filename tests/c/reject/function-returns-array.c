int f(void)[3]; // error: a function cannot return 'int[3]'
