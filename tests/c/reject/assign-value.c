void f(int x) { x + 1 = 2; } // error: the left side of an assignment is no object
