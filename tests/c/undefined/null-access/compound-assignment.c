// 6.5.16.2p3, 6.5.3.2p4: += reads and writes through a null pointer
static int spare;

int main(void) {
    int *p = 0;
    *p += 1; // undefined: null-access
    return 0;
}
