// 6.5.8p5: members of one struct compare in the order of declaration
struct s {
    int a, b;
};

int main(void) {
    struct s s = {0, 0}, t = {0, 0};
    int *p = &s.a, *q = &s.b;
    return p >= q + t.a;
}
