void f(void) { void x; } // error: 'x' has incomplete type 'void'
