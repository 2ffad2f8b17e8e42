// 6.2.4p7: inside the scope it is there
int main(void) {
    int n = 3, *p, r = 0;
    {
        int a[n];
        a[0] = 0;
        p = a;
        r = *p;
    }
    return r;
}
