// 6.5.6p8: (char *)&s + sizeof s is one past it
struct s {
    char c;
    long n;
};

int main(void) {
    struct s s = {'a', 0};
    char *end = (char *)&s + sizeof s;
    return end == (char *)&s;
}
