// 6.2.6.1p6: a struct may be copied with members not set
struct s {
    int a, b;
};

int main(void) {
    struct s x, y;
    x.a = 0;
    y = x;
    return y.a;
}
