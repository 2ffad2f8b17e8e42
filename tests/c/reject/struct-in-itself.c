struct s { struct s { int a; } x; }; // error: 'struct s' is defined inside its own definition
