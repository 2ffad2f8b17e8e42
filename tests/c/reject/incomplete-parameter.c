struct s;
void f(struct s x) { } // error: a parameter has incomplete type 'struct s'
