// 6.3.2.1p2: b was never set, though it shares a byte with a
struct s {
    unsigned a : 3, b : 3;
};

int main(void) {
    struct s s;
    s.a = 5;
    return s.b == 1; // undefined: uninitialised
}
