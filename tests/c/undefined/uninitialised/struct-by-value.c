// 6.2.6.1p6: a struct with an unset member may be passed, but the member not used
struct s {
    int set, unset;
};

static struct s pass(struct s s) {
    return s;
}

int main(void) {
    struct s s;
    s.set = 0;
    return pass(s).unset > 0; // undefined: uninitialised
}
