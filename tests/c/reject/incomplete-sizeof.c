struct s;
int n = sizeof(struct s); // error: the size of incomplete type 'struct s' is asked
