void f(_Alignas(8) int x); // error: '_Alignas' on a parameter
