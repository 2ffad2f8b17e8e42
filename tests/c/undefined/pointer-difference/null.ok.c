// 6.5.6p9: bytes of one object, by way of char *
struct s {
    int a, b;
};

int main(void) {
    struct s s = {0, 0};
    char *base = 0, *p = (char *)&s.b;
    base = (char *)&s;
    return p - base != sizeof(int);
}
