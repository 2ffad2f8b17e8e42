// 6.3.2.3p7: the address is odd, int wants a multiple of its alignment
_Alignas(int) static char buffer[2 * sizeof(int)];

int main(void) {
    int *p = (int *)(buffer + 1); // undefined: misaligned
    return p == 0;
}
