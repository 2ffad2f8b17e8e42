// 6.5.7p4: converted to unsigned first, the shift is modulo 2^32
int main(void) {
    unsigned char b[4] = {0, 0, 0, 255};
    unsigned word = (unsigned)b[3] << 24;
    return word != 0xff000000u;
}
