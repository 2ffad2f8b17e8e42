// 6.5p7: the int itself may be read as an unsigned
int main(void) {
    int x = 0, *p = &x;
    unsigned *q = (unsigned *)p;
    return *q != 0;
}
