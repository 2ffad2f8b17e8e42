// 6.3.1.3p2: going through int, 256 converts to 0
int main(void) {
    float f = 256.5f;
    unsigned char c = (int)f;
    return c != 0;
}
