// 6.5p7: an int written through char lvalues
int main(void) {
    int n = -1;
    char *p = (char *)&n;
    for (unsigned i = 0; i < sizeof n; i++) p[i] = 0;
    return n;
}
