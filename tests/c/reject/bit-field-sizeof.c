struct s { int a : 3; } x;
int n = sizeof x.a; // error: 'sizeof' of a bit-field
