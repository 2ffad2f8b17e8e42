// 6.5.6p8: a struct is an array of sizeof(struct s) chars, no more
struct s {
    char c;
    long n;
};

int main(void) {
    struct s s = {'a', 0};
    char *end = (char *)&s + sizeof s + 1; // undefined: pointer-arithmetic
    return end == (char *)&s;
}
