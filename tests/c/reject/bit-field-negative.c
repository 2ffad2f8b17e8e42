struct s { int a : -1; }; // error: a bit-field of negative width
