struct s;
struct s a[3]; // error: an array of 'struct s', whose size is not known
