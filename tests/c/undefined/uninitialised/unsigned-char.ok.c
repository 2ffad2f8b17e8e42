// 6.2.6.1p5: bytes of an object whose address is taken may be copied one by one
int main(void) {
    int from, to;
    unsigned char *f = (unsigned char *)&from, *t = (unsigned char *)&to;
    unsigned char c;
    for (unsigned i = 0; i < sizeof from; i++) t[i] = f[i];
    c = 0;
    return c;
}
