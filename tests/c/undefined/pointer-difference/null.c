// 6.5.6p9: a null pointer points into no array
struct s {
    int a, b;
};

int main(void) {
    struct s s = {0, 0};
    char *base = 0, *p = (char *)&s.b;
    return p - base == 0; // undefined: pointer-difference
}
