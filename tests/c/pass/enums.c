// Enumerators, their types, and enums of other sizes.
enum e { A, B = 5, C, D = -1, E = 'x' };
enum big { F = 1ul << 40, G };
enum __attribute__((packed)) small { H = 200 };
enum e v = C;
int sizes[] = {sizeof(enum e), sizeof(enum big), sizeof(enum small), sizeof F, sizeof(A)};
int f(enum e x, enum small y) { return x < 0 || y > 100 || x + B == v; }
