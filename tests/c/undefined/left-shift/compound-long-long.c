// 6.5.7p4: the eighth shift leaves long long
int main(void) {
    long long x = 1;
    for (int i = 0; i < 8; i++)
        x <<= 8; // undefined: left-shift
    return x != 0;
}
