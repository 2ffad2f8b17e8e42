// 6.3.2.3p7 (packed is GNU C): a pointer to the member loses what the struct knew
struct __attribute__((packed)) p {
    char c;
    int n;
};

int main(void) {
    static _Alignas(8) struct p s = {1, 0};
    int *q = &s.n, r = *q; // undefined: misaligned
    return r;
}
