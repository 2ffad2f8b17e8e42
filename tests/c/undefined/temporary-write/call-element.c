// 6.2.4p8: the array of a struct that a function returned is written
struct three { int v[3]; };

static struct three make(void) {
    struct three t = { { 1, 2, 3 } };
    return t;
}

int main(void) {
    make().v[1] = 5; // undefined: temporary-write
    return 0;
}
