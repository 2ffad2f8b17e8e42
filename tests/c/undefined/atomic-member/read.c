// 6.5.2.3p5: a member of an atomic struct is read
struct point {
    int x, y;
};

static _Atomic struct point here;

int main(void) {
    here = (struct point){0, 1};
    return here.x; // undefined: atomic-member
}
