// 6.2.6.1p5: one of the bytes written into the array of _Bool is neither 0 nor 1
int main(void) {
    unsigned char raw[3] = {0, 1, 4};
    _Bool a[3];
    int sum = 0;
    unsigned char *p = (unsigned char *)a;
    for (int i = 0; i < 3; i++) p[i] = raw[i];
    for (int i = 0; i < 3; i++) sum += a[i]; // undefined: trap-value
    return sum;
}
