struct s { int a; };
union s x; // error: this tag is 'struct s' already
