void f(static int x); // error: a parameter is declared 'static'
