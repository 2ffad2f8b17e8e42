// 6.5.8p5: members of two structs
struct s {
    int a, b;
};

int main(void) {
    struct s s = {0, 0}, t = {0, 0};
    int *p = &s.a, *q = &t.b;
    return p >= q + t.a; // undefined: pointer-order
}
