struct s { int a; };
struct s { int a; }; // error: 'struct s' is defined again
