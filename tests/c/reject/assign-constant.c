void f(const int x) { x = 1; } // error: a constant object is assigned to
