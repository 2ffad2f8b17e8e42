// 6.5.6p8: the byte after the last of the object
int main(void) {
    unsigned x = 0;
    unsigned char *p = (unsigned char *)&x, sum = 0;
    for (unsigned i = 0; i <= sizeof x; i++) sum |= p[i]; // undefined: one-past-access
    return sum & 0;
}
