// 6.3.1.3p2: 9 wraps to 1 in an unsigned bit-field of 3 bits
struct s {
    unsigned pad : 5, d : 3;
};

int main(void) {
    struct s s = {1, 7};
    s.d += 2;
    return 10 % s.d;
}
