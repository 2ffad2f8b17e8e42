// 6.5.2.3p5: it is a member of an atomic struct, whatever leads there
struct point {
    int x, y;
};

static _Atomic struct point here;

static int *second(void) {
    return &((struct point *)&here)->y;
}

int main(void) {
    return *second(); // undefined: atomic-member
}
