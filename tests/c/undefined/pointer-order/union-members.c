// 6.5.8p5: two unions are two objects
union u {
    int i;
    char c[4];
};

int main(void) {
    union u u, v;
    void *p = &u.i, *q = v.c;
    return !(p <= q); // undefined: pointer-order
}
