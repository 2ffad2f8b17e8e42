void f(int x) { asm("" : "=r"(x + 1)); } // error: an output of 'asm' is no object
