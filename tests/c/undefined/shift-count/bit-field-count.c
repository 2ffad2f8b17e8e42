// 6.5.7p3: the count is read from a signed bit-field whose value is -1
struct s {
    signed n : 5;
};

int main(void) {
    struct s s;
    s.n = -1;
    return (0x7fffffff >> s.n) != 0; // undefined: shift-count
}
