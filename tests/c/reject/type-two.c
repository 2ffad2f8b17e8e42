int struct s { int a; } x; // error: a second type in the same declaration
