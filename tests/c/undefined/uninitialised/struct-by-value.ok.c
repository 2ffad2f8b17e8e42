// 6.2.6.1p6: a struct is passed and returned by value, its unset member is not used
struct s {
    int set, unset;
};

static struct s pass(struct s s) {
    return s;
}

int main(void) {
    struct s s;
    s.set = 0;
    return pass(s).set;
}
