// 6.7.2.1p11: a was, and setting b does not disturb it
struct s {
    unsigned a : 3, b : 3;
};

int main(void) {
    struct s s;
    s.a = 5;
    s.b = 6;
    return s.a != 5;
}
