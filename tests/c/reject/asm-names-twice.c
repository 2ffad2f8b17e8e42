void f(int x) { asm("" : [a] "=r"(x) : [a] "r"(x)); } // error: two operands of 'asm' are called 'a'
