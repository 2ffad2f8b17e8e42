struct s { int a : 0; }; // error: a bit-field of no width with a name
