// 6.2.4p8: within the full expression its elements may be read
struct s {
    int a[2];
};

static struct s make(void) {
    struct s s = {{0, 3}};
    return s;
}

int main(void) {
    int v = make().a[1];
    return v - 3;
}
