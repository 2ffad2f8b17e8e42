// 6.5p2: members are different objects, even bit-fields of one byte
struct s {
    unsigned a : 4, b : 4;
};

static int sum(struct s s, int n) {
    return s.a + s.b + n;
}

int main(void) {
    struct s s = {1, 2};
    return s.a++ + s.b++ != 3 || sum(s, 0) != 5;
}
