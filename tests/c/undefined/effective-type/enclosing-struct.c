// 6.5p7: the int is stored through a struct that has no int among its members
struct s {
    float n;
};

int main(void) {
    int lone = 1;
    struct s zero = {0}, *p = (struct s *)&lone;
    *p = zero; // undefined: effective-type
    return lone;
}
