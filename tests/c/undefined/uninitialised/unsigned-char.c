// 6.3.2.1p2: not even an unsigned char may be read when its address is not taken
int main(void) {
    unsigned char c;
    return (c & 0) != 0; // undefined: uninitialised
}
