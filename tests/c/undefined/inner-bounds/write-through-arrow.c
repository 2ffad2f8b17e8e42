// 6.5.6p8: p->a[2] is not an element of a
struct s {
    int a[2], b[2];
};

static void set(struct s *p, int i) {
    p->a[i + 2] = 0; // undefined: inner-bounds
}

int main(void) {
    struct s s = {{1, 1}, {1, 0}};
    set(&s, 0);
    return s.b[0];
}
