void f(int x) { asm("" : "r"(x)); } // error: the constraint of an output of 'asm' has no '=' and no '+'
