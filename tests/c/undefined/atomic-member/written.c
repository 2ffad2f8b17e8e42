// 6.5.2.3p5: a member is written by way of a pointer to the struct
struct point {
    int x, y;
};

static void move(_Atomic struct point *p) {
    p->y = 3; // undefined: atomic-member
}

int main(void) {
    static _Atomic struct point here;
    move(&here);
    return 0;
}
