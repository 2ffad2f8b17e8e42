// 6.7.3p6: a const struct's members may not be changed either
struct point {
    int x, y;
};

int main(void) {
    const struct point origin = {0, 0};
    struct point *p = (struct point *)&origin;
    p->y++; // undefined: const-write
    return origin.x;
}
