struct s { char a; int b; } __attribute__((packed(1))); // error: attribute 'packed' has 1 argument; it takes none
