// 6.7.9p19: with an initialiser, the rest is 0
struct s {
    int a, b;
};

int main(void) {
    struct s s = {.a = 1};
    return s.a + s.b == 0;
}
