// 6.5p7: an int written through short lvalues
int main(void) {
    int n = -1;
    short *p = (short *)&n;
    p[0] = 0; // undefined: effective-type
    return n == 3;
}
