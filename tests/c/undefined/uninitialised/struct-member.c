// 6.7.9p10: no member of s has a value but a
struct s {
    int a, b;
};

int main(void) {
    struct s s;
    s.a = 1;
    return s.a + s.b == 0; // undefined: uninitialised
}
