int a[2], b[2];
void f(void) { a = b; } // error: an array cannot be assigned to
