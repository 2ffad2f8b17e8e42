// 6.2.6.1p4: any byte of an object may be read as unsigned char
int main(void) {
    unsigned x = 0;
    unsigned char *p = (unsigned char *)&x, sum = 0;
    for (unsigned i = 0; i < sizeof x; i++) sum |= p[i];
    return sum & 0;
}
