// 6.2.4p8: the array in a returned struct lives until the full expression ends
struct s {
    int a[2];
};

static struct s make(void) {
    struct s s = {{0, 3}};
    return s;
}

int main(void) {
    int *p = make().a;
    return p[1] - 3; // undefined: lifetime-ended
}
