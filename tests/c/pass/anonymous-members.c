// Members are reached through unnamed structs and unions.
struct s {
    int tag;
    union {
        struct { short low, high; };
        int whole;
    };
} x = {1, {{2, 3}}}, y = {.high = 4, .tag = 5};
int f(struct s *p) { return p->low + x.whole + p->tag; }
