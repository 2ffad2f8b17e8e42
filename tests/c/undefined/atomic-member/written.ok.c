// 6.5.2.3p5: the whole is assigned
struct point {
    int x, y;
};

static void move(_Atomic struct point *p) {
    struct point now = *p;
    now.y = 3;
    *p = now;
}

int main(void) {
    static _Atomic struct point here;
    move(&here);
    return 0;
}
