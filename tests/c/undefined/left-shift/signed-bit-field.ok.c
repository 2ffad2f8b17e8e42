// 6.5.7p4: a one-bit unsigned bit-field holds 0 or 1
struct flags {
    unsigned set : 1;
};

int main(void) {
    struct flags f;
    f.set = -1;
    int mask = f.set << 3;
    return mask != 8;
}
