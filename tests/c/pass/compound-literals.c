// Unnamed objects, in the file and in a block.
struct s { int a, b; };
struct s *p = &(struct s){1, 2};
int *q = (int[]){1, 2, 3};
struct s v = (struct s){.b = 4};
int f(int x) { return ((struct s){x, 1}).a + (int[2]){x}[1] + *&(int){x} + sizeof((char[]){"abc"}); }
