struct s;
void f(struct s *p) { *p; } // error: a value of incomplete type 'struct s' is used
