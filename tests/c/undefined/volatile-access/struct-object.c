// 6.7.3p6: a volatile struct has volatile members
struct s {
    int a, b;
};

int main(void) {
    volatile struct s s = {1, 0};
    struct s *p = (struct s *)&s;
    p->b = 0; // undefined: volatile-access
    return s.b;
}
