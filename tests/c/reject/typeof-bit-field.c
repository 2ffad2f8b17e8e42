struct s { int a : 3; } x;
typeof(x.a) y; // error: 'typeof' of a bit-field
