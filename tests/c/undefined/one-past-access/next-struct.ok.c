// 6.5.6p8: p + 1 is the second of two
struct s {
    int a, b;
};

int main(void) {
    struct s s[2] = {{1, 0}};
    struct s *p = s;
    p++;
    return p->b;
}
