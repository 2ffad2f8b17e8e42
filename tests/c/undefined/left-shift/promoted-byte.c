// 6.5.7p4: the unsigned char promotes to int, 255 x 2^24 does not fit
int main(void) {
    unsigned char b[4] = {0, 0, 0, 255};
    unsigned word = b[3] << 24; // undefined: left-shift
    return word != 0xff000000u;
}
