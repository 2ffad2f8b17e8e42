// 6.3.2.1p2: reading a local whose address is never taken, even to copy it
struct s {
    int a, b;
};

int main(void) {
    int x, y;
    y = x; // undefined: uninitialised
    (void)y;
    return 0;
}
