// 6.5p2: a side effect on a member is unsequenced to the use of the struct's value
struct s {
    unsigned a : 4, b : 4;
};

static int sum(struct s s, int n) {
    return s.a + s.b + n;
}

int main(void) {
    struct s s = {1, 2};
    return sum(s, s.a++) == 77; // undefined: unsequenced
}
