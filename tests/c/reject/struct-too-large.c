struct s { char a[0x7fffffffffffffff]; char b[2]; }; // error: 'struct s' is too large
