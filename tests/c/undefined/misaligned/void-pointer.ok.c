// 6.3.2.3p1: to unsigned char * nothing can be misaligned
_Alignas(8) static unsigned char bytes[8];

int main(void) {
    void *v = bytes + 3;
    unsigned char *p = v;
    return *p;
}
