// 6.3.1.2p1: converting the bytes to _Bool gives 0 or 1
int main(void) {
    unsigned char raw[3] = {0, 1, 4};
    _Bool a[3];
    int sum = 0;
    _Bool *p = a;
    for (int i = 0; i < 3; i++) p[i] = raw[i];
    for (int i = 0; i < 3; i++) sum += a[i];
    return sum != 2;
}
