// 6.5.6p8: p + 1 is one past the only struct
struct s {
    int a, b;
};

int main(void) {
    struct s s[1] = {{1, 0}};
    struct s *p = s;
    p++;
    return p->b; // undefined: one-past-access
}
