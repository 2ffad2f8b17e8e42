struct s { int a : 33; }; // error: a bit-field of 33 bits in a type of 32
