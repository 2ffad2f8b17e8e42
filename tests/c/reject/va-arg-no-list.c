int f(int x) { return __builtin_va_arg(x, int); } // error: the first argument of 'va_arg' is not a 'va_list'
