// 6.5.2.3p3 (note 95): the value stored by one member is read by the other
union u {
    struct {
        int x, y;
    } s;
    int a[2];
};

int main(void) {
    union u u;
    u.s.x = 1;
    u.s.y = 0;
    return u.a[1];
}
