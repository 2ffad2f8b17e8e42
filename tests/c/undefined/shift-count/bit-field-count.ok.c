// 6.5.7p3: the count is read from an unsigned bit-field whose value is 31
struct s {
    unsigned n : 5;
};

int main(void) {
    struct s s;
    s.n = -1;
    return (0x7fffffff >> s.n) != 0;
}
