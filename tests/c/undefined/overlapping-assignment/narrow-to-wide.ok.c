// 6.5.16.1p3: an object may be assigned to itself
union u {
    long l;
    unsigned char c;
};

int main(void) {
    union u u = {0};
    u.l = u.l;
    return u.l != 0;
}
