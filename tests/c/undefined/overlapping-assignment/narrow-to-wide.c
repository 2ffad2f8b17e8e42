// 6.5.16.1p3: a char member into the long that contains it
union u {
    long l;
    unsigned char c;
};

int main(void) {
    union u u = {0};
    u.l = u.c; // undefined: overlapping-assignment
    return u.l != 0;
}
