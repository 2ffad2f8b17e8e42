// 6.3.2.3p7: a multiple of the alignment, there and back
_Alignas(int) static char buffer[2 * sizeof(int)];

int main(void) {
    int *p = (int *)(buffer + sizeof(int));
    return (char *)p != buffer + sizeof(int);
}
