// 6.5p7: an aggregate that has a compatible type among its members may access it
struct s {
    int n;
};

int main(void) {
    int lone = 1;
    struct s zero = {0}, *p = (struct s *)&lone;
    *p = zero;
    return lone;
}
