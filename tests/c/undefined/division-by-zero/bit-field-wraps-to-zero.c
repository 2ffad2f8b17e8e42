// 6.5.5p5: 8 wraps to 0 in an unsigned bit-field of 3 bits
struct s {
    unsigned pad : 5, d : 3;
};

int main(void) {
    struct s s = {1, 7};
    s.d += 1;
    return 10 % s.d; // undefined: division-by-zero
}
