// 6.5.3.2p4: the whole struct is read through a null pointer
struct pair {
    int a, b;
};

int main(void) {
    struct pair zero = {0, 0}, *p = 0, got;
    got = *p; // undefined: null-access
    return got.a + got.b;
}
