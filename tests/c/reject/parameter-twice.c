void f(int a, int a); // error: parameter 'a' is declared twice
