// 6.5.6p8: p->b[0] is the element at that place
struct s {
    int a[2], b[2];
};

static void set(struct s *p, int i) {
    p->b[i] = 0;
}

int main(void) {
    struct s s = {{1, 1}, {1, 0}};
    set(&s, 0);
    return s.b[0];
}
