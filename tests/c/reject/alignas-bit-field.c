struct s { _Alignas(8) int a : 3; }; // error: '_Alignas' on a bit-field
