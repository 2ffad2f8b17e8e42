// 6.5.8p5: members of one union compare equal
union u {
    int i;
    char c[4];
};

int main(void) {
    union u u, v;
    void *p = &u.i, *q = u.c;
    (void)v;
    return !(p <= q);
}
