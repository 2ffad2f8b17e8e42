// 6.7.3p6: a copy of it may
struct point {
    int x, y;
};

int main(void) {
    const struct point origin = {0, 0};
    struct point copy = origin, *p = &copy;
    p->y++;
    return origin.x;
}
