struct s;
struct s f(void) { } // error: a function returns incomplete type 'struct s'
