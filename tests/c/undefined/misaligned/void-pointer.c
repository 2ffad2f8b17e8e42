// 6.3.2.3p7: void * converts without a cast, but p is not aligned for short
_Alignas(8) static unsigned char bytes[8];

int main(void) {
    void *v = bytes + 3;
    short *p = v; // undefined: misaligned
    return p == 0;
}
