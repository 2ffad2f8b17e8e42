typedef _Alignas(8) int t; // error: '_Alignas' on a typedef
