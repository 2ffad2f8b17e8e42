struct s { const int a; } x, y;
void f(void) { x = y; } // error: an object with a constant member is assigned to
