// 6.2.4p7: a variable length array lives until its declaration's scope is left
int main(void) {
    int n = 3, *p, r = 0;
    {
        int a[n];
        a[0] = 0;
        p = a;
    }
    r = *p; // undefined: lifetime-ended
    return r;
}
