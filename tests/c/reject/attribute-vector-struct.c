struct s { int a; };
typedef struct s v __attribute__((vector_size(4))); // error: a vector cannot be made of 'struct s'
