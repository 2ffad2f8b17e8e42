// 6.2.4p6: the second int of the union has no value, by whichever member it is read
union u {
    struct {
        int x, y;
    } s;
    int a[2];
};

int main(void) {
    union u u;
    u.s.x = 1;
    return u.a[1] == 5; // undefined: uninitialised
}
