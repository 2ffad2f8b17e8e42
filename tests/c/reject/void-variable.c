void f(void) { void x; } // error: an object has incomplete type 'void'
